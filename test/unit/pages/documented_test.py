# SPDX-License-Identifier: BSL-1.0
"""documented_test.py COMPILER OPTION...: documented.py finds what is wrong on a page, and nothing on a right one."""

import pathlib
import subprocess
import sys
import tempfile

TEST = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TEST))
from checks import Checks  # noqa: E402

ALONE = "Each block of code below compiles, outside any function, in a file that begins with these lines:"
IN_ORDER = "The blocks of code below follow one another, outside any function, in a file that begins with these lines:"


def block(*lines, language="cpp"):
    return "\n".join([f"```{language}", *lines, "```", ""])


def page(*parts):
    return "\n".join(["# A page", *parts])


def main():
    compiler = sys.argv[1:]
    checks = Checks()
    opening = block("#include <vector>")
    first, second = block("using numbers = std::vector<int>;"), block("numbers const none;")
    excerpt = "<!-- code: example/train/network.hpp layer -->\n" + block("struct hidden_layer {};")
    printed = "<!-- printed -->\n" + block("$ program --option", "one two", "three", language="text")

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)

        def run(text, task, *arguments):
            file = folder / "page.md"
            file.write_text(text)
            before, behind = ([], arguments) if task != "compare" else (arguments, [])
            done = subprocess.run([sys.executable, str(TEST / "documented.py"), task, *before, str(file), *behind],
                                  text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            return done.returncode, done.stdout

        def expect(what, status, said, text, task, *arguments):
            code, output = run(text, task, *arguments)
            checks.require(code == status and said in output, what, f"{code}: {output}")

        def compiled(what, status, said, *parts):
            expect(what, status, said, page(*parts), "compile", str(folder / "work"), *compiler)

        compiled("blocks in order", 0, "1 files with 2 blocks, 0 of them wrong", IN_ORDER, opening, first, second)
        compiled("a block alone", 0, "1 files with 1 blocks, 0 of them wrong", ALONE, opening, first)
        compiled("a block that needs the one before it", 1, "page.md:12: pasted as the page says", ALONE, opening, first, second)
        compiled("the line in the compiler's error is the page's", 1, "page.md:12:1: ", ALONE, opening, first, second)
        compiled("a sentence over two lines", 0, "1 files", IN_ORDER.replace(" in a", "\nin a"), opening, first)
        compiled("a lacking include", 1, "1 of them wrong", IN_ORDER, block("#include <string_view>"), first)
        compiled("a whole file", 0, "1 files with 1 blocks", block("#include <vector>", "std::vector<int> numbers;"))
        compiled("no word of what a file begins with", 1, "page.md:3: does not say what a file", first)
        compiled("what a file begins with, twice", 1, "for the second time", ALONE, opening, first, IN_ORDER, opening, first)
        compiled("no C++", 1, "no block of C++")
        compiled("a program that shall be wrong", 0, "1 files", ALONE, opening, first, "<!-- wrong program -->\n" + second)

        expect("an excerpt that differs", 1, "pages that differ: 1", page(excerpt), "compare")
        run(page(excerpt), "compare", "--write")
        expect("an excerpt that was updated", 0, "pages that differ: 0", (folder / "page.md").read_text(), "compare")
        expect("no such region", 1, "[layers] are there 0 times", page(excerpt.replace(" layer ", " layers ")), "compare")
        expect("a comment without its block", 1, "is no <!-- code", page(excerpt.replace("```cpp", "```")), "compare")

        text = page(IN_ORDER, opening, first, printed)
        expect("what is printed, broken elsewhere", 0, "one", text, "printed", "echo", "zero one two three four")
        expect("what is not printed", 1, "does not print", text, "printed", "echo", "one three")
        expect("a program that fails", 1, "ended with 1", page(IN_ORDER, opening, first), "printed", "false")
        expect("a claim without its block", 1, "there is no block", text.replace("```text", "text"), "printed", "true")
    return 1 if checks.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
