# SPDX-License-Identifier: BSL-1.0
"""check_errors.py PROGRAM LOGS: what `allotype errors` makes of compilers' logs.

LOGS is a folder: NAME.KIND.log is what a compiler printed, NAME.KIND.txt what the program makes of it. The other cases
stand below: what a build prints besides, and logs in which the compiler is not the one that fails.
"""
import json
import pathlib
import subprocess
import sys

HEADER = "/usr/include/allotype/dispatch/for_each.hpp"
SENTENCE = "the kernel is not trivially copyable"
OF_GCC = f"""In file included from {HEADER[:-12]}/../allotype.hpp:22,
                 from main.cpp:1:
{HEADER}: In instantiation of ‘void allotype::host::for_each(queue<A>&) [with A = allotype::cpu]’:
main.cpp:7:15:   required from here
{HEADER}:113:17: error: static assertion failed: {SENTENCE}
  113 |   static_assert(copyable, "{SENTENCE}");
      |                 ^~~~~~~~
"""
IN_SHORT = f"main.cpp:7:15: {SENTENCE}\n    with A = cpu\n"

# (what the log has, what is printed, the status)
CASES = [
    ("", "no errors in standard input\n", 0),
    ("[1/2] Building CXX object a.o\na.cpp:3:7: warning: unused variable ‘x’ [-Wunused-variable]\n    3 |   int x;\n"
     "[2/2] Linking CXX executable a\n", "no errors in standard input\n", 0),
    # Both passes of nvcc, two architectures, two files that include a third: the same error several times.
    (OF_GCC + "[3/9] Building CXX object b.o\n" + OF_GCC, IN_SHORT, 1),
    # Compilers write the namespace of the version; a name that only looks like one stays.
    (OF_GCC.replace("allotype::", "allotype::v0_2::").replace("= allotype::v0_2::cpu", "= allotype::v12::list<allotype::v1::x, v3::y>"),
     IN_SHORT.replace("= cpu", "= list<x, v3::y>"), 1),
    # Colours, links and the line ends of another system.
    ("\x1b[01m\x1b[Kmain.cpp:7:3:\x1b[m\x1b[K \x1b[01;31m\x1b[Kerror: \x1b[m\x1b[K‘\x1b[01m\x1b[Ka\x1b[m\x1b[K’ was not declared "
     "[\x1b]8;;https://gcc.gnu.org\x1b\\-Wx\x1b]8;;\x1b\\]\r\n    7 |   \x1b[01;31m\x1b[Ka\x1b[m\x1b[K;\r\n",
     "main.cpp:7:3: error: 'a' was not declared [-Wx]\n    a;\n", 1),
    # An error that a header of the system reports, because of the user's line.
    ("In file included from /usr/include/c++/12/algorithm:61,\n                 from main.cpp:2:\n"
     "/usr/include/c++/12/bits/stl_algo.h: In instantiation of ‘void std::sort(I, I) [with I = int]’:\n"
     "main.cpp:9:12:   required from here\n"
     "/usr/include/c++/12/bits/stl_algo.h:4820:7: error: no match for ‘operator-’\n 4820 |       __last - __first;\n",
     "main.cpp:9:12: error: no match for 'operator-'\n    in /usr/include/c++/12/bits/stl_algo.h:4820:7\n", 1),
    # The user's headers may be in a folder of the library's name.
    ("src/allotype/mine.hpp:3:1: error: ‘x’ does not name a type\n    3 | x y;\n",
     "src/allotype/mine.hpp:3:1: error: 'x' does not name a type\n    x y;\n", 1),
    # The library in one header.
    ("In file included from main.cpp:1:\n"
     f"/opt/allotype.hpp:9113:17: error: static assertion failed due to requirement 'copyable': {SENTENCE}\n"
     "main.cpp:7:3: note: in instantiation of function template specialization 'allotype::for_each<allotype::cpu>' requested here\n"
     "    7 |   at::for_each(on, kernel);\n      |   ^\n1 error generated.\n",
     f"main.cpp:7:3: {SENTENCE}\n    at::for_each(on, kernel);\n    with for_each<cpu>\n", 1),
    # Errors without a line.
    ("/usr/bin/ld: main.o: in function `main':\nmain.cpp:(.text+0x9): undefined reference to `f()'\n"
     "collect2: error: ld returned 1 exit status\nmake: *** [Makefile:2: main] Error 1\n",
     "main.cpp:(.text+0x9): undefined reference to `f()'\ncollect2: error: ld returned 1 exit status\n", 1),
    ("/usr/bin/ld: main.o: in function `main':\n/src/main.cpp:12: undefined reference to `f()'\n",
     "/src/main.cpp:12: error: undefined reference to `f()'\n", 1),
    ("nvcc fatal   : Unsupported gpu architecture 'compute_60'\n", "nvcc fatal   : Unsupported gpu architecture 'compute_60'\n", 1),
    ("ptxas error   : Entry function 'k' uses too much shared data (0x20000 bytes, 0xc000 max)\n",
     "ptxas error   : Entry function 'k' uses too much shared data (0x20000 bytes, 0xc000 max)\n", 1),
    ("g++: fatal error: Killed signal terminated program cc1plus\ncompilation terminated.\n",
     "g++: fatal error: Killed signal terminated program cc1plus\n", 1),
    ("CMake Error at CMakeLists.txt:4 (find_package):\n  By not providing \"Findallotype.cmake\" in CMAKE_MODULE_PATH\n\n",
     "CMake Error at CMakeLists.txt:4 (find_package): By not providing \"Findallotype.cmake\" in CMAKE_MODULE_PATH\n", 1),
    # Nothing says what has failed but the build.
    ("FAILED: a.o\nninja: build stopped: subcommand failed.\n", "FAILED: a.o\nninja: build stopped: subcommand failed.\n", 1),
    # Cut off, and what is no text at all.
    ("main.cpp:7:15: error:", "main.cpp:7:15: error: \n", 1),
    ("main.cpp:7:15: err", "no errors in standard input\n", 0),
    ("\x1b\x1b[\x00\xff:1:1:(3): |\n   ^\n", "no errors in standard input\n", 0),
]


