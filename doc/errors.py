#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes doc/errors.md and doc/errors_of_three_compilers.md from the programs in test/compile_fail; with --check, fails if
they are out of date. What compilers say in the second page stays as it is: test/unit/readme.cmake compares it with the
compilers, and test/unit/readme_error.cmake says how to update it."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEAD = """# Errors

This page lists all mistakes that the library detects while compiling: for each a wrong line, the right line, and the texts that
every compiler's error contains. `doc/errors.py` writes the page from the programs in [test/compile_fail](../test/compile_fail).
The tests compile each program with g++, clang and nvcc. They require that

- the wrong program fails with at most 14 lines, not counting source lines that the compiler quotes;
- the error or its first note names the user's line, and contains all texts listed here;
- no other error follows;
- the program with the right line compiles without a warning.

Some of them are shown [as g++, clang and nvcc print them](errors_of_three_compilers.md).

## How to read an error

`make 2>&1 | allotype errors -` prints each error in short: your line, and the library's sentence
([the program `allotype`](program.md#errors-of-a-compiler)). Without it, read the first error. These options show it alone: `-fmax-errors=1` (g++), `-ferror-limit=1` (clang), `-Xcudafe --error_limit=1`
(nvcc).

After most failed checks the result still has the shape of a right one, so using it brings no second error. A name that does not
exist is different. The compiler looks it up while it reads the line, and then declares nothing: after
`using slice = A100::partition<"2g.40gb">;` each later use of `slice` is reported as undeclared. The same holds for names in
`layout<…>`, `device_named<"…">` and `slice<"…">`, and on clang for `decltype` of a variable whose type failed a check.

g++ 14 reports a text that is refused as the argument of a function in two errors. The second one has the reason.

nvcc 13.5 has a defect that nvcc 13.0 does not have. If a file includes `<chrono>`, also through `<mutex>` or `<thread>`, and a text
is refused as the argument of a function, such as `register_accelerator<xpu>("xpu,2", …)` or `visible.select("1,1")`, it reports an
error about `<chrono>`. The defect shows without the library:

```c++
#include <chrono>
void refuse();
struct name { consteval name(char const* text) { if (*text == 'x') refuse(); } };
int register_as(name);
int wrong() { return register_as("xpu"); }   // bits/chrono.h(1371): call to consteval function … time_point
```

A constant before the call brings the library's sentence back: `constexpr at::accelerator_name name = "xpu,2";`. g++ and clang report it
without that.

## Concepts that ask

Each check is also a concept, so generic code can ask before it fails:

| about | concepts |
|---|---|
| names | `offers<A100, "2g.40gb">`, `known_device<"…">`, `available_under<Partition, driver>` |
| facts | `publishes<A, fact::…>`, `occupancy_known<A>` |
| alternatives and tasks | `alternatives<…>`, `count_agrees<Limits, Wanted>`, `callable_here<Wanted>`, `can_call<Task, Arguments…>` |
| needs | `well_formed_needs<Needs>`, `meets<Wanted, Needs>`, `has_smallest<Devices, Needs>` |
| layouts | `can_layout_of<Model, Partitions…>`, `can_layout<Model, Entries…>`, `offers<Model, "…", Start>`, `takes_another<Layout, Partition>`, `can_amd_layout<Model, Partitions…>` |
| packing | `can_pack_on<Gpus, Model, Items…>` |
| communication | `can_link<link::peer, A, B>`, `can_share_process<Accelerators, driver>`, `can_equal_shares<A…>` |
| dispatch | `dispatchable<A>`, `kernel_over<F, Extents>`, `reduction_over<Op, T>`, `can_copy<A, From, To>`, `stays_on<F, A>`, `takes_blocks_of<A, Grid>`, `runs_grids_of<A, Grid>` |
| choice of devices | `devices_text<"0,1">`, `can_match<A>` |
"""

SHOWN_HEAD = """# Errors of three compilers

The same mistakes, as three compilers report them. The library's sentence is in each of them, and so is your line: read the first
error, look for the sentence and for the name of your file, and skip what begins with `allotype/`. [All errors](errors.md) are listed
with a right line for each.

Left out here: folders, the library's line numbers, those of quoted lines, and the namespace of the version: compilers
write `allotype::v0_3::A100` for `allotype::A100`. The tests compare the texts with the compilers.
"""
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
    return (f"\n## {name.replace('_', ' ')}\n\n{comment}{kinds}\n\n"
            f"```c++\n{code(wrong, 'wrong')}{code(right, 'right')}```\n\nIn the error: {texts}\n")


def all_errors(_):
    lists = (ROOT / "test/compile_fail/CMakeLists.txt").read_text(encoding="utf-8")
    programs = re.search(r"set\(programs\s(.*?)\)", lists, re.DOTALL).group(1).split()
    return HEAD + "".join(section(name) for name in programs)


def wrong_program(source):
    """As a reader would write it."""
    program = source[source.index("#include"):].partition("\n// Uses of")[0].rstrip() + "\n"
    program = re.sub(r"^#ifdef TWIN\n.*?^#else\n(.*?)^#endif\n", r"\1", program, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"  // here$", "", program, flags=re.MULTILINE)


def shown_errors(before):
    page = SHOWN_HEAD
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
        before = page.read_text(encoding="utf-8") if page.exists() else ""
        after = write(before)
        if not sys.argv[1:]:
            page.write_text(after, encoding="utf-8")
        elif before != after:
            sys.exit(f"{name} is out of date: run doc/errors.py, which writes it from test/compile_fail")
