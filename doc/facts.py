#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes doc/facts.md from the rows of core/detail/begin_fact_rows.hpp; with --check, fails if it is out of date."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "doc/facts.md"
HEAD = """# Facts

What can be known about an accelerator. `doc/facts.py` writes this page from the rows in
[core/detail/begin_fact_rows.hpp](../include/allotype/core/detail/begin_fact_rows.hpp).

- `fact_of<A, fact::bf16>` is the value of the fact `bf16`. If the fact was not published, it does not compile.
  `publishes<A, fact::bf16>` asks.
- A type states a fact with a static member of that name: `static constexpr int sm_count = 108;`.
- A partition has its own value, or it has the value of its device. A whole device, `A100::unpartitioned`, has all values of its
  device.
- A need is at least so much, `sm_count<28>`, or an ability, `bf16`. See [needs.md](needs.md).

| fact | meaning | of a partition | need |
|---|---|---|---|
"""
READINGS = {"own": "its own", "shared": "its device's", "memory": "its own", "rule": "by a rule, see below"}
NEEDS = {"none": "", "count": "`{}<N>`", "exact_count": "`{}<N>`, exactly", "ability": "`{}`", "some_count": "`{}<N>`",
         "some_memory": "`{}<8_GiB>`", "bytes": "`{}<64_KiB>`", "version": "`{}<8, 0>`"}
TAIL = """
`memory` is the memory that an instance has, or for a whole GPU the frame buffer that a driver reported. If no report is known,
it is `nominal_memory`, the number of the data sheet.

Three facts follow from the kind of accelerator, unless the type states them:

- `peer_to_peer`: yes for a whole NVIDIA GPU and for a partition of an AMD GPU, no for a MIG slice
- `ipc`: yes for a whole NVIDIA GPU and for a compute instance inside a MIG GPU instance, no for a MIG GPU instance
- `graphics`: yes for a whole NVIDIA GPU and for MIG profiles with `+gfx`, no for other MIG slices
"""


def rows():
    """(name, reading, label, unit, kind, need) of each fact."""
    header = (ROOT / "include/allotype/core/detail/begin_fact_rows.hpp").read_text(encoding="utf-8")
    found = re.findall(r'^  FACT\((\w+), (\w+), "([^"]*)", "([^"]*)", (\w+), (\w*)\)', header, re.MULTILINE)
    assert len(found) == header.count("\n  FACT("), "a row of core/detail/begin_fact_rows.hpp has another form"
    return found


def page():
    lines = [f"| `{name}` | {label}{', in' + unit if unit else ''} | {READINGS[reading]} | {NEEDS[kind].format(need)} |\n"
             for name, reading, label, unit, kind, need in rows()]
    return HEAD + "".join(lines) + TAIL


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        if PAGE.read_text(encoding="utf-8") != page():
            sys.exit("doc/facts.md is not what doc/facts.py writes from core/detail/begin_fact_rows.hpp; run doc/facts.py")
    elif sys.argv[1:]:
        sys.exit("usage: doc/facts.py [--check]")
    else:
        PAGE.write_text(page(), encoding="utf-8")
