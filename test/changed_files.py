#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Which files a change touches, and which files read those.   python3 test/changed_files.py [BASE]

A change is what differs from BASE, and what is new and not ignored. Without BASE it is where the current commit left
origin/main, else main; where it did not leave, the last commit.
"""
import functools
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CPP = {".hpp", ".cpp", ".cu", ".cuh", ".h"}
WITH_INCLUDES = CPP | {".md"}  # the C++ of a page is compiled
SCRIPTS = {".py", ".sh", ".cmake", ""}


class NoSuchBase(Exception):
    """What is wrong with the commit that somebody named."""


def git(*arguments):
    """What git prints, or nothing where it fails."""
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *arguments], text=True, capture_output=True)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def find_base(named=None):
    """The commit to compare with."""
    try:
        done = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "HEAD"], text=True, capture_output=True)
    except OSError as error:
        raise NoSuchBase(f"there is no git to say what changed: {error}") from None
    if done.returncode != 0:
        raise NoSuchBase(f"git knows no commits in {ROOT}, so it cannot say what changed: {done.stderr.strip()}")
    if named is not None:
        commit = git("rev-parse", "--verify", "--quiet", f"{named}^{{commit}}")
        if commit is None:
            branches = (git("branch", "--all", "--format=%(refname:short)") or "").split()
            raise NoSuchBase(f"git knows no commit {named}; give a branch, a tag or a commit, such as HEAD~1"
                             + "".join(f", {branch}" for branch in branches[:5]))
        return (git("merge-base", "HEAD", commit.strip()) or commit).strip()
    for branch in ("origin/main", "main"):
        if left := git("merge-base", "HEAD", branch):
            return left.strip()
    return "HEAD"


def listed(*arguments):
    return [name for name in (git(*arguments) or "").split("\0") if name]


def changed_files(base):
    """Paths from the root, also of files that are gone."""
    return sorted({*listed("diff", "--name-only", "--no-renames", "-z", base),
                   *listed("ls-files", "--others", "--exclude-standard", "-z")})


def all_files():
    """The paths of the checkout, without what is ignored; of a copy without git all but what ./dev makes."""
    if git("rev-parse", "--git-dir") is None:
        made = {".venv", "build", "__pycache__"}
        return sorted(str(path.relative_to(ROOT)) for path in ROOT.rglob("*")
                      if path.is_file() and not made & set(path.relative_to(ROOT).parts))
    return [name for name in listed("ls-files", "--cached", "--others", "--exclude-standard", "-z") if (ROOT / name).is_file()]


def text_of(path):
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


class Readers:
    """Who reads whom: by #include, and a script or a table by its name in a text."""

    def __init__(self):
        self.files = all_files()
        self.known = set(self.files)
        self.by_name = {}
        for name in self.files:
            self.by_name.setdefault(pathlib.PurePath(name).name, []).append(name)

    def included_by(self, path):
        """The paths from the root that a C++ file, here or generated, includes for a compiler of the host."""
        found, for_nvcc = set(), []
        for line in re.findall(r"^[ \t]*#[ \t]*(if.*|else|elif.*|endif|include.*)", text_of(path), re.MULTILINE):
            if line.startswith("if"):
                for_nvcc.append(re.match(r"if(def| defined\(?) ?__CUDACC__", line) is not None)
            elif line.startswith(("else", "elif")):
                for_nvcc[-1:] = [False]
            elif line.startswith("endif"):
                for_nvcc[-1:] = []
            elif not any(for_nvcc) and (name := re.match(r'include[ \t]*[<"]([^>"]+)[>"]', line)):
                found.update(self.resolved(name[1], path))
        return found

    def read_by(self, names, folders):
        """The files, and those in the folders that they include, also by way of others there."""
        found = dict.fromkeys(names)
        waiting = list(found)
        for name in waiting:
            for included in self.included_by(ROOT / name):
                if included.startswith(folders) and included not in found:
                    found[included] = None
                    waiting.append(included)
        return set(found)

    def resolved(self, name, path):
        if f"include/{name}" in self.known:
            return [f"include/{name}"]
        beside = (path.parent / name).resolve()
        if beside.is_relative_to(ROOT) and str(beside.relative_to(ROOT)) in self.known:
            return [str(beside.relative_to(ROOT))]
        # test/unit/pages.cmake makes one of each page with C++.
        name = name.removesuffix(".hpp") if name.endswith(".md.hpp") else re.sub(r"^(\.\./)+", "", name)
        return [each for each in self.by_name.get(pathlib.PurePath(name).name, ()) if f"/{each}".endswith(f"/{name}")]

    def named_in(self, changed):
        """(file, changed file) for each script, table or page that another file's text names."""
        for target in changed:
            path = pathlib.PurePath(target)
            if path.suffix in CPP or path.name == "CMakeLists.txt":
                continue
            word = rf"(?<![\w.-]){re.escape(path.name)}(?![\w-])"
            if path.suffix == ".py":
                word += rf"|^\s*(?:import|from) {re.escape(path.stem)}\b"
            pattern = re.compile(word, re.MULTILINE)
            for name in self.files:
                reader = pathlib.PurePath(name)
                if path.suffix == ".md" and name.startswith("include/"):
                    continue  # a comment that names a page
                if name != target and reader.suffix in CPP | SCRIPTS and pattern.search(text_of(ROOT / name)):
                    yield name, target

    @functools.cached_property
    def includers(self):
        found = {}
        for name in self.files:
            if pathlib.PurePath(name).suffix in WITH_INCLUDES:
                for included in self.included_by(ROOT / name):
                    found.setdefault(included, []).append(name)
        return found

    def distances(self, changed):
        """For each file that reads a changed one, over how many others: 0 for those that changed themselves."""
        readers = {name: list(includers) for name, includers in self.includers.items()}
        for name, target in self.named_in(changed):
            readers.setdefault(target, []).append(name)
        # A header that is gone is read by those that name it.
        for target in changed:
            if target.startswith("include/") and target not in self.known:
                spelt = target.removeprefix("include/")
                readers[target] = [name for name in self.files if f"<{spelt}>" in text_of(ROOT / name)]
        far = {name: 0 for name in changed}
        reached = list(changed)
        for name in reached:
            for reader in readers.get(name, ()):
                if reader not in far:
                    far[reader] = far[name] + 1
                    reached.append(reader)
        return far


def main():
    try:
        base = find_base(*sys.argv[1:2])
    except NoSuchBase as error:
        sys.exit(f"changed_files: {error}")
    print("\n".join(changed_files(base)))


if __name__ == "__main__":
    main()
