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
14 lines besides the source that the compiler quotes, with the user's line in the error or its first note, with all the
texts below, and with no other error behind it; the program with the right line in place of the wrong one must compile
without a word. The message that stands in the [README](../README.md) is checked as a whole. g++ 14 tells in two errors,
the second with the reason, that a literal is refused as the argument of a function.

After a failed rule the result has the shape of a right one, so that its use brings no second error: programs below use a
failed layout, packing, task or queue. A name that nothing has is different: the name is looked up while the compiler reads
it, the failure is a failed constant expression, and no compiler declares what `using slice = A100::partition<"2g.40gb">;`
would have named, so each later use of `slice` is reported as undeclared. The same holds for names in `layout<…>`,
`gpu<"…">` and `slice<"…">`. The first error is the one to read; `-fmax-errors=1` (g++), `-ferror-limit=1` (clang) and
`-Xcudafe --error_limit=1` (nvcc) show it alone. On clang the same is true of `decltype` of a variable whose type failed a
check.

nvcc 13.5 (not 13.0) gets one thing wrong: a literal that is refused as the argument of a function,
`register_accelerator<xpu>("xpu,2", …)` or `select_devices("1,1", …)`, in a file that includes `<chrono>`, be it by `<mutex>`
or `<thread>`, is answered with an error about `<chrono>`. It is the compiler's, whatever the library includes; this shows it:

```c++
#include <chrono>
void refuse();
struct name { consteval name(char const* text) { if (*text == 'x') refuse(); } };
int register_as(name);
int wrong() { return register_as("xpu"); }   // bits/chrono.h(1371): call to consteval function … time_point
```

A constant in front of the call brings the library's sentence back, `constexpr at::accelerator_name name = "xpu,2";`, and so
does g++ or clang.

Each check is also a concept, so that generic code can ask instead of fail:

| about | concepts |
|---|---|
| names | `offers<A100, "2g.40gb">`, `known_gpu<"…">`, `known_tpu<"…">`, `known_device<"…">`, `available_under<Partition, driver>` |
| facts | `publishes<A, fact::…>`, `publishes_places<Model>`, `occupancy_known<A>` |
| alternatives and tasks | `alternatives<…>`, `count_agrees<Limits, Wanted>`, `callable_here<Wanted>`, `can_call<Task, Arguments…>` |
| needs | `well_formed_needs<Needs>`, `meets<A, Needs>`, `needs_are_met<Wanted, Needs>`, `has_smallest<Devices, Needs>` |
| layouts | `share_one<Model, Partitions…>`, `has_layout<Model, Entries…>`, `offers_start<Model, "…", Start>`, `takes_another<Layout, Partition>`, `shares_one_amd_device<Model, Partitions…>` |
| packing | `fits_on<Gpus, Model, Items…>`, `takes_item<Model, Item>` |
| communication | `can_peer<A, B>`, `can_share_ipc<A, B>`, `can_nvls<A, B>`, `can_nccl<A, B, Version>`, `can_nccl_experimentally<A, B, Version>`, `can_share_process<Accelerators, driver>`, `are_equal_shares<A…>` |
| dispatch | `dispatchable<A>`, `kernel_over<F, Extents>`, `reduction_over<Op, T>`, `can_copy<A, From, To>`, `stays_on<F, A>`, `takes_blocks_of<A, Grid>`, `runs_grids_of<A, Grid>` |
| choice of devices | `takes_devices<A, Spec>`, `checkable_device<A>` |
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
