# SPDX-License-Identifier: BSL-1.0
"""run.py --nvcc NVCC --library LIBRARY --work FOLDER [--all | --only NAME...]: breaks the device code.
run.py --check: only asks whether each mutant's text stands once in its header, and its name on the page.

For each mutant of mutants.toml: a copy of its header is changed, verbs_on_device.cu compiled with it, and run on the
interpreter. Caught: the program ends with another status than 0, or does not compile. Without mutants it must end with
0. Without --all or --only, the sample. Prints a row of a table for each; fails where one survives that mutants.toml does
not explain.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
MUTANTS = tomllib.loads((HERE / "mutants.toml").read_text())
INCLUDE = HERE.parents[2] / "include"
CUDA = pathlib.Path("allotype/backend/cuda")
PAGE = HERE.parents[2] / "doc" / "device_tests.md"


def tried(arguments, name, mutant=None):
    """(status, what was noticed first)."""
    work = arguments.work / name
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    if mutant:
        header = CUDA / mutant["header"]
        (work / header).parent.mkdir(parents=True)
        (work / header).write_text((INCLUDE / header).read_text().replace(mutant["old"], mutant["new"]))
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
    check = "--check" in sys.argv[1:]
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--nvcc", required=not check)
    parser.add_argument("--library", required=not check)
    parser.add_argument("--work", required=not check, type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", nargs="*", default=())
    arguments = parser.parse_args()

    # Of all mutants, also of those that are not tried now: a change of a header may have taken one's text away.
    for name, mutant in MUTANTS.items():
        times = (INCLUDE / CUDA / mutant["header"]).read_text().count(mutant["old"])
        if times != 1:
            sys.exit(f"{name}: {mutant['header']} has its text {times} times, not once: {mutant['old']!r}")
        if f"\n| `{name}` |" not in PAGE.read_text():
            sys.exit(f"{name}: doc/device_tests.md does not list it")
    if check:
        return

    status, noticed = tried(arguments, "unchanged")
    if status != 0:
        sys.exit(f"the code as it is: {noticed}")
    sample = [name for name, mutant in MUTANTS.items() if "sample" in mutant]
    wanted = set(MUTANTS) if arguments.all else set(arguments.only or sample)
    if unknown := wanted - set(MUTANTS):
        sys.exit(f"no mutant has the name {', '.join(unknown)}")
    caught, surprising = 0, []
    for name in (name for name in MUTANTS if name in wanted):
        status, noticed = tried(arguments, name, MUTANTS[name])
        caught += status != 0
        if (status == 0) != ("survives" in MUTANTS[name]):
            surprising.append(name)
        what = noticed[:110] if status != 0 else "survives: " + MUTANTS[name].get("survives", "nobody noticed")
        print(f"| `{name}` | {what} |", flush=True)
    print(f"{caught} of {len(wanted)} mutants caught")
    if surprising:
        sys.exit("not as mutants.toml says: " + ", ".join(surprising))


if __name__ == "__main__":
    main()
