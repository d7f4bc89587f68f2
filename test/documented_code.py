# SPDX-License-Identifier: BSL-1.0
"""documented_code.py [--write] PAGE ...: the code in the pages is code that the tests compile.

A block of code that follows the line `<!-- code: FILE REGION -->` holds what stands in FILE, from the root of the project,
between two lines `// [REGION]`. Fails where it does not, and where a page has no such block; --write puts it there.
"""

import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(<!-- code: (\S+) (\S+) -->\n```\w*\n)(.*?)(```\n)", re.DOTALL)


def region(file, name):
    parts = re.split(rf"^ *// \[{re.escape(name)}\]\n", (ROOT / file).read_text(), flags=re.MULTILINE)
    if len(parts) != 3:
        raise SystemExit(f"{file}: the lines // [{name}] are there {len(parts) - 1} times, not twice")
    return textwrap.dedent(parts[1])


def main():
    pages = [argument for argument in sys.argv[1:] if argument != "--write"]
    write = "--write" in sys.argv[1:]
    wrong = []
    for page in map(pathlib.Path, pages):
        text = page.read_text()
        blocks = BLOCK.findall(text)
        if len(blocks) != text.count("<!-- code:") or not blocks:
            wrong.append(f"{page}: {len(blocks)} blocks of code follow {text.count('<!-- code:')} lines that announce one")
        current = BLOCK.sub(lambda block: block[1] + region(block[2], block[3]) + block[5], text)
        if current != text:
            if write:
                page.write_text(current)
            else:
                wrong.append(f"{page}: the code is not that of the files it names; {sys.argv[0]} --write {page} updates it")
    print("\n".join(wrong) or f"{len(pages)} pages hold the code that the tests compile")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
