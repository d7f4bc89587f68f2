#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks what a compiler says about a program that must not compile.

A test is a source file. Comments in it say what is checked:

  // expect: TEXT       the error contains TEXT (white space counts as one blank, and the namespace of the version, which
                        compilers write, for nothing); one line for each text
  // expect(KIND): TEXT the same for one kind of compiler: gcc, clang or nvcc
  // computed: TEXT     what compilers that compute sentences say in place of that, in the line of the error; of such a file they
                        say at most 9 lines
  // only: KIND ...     the file is a test for these kinds only
  // flags(KIND): ...   further flags for that kind; -arch=... in place of the one given
  // standard: S        the file is compiled with -std=S, the twin with the standard given
  // option(KIND): ...  a further flag for the file, and none for the twin
  // lists: TAG ...     the error lists just these profiles of MIG
  ...                   // here
                        marks the line that the error, or its first note, must point to

Compiled as it stands, the file must fail: with at most 14 lines, all expected texts, the marked line named before any
second error, and no second error anywhere but on the marked line. What the compiler quotes of the source is not counted:
g++ 14 quotes more than g++ 12 and says the same. Compiled with -DTWIN, it must compile without a word: what differs is
the marked line alone. A file that names no TWIN has none.

check.py together KIND FILE ... -- COMPILER ... does the same for many files: a compiler takes a second or more to read the library,
so it reads it once for all. The files are one program, a namespace for each, and each file's errors are those that name it. A
file is compiled alone if it needs a file of its own (macros, flags, a standard, a specialization in the library's
namespace), or if something is wrong with what the compiler says of it among the others: it reports what two files have in
common once. The twins are one program, too. nvcc compiles twins for the device alone: as host code they are compiled by
the other two.

--precompiled FOLDER before -- names the folder with allotype/allotype.hpp.gch, or .pch for clang. It stands for that
header in the files that include it first and ask for no flags of their own.

--computed says that the compiler computes sentences: g++ from 14 on, clang from 21 on, from 17 on with -std=c++26.

--program ALLOTYPE names the program, where it is built: `allotype errors` must make one error of what the compiler says,
with the marked line and the first of the expected texts.

Exit status: 0 passed, 1 failed, 77 not a test for this kind of compiler.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

MOST_LINES = 14
MOST_LINES_COMPUTED = 9


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode, done.stdout


def squeeze(text):
    text = re.sub(r"\ballotype::v\d+(_\d+)?::", "allotype::", text)
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


QUOTED = re.compile(r"\s*(\d+|\+\+\+)?\s*\|")  # g++ and clang: "  12 | source"


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
        elif line.strip() and not QUOTED.match(line):
            lines.append(line)
    return lines


def reason_of_constant(lines, i, kind, file, marked):
    """Line i is why a constant expression on the marked line is none; g++ 14 calls that an error of its own."""
    while i > 0 and "in 'constexpr' expansion of" in squeeze(lines[i - 1]):
        i -= 1
        if names_line(lines[i], kind, file, marked):
            return True
    return False


def listed_profiles(output, kind):
    r"""The tags of MIG's profiles that an error lists: nvcc by their types, the others by their names. The name that was asked for
    is in quotes.

    >>> sorted(listed_profiles('words<9>{"A30 has no partition \\\\"9g.999gb\\\\"; it has 1g.6gb+me,"}, words<9>{"1g.24gb-me"}', "clang"))
    ['_1g_24gb_no_me', '_1g_6gb_me']
    """
    if kind == "nvcc":
        return set(re.findall(r"\bmig::(_\w+)", output))
    names = re.findall(r"(?<!\\\")\b\d+g\.\d+gb(?:[+-][a-z.]+)?", output)
    return {"_" + re.sub(r"[.+]", "_", name.replace("-me", "_no_me")) for name in names}


