#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What a user wants to know of the measurements: is the library slower than a loop, than Kokkos, than CUB; what does it cost to compile.

answers.py [--write]    whether doc/measurements.md opens with the answers that its tables and those of doc/measurements_gpu.md give;
                        --write puts them there
"""
import pathlib
import re
import sys

PAGES = pathlib.Path(__file__).resolve().parent.parent / "doc"
HEADING, NEXT = "## In short", "## Machine"
SHARE = "% of the speed by hand"  # the first column of a table of speeds; the others are contenders
LOOPS = ("triad", "dot", "stencil")


def tables(text):
    """{title: rows of cells, the header first} of each table, by the heading before it."""
    found, title, rows = {}, "", []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
            continue
        if rows:
            found[title] = [rows[0], *rows[2:]]
        rows = []
        if line.startswith("#"):
            title = line.lstrip("# ").lower()
    return found


def speeds(table):
    """{size: {contender: percent}}, the best of each."""
    header, *rows = table
    at, size, found = header.index("speed: best"), "", {}
    for row in rows:
        size = row[0] or size
        found.setdefault(size, {})[row[1]] = row[at].removesuffix(" %")
    return found


def table_lines(header, rows):
    widths = [max(len(row[i]) for row in (header, *rows)) for i in range(len(header))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in (header, *rows)]
    return [lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]]


def beside(names, of, only=None):
    """A table with a row for each loop and size, and a column for each contender but the reference, or for `only` one."""
    rows, contenders = [], []
    for name in names:
        for size, found in speeds(of[name]).items() if name in of else ():
            others = [each for each in list(found)[1:] if only in (None, each)]
            contenders += [each for each in others if each not in contenders]
            rows.append((f"{name.rpartition(' ')[0]}, {size}", found))
    return table_lines([SHARE, *contenders], [[label, *(found.get(each, "") for each in contenders)] for label, found in rows])


def compile_times(of):
    header, *rows = of["compile time"]
    program, compiler, best, raw = (header.index(name) for name in ("program", "compiler", "best", "times raw"))
    wanted = [row for row in rows if re.match(r"axpy, |`#include <allotype/allotype.hpp>`", row[program])]
    return table_lines(["program", "compiler", "CPU seconds", "times raw"], [[row[program], row[compiler], row[best], row[raw]] for row in wanted])


def opening(page, gpu_page):
    """The lines from HEADING on that the pages' tables give."""
    of, on_gpu = tables(page), tables(gpu_page)
    yield from (HEADING, "", "100 is the speed of the same loop by hand; more is faster. The first column has the number of elements.", "")
    yield from ("### Is it slower than a loop on one core, or than Kokkos?", "", *beside([f"{loop} serial" for loop in LOOPS], of), "")
    yield from ("### Is it slower than OpenMP on all cores, or than Thrust and oneTBB?", "", *beside([f"{loop} openmp" for loop in LOOPS], of), "")
    gpu = re.search(r"^CUDA device \d+, NVIDIA ([^ .]+)", gpu_page, re.MULTILINE)[1]
    yield from ("### Is it slower than CUDA by hand, or than CUB?", "",
                f"On one {gpu}; scan, sort and `copy_if` by hand are calls of CUB. [Measurements on a GPU](measurements_gpu.md) has the times.", "",
                *beside([f"{name} gpu" for name in ("triad", "five points", "inclusive scan", "copy and sort", "copy_if")], on_gpu, "allotype"), "")
    yield from ("### What does it cost to compile?", "", "\"Times raw\" is how many times as long as the same loop by hand.", "", *compile_times(of), "")


def answered(page, gpu_page):
    """The page with its answers in front of all else."""
    before, _, rest = page.partition(HEADING if HEADING in page else NEXT)
    behind = rest.partition(NEXT)[2] if HEADING in page else rest
    return before + "\n".join(opening(NEXT + behind, gpu_page)) + "\n" + NEXT + behind


def main():
    path = PAGES / "measurements.md"
    page = path.read_text(encoding="utf-8")
    right = answered(page, (PAGES / "measurements_gpu.md").read_text(encoding="utf-8"))
    if "--write" in sys.argv:
        path.write_text(right, encoding="utf-8")
    elif page != right:
        sys.exit(f"{path}: does not open with the answers of its tables; {sys.argv[0]} --write puts them there")


if __name__ == "__main__":
    main()
