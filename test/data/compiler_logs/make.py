#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes the compilers' logs in this folder:   test/data/compiler_logs/make.py [KIND...]

Each begins with the command, which is run in the folder of the project, and the compiler's version. A kind whose compiler is
missing is an error. What `allotype errors` makes of a log stands beside it, as .txt: printed by it, and read by a person.
"""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent

MISTAKES = (
    "unknown_partition", "unknown_partition_in_template", "near_miss_device", "amd_mode_against_the_rule", "older_standard",
    "layout_that_does_not_fit", "packing_with_an_item_left_over", "alternatives_with_unmet_needs", "kernel_with_a_container",
    "task_with_a_wrong_argument", "claim_of_33_devices", "member_setup_device", "devices_from_truth_value",
    "devices_text_not_understood")
COMMON = ["-std=c++20", "-Iinclude"]
COMPILERS = {  # nvcc compiles for the host and the device, or for the device alone
    "gcc": ["g++", "-fsyntax-only", "-Wall", "-Werror"] + COMMON,
    "clang": ["clang++-19", "-fsyntax-only", "-Wall", "-Werror"] + COMMON,
    "nvcc": ["nvcc", "-arch=sm_80", "--cuda", "-o", "/dev/null", "-x", "cu"] + COMMON,
    "nvcc_device": ["nvcc", "-arch=sm_80", "-ptx", "-o", "/dev/null", "-x", "cu"] + COMMON,
}
OF_EACH = {"nvcc_device": ("unknown_partition", "kernel_with_a_container", "several")}


def said(command):
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode, done.stdout


def main(kinds):
    for kind in kinds or COMPILERS:
        _, version = said([COMPILERS[kind][0], "--version"])
        version = version.splitlines()[3 if kind.startswith("nvcc") else 0]
        for name in OF_EACH.get(kind, MISTAKES + ("several",)):
            source = f"test/compile_fail/{name}.cpp" if name in MISTAKES else f"test/data/compiler_logs/{name}.cpp"
            command = COMPILERS[kind] + [source]
            if name == "older_standard":
                command = [part.replace("c++20", "c++17") for part in command]
            status, log = said(command)
            if status == 0:
                sys.exit(f"{' '.join(command)}: compiles")
            (HERE / f"{name}.{kind}.log").write_text(f"$ {' '.join(command)}   # {version}\n{log}", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
