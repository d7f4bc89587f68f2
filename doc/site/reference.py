#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes the reference of all public names from their docstrings:  reference.py FOLDER | --without-example | --check

A page a header of include/allotype, a page a room with its headers, and index.md with all names in the order of the alphabet, those
of the catalogue apart, in FOLDER/reference, with links as build.py wants them of its generators. Each name has its declaration, of a
class with all its public members at a glance, its docstring, those of its members, its program in example/reference and what that
prints, else the programs that use it, and where else code that the tests compile uses it: a block of a page, an example. A name of
the catalogue may have a statement that examples_by_rule.py makes of its row, else a statement of a test. --without-example prints the
names that no such code uses; --check also fails if there are any. Needs Python's clang.cindex (Debian: python3-clang-19).
"""
import importlib.util
import itertools
import json
import os
import pathlib
import re
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "test")]
SYSTEM_PYTHON = "/usr/bin/python3"
if importlib.util.find_spec("clang") is None and sys.prefix != sys.base_prefix:
    os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])  # a virtual environment lacks Clang's bindings

import docstrings
import documented
import reference_programs
from anchor import anchor
from docstrings import CLASSES, FUNCTIONS, INCLUDE, KIND, Text, docstring, written
from examples_by_rule import examples_by_rule
from public_names import cindex, declarations, header_of, room_of

PLACE = "reference"  # the folder in the site
MOST_NAMES = 3  # in the title of a header's page
SHOWN_EXAMPLES = 2
SHOWN_PROGRAMS = 3
SHORT = 30  # a statement with fewer characters tells less than a longer one
MOST_LINES = 8  # of a function that is shown
STATEMENT_GOES_ON = re.compile(r"^(?!\s*#)(?!.*//).*[^;{}:\s]\s*$")  # behind this line
UNSEEN = re.compile(r"\bALLOTYPE_(FN|TAGGED_\w+)\s+|\[\[[^\]]*\]\]\s*|\b(allotype|detail|mode_detail)::|^inline ")
TAGS = {"throws": "Throws", "pre": "Requires", "return": "Returns", "post": "Afterwards"}


# ---- declarations ---------------------------------------------------------------------------------------------------

def cleaned(text, indent=0):
    lines = [line[indent:] if line[:indent].isspace() else line for line in text.split("\n")]
    lines = [re.sub(r"\s*//.*", "", line) for line in lines]
    return UNSEEN.sub("", "\n".join(line for line in lines if line.strip())).strip()


def without_body(cursor, text):
    body = next((each for each in cursor.get_children() if each.kind == KIND.COMPOUND_STMT), None)
    if body is not None:
        text = text.encode()[:body.extent.start.offset - cursor.extent.start.offset].decode()
    depth, before = 0, ""
    for position, sign in enumerate(text):  # what a constructor initialises
        depth += (sign in "([{") - (sign in ")]}")
        if sign == ":" and depth == 0 and before == " " and text[position + 1:position + 2] == " ":
            return text[:position]
        before = sign if not sign.isspace() else " "
    return text


def declaration(cursor, name, indent=0):
    """As a user would write it: without bodies and without what only the library's own code sees."""
    text = Text.of(cursor)
    if cursor.kind in CLASSES:
        head = re.search(rf"\b(struct|class|union)\s+(?:ALLOTYPE_\w+\s+|\[\[.*?\]\]\s*)*{re.escape(name)}\b", text)
        if head is None:
            kind = docstrings.AMOUNTS.get(name, ("ability",))[-1]  # made by a macro
            return f"struct {name};" if kind == "ability" else f"template <int Count>\nstruct {name};"
        rest = text[head.end():].partition("{")[0].rstrip().rstrip(";")
        bases = "" if "detail::" in rest and not rest.lstrip().startswith("<") else rest
        return cleaned(text[:head.end()] + bases, indent) + ";"
    if cursor.kind in FUNCTIONS | {KIND.FUNCTION_DECL, KIND.CONSTRUCTOR, KIND.CONVERSION_FUNCTION}:
        return cleaned(without_body(cursor, text), indent).rstrip() + ";"
    if cursor.kind == KIND.ENUM_DECL:
        return cleaned(text.partition("{")[0], indent) + ";"
    if cursor.kind == KIND.FIELD_DECL:
        text = re.split(r"\s*[={]", text, maxsplit=1)[0]
        of_several = re.search(r",\s*\w+$", text) and "(" not in text  # declared in one statement
        return cleaned(f"{cursor.type.spelling} {name}" if of_several else text, indent) + ";"
    before, mark, value = text.partition("=")
    if not mark:
        return cleaned(text, indent) + ";"
    if "detail::" in value or len(value) > 120:
        template = re.match(r"template <.*?>\s*\n", text, re.DOTALL)
        before = text[:text.index("=", template.end() if template else 0)]
        return cleaned(before, indent) + " = …;"
    return cleaned(text, indent) + ";"


