# SPDX-License-Identifier: BSL-1.0
"""check_errors.py PROGRAM LOGS: what `allotype errors` makes of compilers' logs.

LOGS is a folder: NAME.KIND.log is what a compiler printed, NAME.KIND.txt what the program makes of it. The kind `build` has what a
build prints besides, and logs in which the compiler is not the one that fails.
"""
import json
import pathlib
import resource
import subprocess
import sys


def run(command, log=None):
    done = subprocess.run(command, input=log, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode(errors="replace")


def seconds(program, log):
    """Of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run([program, "errors", "-"], log.encode())
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def slow(program):
    """Eight times as much takes about eight times as long: what takes the square of it takes 64 times as long."""
    def many(errors):
        return "".join(f"a.cpp:{i + 1}:14: error: no match for 'operator+' (operand types are 'x{i}')\n" for i in range(errors))

    def long(letters):
        return "".join(f"a.cpp:3:14: error: {part * (letters // len(part))}\n"
                       for part in ("allotype::v0_3::cpu, ", "fixed_text<", "mig::_", "topology<", "mig_partition<", "‘", "a:1", "("))

    wrong = 0
    for name, make, small, large in (("many errors", many, 10000, 80000), ("long lines", long, 100000, 800000)):
        few, all_of = (min(seconds(program, make(size)) for _ in range(3)) for size in (small, large))
        if all_of > 30 * max(few, 0.02):
            wrong += 1
            print(f"{name}: {small} take {few:.2f} s, {large} {all_of:.2f} s")
    return wrong


def main(program, folder):
    wrong = 0

    def compare(what, found, expected):
        nonlocal wrong
        if found != expected:
            wrong += 1
            print(f"{what}: status {found[0]}, not {expected[0]}; this is printed:\n{found[1]}in place of:\n{expected[1]}")

    logs = sorted(pathlib.Path(folder).glob("*.log"))
    for log in logs:
        short = log.with_suffix(".txt").read_text(encoding="utf-8")
        status = 0 if short.startswith("no errors in ") else 1
        compare(log.name, run([program, "errors", str(log)]), (status, short.replace("standard input", str(log))))
        compare(f"{log.name}, piped", run([program, "errors", "-"], log.read_bytes()), (status, short))
    kinds = {log.suffixes[0] for log in logs}
    if not {".gcc", ".clang", ".nvcc", ".nvcc_device", ".build"} <= kinds:
        wrong += 1
        print(f"{folder} has logs of {sorted(kinds)} alone")

    status, text = run([program, "errors", str(pathlib.Path(folder) / "twice.build.log"), "--json"])
    compare("--json", (status, json.loads(text)), (1, [
        {"file": "main.cpp", "line": 7, "column": 15, "sentence": "the kernel is not trivially copyable", "of_library": True,
         "code": None, "with": "A = cpu", "in": None}]))
    compare("--json without errors", run([program, "errors", "-", "--json"], b"done\n"), (0, "[]\n"))
    for absent, why in (("/nowhere/log", "cannot be read: No such file or directory"), ("/", "is a folder; valid is a file")):
        compare(absent, run([program, "errors", absent]), (2, f"allotype: {absent}: {why}\n"))
    wrong += slow(program)
    print(f"{len(logs)} logs, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
