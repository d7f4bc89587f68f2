#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""contributing.py PAGE HEADING WORK: does in a copy of the tree what a section of the page says, step by step.

A block ```diff is an edit. Its hunks have no line numbers: what stands in it without `+` must stand in the file once. A block
```console holds lines `$ COMMAND` with what is printed behind each; `...` alone in a line stands for any lines. Every command
must succeed, in the root of the copy.
"""

import pathlib
import re
import shutil
import subprocess
import sys

from documented_commands import commands_in, expression

ROOT = pathlib.Path(__file__).resolve().parent.parent
NOT_COPIED = {".git", ".venv", "build", "__pycache__"}


class Wrong(Exception):
    """A step of the page that cannot be done."""


def section(text, heading):
    """What stands between a heading and the next one that is as high.

    >>> section("## A\\none\\n### B\\ntwo\\n## C\\nthree\\n", "A")
    'one\\n### B\\ntwo\\n'
    """
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise Wrong(f"the page has no heading '## {heading}'")
    return found[1]


def steps(text):
    """(kind, text) of the blocks of a section, in their order."""
    return re.findall(r"^```(diff|console)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def edits(diff):
    """(old file or None, new file, hunks) of each file in a block.

    >>> list(edits("--- a/x\\n+++ b/x\\n@@\\n one\\n-two\\n+2\\n"))
    [('x', 'x', [('one\\ntwo\\n', 'one\\n2\\n')])]
    >>> list(edits("--- /dev/null\\n+++ b/y\\n@@\\n+new\\n"))
    [(None, 'y', [('', 'new\\n')])]
    """
    for part in re.split(r"^(?=--- )", diff, flags=re.MULTILINE)[1:]:
        head = re.match(r"--- (?:a/(\S+)|/dev/null)\n\+\+\+ b/(\S+)\n(?=@@)", part)
        if head is None:
            raise Wrong(f"this does not begin with '--- a/FILE', '+++ b/FILE' and '@@':\n{part}")
        hunks = []
        for hunk in re.split(r"^@@.*\n", part[head.end():], flags=re.MULTILINE)[1:]:
            lines = [line if line else " " for line in hunk.splitlines()]
            if strange := [line for line in lines if line[0] not in " +-"]:
                raise Wrong(f"{head[2]}: this line of a hunk begins with none of ' ', '+' and '-': {strange[0]}")
            hunks.append(tuple("".join(line[1:] + "\n" for line in lines if line[0] in kept) for kept in (" -", " +")))
        yield head[1], head[2], hunks


def edited(text, hunks, name):
    r"""The text with the hunks.

    >>> edited("a\nb\n", [("b\n", "c\n")], "x")
    'a\nc\n'
    >>> edited("a\na\n", [("a\n", "c\n")], "x")
    Traceback (most recent call last):
    contributing.Wrong: x: these lines stand there 2 times, not once:
    a
    <BLANKLINE>
    """
    for old, new in hunks:
        count = len(re.findall(rf"^{re.escape(old)}", text, re.MULTILINE))
        if count != 1:
            raise Wrong(f"{name}: these lines stand there {count} times, not once:\n{old}")
        text = re.sub(rf"^{re.escape(old)}", lambda _: new, text, flags=re.MULTILINE)
    return text


def apply(diff, tree):
    for old, new, hunks in edits(diff):
        file = tree / new
        if old is None:
            if file.exists():
                raise Wrong(f"{new} is new on the page, and it is there already")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("".join(text for _, text in hunks), encoding="utf-8")
        else:
            if not file.is_file():
                raise Wrong(f"there is no {new} to edit")
            file.write_text(edited(file.read_text(encoding="utf-8"), hunks, new), encoding="utf-8")
        print(f"edited {new}", flush=True)


def run(console, tree):
    for command, printed in commands_in(console):
        done = subprocess.run(command, shell=True, cwd=tree, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        print(f"$ {command}\n{done.stdout}", end="", flush=True)
        if done.returncode != 0:
            raise Wrong(f"{command} ends with {done.returncode}")
        if not re.fullmatch(expression(printed), done.stdout):
            raise Wrong(f"{command} does not print what the page says:\n{printed}")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    page, heading, work = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    tree = work / "tree"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(ROOT, tree, ignore=lambda _, names: NOT_COPIED & set(names), symlinks=True)
    try:
        found = steps(section(page.read_text(encoding="utf-8"), heading))
        if {kind for kind, _ in found} != {"diff", "console"}:
            raise Wrong(f"'{heading}' needs blocks of both kinds, diff and console")
        for kind, text in found:
            (apply if kind == "diff" else run)(text, tree)
    except Wrong as error:
        sys.exit(f"{page.name}, '{heading}': {error}")
    print(f"'{heading}': {len(found)} steps")
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