def problems_of(output, status, kind, file, marked, expected, tags, computed):
    lines = said(output)
    problems = []
    if status == 0:
        problems.append("it compiles")
    most = MOST_LINES_COMPUTED if computed else MOST_LINES
    if len(lines) > most:
        problems.append(f"{len(lines)} lines, more than {most}")
    text = squeeze("\n".join(filter(is_error, lines)) if computed else output)
    problems += [f"the text lacks: {wanted}" for wanted in expected if squeeze(wanted) not in text]
    if tags and set(tags) != (listed := listed_profiles("\n".join(lines), kind)):
        problems.append(f"the text lists {sorted(listed)}, and not {sorted(tags)}")

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


def without_precompiled(output, folder):
    r"""What the compiler says without the precompiled header, which no user has.

    >>> without_precompiled("In file included from a.cpp:1:\nIn file included from p/allotype/allotype.hpp:1:\na.hpp:2:1: error: no\n", "p")
    'In file included from a.cpp:1:\na.hpp:2:1: error: no\n'
    """
    return re.sub(rf"^.*\bfrom {re.escape(str(folder))}/{re.escape(PRECOMPILED)}:\d+[:,].*\n", "", output, flags=re.MULTILINE)


def is_test_for(kind, source):
    only = " ".join(directives(source, "only", kind)).split()
    return not only or kind in only


def needs_a_file_of_its_own(kind, source):
    own = re.search(r"^#\s*define|^\s*namespace allotype|^\s*template <>", source, re.MULTILINE)
    return own or any(directives(source, name, kind) for name in ("flags", "standard", "option"))


def twin_of(command, file):
    return ["-ptx" if part == "--cuda" else part for part in command] + ["-DTWIN", str(file)]


def one_program(kind, sources, folder):
    """A file with all sources, in lines that the compiler calls those of NAME.cu."""
    include = re.compile(r"^[ \t]*#[ \t]*include .*$", re.MULTILINE)
    included, bodies = {}, []  # a dict keeps the order
    for file, source in sources.items():
        included.update(dict.fromkeys(line.strip() for line in include.findall(source)))
        bodies.append(f'namespace of_{file.stem} {{\n#line 1 "{compiled_as(kind, file).name}"\n{include.sub("", source)}\n}}\n')
    program = pathlib.Path(folder) / compiled_as(kind, pathlib.Path("together.cpp"))
    program.write_text("\n".join(included) + "\n" + "".join(bodies), encoding="utf-8")
    return program


def compiled_as(kind, file):
    return file.with_suffix(".cu") if kind == "nvcc" else file


def messages(output, kind):
    r"""The compiler's messages. Blank lines part nvcc's; the others' begin with an error, or with how the compiler came to it.

    >>> messages("In file included from a.cpp:1:\na.hpp:7:1: error: no\na.cpp:2:1: note: why\nb.cpp: In function 'f':\nb.cpp:3:1: error: no\n", "gcc")
    ['In file included from a.cpp:1:\na.hpp:7:1: error: no\na.cpp:2:1: note: why\n', "b.cpp: In function 'f':\nb.cpp:3:1: error: no\n"]
    >>> messages("a.cpp:2:1: error: no\nIn file included from b.cpp:1:\na.hpp:7:1: note: why\n1 error generated.\n", "clang")
    ['a.cpp:2:1: error: no\nIn file included from b.cpp:1:\na.hpp:7:1: note: why\n']
    >>> messages("a.cpp:2:1: error: no\n    2 | int x;\nb.cpp:3:1:   required from here\n    3 | f();\na.hpp:7:1: error: no\n", "gcc")
    ['a.cpp:2:1: error: no\n    2 | int x;\n', 'b.cpp:3:1:   required from here\n    3 | f();\na.hpp:7:1: error: no\n']
    >>> messages("a.cu(2): warning: unused\n\nRemark: The warnings can be suppressed\n\n1 error detected\n", "nvcc")
    ['a.cu(2): warning: unused']
    """
    if kind == "nvcc":
        return [message for message in re.split(r"\n\s*\n", output.strip()) if not re.match(r"\d+ errors? detected|Remark: ", message)]
    found, way = [], ""
    for line in output.splitlines(keepends=True):
        if re.match(r"\d+ errors? generated", line):
            continue
        if re.match(r"\S.*: (fatal error|error|warning): ", line):
            found.append(way + line)
            way = ""
        elif re.match(r"In file included from|\s+from |[^ ]+: (In|At) |\S.*:   (required|in .constexpr. expansion|recursively) ", line) or (
                way and QUOTED.match(line)):  # g++ 14 quotes there, too
            way += line  # to an error, or to a note of the one before
        elif found:
            found[-1] += way + line
            way = ""
        else:
            way += line
    return found + ([way] if way.strip() else [])


