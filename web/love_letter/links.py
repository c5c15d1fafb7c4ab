"""Links from one page of Love Letter to another."""

from __future__ import annotations

from urllib.parse import urlencode

from llq.query.love_letter.analysis import Question

__all__ = ["explorer_link"]


def explorer_link(question: Question) -> str:
    """Return the address of the explorer at what a player saw."""
    link = {
        "hand": f"{question['card_1']},{question['card_2']}",
        "seen": ",".join(question["seen"]),
    }
    return f"/love-letter?{urlencode({name: value for name, value in link.items() if value})}"
