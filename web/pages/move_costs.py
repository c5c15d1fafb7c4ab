"""Judged moves as a table: what was played, what was best, and what it cost."""

from collections.abc import Iterable
from typing import Any

from llq.query.answers import Row, Table
from llq.query.play.judged_actions import Judged
from llq.web.pages.panels import Panel

LinkedMove = tuple[str, str, Judged[Any, Any]]
"""Turn or trick of a judged move, address of its situation, empty for none, and the move."""

_SHARES = ("win probability", "win share")  # units shown in percent


def judged_moves(moves: Iterable[LinkedMove], when: str) -> tuple[Panel, dict[str, str]]:
    """Return the table of moves, whose first heading is ``when``, and links by first cell.

    Moves that stand out are the best, or as good within two standard errors.
    """
    rows, links, sources = [], {}, set()
    for turn, link, move in moves:
        rows.append(_row(turn, move))
        links |= {turn: link} if link else {}
        sources.add(move.answer.source)
    if not rows:
        return Panel(""), {}
    table = Table((when, "played", "best was", "costs"), tuple(rows), ("costs",))
    context = ("The number after a move is its worth by what was known.",)
    notes = tuple(sources) if len(sources) == 1 else ()
    return Panel("Moves by what they cost", [table], context, notes), links


def _row(turn: str, move: Judged[Any, Any]) -> Row:
    unit, chosen, best = move.answer.unit, move.chosen, move.best
    played = f"{chosen.text}, {_text(chosen.value, unit, chosen.standard_error)}"
    best_words = "the same" if chosen.is_best else f"{best.text}, {_text(best.value, unit)}"
    error = getattr(chosen, "cost_error", None)
    costs = "0" if chosen.is_best else _text(move.cost, unit, error)
    return Row((turn, played, best_words, costs), getattr(chosen, "is_close", chosen.is_best))


def _text(number: float, unit: str, error: float | None = None) -> str:
    form = ".1%" if unit in _SHARES else ".2f"
    return f"{number:{form}}" + ("" if error is None else f" ± {error:{form}}")
