#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes doc/errors.md from the programs in test/compile_fail; with --check, fails if it is out of date."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "doc/errors.md"
HEAD = """# Errors

This page lists all mistakes that the library detects while compiling: for each a wrong line, the right line, and the texts that
every compiler's error contains. `doc/errors.py` writes the page from the programs in [test/compile_fail](../test/compile_fail).
The tests compile each program with g++, clang and nvcc. They require that

- the wrong program fails with at most 14 lines, not counting source lines that the compiler quotes;
- the error or its first note names the user's line, and contains all texts listed here;
- no other error follows;
- the program with the right line compiles without a warning.

The error in the [README](../README.md) is compared as a whole.

## How to read an error

Read the first error. These options show it alone: `-fmax-errors=1` (g++), `-ferror-limit=1` (clang), `-Xcudafe --error_limit=1`
(nvcc).

After most failed checks the result still has the shape of a right one, so using it brings no second error. A name that does not
exist is different. The compiler looks it up while it reads the line, and then declares nothing: after
`using slice = A100::partition<"2g.40gb">;` each later use of `slice` is reported as undeclared. The same holds for names in
`layout<…>`, `gpu<"…">` and `slice<"…">`, and on clang for `decltype` of a variable whose type failed a check.

g++ 14 reports a text that is refused as the argument of a function in two errors. The second one has the reason.

nvcc 13.5 has a defect that nvcc 13.0 does not have. If a file includes `<chrono>`, also through `<mutex>` or `<thread>`, and a text
is refused as the argument of a function, such as `register_accelerator<xpu>("xpu,2", …)` or `select_devices("1,1", …)`, it reports an
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
| names | `offers<A100, "2g.40gb">`, `known_gpu<"…">`, `known_device<"…">`, `available_under<Partition, driver>` |
| facts | `publishes<A, fact::…>`, `occupancy_known<A>` |
| alternatives and tasks | `alternatives<…>`, `count_agrees<Limits, Wanted>`, `callable_here<Wanted>`, `can_call<Task, Arguments…>` |
| needs | `well_formed_needs<Needs>`, `meets<Wanted, Needs>`, `can_smallest<Devices, Needs>` |
| layouts | `can_layout_of<Model, Partitions…>`, `can_layout<Model, Entries…>`, `offers<Model, "…", Start>`, `takes_another<Layout, Partition>`, `can_amd_layout<Model, Partitions…>` |
| packing | `can_pack_on<Gpus, Model, Items…>` |
| communication | `can_link<link::peer, A, B>`, `can_share_process<Accelerators, driver>`, `can_equal_shares<A…>` |
| dispatch | `dispatchable<A>`, `kernel_over<F, Extents>`, `reduction_over<Op, T>`, `can_copy<A, From, To>`, `stays_on<F, A>`, `takes_blocks_of<A, Grid>`, `runs_grids_of<A, Grid>` |
| choice of devices | `takes_devices<A, Spec>`, `can_match<A>` |
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
            sys.exit("doc/errors.md is out of date: run doc/errors.py, which writes it from test/compile_fail")
    elif sys.argv[1:]:
        sys.exit("usage: doc/errors.py [--check]")
    else:
        PAGE.write_text(page(), encoding="utf-8")
