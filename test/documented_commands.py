# SPDX-License-Identifier: BSL-1.0
"""documented_commands.py PROGRAM PAGE...: what the pages say that the program prints is what it prints.

A block ```console holds lines `$ NAME ARGUMENT...`, for a shell, each with what is printed behind it. `...` alone in a line
stands for any lines.
"""

import os
import pathlib
import re
import subprocess
import sys

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def commands_in(block):
    """(command, what the block says behind it) of each."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield command, printed


def commands(page, name):
    """Those of the page's blocks that call the program."""
    for block in BLOCK.findall(page):
        for command, printed in commands_in(block):
            if re.match(rf"(\w+=\S+ )*{name} ", command + " "):
                yield command, printed


def expression(printed):
    r"""For what a page says that a command prints.

    >>> bool(re.fullmatch(expression("a\n...\nb\n"), "a\nx\ny\nb\n")), bool(re.fullmatch(expression("a\n"), "a\nb\n"))
    (True, False)
    """
    lines = printed.splitlines(keepends=True)
    return "".join("(?:.*\n)*" if line == "...\n" else re.escape(line) for line in lines)


def main():
    program, *pages = map(pathlib.Path, sys.argv[1:])
    wrong = 0
    for page in pages:
        found = list(commands(page.read_text(), program.name))
        others = 0 if found else 1
        for command, printed in found:
            said = subprocess.run(command, shell=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  env={**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"}).stdout
            if not re.fullmatch(expression(printed), said):
                others += 1
                print(f"{page}: $ {command}\n{printed}but it prints\n{said}")
        print(f"{page}: {len(found)} commands, {others} of them print something else")
        wrong += others
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
