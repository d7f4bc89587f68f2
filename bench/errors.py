#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Measures what compilers say of wrong programs:  bench/errors.py [--include FOLDER] [--compiler COMMAND ...] [FOLDER ...]

Each FOLDER holds wrong programs, and each program marks its mistake with a line that ends in `// here`; without a FOLDER they are those of
test/compile_fail. For each program and compiler it counts the lines, without quoted source, and the errors, and asks whether the marked
line is named and whether a sentence of the library is there. `told` is what has all of it: a sentence and the marked line, in 14 lines and
one error. Where the mark stands at a declaration, such as a member of a type, the error may name the line that uses it: those are counted
apart. Of what is refused otherwise it says whether the compiler's first error comes before it asks the library: an unknown name, a type
in place of a value, grammar; and how many of those name the marked line in 14 lines, as no sentence can stand there. A program that compiles
with a warning is `warned`; one that compiles, and fails when g++ makes a checked build of it that is run, is `found`; and one that compiles
otherwise is `silent`. A summary and the ten programs with most lines follow.
"""
import argparse
import concurrent.futures
import csv
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test/compile_fail"))
import check  # noqa: E402

COMPILERS = {
    "gcc": "g++ -std=c++20 -fsyntax-only -Wall -Wextra",
    "clang": "clang++-19 -std=c++20 -fsyntax-only -Wall -Wextra",
    "nvcc": "nvcc -std=c++20 -arch=sm_80 --extended-lambda --expt-relaxed-constexpr -c -o /dev/null",
}
# A sentence is the text of an assertion, of #error, of [[nodiscard]] or of a refused name, or the name of a concept, which has five words or
# more; and what detail::refuse and a refusal are called with and what a constraint or a parameter of a deleted function is called, in the line that the
# compiler quotes.
QUOTED = re.compile(r"""\b[a-z0-9]+(_[A-Za-z0-9]+){4,}\b[^;\n]* = delete|\b(refused?|refusal|holds)\b[^"\n]*"\S+ \S+ |\b(requires|template <)[^;{"\n]*\b[a-z0-9]+(_[A-Za-z0-9]+){4,}\b""")
SENTENCE = re.compile(r"""static assertion failed( due to requirement '.*')?(: | with ")\S|static_assert failed .*"|#error|\brefused<\d+, .*"|declared with attribute 'nodiscard': '|"""
                      r"""\b[a-z0-9]+(_[A-Za-z0-9]+){4,}\b""")
# What a compiler says before it asks the library: no sentence can stand there.
OWN_WORDS = {
    "an unknown name": r"is not a member of|was not declared|has not been declared|does not name a|did you mean|has no member|"
                       r"[Nn]o member named|no non-static data member named|undeclared identifier|no template named|is undefined|"
                       r"[Uu]nknown type name|unable to find|literal operator not found",
    "a type, a value or a template in place of another": r"type/value mismatch|must be a type|must be an expression|type name is not allowed|"
                                                        r"requires template arguments|must be a class template|"
                                                        r"is not a template|is not a type name|namespace name is not allowed|"
                                                        r"(type|value|argument) .*template parameter|too (many|few) template arguments|"
                                                        r"too (many|few) arguments for|wrong number of template arguments|argument list for",
    "the grammar": r"\bexpected\b|parse error|template argument \d+ is invalid|[Dd]esignat",
    "an assignment to a constant": r"read-only|[Cc]annot assign to|must be a modifiable lvalue",
    "a template argument that is no constant": r"string literal|static storage duration|nontype template argument|is not a constant expression|"
                                               r"must have a constant value|local storage",
    "a concept that nvcc finds false": r"static assertion failed$",
    "a marked lambda where nvcc allows none": r"[Ee]xtended .*lambda",
}
CHECKED = "g++ -std=c++20 -DALLOTYPE_CHECKED -w -o checked"
COLUMNS = ("program", "compiler", "grade", "lines", "errors", "line named", "sentence", "own words", "other line")


def found_when_run(file, include, folder):
    """A checked build of a program for the CPU reports an error."""
    if subprocess.run(shlex.split(CHECKED) + [f"-I{include}", str(file)], capture_output=True, cwd=folder).returncode != 0:
        return False  # a file without main
    done = subprocess.run(["timeout", "60", "./checked"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=folder)
    return done.returncode != 0 or b"unreported error" in done.stderr  # what a queue prints at its end


def measured(kind, command, file, include):
    source = file.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        compiled = check.compiled_as(kind, pathlib.Path(folder) / file.name)
        compiled.write_text(source, encoding="utf-8")
        flags = [flag for name in ("flags", "option") for flags in check.directives(source, name, kind) for flag in flags.split()]
        standard = [f"-std={value}" for value in check.directives(source, "standard", kind)]
        done = subprocess.run(shlex.split(command) + [f"-I{include}", *flags, *standard, str(compiled)], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", cwd=folder)
        found = done.returncode == 0 and kind == "gcc" and found_when_run(compiled, include, folder)
    lines = check.said(done.stdout)
    marked = [i for i, line in enumerate(source.splitlines(), 1) if line.rstrip().endswith("// here")]
    errors = sum(map(check.is_error, lines))
    named = any(check.names_line(line, kind, compiled, number) for line in lines for number in marked)
    output = done.stdout.replace(file.stem, "")  # a program may be called by a sentence, too
    sentence = any(SENTENCE.search(check.squeeze(line)) for line in check.said(output)) or QUOTED.search(output) is not None
    if done.returncode == 0:
        grade = "found" if found else "warned" if any("warning" in line for line in lines) else "silent"
    else:
        grade = "told" if sentence and named and errors == 1 and len(lines) <= check.MOST_LINES else "refused"
    others = [i for i, line in enumerate(source.splitlines(), 1) if line.strip() and not line.startswith("#")]
    elsewhere = grade == "refused" and sentence and errors == 1 and len(lines) <= check.MOST_LINES and any(
        check.names_line(line, kind, compiled, number) for line in lines for number in others)
    first = next(filter(check.is_error, lines), "").replace(file.stem, "")
    speaks_first = grade == "refused" and not SENTENCE.search(check.squeeze(first))
    own = next((name for name, words in OWN_WORDS.items() if re.search(words, check.squeeze(first))), "") if speaks_first else ""
    return dict(zip(COLUMNS, (file.name, kind, grade, len(lines), errors, named, sentence, own, elsewhere)))


def print_summary(kind, rows):
    print(f"{kind}: {len(rows)} programs; " + ", ".join(
        f"{sum(row['grade'] == grade for row in rows)} {grade}" for grade in ("told", "refused", "warned", "found", "silent")))
    refused = [row for row in rows if row["grade"] in ("told", "refused")]
    for what, holds in (("without a sentence", lambda row: not row["sentence"]), ("without the line", lambda row: not row["line named"]),
                        ("with a second error", lambda row: row["errors"] > 1),
                        (f"of more than {check.MOST_LINES} lines", lambda row: row["lines"] > check.MOST_LINES),
                        ("of more than 30 lines", lambda row: row["lines"] > 30)):
        print(f"  {sum(map(holds, refused)):4} of those refused {what}")
    of_library = [row for row in refused if not row["own words"]]
    named = [row for row in refused if row["own words"] != "an unknown name"]
    told = sum(row["grade"] == "told" for row in refused)
    elsewhere = sum(row["other line"] for row in named)
    short = sum(bool(row["own words"]) and row["line named"] and row["lines"] <= check.MOST_LINES for row in named)

    def share(part, of):
        return f"{part} of {len(of)} ({100 * part / max(1, len(of)):.0f} %)"
    print(f"  {told:4} told of {len(refused)} refused; {share(told, of_library)} of those that a compiler asks the library about")
    print(f"  unknown names aside: {share(told, named)} told; {share(told + elsewhere, named)} with the line of a use, where the mark stands at a "
          f"declaration; {share(told + elsewhere + short, named)} with few lines of the compiler's own")
    for words in OWN_WORDS:
        of_these = [row["program"] for row in refused if row["own words"] == words]
        print(f"  {len(of_these):4} of those not told for {words}: {', '.join(of_these)}")
    print("  most lines: " + ", ".join(f"{row['program']} {row['lines']}" for row in sorted(rows, key=lambda row: -row["lines"])[:10]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=pathlib.Path, default=[ROOT / "test/compile_fail"])
    parser.add_argument("--include", type=pathlib.Path, default=ROOT / "include")
    parser.add_argument("--compiler", action="append", default=[], metavar="KIND=COMMAND", help="gcc, clang or nvcc, and how it is called")
    parser.add_argument("--only", default=".", metavar="REGEX", help="programs whose names match")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--table", type=pathlib.Path, help="also write the figures of each program, separated by tabs")
    asked = parser.parse_args()
    compilers = dict(each.partition("=")[::2] for each in asked.compiler) or COMPILERS
    for kind in set(compilers) - set(COMPILERS):
        parser.error(f"--compiler takes {', '.join(COMPILERS)}, alone or as KIND=COMMAND, not '{kind}'")
    for folder in asked.folders:
        if not folder.is_dir():
            parser.error(f"there is no folder {folder}")
    files = [file for folder in asked.folders for file in sorted(folder.glob("*.cpp")) if re.search(asked.only, file.stem)]
    rows = []
    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        for kind, command in compilers.items():
            of_kind = [file for file in files if check.is_test_for(kind, file.read_text(encoding="utf-8"))]
            command = command or COMPILERS[kind]
            rows.append(list(pool.map(lambda file: measured(kind, command, file, asked.include.resolve()), of_kind)))
            print_summary(kind, rows[-1])
            sys.stdout.flush()
    if asked.table:
        with asked.table.open("w", encoding="utf-8", newline="") as out:
            table = csv.DictWriter(out, COLUMNS, dialect="excel-tab", lineterminator="\n")
            table.writeheader()
            table.writerows(row for of_kind in rows for row in of_kind)


if __name__ == "__main__":
    main()
