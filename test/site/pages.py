# SPDX-License-Identifier: BSL-1.0
"""pages.py SITE: what holds for the site can be read from its files.

- Each link and anchor leads somewhere, also between pages.
- No page and no style sheet names anything on the web that a browser would load. Links that a reader follows may.
- Code is shown as README.md and doc/ have it. Tests doc.* compile it as pasted from there, and browser.py sees that the copy
  button copies what is shown.

A folder with pages that break these rules has to be found broken.
"""

import pathlib
import re
import sys
import textwrap
import urllib.parse

import lxml.html

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "test"))
from checks import Checks  # noqa: E402

FENCE = re.compile(r"^( *)(```+)[^\n]*\n(.*?)^\1\2 *$", re.DOTALL | re.MULTILINE)
# What a browser loads by itself. Of the <link>s these are the kinds that pages have.
LOADED = ("//script/@src | //img/@src | //iframe/@src | //source/@src | //video/@src | //audio/@src | //object/@data"
          " | //embed/@src | //*[local-name()='image' or local-name()='use']/@href"
          " | //link[contains(' stylesheet icon preload modulepreload prefetch preconnect dns-prefetch manifest ',"
          " concat(' ', @rel, ' '))]/@href")
ELSEWHERE = re.compile(r"(\w+:)?//")
URL_OF_STYLE = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")


class Site:
    def __init__(self, folder):
        self.folder = folder
        self.pages = {file: lxml.html.parse(str(file), lxml.html.HTMLParser(encoding="utf-8")).getroot()
                      for file in sorted(folder.rglob("*.html"))}
        self.anchors = {file: {*page.xpath("//@id"), *page.xpath("//a/@name")} for file, page in self.pages.items()}

    def wrong_links(self):
        """(how many there are, those that lead nowhere)."""
        count, wrong = 0, []
        for file, page in self.pages.items():
            for link in {*page.xpath("//a/@href"), *page.xpath(LOADED)}:
                if re.match(r"[a-z]+:", link) or link.startswith("//"):
                    continue
                count += 1
                address = urllib.parse.urlsplit(link)
                there = (file.parent / urllib.parse.unquote(address.path)).resolve() if address.path else file
                place = urllib.parse.unquote(address.fragment)
                if not there.is_file() or not there.is_relative_to(self.folder):
                    wrong.append(f"{file.relative_to(self.folder)}: {link} is no file of the site")
                elif place and there in self.pages and place not in self.anchors[there]:  # of a picture it is a mark for styles
                    wrong.append(f"{file.relative_to(self.folder)}: {link}: that page has no such place")
        return count, wrong

    def loaded_from_elsewhere(self):
        wrong = [f"{file.relative_to(self.folder)}: {address}" for file, page in self.pages.items()
                 for address in page.xpath(LOADED) if ELSEWHERE.match(address)]
        texts = {file: file.read_text(encoding="utf-8") for file in self.folder.rglob("*.css")}
        texts |= {file: "\n".join(page.xpath("//style/text() | //@style")) for file, page in self.pages.items()}
        return wrong + [f"{file.relative_to(self.folder)}: {address}" for file, text in texts.items()
                        for found in URL_OF_STYLE.findall(text) for address in found if ELSEWHERE.match(address)]

    def code_of(self, file):
        return [code.text_content().strip("\n") for code in self.pages[file].xpath("//pre/code")]


def code_in(markdown):
    """The blocks of code between fences, each as its lines are without the fence's indentation."""
    return [textwrap.dedent(text).strip("\n") if indent else text.strip("\n") for indent, _, text in FENCE.findall(markdown)]


def differing_code(shown, written):
    """The written blocks are shown, in their order; code by indentation may stand between them."""
    shown = iter(shown)
    return [block for block in written if block not in shown]


def sources():
    """(Markdown of the repository, its page)."""
    yield ROOT / "README.md", "index.html"
    for file in sorted(each for each in (ROOT / "doc").rglob("*.md") if each.parent.name != "site"):
        yield file, str(file.relative_to(ROOT / "doc").with_suffix(".html"))


def broken_pages(check):
    """The rules notice what they are there for."""
    site = Site(pathlib.Path(__file__).resolve().with_name("broken"))
    wrong = site.wrong_links()[1]
    check.require(sorted(each.split(": ")[1] for each in wrong) == ["b.html#gone", "c.html is no file of the site"],
                  "broken links are found", "\n".join(wrong))
    found = site.loaded_from_elsewhere()
    check.require(sorted(each.rpartition("/")[2] for each in found) == ["a.js", "b.png", "c.png", "d.css", "picture.png"],
                  "what would be loaded from elsewhere is found", "\n".join(found))
    check.require(differing_code(["a", "between", "b"], ["a", "b"]) == [] and differing_code(["a "], ["a"]) == ["a"],
                  "code that differs is found")


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    check = Checks()
    broken_pages(check)
    site = Site(pathlib.Path(sys.argv[1]).resolve())
    count, wrong = site.wrong_links()
    check.require(count and not wrong, f"{len(site.pages)} pages: {count} links between and inside them hold", "\n".join(wrong))
    elsewhere = site.loaded_from_elsewhere()
    check.require(not elsewhere, "nothing is loaded from elsewhere", "\n".join(elsewhere))
    blocks, different = 0, []
    for markdown, page in sources():
        written = code_in(markdown.read_text(encoding="utf-8"))
        blocks += len(written)
        different += [f"{markdown.relative_to(ROOT)}: not shown as it is written:\n{block}"
                      for block in differing_code(site.code_of(site.folder / page), written)]
    check.require(blocks and not different, f"{blocks} blocks of code are shown as they are written", "\n".join(different))
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