# ---- docstrings as Markdown -----------------------------------------------------------------------------------------

class Names:
    """All public names, and links to their entries."""

    def __init__(self):
        self.declared = declarations(INCLUDE)
        self.headers = {name: header_of(cursors[0], INCLUDE) for name, cursors in self.declared.items()}
        self.page = f"{PLACE}/index.md"  # which is written
        self.parameters = set()  # of the function whose docstring is written: no links

    def room(self, name):
        return room_of(self.headers[name])

    def link(self, name):
        return f"{self.address(page_of(self.headers[name]))}#{anchor_of(name)}"

    def address(self, page):
        """Of another page of the site, from the one that is written."""
        return os.path.relpath(page, os.path.dirname(self.page))

    def headers_in(self, room):
        return sorted({header for name, header in self.headers.items() if self.room(name) == room})

    def in_header(self, header):
        """In the header's order."""
        return sorted((name for name in self.declared if self.headers[name] == header),
                      key=lambda name: min(each.location.line for each in self.declared[name]))

    def found(self, word, near):
        """The name that a word in the docstring of `near` means; None if it is none."""
        space = near.rpartition("::")[0]
        for each in (f"{space}::{word}" if space else word, word):
            if each in self.declared:
                return each
        of, _, member = word.rpartition("::")
        return self.found(of, near) if of and member else None


def anchor_of(name):
    return name.replace("::", "-")


def page_of(header):
    """The page of `dispatch/reduce.hpp` in the site."""
    return f"{PLACE}/{header.removesuffix('.hpp')}.md"


def address_of(file, page):
    """Of a page or another file of the repository, from one of these pages."""
    inside = file.relative_to(ROOT)
    if inside == pathlib.Path("README.md"):
        return os.path.relpath("index.md", os.path.dirname(page))
    return os.path.relpath(inside.relative_to("doc"), os.path.dirname(page)) if inside.parts[0] == "doc" else f"/{inside}"


def title_of(page):
    return plain(page.read_text(encoding="utf-8").partition("\n")[0])


def plain(heading):
    return re.sub(r"[`#]", "", heading).strip().replace("<", "&lt;")


def prose(text, near, names):
    """A paragraph of a docstring: tags become words, names and pages become links."""
    parts = []
    for part in re.split(r"(`[^`]*`)", text):
        if part.startswith("`"):
            word = re.match(r"`(?:allotype::|at::)?([\w:]+?)(?:<.*>|\(\))?`$", part)
            name = names.found(word[1], near) if word and word[1] not in names.parameters else None
            parts.append(f"[{part}]({names.link(name)})" if name and name != near else part)
            continue
        part = part.replace("<", "&lt;").replace("*", "&#42;")
        part = re.sub(r"\\t?param (\w+)", r"\n\n**\1**:", part)
        part = re.sub(r"\\(throws|pre|return|post)\b", lambda tag: f"\n\n**{TAGS[tag[1]]}**", part)
        part = re.sub(r"(^|\s)Complexity: ", "\n\n**Complexity** ", part)

        def page(match):
            file = ROOT / match[0]
            if not file.exists():
                return match[0]
            return f"[{title_of(file)}]({address_of(file, names.page)})"
        part = re.sub(r"\bdoc/[\w/]+\.md\b", page, part)
        parts.append(re.sub(r"\b\w+_error\b", lambda error: f"[`{error[0]}`]({names.link(error[0])})"
                            if error[0] in names.declared and error[0] != near else error[0], part))
    return "".join(parts).strip()


def markdown(text, near, names):
    """A docstring as Markdown."""
    out = []
    for k, block in enumerate(re.split(r"\\code\n(.*?)\\endcode", text, flags=re.DOTALL)):
        if k % 2 == 1:
            out.append(f"```cpp\n{textwrap.dedent(block).strip()}\n```")
            continue
        for paragraph in re.split(r"\n\s*\n", block.strip()):
            if paragraph.lstrip().startswith("|"):
                out.append(paragraph)
            elif paragraph.strip():
                out.append(prose(paragraph, near, names))
    return "\n\n".join(out)


