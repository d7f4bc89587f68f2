#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks what a compiler says about a program that must not compile.

A test is a source file. Comments in it say what is checked:

  // expect: TEXT       the error contains TEXT (white space counts as one blank); one line for each text
  // expect(KIND): TEXT the same for one kind of compiler: gcc, clang or nvcc
  // only: KIND ...     the file is a test for these kinds only
  // flags(KIND): ...   further flags for that kind; -arch=... in place of the one given
  // standard: S        the file is compiled with -std=S, the twin with the standard given
  ...                   // here
                        marks the line that the error, or its first note, must point to

Compiled as it stands, the file must fail: with at most 14 lines, all expected texts, the marked line named before any
second error, and no second error anywhere but on the marked line. What the compiler quotes of the source is not counted:
g++ 14 quotes more than g++ 12 and says the same. Compiled with -DTWIN, it must compile without a word: what differs is
the marked line alone.

nvcc compiles the twin for the device alone: as host code it is compiled by the other two.

check.py boards KIND DATA -- COMPILER ... does the same for every board of mig_profiles.csv: the error for a profile
that does not exist lists exactly the profiles of that board.

--precompiled FOLDER before -- names the folder with allotype/allotype.hpp.gch, or .pch for clang. It stands for that
header in the files that include it first and ask for no flags of their own.

Exit status: 0 passed, 1 failed, 77 not a test for this kind of compiler.
"""
import csv
import pathlib
import re
import subprocess
import sys
import tempfile

MOST_LINES = 14


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode, done.stdout


def squeeze(text):
    return " ".join(text.replace("‘", "'").replace("’", "'").split())


def directives(source, name, kind):
    found = []
    for match in re.finditer(rf"^// {name}(?:\((\w+)\))?:[ ]?(.*)$", source, re.MULTILINE):
        if match.group(1) in (None, kind):
            found.append(match.group(2).strip())
    return found


def complain(problems, command, output):
    for problem in problems:
        print("FAILED:", problem)
    print("command:", " ".join(command))
    print(output)
    return 1


def names_line(line, kind, file, number):
    """The output line names the marked line of the user's file."""
    if kind == "nvcc" and f"{file.name}:{number}:" not in line:  # so says its preprocessor, which is g++'s
        return f"{file.name}({number})" in line or re.search(rf"at line {number} of \S*{re.escape(file.name)}", line)
    return f"{file.name}:{number}:" in line


def is_error(line):
    return (re.search(r"\berror( #[\w-]+)?:", line) is not None and "error generated" not in line
            and "see the error above" not in line)  # how core/detail/language.hpp stops the compiler


def said(output):
    r"""The lines that are the compiler's own: without quoted source and the carets below.

    >>> said("a.cpp:2:1: error: no\n    2 | int wrong;\n      | ^~~\n  +++ |+#include <x>\na.cpp:1:1: note: why")
    ['a.cpp:2:1: error: no', 'a.cpp:1:1: note: why']
    >>> said("a.cu(2): error: no\n  int wrong;\n      ^\n          detected at line 3\n\n1 error detected")
    ['a.cu(2): error: no', '          detected at line 3', '1 error detected']
    """
    lines = []
    for line in output.splitlines():
        if re.match(r"\s+[\^~]+\s*$", line):  # nvcc: the line above is the source
            del lines[-1:]
        elif line.strip() and not re.match(r"\s*(\d+|\+\+\+)?\s*\|", line):  # g++ and clang: "  12 | source"
            lines.append(line)
    return lines


def reason_of_constant(lines, i, kind, file, marked):
    """Line i is why a constant expression on the marked line is none; g++ 14 calls that an error of its own."""
    while i > 0 and "in 'constexpr' expansion of" in squeeze(lines[i - 1]):
        i -= 1
        if names_line(lines[i], kind, file, marked):
            return True
    return False


def problems_of(output, status, kind, file, marked, expected):
    lines = said(output)
    problems = []
    if status == 0:
        problems.append("it compiles")
    if len(lines) > MOST_LINES:
        problems.append(f"{len(lines)} lines, more than {MOST_LINES}")
    text = squeeze(output)
    problems += [f"the text lacks: {wanted}" for wanted in expected if squeeze(wanted) not in text]

    errors = [i for i, line in enumerate(lines) if is_error(line)]
    until_second = lines[: errors[1]] if len(errors) > 1 else lines
    if not any(names_line(line, kind, file, marked) for line in until_second):
        problems.append(f"line {marked} of {file.name} is not in the error or its first note")
    for i in errors[1:]:
        if not names_line(lines[i], kind, file, marked) and not reason_of_constant(lines, i, kind, file, marked):
            problems.append(f"a second error follows: {lines[i].strip()}")
    return problems


