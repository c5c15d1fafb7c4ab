"""The paper's definitions applied to a game: reachable, efficient and droppable cards.

Readings, where the paper's words and its meaning differ:

* Definition 4.1 lets any five reachable cards form a hand, including starting cards that nobody can
  buy, however few there are. It is reported as written. ``never_bought`` is stricter: it counts
  such cards as often as the starting deck has them.
* Definition 4.3 as written makes every starting card inefficient (Dominion's copper and estate
  too, though section 6 calls Dominion efficient) and allows ties, which the proof of Lemma 4.4
  rules out. What is meant, and reported: a card not in the starting deck is inefficient if another
  of its kind costs no more and is worth no less; of exact equals the first is kept.
* Equation 5 counts decks as if every card could be bought every turn: an upper bound.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import comb
from typing import Any

from llq.errors import IllegalState
from llq.solver.dominion.model import Model
from llq.solver.dominion.rules import HAND_SIZE, Card, FixedLength, Rules
from llq.solver.dominion.solitaire.states import DeckSpace


@dataclass(frozen=True)
class Finding:
    """A definition's finding about a game."""

    definition: str
    card: str | None
    message: str
    is_error: bool = False
    """Whether the finding disqualifies the game instead of noting a flaw."""


@dataclass(frozen=True)
class Band:
    """Money band, such as ``"3-4"``, with its best treasure and victory card."""

    name: str
    treasure: str | None
    victory: str | None


@dataclass(frozen=True)
class Report:
    """Everything that `check` finds.

    Parameters
    ----------
    unreachable, inefficient, never_bought
        Cards; see the module's readings of Definitions 4.1 and 4.3.
    droppable
        Cards not in the starting deck that can go without loss to the optimum: unreachable, never
        bought or inefficient.
    turns
        The game's length, to which the numbers below belong; None if chance ends it.
    decks
        D_t of equation 5 after ``turns`` turns.
    reduced_decks, reduced_states
        Reduced decks after ``turns`` turns at most, and such decks with turns to go.
    """

    findings: tuple[Finding, ...]
    unreachable: tuple[str, ...] = ()
    inefficient: tuple[str, ...] = ()
    never_bought: tuple[str, ...] = ()
    droppable: tuple[str, ...] = ()
    bands: tuple[Band, ...] = ()
    turns: int | None = None
    decks: int = 0
    reduced_decks: int = 0
    reduced_states: int = 0

    @property
    def is_game(self) -> bool:
        """Whether Definition 2.1 is met."""
        return not any(finding.is_error for finding in self.findings)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data, ready for JSON."""
        return asdict(self) | {"is_game": self.is_game}


def check_mapping(data: Mapping[str, Any]) -> Report:
    """Return the report on parsed TOML rules, legal or not."""
    treasures, victories = data.get("treasures", {}), data.get("victories", {})
    if not isinstance(treasures, Mapping) or not isinstance(victories, Mapping):
        text = "treasures and victories are tables of cards, such as [treasures.copper]"
        return Report((Finding("2.1", None, text, True),))
    errors = [
        Finding("2.1", name, "in both TC and VC, which must be disjoint", True)
        for name in treasures
        if name in victories
    ]
    cards = [*treasures.values(), *victories.values()]
    counts = [card.get("start", 0) for card in cards if isinstance(card, Mapping)]
    if all(isinstance(count, int) for count in counts) and sum(counts) < HAND_SIZE:
        errors.append(Finding("2.1", None, f"|Q0| is {sum(counts)}, less than {HAND_SIZE}", True))
    if errors:
        return Report(tuple(errors))
    try:
        return check(Rules.from_mapping(data))
    except IllegalState as error:
        return Report((Finding("2.1", None, str(error), True),))


def check(game: Rules) -> Report:
    """Return the report on a legal game."""
    model = Model(game)
    started = [card for card, n in zip(game.cards, game.start, strict=True) if n]
    reachable = _reachable_cards(game, started)
    unreachable = [card for card in game.cards if card not in reachable]
    never_bought = [card for card in game.cards if card not in model.buyable]
    dominated = [(card, better) for card in game.cards if (better := _find_better(game, card))]
    inefficient = [card for card, _ in dominated if card not in started]
    findings = [
        Finding("4.1", card.name, f"no hand pays its cost of {card.cost}: unreachable")
        for card in unreachable
    ]
    findings += [
        Finding("4.1", card.name, f"reachable as written, yet no real hand pays {card.cost}")
        for card in never_bought
        if card in reachable
    ]
    for card, better in dominated:
        excuse = " (a starting card, so not inefficient)" if card in started else ""
        text = f"{better.name} costs no more and is worth no less{excuse}"
        findings.append(Finding("4.3", card.name, text))
    useless = {*unreachable, *never_bought, *inefficient}.difference(started)
    turns = game.end.turns if isinstance(game.end, FixedLength) else None
    kinds, space = len(game.cards), DeckSpace(model.dims, turns or 0)
    bands = tuple(
        Band(model.band_name(band), *(card.name if card else None for card in best))
        for band, best in enumerate(model.best)
    )
    return Report(
        findings=tuple(findings),
        unreachable=tuple(card.name for card in unreachable),
        inefficient=tuple(card.name for card in inefficient),
        never_bought=tuple(card.name for card in never_bought),
        droppable=tuple(card.name for card in game.cards if card in useless),
        bands=bands,
        turns=turns,
        decks=0 if turns is None else comb(turns + kinds, turns),
        reduced_decks=0 if turns is None else space.decks,
        reduced_states=space.states,
    )


def _reachable_cards(game: Rules, started: list[Card]) -> list[Card]:
    """Return the reachable cards, reading Definition 4.1 literally."""
    reachable = started
    while True:
        most = HAND_SIZE * max(card.value for card in reachable)
        affordable = [card for card in game.cards if card in started or card.cost <= most]
        if affordable == reachable:
            return reachable
        reachable = affordable


def _find_better(game: Rules, card: Card) -> Card | None:
    """Return a card that makes ``card`` pointless: cheaper or better, and in neither way worse."""
    rivals = game.treasures if card.is_treasure else game.victories
    place = rivals.index(card)
    for rival_place, rival in enumerate(rivals):
        gains = card.cost - rival.cost, rival.value + rival.points - card.value - card.points
        if min(gains) >= 0 and (max(gains) > 0 or rival_place < place):
            return rival
    return None
