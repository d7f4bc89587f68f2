#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""style.py format [--write]: the layout of all C++ files is that of .clang-format; --write makes it so.

By the clang-format from PyPI (test/style_requirements.txt), which stands beside this Python.
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = ["*.hpp", "*.cpp", "*.cu", "*.cuh", "*.h", ":!test/data"]
TOOL = pathlib.Path(sys.executable).with_name("clang-format")


def run(command, **options):
    return subprocess.run(command, text=True, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)


def main():
    if sys.argv[1:] not in (["format"], ["format", "--write"]):
        sys.exit(__doc__)
    if not TOOL.is_file():
        return subprocess.call([ROOT / "test/missing", f"no clang-format beside {sys.executable} (test/style_requirements.txt)"])
    if run([TOOL, "--style=file", "--assume-filename=planted.cpp"], input="int  one ;\n").stdout != "int one;\n":
        sys.exit("clang-format does not lay out the line that it is given")
    listed = run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *FILES])
    if listed.returncode:
        print("skipped: git knows no files here")
        return 77
    names = [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]
    how = ["-i"] if "--write" in sys.argv else ["--dry-run", "--Werror"]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        done = list(pool.map(lambda first: run([TOOL, "--style=file", *how, *names[first:first + 100]]), range(0, len(names), 100)))
    print("".join(each.stdout for each in done), end="")
    wrong = not names or any(each.returncode for each in done)
    print("not laid out as .clang-format says: ./dev format does it" if wrong else f"{len(names)} C++ files are laid out as .clang-format says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
