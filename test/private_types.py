# SPDX-License-Identifier: BSL-1.0
"""Public members whose type is private: fields, results, parameters and aliases of public names that name a type of a namespace detail.

docstrings.py asks, for it has read the headers. What stands behind `::` of a private class, as `type`, is not private itself.
"""
import os

from public_names import KIND, PRIVATE, cindex

CLASSES = {KIND.STRUCT_DECL, KIND.CLASS_DECL, KIND.CLASS_TEMPLATE}
ALIASES = {KIND.TYPE_ALIAS_DECL, KIND.TYPEDEF_DECL, KIND.TYPE_ALIAS_TEMPLATE_DECL}
TYPED = ALIASES | {KIND.FUNCTION_DECL, KIND.CXX_METHOD, KIND.CONSTRUCTOR, KIND.CONVERSION_FUNCTION, KIND.FUNCTION_TEMPLATE, KIND.VAR_DECL,
                   KIND.FIELD_DECL, KIND.UNEXPOSED_DECL}

# An alias names its own parameters, too; what they are stands where the alias is used.
NO_TYPES = {KIND.CONCEPT_DECL, KIND.TEMPLATE_TYPE_PARAMETER}

# Those that stay, by the reason.
ALLOWED = {member for why, those in {
    "written in braces, `box{{1, n}}`, and never by its name":
        ("box::box",),
    "written in a grid, `threads_per_block<at_most<256>>`, and never by its type":
        ("at_most",),
    "what a communicator can do is the concept `communicator`":
        ("over_threads::communicator_type", "over_mpi::communicator_type", "over_sockets::communicator_type",
         "over_nccl::communicator_type", "thread_group::communicator_type"),
    "read by backends and by the library, which ask it a member at a time":
        ("gpu_setup::instances", "accelerator_registry::entry::type_id",
         "accelerator_registry::entry::devices", "accelerator_registry::entry::select", "executor_options::from", "system_request::form"),
    "a number or an amount, whose text is refused":
        ("request_options::memory", "request_options::ephemeral_storage", "executor_settings::devices"),
    "a system, which pools and requests take by that name":
        ("kuberay::on", "kueue::on"),
    "what an operator returns behind its error":
        ("view::operator[]",),
    "another name of a member, which is refused where it is set":
        ("request_options::gpus", "request_options::number", "request_options::devices", "request_options::accelerators",
         "executor_settings::accelerator", "executor_settings::strategy", "executor_settings::precision", "executor_settings::gpus",
         "executor_settings::nodes", "sgd::lr", "adam::lr", "adam::eps"),
}.items() for member in those}


def is_private(cursor):
    parent = cursor.semantic_parent
    while parent is not None and parent.kind != KIND.TRANSLATION_UNIT:
        if parent.kind == KIND.NAMESPACE and parent.spelling in PRIVATE:
            return True
        parent = parent.semantic_parent
    return False


def behind(text, reference):
    """What the header has behind the reference to a type and its template arguments."""
    rest = text[reference.extent.end.offset:][:400].decode(errors="replace").lstrip()
    depth = 0
    for at, letter in enumerate(rest):
        depth += {"<": 1, ">": -1}.get(letter, 0)
        if depth <= 0:
            return rest[at + 1:].lstrip() if letter == ">" else rest
    return rest


def private_types_in(cursor, text, seen=()):
    """The private types that a declaration names, in aliases that it names, too."""
    for each in cursor.get_children():
        if each.kind in (KIND.TYPE_REF, KIND.TEMPLATE_REF):
            named = each.referenced
            # Behind the name of a class stands what is meant; of what is called or made, the result counts.
            if named is None or named.kind in NO_TYPES or not is_private(named) or behind(text(each), each).startswith(("::", "{", "(")):
                continue
            if named.kind not in ALIASES:
                yield named.spelling
            elif named.hash not in seen:
                yield from private_types_in(named, text, (*seen, named.hash))
        elif each.kind == KIND.PARM_DECL or each.kind in ALIASES and cursor.kind == KIND.TYPE_ALIAS_TEMPLATE_DECL:
            yield from private_types_in(each, text, seen)


def members(name, cursor):
    """(name, declaration) of a public name itself, or of the public members of a class."""
    if cursor.kind not in CLASSES:
        if cursor.kind in TYPED:
            yield name, cursor
        return
    for each in cursor.get_children():
        if each.access_specifier == cindex.AccessSpecifier.PUBLIC and (each.kind in TYPED or each.is_definition()) and not each.is_deleted_method():
            yield from members(f"{name}::{each.spelling.partition('<')[0]}", each)


def faults(names, include, text):
    """A line for each public member that has a private type and may not, and for what ALLOWED has in vain."""
    found = {}
    for name, cursors in sorted(names.items()):
        for of in cursors:
            for member, declared in members(name, of):
                for private in private_types_in(declared, text):
                    found.setdefault((member, private), declared)
    for (member, private), declared in found.items():
        if member not in ALLOWED:
            file = os.path.relpath(declared.location.file.name, os.path.dirname(include))
            yield f"{file}:{declared.location.line}: {member} is public, and its type {private} is not"
    for member in sorted(each for each in ALLOWED - {member for member, _ in found} if any(f"{each}::".startswith(f"{name}::") for name in names)):
        yield f"test/private_types.py: {member} has no private type, or is no member: take it off the list"
