#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes what doc/errors.md and doc/errors_of_three_compilers.md show of the programs in test/compile_fail; with --check, fails if
they are out of date. What compilers say in the second page stays as it is: test/unit/readme.cmake compares it with the
compilers, and test/unit/readme_error.cmake says how to update it."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARK = "<!-- made by doc/errors.py -->\n"  # what stands above it is written by hand
SHOWN = ("unknown_partition", "near_miss_device", "task_with_unmet_needs", "layout_that_does_not_fit", "kernel_with_a_container",
         "view_on_another_accelerator")
COMPILERS = {"g++": "g++ 12", "clang": "clang 19", "nvcc": "nvcc 13.0"}


def code(lines, kind):
    lines = [re.sub(r"\s*// here$", "", line) for line in lines]
    return "\n".join([f"// {kind}"] + lines if len(lines) > 1 else [f"{lines[0]}  // {kind}"]) + "\n"


def parts(name):
    """What a program shows, its wrong lines, those in their place in its twin, the expected texts, and all of the program."""
    source = (ROOT / f"test/compile_fail/{name}.cpp").read_text(encoding="utf-8")
    comments = re.findall(r"^// (?!SPDX)(?!\w+(?:\(\w+\))?: )(.*)$", source.split("#include")[0], re.MULTILINE)
    expected = re.findall(r"^// expect(?:\((\w+)\))?: (.*)$", source, re.MULTILINE)
    twin = re.search(r"^#ifdef TWIN\n(.*?)^#else\n(.*?)^#endif", source, re.MULTILINE | re.DOTALL)
    if not comments or not expected or not twin:
        sys.exit(f"{name}.cpp: no description, no expected text or no twin")
    marked = [line for line in source.splitlines() if line.endswith("// here")]
    wrong, right = twin.group(2).splitlines(), twin.group(1).splitlines()
    if marked[0] not in wrong:
        wrong, right = wrong + marked, right + marked
    return " ".join(comments), wrong, right, expected, source


def section(name):
    comment, wrong, right, expected, source = parts(name)
    only = re.findall(r"^// only: (.*)$", source, re.MULTILINE)
    kinds = f" Compiled by {' or '.join(only[0].split())}." if only else ""
    texts = ", ".join(f"`{line.strip()}`" + (f" ({kind})" if kind else "") for kind, line in expected)
    computed = " ".join(re.findall(r"^// computed: (.*)$", source, re.MULTILINE))
    heading = next((text for kind, text in expected if kind in ("", "gcc")), expected[0][1]).strip()
    whole = f"The sentence of g++ 14 and clang 21:\n\n```text\n{computed}\n```\n\n" if computed else ""
    others = "What other compilers print has" if computed else "In the error"
    return (f"\n### `{heading}`\n\n{comment}{kinds}\n\n"
            f"```c++\n{code(wrong, 'wrong')}{code(right, 'right')}```\n\n{whole}{others}: {texts}\n")


def all_errors(head, _):
    lists = (ROOT / "test/compile_fail/CMakeLists.txt").read_text(encoding="utf-8")
    page = head
    for line in map(str.strip, re.search(r"set\(programs\n(.*?)\n\)", lists, re.DOTALL).group(1).splitlines()):
        page += f"\n## {line[2:]}\n" if line.startswith("# ") else section(line)
    return page


def wrong_program(source):
    """As a reader would write it."""
    program = source[source.index("#include"):].partition("\n// Uses of")[0].rstrip() + "\n"
    program = re.sub(r"^#ifdef TWIN\n.*?^#else\n(.*?)^#endif\n", r"\1", program, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"  // here$", "", program, flags=re.MULTILINE)


def shown_errors(page, before):
    for name in SHOWN:
        comment, *_, source = parts(name)
        program = wrong_program(source)
        page += f"\n## {name.replace('_', ' ')}\n\n{comment}\n\n```c++\n{program}```\n\n<div class=\"tabs\" markdown=\"1\">\n"
        for compiler, release in COMPILERS.items():
            mark = f"<!-- error: {compiler} {name} -->\n```text\n"
            said = before.partition(mark)[2].partition("```\n")[0]
            page += f"\n**{release}**\n\n{mark}{said}```\n"
        page += "\n</div>\n"
    return page


PAGES = {"doc/errors.md": all_errors, "doc/errors_of_three_compilers.md": shown_errors}

if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit("usage: doc/errors.py [--check]")
    for name, write in PAGES.items():
        page = ROOT / name
        before = page.read_text(encoding="utf-8")
        head, mark, rest = before.partition(MARK)
        after = write(head + mark, rest)
        if not sys.argv[1:]:
            page.write_text(after, encoding="utf-8")
        elif before != after:
            sys.exit(f"{name} is out of date: run doc/errors.py, which writes it from test/compile_fail")
