#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Each public function whose result is its purpose is [[nodiscard]].   python3 test/nodiscard.py

Prints file:line and the name of each function and member that returns something and is neither [[nodiscard]] nor listed in
nodiscard_exceptions.txt with a reason, and each reason that nothing needs. Ends with 1 if there are any. Public names are those of
public_names.py.
Not looked at: operators, setters that return their own object, and what is deleted.
"""
import os
import sys

from public_names import KIND, ROOT, cindex, declarations, header_of

INCLUDE = os.path.join(ROOT, "include")
FUNCTIONS = {KIND.FUNCTION_DECL, KIND.CXX_METHOD, KIND.FUNCTION_TEMPLATE}
CLASSES = {KIND.STRUCT_DECL, KIND.CLASS_DECL, KIND.CLASS_TEMPLATE, KIND.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION}
with open(os.path.join(ROOT, "test", "nodiscard_exceptions.txt"), encoding="utf-8") as lines:
    EXCEPTIONS = {line.partition(": ")[0] for line in lines if not line.startswith("#")}


def functions(name, cursors):
    """(name, cursor) of the functions with this name, or of the public members of the class with this name."""
    for each in cursors:
        if each.kind in FUNCTIONS:
            yield name, each
        elif each.kind in CLASSES:
            for member in each.get_children():
                if member.access_specifier != cindex.AccessSpecifier.PUBLIC:
                    continue
                for of in member.get_children() if member.kind == KIND.FRIEND_DECL else [member]:
                    yield from functions(f"{name}::{of.spelling}", [of])


def returns_its_object(cursor):
    result = cursor.result_type
    own = cursor.semantic_parent
    return (own.kind in CLASSES and result.kind == cindex.TypeKind.LVALUEREFERENCE and not cursor.is_static_method()
            and result.get_pointee().get_declaration() == own)


def is_nodiscard(cursor):
    """Whether the attribute stands in front of the name: clang leaves it out of a template's children."""
    with open(cursor.location.file.name, "rb") as header:
        before = header.read()[:cursor.location.offset].decode()
    return "[[nodiscard" in before[max(before.rfind(end) for end in (";", "{", "}", "///")):]


def main():
    found, looked_at, unused = [], 0, set(EXCEPTIONS)
    for name, cursors in sorted(declarations(INCLUDE).items()):
        for of, cursor in functions(name, cursors):
            if (cursor.spelling.startswith(("operator", "~")) or cursor.result_type.kind == cindex.TypeKind.VOID
                    or returns_its_object(cursor) or (cursor.kind == KIND.CXX_METHOD and cursor.is_deleted_method())):
                continue
            looked_at += 1
            if is_nodiscard(cursor):
                continue
            if of in EXCEPTIONS:
                unused.discard(of)
                continue
            found.append(f"allotype/{header_of(cursor, INCLUDE)}:{cursor.location.line}: {of} is not [[nodiscard]]")
    found += [f"{name} is an exception in test/nodiscard_exceptions.txt, and needs none" for name in sorted(unused)]
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{looked_at} public functions return something, {len(found)} of them wrongly without [[nodiscard]]")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
