# SPDX-License-Identifier: BSL-1.0
"""Random inputs of the task `echo` (tasks.cpp), which has one of every type."""

import random

TEXTS = ["", "a", "naïve ☃ 𝄞", "line\nbreak\ttab \"quoted\" \\", "{}", "[1, 2]", "null", "-1", "x" * 300]


class EveryType(random.Random):
    """`point(x, y, label)` is a structure. What else is no finite number, and the largest number without a sign, differ by format."""

    def __init__(self, seed, point, not_finite, largest=2**64 - 1):
        super().__init__(seed)
        self.make_point, self.not_finite, self.largest = point, not_finite, largest

    def number(self):
        return self.choice([0.0, -0.0, 0.1, -1e-300, 1.7976931348623157e308, 5e-324, float(self.randint(-2**53, 2**53)),
                            self.gauss(0, 1e6), *self.not_finite])

    def integer(self, bits=64):
        least, most = -2**(bits - 1), 2**(bits - 1) - 1
        return self.choice([least, most, 0, 1, self.randint(least, most)])

    def truth(self):
        return self.random() < 0.5

    def text(self):
        return self.choice(TEXTS)

    def several(self, make):
        return [make() for _ in range(self.randrange(4))]

    def named(self, make):
        return {text: make() for text in sorted(self.sample(TEXTS, self.randrange(4)), key=lambda text: text.encode())}

    def maybe(self, make):
        return self.choice([None, make()])

    def inputs(self, bits=64):
        """`bits`: of the whole numbers in structures."""
        def point():
            return self.make_point(self.integer(bits), self.number(), self.maybe(self.text))

        return {
            "truth": self.truth(), "small": self.integer(8), "medium": self.choice([0, 65535, self.randint(0, 65535)]),
            "large": self.integer(), "unsigned_large": self.choice([0, 1, self.largest, self.randint(0, self.largest)]),
            "single": self.choice([0.5, -3.0, 2.0**-149, 3.4028234663852886e38, self.not_finite[0]]), "number": self.number(),
            "text": self.text(), "integers": self.several(self.integer), "lists": self.several(lambda: self.several(self.text)),
            "numbers": self.named(self.number), "truths": self.named(lambda: self.several(self.truth)),
            "maybe": self.maybe(lambda: self.integer(32)), "maybe_list": self.maybe(lambda: self.several(self.number)),
            "where": point(), "path": self.several(point), "places": self.named(point), "maybe_point": self.maybe(point)}
