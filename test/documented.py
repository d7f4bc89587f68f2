# SPDX-License-Identifier: BSL-1.0
"""What README.md, doc/ and CONTRIBUTING.md show compiles, runs and prints as they say.

documented.py compile PAGE FOLDER COMPILER [OPTION...]   each block of C++, as the page tells its readers to paste it
documented.py whole PAGE FILE                            writes all blocks of the page into one file, in their order
documented.py compare [--write] PAGE...                  a block behind <!-- code: FILE REGION --> is what stands in FILE between
                                                         two lines // [REGION], in Python # [REGION]; --write puts it there
documented.py printed PAGE PROGRAM...                    what stands behind each <!-- printed -->, but for lines `$ COMMAND`,
                                                         is printed by the program
documented.py commands PROGRAM PAGE...                   the commands of blocks ```console that call the program
documented.py session PAGE CHECKOUT FOLDER NAME=PROGRAM...   all commands, from top to bottom; each block behind <!-- file: NAME -->
                                                         becomes that file. The reader's home, /home/you in the page, is FOLDER: it
                                                         holds the checkout, ~/allotype, and the folder `first` that all happens
                                                         in. A command NAME is PROGRAM
documented.py recipe PAGE HEADING FOLDER                 the edits and commands of a section, on a copy of the tree in FOLDER

A block ```console holds lines `$ COMMAND`, for a shell, each with what is printed behind it. `...` alone in a line stands for any
lines. A block ```diff is an edit. Its hunks have no line numbers: what stands in it without `+` must stand in the file once.

A page with blocks of C++ says one of these sentences, and the block behind it is what a file begins with:

  Each block of code below compiles, outside any function, in a file that begins with these lines:
  The blocks of code below follow one another, outside any function, in a file that begins with these lines:

A block that begins with an #include is a file by itself, and needs no sentence. A block marked c++ instead of cpp is not this
library's, or not whole, and is not compiled as part of the page. A block behind <!-- wrong program --> does
not compile; readme_error.cmake sees to that.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALONE = "Each block of code below compiles, outside any function, in a file that begins with these lines:"
IN_ORDER = "The blocks of code below follow one another, outside any function, in a file that begins with these lines:"
# The comment before a block, its language, and what is in it.
BLOCK = re.compile(r"^(?:<!-- (\w[\w ]*)(?:: ([^\n]*))? -->\n)?```([\w+]+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
NOT_COPIED = {".git", ".venv", "build", "__pycache__"}


def run(command, **options):
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)


# ---- C++ -------------------------------------------------------------------------------------------------------------

class Page:
    """The C++ of a page: `opening`, `blocks` that stand behind it, `in_order` or each alone, and whole `files`. Each is a text
    that tells compilers where in the page it stands. `names` has those of files that the page names, by their lines."""

    def __init__(self, path):
        self.path, self.text = path, path.read_text()
        self.opening, self.blocks, self.files, self.in_order, self.names = None, [], [], False, {}
        for found in BLOCK.finditer(self.text):
            comment, _, language, code = found.groups()
            if language != "cpp" or comment == "wrong program":
                continue
            line = self.text[:found.start(4)].count("\n") + 1
            said = " ".join(self.text[:found.start()].split())
            block = f'#line {line} "{path}"\n{code}'
            if said.endswith((ALONE, IN_ORDER)):
                if self.opening is not None:
                    raise SystemExit(f"{path}:{line}: says for the second time what a file begins with")
                self.opening, self.in_order = block, said.endswith(IN_ORDER)
            elif code.startswith("#include"):
                self.files.append((line, block))
                if comment == "file":
                    self.names[line] = found[2].strip()
            elif self.opening is None:
                raise SystemExit(f"{path}:{line}: does not say what a file with this block begins with; write, before a block"
                                 f" with the includes, one of\n  {ALONE}\n  {IN_ORDER}\n"
                                 "or begin the block with an #include")
            else:
                self.blocks.append((line, block))
        if not self.blocks and not self.files:
            raise SystemExit(f"{path}: no block of C++")

    def whole(self):
        return "".join([self.opening or "", *(code for _, code in self.blocks)])

    def files_as_pasted(self):
        """(line of the block, text of a file) of each way to paste that the page names."""
        yield from self.files
        if self.in_order:
            yield self.blocks[0][0], self.whole()
        else:
            for line, code in self.blocks:
                yield line, self.opening + code


def compile_page(page, folder, *command):
    page, folder = Page(pathlib.Path(page)), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    count = wrong = 0
    for line, text in page.files_as_pasted():
        source = folder / page.names.get(line, f"line_{line}.cpp")  # later files may include earlier ones
        source.write_text(text)
        done = run([*command, str(source)], cwd=folder)
        count += 1
        if done.returncode != 0 or done.stdout:
            wrong += 1
            print(f"{page.path}:{line}: pasted as the page says, this does not compile without a word:\n{done.stdout}")
    print(f"{page.path}: {count} files with {len(page.blocks) + len(page.files)} blocks, {wrong} of them wrong")
    return wrong


def whole(page, file):
    pathlib.Path(file).write_text(Page(pathlib.Path(page)).whole())
    return 0


def region(file, name):
    parts = re.split(rf"^ *(?://|#) \[{re.escape(name)}\]\n", (ROOT / file).read_text(), flags=re.MULTILINE)
    if len(parts) != 3:
        raise SystemExit(f"{file}: the lines with [{name}] are there {len(parts) - 1} times, not twice")
    return textwrap.dedent(parts[1])


def compare(*arguments):
    wrong = count = 0
    for path in (pathlib.Path(each) for each in arguments if each != "--write"):
        text = path.read_text()
        excerpts = [each for each in BLOCK.finditer(text) if each[1] == "code" and each[3] in ("cpp", "c++", "python")]
        if len(excerpts) != text.count("<!-- code:"):
            raise SystemExit(f"{path}: a line <!-- code: ... --> is no <!-- code: FILE REGION --> with a block of C++ or Python behind it")
        count += len(excerpts)
        current = text
        for each in reversed(excerpts):
            current = current[:each.start(4)] + region(*each[2].split()) + current[each.end(4):]
        if current != text and "--write" in arguments:
            path.write_text(current)
        elif current != text:
            wrong += 1
            print(f"{path}: the code is not that of the files it names; {sys.argv[0]} compare --write {path} updates it")
    if count == 0:
        raise SystemExit("no block is part of a file")
    print(f"{count} blocks are part of a file; pages that differ: {wrong}")
    return wrong


def printed(page, *command):
    """Lines may be broken anywhere, so blanks are compared as one."""
    text = pathlib.Path(page).read_text()
    claims = [re.sub(r"\A\$ [^\n]*\n", "", each[4]) for each in BLOCK.finditer(text) if each[1] == "printed"]
    if len(claims) != text.count("<!-- printed -->"):
        raise SystemExit(f"{page}: behind a line <!-- printed --> there is no block")
    done = run(command)
    print(done.stdout)
    missing = [claim for claim in claims if " ".join(claim.split()) not in " ".join(done.stdout.split())]
    for claim in missing:
        print(f"{page}: the page says, and the program does not print:\n{claim}")
    if done.returncode != 0:
        print(f"the program of {page} ended with {done.returncode}")
    return len(missing) + (done.returncode != 0)


# ---- commands --------------------------------------------------------------------------------------------------------

def commands_in(block):
    """(command, what the block says behind it) of each."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, says = part.partition("\n")
        yield command, says


