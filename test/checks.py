# SPDX-License-Identifier: BSL-1.0
"""What a test in Python finds: a line a check, details of what is wrong, and a count of that; and what tests wait for."""

import os
import pathlib
import pty
import time


class Checks:
    def __init__(self):
        self.wrong = 0

    def require(self, good, what, details=""):
        print(f"{'ok' if good else 'WRONG'}: {what}", flush=True)
        if not good:
            self.wrong += 1
            print(details, flush=True)


def why_no_terminal():
    """Why no terminal can be made here, such as in a chroot without /dev/pts; empty where one can."""
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError as error:
        return f"no terminal can be made here: {error}"
    return ""


def until(ready, seconds):
    """Waits until `ready()` is true, so many seconds at most. Returns what it was at last."""
    limit = time.monotonic() + seconds
    while not (found := ready()) and time.monotonic() < limit:
        time.sleep(0.05)
    return found


def processes_with(mark, file="cmdline"):
    """The processes that have the mark in this file of /proc."""
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if mark.encode() in (entry / file).read_bytes():
                    yield int(entry.name)
            except OSError:  # it has ended, or is another user's
                pass