def indented(text, by="    "):
    return "\n".join(by + line if line else line for line in text.split("\n"))


# ---- examples -------------------------------------------------------------------------------------------------------

class Example:
    def __init__(self, title, file, place, code, rank):
        self.title, self.file, self.place, self.code, self.rank = title, file, place, code, rank
        self.words = set(re.findall(r"\w+", code))

    def target(self, page):
        return address_of(self.file, page) + (f"#{self.place}" if self.place else "")


def examples():
    """Code that the tests compile: blocks of pages, then the examples."""
    found = []
    pages = [ROOT / "README.md", *sorted((ROOT / "doc").rglob("*.md"))]
    for path in pages:
        text = path.read_text(encoding="utf-8")
        if "```cpp" not in text:
            continue
        outside = re.sub(r"^```.*?^```$", lambda fence: re.sub(r"[^\n]", " ", fence[0]), text, flags=re.DOTALL | re.MULTILINE)
        headings = [(outside.count("\n", 0, each.start()) + 1, each[1]) for each in re.finditer(r"^#+ (.*)$", outside, re.MULTILINE)]
        anchors = [anchor(heading) for _, heading in headings]
        page = documented.Page(path)
        for line, code in [*page.blocks, *page.files]:
            above = max((k for k, (at, _) in enumerate(headings) if at < line), default=0)
            place = anchors[above] if anchors.count(anchors[above]) == 1 and above > 0 else ""
            title = plain(headings[above][1])
            found.append(Example(title, path, place, code, 1))
    for path in sorted((ROOT / "example").rglob("*")):
        if path.suffix in (".cpp", ".hpp") and path.parent != reference_programs.PROGRAMS:
            found.append(Example(str(path.relative_to(ROOT)), path, "", path.read_text(encoding="utf-8"), 2))
    return found


def use_of(name):
    if name.startswith("mig::"):  # a user writes the profile
        profile = name.removeprefix("mig::_").replace("g_", "g.", 1)
        profile = re.sub(r"_(?=gfx|me)", "+", profile.replace("_no_me", "-me")).replace("_all", ".all")
        return re.compile(re.escape(f'"{profile}"'))
    return re.compile(rf"\b(?:at|allotype)::{name}\b" if "::" not in name else rf"\b{name}\b")


def word_of(name):
    """A word that each use of the name has."""
    return name.rpartition("::")[2]


def examples_of(name, all_examples):
    """The best first: below a heading with the name in it, other blocks of pages, examples."""
    use, short = use_of(name), word_of(name)
    using = [each for each in all_examples if (short in each.words or name.startswith("mig::")) and use.search(each.code)]
    using.sort(key=lambda each: (not re.search(rf"\b{short}\b", each.title), each.rank))
    chosen = []
    for each in using:
        if all((each.file, each.place) != (other.file, other.place) for other in chosen):
            chosen.append(each)
    return chosen[:SHOWN_EXAMPLES]


class Tests:
    """The tests' own code, for names of the catalogue that no page and no example uses."""

    def __init__(self):
        self.by_rule = examples_by_rule()
        self.uses = {}  # from each word to where it stands: (file, its lines, number of the line)
        for folder in ("unit", "static", "golden", "compile_fail"):
            for path in sorted((ROOT / "test" / folder).rglob("*.[ch]pp")):
                file, lines = path.relative_to(ROOT), path.read_text(encoding="utf-8").split("\n")
                for k, line in enumerate(lines):
                    for word in set(re.findall(r"\w+", line)):
                        self.uses.setdefault(word, []).append((file, lines, k))

    def statement(self, name):
        """(file, the shortest statement that uses the name); None if there is none of a few lines."""
        use, best = use_of(name), None
        bare = re.compile(rf'(?<![\w:.>"]){name}(?=\s?[<({{]|::| [a-z_]\w*[;,)({{ ])')
        for file, lines, k in self.uses.get(word_of(name), ()):
            line = lines[k]
            brought = "using namespace allotype;" in lines or f"using at::{name};" in lines
            unqualified = "::" not in name and brought and bare.search(line)
            if not (unqualified or use.search(line)) or line.startswith("#") or "//" in line.partition(name)[0]:
                continue
            found = self.statement_at(lines, k)
            if found and (best is None or self.rank(found) < self.rank(best[1])):
                best = file, found
        return best

    @staticmethod
    def is_refused(statement):
        """Tests of errors mark the line that does not compile."""
        return "// here" in statement

    @classmethod
    def rank(cls, statement):
        return cls.is_refused(statement), len(statement) <= SHORT or statement.startswith("catch"), len(statement)

    @staticmethod
    def statement_at(lines, k):
        """The statement, function or handler that has the line; None if it has too many lines."""
        begin = end = k
        while k - begin < 5 and begin > 0 and STATEMENT_GOES_ON.search(lines[begin - 1]):
            begin -= 1
        while end - k < 5 and end + 1 < len(lines) and not re.search(r"[;{}]\s*(//.*)?$", lines[end]):
            end += 1
        text = "\n".join(lines[begin:end + 1]).replace("} catch", "catch")
        while text.count("{") > text.count("}") and end - k < MOST_LINES and end + 1 < len(lines):
            end += 1
            text += "\n" + lines[end]
        if text.count("{") != text.count("}") or text.count("(") != text.count(")"):
            return None
        if "detail::" in text or re.match(r"\s*(using (namespace|[\w:]+;)|namespace|//|TEST_CASE)", text):
            return None
        return textwrap.dedent(text) if re.search(r"[;}]\s*(//.*)?$", text) else None


