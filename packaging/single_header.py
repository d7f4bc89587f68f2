# SPDX-License-Identifier: BSL-1.0
"""The library as one file, for a release (archive.py).

For Compiler Explorer and the like, where a program is one file. Everything that `#include <allotype/allotype.hpp>` brings is
in it, comments left out; Boost's headers and those of the system stay #include lines.

A header may be wanted in two places of which the preprocessor reads one, behind `#ifdef __CUDACC__` for example. So the text
of a header that was only met inside a condition stands in each of those places, and a macro sees to it that it is read once.
A header without `#pragma once` is meant to be read each time: its text stands wherever it is included.
"""
import re

INCLUDE = re.compile(r"\s*#\s*include\s*<(allotype/[^>]+)>")
ONCE = re.compile(r"\s*#\s*pragma\s+once")
CONDITION = re.compile(r"\s*#\s*(if|ifdef|ifndef)\b")
END = re.compile(r"\s*#\s*endif\b")
# What may look like a comment and is none, and comments. Raw strings are not used in headers.
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/', re.DOTALL)


def without_comments(text):
    """Comments that have a line for themselves leave no line behind."""
    text = TOKEN.sub(lambda found: " " if found[0].startswith(("//", "/*")) else found[0], text)
    return "\n".join(line.rstrip() for line in text.split("\n") if line.strip())


class Writer:
    def __init__(self, folder):
        self.folder = folder
        self.read_always = set()  # headers that stand outside any condition so far
        self.lines = []

    def add(self, header, conditional):
        """The text of a header, where it is included; conditional: the place may not be read."""
        if header in self.read_always:
            return
        lines = without_comments((self.folder / header).read_text(encoding="utf-8")).split("\n")
        once = any(ONCE.match(line) for line in lines)
        if once and not conditional:
            self.read_always.add(header)
        if once:
            guard = "ALLOTYPE_SINGLE_HEADER_" + re.sub(r"\W", "_", header)
            self.lines += [f"#ifndef {guard}", f"#define {guard}"]
        depth = 0
        for line in lines:
            if ONCE.match(line):
                continue
            depth += bool(CONDITION.match(line)) - bool(END.match(line))
            included = INCLUDE.match(line)
            if included:
                self.add(included[1], conditional or depth > 0)
            else:
                self.lines.append(line)
        if once:
            self.lines.append(f"#endif  // {header}")


def whole(folder, header, version):
    writer = Writer(folder)
    writer.add(header, conditional=False)
    opening = f"""// SPDX-License-Identifier: BSL-1.0
// allotype {version} in one file, made by packaging/single_header.py from {header}: not for editing.
#pragma once
"""
    return opening + "\n".join(writer.lines) + "\n"
