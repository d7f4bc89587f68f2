#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares every line that names the version with include/allotype/version.hpp.   versions.py CMAKE_VERSION

Looks at the pages, the changelog, the citation, and CMake's, Conan's and Debian's files; CMAKE_VERSION is what CMake made of
the header. A line may name the whole version or its first two numbers.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "packaging"))
import archive  # which reads the version for a release

# Files, and the forms in which they may name the version.
NUMBER = r"(\d+\.\d+(?:\.\d+)?)"
FILES = ("README.md", "CHANGELOG.md", "CITATION.cff", "doc/**/*.md", "example/**/CMakeLists.txt", "test_package/*", "conanfile.py",
         "packaging/**/*", "CMakeLists.txt", "CONTRIBUTING.md", "SECURITY.md")
FORMS = [re.compile(form, re.MULTILINE) for form in (
    rf"find_package\(allotype {NUMBER}", rf"\ballotype/{NUMBER}", rf"allotype-{NUMBER}\.tar", rf"allotype-{NUMBER}$",
    rf"allotype_{NUMBER}[-.]", rf"dev_{NUMBER}-", rf"--version {NUMBER}", rf"project\(allotype VERSION {NUMBER}",
    rf"needs allotype {NUMBER}")]
# The one place of each of these files that says which version this is.
CURRENT = {"CHANGELOG.md": rf"^## \[{NUMBER}\] - ", "CITATION.cff": rf"^version: \"?{NUMBER}"}


def mentions():
    """(file:line, version) of every line that names one."""
    for pattern in FILES:
        for path in sorted(ROOT.glob(pattern)):
            name = str(path.relative_to(ROOT))
            if not path.is_file() or path.suffix in (".png", ".svg", ".pyc"):
                continue
            text = path.read_text(encoding="utf-8")
            found = [match for form in FORMS for match in form.finditer(text)] if name != "CHANGELOG.md" else []
            if name in CURRENT:
                first = re.search(CURRENT[name], text, re.MULTILINE)
                if first is None:
                    yield f"{name}:1", "no version at all"
                else:
                    found.append(first)
            for match in sorted(found, key=lambda each: each.start()):
                yield f"{name}:{text.count(chr(10), 0, match.start(1)) + 1}", match[1]


def disagreeing(named, version):
    return [f"{where} says {each}; include/allotype/version.hpp says {version}" for where, each in named
            if each != version and each != version.rsplit(".", 1)[0]]


def main():
    version = archive.version_of(ROOT)
    named = [("CMake", sys.argv[1]), *mentions()]
    # The search finds what there is to change for another version.
    seen = {where.split(":")[0] for where, _ in named}
    for file in ("README.md", "CHANGELOG.md", "doc/install.md", "doc/releases.md"):
        if file not in seen:
            sys.exit(f"{file} names no version in a form that this test knows")
    if len(disagreeing(named, "99.9.9")) != len(named):
        sys.exit("a line agrees with a version that does not exist")
    if faults := disagreeing(named, version):
        sys.exit("\n".join(faults))
    print(f"{version}, and so say {len(named)} lines in {len(seen)} files")


if __name__ == "__main__":
    main()