def messages_by_file(output, names, kind):
    r"""The messages that name each file, and those that name no file or several.

    >>> messages_by_file("all.cu(2): error: no\n\na.hpp(7): error: no\n  at line 3 of b.cu\n\n2 errors detected\n", ["all.cu", "b.cu", "c.cu"], "nvcc")
    ({'all.cu': 'all.cu(2): error: no\n\n', 'b.cu': 'a.hpp(7): error: no\n  at line 3 of b.cu\n\n', 'c.cu': ''}, [])
    >>> messages_by_file("a.hpp(7): error: no\n\n1 error detected\n", ["b.cu"], "nvcc")
    ({'b.cu': ''}, ['a.hpp(7): error: no'])
    """
    found, others = dict.fromkeys(names, ""), []
    for message in messages(output, kind):
        named = [name for name in names if re.search(rf"(?<![\w.]){re.escape(name)}\b", message)]
        if len(named) == 1:
            found[named[0]] += message + "\n\n"
        else:
            others.append(message)
    return found, others


def told(kind, sources, command, asked):
    """The files that the compiler says the right thing of and nothing else, and those that it says something else of."""
    status, output = run(command)
    by_file, others = messages_by_file(output, [compiled_as(kind, file).name for file in sources], kind)
    if others:
        return [], []
    right, wrong = [], []
    for file, source in sources.items():
        compiled = compiled_as(kind, file)
        expected, marked, tags, computed = expectations(file, source, kind, asked.computed)
        said_of_it = by_file[compiled.name]
        if not said_of_it:
            continue
        problems = problems_of(said_of_it, status, kind, compiled, marked, expected, tags, computed)
        problems += problems_of_short_form(asked.program, said_of_it, compiled, marked, expected)
        (wrong if problems else right).append(file)
    return right, wrong


def check_together(kind, files, command, asked):
    """Each file as check_file does, but the compiler reads the library once for all."""
    sources = {}
    for file in map(pathlib.Path, files):
        source = file.read_text(encoding="utf-8")
        if is_test_for(kind, source):
            sources[file] = source
    together = {file: source for file, source in sources.items() if not needs_a_file_of_its_own(kind, source)}
    alone = [file for file in sources if file not in together]
    failed = compilations = 0
    with tempfile.TemporaryDirectory() as folder:
        groups = [dict(together)]
        while groups:
            # After an error in a class, nvcc looks into no function, and an error that two files have in common comes once: those files
            # come next.
            group = groups.pop()
            right, wrong = told(kind, group, command + [str(one_program(kind, group, folder))], asked)
            compilations += 1
            alone += wrong
            left = [file for file in group if file not in right + wrong]
            # g++ says once where constants cannot be computed, for all files: those are read sooner alone. A file whose error ends
            # nvcc's reading is in one of two halves.
            if left and len(right) > (0 if kind == "nvcc" else 3):
                next_groups = [left]
            elif len(left) > (3 if kind == "nvcc" else 20):
                next_groups = [left[::2], left[1::2]]
            else:
                next_groups = []
                alone += left
            groups += [{file: group[file] for file in part} for part in next_groups]
        if with_twin := {file: source for file, source in together.items() if "TWIN" in source}:
            twins = twin_of(command, one_program(kind, with_twin, folder))
            twin_status, twin_output = run(twins)
            if twin_status != 0 or twin_output.strip():
                failed += complain(["the twins do not compile without a word"], twins, twin_output)
    for file in alone:
        if check_file(kind, file, command, asked, twin=file not in together) != 0:
            print(f"{file.name} failed\n")
            failed += 1
    print(f"{len(sources)} files, {len(alone)} of them alone and the others in {compilations} programs; {failed} failed")
    return 1 if failed or not together else 0


