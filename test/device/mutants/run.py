# SPDX-License-Identifier: BSL-1.0
"""run.py --nvcc NVCC --library LIBRARY --work FOLDER [--all | --only NAME...]: breaks the device code.

For each mutant of mutants.py: a copy of its header is changed, verbs_on_device.cu compiled with it, and run on the
interpreter. Caught: the program ends with another status than 0, or does not compile. Without mutants it must end with
0. Without --all or --only, the sample. Prints a row of a table for each; fails where one survives that mutants.py does
not explain.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

from mutants import MUTANTS, SAMPLE, SURVIVE

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = HERE.parents[2] / "include"
PAGE = HERE.parents[2] / "doc" / "device_tests.md"


def tried(arguments, name, header=None, old=None, new=None):
    """(status, what was noticed first)."""
    work = arguments.work / name
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    if header is not None:
        text = (INCLUDE / "allotype" / header).read_text()
        changed = work / "allotype" / header
        changed.parent.mkdir(parents=True)
        changed.write_text(text.replace(old, new))
    program = work / "program"
    compiled = subprocess.run(
        [arguments.nvcc, "-std=c++20", "--extended-lambda", "--no-compress", "-lineinfo", "-gencode",
         "arch=compute_90,code=compute_90", "-DALLOTYPE_TEST_GPU_MAJOR=9", "-DALLOTYPE_TEST_GPU_MINOR=0", f"-I{work}",
         f"-I{INCLUDE}", "-cudart=none", "-o", program, HERE / "verbs_on_device.cu", arguments.library],
        capture_output=True, text=True)
    if compiled.returncode != 0:
        errors = [line for line in compiled.stderr.splitlines() if "error" in line]
        return 1, "does not compile: " + (errors[0] if errors else compiled.stderr)
    noticed, status = "", 0
    for order in ("forwards", "backwards"):
        environment = os.environ | {"ALLOTYPE_TEST_DEVICE": "H200", "ALLOTYPE_TEST_ORDER": order}
        run = subprocess.run([program], capture_output=True, text=True, env=environment, timeout=600)
        if run.returncode != 0:
            lines = run.stderr.splitlines() + run.stdout.splitlines()
            found = [line.removeprefix("device test found: ") for line in lines
                     if line.startswith(("device test found:", "wrong:"))]
            noticed, status = found[0] if found else f"status {run.returncode}", run.returncode
            break
    shutil.rmtree(work)
    return status, noticed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", nargs="*", default=())
    arguments = parser.parse_args()

    # Of all mutants, also of those that are not tried now: a change of a header may have taken one's text away.
    for name, header, old, _ in MUTANTS:
        times = (INCLUDE / "allotype" / header).read_text().count(old)
        if times != 1:
            sys.exit(f"{name}: {header} has its text {times} times, not once: {old!r}")
        if f"\n| `{name}` |" not in PAGE.read_text():
            sys.exit(f"{name}: doc/device_tests.md does not list it")

    status, noticed = tried(arguments, "unchanged")
    if status != 0:
        sys.exit(f"the code as it is: {noticed}")
    wanted = {name for name, *_ in MUTANTS} if arguments.all else set(arguments.only or SAMPLE)
    if unknown := wanted - {name for name, *_ in MUTANTS}:
        sys.exit(f"no mutant has the name {', '.join(unknown)}")
    caught, surprising = 0, []
    for name, header, old, new in MUTANTS:
        if name not in wanted:
            continue
        status, noticed = tried(arguments, name, header, old, new)
        caught += status != 0
        if (status == 0) != (name in SURVIVE):
            surprising.append(name)
        what = noticed[:110] if status != 0 else "survives: " + SURVIVE.get(name, "nobody noticed")
        print(f"| `{name}` | {what} |", flush=True)
    print(f"{caught} of {len(wanted)} mutants caught")
    if surprising:
        sys.exit("not as mutants.py says: " + ", ".join(surprising))


if __name__ == "__main__":
    main()
