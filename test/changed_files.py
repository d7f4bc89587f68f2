#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Which files a change touches.   python3 test/changed_files.py [BASE]

A change is what differs from BASE, and what is new and not ignored. Without BASE it is where the current commit left
origin/main, else main; where it did not leave, the last commit.
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CPP = {".hpp", ".cpp", ".cu", ".cuh", ".h"}


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


def main():
    try:
        base = find_base(*sys.argv[1:2])
    except NoSuchBase as error:
        sys.exit(f"changed_files: {error}")
    print("\n".join(changed_files(base)))


if __name__ == "__main__":
    main()
