#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Counts the instructions of kernels that go through the library and of the same kernels written by hand.

As a program it is the test generated_code: it fails if one of ours has more than its twin. Its last line says which.
Without cuobjdump it compares PTX alone: a failure where CI=true, else the test is skipped (exit 77).
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import namedtuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
ARCHITECTURES = ("80", "90")

Pair = namedtuple("Pair", "title file ours by_hand only_steps sass_only", defaults=(False, False))
with open(os.path.join(HERE, "generated_code.toml"), "rb") as rows:
    PAIRS = [Pair(**row) for row in tomllib.load(rows)["pair"]]
# The large function divides once, CUB never: of ours and by hand the file has two divisions if each function stands there once.
CALLED = "generated_code_called.cu"
DIVISION = "div.rn.f64"
Count = namedtuple("Count", "functions ptx sass registers loop")


def cuobjdump():
    """From the environment, beside nvcc, on the path, or what ./dev brought from PyPI; None where there is none."""
    beside_nvcc = os.path.join(os.path.dirname(os.environ.get("CUDACXX", "")), "cuobjdump")
    from_pypi = glob.glob(os.path.join(ROOT, ".venv/lib/python3*/site-packages/nvidia/cu13/bin/cuobjdump"))
    for candidate in [os.environ.get("CUOBJDUMP"), beside_nvcc, shutil.which("cuobjdump"), *from_pypi]:
        if candidate and os.access(candidate, os.X_OK):
            return candidate
    return None


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def ptx_instructions(text):
    """Per kernel; a statement is an instruction unless it is a directive or a label. What was written as PTX stands in braces."""
    counts, kernel, depth = {}, None, 0
    for line in text.splitlines():
        entry = re.match(r"\s*(?:\.visible |\.weak )*\.entry (\w+)", line)
        if entry:
            kernel, depth = entry[1], 0
            counts[kernel] = 0
        elif kernel:
            depth += line.count("{") - line.count("}")
            if depth == 0 and "}" in line:
                kernel = None
            elif depth > 0:
                counts[kernel] += sum(re.match(r"[\s{}]*(?:@!?%\w+\s+)?[a-z]", each) is not None for each in line.split(";")[:-1])
    return counts


def machine_code(text):
    """Per kernel: (place, instruction) of each."""
    found = {}
    for line in text.splitlines():
        function = re.match(r"\s*Function : (\S+)", line)
        instruction = re.match(r"\s+/\*([0-9a-f]{4,})\*/\s+(.*?);", line)
        if function:
            code = found[function[1]] = []
        elif instruction:
            code.append((int(instruction[1], 16), instruction[2].strip()))
    return found


def sass_instructions(code):
    """How many; NOP fills up what is left of the last cache line."""
    return sum(not re.match(r"(@!?\w+\s+)?NOP\b", text) for _, text in code)


def loops(code):
    """(loads from memory, instructions) of each loop."""
    for end, (place, text) in enumerate(code):
        branch = re.search(r"\bBRA\b.*?(0x[0-9a-f]+)", text)
        if branch and int(branch[1], 16) <= place:
            body = [each for at, each in code[:end + 1] if at >= int(branch[1], 16)]
            yield sum("LDG" in each for each in body), len(body)


def step(code):
    """(loads, instructions) of a thread from its beginning to its end, without a step backwards, on the way with most loads from the
    first fork."""
    return max(way(code, True), way(code, False))


def way(code, takes_first_branch):
    """(loads, instructions) until the thread ends."""
    loads = count = 0
    target = None
    for place, text in code:
        if target is not None and place < target:
            continue
        loads += "LDG" in text
        count += 1
        branch = re.match(r"@!?U?P\d+ BRA\b.*?(0x[0-9a-f]+)", text)
        if branch and takes_first_branch and target is None:
            target = int(branch[1], 16)
        if text.startswith("EXIT"):
            break
    return loads, count


def registers(text):
    found = re.findall(r"Compiling entry function '(\w+)'.*?Used (\d+) registers", text, re.DOTALL)
    return {kernel: int(number) for kernel, number in found}


def instructions_a_load(ways):
    """The least, of (loads, instructions); None where nothing loads."""
    return min((count / loads for loads, count in ways if loads > 0), default=None)


