"""The fewest turns to a number of Provinces: solved on the spot, looked up by hand and piles."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from llq.errors import IllegalState, UnknownStrategy
from llq.query.answers import ActionValue
from llq.query.dominion.fewest.answers import FewestAnswer, FewestTurns
from llq.query.dominion.fewest.games import MOST_PROVINCES, RULES, fewest_caps
from llq.query.dominion.notation import parse_deck
from llq.query.jobs.arguments import check_threads
from llq.solver.dominion.rules import HAND_SIZE, Action, Rules
from llq.solver.dominion.variants import rules

if TYPE_CHECKING:
    from llq.solver.dominion.fewest.decks import DeckBox
    from llq.solver.dominion.fewest.fresh import Caps

_SUPPLY = {"copper": 60, "silver": 40, "gold": 30, "estate": 11, "duchy": 8, "province": 8}
"""Copies that one player can have in a game for two (rulebook, 2nd edition, page 2)."""

_TIE = 1e-9
_SPARE = 4  # Silvers and Golds that a lookup's box has room for beyond the deck it starts from

Cards = Mapping[str, int] | str
Progress = Callable[[int, int], None] | None


def fewest(
    provinces: int, rule: str = "real", *, threads: int = 2, progress: Progress = None
) -> FewestTurns:
    """Return the fewest expected turns from the starting deck to a number of Provinces.

    Solved on the spot, twice: once without purchases beyond the caps, and once with better ones in
    their place, for the bound. By the real rule 4 Provinces take some two seconds of processor
    time, 8 some twenty.

    Parameters
    ----------
    provinces
        1 to 8.
    rule
        ``"real"`` or ``"fresh"``.
    progress
        Called with the states that are solved and their total.

    Raises
    ------
    IllegalState, UnknownStrategy
        There is no such number of Provinces or no such rule.

    Examples
    --------
    >>> import llq
    >>> print(llq.dominion.fewest.turns(1))
    1 Province, real rule: 8.720689 expected turns, at least 8.720689 whatever is bought
    """
    check_threads(threads)
    _check(provinces, rule)
    caps = fewest_caps(provinces, rule)
    start = rules().start
    turns, states = [0.0, 0.0], 0
    for relaxed in (False, True):

        def report(done: int, total: int, half: bool = relaxed) -> None:
            if progress:
                progress(done + half * total, 2 * total)

        solved = _solve(provinces, rule, start, caps, relaxed, threads, report)
        turns[relaxed] = solved.after(start, (0, 0, 0, 0))
        states = solved.states
    return FewestTurns(
        provinces=provinces,
        rule=rule,
        turns=turns[0],
        at_least=turns[1],
        copper=caps.copper,
        silver=caps.silver,
        gold=caps.gold,
        states=states,
    )


def fewest_lookup(
    hand: Cards,
    draw: Cards,
    discard: Cards,
    provinces: int,
    rule: str = "real",
    *,
    threads: int = 2,
    progress: Progress = None,
) -> FewestAnswer:
    """Return what to buy to have a number of Provinces in the fewest expected turns.

    The game is solved from there on the spot: by the real rule 8 Provinces take some ten seconds of
    processor time at their beginning, twice that where an Estate or a Duchy can be bought, and less
    later; 4 take two. The last few games are kept, and answer what follows in them at once.

    Parameters
    ----------
    hand
        The five cards in hand: copies by name, or words as in `llq.dominion.deck`.
    draw, discard
        The draw pile after the hand was drawn, and the discard pile without it. Fresh hands are
        drawn from all cards, wherever they lie.
    provinces
        How many Provinces end the game, those that are bought included.
    rule
        ``"real"`` or ``"fresh"``.

    Raises
    ------
    IllegalState, UnknownCard, UnknownStrategy
        No game reaches such a situation; the message says why.

    Examples
    --------
    >>> import llq
    >>> print(llq.dominion.fewest.lookup("4 copper, estate", "3c 2e", "", 1).text)
    buy silver
    """
    check_threads(threads)
    _check(provinces, rule)
    game = rules()
    piles = [_cards(text, game) for text in (hand, draw, discard)]
    in_hand, in_draw, _ = piles
    deck = tuple(map(sum, zip(*piles, strict=True)))
    _check_cards(game, in_hand, deck, provinces)
    values = [card.value for card in game.cards]
    coins = sum(n * value for n, value in zip(in_hand, values, strict=True))
    worth = _after_each(game, deck, in_draw, coins, provinces, rule, threads, progress)
    best = min(worth.values())
    ordered = sorted(
        worth, key=lambda card: (worth[card] - best > _TIE and worth[card], -_cost(card))
    )
    actions = [
        ActionValue(
            action=(action := Action(card)),
            text=str(action),
            value=1.0 + worth[card],
            cost=worth[card] - best,
            standard_error=None,
            is_best=worth[card] - best < _TIE,
        )
        for card in ordered
    ]
    named = [dict(zip(game.place, cards, strict=True)) for cards in piles]
    return FewestAnswer(
        provinces=provinces,
        rule=rule,
        hand=named[0],
        draw=named[1],
        discard=named[2],
        coins=coins,
        actions=tuple(actions),
        unit="expected turns",
        source=_source(rule),
    )


class _Solved:
    """A solved game: the turns to go after a turn."""

    def __init__(
        self, goal: int, rule: str, box: DeckBox, threads: int, progress: Progress
    ) -> None:
        self.goal, self.rule, self.box = goal, rule, box
        if rule == "fresh":
            from llq.solver.dominion.fewest.fresh import FreshGame

            self.fresh = FreshGame(box).optimum().value
            self.piles, self.states = None, box.decks
        else:
            from llq.solver.dominion.fewest.piles import PileGame

            game = PileGame(box)
            self.piles, self.states = game.optimum(threads=threads, progress=progress), game.states

    def has(self, box: DeckBox) -> bool:
        """Return whether this game goes on to another's decks, within the same caps."""
        return self.box.others == box.others and all(
            mine.most == kind.most and mine.least <= kind.least
            for mine, kind in zip(self.box.kinds, box.kinds, strict=True)
        )

    def after(self, deck: Sequence[int], draw: Sequence[int]) -> float:
        """Return the expected turns to go with a deck of six cards and a draw pile of classes."""
        place = rules().place
        if deck[place["province"]] >= self.goal:
            return 0.0
        copies = [deck[place[kind.name]] for kind in self.box.kinds]
        if self.piles is None:
            return float(self.fresh[self.box.number(copies)])
        return self.piles.lookup(copies, draw)