def expectations(file, source, kind, computes):
    """The texts that the error must contain, the marked line, the profiles that the error must list, and whether the texts are
    those of a computed sentence."""
    expected = computed = directives(source, "computed", kind) if computes else []
    if not computed:
        expected = directives(source, "expect", kind)
    marked = [i for i, line in enumerate(source.splitlines(), 1) if line.rstrip().endswith("// here")]
    if not expected or len(marked) != 1:
        sys.exit(f"FAILED: {file.name} needs texts to expect and exactly one line that ends in // here")
    tags = [] if computed else " ".join(directives(source, "lists", kind)).split()
    return expected, marked[0], tags, bool(computed)


def check_file(kind, file, command, asked, twin=True):
    file = pathlib.Path(file)
    source = file.read_text(encoding="utf-8")
    if not is_test_for(kind, source):
        print(f"{file.name} is not a test for {kind}")
        return 77
    expected, marked, tags, computed = expectations(file, source, kind, asked.computed)
    flags = [flag for flags in directives(source, "flags", kind) for flag in flags.split()]
    if any(flag.startswith("-arch=") for flag in flags):
        command = [flag for flag in command if not flag.startswith("-arch=")]
    command = command + flags
    standard = directives(source, "standard", kind)
    option = directives(source, "option", kind)
    if not flags and not standard and not option:
        command = with_precompiled(command, kind, source, asked.precompiled)

    with tempfile.TemporaryDirectory() as folder:
        if kind == "nvcc":
            compiled = pathlib.Path(folder) / compiled_as(kind, file).name
            compiled.write_text(source, encoding="utf-8")
        else:
            compiled = file
        wrong = [f"-std={standard[0]}" if standard and flag.startswith("-std=") else flag for flag in command]
        wrong += [*option, str(compiled)]
        status, output = run(wrong)
        output = without_precompiled(output, asked.precompiled)
        problems = problems_of(output, status, kind, compiled, marked, expected, tags, computed)
        problems += problems_of_short_form(asked.program, output, compiled, marked, expected)
        if problems:
            return complain(problems, wrong, output)
        if twin and "TWIN" in source:
            twin_status, twin_output = run(twin_of(command, compiled))
            if twin_status != 0 or twin_output.strip():
                return complain(["the twin does not compile without a word"], twin_of(command, compiled), twin_output)
    print(output)
    return 0


def main():
    if "--" not in sys.argv:
        sys.exit("check.py: the compiler's command follows after --")
    end = sys.argv.index("--")
    parser = argparse.ArgumentParser(usage="check.py {file,together} {gcc,clang,nvcc} FILE ... -- COMPILER FLAG ...")
    parser.add_argument("what", choices=("file", "together"))
    parser.add_argument("kind", choices=("gcc", "clang", "nvcc"))
    parser.add_argument("files", nargs="+")
    parser.add_argument("--precompiled")
    parser.add_argument("--program")
    parser.add_argument("--computed", action="store_true")
    asked = parser.parse_args(sys.argv[1:end])
    command = sys.argv[end + 1:]
    if asked.what == "together":
        return check_together(asked.kind, asked.files, command, asked)
    return max(check_file(asked.kind, file, command, asked) for file in asked.files)


if __name__ == "__main__":
    sys.exit(main())