PRECOMPILED = "allotype/allotype.hpp"


def with_precompiled(command, kind, source, folder):
    """The command that reads the precompiled header in place of the one that the source includes first."""
    first = re.search(r"^#.*$", source, re.MULTILINE)
    if folder is None or first is None or first.group() != f"#include <{PRECOMPILED}>":
        return command
    if kind == "clang":
        return command + ["-include-pch", f"{folder}/{PRECOMPILED}.pch"]
    return command[:1] + [f"-I{folder}", "-Winvalid-pch"] + command[1:]


def check_file(kind, file, command, precompiled):
    file = pathlib.Path(file)
    source = file.read_text(encoding="utf-8")
    only = directives(source, "only", kind)
    if only and kind not in " ".join(only).split():
        print(f"{file.name} is a test for {' and '.join(only)}, not for {kind}")
        return 77
    expected = directives(source, "expect", kind)
    marked = [i for i, line in enumerate(source.splitlines(), 1) if line.rstrip().endswith("// here")]
    if not expected or len(marked) != 1:
        print(f"FAILED: {file.name} needs texts to expect and exactly one line that ends in // here")
        return 1
    flags = [flag for flags in directives(source, "flags", kind) for flag in flags.split()]
    if any(flag.startswith("-arch=") for flag in flags):
        command = [flag for flag in command if not flag.startswith("-arch=")]
    command = command + flags
    standard = directives(source, "standard", kind)
    if not flags and not standard:
        command = with_precompiled(command, kind, source, precompiled)

    with tempfile.TemporaryDirectory() as folder:
        if kind == "nvcc":
            compiled = pathlib.Path(folder) / (file.stem + ".cu")
            compiled.write_text(source, encoding="utf-8")
        else:
            compiled = file
        wrong = [f"-std={standard[0]}" if standard and flag.startswith("-std=") else flag for flag in command]
        wrong.append(str(compiled))
        status, output = run(wrong)
        problems = problems_of(output, status, kind, compiled, marked[0], expected)
        if problems:
            return complain(problems, wrong, output)
        twin = ["-ptx" if part == "--cuda" else part for part in command] + ["-DTWIN", str(compiled)]
        twin_status, twin_output = run(twin)
        if twin_status != 0 or twin_output.strip():
            return complain(["the twin does not compile without a word"], twin, twin_output)
    print(output)
    return 0


def tag(profile):
    return "_" + profile.replace("-me", "_no_me").replace("+", "_").replace(".", "_")


# The device of the catalogue that stands for a board, where it is not called as the board is.
DEVICES = {"A100_40GB": "A100", "H100_96GB": "GH200_96GB", "H200_141GB": "H200", "B200_180GB": "B200",
           "GB200_186GB": "GB200", "B300_269GB": "B300", "GB300_278GB": "GB300",
           "GB300_DGX_STATION_252GB": "GB300_DGX_STATION", "THOR_IGPU": "THOR"}


def check_boards(kind, data, command, precompiled):
    boards = {}
    with open(data, newline="", encoding="ascii") as file:
        for row in csv.DictReader(file):
            boards.setdefault(row["device"], set()).add(tag(row["profile"]))
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for board, profiles in boards.items():
            device = DEVICES.get(board, board)
            source = pathlib.Path(folder) / (board + (".cu" if kind == "nvcc" else ".cpp"))
            source.write_text("#include <allotype/allotype.hpp>\n"
                              f'using wanted = allotype::{device}::partition<"9g.999gb">;\n', encoding="ascii")
            asked = with_precompiled(command, kind, source.read_text(encoding="ascii"), precompiled) + [str(source)]
            status, output = run(asked)
            problems = problems_of(output, status, kind, source, 2, ["has no such partition", device, '"9g.999gb"'])
            listed = set(re.findall(r"\bmig::(_\w+)", output))
            if listed != profiles:
                problems.append(f"{board}: the text lists {sorted(listed)}, the table has {sorted(profiles)}")
            if problems:
                failed += complain(problems, asked, output)
    print(f"{len(boards)} boards, {failed} failed")
    return 1 if failed or not boards else 0


if __name__ == "__main__":
    what, kind, subject = sys.argv[1:4]
    options = sys.argv[4:sys.argv.index("--")] if "--" in sys.argv else None
    if what not in ("file", "boards") or kind not in ("gcc", "clang", "nvcc") or not (
            options == [] or options is not None and len(options) == 2 and options[0] == "--precompiled"):
        sys.exit("usage: check.py file|boards gcc|clang|nvcc SUBJECT [--precompiled FOLDER] -- COMPILER FLAG...")
    check = check_file if what == "file" else check_boards
    sys.exit(check(kind, subject, sys.argv[sys.argv.index("--") + 1:], options[1] if options else None))
