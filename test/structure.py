#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares the table of rooms in doc/structure.md with the includes of the headers.   python3 test/structure.py

A room is a folder of include/allotype: of the core, or of the folder of a library beside it, cluster/ or parallel/. A header
beside the folders of rooms that has a room's name is that room's; the others belong to no room. Fails, naming the header and
the line, where a room includes one that the table does not list for it, where the table lists an arrow that no header has,
where the arrows form a circle, where a library includes one that it may not: the core none, the others the core; and where a room has
no folder of tests, test/unit/ROOM.
"""
import os
import pathlib
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HEADERS = os.path.join(ROOT, "include", "allotype")
PAGE = os.path.join(ROOT, "doc", "structure.md")
LIBRARIES = ("cluster", "parallel")
MAY_INCLUDE = {"core": (), "cluster": ("core",), "parallel": ("core",), "program": ("core", "cluster", "parallel")}
USES_PRIVATE_NAMES = "tools/allotype/library/"  # and no other folder of a program


def folders(path):
    return [each for each in os.listdir(path) if os.path.isdir(os.path.join(path, each))]


def rooms():
    """`plan`, `cluster/request`, ..."""
    core = [each for each in folders(HEADERS) if each not in LIBRARIES]
    return sorted(core) + [f"{library}/{each}" for library in LIBRARIES for each in sorted(folders(os.path.join(HEADERS, library)))]


def room_of(path, known):
    """Of a header, from include/allotype; nothing where it belongs to none."""
    parts = path.removesuffix(".hpp").split("/")
    return next((each for each in ("/".join(parts[:2]), parts[0]) if each in known), None)


def library_of(path):
    """Of a room or a header."""
    first = path.removesuffix(".hpp").split("/")[0]
    return first if first in MAY_INCLUDE else "core"


def includes():
    """(header, line, header that it includes) of all headers, from include/allotype."""
    for path in sorted(pathlib.Path(HEADERS).rglob("*.hpp")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if match := re.match(r"\s*#\s*include <allotype/([^>]+)>", line):
                yield str(path.relative_to(HEADERS)), number, match[1]


def arrows(known):
    """From (room, included room) to the first include that makes the arrow."""
    found = {}
    for path, number, included in includes():
        room, under = room_of(path, known), room_of(included, known)
        if room and path.startswith(room + "/") and under and under != room:
            found.setdefault((room, under), f"include/allotype/{path}:{number}")
    return found


def strangers():
    """Includes of a library that another may not have."""
    for path, number, included in includes():
        mine = library_of(path)
        if library_of(included) not in (mine, *MAY_INCLUDE[mine]):
            yield f"include/allotype/{path}:{number}: {mine} includes {included}, which is {library_of(included)}'s"


def listed():
    """What the page says each room includes."""
    table = {}
    with open(PAGE, encoding="utf-8") as lines:
        for line in lines:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if line.startswith("|") and len(cells) == 3 and re.fullmatch(r"`[\w/]+`", cells[0]):
                table[cells[0].strip("`")] = set(re.findall(r"`([\w/]+)`", cells[2]))
    return table


def private_names():
    """Lines of programs that name what is private: a namespace detail, or a header of a folder of that name. None in the examples; in
    the program `allotype`, only in one folder."""
    for folder in ("example", "tools/allotype"):
        for path, _, files in sorted(os.walk(os.path.join(ROOT, folder))):
            for file in sorted(files):
                name = os.path.relpath(os.path.join(path, file), ROOT)
                if not file.endswith((".hpp", ".cpp", ".cu")) or name.startswith(USES_PRIVATE_NAMES):
                    continue
                with open(os.path.join(ROOT, name), encoding="utf-8") as lines:
                    for number, line in enumerate(lines, 1):
                        code = line if line.startswith("#") else re.sub(r'"[^"]*"|//.*', "", line)
                        if re.search(r"\bdetail(::|/)", code):
                            yield f"{name}:{number}: a program uses what is public: {line.strip()}"


def circle(edges):
    """Rooms that include one another in a circle, or nothing."""
    below = {}
    for above, under in edges:
        below.setdefault(above, set()).add(under)

    def search(room, path):
        if room in path:
            return path[path.index(room):] + [room]
        return next((seen for under in sorted(below.get(room, ())) if (seen := search(under, path + [room]))), None)

    return next((seen for room in sorted(below) if (seen := search(room, []))), None)


def main():
    known = rooms()
    found = arrows(known)
    table = listed()
    faults = [f"doc/structure.md does not list the room {room}" for room in known if room not in table]
    faults += [f"doc/structure.md lists the room {room}, and there is no folder of that name" for room in table if room not in known]
    faults += [f"the room {room} has no tests: test/unit/{room}/CMakeLists.txt" for room in known
               if not os.path.isfile(os.path.join(ROOT, "test", "unit", room, "CMakeLists.txt"))]
    for (above, under), where in sorted(found.items()):
        if above in table and under not in table[above]:
            faults.append(f"{where}: {above} includes {under}, and doc/structure.md does not list that")
    for above, rooms_under in sorted(table.items()):
        faults += [f"doc/structure.md: {above} includes {under}, and no header does"
                   for under in sorted(rooms_under) if (above, under) not in found]
    faults += strangers()
    faults += private_names()
    if seen := circle(found):
        faults.append("the rooms include one another in a circle: " + " -> ".join(seen))
    if faults:
        sys.exit("\n".join(faults))
    print(f"{len(known)} rooms, {len(found)} arrows, as doc/structure.md says")


if __name__ == "__main__":
    main()
