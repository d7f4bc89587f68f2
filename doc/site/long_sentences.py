#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Finds what is hard to read in README.md and doc/:  long_sentences.py [--count] [PAGE...]

Prints each sentence of more than 30 words and each paragraph of more than six lines, with its place; for people who then look at
it. --count prints one line a page. What stands in backticks counts as one word. Rows of tables and blocks of code are left out.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WORDS, LINES = 30, 6
FENCE = re.compile(r"^( *)(```+)[^\n]*\n.*?^\1\2 *$|^ *<!--.*?-->|^---\n.*?^---\n", re.DOTALL | re.MULTILINE)
NO_PROSE = re.compile(r"^\s*(\||#|<|!\[|>|$)")
ITEM = re.compile(r"^\s*([-*]|\d+\.) ")


def paragraphs(text):
    """(the first line's number, its lines) of each paragraph and each item of a list."""
    text = FENCE.sub(lambda block: re.sub(r"[^\n]", "", block[0]), text)
    begin, lines = 0, []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if NO_PROSE.match(line) or ITEM.match(line):
            if lines:
                yield begin, lines
            lines = []
        if not NO_PROSE.match(line):
            begin = begin if lines else number
            lines.append(line)


def sentences(lines):
    text = " ".join(line.strip() for line in lines)
    text = re.sub(r"\]\([^)]*\)", "]", ITEM.sub("", text))
    text = re.sub(r"`[^`]+`", lambda code: code[0].replace(" ", "\u00a0"), text)
    return [each for each in re.split(r"(?<=[.!?])[)*]* (?=\S)", text) if each]


def found(path):
    for number, lines in paragraphs(path.read_text(encoding="utf-8")):
        if len(lines) > LINES:
            yield number, f"a paragraph of {len(lines)} lines", lines[0].strip()
        for sentence in sentences(lines):
            words = len(sentence.split(" "))
            if words > WORDS:
                yield number, f"a sentence of {words} words", sentence


def main():
    pages = [pathlib.Path(each).resolve() for each in sys.argv[1:] if each != "--count"]
    pages = pages or [ROOT / "README.md", *sorted(each for each in (ROOT / "doc").rglob("*.md") if each.parent.name != "site")]
    for path in pages:
        here = list(found(path))
        name = path.relative_to(ROOT)
        if "--count" in sys.argv:
            print(f"{len(here):4} {name}")
        else:
            for number, what, text in here:
                print(f"{name}:{number}: {what}: {text}")


if __name__ == "__main__":
    main()
