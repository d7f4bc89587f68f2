#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""chosen_tests_test.py BUILD: what ./dev test NAME and ./dev test --changed run.

In a small checkout of its own, with a build folder written by hand; then BUILD is asked: each test that runs something built has
a target, and what the compilers read of this checkout, as ninja knows, is what changed_files.py reads.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

import build_tree
import changed_files
from checks import Checks

HERE = pathlib.Path(__file__).resolve().parent
FILES = {
    ".gitignore": "/build/\n__pycache__/\n",
    "include/allotype/plan/pack.hpp": '#pragma once\nstatic_assert(fits, "the items do not fit "\n              "on this board");\n',
    "include/allotype/plan/layout.hpp": "#pragma once\n#ifdef __CUDACC__\n#include <allotype/backend/cuda/scan.hpp>\n#endif\n",
    "include/allotype/plan.hpp": "#pragma once\n#include <allotype/plan/pack.hpp>\n#include <allotype/plan/layout.hpp>\n",
    "include/allotype/backend/cuda/scan.hpp": "#pragma once\n",
    "test/unit/plan/packing.cpp": "#include <allotype/plan/pack.hpp>\n",
    "test/unit/plan/layouts.cpp": '#include <allotype/plan/layout.hpp>\nchar const* table = "boards.csv";\n',
    "test/unit/program/everything.cpp": "#include <allotype/plan.hpp>\n",
    "test/data/boards.csv": "name\n",
    "test/compile_fail/too_many.cpp": "// expect: the items do not fit on this board\n#include <allotype/plan.hpp>\n",
    "test/compile_fail/no_board.cpp": "// expect: there is no such board here\n#include <allotype/plan.hpp>\n",
}
NINJA = """build test/unit/plan/CMakeFiles/p.dir/packing.cpp.o: CXX_COMPILER__p {root}/test/unit/plan/packing.cpp
build test/unit/plan/CMakeFiles/l.dir/layouts.cpp.o: CXX_COMPILER__l {root}/test/unit/plan/layouts.cpp
build test/unit/program/CMakeFiles/e.dir/everything.cpp.o: CXX_COMPILER__e {root}/test/unit/program/everything.cpp $
    || order
build order: phony || test/fake/fake/library.so
build test/fake/fake/library.so: CXX_SHARED_LIBRARY_LINKER__f
build test/unit/plan/unit_packing: CXX_EXECUTABLE_LINKER__p test/unit/plan/CMakeFiles/p.dir/packing.cpp.o | /usr/lib/lib$ x.a
build test/unit/plan/unit_layouts: CXX_EXECUTABLE_LINKER__l test/unit/plan/CMakeFiles/l.dir/layouts.cpp.o
build test/unit/program/unit_everything: CXX_EXECUTABLE_LINKER__e test/unit/program/CMakeFiles/e.dir/everything.cpp.o
build test/unit/plan/test: phony
"""
TESTS = """add_test([=[unit.packing]=] "{build}/test/unit/plan/unit_packing")
add_test([=[unit.layouts]=] "{build}/test/unit/plan/unit_layouts" "-e" "a
b \\"c\\"")
set_tests_properties([=[unit.layouts]=] PROPERTIES  LABELS "unit;" _BACKTRACE_TRIPLES "{root}/CMakeLists.txt;1;add_test")
add_test(unit.everything "{build}/test/unit/program/unit_everything")
set_tests_properties(unit.everything PROPERTIES  ENVIRONMENT "LD_LIBRARY_PATH={build}/test/fake/fake" FIXTURES_REQUIRED "set_up")
add_test(prepare "/bin/true" "{build}/test/unit/plan/unit_packing")
set_tests_properties(prepare PROPERTIES  FIXTURES_SETUP "set_up")
add_test(compile_fail.too_many "check" "{root}/test/compile_fail/too_many.cpp")
add_test(compile_fail.no_board "check" "{root}/test/compile_fail/no_board.cpp")
add_test(headers.begin "/bin/true")
set_tests_properties(headers.begin PROPERTIES  LABELS "headers;every_change")
"""


