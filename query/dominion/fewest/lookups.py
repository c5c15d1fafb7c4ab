"""The fewest turns to a number of Provinces: solved on the spot, looked up by hand and piles."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from llq.errors import IllegalState, UnknownStrategy, one_of
from llq.query.dominion.answers import exact_value
from llq.query.dominion.fewest.answers import (
    MOST_PROVINCES,
    RULES,
    FewestAnswer,
    FewestTurns,
    fewest_caps,
)
from llq.query.dominion.notation import check_owned, read_counts
from llq.solver.arguments import check_threads
from llq.solver.dominion.fewest.decks import Caps, DeckBox, money_box
from llq.solver.dominion.rules import HAND_SIZE, Action, Rules
from llq.solver.dominion.variants import SUPPLY, rules

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

        box = money_box(provinces, caps, relaxed=relaxed)
        solved = _SolvedGame(provinces, rule, box, threads, report)
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
    counts = [
        read_counts(what, cards)
        for what, cards in (("hand", hand), ("draw", draw), ("discard", discard))
    ]
    piles = [tuple(count.get(name, 0) for name in game.place) for count in counts]
    in_hand, in_draw, _ = piles
    if sum(in_hand) != HAND_SIZE:
        raise IllegalState(f"a hand has {HAND_SIZE} cards, not {sum(in_hand)}")
    owned = map(sum, zip(*piles, strict=True))
    deck = check_owned("the deck of hand and piles", dict(zip(game.place, owned, strict=True)))
    if deck[-1] >= provinces:
        raise IllegalState(f"the game is over: {deck[-1]} of {provinces} Provinces are bought")
    coins = sum(n * card.value for n, card in zip(in_hand, game.cards, strict=True))
    worth = _after_each(game, deck, in_draw, coins, provinces, rule, threads, progress)
    best = min(worth.values())
    costs = {card.name: card.cost for card in game.cards}

    def rank(card: str | None) -> tuple[float, int]:
        loses = worth[card] - best > _TIE  # of equals the dearest goes first
        return worth[card] if loses else 0.0, -costs.get(card or "", -1)

    hand_cards, draw_cards, discard_cards = (
        dict(zip(game.place, cards, strict=True)) for cards in piles
    )
    return FewestAnswer(
        provinces=provinces,
        rule=rule,
        hand=hand_cards,
        draw=draw_cards,
        discard=discard_cards,
        coins=coins,
        actions=tuple(
            exact_value(Action(card), 1.0 + worth[card], worth[card] - best, _TIE)
            for card in sorted(worth, key=rank)
        ),
        unit="expected turns",
        source=_source(rule),
    )


class _SolvedGame:
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


_KEPT: deque[_SolvedGame] = deque(maxlen=4)
"""The games that were solved last."""


def forget_games(states: int = 0) -> None:
    """Forget the games that were solved first, until those kept have so many states at most."""
    while sum(game.states for game in _KEPT) > states:
        _KEPT.popleft()


def _solved_from(
    provinces: int,
    rule: str,
    deck: tuple[int, ...],
    caps: Caps,
    threads: int,
    progress: Progress,
) -> _SolvedGame:
    """Return a solved game that has a deck: one of the last few, or a new one."""
    box = money_box(provinces, caps, deck)
    for game in tuple(_KEPT):
        if game.rule == rule and game.has(box):
            return game
    solved = _SolvedGame(provinces, rule, box, threads, progress)
    _KEPT.append(solved)
    return solved


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
    room = {
        name: min(SUPPLY[name], max(getattr(caps, name), deck[place[name]] + _SPARE))
        for name in ("silver", "gold")
    }
    caps = caps._replace(**room)
    pile = (*(draw[place[name]] for name in ("copper", "silver", "gold")), sum(draw[3:]))
    turns: dict[str | None, float] = {}

    def report(*_: int) -> None:  # within a game too, where a caller may stop it
        if progress:
            progress(len(turns), len(game.cards) + 1)

    for card in (None, *(card for card in game.cards if card.cost <= coins)):
        name = card.name if card else None
        after = tuple(n + (i == place.get(name or "", -1)) for i, n in enumerate(deck))
        if name and after[place[name]] > SUPPLY[name]:
            continue
        # A dead card more makes another box; both dead cards make the same.
        is_dead = name in ("estate", "duchy")
        first = tuple(n + (is_dead and i == place["estate"]) for i, n in enumerate(deck))
        held = first if is_dead else deck
        solved = _solved_from(provinces, rule, held, caps, threads, report)
        turns[name] = solved.after(held if is_dead else after, pile)
        report()
    return turns


def _check(provinces: int, rule: str) -> None:
    if not isinstance(provinces, int) or not 1 <= provinces <= MOST_PROVINCES:
        raise IllegalState(f"provinces must be 1 to {MOST_PROVINCES}; got {provinces}")
    if rule not in RULES:
        raise UnknownStrategy(f"{rule!r} is not a rule{one_of(rule, RULES)}")


def _source(rule: str) -> str:
    how = "value iteration" if rule == "real" else "each deck in closed form"
    return f"{rule} rule solved on the spot by {how}; caps on bought cards cost below 1e-5 turns"
