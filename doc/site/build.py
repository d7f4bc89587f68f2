# SPDX-License-Identifier: BSL-1.0
"""Builds the site:  build.py OUTPUT [PORT]   and shows it on that port of 127.0.0.1

Pages come from README.md (the start page), doc/ and the scripts of GENERATORS; mkdocs.yml says how they look, navigation.yml
in what order they stand. What a page links to beside these, such as an example, becomes a page with its text; of a header with public
names this is the page of the reference. A folder docs_source beside OUTPUT has all pages as they are given to MkDocs. Ends with 1 where a link or an anchor does not hold.
"""

import fnmatch
import functools
import http.server
import logging
import os
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap

import mkdocs.commands.build
import mkdocs.config
import yaml

import glossary
from anchor import anchor

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Scripts that write pages, and one that adds to them: each gets one argument, the folder of the pages, where it puts its Markdown and
# pictures. Their links are those of the site (`../needs.md`); a link to another file of the repository begins with a slash
# (`/include/allotype/task/task.hpp`). In navigation.yml, FOLDER/*.md stands for all pages of a folder, and a file FOLDER/navigation.yml
# that a generator wrote for the entries in it.
GENERATORS = [HERE / "catalogue_pages.py", HERE / "reference.py"]
ADDS_PLOTS = HERE / "plots.py"
# How much a page counts in the search, where not 1, and 0 where it is left out; of several patterns the first. Pages that explain stand
# before those that list names or compare, a device before its variants (A100 before A100_80GB), and the many sections of errors.md would hide what they are errors about.
COUNTS = {"accelerators.md": 2, "errors.md": 0.002, "reference/index.md": 0, "reference/*/index.md": 0, "reference/catalog/*": 0, "reference/dispatch/atomic.md": 0.3, "reference/dispatch/backend.md": 0.02, "reference/dispatch/*": 1, "reference/*/*": 0.3, "catalogue/*_*": 1, "catalogue/*": 3, "glossary.md": 1.5, "measurements*": 0.02,
          "design-decisions.md": 0.2, "structure.md": 0.3, "coming_from_*": 0.4, "composed_accelerator.md": 0.2, "tutorial_*": 0.4, "how_to_code.md": 0.5}
FENCE = re.compile(r"^( *)(```+)[^\n]*\n.*?^\1\2 *$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"(\]\()([^()\s]+)(\))")
TABS = re.compile(r'^<div class="tabs" markdown="1">\n(.*?)^</div>\n', re.DOTALL | re.MULTILINE)
TAB = re.compile(r"^\*\*([^*\n]+)\*\*\n(.*?)(?=^\*\*|\Z)", re.DOTALL | re.MULTILINE)
LANGUAGES = {".hpp": "cpp", ".cpp": "cpp", ".cu": "cpp", ".py": "python", ".json": "json", ".cmake": "cmake", ".md": "markdown"}


# What a file with the code of a page begins with, as test/documented.py finds it.
OPENING = re.compile(r" ?\b(Each|The)\s+blocks?\s+of\s+code\s+below\s+(?:compiles|follow\s+one\s+another),\s+outside\s+any\s+function,"
                     r"\s+in\s+a\s+file\s+that\s+begins\s+with\s+these\s+lines:\n\n(```cpp\n.*?^```\n)", re.DOTALL | re.MULTILINE)


def folded(text):
    """The includes of a page, which few readers want to see first, under a line that opens them."""
    said = {"Each": "Each block of code on this page is a file that begins with these lines",
            "The": "The code of this page is one file, which begins with these lines"}
    return OPENING.sub(lambda opening: f"\n\n<details>\n<summary>{said[opening[1]]}</summary>\n\n{opening[2]}\n</details>\n", text)


def tabbed(text):
    """What stands under titles in bold letters, one below the other elsewhere, as tabs."""
    return "".join(f'=== "{title}"\n{textwrap.indent(content, "    ")}' for title, content in TAB.findall(text))


