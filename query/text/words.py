"""Words of a list that people write."""

import re


def split_words(text: str) -> list[str]:
    """Return the words of a list separated by commas, semicolons or blanks."""
    stripped = text.strip(" \t\n,;")
    return re.split(r"[\s,;]+", stripped) if stripped else []