def counted(pattern, only_steps, ptx, code, used):
    """What the kernels have whose names the pattern finds. A load's instructions are those of a whole step, in which ours has no loop where
    only the steps are compared; else of the first loop that loads, which is the one for whole steps."""
    kernels = [kernel for kernel in ptx if re.search(pattern, kernel)]
    if not kernels:
        sys.exit(f"no kernel matches {pattern}; there are: {', '.join(ptx)}")
    registers_of = max(used[k] for k in kernels)
    if code is None:
        return Count(len(kernels), sum(ptx[k] for k in kernels), None, registers_of, None)
    first_loops = (next((each for each in loops(code[k]) if each[0] > 0), (0, 0)) for k in kernels)
    ways = (step(code[k]) for k in kernels) if only_steps else first_loops
    return Count(len(kernels), sum(ptx[k] for k in kernels), sum(sass_instructions(code[k]) for k in kernels), registers_of,
                 instructions_a_load(ways))


def measure(nvcc, includes, architectures=ARCHITECTURES):
    """[(pair, architecture, ours, by hand)]"""
    dump = cuobjdump()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for architecture in architectures:
            for file in dict.fromkeys(pair.file for pair in PAIRS):
                output = os.path.join(folder, "code")
                common = [nvcc, "-std=c++20", "-O3", "-arch=sm_" + architecture, os.path.join(HERE, file)]
                common += [f"-I{include}" for include in includes if include != "/usr/include"]
                run(common + ["-ptx", "-o", output + ".ptx"])
                used = registers(run(common + ["-cubin", "-Xptxas=-v", "-o", output + ".cubin"]))
                with open(output + ".ptx", encoding="utf-8") as text:
                    ptx = ptx_instructions(text.read())
                code = machine_code(run([dump, "-sass", output + ".cubin"])) if dump else None
                for pair in PAIRS:
                    if pair.file == file:
                        ours = counted(pair.ours, pair.only_steps, ptx, code, used)
                        by_hand = counted(pair.by_hand, False, ptx, code, used)
                        if ours.functions > by_hand.functions:
                            sys.exit(f"{pair.title}: {ours.functions} kernels of ours, {by_hand.functions} by hand")
                        rows.append((pair, architecture, ours, by_hand))
    return rows


def copies_of_called(nvcc, includes):
    """How often the function of CALLED stands in its file, of ours and by hand together."""
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "code.ptx")
        run([nvcc, "-std=c++20", "-O3", "-arch=sm_" + ARCHITECTURES[0], os.path.join(HERE, CALLED), "-ptx", "-o", output,
             *(f"-I{include}" for include in includes if include != "/usr/include")])
        with open(output, encoding="utf-8") as text:
            return text.read().count(DIVISION)


def more_than_by_hand(rows):
    """What breaks the budget, a sentence each."""
    return [f"{pair.title}, sm_{architecture}: {ours_count} instructions of {kind}, {hand_count} by hand"
            for pair, architecture, ours, by_hand in rows
            for kind, ours_count, hand_count in (("PTX", ours.ptx, by_hand.ptx), ("SASS", ours.sass, by_hand.sass),
                                                 ("a step's SASS for each load", ours.loop, by_hand.loop))
            if ours_count is not None and hand_count is not None and ours_count > hand_count
            and (kind.startswith("a step") or not pair.only_steps) and (kind != "PTX" or not pair.sass_only)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--include", action="append", default=[os.path.join(ROOT, "include")])
    parser.add_argument("--architecture", choices=("80", "90", "100"), action="append", help="80 and 90 where none is given")
    options = parser.parse_args()
    os.environ.setdefault("CUDACXX", options.nvcc)
    rows = measure(options.nvcc, options.include, options.architecture or ARCHITECTURES)
    for pair, architecture, ours, by_hand in rows:
        print(f"{pair.title}, sm_{architecture}: ours {ours.ptx} PTX, {ours.sass} SASS, {ours.registers} registers; "
              f"by hand {by_hand.ptx}, {by_hand.sass}, {by_hand.registers}"
              + (f"; SASS a load {ours.loop:.2f}, by hand {by_hand.loop:.2f}" if ours.loop and by_hand.loop else ""))
    broken = more_than_by_hand(rows)
    if broken:
        sys.exit("more than by hand: " + "; ".join(broken))
    copies = copies_of_called(options.nvcc, options.include)
    print(f"{CALLED}: the function stands there {copies} times, and shall 2 times")
    if copies != 2:
        sys.exit(f"a called function is copied: {copies} times in {CALLED}")
    if cuobjdump() is None:
        print("no cuobjdump here: the machine code was not compared, only PTX")
        sys.exit(1 if os.environ.get("CI") == "true" else 77)


if __name__ == "__main__":
    main()
