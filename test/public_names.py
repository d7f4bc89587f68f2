#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Lists the public names of the headers by room.   python3 test/public_names.py [--check | --write]

A name is public if a header that needs no CUDA declares it in the namespace allotype or in a namespace inside it, and
neither the namespace is called detail nor the header stands in a folder of that name. Overloads and specialisations
count once. Members, macros, operators and deduction guides do not count, and neither do names of an earlier version that are
marked as deprecated, nor what is deleted. Clang reads the headers.

test/public_names.txt is the list that was looked at last, the catalogue aside. --check compares with it, so that a name
becomes public, or goes, on purpose; --write writes it.
"""
import argparse
import collections
import os
import pathlib
import sys

import structure

try:
    from clang import cindex
except ImportError:
    sys.exit("public_names: needs Python's clang.cindex (Debian: python3-clang-19)")

ROOT = structure.ROOT
ROOMS = structure.rooms()
LIST = os.path.join(ROOT, "test", "public_names.txt")
PRIVATE = {"detail", "mode_detail"}
KIND = cindex.CursorKind
DECLARES = {KIND.STRUCT_DECL, KIND.CLASS_DECL, KIND.CLASS_TEMPLATE, KIND.UNION_DECL, KIND.ENUM_DECL, KIND.TYPEDEF_DECL,
            KIND.TYPE_ALIAS_DECL, KIND.TYPE_ALIAS_TEMPLATE_DECL, KIND.FUNCTION_DECL, KIND.FUNCTION_TEMPLATE, KIND.VAR_DECL,
            KIND.CONCEPT_DECL, KIND.USING_DECLARATION, KIND.NAMESPACE_ALIAS,
            KIND.UNEXPOSED_DECL}  # variable templates


def headers(include):
    """Those of the library but for the ones that only nvcc reads or that need what a component brings."""
    paths = sorted(str(path.relative_to(include)) for path in pathlib.Path(include, "allotype").rglob("*.hpp"))
    return [path for path in paths if not any(part in path for part in ("backend/cuda", "nvtx", "mpi", "nccl", "json"))]


def parsed(include):
    text = "".join(f"#include <{path}>\n" for path in headers(include))
    unit = cindex.Index.create().parse(
        "all.cpp", ["-std=c++20", f"-I{include}"], unsaved_files=[("all.cpp", text)],
        options=cindex.TranslationUnit.PARSE_SKIP_FUNCTION_BODIES)
    errors = [str(each) for each in unit.diagnostics if each.severity >= cindex.Diagnostic.Error]
    if errors:
        sys.exit("public_names: clang cannot read the headers:\n" + "\n".join(errors[:5]))
    return unit


def collect(cursor, include, path, found):
    for each in cursor.get_children():
        if each.kind == KIND.NAMESPACE:
            inline = cindex.conf.lib.clang_Cursor_isInlineNamespace(each)
            if (path or each.spelling == "allotype") and each.spelling not in PRIVATE:
                collect(each, include, path if inline else path + [each.spelling], found)
            continue
        if not path or each.location.file is None or not (each.kind in DECLARES or is_the_public_form(each, include)):
            continue
        of = each.semantic_parent  # another namespace, or a class whose member stands here
        if of.kind != KIND.NAMESPACE or of.spelling in PRIVATE:
            continue
        name = each.spelling
        if each.availability == cindex.AvailabilityKind.DEPRECATED or is_deleted(each):
            continue
        if not name or name.startswith(("operator", "<")) or "detail" in header_of(each, include).split(os.sep):
            continue
        found.setdefault("::".join(path[1:] + [name]), []).append(each)


def is_deleted(cursor):
    if cursor.kind not in (KIND.FUNCTION_DECL, KIND.FUNCTION_TEMPLATE):
        return False
    behind = pathlib.Path(cursor.location.file.name).read_bytes()[cursor.extent.end.offset:]
    return behind.lstrip().startswith(b"= delete")


def is_the_public_form(cursor, include):
    """A specialization for all arguments of what is private: the template that stands for it where its header is missing."""
    if cursor.kind != KIND.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION or cursor.semantic_parent.spelling in PRIVATE:
        return False
    primary = cindex.conf.lib.clang_getSpecializedCursorTemplate(cursor)
    return "detail" in header_of(primary, include).split(os.sep)


def header_of(cursor, include):
    """The header that a cursor stands in, as it is written behind <allotype/."""
    return os.path.relpath(cursor.location.file.name, os.path.join(include, "allotype"))


def declarations(include):
    """From each name to the cursors that declare it: overloads, specialisations, declarations before the definition."""
    found = {}
    collect(parsed(include).cursor, include, [], found)
    return found


def public_names(include):
    """From each name to the header that declares it first."""
    return {name: header_of(cursors[0], include) for name, cursors in declarations(include).items()}


def room_of(file):
    """`plan`, `cluster/request`, ...; of a header beside the rooms `top`."""
    return structure.room_of(file, ROOMS) or "top"


def listing(names):
    """`header: name` of each name but those of the catalogue, by room."""
    rows = sorted((room_of(file), file, name) for name, file in names.items())
    return [f"{file}: {name}" for room, file, name in rows if room != "catalog"]


def read_by_the_umbrella():
    """The headers that <allotype/allotype.hpp> includes where no nvcc reads it."""
    included = collections.defaultdict(list)
    for header, _, other in structure.includes():
        included[header].append(other)
    found, open_ = set(), ["allotype.hpp"]
    while open_:
        header = open_.pop()
        if header not in found and not header.startswith("backend/cuda/"):
            found.add(header)
            open_ += included[header]
    return found


def lines_of(headers_of_a_library):
    return sum(len(pathlib.Path(structure.HEADERS, each).read_text(encoding="utf-8").splitlines()) for each in headers_of_a_library)


def check_list(names):
    """Ends the program where the names, each with its header, are others than the list has."""
    now = listing(names)
    with open(LIST, encoding="utf-8") as file:
        before = file.read().split("\n")[:-1]
    changes = [f"+ {each}" for each in now if each not in before] + [f"- {each}" for each in before if each not in now]
    if changes:
        sys.exit("The public names are others than test/public_names.txt lists. If that is meant: "
                 "python3 test/public_names.py --write\n" + "\n".join(changes))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help=f"compare with {os.path.relpath(LIST, ROOT)}")
    what.add_argument("--write", action="store_true", help=f"write {os.path.relpath(LIST, ROOT)}")
    parser.add_argument("--include", default=os.path.join(ROOT, "include"), help="the folder that holds allotype/")
    given = parser.parse_args()
    names = public_names(given.include)
    now = listing(names)
    if given.write:
        with open(LIST, "w", encoding="utf-8") as file:
            file.write("\n".join(now) + "\n")
    elif given.check:
        check_list(names)
    for room, count in sorted(collections.Counter(map(room_of, names.values())).items()):
        print(f"{room:20} {count:4}")
    all_headers = sorted(str(each.relative_to(structure.HEADERS)) for each in pathlib.Path(structure.HEADERS).rglob("*.hpp"))
    for library in structure.MAY_INCLUDE:
        its_headers = [each for each in all_headers if structure.library_of(each) == library]
        print(f"{library}, without the catalogue: {sum(structure.library_of(each) == library for each in now)}; "
              f"{lines_of(its_headers)} lines in {len(its_headers)} headers")
    umbrella = read_by_the_umbrella()
    print(f"<allotype/allotype.hpp>, without the catalogue: {sum(each.split(':')[0] in umbrella for each in now)}; "
          f"{lines_of(umbrella)} lines in {len(umbrella)} headers")


if __name__ == "__main__":
    main()