# ---- pages ----------------------------------------------------------------------------------------------------------

MEMBERS = FUNCTIONS | {KIND.CONSTRUCTOR, KIND.CONVERSION_FUNCTION, KIND.FIELD_DECL, KIND.VAR_DECL, KIND.TYPE_ALIAS_DECL,
                       KIND.ENUM_DECL, KIND.STRUCT_DECL, KIND.TYPE_ALIAS_TEMPLATE_DECL}


def shown_members(cursor):
    """(declarations, docstring) of each public member; those without a docstring stand with the overload before them."""
    found = []
    for each in cursor.get_children():
        if each.kind not in MEMBERS or each.access_specifier != cindex.AccessSpecifier.PUBLIC or not each.spelling:
            continue
        if each.kind in FUNCTIONS | {KIND.CONSTRUCTOR} and (each.is_deleted_method() or each.is_default_method()):
            continue
        said = written([each])
        if is_error(said) or not said and (each.spelling == "operator=" or each.is_move_constructor() or each.is_copy_constructor()):
            continue
        text = declaration(each, each.spelling, 2)
        if said:
            found.append(([text], said, each.spelling))
        elif found and found[-1][2] == each.spelling:
            found[-1][0].append(text)
        elif each.kind in FUNCTIONS | {KIND.CONSTRUCTOR, KIND.FIELD_DECL, KIND.ENUM_DECL} or is_stated(each, text):
            found.append(([text], "", each.spelling))
    return found


def is_stated(member, text):
    """A constant or an alias by which a type says what it is, such as `name` of a strategy; its name says enough."""
    return member.kind in (KIND.VAR_DECL, KIND.TYPE_ALIAS_DECL) and "detail" not in text and "…" not in text and "\n" not in text


def synopsis(head, members):
    """The class at a glance: all its public members without their docstrings."""
    label = "\n public:" if re.search(r"^class ", head, re.MULTILINE) else ""
    inside = "\n".join(indented(text, "  ") for texts, _, _ in members for text in texts)
    return f"{head.removesuffix(';')} {{{label}\n{inside}\n}};"


def one_line(text):
    return re.sub(r"\s+", " ", text).rstrip(";")


def is_error(said):
    """An overload that is there for its error is none that a program calls."""
    return said.startswith(("Does not compile", "Not met", "Always met"))


def overloads(cursors, name):
    """(declarations, docstring) of a function; those without a docstring stand with the overload before them."""
    found = []
    for each in cursors:
        said, text = written([each]), declaration(each, name)
        if is_error(said):
            continue
        if said or not found:
            found.append(([text], said))
        elif text not in found[-1][0]:
            found[-1][0].append(text)
    return found