def expression(says):
    r"""For what a page says that a command prints.

    >>> bool(re.fullmatch(expression("a\n...\nb\n"), "a\nx\ny\nb\n")), bool(re.fullmatch(expression("a\n"), "a\nb\n"))
    (True, False)
    """
    return "".join("(?:.*\n)*" if line == "...\n" else re.escape(line) for line in says.splitlines(keepends=True))


def does_as_said(page, command, says, home=None, may_fail=False, **options):
    """Whether the command prints what the page says, and succeeds; says so otherwise."""
    done = run(command, shell=True, **options)
    said = done.stdout.replace(str(home), "/home/you") if home else done.stdout
    if re.fullmatch(expression(says), said) and (may_fail or done.returncode == 0):
        return True
    print(f"{page}: $ {command}\n{says}but it ends with {done.returncode} and prints\n{said}")
    return False


def with_path(folder, **others):
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", **others}


def commands(program, *pages, folder=None):
    program, wrong = pathlib.Path(program), 0
    for page in pages:
        found = [each for block in BLOCK.finditer(pathlib.Path(page).read_text()) if block[3] == "console" for each in commands_in(block[4])
                 if re.match(rf"(\w+=\S+ )*{program.name} ", each[0] + " ")]
        others = [command for command, says in found if not does_as_said(page, command, says, may_fail=True, cwd=folder, env=with_path(program.parent))]
        print(f"{page}: {len(found)} commands, {len(others)} of them print something else")
        wrong += len(others) if found else 1
    return wrong


def session(page, checkout, home, *programs):
    page, checkout, home = (pathlib.Path(each).resolve() for each in (page, checkout, home))
    shutil.rmtree(home, ignore_errors=True)
    (home / "first").mkdir(parents=True)
    (home / "bin").mkdir()
    (home / "allotype").symlink_to(checkout, target_is_directory=True)
    for program in programs:
        name, _, place = program.partition("=")
        (home / "bin" / name).symlink_to(place)
    environment = with_path(home / "bin", HOME=str(home), LC_ALL="C")
    text, done, files = page.read_text(), [], 0
    for comment, name, language, block in BLOCK.findall(text):
        if comment == "file":
            (home / "first" / name).write_text(block)
            files += 1
        elif language == "console":
            done += [does_as_said(page, *each, home=home, cwd=home / "first", env=environment) for each in commands_in(block)]
    if files != text.count("<!-- file:") or not done:
        raise SystemExit(f"{page}: {text.count('<!-- file:')} files are named and {files} have a block; {len(done)} commands")
    print(f"{page}: {files} files, {len(done)} commands, {done.count(False)} of them print something else")
    return done.count(False)


