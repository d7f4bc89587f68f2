#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Every public name has a docstring.   python3 test/docstrings.py [--list] [--include FOLDER]

Prints file:line and the name of each that has none, and ends with 1 if there are any. Public names are those of
public_names.py. One docstring is enough for all overloads of a name. Besides the names these members need one:

  the member functions and data members of a public class that a program's author calls or sets. Not those: static members,
  which templates read; constructors, which the class's docstring explains; operators, destructors and what is deleted,
  defaulted or overrides.

--list checks also that the names are those of public_names.txt: clang reads the headers once for both.

A row of a table is its own docstring, so that a fact has one home:

  an amount made from a row of begin_fact_rows.hpp the row's label
  in the catalogue, a type that states a `name` or `rows`: a device, a board, a profile       its name
  in the catalogue, a constant of text                                                        the text
"""
import argparse
import os
import re
import sys

TEST = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [TEST, os.path.join(os.path.dirname(TEST), "doc")]

import facts
import private_types
from public_names import KIND, ROOT, check_list, cindex, declarations, header_of

INCLUDE = os.path.join(ROOT, "include")
CLASSES = {KIND.STRUCT_DECL, KIND.CLASS_DECL, KIND.CLASS_TEMPLATE, KIND.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION, KIND.UNION_DECL}
FUNCTIONS = {KIND.CXX_METHOD, KIND.FUNCTION_TEMPLATE}
VENDORS = {"nvidia": "NVIDIA", "amd": "AMD", "google": "Google", "aws": "AWS", "intel": "Intel"}
LABELS = {name: (label, unit) for name, _, label, unit, _, _ in facts.rows()}
AMOUNTS = {need: (name, label, unit, kind) for name, _, label, unit, kind, need in facts.rows()
           if need and kind in ("count", "exact_count", "ability")}


class Text:
    """The text of headers, each read once."""

    files = {}

    @classmethod
    def whole(cls, cursor):
        """The header that a declaration stands in."""
        file = cursor.extent.start.file.name
        if file not in cls.files:
            with open(file, "rb") as opened:
                cls.files[file] = opened.read()
        return cls.files[file]

    @classmethod
    def of(cls, cursor):
        """What stands in the header from the beginning to the end of a declaration."""
        return cls.whole(cursor)[cursor.extent.start.offset:cursor.extent.end.offset].decode()


# ---- what is written ------------------------------------------------------------------------------------------------

def written(cursors):
    """The text of the comment in front of one of the declarations, or behind it; empty if there is none."""
    for each in cursors:
        if each.raw_comment and each.raw_comment.startswith("///"):
            lines = (re.sub(r"^\s*///<? ?", "", line).rstrip() for line in each.raw_comment.split("\n"))
            text = "\n".join(lines).strip()
            if text and not text.startswith("\\file"):
                return text
    return ""


# ---- what a row says ------------------------------------------------------------------------------------------------

def text_of_strings(value):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', value))


def stated(cursor):
    """From each static constant of a type to what stands behind its `=`."""
    return {each.spelling: Text.of(each).partition("=")[2].strip() for each in cursor.get_children() if each.kind == KIND.VAR_DECL}


def of_row(name, cursor, header):
    """What a row of a table says of the name; empty for a name that is no row."""
    short = name.rpartition("::")[2]
    if header == os.path.join("core", "amounts.hpp") and name in AMOUNTS:
        fact, label, unit, kind = AMOUNTS[name]
        if kind == "ability":
            return f"An ability for `needs`: {label}. The fact is `fact::{fact}`."
        least = "exactly" if kind == "exact_count" else "at least"
        amount = f"`Count`{unit} of {label}" if unit else f"`Count` {label.removesuffix(' at most')}"
        return f"An amount for `needs`: {least} {amount}. The fact is `fact::{fact}`."
    if not header.startswith("catalog" + os.sep):
        return ""
    if name.startswith("mig::") and cursor.kind == KIND.STRUCT_DECL:
        return f"The profile `{profile_of(short, cursor)}` of a GPU instance."
    if cursor.kind == KIND.VAR_DECL and '"' in Text.of(cursor) and "[] =" in Text.of(cursor):
        return text_of_strings(Text.of(cursor).partition("=")[2]).rstrip(".") + "."
    if is_device(cursor):
        vendor = VENDORS.get(os.path.basename(cursor.location.file.name).split(".")[0].split("_")[0], "")
        return f"{vendor} {text_of_strings(stated(cursor)['name']) or short}. The catalogue has its facts.".strip()
    return f"The partitions of the board `{short}`." if cursor.kind in CLASSES and "rows" in stated(cursor) else ""


def is_device(cursor):
    """Whether it is a row of the catalogue with a page of its own."""
    return cursor.kind == KIND.STRUCT_DECL and "name" in stated(cursor) and "rows" not in stated(cursor)


def profile_of(tag, cursor):
    """`_1g_10gb_me` is made from the row ALLOTYPE_PROFILE(_1g_10gb_me, "1g.10gb+me")."""
    Text.of(cursor)
    header = Text.files[cursor.location.file.name].decode()
    return re.search(rf'^ALLOTYPE_PROFILE\({tag}, "([^"]+)"\);', header, re.MULTILINE)[1]


def docstring(name, cursors, include=INCLUDE):
    """All that is said of a name: what is written before it and what its row says."""
    header = header_of(cursors[0], include)
    row = next((text for text in (of_row(name, each, header) for each in cursors if each.is_definition()) if text), "")
    return "\n\n".join(text for text in (written(cursors), row) if text)


# ---- members --------------------------------------------------------------------------------------------------------

def members(cursors):
    """From each member that needs a docstring to the cursors that declare it."""
    found = {}
    for of in cursors:
        if of.kind not in CLASSES:
            continue
        own = of.spelling
        for each in of.get_children():
            if each.access_specifier != cindex.AccessSpecifier.PUBLIC:
                continue
            name = each.spelling
            if each.kind in FUNCTIONS:
                if each.is_static_method() or each.is_deleted_method() or each.is_default_method():
                    continue
                if name.partition("<")[0] == own or name.startswith(("operator", "~")):
                    continue
                if any(child.kind == KIND.CXX_OVERRIDE_ATTR for child in each.get_children()):
                    continue
            elif each.kind != KIND.FIELD_DECL or not name:
                continue
            found.setdefault(name, []).append(each)
    return found


# ---- the check ------------------------------------------------------------------------------------------------------

def without_docstring(names, include):
    """(how many members there are, a line for each of the names and members that has no docstring)."""
    count_of_members, missing = 0, []

    def report(cursor, name):
        file = os.path.relpath(cursor.location.file.name, os.path.dirname(include))
        missing.append(f"{file}:{cursor.location.line}: {name} has no docstring: say above it what it is for, in a comment ///")

    for name, cursors in sorted(names.items()):
        header = header_of(cursors[0], include)
        if not docstring(name, cursors, include):
            report(cursors[0], name)
        if any(of_row(name, each, header) for each in cursors):
            continue
        for member, declared in members(cursors).items():
            count_of_members += 1
            if not written(declared):
                report(declared[0], f"{name}::{member}")
    return count_of_members, missing


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--include", default=INCLUDE, help="the folder that holds allotype/")
    parser.add_argument("--list", action="store_true", help="compare the names with test/public_names.txt, too")
    given = parser.parse_args()
    include = os.path.abspath(given.include)
    names = declarations(include)
    count_of_members, missing = without_docstring(names, include)
    for line in missing:
        print(line)
    print(f"{len(names)} public names, {count_of_members} members that are called or set, {len(missing)} of them without a docstring")
    private = list(private_types.faults(names, include, Text.whole))
    for line in private:
        print(line)
    if given.list:
        check_list({name: header_of(cursors[0], include) for name, cursors in names.items()})
    return 1 if missing or private else 0


if __name__ == "__main__":
    sys.exit(main())
