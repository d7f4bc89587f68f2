#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""walk.py HOME NAME=PROGRAM...: what a new user does, in the order of the pages, and how long the commands take.

Each page is followed from top to bottom in an empty folder, as documented.py's session does: its files are written, its commands run, and
what they print is compared with the page. A command NAME of a page is PROGRAM. Below HOME each page has a home of its own. Prints the
seconds of each page; a page that says something else fails.
"""
import pathlib
import sys
import time

import documented

PATHS = {"two services on one A100": ["tutorial_two_services.md"],
         "one kernel, every device": ["tutorial_one_kernel.md"],
         "ten minutes": ["start.md"],
         "a cluster, without C++": ["tutorial_cluster.md", "how_to_cluster.md", "provisioning.md", "layouts.md"]}


def walked(page, home, programs):
    """What goes wrong on the page, as a number."""
    if "<!-- file: " in page.read_text(encoding="utf-8"):
        return documented.session(page, documented.ROOT, home, *programs)
    home.mkdir(parents=True, exist_ok=True)
    for name in ("lab.json", "tasks.json"):  # which the pages have from the example
        (home / name).write_text((documented.ROOT / "example/cluster" / name).read_text(encoding="utf-8"), encoding="utf-8")
    program = next(each.partition("=")[2] for each in programs if each.startswith("allotype="))
    return documented.commands(program, page, folder=home)


def main():
    home, *programs = sys.argv[1:]
    wrong, times = 0, []
    for path, pages in PATHS.items():
        for name in pages:
            begun = time.monotonic()
            wrong += walked(documented.ROOT / "doc" / name, pathlib.Path(home).resolve() / name, programs)
            times.append((path, name, time.monotonic() - begun))
    for path, name, seconds in times:
        print(f"walk: {path:26} {name:26} {seconds:6.1f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
