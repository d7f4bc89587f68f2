#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes doc/errors.md from the programs in test/compile_fail; with --check, says whether it is up to date."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "doc/errors.md"
HEAD = """# Errors

What the compiler says about programs that are wrong. This page is written by `doc/errors.py` from the programs in
[test/compile_fail](../test/compile_fail), which the tests compile with g++, clang and nvcc: each must fail, with at most
14 lines (an exception says so in its file), with the user's line in the error or its first note, with all the texts
below, and with no other error behind it; the program with the right line in place of the wrong one must compile without
a word. The message that stands in the [README](../README.md) is checked as a whole.

Each check is also a concept, so that generic code can ask instead of fail: `offers<A100, "2g.40gb">`,
`known_gpu<"…">`, `dispatchable<A>`, `publishes<A, fact::…>`, `kernel_over<F, Extents>`, `stays_on<F, A>`,
`takes_blocks_of<A, Grid>`, `alternatives<…>`, `count_agrees<Limits, Wanted>`, `callable_here<Wanted>`.
"""


def code(lines, kind):
    lines = [re.sub(r"\s*// here$", "", line) for line in lines]
    return "\n".join([f"// {kind}"] + lines if len(lines) > 1 else [f"{lines[0]}  // {kind}"]) + "\n"


def section(name):
    source = (ROOT / f"test/compile_fail/{name}.cpp").read_text(encoding="utf-8")
    comments = re.findall(r"^// (?!SPDX)(?!\w+(?:\(\w+\))?: )(.*)$", source.split("#include")[0], re.MULTILINE)
    expected = re.findall(r"^// expect(?:\((\w+)\))?: (.*)$", source, re.MULTILINE)
    only = re.findall(r"^// only: (.*)$", source, re.MULTILINE)
    twin = re.search(r"^#ifdef TWIN\n(.*?)^#else\n(.*?)^#endif", source, re.MULTILINE | re.DOTALL)
    if not comments or not expected or not twin:
        sys.exit(f"{name}.cpp: no description, no expected text or no twin")
    marked = [line for line in source.splitlines() if line.endswith("// here")]
    wrong, right = twin.group(2).splitlines(), twin.group(1).splitlines()
    if marked[0] not in wrong:
        wrong, right = wrong + marked, right + marked
    kinds = f" Compiled by {' or '.join(only[0].split())}." if only else ""
    texts = ", ".join(f"`{line.strip()}`" + (f" ({kind})" if kind else "") for kind, line in expected)
    return (f"\n## {name.replace('_', ' ')}\n\n{' '.join(comments)}{kinds}\n\n"
            f"```c++\n{code(wrong, 'wrong')}{code(right, 'right')}```\n\nIn the error: {texts}\n")


def page():
    lists = (ROOT / "test/compile_fail/CMakeLists.txt").read_text(encoding="utf-8")
    programs = re.search(r"set\(programs\s(.*?)\)", lists, re.DOTALL).group(1).split()
    return HEAD + "".join(section(name) for name in programs)


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        if PAGE.read_text(encoding="utf-8") != page():
            sys.exit("doc/errors.md is not what doc/errors.py writes from test/compile_fail; run doc/errors.py")
    elif sys.argv[1:]:
        sys.exit("usage: doc/errors.py [--check]")
    else:
        PAGE.write_text(page(), encoding="utf-8")
