# SPDX-License-Identifier: BSL-1.0
"""The anchors of headings."""
import re


def anchor(text, separator="-"):
    """As GitHub makes it, where the pages are read, too."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", separator)
