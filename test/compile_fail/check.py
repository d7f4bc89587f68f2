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

check.py twins KIND FILE ... -- COMPILER ... compiles the twins of all these files as one program, a namespace for each:
nvcc takes seconds to read the library, so its twins are compiled so. Twins that need a file of their own are compiled by
check.py file: those with macros, flags, a standard or a specialization in the library's namespace. nvcc compiles twins
for the device alone: as host code they are compiled by the other two.

check.py boards KIND DATA -- COMPILER ... does the same as check.py file for every board of mig_profiles.csv: the error
for a profile that does not exist lists exactly the profiles of that board.

--precompiled FOLDER before -- names the folder with allotype/allotype.hpp.gch, or .pch for clang. It stands for that
header in the files that include it first and ask for no flags of their own.

--program ALLOTYPE names the program, where it is built: `allotype errors` must make one error of what the compiler says,
with the marked line and the first of the expected texts.

Exit status: 0 passed, 1 failed, 77 not a test for this kind of compiler.
"""
import argparse
import csv
import json
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


def problems_of_short_form(program, output, file, marked, expected):
    """What is wrong with what `allotype errors` makes of the output."""
    if program is None or not pathlib.Path(program).exists():
        return []
    done = subprocess.run([program, "errors", "--json", "-"], input=output, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace")
    if done.returncode != 1:
        return [f"allotype errors ends with {done.returncode}: {done.stdout}"]
    errors = json.loads(done.stdout)
    problems = [f"allotype errors finds {len(errors)} errors"] if len(errors) != 1 else []
    for error in errors:
        if not error["file"].endswith(file.name) or error["line"] != marked:
            problems.append(f"allotype errors names {error['file']}:{error['line']} and not line {marked} of {file.name}")
        if squeeze(expected[0]) not in squeeze(error["sentence"]):
            problems.append(f"allotype errors does not say {expected[0]}: {error['sentence']}")
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


def compiled_with_others(kind, source):
    """The twin is part of the program that check_twins compiles."""
    own_file = re.search(r"^#\s*define|^\s*namespace allotype|^\s*template <>", source, re.MULTILINE)
    return kind == "nvcc" and not own_file and not directives(source, "flags", kind) and not directives(source, "standard", kind)


def twin_of(command, file):
    return ["-ptx" if part == "--cuda" else part for part in command] + ["-DTWIN", str(file)]


def check_twins(kind, files, command):
    include = re.compile(r"^[ \t]*#[ \t]*include .*$", re.MULTILINE)
    included, bodies = {}, []  # a dict keeps the order
    for file in map(pathlib.Path, files):
        source = file.read_text(encoding="utf-8")
        only = directives(source, "only", kind)
        if compiled_with_others(kind, source) and (not only or kind in " ".join(only).split()):
            included.update(dict.fromkeys(line.strip() for line in include.findall(source)))
            bodies.append(f'namespace twin_of_{file.stem} {{\n#line 1 "{file}"\n{include.sub("", source)}\n}}\n')
    if not bodies:
        print(f"FAILED: {kind} compiles no twin with others")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / ("twins.cu" if kind == "nvcc" else "twins.cpp")
        program.write_text("\n".join(included) + "\n" + "".join(bodies), encoding="utf-8")
        status, output = run(twin_of(command, program))
    if status != 0 or output.strip():
        return complain(["the twins do not compile without a word"], twin_of(command, program), output)
    print(f"{len(bodies)} twins of {len(files)} files compile as one program")
    return 0


def check_file(kind, file, command, precompiled, program):
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
        problems += problems_of_short_form(program, output, compiled, marked[0], expected)
        if problems:
            return complain(problems, wrong, output)
        if not compiled_with_others(kind, source):
            twin_status, twin_output = run(twin_of(command, compiled))
            if twin_status != 0 or twin_output.strip():
                return complain(["the twin does not compile without a word"], twin_of(command, compiled), twin_output)
    print(output)
    return 0


def tag(profile):
    return "_" + profile.replace("-me", "_no_me").replace("+", "_").replace(".", "_")


# The device of the catalogue that stands for a board, where it is not called as the board is.
DEVICES = {"A100_40GB": "A100", "H100_96GB": "GH200_96GB", "H200_141GB": "H200", "B200_180GB": "B200",
           "GB200_186GB": "GB200", "B300_269GB": "B300", "GB300_278GB": "GB300",
           "GB300_DGX_STATION_252GB": "GB300_DGX_STATION", "THOR_IGPU": "THOR"}


def check_boards(kind, data, command, precompiled, program):
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
            problems += problems_of_short_form(program, output, source, 2, ["has no such partition"])
            listed = set(re.findall(r"\bmig::(_\w+)", output))
            if listed != profiles:
                problems.append(f"{board}: the text lists {sorted(listed)}, the table has {sorted(profiles)}")
            if problems:
                failed += complain(problems, asked, output)
    print(f"{len(boards)} boards, {failed} failed")
    return 1 if failed or not boards else 0


def main():
    if "--" not in sys.argv:
        sys.exit("check.py: the compiler's command follows after --")
    end = sys.argv.index("--")
    parser = argparse.ArgumentParser(usage="check.py {file,twins,boards} {gcc,clang,nvcc} SUBJECT ... -- COMPILER FLAG ...")
    parser.add_argument("what", choices=("file", "twins", "boards"))
    parser.add_argument("kind", choices=("gcc", "clang", "nvcc"))
    parser.add_argument("subjects", nargs="+")
    parser.add_argument("--precompiled")
    parser.add_argument("--program")
    asked = parser.parse_args(sys.argv[1:end])
    command = sys.argv[end + 1:]
    if asked.what == "twins":
        return check_twins(asked.kind, asked.subjects, command)
    if len(asked.subjects) != 1:
        parser.error(f"{asked.what} takes one subject, not {len(asked.subjects)}")
    check = check_file if asked.what == "file" else check_boards
    return check(asked.kind, asked.subjects[0], command, asked.precompiled, asked.program)


if __name__ == "__main__":
    sys.exit(main())
