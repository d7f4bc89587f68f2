#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares the table of rooms in doc/structure.md with the includes of the headers.   python3 test/structure.py [--print]

A room is a folder of include/allotype. A header of the top folder that has a room's name is that room's; the others
belong to no room. Fails, naming the header and the line, where a room includes one that the table does not list for it,
where the table lists an arrow that no header has, and where the arrows form a circle.
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HEADERS = os.path.join(ROOT, "include", "allotype")
PAGE = os.path.join(ROOT, "doc", "structure.md")


def rooms():
    return sorted(each for each in os.listdir(HEADERS) if os.path.isdir(os.path.join(HEADERS, each)))


def arrows(known):
    """From (room, included room) to the first include that makes the arrow."""
    found = {}
    for folder, _, files in sorted(os.walk(HEADERS)):
        for file in sorted(files):
            path = os.path.relpath(os.path.join(folder, file), HEADERS)
            room = path.split(os.sep)[0]
            if room not in known:
                continue
            with open(os.path.join(HEADERS, path), encoding="utf-8") as lines:
                for number, line in enumerate(lines, 1):
                    match = re.match(r"\s*#\s*include <allotype/([^>]+)>", line)
                    included = match and match[1].split("/")[0].removesuffix(".hpp")
                    if included in known and included != room:
                        found.setdefault((room, included), f"include/allotype/{path}:{number}")
    return found


def listed():
    """What the page says each room includes."""
    table = {}
    with open(PAGE, encoding="utf-8") as lines:
        for line in lines:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if line.startswith("|") and len(cells) == 3 and re.fullmatch(r"`\w+`", cells[0]):
                table[cells[0].strip("`")] = set(re.findall(r"`(\w+)`", cells[2]))
    return table


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
    if "--print" in sys.argv:
        for room in known:
            print(f"`{room}`:", ", ".join(f"`{under}`" for above, under in sorted(found) if above == room))
        return
    table = listed()
    faults = [f"doc/structure.md does not list the room {room}" for room in known if room not in table]
    faults += [f"doc/structure.md lists the room {room}, and there is no folder of that name" for room in table if room not in known]
    for (above, under), where in sorted(found.items()):
        if above in table and under not in table[above]:
            faults.append(f"{where}: {above} includes {under}, and doc/structure.md does not list that")
    for above, rooms_under in sorted(table.items()):
        faults += [f"doc/structure.md: {above} includes {under}, and no header does"
                   for under in sorted(rooms_under) if (above, under) not in found]
    if seen := circle(found):
        faults.append("the rooms include one another in a circle: " + " -> ".join(seen))
    if faults:
        sys.exit("\n".join(faults))
    print(f"{len(known)} rooms, {len(found)} arrows, as doc/structure.md says")


if __name__ == "__main__":
    main()
