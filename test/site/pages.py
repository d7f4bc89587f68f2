# SPDX-License-Identifier: BSL-1.0
"""pages.py SITE: what holds for the site can be read from its files.

- Each link and anchor leads somewhere, also between pages.
- A page begins with its heading.
- The navigation is by reader, then by kind of page.
- The reference shows a class at a glance, and the names of the catalogue apart from the others.
- A page's first use of each word of the glossary leads there.
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
import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "test"), str(ROOT / "doc/site")]
import glossary  # noqa: E402
from checks import Checks  # noqa: E402

FENCE = re.compile(r"^( *)(```+)[^\n]*\n(.*?)^\1\2 *$", re.DOTALL | re.MULTILINE)
# What a browser loads by itself. Of the <link>s these are the kinds that pages have.
LOADED = ("//script/@src | //img/@src | //iframe/@src | //source/@src | //video/@src | //audio/@src | //object/@data"
          " | //embed/@src | //*[local-name()='image' or local-name()='use']/@href"
          " | //link[contains(' stylesheet icon preload modulepreload prefetch preconnect dns-prefetch manifest ',"
          " concat(' ', @rel, ' '))]/@href")
READERS = ("Write GPU code", "Run a cluster", "Write a library")
KINDS = ("Learn", "How to", "Understand", "Look up")
NO_PROSE = {"code", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "summary", "script", "style", "svg", "label"}
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

    def without_heading(self):
        """The pages that begin with something else."""
        return [str(file.relative_to(self.folder)) for file, page in self.pages.items()
                if page.xpath("//article//h1[1]/preceding-sibling::*[self::p or self::hr or self::pre]")]

    def loaded_from_elsewhere(self):
        wrong = [f"{file.relative_to(self.folder)}: {address}" for file, page in self.pages.items()
                 for address in page.xpath(LOADED) if ELSEWHERE.match(address)]
        texts = {file: file.read_text(encoding="utf-8") for file in self.folder.rglob("*.css")}
        texts |= {file: "\n".join(page.xpath("//style/text() | //@style")) for file, page in self.pages.items()}
        return wrong + [f"{file.relative_to(self.folder)}: {address}" for file, text in texts.items()
                        for found in URL_OF_STYLE.findall(text) for address in found if ELSEWHERE.match(address)]

    def code_of(self, file):
        return [code.text_content().strip("\n") for code in self.pages[file].xpath("//pre/code")]


def prose(element, in_link=False):
    """(text, whether a link to the glossary has it) of the element's prose, in order. Another link or code is "|"."""
    if not isinstance(element.tag, str) or element.tag in NO_PROSE or (element.tag == "a" and "glossary" not in element.classes):
        yield "|", False
        return
    in_link = in_link or element.tag == "a"
    yield element.text or "", in_link
    for child in element:
        yield from prose(child, in_link)
        yield child.tail or "", in_link


def unlinked(page, name):
    """(how many links to the glossary the page has, words whose first use on the page does not lead to the glossary)."""
    article, = page.xpath("//article")
    parts = list(prose(article))
    linked = "".join(("1" if in_link else "0") * len(text) for text, in_link in parts)
    uses = list(glossary.Uses(name).first("".join(text for text, _ in parts)))
    return linked.count("01"), [word.name for (begin, _), word in uses if linked[begin] == "0"]


def code_in(markdown):
    """The blocks of code between fences, each as its lines are without the fence's indentation. A page shows tabs as spaces."""
    markdown = markdown.expandtabs(4)
    return [textwrap.dedent(text).strip("\n") if indent else text.strip("\n") for indent, _, text in FENCE.findall(markdown)]


def differing_code(shown, written):
    """The written blocks are shown, in their order; code by indentation may stand between them."""
    shown = iter(shown)
    return [block for block in written if block not in shown]


def pages_in(entries):
    """The files of a part of the navigation."""
    for entry in entries:
        for inside in entry.values():
            yield from pages_in(inside) if isinstance(inside, list) else [inside]


