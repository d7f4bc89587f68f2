# SPDX-License-Identifier: BSL-1.0
"""A link that opens a program in Compiler Explorer, for a release (archive.py).

The state of the page is in the link itself: JSON, compressed by zlib, in base64. Compiler Explorer has no allotype, and the library
does not fit into a link, so a program that is to compile there includes the single header by its address. Boost is among Compiler
Explorer's libraries.
"""
import base64
import json
import re
import zlib

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