def entry(name, names, code):
    """What stands below the name's heading."""
    cursors = names.declared[name]
    short = name.rpartition("::")[2]
    parts = []
    definitions = [each for each in cursors if each.is_definition()] or cursors
    of = definitions[0]
    members = shown_members(of) if of.kind in CLASSES and not docstrings.of_row(name, of, names.headers[name]) else []
    if cursors[0].kind in FUNCTIONS | {KIND.FUNCTION_DECL}:
        for texts, said in overloads(cursors, short):
            names.parameters = set(re.findall(r"\b(\w+)(?: = [^,()]*)?[,)]", " ".join(texts)))
            parts += ["```cpp\n" + "\n".join(texts) + "\n```", markdown(said, name, names)]
    else:
        shown = []
        for each in (definitions if cursors[0].kind in CLASSES | {KIND.ENUM_DECL} else cursors):
            text = declaration(each, short)
            if text not in shown:
                shown.append(text)
        if members:
            shown[0] = synopsis(shown[0], members)
        parts += ["```cpp\n" + "\n".join(shown) + "\n```", markdown(docstring(name, cursors), name, names)]
    if names.room(name) == "catalog" and name == short and docstrings.is_device(of):
        parts.append(f"[Facts, sources and partitions of {short}]({names.address(f'catalogue/{name.lower()}.md')})")
    if of.kind == KIND.ENUM_DECL:
        rows = [f"- `{each.spelling}`" + (f": {prose(said, name, names)}" if (said := enumerator(name, each)) else "")
                for each in of.get_children() if each.kind == KIND.ENUM_CONSTANT_DECL]
        parts.append("\n".join(rows))
    rows = []
    for texts, said, _ in members:
        if said:  # the others are in the synopsis
            heads = "\n\n    ".join(f"`{one_line(text)}`" for text in texts)
            meaning = markdown(said, name, names)
            between = ": " if len(texts) == 1 and "\n" not in meaning else "\n\n"
            rows.append(f"- {heads}{between}" + (indented(meaning) if between == "\n\n" else meaning))
    if rows:
        parts.append("\n\n".join(rows))
    names.parameters = set()
    parts += shown_by(name, names, code)
    return "\n\n".join(part for part in parts if part) + "\n\n"


def shown_by(name, names, code):
    """Its own program and what that prints, else where it is used."""
    parts = []
    programs = reference_programs.programs_of(name, code.programs)
    own = programs and programs[0].name == name
    if own:
        program = programs[0]
        parts.append(f"**Program** {program.about}\n\n```cpp\n{program.code.strip()}\n```\n\nIt prints:\n\n```text\n{program.printed().rstrip()}\n```")
    elif programs:
        links = [f"[`{each.name}`]({names.link(each.name)})" for each in programs[:SHOWN_PROGRAMS]]
        parts.append(f"The program of {', '.join(links)} uses it.")
    uses = examples_of(name, code.examples)
    if uses:
        parts.append("Used in: " + ", ".join(f"[{each.title}]({each.target(names.page)})" for each in uses))
    elif programs:
        pass
    elif made := code.tests.by_rule.get(name):
        parts.append(f"For example:\n\n```cpp\n{made}\n```")
    elif tested := code.tests.statement(name):
        says = "Does not compile" if code.tests.is_refused(tested[1]) else "Used"
        parts.append(f"{says} in `{tested[0]}`:\n\n```cpp\n{tested[1]}\n```")
    return parts


def enumerator(name, cursor):
    if name == "fact":
        label, unit = docstrings.LABELS[cursor.spelling]
        return label + (f", in{unit}" if unit else "")
    return written([cursor])


def text_of_file(header):
    """A header's own comment."""
    text = (pathlib.Path(INCLUDE) / "allotype" / header).read_text(encoding="utf-8")
    said = re.search(r"^/// \\file\n((?:///.*\n)*)", text, re.MULTILINE)
    lines = [line[3:].strip() for line in said[1].split("\n")] if said else []
    return "\n".join(lines).strip()


def rooms_of_structure():
    """What each room holds, as doc/structure.md says."""
    text = (ROOT / "doc" / "structure.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `([\w/]+)` \| ([^|]+?) +\|", text, re.MULTILINE))



def title_of_header(header, inside, names):
    """Its names where they are few, else its file."""
    public = [name for name in inside if names.declared[name][0].kind not in (KIND.CONCEPT_DECL,)] or inside
    return ", ".join(f"`{name}`" for name in public) if len(public) <= MOST_NAMES else f"`{header}`"


def page_of_header(header, names, code):
    inside = names.in_header(header)
    room = names.room(inside[0])
    include = f"`#include <allotype/{header}>`, or `<allotype/{room}.hpp>` with all of its room.\n\n"
    said = markdown(text_of_file(header), "", names) + "\n\n"
    if len(inside) == 1:
        return f"# `{inside[0]}` {{: #{anchor_of(inside[0])} }}\n\n{include}{said}{entry(inside[0], names, code)}"
    text = f"# {title_of_header(header, inside, names)}\n\n{include}{said}"
    return text + "".join(f"## `{name}` {{: #{anchor_of(name)} }}\n\n{entry(name, names, code)}" for name in inside)


