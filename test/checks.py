# SPDX-License-Identifier: BSL-1.0
"""What a test in Python finds: a line a check, details of what is wrong, and a count of that."""


class Checks:
    def __init__(self):
        self.wrong = 0

    def require(self, good, what, details=""):
        print(f"{'ok' if good else 'WRONG'}: {what}", flush=True)
        if not good:
            self.wrong += 1
            print(details, flush=True)
