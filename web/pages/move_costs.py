"""Judged moves as a table: what was played, what was best, and what it cost."""

from collections.abc import Iterable
from typing import Any

from llq.query.answers import Row, Table
from llq.query.play.judged_actions import Judged
from llq.web.pages.panels import Panel

LinkedMove = tuple[str, str, Judged[Any, Any]]
"""Turn or trick of a judged move, address of its situation, empty for none, and the move."""

SHARES = ("win probability", "win share")
"""Units shown in percent."""


def judged_moves(moves: Iterable[LinkedMove], when: str) -> tuple[Panel, dict[str, str]]:
    """Return the table of moves, whose first heading is ``when``, and links by first cell.

    Moves that stand out are the best, or as good within two standard errors.
    """
    moves = list(moves)
    if not moves:
        return Panel(""), {}
    rows = tuple(_row(turn, move) for turn, _, move in moves)
    table = Table((when, "played", "best was", "costs"), rows, ("costs",))
    context = ("The number after a move is its worth by what was known.",)
    source, *others = dict.fromkeys(move.answer.source for _, _, move in moves)
    notes = (f"of the first row: {source}" if others else source,)
    links = {turn: link for turn, link, _ in moves if link}
    return Panel("Moves by what they cost", [table], context, notes), links


def _row(turn: str, move: Judged[Any, Any]) -> Row:
    unit, chosen, best = move.answer.unit, move.chosen, move.best
    played = f"{chosen.text}, {_text(chosen.value, unit, chosen.standard_error)}"
    is_free = chosen.is_best or move.cost <= 0
    best_words = "the same" if is_free else f"{best.text}, {_text(best.value, unit)}"
    costs = "0" if is_free else _text(move.cost, unit, getattr(chosen, "cost_error", None))
    return Row((turn, played, best_words, costs), getattr(chosen, "is_close", is_free))


def _text(number: float, unit: str, error: float | None = None) -> str:
    form = ".1%" if unit in SHARES else ".2f"
    return f"{number:{form}}" + ("" if not error else f" ± {error:{form}}")
