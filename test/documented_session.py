# SPDX-License-Identifier: BSL-1.0
"""documented_session.py PAGE CHECKOUT FOLDER NAME=PROGRAM...: does what a page tells its reader, from top to bottom.

Each block behind <!-- file: NAME --> becomes that file. Each line `$ COMMAND` of a block ```console is given to a shell, and
prints what stands behind it; `...` alone in a line stands for any lines. The reader's home, /home/you in the page, is FOLDER:
it holds the checkout, ~/allotype, and the folder `first` that all happens in. A command NAME is PROGRAM.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from documented_commands import commands_in, expression

STEP = re.compile(r"^(?:<!-- file: (\S+) -->\n```\w+|```console)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def prepare(checkout, home, programs):
    """The reader's home; his PATH has the programs."""
    shutil.rmtree(home, ignore_errors=True)
    (home / "first").mkdir(parents=True)
    (home / "bin").mkdir()
    (home / "allotype").symlink_to(checkout, target_is_directory=True)
    for program in programs:
        name, _, place = program.partition("=")
        (home / "bin" / name).symlink_to(place)
    return {**os.environ, "HOME": str(home), "PATH": f"{home / 'bin'}:{os.environ['PATH']}", "LC_ALL": "C"}


def main():
    if len(sys.argv) < 4:
        raise SystemExit(__doc__)
    page, checkout, home = (pathlib.Path(each).resolve() for each in sys.argv[1:4])
    environment = prepare(checkout, home, sys.argv[4:])
    text = page.read_text()
    files = commands = wrong = 0
    for name, block in STEP.findall(text):
        if name:
            (home / "first" / name).write_text(block)
            files += 1
            continue
        for command, printed in commands_in(block):
            commands += 1
            done = subprocess.run(command, shell=True, cwd=home / "first", env=environment, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            said = done.stdout.replace(str(home), "/home/you")
            if done.returncode != 0 or not re.fullmatch(expression(printed), said):
                wrong += 1
                print(f"{page}: $ {command}\n{printed}but it ends with {done.returncode} and prints\n{said}")
    if files != text.count("<!-- file:") or not commands:
        raise SystemExit(f"{page}: {text.count('<!-- file:')} files are named and {files} have a block; {commands} commands")
    print(f"{page}: {files} files, {commands} commands, {wrong} of them print something else")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
