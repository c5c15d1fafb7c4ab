"""What Love Letter's pages read and compile before anyone asks, by asking for it once."""

from __future__ import annotations

from contextlib import suppress

from llq.errors import LlqError
from llq.query.love_letter.drills import KINDS, drill
from llq.query.love_letter.ready_tables import compile_usual
from llq.web.love_letter.comparison import compare
from llq.web.love_letter.questions import Question

__all__ = ["load"]


def load() -> None:
    """Read every solution that pages compare, compile what values actions, then deal drills."""
    compare(Question())
    compile_usual()
    for kind in KINDS:
        with suppress(LlqError):  # whoever asks is told of a table that is missing
            drill(0, kind=kind)
