"""What a Dominion lookup answers, and the words in which it is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from llq.errors import IllegalState
from llq.solver.dominion.action_scoring import ActionScore
from llq.solver.dominion.rules import Rules

__all__ = ["DominionAnswer", "answer", "parse_deck"]


@dataclass(frozen=True, slots=True)
class DominionAnswer:
    """The whole answer to a lookup.

    Parameters
    ----------
    deck
        Copies of each card, by name.
    coins, turn, turns
        Coins in hand, the turn (the first is 1) and the length of the game.
    best
        The card to buy, None to pass.
    expected_score
        Expected final score by optimal play, in points.
    actions
        Every affordable action, best first, with its expected score and what it costs.
    source
        Where the numbers come from.
    """

    deck: dict[str, int]
    coins: int
    turn: int
    turns: int
    best: str | None
    expected_score: float
    actions: tuple[ActionScore, ...]
    source: str

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        """Return the answer in words, one action a line."""
        deck = ", ".join(f"{count} {name}" for name, count in self.deck.items() if count)
        lines = [
            f"{deck}; {self.coins} coins, turn {self.turn} of {self.turns}: "
            f"{_words(self.best)}, expecting {self.expected_score:.4f} points"
        ]
        lines += [
            f"  {a.expected_score:.4f}  {_words(a.card)}  (costs {a.cost:.4f})"
            for a in self.actions
        ]
        return "\n".join([*lines, self.source])


def answer(
    game: Rules,
    deck: tuple[int, ...],
    coins: int,
    turn: int,
    turns: int,
    find: Callable[[int], tuple[ActionScore, ...]],
    source: str,
) -> DominionAnswer:
    """Return the whole answer for a situation; ``find`` gives the actions by turns to go.

    Raises
    ------
    IllegalState
        The game has no such turn, or the deck could not be bought before it.
    """
    if not 1 <= turn <= turns:
        raise IllegalState(f"a game of {turns} turns has no turn {turn}")
    bought = sum(deck) - sum(game.start)
    if bought >= turn:
        raise IllegalState(
            f"a deck with {bought} bought cards takes {bought} turns; "
            f"before turn {turn} there were {turn - 1}"
        )
    found = find(turns - turn + 1)
    return DominionAnswer(
        deck={card.name: count for card, count in zip(game.cards, deck, strict=True)},
        coins=coins,
        turn=turn,
        turns=turns,
        best=found[0].card,
        expected_score=found[0].expected_score,
        actions=found,
        source=source,
    )


def parse_deck(text: str) -> dict[str, int]:
    """Return copies by card from words such as ``"7 copper, 3 estate"``.

    Raises
    ------
    IllegalState
        A part of the text is not a number and a name.

    Examples
    --------
    >>> parse_deck("7 copper, 3 estate, gold")
    {'copper': 7, 'estate': 3, 'gold': 1}
    """
    counts: dict[str, int] = {}
    for part in text.split(","):
        words = part.split()
        number, name = words if len(words) == 2 else ("1", *words) if len(words) == 1 else ("", "")
        if not number.isdecimal() or len(number) > 6:
            raise IllegalState(f"{part.strip()!r} in the deck is not like '7 copper'")
        counts[name.lower()] = counts.get(name.lower(), 0) + int(number)
    return counts


def _words(card: str | None) -> str:
    return "pass" if card is None else f"buy {card}"
