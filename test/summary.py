# SPDX-License-Identifier: BSL-1.0
"""summary.py [BUILD_FOLDER]... [--missing WHAT]...: what ctest wrote to results.xml in each folder.

Fails if a test failed or a folder has no results. --missing names a part that could not be tested at all, "PART: WHY":
a failure where CI=true, else skipped.

A test that needs a GPU and found none, as unit.NAME, is not counted as skipped where device.NAME… passed: the interpreter of
src/device_tests ran its kernels.

The last line is "N passed, N failed, N skipped".
"""

import argparse
import os
import pathlib
import sys
import xml.etree.ElementTree

# ctest's words for a test that said itself that it cannot run here; any other test that did not run is a failure.
SKIPPED = ("SKIP_RETURN_CODE=", "SKIP_REGULAR_EXPRESSION_MATCHED")


def reason(case):
    """The line in which a test says why it was skipped."""
    lines = (case.findtext("system-out") or "").splitlines()
    return next((line.strip() for line in lines if line.strip().startswith("skipped:")), "skipped: no reason given")


def read(folder):
    """(passed, failed, skipped) of one build folder: names, the last two with what there is to say."""
    passed, failed, skipped = [], [], []
    try:
        cases = list(xml.etree.ElementTree.parse(folder / "results.xml").getroot().iter("testcase"))
    except (OSError, xml.etree.ElementTree.ParseError) as error:
        return [], [(f"{folder.name}", f"ended before its tests: {error}")], []
    if not cases:
        failed.append((folder.name, "no tests at all"))
    for case in cases:
        name = f"{folder.name}: {case.get('name')}"
        skip = case.find("skipped")
        if case.get("status") == "run":
            passed.append(name)
        elif skip is not None and skip.get("message", "").startswith(SKIPPED):
            skipped.append((name, reason(case)))
        else:
            note = case.find("failure") if skip is None else skip
            failed.append((name, note is not None and note.get("message") or "its output is above"))
    return passed, failed, skipped


def on_the_interpreter(folder, name, passed):
    """The tests that ran the kernels of a skipped test on the interpreter."""
    _, _, test = name.removeprefix(f"{folder.name}: ").partition(".")
    return [one for one in passed if test and one.startswith(f"{folder.name}: device.{test}.")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    parser.add_argument("--missing", action="append", default=[])
    arguments = parser.parse_args()

    passed, failed, skipped = [], [], []
    interpreted = []
    for folder in arguments.folders:
        here, failed_here, skipped_here = read(folder)
        passed += here
        failed += failed_here
        for name, why in skipped_here:
            if why.startswith("skipped: no NVIDIA GPU") and (instead := on_the_interpreter(folder, name, here)):
                interpreted.append((name, ", ".join(instead)))
            else:
                skipped.append((name, why))
    missing = [tuple(text.split(": ", 1)) for text in arguments.missing]
    (failed if os.environ.get("CI") == "true" else skipped).extend(missing)

    for name, instead in interpreted:
        print(f"on the interpreter {name}: {instead}")
    for word, notes in (("FAILED ", failed), ("skipped", skipped)):
        for name, note in notes:
            print(f"{word} {name}: {note.removeprefix('skipped: ')}")
    print(f"{len(passed)} passed, {len(failed)} failed, {len(skipped)} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