# ---- recipes ---------------------------------------------------------------------------------------------------------

def section(text, heading):
    """What stands between a heading and the next one that is as high.

    >>> section("## A\\none\\n### B\\ntwo\\n## C\\nthree\\n", "A")
    'one\\n### B\\ntwo\\n'
    """
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise SystemExit(f"the page has no heading '## {heading}'")
    return found[1]


def edits(diff):
    """(old file or None, new file, hunks) of each file in a block.

    >>> list(edits("--- a/x\\n+++ b/x\\n@@\\n one\\n-two\\n+2\\n"))
    [('x', 'x', [('one\\ntwo\\n', 'one\\n2\\n')])]
    >>> list(edits("--- /dev/null\\n+++ b/y\\n@@\\n+new\\n"))
    [(None, 'y', [('', 'new\\n')])]
    """
    for part in re.split(r"^(?=--- )", diff, flags=re.MULTILINE)[1:]:
        head = re.match(r"--- (?:a/(\S+)|/dev/null)\n\+\+\+ b/(\S+)\n(?=@@)", part)
        if head is None:
            raise SystemExit(f"this does not begin with '--- a/FILE', '+++ b/FILE' and '@@':\n{part}")
        hunks = []
        for hunk in re.split(r"^@@.*\n", part[head.end():], flags=re.MULTILINE)[1:]:
            lines = [line if line else " " for line in hunk.splitlines()]
            if strange := [line for line in lines if line[0] not in " +-"]:
                raise SystemExit(f"{head[2]}: this line of a hunk begins with none of ' ', '+' and '-': {strange[0]}")
            hunks.append(tuple("".join(line[1:] + "\n" for line in lines if line[0] in kept) for kept in (" -", " +")))
        yield head[1], head[2], hunks


def edited(text, hunks, name):
    r"""The text with the hunks.

    >>> edited("a\nb\n", [("b\n", "c\n")], "x")
    'a\nc\n'
    >>> edited("a\na\n", [("a\n", "c\n")], "x")
    Traceback (most recent call last):
    SystemExit: x: these lines stand there 2 times, not once:
    a
    <BLANKLINE>
    """
    for old, new in hunks:
        count = len(re.findall(rf"^{re.escape(old)}", text, re.MULTILINE))
        if count != 1:
            raise SystemExit(f"{name}: these lines stand there {count} times, not once:\n{old}")
        text = re.sub(rf"^{re.escape(old)}", lambda _: new, text, flags=re.MULTILINE)
    return text


def edit(tree, diff):
    for old, new, hunks in edits(diff):
        file = tree / new
        if old is None:
            if file.exists():
                raise SystemExit(f"{new} is new on the page, and it is there already")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("".join(text for _, text in hunks), encoding="utf-8")
        else:
            if not file.is_file():
                raise SystemExit(f"there is no {new} to edit")
            file.write_text(edited(file.read_text(encoding="utf-8"), hunks, new), encoding="utf-8")
        print(f"edited {new}", flush=True)


def recipe(page, heading, work):
    tree = pathlib.Path(work) / "tree"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(ROOT, tree, ignore=lambda _, names: NOT_COPIED & set(names), symlinks=True)
    steps = [(each[3], each[4]) for each in BLOCK.finditer(section(pathlib.Path(page).read_text(encoding="utf-8"), heading))
             if each[3] in ("diff", "console")]
    if {kind for kind, _ in steps} != {"diff", "console"}:
        raise SystemExit(f"'{heading}' needs blocks of both kinds, diff and console")
    for kind, text in steps:
        if kind == "diff":
            edit(tree, text)
        elif not all(does_as_said(f"'{heading}'", *each, cwd=tree) for each in commands_in(text)):
            return 1
    print(f"'{heading}': {len(steps)} steps")
    shutil.rmtree(work)
    return 0


TASKS = {"compile": (compile_page, 3), "whole": (whole, 2), "compare": (compare, 1), "printed": (printed, 2), "commands": (commands, 2),
         "session": (session, 3), "recipe": (recipe, 3)}

if __name__ == "__main__":
    task, least = TASKS.get(sys.argv[1] if len(sys.argv) > 1 else "", (None, 0))
    if task is None or len(sys.argv) - 2 < least:
        raise SystemExit(__doc__)
    sys.exit(1 if task(*sys.argv[2:]) else 0)
