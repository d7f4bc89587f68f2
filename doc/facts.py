#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes the table of doc/facts.md from the rows of core/detail/begin_fact_rows.hpp; with --check, fails if it is out of date."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "doc/facts.md"
HEAD = "| fact | meaning | of a partition | need |\n|---|---|---|---|\n"
BEGIN, END = "<!-- facts -->\n", "<!-- end of facts -->\n"
READINGS = {"own": "its own", "shared": "its device's", "memory": "its own", "rule": "by a rule, see below"}
NEEDS = {"none": "", "count": "`{}<N>`", "exact_count": "`{}<N>`, exactly", "ability": "`{}`", "some_count": "`{}<N>`",
         "some_memory": "`{}<8_GiB>`", "bytes": "`{}<64_KiB>`", "version": "`{}<8, 0>`"}


def rows():
    """(name, reading, label, unit, kind, need) of each fact."""
    header = (ROOT / "include/allotype/core/detail/begin_fact_rows.hpp").read_text(encoding="utf-8")
    found = re.findall(r'^  FACT\((\w+), (\w+), "([^"]*)", "([^"]*)", (\w+), (\w*)\)', header, re.MULTILINE)
    assert len(found) == header.count("\n  FACT("), "a row of core/detail/begin_fact_rows.hpp has another form"
    return found


def page(text):
    before, _, rest = text.partition(BEGIN)
    lines = [f"| `{name}` | {label}{', in' + unit if unit else ''} | {READINGS[reading]} | "
             f"{NEEDS[kind].format(need) if need or kind != 'count' else f'`at_least<fact::{name}, N>`'} |\n"
             for name, reading, label, unit, kind, need in rows()]
    return before + BEGIN + HEAD + "".join(lines) + END + rest.partition(END)[2]


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit("usage: doc/facts.py [--check]")
    before = PAGE.read_text(encoding="utf-8")
    if not sys.argv[1:]:
        PAGE.write_text(page(before), encoding="utf-8")
    elif before != page(before):
        sys.exit("doc/facts.md is not what doc/facts.py writes from core/detail/begin_fact_rows.hpp; run doc/facts.py")
