"""What Love Letter's pages read before anyone asks, by asking for it once."""

from __future__ import annotations

from contextlib import suppress

from llq.errors import LlqError
from llq.query.love_letter.rounds.drills import KINDS, drill
from llq.web.love_letter.comparison import compare
from llq.web.love_letter.questions import Question

__all__ = ["read_ahead"]


def read_ahead() -> None:
    """Read every solution that pages compare, and deal the first drill of each kind."""
    compare(Question())
    for kind in KINDS:
        with suppress(LlqError):  # whoever asks is told of a table that is missing
            drill(0, kind=kind)
