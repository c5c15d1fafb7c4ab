"""Answers of Dominion in words, the way every lookup prints them."""

from __future__ import annotations

from typing import Any

from llq.query.answers import Answer


def in_words(heading: str, answer: Answer[Any, Any]) -> str:
    """Return a heading, then every purchase with its value and cost on a line, then the source."""
    lines = [f"  {a.value:.4f}  {a.text}  (costs {a.cost:.4f})" for a in answer.actions]
    return "\n".join([heading, *lines, answer.source])
