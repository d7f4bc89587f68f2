#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Prints a link that opens a program in Compiler Explorer.   compiler_explorer.py [--header URL] [PROGRAM.cpp]

The program is the first one of README.md where none is named. The state of the page is in the link itself: JSON, compressed
by zlib, in base64. Compiler Explorer has no allotype, and the library does not fit into a link, so a program that is to
compile there includes the single header by the address that --header gives. Boost is among Compiler Explorer's libraries.
"""
import argparse
import base64
import json
import pathlib
import re
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLACE = "https://godbolt.org/clientstate/"
INCLUDE = "#include <allotype/allotype.hpp>"


def first_program(page):
    """The block behind <!-- program -->."""
    return re.search(r"^<!-- program -->\n```cpp\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)[1]


def link(program, header=None):
    if header:
        program = program.replace(INCLUDE, f"#include <{header}>")
    boost = [{"name": "boost", "ver": "186"}]
    compiler = {"id": "g122", "options": "-std=c++20 -O1", "libs": boost}
    state = {"sessions": [{"id": 1, "language": "c++", "source": program, "compilers": [compiler],
                           "executors": [{"compiler": compiler, "arguments": "", "stdin": ""}]}]}
    text = json.dumps(state, ensure_ascii=False, separators=(",", ":")).encode()
    # The alphabet without / and +, which mean something else in an address.
    return PLACE + base64.urlsafe_b64encode(zlib.compress(text, 9)).decode()


def state_of(address):
    """What link() put into the address."""
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(address.removeprefix(PLACE))))


def main():
    parser = argparse.ArgumentParser(description="Prints a link that opens a program in Compiler Explorer.")
    parser.add_argument("--header", help="where the single header can be loaded from")
    parser.add_argument("program", nargs="?", type=pathlib.Path, help="the first program of README.md if not given")
    asked = parser.parse_args()
    program = asked.program.read_text(encoding="utf-8") if asked.program else first_program(ROOT / "README.md")
    print(link(program, asked.header))


if __name__ == "__main__":
    main()
