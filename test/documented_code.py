# SPDX-License-Identifier: BSL-1.0
"""The C++ in README.md and doc/ compiles as it is pasted.

documented_code.py compile PAGE FOLDER COMPILER [OPTION...]   each block, as the page tells its readers to paste it
documented_code.py whole PAGE FILE                            writes all blocks of the page into one file, in their order
documented_code.py compare [--write] PAGE...                  a block behind <!-- code: FILE REGION --> is what stands in
                                                              FILE between two lines // [REGION], in Python # [REGION];
                                                              --write puts it there
documented_code.py printed PAGE PROGRAM...                    what stands behind each <!-- printed -->, but for lines `$ COMMAND`,
                                                              is printed by the program

A page with blocks of C++ says one of these sentences, and the block behind it is what a file begins with:

  Each block of code below compiles, outside any function, in a file that begins with these lines:
  The blocks of code below follow one another, outside any function, in a file that begins with these lines:

A block that begins with an #include is a file by itself, and needs no sentence. A block marked c++ instead of cpp is not this
library's, or not whole, and is not compiled as part of the page. A block behind <!-- wrong program --> does
not compile; readme_error.cmake sees to that.
"""

import pathlib
import re
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALONE = "Each block of code below compiles, outside any function, in a file that begins with these lines:"
IN_ORDER = "The blocks of code below follow one another, outside any function, in a file that begins with these lines:"
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
EXCERPT = re.compile(r"(<!-- code: (\S+) (\S+) -->\n```(?:cpp|c\+\+|python)\n)(.*?)(^```$)", re.DOTALL | re.MULTILINE)


class Page:
    """The C++ of a page: `opening`, `blocks` that stand behind it, `in_order` or each alone, and whole `files`. Each is a text
    that tells compilers where in the page it stands."""

    def __init__(self, path):
        self.path = path
        self.text = path.read_text()
        self.opening, self.blocks, self.files, self.in_order = None, [], [], False
        for found in FENCED.finditer(self.text):
            before = self.text[:found.start()]
            if found[1] != "cpp" or before.endswith("<!-- wrong program -->\n"):
                continue
            line = before.count("\n") + 2
            code = f'#line {line} "{path}"\n{found[2]}'
            said = " ".join(before.split())
            if said.endswith((ALONE, IN_ORDER)):
                if self.opening is not None:
                    raise SystemExit(f"{path}:{line}: says for the second time what a file begins with")
                self.opening, self.in_order = code, said.endswith(IN_ORDER)
            elif found[2].startswith("#include"):
                self.files.append((line, code))
            elif self.opening is None:
                raise SystemExit(f"{path}:{line}: does not say what a file with this block begins with; write, before a block"
                                 f" with the includes, one of\n  {ALONE}\n  {IN_ORDER}\n"
                                 "or begin the block with an #include")
            else:
                self.blocks.append((line, code))
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


def compile_page(page, folder, command):
    folder.mkdir(parents=True, exist_ok=True)
    count = wrong = 0
    for line, text in page.files_as_pasted():
        source = folder / f"line_{line}.cpp"
        source.write_text(text)
        done = subprocess.run([*command, str(source)], cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        count += 1
        if done.returncode != 0 or done.stdout:
            wrong += 1
            print(f"{page.path}:{line}: pasted as the page says, this does not compile without a word:\n{done.stdout}")
    print(f"{page.path}: {count} files with {len(page.blocks) + len(page.files)} blocks, {wrong} of them wrong")
    return wrong


def region(file, name):
    parts = re.split(rf"^ *(?://|#) \[{re.escape(name)}\]\n", (ROOT / file).read_text(), flags=re.MULTILINE)
    if len(parts) != 3:
        raise SystemExit(f"{file}: the lines with [{name}] are there {len(parts) - 1} times, not twice")
    return textwrap.dedent(parts[1])


def compare(paths, write):
    wrong = count = 0
    for path in paths:
        text = path.read_text()
        blocks = EXCERPT.findall(text)
        count += len(blocks)
        if len(blocks) != text.count("<!-- code:"):
            raise SystemExit(f"{path}: a line <!-- code: ... --> is no <!-- code: FILE REGION --> with a block of C++ or Python behind it")
        current = EXCERPT.sub(lambda block: block[1] + region(block[2], block[3]) + block[5], text)
        if current == text:
            continue
        if write:
            path.write_text(current)
        else:
            wrong += 1
            print(f"{path}: the code is not that of the files it names; {sys.argv[0]} compare --write {path} updates it")
    if count == 0:
        raise SystemExit("no block is part of a file")
    print(f"{count} blocks are part of a file; pages that differ: {wrong}")
    return wrong


def printed(page, command):
    """Lines may be broken anywhere, so blanks are compared as one."""
    claims = re.findall(r"^<!-- printed -->\n```\w+\n(?:\$ [^\n]*\n)?(.*?)^```$", page.text, re.DOTALL | re.MULTILINE)
    if len(claims) != page.text.count("<!-- printed -->"):
        raise SystemExit(f"{page.path}: behind a line <!-- printed --> there is no block")
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said = " ".join(done.stdout.split())
    print(done.stdout)
    missing = [claim for claim in claims if " ".join(claim.split()) not in said]
    for claim in missing:
        print(f"{page.path}: the page says, and the program does not print:\n{claim}")
    if done.returncode != 0:
        print(f"the program of {page.path} ended with {done.returncode}")
    return len(missing) + (done.returncode != 0)


def main():
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    task, arguments = sys.argv[1], sys.argv[2:]
    if task == "compare":
        return compare([pathlib.Path(each) for each in arguments if each != "--write"], "--write" in arguments)
    page = Page(pathlib.Path(arguments[0]))
    if task == "compile" and len(arguments) > 2:
        return compile_page(page, pathlib.Path(arguments[1]), arguments[2:])
    if task == "whole" and len(arguments) == 2:
        pathlib.Path(arguments[1]).write_text(page.whole())
        return 0
    if task == "printed" and len(arguments) > 1:
        return printed(page, arguments[1:])
    raise SystemExit(__doc__)


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
