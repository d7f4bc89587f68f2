#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Chooses tests of configured build folders, and what ninja makes for them; ./dev test NAME and ./dev test --changed ask it.

chosen_tests.py named NAME FOLDER...              the test of that name, else all that the regular expression NAME finds
chosen_tests.py changed BASE|- PROCESSORS FOLDER  what can break by what differs from BASE (-: see changed_files.py), in
                                                  about two minutes of so many processors; says what it leaves out

Writes FOLDER/chosen/tests, an expression for ctest -R, and FOLDER/chosen/targets, a line each. A folder without such a test
has neither. Exit status: 0 there is something to run, 2 there is no such test or commit, 3 nothing changed.
"""

import difflib
import pathlib
import re
import shutil
import sys

import build_tree
import changed_files

# Seconds of each processor for building and running. The rest of two minutes is for configuring, and for the tests with the
# label every_change, which read the sources.
BUDGET = 70
EVERY_CHANGE = "every_change"


def write(folder, tests, targets):
    chosen = folder / "chosen"
    shutil.rmtree(chosen, ignore_errors=True)
    if tests:
        chosen.mkdir(parents=True)
        names = "|".join(re.sub(r"([][.^$*+?()|\\])", r"\\\1", name) for name in tests)
        (chosen / "tests").write_text(f"^({names})$\n")
        (chosen / "targets").write_text("".join(f"{target}\n" for target in targets))


def with_fixtures(tree, names):
    """The tests, and those that set up what they need."""
    chosen = dict.fromkeys(names)
    for name in (waiting := list(names)):
        needed = set(tree.tests[name].listed("FIXTURES_REQUIRED"))
        for other, test in tree.tests.items():
            if other not in chosen and needed & set(test.listed("FIXTURES_SETUP")):
                chosen[other] = None
                waiting.append(other)
    return list(chosen)


def targets_for(tree, names):
    found = {}
    for name in with_fixtures(tree, names):
        found |= dict.fromkeys(tree.targets_of(tree.tests[name]))
    return list(found)


def choose_named(name, folders):
    trees = [build_tree.BuildTree(folder) for folder in folders]
    known = sorted({test for tree in trees for test in tree.tests})
    wanted = {name}
    if name not in known:
        try:
            wanted = {test for test in known if re.search(name, test)}
        except re.error as error:
            print(f"{name} is no test, and no regular expression: {error}")
            return 2
    if not wanted:
        last = {test.split(".", 1)[-1]: test for test in known}  # verb_openmp is near to unit.verbs_openmp
        near = difflib.get_close_matches(name, known, 4, 0.5)
        near += [last[each] for each in difflib.get_close_matches(name.split(".", 1)[-1], last, 4, 0.5)]
        near = list(dict.fromkeys(near)) or sorted({test.split(".")[0] for test in known})
        print(f"no test is called {name}, and none of the {len(known)} names contains it; the nearest are: {', '.join(near)}")
        return 2
    for tree in trees:
        here = [test for test in tree.tests if test in wanted]
        write(tree.folder, here, targets_for(tree, here))
        if here:
            print(f"{tree.folder.name}: {len(here)} of {len(tree.tests)} tests"
                  + (f": {', '.join(here)}" if len(here) < 9 else ""))
    return 0


def counted(things, one, several):
    return f"{len(things)} {one if len(things) == 1 else several}"


def some(names, most):
    return ", ".join([*names[:most], "..."] if len(names) > most else names)


def words_of(path):
    return {word for word in re.split(r"[_/.]+", str(pathlib.PurePath(path).with_suffix(""))) if len(word) > 2}


def related(one, other):
    """Some word of one begins as a word of the other does: pack and packing."""
    return any(a.startswith(b[:max(4, len(b) - 2)]) for a in one for b in other)


class Candidate:
    """A test that reads what changed."""

    def __init__(self, tree, name, far, changed):
        self.name, self.test = name, tree.tests[name]
        self.compiles_nothing = not (targets := tree.targets_of(self.test))
        self.steps = list(tree.steps_of(targets))
        sources = {path for _, _, inputs in self.steps for path in inputs} | set(self.test.command)
        self.sources = {str(pathlib.Path(each).relative_to(build_tree.ROOT)) for each in sources
                        if pathlib.Path(each).is_absolute() and pathlib.Path(each).is_relative_to(build_tree.ROOT)}
        known = [far[each] for each in self.sources if each in far]
        known += [0 for each in self.test.declared_in if each in changed]
        self.distance = min(known, default=None)

    def generated(self, tree, readers, far):
        """The distance by way of files that the build writes, such as the twins for nvcc."""
        for output, _, inputs in self.steps:
            for each in inputs:
                path = tree.folder / each
                if path.suffix in changed_files.CPP and path.is_file() and path.is_relative_to(tree.folder):
                    reached = [far[one] + 1 for one in readers.included_by(path) if one in far]
                    if reached:
                        self.distance = min([*reached, *([] if self.distance is None else [self.distance])])

    def kinship(self, changed, sentences, readers):
        """How near its subject is to that of the changed files; 0 is nearest."""
        if self.distance == 0:
            return 0
        if self.name.startswith("compile_fail."):
            return 1 if self.expects(sentences) else 5
        written_for_it = readers.read_by([each for each in self.sources if (build_tree.ROOT / each).is_file()], ("test/", "doc/"))
        own = set().union(*(words_of(pathlib.PurePath(each).name) for each in written_for_it), words_of(self.name))
        if any(related(own, words_of(pathlib.PurePath(each).name)) for each in changed):
            return 2
        rooms = {pathlib.PurePath(each).parts[2] for each in changed if each.startswith("include/allotype/")}
        return 3 if any(room in pathlib.PurePath(each).parts for room in rooms for each in self.sources) else 4

    def expects(self, sentences):
        """It must not compile, and the error has a sentence of a changed file."""
        for each in self.sources:
            if each.startswith("test/compile_fail/") and each.endswith(".cpp"):
                text = changed_files.text_of(build_tree.ROOT / each)
                for wanted in re.findall(r"^// expect(?:\(\w+\))?: *(.*)$", text, re.MULTILINE):
                    if len(wanted.split()) > 3 and " ".join(wanted.split()) in sentences:
                        return True
        return False

    def seconds(self, tree, built):
        """What is still to be built for it, and the run."""
        took = tree.seconds_of_test.get(self.name, build_tree.RAN_IN)
        for output, rule, _ in self.steps:
            if rule != "phony" and output not in built:
                took += tree.seconds_of_step.get(output, build_tree.COMPILED_IN if "_COMPILER_" in rule else 0.5)
        return took


def sentences_of(changed):
    """The texts of the changed files, with literals in several parts put together."""
    texts = (changed_files.text_of(build_tree.ROOT / each) for each in changed)
    return " ".join(re.sub(r'"\s*\n\s*"', "", text) for text in texts)


def choose_changed(base, processors, folder):
    tree = build_tree.BuildTree(folder)
    write(tree.folder, [], [])
    try:
        base = changed_files.find_base(None if base == "-" else base)
    except changed_files.NoSuchBase as error:
        print(error)
        return 2
    changed = changed_files.changed_files(base)
    if not changed:
        print(f"no file differs from {base[:12]}")
        return 3
    print(f"{counted(changed, 'file differs', 'files differ')} from {base[:12]}: {some(changed, 6)}")
    readers = changed_files.Readers()
    far = readers.distances(changed)
    sentences = " ".join(sentences_of(changed).split())

    always, candidates = [], []
    for name, test in tree.tests.items():
        if EVERY_CHANGE in test.listed("LABELS"):
            always.append(name)
            continue
        candidate = Candidate(tree, name, far, changed)
        candidate.generated(tree, readers, far)
        if candidate.distance is not None:
            candidates.append((candidate.kinship(changed, sentences, readers), candidate.distance, candidate))
    candidates.sort(key=lambda each: (each[0], each[1], each[2].seconds(tree, ())))

    budget, built, chosen, left = BUDGET * processors, set(), [], []
    for kinship, _, candidate in candidates:
        costs = candidate.seconds(tree, built)
        if (chosen and costs > budget) or kinship == 5:
            left.append(candidate.name)
            continue
        budget -= costs
        chosen.append(candidate.name)
        built.update(output for output, _, _ in candidate.steps)
    write(tree.folder, always + chosen, targets_for(tree, always + chosen))

    print(f"{counted(always, 'test reads', 'tests read')} the sources, {counted(chosen, 'reads', 'read')} what changed: "
          + (", ".join(chosen) or "none"))
    of_errors = [name for name in left if name.startswith("compile_fail.")]
    others = [name for name in left if name not in of_errors]
    if left:
        parts = [f"{counted(others, 'test', 'tests')} ({some(others, 8)})"] if others else []
        if of_errors:
            parts.append(f"{counted(of_errors, 'program', 'programs')} that must not compile, with errors about something else")
        print("left out, although they read it: " + ", ".join(parts))
    print("left out, too: clang with sanitizers, nvcc and the device code, packages. ./dev test runs all of them.")
    sources = set().union(*(candidate.sources for _, _, candidate in candidates), *(
        candidate.test.declared_in for _, _, candidate in candidates))
    unread = [each for each in changed if not sources & set(readers.distances([each]))]
    if unread:
        print(f"no compiled test of {tree.folder.name} reads {some(unread, 8)}"
              + ("; nvcc reads what is CUDA: ./dev test --with nvcc" if any("cuda" in each for each in unread) else ""))
    return 0


def main():
    what, *rest = sys.argv[1:] or [""]
    if what == "named" and len(rest) > 1:
        return choose_named(rest[0], [pathlib.Path(each) for each in rest[1:]])
    if what == "changed" and len(rest) == 3:
        return choose_changed(rest[0], int(rest[1]), pathlib.Path(rest[2]))
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main())