class Checkout:
    def __init__(self, root):
        self.root, self.build = root, root / "build" / "gcc"
        for name, text in FILES.items():
            self.write(name, text)
        for script in ("chosen_tests.py", "build_tree.py", "changed_files.py"):
            shutil.copy(HERE / script, root / "test" / script)
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit()
        self.build.mkdir(parents=True)
        for name, text in {"build.ninja": NINJA, "CTestTestfile.cmake": TESTS}.items():
            (self.build / name).write_text(text.replace("{root}", str(root)).replace("{build}", str(self.build)))

    def write(self, name, text):
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text)

    def git(self, *arguments):
        subprocess.run(["git", "-C", str(self.root), "-c", "user.name=x", "-c", "user.email=x@localhost", *arguments], check=True)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=x")

    def choose(self, *arguments):
        """(exit status, what it says, tests, targets)."""
        done = subprocess.run([sys.executable, str(self.root / "test" / "chosen_tests.py"), *map(str, arguments)], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        chosen = self.build / "chosen"
        tests = (chosen / "tests").read_text().strip() if chosen.exists() else ""
        targets = (chosen / "targets").read_text().split() if chosen.exists() else []
        return done.returncode, done.stdout, tests, targets


def by_name(checks, checkout):
    found = checkout.choose("named", "unit.packing", checkout.build)
    checks.require((found[0], *found[2:]) == (0, r"^(unit\.packing)$", ["test/unit/plan/unit_packing"]), "one test", str(found))
    found = checkout.choose("named", "compile_fail", checkout.build)
    checks.require(found[2] == r"^(compile_fail\.too_many|compile_fail\.no_board)$", "all that an expression finds", str(found))
    found = checkout.choose("named", "unit.everything", checkout.build)
    checks.require(set(found[3]) == {"test/unit/program/unit_everything", "test/fake/fake/library.so", "test/unit/plan/unit_packing"},
                   "what it runs, a library in its environment, and what sets it up, are built", str(found))
    found = checkout.choose("named", "unit.packign", checkout.build)
    checks.require(found[0] == 2 and "unit.packing" in found[1], "an unknown name: the nearest ones", str(found))
    found = checkout.choose("named", "unit(", checkout.build)
    checks.require(found[0] == 2 and "no regular expression" in found[1], "neither a name nor an expression", str(found))


def by_change(checks, checkout):
    def changed(name, text, base="-"):
        checkout.write(name, text)
        found = checkout.choose("changed", base, 1, checkout.build)
        checkout.git("checkout", "--quiet", "--", name)
        return found

    found = checkout.choose("changed", "-", 1, checkout.build)
    checks.require(found[0] == 3, "nothing changed", str(found))
    found = checkout.choose("changed", "nowhere", 1, checkout.build)
    checks.require(found[0] == 2 and "git knows no commit nowhere" in found[1], "no such commit", str(found))
    found = changed("include/allotype/plan/pack.hpp", FILES["include/allotype/plan/pack.hpp"] + "// changed\n")
    checks.require(found[2] == r"^(headers\.begin|compile_fail\.too_many|unit\.packing|prepare|unit\.everything)$",
                   "a header: static checks, the error with its sentence, the test of its name, then whoever includes it", str(found))
    checks.require("left out, although they read it: 1 program that must not compile" in found[1] and "clang with sanitizers" in found[1], "what is left out is said",
                   found[1])
    found = changed("test/data/boards.csv", "name,memory\n")
    checks.require(found[2] == r"^(headers\.begin|unit\.layouts)$", "a table: the test whose source names it", str(found))
    found = changed("include/allotype/backend/cuda/scan.hpp", "#pragma once\n// changed\n")
    checks.require(found[2] == r"^(headers\.begin)$" and "nvcc reads" in found[1], "what nvcc alone reads is said", str(found))
    # Of 12 tests of 20 seconds each, what fits into the time of one processor runs.
    ninja, tests = checkout.build / "build.ninja", checkout.build / "CTestTestfile.cmake"
    before = ninja.read_text(), tests.read_text()
    for i in range(12):
        ninja.write_text(ninja.read_text() + f"build more{i}.o: CXX_COMPILER__m {checkout.root}/test/unit/plan/packing.cpp\n"
                         f"build test/unit/plan/more{i}: LINKER more{i}.o\n")
        tests.write_text(tests.read_text() + f'add_test(unit.more{i} "{checkout.build}/test/unit/plan/more{i}")\n')
    found = changed("include/allotype/plan/pack.hpp", "#pragma once\n// changed\n")
    ninja.write_text(before[0])
    tests.write_text(before[1])
    checks.require(1 <= found[2].count("more") < 5 and "left out, although they read it" in found[1], "there is a limit", str(found))
    checkout.write("new.txt", "new\n")
    checkout.commit()
    found = checkout.choose("changed", "HEAD~1", 1, checkout.build)
    checks.require(found[0] == 0 and "1 file differs from" in found[1] and "new.txt" in found[1], "a commit is named", str(found))


def in_this_build(checks, folder):
    tree = build_tree.BuildTree(folder)
    lost = [name for name, test in tree.tests.items() if test.command and test.command[0].startswith(f"{tree.folder}/")
            and not tree.targets_of(test)]
    checks.require(tree.tests and not lost, f"{len(tree.tests)} tests, and each that runs a built program has its target", str(lost))
    readers = changed_files.Readers()
    done = subprocess.run(["ninja", "-C", str(tree.folder), "-t", "deps"], text=True, stdout=subprocess.PIPE)
    closures, unread, compared = {}, set(), 0
    for part in done.stdout.split("\n\n"):
        target, *read = part.splitlines() or [""]
        target = target.partition(":")[0]
        sources = [each for each in tree.made_by.get(target, ("", []))[1] if each.startswith(f"{build_tree.ROOT}/")]
        sources = [str(pathlib.Path(each).relative_to(build_tree.ROOT)) for each in sources]
        if len(sources) != 1 or sources[0] not in readers.known:
            continue
        closure = closures.setdefault(sources[0], readers.read_by(sources, ("",)))
        known = [str(pathlib.Path(each.strip()).relative_to(build_tree.ROOT)) for each in read
                 if each.strip().startswith(f"{build_tree.ROOT}/") and not each.strip().startswith(f"{tree.folder}/")]
        compared += 1
        unread |= {f"{sources[0]}: {each}" for each in known if each in readers.known and each not in closure}
    checks.require(not unread, f"{compared} sources include what ninja knows of them", "\n".join(sorted(unread)[:10]))


def main():
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        checkout = Checkout(pathlib.Path(folder).resolve())
        by_name(checks, checkout)
        by_change(checks, checkout)
    in_this_build(checks, pathlib.Path(sys.argv[1]))
    return 1 if checks.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
