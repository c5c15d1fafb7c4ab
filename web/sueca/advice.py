"""Card advice as page data: its axis, grids of hidden cards, verdict and stream."""

from dataclasses import dataclass
from math import ceil, floor
from typing import Any
from urllib.parse import urlencode

from llq.query.sueca.advice.advice import CardAdvice
from llq.query.sueca.advice.analysis import change_of
from llq.query.sueca.advice.hidden_hands import HiddenHands
from llq.query.sueca.advice.quantities import adviser
from llq.query.sueca.positions.notation import items_of
from llq.solver.sueca.rules import SUIT_SYMBOLS

FIRST_SAMPLES = 500
"""Sampled hands behind a page's first answer."""

_MOST_SAMPLES = 30_000
"""Sampled hands behind a page's last answer."""

_AXIS_STEP = 5  # points
_WHISKER_ERRORS = 2.0  # standard errors either way


@dataclass(frozen=True, slots=True)
class Axis:
    """Point range of a chart's axis."""

    low: int
    high: int

    def at(self, points: float) -> float:
        """Return the axis position of points, in percent."""
        return 100 * (points - self.low) / (self.high - self.low)

    def whisker(self, value: float, error: float) -> tuple[float, float]:
        """Return a value's whisker ends in percent, the lower one on the axis or above."""
        reach = _WHISKER_ERRORS * error
        return max(self.at(value - reach), 0.0), self.at(value + reach)


def axis_of(advice: CardAdvice) -> Axis:
    """Return an axis containing every whisker, in multiples of five."""
    spans = [
        (card.value, _WHISKER_ERRORS * (card.standard_error or 0.0)) for card in advice.actions
    ]
    low = floor(min(value - reach for value, reach in spans) / _AXIS_STEP) * _AXIS_STEP
    high = ceil(max(value + reach for value, reach in spans) / _AXIS_STEP) * _AXIS_STEP
    return Axis(max(low, 0), max(high, low + _AXIS_STEP))


def grids_of(hidden: HiddenHands) -> list[dict[str, Any]]:
    """Return the chances of the hidden cards, suit by suit, the trumps first, strongest first.

    A suit's rows have a seat and its cells: a chance of each card, and of holding none.
    """
    grids = []
    for letter in sorted(SUIT_SYMBOLS, key=lambda letter: letter != hidden.trump):
        indices = [index for index, card in enumerate(hidden.cards) if card[1] == letter][::-1]
        if not indices:
            continue
        suit = SUIT_SYMBOLS.index(letter)
        rows = []
        for seat, chances, any_of in zip(hidden.seats, hidden.chances, hidden.any_of, strict=True):
            cells = [_cell(hidden.cards[index], chances[index]) for index in indices]
            rows.append((seat, [*cells, _cell(letter, max(1 - any_of[suit], 0.0))]))
        cards = [hidden.cards[index] for index in indices]
        grids.append({"suit": letter, "cards": cards, "rows": rows})
    return grids


def _cell(label: str, chance: float) -> tuple[str, str, int]:
    """Return a card, or a void's suit, with its chance in percent and in tenths, rounded up."""
    shade = 10 if chance > 1 - 1e-9 else min(9, ceil(chance * 10 - 1e-9))
    return label, f"{100 * chance:.0f}", shade


def advice_parts(advice: CardAdvice) -> dict[str, Any]:
    """Return the page data of advice, stream address included."""
    items = {**items_of(advice.position), "stakes": str(advice.stakes), "samples": _MOST_SAMPLES}
    query = urlencode(items, safe=":")
    return {
        "advice": advice,
        "axis": axis_of(advice),
        "grids": grids_of(advice.hidden) if advice.hidden else [],
        "change": change_of(advice, adviser(FIRST_SAMPLES)),
        "verdict": verdict(advice),
        "stream": "" if advice.is_exact else f"/api/v1/sueca/advise/stream?{query}",
    }


def verdict(advice: CardAdvice) -> str:
    """Return the best card's certainty in words."""
    if len(advice.actions) == 1:
        return "the only legal card"
    if len(advice.close) > 1:
        others = " and ".join(advice.close[1:])
        return f"{others} within two standard errors"
    return "clearly the best card"