class Sources:
    """The pages as MkDocs reads them."""

    def __init__(self, folder):
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.shown = set()  # files and folders of the repository with a page in source/

    def write(self, page, text):
        file = self.folder / page
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def add(self, path, page):
        """A page of the repository or of a generator. Its links lead to where their targets are in the site."""
        text = path.read_text(encoding="utf-8")
        text = folded(TABS.sub(lambda tabs: tabbed(tabs[1]), text))
        if str(page) == "glossary.md":
            text = glossary.with_anchors(text)
        uses = glossary.Uses(str(page)) if glossary.is_linked_from(str(page)) else None
        count = next((count for pattern, count in COUNTS.items() if fnmatch.fnmatch(str(page), pattern)), None)
        parts, at = [] if count is None else [f"---\nsearch:\n  {f'boost: {count}' if count else 'exclude: true'}\n---\n"], 0
        for fence in FENCE.finditer(text):
            parts += [self.prose(text[at:fence.start()], path, page, uses), fence[0]]
            at = fence.end()
        self.write(page, "".join([*parts, self.prose(text[at:], path, page, uses)]))

    def prose(self, text, path, page, uses):
        text = re.sub(r"^ *<!--.*?-->\n", "", text, flags=re.DOTALL | re.MULTILINE)
        text = text.replace("<details>", '<details markdown="1">')
        outside_code = re.split(r"(`+[^`]*`+)", text)
        # A link's text may be code; its target never is.
        text = "".join(LINK.sub(lambda link: link[1] + self.target(link[2], path, page) + link[3], part)
                       if not part.startswith("`") else part for part in outside_code)
        return uses.link(text, os.path.relpath("glossary.md", pathlib.Path(page).parent)) if uses else text

    def target(self, link, path, page):
        if re.match(r"\w+:|#", link):
            return link
        address, mark, place = link.partition("#")
        there = (ROOT / address[1:] if address.startswith("/") else path.parent / address).resolve()
        if not there.exists() or there.is_relative_to(self.folder):
            return link  # may be C++; MkDocs reports a link that holds nowhere
        return os.path.relpath(self.page_of(there), pathlib.Path(page).parent) + mark + place

    def page_of(self, there):
        """Where the site has a file or folder of the repository."""
        inside = there.relative_to(ROOT)
        if inside == pathlib.Path("README.md"):
            return "index.md"
        if inside.parts[0] == "doc":
            return str(inside.relative_to("doc"))
        of_header = pathlib.Path("reference", *inside.parts[2:]).with_suffix(".md")
        if inside.parts[0] == "include" and (self.folder / of_header).is_file():
            return str(of_header)  # what the header declares
        self.show(there)
        return f"source/{inside}/index.md" if there.is_dir() else f"source/{inside}.md"

    def show(self, there):
        if there in self.shown:
            return
        self.shown.add(there)
        inside = there.relative_to(ROOT)
        opening = f"---\nsearch:\n  exclude: true\n---\n# {inside}\n\n"
        if there.is_dir():
            lines = []
            for each in sorted(there.iterdir()):
                if each.name.startswith((".", "__")):
                    continue
                listed = each.name + ("/" if each.is_dir() else "")
                if inside.parts[0] == "example" and (each.is_dir() or self.readable(each)):
                    listed = f"[{listed}]({os.path.relpath(self.page_of(each), f'source/{inside}')})"
                else:
                    listed = f"`{listed}`"
                lines.append(f"- {listed}\n")
            self.write(f"source/{inside}/index.md", opening + "".join(lines))
        else:
            text = there.read_text(encoding="utf-8")
            marks = "`" * (3 + max([0, *map(len, re.findall(r"^ *(`{3,})", text, re.MULTILINE))]))
            language = LANGUAGES.get(there.suffix, "text")
            self.write(f"source/{inside}.md", f"{opening}{marks}{language}\n{text.rstrip()}\n{marks}\n")

    @staticmethod
    def readable(file):
        return file.stat().st_size < 60000 and b"\0" not in file.read_bytes()


def assemble(folder):
    sources = Sources(folder)
    for script in GENERATORS:  # first: pages of the repository link to theirs
        subprocess.run([sys.executable, script, folder], check=True)
    made = sorted(folder.rglob("*.md"))
    sources.add(ROOT / "README.md", "index.md")
    for path in sorted((ROOT / "doc").rglob("*")):
        inside = path.relative_to(ROOT / "doc")
        if inside.parts[0] == "site" or path.is_dir():
            continue
        if path.suffix == ".md":
            sources.add(path, str(inside))
        elif path.suffix in (".svg", ".png"):
            (folder / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / inside)
    for page in made:
        sources.add(page, str(page.relative_to(folder)))
    subprocess.run([sys.executable, ADDS_PLOTS, folder], check=True)
    # A page of its own, as the theme's is right for the top folder of a web server alone.
    shutil.copy(HERE / "404.md", folder)
    shutil.copytree(HERE / "assets", folder / "assets")


def navigation(entries, folder):
    """The entries of navigation.yml, with the pages that FOLDER/*.md stands for."""
    for entry in entries:
        if isinstance(entry, dict):
            [(name, inside)] = entry.items()
            yield {name: list(navigation(inside, folder)) if isinstance(inside, list) else inside}
        elif entry.endswith(".yml"):
            yield from navigation(yaml.safe_load((folder / entry).read_text(encoding="utf-8")), folder)
        elif "*" in entry:
            yield from sorted(str(page.relative_to(folder)) for page in folder.glob(entry) if page.name != "index.md")
        else:
            yield entry


def served(site, port):
    """A server of the site's files; ends the program where the port cannot be had, before the pages are built."""
    try:
        return http.server.ThreadingHTTPServer(
            ("127.0.0.1", int(port)), functools.partial(http.server.SimpleHTTPRequestHandler, directory=site))
    except (OSError, OverflowError, ValueError) as error:
        raise SystemExit(f"the pages cannot be served on port {port}: {str(error).rstrip('.')}. ./dev docs --serve PORT takes another") from None


def main():
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    site = pathlib.Path(sys.argv[1]).resolve()
    server = served(site, sys.argv[2]) if len(sys.argv) == 3 else None
    sources = site.parent / "docs_source"
    assemble(sources)
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    settings = mkdocs.config.load_config(
        str(HERE / "mkdocs.yml"), docs_dir=str(sources), site_dir=str(site), strict=True,
        nav=list(navigation(yaml.safe_load((HERE / "navigation.yml").read_text(encoding="utf-8")), sources)))
    settings.mdx_configs["toc"]["slugify"] = anchor
    mkdocs.commands.build.build(settings)
    print((site / "index.html").as_uri(), flush=True)
    if server:
        print(f"http://127.0.0.1:{server.server_port}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    try:
        main()
    except mkdocs.exceptions.Abort as error:
        sys.exit(str(error))
