#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Programs that include the library see its public macros alone.   macros.py COMPILER [ARGUMENT...] -- HEADER...

The compiler, which may be nvcc, lists the macros behind all these headers, with and without ALLOTYPE_CHECKED. And each
header that includes a begin_….hpp includes its end_….hpp as the last thing, with no other include of the library between them.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

INCLUDE = pathlib.Path(__file__).resolve().parent.parent / "include"
PUBLIC = re.compile(r"ALLOTYPE_(FN|CHECKED|(MODE|VERSION)(_\w+)?)")
ALWAYS = {"ALLOTYPE_FN", "ALLOTYPE_MODE", "ALLOTYPE_VERSION"}
BEGIN = re.compile(r"allotype/(?:\w+/)*detail/begin_\w+\.hpp")


def macros(compiler, headers, checked):
    """The names of the library's macros behind the headers."""
    is_nvcc = pathlib.Path(compiler[0]).name == "nvcc"
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / ("all.cu" if is_nvcc else "all.cpp")
        source.write_text("".join(f"#include <{header}>\n" for header in headers), encoding="utf-8")
        command = [*compiler, "-std=c++20", f"-I{INCLUDE}", "-E", *(["-Xcompiler", "-dM"] if is_nvcc else ["-dM"]),
                   *(["-DALLOTYPE_CHECKED"] if checked else []), str(source)]
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return set(re.findall(r"^#define (ALLOTYPE_\w+)", done.stdout, re.MULTILINE))


def pairs(text):
    """What is wrong with the begin_….hpp and end_….hpp of a header; empty if nothing is.

    >>> pairs("#include <allotype/a/detail/begin_b.hpp>\\nint i;\\n#include <allotype/a/detail/end_b.hpp>")
    ''
    >>> pairs("int i;")
    ''
    >>> pairs("#include <allotype/a/detail/begin_b.hpp>\\nint i;")
    'ends without <allotype/a/detail/end_b.hpp>'
    >>> pairs("#include <allotype/a/detail/begin_b.hpp>\\n#include <allotype/c.hpp>\\n#include <allotype/a/detail/end_b.hpp>")
    'includes <allotype/c.hpp> behind <allotype/a/detail/begin_b.hpp>'
    """
    included = re.findall(r"^\s*#\s*include <(allotype/[^>]+)>", text, re.MULTILINE)
    begun = [each for each in included if BEGIN.fullmatch(each)]
    ends = [each.replace("/begin_", "/end_") for each in begun]
    last = [line.strip() for line in text.splitlines() if line.strip()][-len(ends):]
    for end in ends:
        if f"#include <{end}>" not in last:
            return f"ends without <{end}>"
    if begun:
        for each in included[included.index(begun[0]):]:
            if each not in begun + ends:
                return f"includes <{each}> behind <{begun[0]}>"
    return ""


def main():
    if "--" not in sys.argv:
        sys.exit(__doc__)
    split = sys.argv.index("--")
    compiler, headers = sys.argv[1:split], sys.argv[split + 1:]
    faults = []
    for checked in (False, True):
        found = macros(compiler, headers, checked)
        wanted = ALWAYS | ({"ALLOTYPE_CHECKED"} if checked else set())
        faults += [f"{name} is not defined behind the headers" for name in sorted(wanted - found)]
        faults += [f"{name} is private, and defined behind the headers{' with ALLOTYPE_CHECKED' if checked else ''}"
                   for name in sorted(found) if not PUBLIC.fullmatch(name)]
    begun = 0
    for path in sorted(INCLUDE.rglob("*.hpp")):
        if path.name.startswith(("begin_", "end_")):
            continue
        text = path.read_text(encoding="utf-8")
        begun += bool(re.search(r"include <" + BEGIN.pattern + ">", text))
        fault = pairs(text)
        if fault:
            faults.append(f"{path.relative_to(INCLUDE.parent)} {fault}")
    if faults:
        sys.exit("\n".join(faults))
    print(f"{len(headers)} headers: {len(found)} macros, all public; {begun} headers share private ones")


if __name__ == "__main__":
    main()
