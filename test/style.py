#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The style of C++ files, checked by clang's tools from PyPI (test/style_requirements.txt), which stand beside this Python.

style.py format [--write]   the layout of all C++ files is that of .clang-format; --write makes it so
style.py tidy               .clang-tidy has nothing to say about allotype.hpp, the headers that changed, and the smallest of the
                            .cpp files that changed: each takes as long as g++ takes for it
style.py clangd BUILD FILE  clangd finds the command of the file by .clangd, and reads it without an error

Changed is what test/changed_files.py says, with the base in ALLOTYPE_BASE if there is one. On main itself nothing has changed: a
change is checked before it is taken.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import changed_files

ROOT = changed_files.ROOT
CPP = changed_files.CPP
BUILD = ROOT / "build" / "gcc"
MOST_SOURCES = 2


def tool(name):
    """The path of a tool from PyPI; ends the test where it is missing."""
    path = pathlib.Path(sys.executable).parent / name
    if not path.is_file():
        missing = str(ROOT / "test" / "missing")
        os.execv(missing, [missing, f"no {name} beside {sys.executable} (test/style_requirements.txt)"])
    return str(path)


def run(command, **options):
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT, **options)


def changed():
    """(C++ files, the commit they are compared with); ends the test where git knows none."""
    named = os.environ.get("ALLOTYPE_BASE") or None
    try:
        base = changed_files.find_base(named)
    except changed_files.NoSuchBase as error:
        if named:
            sys.exit(f"style: {error}")
        print(f"skipped: {error}")
        sys.exit(77)
    return [name for name in changed_files.changed_files(base)
            if pathlib.PurePath(name).suffix in CPP and (ROOT / name).is_file()], base


def in_parallel(call, items):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(call, items))


def check_format(write):
    clang_format = tool("clang-format")
    planted = subprocess.run([clang_format, "--style=file", "--assume-filename=planted.cpp"], input="int  one ;\n", text=True, capture_output=True, cwd=ROOT)
    if planted.stdout != "int one;\n":
        sys.exit("style: clang-format does not lay out the line that it is given")
    listed = changed_files.git("ls-files", "--cached", "--others", "--exclude-standard")
    if listed is None:
        print("skipped: git knows no files here")
        return 77
    names = [name for name in listed.splitlines() if pathlib.PurePath(name).suffix in CPP and (ROOT / name).is_file() and not name.startswith("test/data/")]
    how = ["-i"] if write else ["--dry-run", "--Werror"]
    some = [names[first:first + 100] for first in range(0, len(names), 100)]
    done = in_parallel(lambda each: run([clang_format, "--style=file", *how, *each]), some)
    wrong = not names or any(each.returncode for each in done)
    print("".join(each.stdout for each in done), end="")
    print(f"{len(names)} C++ files are laid out as .clang-format says" if not wrong else "not laid out as .clang-format says: ./dev format does it")
    return 1 if wrong else 0


PLANTED = """#include <string>
#include <utility>
std::string twice(std::string text) {
  std::string const first = std::move(text);
  return first + text;
}
"""


def tidied(command):
    done = run(command)
    complaints = re.findall(r"^\S+:\d+:\d+: (?:warning|error): .*", done.stdout, re.MULTILINE)
    return done.returncode != 0 or bool(complaints), done.stdout


def for_the_host(name):
    """A header that g++ reads by itself."""
    return name.startswith("include/") and name.endswith(".hpp") and "/backend/cuda/" not in name and not name.endswith("nvtx.hpp")


def commands_of(names):
    """Those that g++ compiles in the build folder."""
    try:
        commands = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    except OSError:
        return []
    compiled = {each["file"] for each in commands}
    return [name for name in names if str(ROOT / name) in compiled]


def check_tidy():
    clang_tidy = tool("clang-tidy")
    names, base = changed()
    headers = [name for name in names if for_the_host(name)]
    flags = ["-std=c++20", "-xc++", f"-I{ROOT / 'include'}"]
    asked = [clang_tidy, "--quiet", f"--config-file={ROOT / '.clang-tidy'}"]
    with tempfile.TemporaryDirectory() as folder:
        planted = pathlib.Path(folder) / "planted.cpp"
        planted.write_text(PLANTED, encoding="utf-8")
        wrong, said = tidied([*asked, str(planted), "--", *flags])
        if not wrong or "bugprone-use-after-move" not in said:
            sys.exit(f"style: clang-tidy does not find the mistake that stands there for it:\n{said}")
        every = pathlib.Path(folder) / "headers.cpp"
        every.write_text("".join(f"#include <{name.removeprefix('include/')}>\n" for name in ["include/allotype/allotype.hpp", *headers]),
                         encoding="utf-8")
        wrong, said = tidied([*asked, f"--header-filter={ROOT}/include/allotype/.*", str(every), "--", *flags])
        complaints = [said] if wrong else []
    sources = sorted(commands_of([name for name in names if name.endswith(".cpp")]), key=lambda name: (ROOT / name).stat().st_size)
    for wrong, said in in_parallel(lambda name: tidied([*asked, "-p", str(BUILD), name]), sources[:MOST_SOURCES]):
        complaints += [said] if wrong else []
    print("\n".join(complaints), end="")
    if left := sources[MOST_SOURCES:]:
        print(f"left out: {', '.join(left)}")
    print(f"clang-tidy read allotype.hpp, and of what differs from {base[:12]} {len(headers)} headers and "
          f"{len(sources[:MOST_SOURCES])} sources: " + ("see above" if complaints else "nothing to say"))
    return 1 if complaints else 0


def check_clangd(build, name):
    clangd = tool("clangd")
    commands = ROOT / build / "compile_commands.json"
    if not commands.is_file():
        sys.exit(f"style: there is no {commands}")
    done = run([clangd, f"--check={ROOT / name}", "--check-locations=false", "--log=info"])
    errors = re.findall(r"^E\[\S+\] (.*)$", done.stdout, re.MULTILINE)
    found = re.search(r"Compile command from CDB is: \[(.*?)\]", done.stdout)
    if found is None or f"{build}" not in found[1]:
        errors.append(f"the command of {name} does not come from {build}: {found and found[1]}")
    if done.returncode != 0 or errors:
        print(done.stdout)
    print(f"{name}: " + (f"{len(errors)} errors" if errors or done.returncode else "clangd reads it without an error"))
    return 1 if done.returncode != 0 or errors else 0


def main():
    arguments = sys.argv[1:]
    if arguments in (["format"], ["format", "--write"]):
        return check_format("--write" in arguments)
    if arguments == ["tidy"]:
        return check_tidy()
    if len(arguments) == 3 and arguments[0] == "clangd":
        return check_clangd(*arguments[1:])
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main())
