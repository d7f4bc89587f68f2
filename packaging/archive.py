#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Makes what a release consists of, from the commit that is checked out.

    archive.py [--folder FOLDER] [--url URL] [--homepage URL] [--header URL] [--program]

FOLDER, build/release where none is given, is emptied and then has the following. Another folder must be new, empty, or made by this:

    allotype-VERSION.tar.gz   the source archive: the same bytes from each clone, wherever and whenever it is made
    single_header/            allotype/allotype.hpp: the library in one file
    compiler_explorer.txt     a link that opens the first program of README.md in Compiler Explorer
    conan/ meson/ vcpkg/ spack/ debian/
                              recipes for package managers, each with the archive's address and checksum
    program/                  with --program: a wheel and an archive of the program, as packaging/program.py makes them

The URLs are where the archive, the project's page and the single header will be. Without them, the recipes load the archive
from FOLDER, which is how they are tested, and say nothing about the project's page.
"""
import argparse
import hashlib
import pathlib
import shutil
import subprocess
import sys
import tempfile
import textwrap

import compiler_explorer
import program
import single_header

ROOT = pathlib.Path(__file__).resolve().parent.parent
RELEASE = ROOT / "build/release"
LINK = "compiler_explorer.txt"


def git(*arguments):
    # Settings of the user's that git would follow in an archive.
    settings = ("-c", "tar.umask=0002", "-c", "tar.tar.gz.command=git archive gzip", "-c", "core.autocrlf=false")
    done = subprocess.run(["git", *settings, *arguments], cwd=ROOT, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        sys.exit(f"archive: git {arguments[0]} failed; the archive is made of a commit, so this must be a clone: {ROOT}")
    return done.stdout.decode()


def version_of(source):
    """The version that the header states."""
    lines = (source / "include/allotype/version.hpp").read_text(encoding="utf-8").splitlines()
    words = [line.split() for line in lines if line.startswith("#define ALLOTYPE_VERSION_")]
    numbers = {word[1].rsplit("_", 1)[1]: word[2] for word in words}
    return ".".join(numbers[part] for part in ("MAJOR", "MINOR", "PATCH"))


def make_archive(folder):
    """Returns the archive and a temporary folder with what is in it."""
    if git("status", "--porcelain", "--untracked-files=no"):
        print("archive: changes that are not committed are not in the archive", file=sys.stderr)
    with tempfile.TemporaryDirectory() as place:
        header = pathlib.Path(place) / "include/allotype/version.hpp"
        header.parent.mkdir(parents=True)
        header.write_text(git("show", "HEAD:include/allotype/version.hpp"), encoding="utf-8")
        name = f"allotype-{version_of(pathlib.Path(place))}"
    archive = folder / f"{name}.tar.gz"
    # The times in it are the commit's.
    git("archive", "--format=tar.gz", f"--prefix={name}/", f"--output={archive}", "HEAD")
    return archive


def indented(text):
    """As Debian's copyright files want it: a space before each line, and a dot in an empty one."""
    return "\n".join(" " + (line or ".") for line in text.strip().splitlines())


def fill_in(recipes, folder, values):
    """Copies the recipes. A line that names a value which was not given is left out."""
    for path in sorted(recipes.rglob("*")):
        if path.is_dir() or path.suffix == ".pyc":
            continue
        to = folder / path.relative_to(recipes)
        to.parent.mkdir(parents=True, exist_ok=True)
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        absent = [f"@{name}@" for name, value in values.items() if value is None]
        text = "".join(line for line in lines if not any(mark in line for mark in absent))
        for name, value in values.items():
            text = text.replace(f"@{name}@", value or "")
        to.write_text(text, encoding="utf-8")
        shutil.copymode(path, to)


def main():
    parser = argparse.ArgumentParser(prog="./dev archive", description=textwrap.dedent(__doc__.split("\n\n", 1)[0]))
    parser.add_argument("--folder", type=pathlib.Path, default=RELEASE, help="what it is made in")
    parser.add_argument("--url", help="where the archive will be")
    parser.add_argument("--homepage", help="the project's page")
    parser.add_argument("--header", help="where the single header will be")
    parser.add_argument("--program", action="store_true", help="the program allotype for machines without a compiler, too")
    asked = parser.parse_args()
    folder = asked.folder.resolve()
    if folder != RELEASE and folder.exists() and not (folder / LINK).is_file() and any(folder.iterdir()):
        sys.exit(f"archive: {folder} has other files, which would be lost; name a new folder, or one that this command made")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)

    archive = make_archive(folder)
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(["tar", "-xzf", archive, "-C", place], check=True)
        source = pathlib.Path(place) / archive.name.removesuffix(".tar.gz")
        content = archive.read_bytes()
        values = {
            "VERSION": version_of(source),
            "URL": asked.url or archive.as_uri(),
            "HOMEPAGE": asked.homepage,
            "SHA256": hashlib.sha256(content).hexdigest(),
            "SHA512": hashlib.sha512(content).hexdigest(),
            "DATE": git("log", "-1", "--format=%cD").strip(),
            "LICENSE": indented((source / "LICENSE").read_text(encoding="utf-8")),
            "BSD_LICENSE": indented((source / "example/train/data/LICENSE.scikit-learn").read_text(encoding="utf-8")),
        }
        for recipes in ("conan", "meson", "vcpkg", "spack", "debian"):
            fill_in(source / "packaging" / recipes, folder / recipes, values)
        # Conan's test of the package is the one in the top folder.
        shutil.copytree(source / "test_package", folder / "conan/all/test_package", dirs_exist_ok=True)
        header = folder / "single_header/allotype/allotype.hpp"
        header.parent.mkdir(parents=True)
        header.write_text(single_header.whole(source / "include", "allotype/allotype.hpp", values["VERSION"]), encoding="utf-8")
        first_program = compiler_explorer.first_program(source / "README.md")
        made = program.make(source, folder / "program") if asked.program else []
    link = compiler_explorer.link(first_program, asked.header)
    (folder / LINK).write_text(link + "\n", encoding="utf-8")
    for each in [archive, *made]:
        print(f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each}")


if __name__ == "__main__":
    main()
