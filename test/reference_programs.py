#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The programs of the reference: example/reference/NAME.cpp shows the public name NAME, and NAME.txt is what it prints.

reference_programs.py check                     each public name but those of the catalogue has a program, or one that uses it, but those
                                                of NEVER_COMPILE; a check has one of its own
reference_programs.py units FOLDER [--core]     writes the programs with the same includes as one source, and prints the sources' names
reference_programs.py compare PROGRAM [--core]  runs them, and compares what they print
reference_programs.py write PROGRAM             writes what they print

`kubernetes-pod_request.cpp` is about `kubernetes::pod_request`. A program's first comment says what it does. A line
`// Shows: a, b` in it adds names that stand nowhere in its code, such as the type of a result.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROGRAMS = ROOT / "example" / "reference"
OTHER_LIBRARIES = re.compile(r"#include <allotype/(cluster|parallel|program)")
NEVER_COMPILE = {"partition"}  # there for its error, which says how a partition is named
MAIN = re.compile(r"^int main\(\) \{", re.MULTILINE)


class Program:
    def __init__(self, path):
        self.path, self.name = path, path.stem.replace("-", "::")
        text = path.read_text(encoding="utf-8")
        self.about, self.code = re.match(r"// SPDX[^\n]*\n((?://[^\n]*\n)+)(.*)", text, re.DOTALL).groups()
        self.about = re.sub(r"^// ?", "", self.about, flags=re.MULTILINE)
        also = re.search(r"^Shows: (.*)", self.about, re.MULTILINE | re.DOTALL)
        self.shows = {self.name, *(re.split(r",\s+", " ".join(also[1].split())) if also else ())}
        self.about = self.about[:also.start() if also else None].strip()
        self.includes, self.rest = self.parts()
        if len(MAIN.findall(self.rest)) != 1:
            raise SystemExit(f"{path}: has no line `int main() {{`")
        self.output = path.with_suffix(".txt")

    def parts(self):
        """The #include lines, with the #define lines before them, and what stands behind them."""
        lines = self.code.split("\n")
        last = max(k for k, line in enumerate(lines) if line.startswith("#include"))
        return tuple(sorted(line for line in lines[:last + 1] if line)), "\n".join(lines[last + 1:])

    def printed(self):
        return self.output.read_text(encoding="utf-8") if self.output.is_file() else ""

    def uses(self, name):
        return name in self.shows or self.uses_in_code(name)

    def uses_in_code(self, name):
        return bool(re.search(rf"\b(at|allotype)::{name}\b", self.code))

    @property
    def function(self):
        return "show_" + self.path.stem.replace("-", "_")

    @property
    def specializes(self):
        """What specializes a name of the library stands outside all namespaces."""
        return re.search(r"^template <>", self.rest, re.MULTILINE) is not None

    def as_function(self):
        """The program as a function of its own namespace, for a source that holds several."""
        line = self.path.read_text(encoding="utf-8").removesuffix(self.rest).count("\n") + 1
        body = f'#line {line} "{self.path}"\n{self.rest}'
        if self.specializes:
            return f"namespace {self.function} {{ void run(); }}\n" + MAIN.sub(f"void {self.function}::run() {{", body)
        return f"namespace {self.function} {{\n{MAIN.sub('void run() {', body)}}}  // namespace {self.function}\n"


def programs(*options):
    """All of them, or with --core those that include neither the cluster library nor the parallel one."""
    found = [Program(path) for path in sorted(PROGRAMS.glob("*.cpp"))]
    return [each for each in found if "--core" not in options or not OTHER_LIBRARIES.search(each.code)]


def public_names():
    """The public names but those of the catalogue."""
    return [line.partition(": ")[2] for line in (ROOT / "test/public_names.txt").read_text(encoding="utf-8").splitlines()
            if re.match(r"[\w/]+\.hpp: ", line)]


def programs_of(name, among):
    """Those that show the name, its own first."""
    return sorted((each for each in among if each.uses(name)), key=lambda each: (each.name != name, name not in each.shows, each.name))


def check():
    all_programs, names = programs(), public_names()
    own = {each.name for each in all_programs}
    without = {name for name in names if not programs_of(name, all_programs)}
    to_write, unneeded = without - NEVER_COMPILE, NEVER_COMPILE - without
    wrong = [f"{name}: no program in example/reference uses it. Write {name.replace('::', '-')}.cpp there, or use it in another"
             for name in sorted(to_write)]
    wrong += [f"{name}: stands in NEVER_COMPILE, and is no public name or has a program" for name in sorted(unneeded)]
    wrong += [f"{each.path.name}: `{name}` is no public name" for each in all_programs for name in sorted(each.shows - set(names))]
    wrong += [f"{each.path.name}: does not use `{each.name}`" for each in all_programs if not each.uses_in_code(each.name)]
    wrong += [f"{name}: a check needs a program of its own, {name}.cpp" for name in names if name.startswith("check_") and name not in own]
    wrong += [f"{each.path.name}: {each.output.name} is missing or empty" for each in all_programs if not each.printed()]
    print("\n".join([*wrong, f"{len(names)} public names: {len(own)} have a program, {len(names) - len(own) - len(without)} are in one of "
                             f"these, and {len(without)} in none; {len(wrong)} faults"]))
    return len(wrong)


def write(file, text):
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")
    print(file.name)


def units(folder, *options):
    """Programs with the same includes are one source, so each compiles with its own includes alone. One that specializes a name of the
    library is a source of its own."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    every, of_includes = programs(*options), {}
    for each in every:
        of_includes.setdefault((each.includes, each.name if each.specializes else ""), []).append(each)
    for (includes, _), inside in of_includes.items():
        write(folder / f"{inside[0].path.stem}.cpp", "\n".join(includes) + "\n" + "".join(each.as_function() for each in inside))
    declared = "".join(f"namespace {each.function} {{ void run(); }}\n" for each in every)
    rows = "".join(f'  if (name == "{each.path.stem}") return {each.function}::run(), 0;\n' for each in every)
    write(folder / "main_of_programs.cpp", f"#include <string_view>\n{declared}int main(int, char** arguments) {{\n"
                                           f"  std::string_view const name = arguments[1];\n{rows}  return 1;\n}}\n")
    return 0


def run(program, each):
    return subprocess.run([program, each.path.stem], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def compare(program, *options):
    wrong, every = 0, programs(*options)
    for each in every:
        done = run(program, each)
        if done.returncode != 0 or done.stdout != each.printed() or not done.stdout:
            wrong += 1
            print(f"{each.path.name} ends with {done.returncode} and prints\n{done.stdout}where {each.output.name} has\n{each.printed()}")
    print(f"{len(every)} programs, {wrong} of them print something else")
    return wrong


def write_outputs(program):
    for each in programs():
        done = run(program, each)
        if done.returncode != 0:
            raise SystemExit(f"{each.path.name} ends with {done.returncode} and prints\n{done.stdout}")
        each.output.write_text(done.stdout, encoding="utf-8")
    return 0


TASKS = {"check": check, "units": units, "compare": compare, "write": write_outputs}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in TASKS:
        raise SystemExit(__doc__)
    sys.exit(1 if TASKS[sys.argv[1]](*sys.argv[2:]) else 0)
