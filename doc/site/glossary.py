# SPDX-License-Identifier: BSL-1.0
"""The words of doc/glossary.md: where a text uses them, and links from a page's first use of each.

A word is what stands in a row's first cell; `time-slicing, MPS` are two. `partition (Slurm)` is found as `Slurm partition` or
`Slurm's partition` alone. Plurals are found, too.
"""

import pathlib
import re

from anchor import anchor

PAGE = pathlib.Path(__file__).resolve().parent.parent / "glossary.md"
ROW = re.compile(r"^\| ([^|]+?) \| (.+) \|$", re.MULTILINE)
VERB = "".join(rf"(?<!\b{word}\s)" for word in "to can may you they who which that not must will".split())
# What reads like a word of the glossary and means something else.
OTHERS = [phrase.replace(" ", r"\s+") for phrase in (
    "[Bb]locks? of code", "[Ii]n fact", "Linux kernel", "kernel module", "operating systems?", "file systems?", "NUMA nodes?",
    "task prolog", "Slurm's queues?", "memory pools?", "partitions into two")]
# Words that are verbs, too, and are meant only behind one of these.
ONLY_BEHIND = {"need": "|".join(rf"(?<=\b{word}\s)" for word in "a the its their of all each".split())}
# Pages on which a word means something else at first, as the layout of a view or the strategy of a device plugin.
ELSEWHERE = {"layout": {"views.md", "buffers.md", "loops.md", "checked_builds.md", "other_libraries.md", "coming_from_kokkos.md",
                        "coming_from_cuda.md"},
             "strategy": {"requests.md", "provisioning.md", "how_to_cluster.md", "systems.md", "clusters.md", "program.md",
                          "coming_from_flytekit.md", "flyte.md", "agreement.md", "layouts.md", "errors.md", "packing.md"},
             "cluster": {"blocks.md", "grids.md", "loops.md"}, "profile": {"install.md"}, "system": {"install.md", "measurements.md"},
             "block": {"install.md", "systems.md", "program.md", "how_to_cluster.md", "requests.md", "clusters.md", "coming_from_flytekit.md"}}
# What is no prose, or has a link already.
PASSED = re.compile(r"(?P<code>`+)(?:(?!(?P=code)).|\n(?!\n))+?(?P=code)|!?\[(?:[^\[\]`]|`[^`]*`)*\]\([^)\n]*\)|^#+ .*$"
                    r"|<summary>.*?</summary>|<[^>\n]*>|^=== .*$|\{[^}\n]*\}|https?:\S+", re.MULTILINE)


class Word:
    def __init__(self, written, meaning):
        self.name = written
        self.anchor = anchor(re.sub(r"[()]", "", written))
        plain = re.sub(r"[*`]|(?<=.)\s\(\[[^\]]*\]\([^)]*\)\)", "", meaning)
        self.sentence = re.match(r".*?\.(?= |$)|.*$", plain)[0].replace('"', "'")
        base, _, of = written.partition(" (")
        self.pattern = self.plural(base)
        if of:
            self.pattern = rf"{of.rstrip(')')}(?:'s)? {self.pattern}"
        self.pattern = rf"\b(?:{self.pattern})\b"
        if base in ONLY_BEHIND:
            self.pattern = f"(?:{ONLY_BEHIND[base]})" + self.pattern
        elif " " not in base and base.islower():
            self.pattern = VERB + self.pattern

    @staticmethod
    def plural(base):
        """As a pattern. A word of small letters may begin a sentence; lines may be broken."""
        first = f"[{base[0]}{base[0].upper()}]" if base[0].islower() else base[0]
        rest = r"\s+".join(re.escape(part) for part in base[1:].split(" "))
        return first + (rest[:-1] + "(?:y|ies)" if base.endswith("y") else rest + "s?")


def is_linked_from(page):
    """Whether the page's first uses of words lead to the glossary. The catalogue's tables are names and figures."""
    return page not in ("glossary.md", "404.md") and not page.startswith(("catalogue/", "source/"))


def words():
    """The words of the glossary, long ones first: `MIG mode` is not a use of `MIG`."""
    found = [Word(name, meaning) for names, meaning in ROW.findall(PAGE.read_text(encoding="utf-8")) if names not in ("word", "---")
             for name in names.split(", ")]
    return sorted(found, key=lambda word: (-len(word.name.split()), -len(word.name)))


class Uses:
    """The uses of words on a page, from its beginning on."""

    def __init__(self, page):
        here = [word for word in words() if page not in ELSEWHERE.get(word.name, ())]
        self.words = {f"word{k}": word for k, word in enumerate(here)}
        self.pattern = re.compile("|".join([f"(?:{other})" for other in OTHERS] + [f"(?P<{name}>{word.pattern})"
                                                                                  for name, word in self.words.items()]))
        self.seen = set()

    def first(self, text):
        """(where, word) of each first use in the text."""
        for found in self.pattern.finditer(text):
            if found.lastgroup in self.words and found.lastgroup not in self.seen:
                self.seen.add(found.lastgroup)
                yield found.span(), self.words[found.lastgroup]

    def link(self, markdown, address):
        """The Markdown, with a link to the glossary at each first use."""
        parts, at = [], 0
        for passed in [*PASSED.finditer(markdown), None]:
            prose, done = markdown[at:passed.start() if passed else None], 0
            for (begin, end), word in self.first(prose):
                parts += [prose[done:begin], f'[{prose[begin:end]}]({address}#{word.anchor} "{word.sentence}"){{ .glossary }}']
                done = end
            parts.append(prose[done:])
            if passed:
                parts.append(passed[0])
                at = passed.end()
        return "".join(parts)


def with_anchors(markdown):
    """The glossary, with a place for each word that links lead to."""
    return ROW.sub(lambda row: row[0] if row[1] in ("word", "---") else "| " + ", ".join(
        f"**{name}**{{ #{Word(name, row[2]).anchor} }}" for name in row[1].split(", ")) + f" | {row[2]} |", markdown)