def run(command, log=None):
    done = subprocess.run(command, input=log, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          encoding="utf-8")
    return done.returncode, done.stdout


def main(program, folder):
    wrong = 0

    def compare(what, found, expected):
        nonlocal wrong
        if found != expected:
            wrong += 1
            print(f"{what}: status {found[0]}, not {expected[0]}; this is printed:\n{found[1]}in place of:\n{expected[1]}")

    logs = sorted(pathlib.Path(folder).glob("*.log"))
    for log in logs:
        compare(log.name, run([program, "errors", str(log)]), (1, log.with_suffix(".txt").read_text(encoding="utf-8")))
    kinds = {log.suffixes[0] for log in logs}
    if not {".gcc", ".clang", ".nvcc", ".nvcc_device"} <= kinds:
        wrong += 1
        print(f"{folder} has logs of {sorted(kinds)} alone")
    for log, short, status in CASES:
        compare(repr(log), run([program, "errors", "-"], log), (status, short))

    status, text = run([program, "errors", "-", "--json"], OF_GCC)
    compare("--json", (status, json.loads(text)), (1, [
        {"file": "main.cpp", "line": 7, "column": 15, "sentence": SENTENCE, "of_library": True, "code": None, "with": "A = cpu",
         "in": None}]))
    compare("--json without errors", run([program, "errors", "-", "--json"], "done\n"), (0, "[]\n"))
    for absent in ("/nowhere/log", "/"):
        compare(absent, run([program, "errors", absent]), (2, f"allotype: the file \"{absent}\" cannot be read\n"))
    print(f"{len(logs)} logs, {len(CASES)} other cases, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