def pages_by_kind(navigation):
    """{kind: how many pages of readers are of it}, and the parts that are of no kind or out of their order."""
    count, wrong = dict.fromkeys(KINDS, 0), []
    for reader in READERS:
        parts = next(entry[reader] for entry in navigation if isinstance(entry, dict) and reader in entry)
        kinds = [next(iter(part)) for part in parts]
        if kinds != [kind for kind in KINDS if kind in kinds]:
            wrong.append(f"{reader}: {', '.join(kinds)}")
        for part in parts:
            for kind, pages in part.items():
                count[kind] = count.get(kind, 0) + len(list(pages_in(pages if isinstance(pages, list) else [part])))
    return count, wrong


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
    check.require(site.without_heading() == ["b.html"], "a page that begins with something else is found")
    found = site.loaded_from_elsewhere()
    check.require(sorted(each.rpartition("/")[2] for each in found) == ["a.js", "b.png", "c.png", "d.css", "picture.png"],
                  "what would be loaded from elsewhere is found", "\n".join(found))
    page = lxml.html.fromstring("<article><p>A <code>view</code> and <a class='glossary'>queues</a>: a queue, no need, a view.</p></article>")
    check.require(unlinked(page, "a.md") == (1, ["view"]), "a word of the glossary without a link is found")
    check.require(pages_by_kind([{READERS[0]: [{"How to": [{"a": "a.md"}]}, {"Learn": "b.md"}]}, {READERS[1]: []}, {READERS[2]: [{"Else": "c.md"}]}])
                  == ({**dict.fromkeys(KINDS, 0), "Learn": 1, "How to": 1, "Else": 1}, [f"{READERS[0]}: How to, Learn", f"{READERS[2]}: Else"]),
                  "pages of no kind are found")
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
    wrong = site.without_heading()
    check.require(not wrong, "each page begins with its heading", "\n".join(wrong))
    kinds, wrong = pages_by_kind(yaml.safe_load((ROOT / "doc/site/navigation.yml").read_text(encoding="utf-8")))
    check.require(not wrong, "pages by kind: " + ", ".join(f"{kind} {many}" for kind, many in kinds.items()), "\n".join(wrong))
    elsewhere = site.loaded_from_elsewhere()
    check.require(not elsewhere, "nothing is loaded from elsewhere", "\n".join(elsewhere))
    [code] = site.pages[site.folder / "reference/dispatch/queue.html"].xpath("//*[@id='queue']/following::pre[1]/code")
    parts = ["class queue {", "public:", "void wait();", "};"]
    found = [part for part in parts if part in code.text_content()]
    check.require(found == parts, "the reference shows a class with all its public members", code.text_content())
    page = site.pages[site.folder / "reference/dispatch/scan.html"]
    [program, printed] = page.xpath("//*[@id='inclusive_scan']/following::p[strong='Program'][1]/following::pre[position()<3]/code")
    check.require("at::inclusive_scan(" in program.text_content() and printed.text_content() == "3 4 6\n0 3 4\n"
                  and page.xpath("//*[@id='exclusive_scan']/following::a[@href='scan.html#inclusive_scan' or @href='#inclusive_scan']"),
                  "a name has its program with what it prints, and a name without one leads to one that uses it", program.text_content())
    names = site.pages[site.folder / "reference/index.html"]
    catalogue = names.xpath("//*[@id='the-catalogue']/following::table//td[1]")
    check.require(catalogue and all("A100" != cell.text_content() for cell in names.xpath("//*[@id='the-catalogue']/preceding::table//td[1]"))
                  and any("A100" == cell.text_content() for cell in catalogue), "the names of the catalogue stand apart from the others")
    links, without = 0, []
    for file, page in site.pages.items():
        name = str(file.relative_to(site.folder).with_suffix(".md"))
        if glossary.is_linked_from(name):
            count, words = unlinked(page, name)
            links += count
            without += [f"{name}: {word}" for word in words]
    check.require(links and not without, f"{links} first uses of words lead to the glossary", "\n".join(without))
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
