#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Measures what `import allotype;` would save with clang.   bench/module.py [CLANG]

Writes a module that exports what <allotype/allotype.hpp> declares, and compiles the first program of README.md both ways: with
the header, and with the module, which is compiled once. Prints the least CPU time of 7 runs of each.
"""
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "packaging"))
import compiler_explorer
import single_header

INCLUDE = compiler_explorer.INCLUDE
RUNS = 7


def seconds(folder, command):
    """The least CPU time; None and what the compiler says where it refuses."""
    least = None
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            return None, done.stdout
        took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        least = took if least is None else min(least, took)
    return least, done.stdout


def others(header):
    """The #include lines of the single header: what others declare stays out of the module."""
    lines = header.splitlines()
    return sorted({line for line in lines if line.startswith("#include <") and "see the error" not in line
                   and not any(part in line for part in ("cuda", "omp.h"))})


def main():
    clang = sys.argv[1] if len(sys.argv) > 1 else "clang++-19"
    program = compiler_explorer.first_program(ROOT / "README.md")
    header = single_header.whole(ROOT / "include", "allotype/allotype.hpp", "")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "header.cpp").write_text(program)
        (folder / "allotype.cppm").write_text(
            "module;\n" + "\n".join(others(header)) + "\nexport module allotype;\n" + 'export extern "C++" {\n' + INCLUDE + "\n}\n")
        # A module exports no macros.
        (folder / "import.cpp").write_text(program.replace(INCLUDE, "").replace("namespace at", "import allotype;\n#define ALLOTYPE_FN\nnamespace at"))
        # What a program of several rooms does: the module, and a header of another room, which includes the same headers.
        (folder / "mixed.cpp").write_text("#include <allotype/parallel/registry.hpp>\nimport allotype;\nint main() {}\n")
        (folder / "behind.cpp").write_text("import allotype;\n#include <allotype/parallel/registry.hpp>\nint main() {}\n")
        (folder / "empty.cpp").write_text(program.split("namespace at")[0].replace(INCLUDE, "") + "int main() {}\n")
        common = [clang, "-std=c++20", f"-I{ROOT / 'include'}"]
        steps = (
            ("the headers of the standard library alone", [*common, "-c", "empty.cpp"]),
            ("with the header", [*common, "-c", "header.cpp"]),
            ("the module itself, once", [*common, "-Wno-include-angled-in-module-purview", "--precompile", "allotype.cppm", "-o", "allotype.pcm"]),
            ("with the module", [*common, "-fmodule-file=allotype=allotype.pcm", "-c", "import.cpp"]),
        )
        for name, command in steps:
            took, said = seconds(folder, command)
            print(f"{name}: " + (f"{took:.2f} s" if took is not None else "does not compile:\n" + said))
            if took is None:
                sys.exit(1)
        for name, file in (("a header of another room, then the module", "mixed.cpp"), ("the module, then such a header", "behind.cpp")):
            took, said = seconds(folder, [*common, "-fmodule-file=allotype=allotype.pcm", "-fsyntax-only", file])
            errors = [line for line in said.splitlines() if "error:" in line]
            print(f"{name}: " + ("compiles" if took is not None else f"does not compile; {errors[0]}"))
        print(f"the compiled module: {(folder / 'allotype.pcm').stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
