"""Links from the tables of Love Letter to its explorer."""

from __future__ import annotations

from urllib.parse import urlencode

from llq.query.love_letter.rounds.analysis import Question


def explorer_link(question: Question) -> str:
    """Return the address of the explorer at what a player saw."""
    link = {
        "hand": f"{question['card_1']},{question['card_2']}",
        "seen": ",".join(question["seen"]),
        "face_up": ",".join(question["face_up"]),
        "opponent": question["opponent"],
        "knows": question["opponent_knows"],
        "handmaid": "yes" if question["handmaid"] else "",
        "variant": "" if question["variant"] == "classic" else question["variant"],
    }
    said = {name: value for name, value in link.items() if value}
    return f"/love-letter?{urlencode(said, safe=',')}"