def page_of_room(room, names):
    holds = rooms_of_structure().get(room, "")
    text = f"# Names of `{room}`\n\n" + (holds[0].upper() + holds[1:] + ".\n\n" if holds else "")
    text += f"`#include <allotype/{room}.hpp>` brings all of them.\n\n"
    for header in names.headers_in(room):
        text += f"## {header.removeprefix(room + '/')}\n\n| name | meaning |\n|---|---|\n"
        text += "".join(f"| [`{name}`]({names.link(name)}) | {in_short(name, names)} |\n" for name in names.in_header(header)) + "\n"
    return text


def first_sentence(text):
    text = re.sub(r"\\code.*", "", text, flags=re.DOTALL)
    sentence = re.match(r"(?:`[^`]*`|[^`])*?(?:[.;](?=\s|$)|$)", " ".join(text.split()))
    return (sentence[0] if sentence else text).rstrip(":;.")


def in_short(name, names):
    return prose(first_sentence(docstring(name, names.declared[name])), name, names).replace("|", "\\|").replace("\n", " ")


def row_of_index(name, names):
    return f"| [`{name}`]({names.link(name)}) | {names.room(name)} | {in_short(name, names)} |\n"


def index(names):
    """The names of the catalogue stand apart, by header, which is by vendor, and there in the order of generations."""
    head = "\n\n| name | room | meaning |\n|---|---|---|\n"
    listed = [name for name in names.declared if names.room(name) == "catalog"]
    others = sorted(set(names.declared) - set(listed), key=lambda each: (each.rpartition("::")[2].lstrip("_").lower(), each))
    text = (f"# All names\n\nEach public name of allotype: {len(others)} names in the order of the alphabet, and {len(listed)} of the "
            "[catalogue](#the-catalogue) behind them, by vendor and generation.\n")
    for letter, here in itertools.groupby(others, key=lambda each: each.rpartition("::")[2].lstrip("_")[0].upper()):
        text += f"\n## {letter}{head}" + "".join(row_of_index(name, names) for name in here)
    text += "\n## The catalogue\n"
    listed.sort(key=lambda each: (names.headers[each], names.declared[each][0].location.line))
    for header, here in itertools.groupby(listed, key=lambda each: names.headers[each]):
        text += f"\n### {header}{head}" + "".join(row_of_index(name, names) for name in here)
    return text


class Code:
    """What shows the names: the programs of the reference, blocks of pages and examples, tests."""

    def __init__(self):
        self.programs, self.examples, self.tests = reference_programs.programs(), examples(), Tests()


def print_names_without_example(names, code):
    """True if there are any."""
    outside_pages = [name for name in names.declared
                     if not reference_programs.programs_of(name, code.programs) and not examples_of(name, code.examples)]
    outside_rules = [name for name in outside_pages if name not in code.tests.by_rule]
    without = [name for name in outside_rules if not code.tests.statement(name)]
    for name in sorted(without, key=lambda each: (names.headers[each], each)):
        print(f"{names.headers[name]}: {name}")
    count = len(names.declared)
    print(f"{count} public names: {count - len(outside_pages)} in a program of the reference, a page or in example/, "
          f"{len(outside_pages) - len(outside_rules)} with an example by rule, "
          f"{len(outside_rules) - len(without)} with one in a test, {len(without)} with none")
    return bool(without)


def write_pages(folder, names, code):
    def write(page, make):
        names.page = page
        (folder / page).parent.mkdir(parents=True, exist_ok=True)
        (folder / page).write_text(make(), encoding="utf-8")

    navigation = []
    for room in sorted({names.room(name) for name in names.declared}):
        index_of_room = f"{PLACE}/{room}/index.md"
        write(index_of_room, lambda: page_of_room(room, names))
        for header in names.headers_in(room):
            write(page_of(header), lambda: page_of_header(header, names, code))
        navigation.append({room: [index_of_room, *(page_of(header) for header in names.headers_in(room))]})
    write(f"{PLACE}/index.md", lambda: index(names))
    (folder / PLACE / "navigation.yml").write_text(json.dumps(navigation), encoding="utf-8")


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    names, code = Names(), Code()
    if sys.argv[1] in ("--without-example", "--check"):
        if print_names_without_example(names, code) and sys.argv[1] == "--check":
            sys.exit("Each public name needs an example: a use in example/reference, a page, example/, test/unit, test/static or test/golden")
        return
    write_pages(pathlib.Path(sys.argv[1]), names, code)


if __name__ == "__main__":
    main()