_KEPT: deque[_Solved] = deque(maxlen=4)
"""The games that were solved last."""


def _solved_from(
    provinces: int, rule: str, deck: tuple[int, ...], caps: Caps, threads: int
) -> _Solved:
    """Return a solved game that has a deck: one of the last few, or a new one."""
    from llq.solver.dominion.fewest.fresh import money_box  # compiles

    box = money_box(provinces, caps, deck)
    for kept in tuple(_KEPT):
        if kept.rule == rule and kept.has(box):
            return kept
    solved = _Solved(provinces, rule, box, threads, None)
    _KEPT.append(solved)
    return solved


def _solve(
    provinces: int,
    rule: str,
    deck: tuple[int, ...],
    caps: Caps,
    relaxed: bool,
    threads: int,
    progress: Progress,
) -> _Solved:
    from llq.solver.dominion.fewest.fresh import money_box  # compiles

    box = money_box(provinces, caps, deck, relaxed=relaxed)
    return _Solved(provinces, rule, box, threads, progress)


def _after_each(
    game: Rules,
    deck: tuple[int, ...],
    draw: tuple[int, ...],
    coins: int,
    provinces: int,
    rule: str,
    threads: int,
    progress: Progress,
) -> dict[str | None, float]:
    """Return the expected turns to go after passing and after each affordable purchase."""
    place = game.place
    caps = fewest_caps(provinces, rule)
    caps = type(caps)(
        caps.copper,
        *(
            min(_SUPPLY[name], max(getattr(caps, name), deck[place[name]] + _SPARE))
            for name in ("silver", "gold")
        ),
    )
    pile = (*(draw[place[name]] for name in ("copper", "silver", "gold")), sum(draw[3:]))
    found: dict[str | None, float] = {}
    for card in (None, *(card for card in game.cards if card.cost <= coins)):
        name = card.name if card else None
        after = tuple(n + (i == place.get(name or "", -1)) for i, n in enumerate(deck))
        if name and after[place[name]] > _SUPPLY[name]:
            continue
        # A dead card more makes another box; both dead cards make the same.
        is_dead = name in ("estate", "duchy")
        first = tuple(n + (is_dead and i == place["estate"]) for i, n in enumerate(deck))
        held = first if is_dead else deck
        solved = _solved_from(provinces, rule, held, caps, threads)
        found[name] = solved.after(held if is_dead else after, pile)
        if progress:
            progress(len(found), len(game.cards) + 1)
    return found


def _cards(cards: Cards, game: Rules) -> tuple[int, ...]:
    """Return copies of each card of a pile, which may be empty."""
    counts = parse_deck(cards, game) if isinstance(cards, str) and cards.strip() else cards or {}
    if not isinstance(counts, Mapping):
        raise IllegalState("a pile is text such as '7 copper, 3 estate', or copies by name")
    for name, n in counts.items():
        if not isinstance(n, int) or isinstance(n, bool) or n < 0:
            raise IllegalState(f"copies of {name} must be a non-negative integer; got {n!r}")
    game.deck({**counts, "copper": HAND_SIZE + counts.get("copper", 0)})  # unknown names
    return tuple(int(counts.get(card.name, 0)) for card in game.cards)


def _check(provinces: int, rule: str) -> None:
    if not isinstance(provinces, int) or not 1 <= provinces <= MOST_PROVINCES:
        raise IllegalState(f"provinces must be 1 to {MOST_PROVINCES}; got {provinces}")
    if rule not in RULES:
        raise UnknownStrategy(f"{rule!r} is not a rule; choose one of {', '.join(RULES)}")


def _check_cards(game: Rules, hand: tuple[int, ...], deck: tuple[int, ...], provinces: int) -> None:
    """Refuse piles that no game reaches."""
    if sum(hand) != HAND_SIZE:
        raise IllegalState(f"a hand has {HAND_SIZE} cards, not {sum(hand)}")
    for card, n, start in zip(game.cards, deck, game.start, strict=True):
        if n < start:
            raise IllegalState(
                f"hand and piles have {n} {card.name}, but the starting deck has {start} "
                "and nothing is trashed"
            )
        if n > _SUPPLY[card.name]:
            raise IllegalState(
                f"hand and piles have {n} {card.name}; there are {_SUPPLY[card.name]}"
            )
    if deck[-1] >= provinces:
        raise IllegalState(f"the game is over: {deck[-1]} of {provinces} Provinces are bought")


def _source(rule: str) -> str:
    """Return where the numbers come from, in one line."""
    how = "value iteration" if rule == "real" else "each deck in closed form"
    return f"{rule} rule solved on the spot by {how}; caps on bought cards cost below 1e-5 turns"


def _cost(card: str | None) -> int:
    return -1 if card is None else next(c.cost for c in rules().cards if c.name == card)
