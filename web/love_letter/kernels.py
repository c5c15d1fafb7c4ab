"""What Love Letter's pages read and compile before anyone asks, by asking for it once."""

from __future__ import annotations

from llq.query.love_letter.ready_tables import compile_usual
from llq.web.love_letter.comparison import compare
from llq.web.love_letter.questions import Question

__all__ = ["load"]


def load() -> None:
    """Read every solution that pages compare, then compile what values actions."""
    compare(Question())
    compile_usual()
