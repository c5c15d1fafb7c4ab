"""Card grid: each player's chance of holding every card."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from llq.query.literature.advice.advice import AskAdvice
from llq.query.literature.advice.tables import chance_text
from llq.query.literature.positions.card_text import half_suit_words
from llq.solver.literature import rules
from llq.solver.literature.actions import Asked, Move
from llq.web.pages.environment import capital


class Cell(NamedTuple):
    """A player's chance of a card."""

    card: str
    chance: float
    link: str
    """Ask link for this player's card; empty if illegal."""

    @property
    def text(self) -> str:
        """Chance in percent, in its shortest form."""
        return chance_text(self.chance)

    @property
    def shade(self) -> int:
        """Chance in tenths, rounded up; 10 means certainty."""
        return 10 if self.chance == 1 else min(9, round(self.chance * 10 + 0.499))


class PlayerRow(NamedTuple):
    """A player's chances in a half suit."""

    seat: int
    label: str
    cells: tuple[Cell, ...]


class HalfSuit(NamedTuple):
    """A half suit in play."""

    name: str
    words: str
    cards: tuple[str, ...]
    rows: tuple[PlayerRow, ...]


def grid_of(advice: AskAdvice, link: Callable[[int, str], str]) -> tuple[HalfSuit, ...]:
    """Return the half suits in play with every player's chances.

    ``link`` returns the address where the mover asks a player for a card.
    """
    position, seats = advice.game.position, advice.seats
    pack = position.rules.pack
    grid = []
    for half in range(pack.half_suits):
        cards = tuple(rules.card_name(card, pack) for card in rules.half_suit_cards(half))
        if cards[0] not in advice.chances:
            continue
        rows = []
        for seat in range(position.rules.players):
            cells = tuple(_cell(advice, seat, card, link) for card in cards)
            rows.append(PlayerRow(seat, capital(seats.you(seat)), cells))
        grid.append(HalfSuit(rules.half_suit_name(half), half_suit_words(half), cards, tuple(rows)))
    return tuple(grid)


def _cell(advice: AskAdvice, seat: int, card: str, link: Callable[[int, str], str]) -> Cell:
    address = link(seat, card) if _can_be_asked(advice, seat, card) else ""
    return Cell(card, advice.chances[card][seat], address)


def _can_be_asked(advice: AskAdvice, target: int, card: str) -> bool:
    """Return whether the mover may legally ask, as far as known."""
    position = advice.game.position
    mover = position.turn
    if position.perspective.is_over or target % 2 == mover % 2 or not position.sizes[target]:
        return False
    if mover == position.seat:
        return (target, card) in position.legal
    pack = position.rules.pack
    half_suit = rules.half_suit_cards(rules.find_card(card, pack) // rules.HALF_SIZE)
    others = {rules.card_name(other, pack) for other in half_suit} - {card}
    may_ask = any(advice.chances[other][mover] > 0 for other in others)
    return may_ask and advice.chances[card][mover] < 1


def ask_table(moves: Iterable[Move], variant: rules.Rules, halves: Sequence[int]) -> dict[str, Any]:
    """Return the asks by player and half suit in play: cards, targets, and whether they hit."""
    cells: dict[tuple[int, int], list[tuple[str, int, bool]]] = {}
    for move in moves:
        if isinstance(move, Asked):
            asks = cells.setdefault((move.seat, move.card // rules.HALF_SIZE), [])
            asks.append((rules.card_name(move.card, variant.pack), move.target, move.held))
    return {
        "halves": [half_suit_words(half) for half in halves],
        "rows": [
            (seat, [cells.get((seat, half), []) for half in halves])
            for seat in range(variant.players)
        ],
        "is_empty": not any(half in halves for _, half in cells),
    }
