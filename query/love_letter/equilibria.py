"""Equilibria of small decks: policies that nobody beats, certified by best responses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from itertools import product
from math import comb, isfinite, prod
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from llq.errors import DeckTooLarge, IllegalState
from llq.query.love_letter.equilibrium_histories import HistoryStep, find_infoset
from llq.query.love_letter.observation import CardName
from llq.solver.blocks import computes_here, computing_on, in_order, run_blocks
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Action, Rules, Scoring

if TYPE_CHECKING:
    from llq.solver.love_letter.equilibrium.solver import Floats, Solution
    from llq.solver.love_letter.equilibrium.tree import GameTree

__all__ = ["METHODS", "SEATS", "Equilibrium", "Opening", "PlayChance", "equilibrium"]

Progress = Callable[[int, int], None]

METHODS = ("regret", "linear-program")
SEATS = ("first", "second")

_STEPS = 1000  # of progress, a deal
_FEWEST_CARDS = 4
_FINEST = 1e-12  # rounding is below
_HABITS = ("turns", "mixed", "guesses", "bluffs", "mixed_guesses")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayChance:
    """One play of an equilibrium policy in a turn.

    Parameters
    ----------
    action
        The play.
    text
        The play in words.
    chance
        How often the policy makes it there.
    win_prob
        The chance to win (and half that of a draw) with it against the equilibrium's opponent, if
        the best follows; None where that opponent never lets it come to this.
    """

    action: Action
    text: str
    chance: float
    win_prob: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return the play as plain data, ready for JSON."""
        return asdict(self) | {"action": self.action._asdict()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What an equilibrium plays from an opening hand of the first player's."""

    hand: tuple[str, str]
    dealt: float
    """How often the hand is dealt."""
    plays: tuple[PlayChance, ...]
    """The likeliest first."""

    def to_dict(self) -> dict[str, Any]:
        """Return the opening as plain data, ready for JSON."""
        return asdict(self) | {"plays": [play.to_dict() for play in self.plays]}


@dataclass(frozen=True, kw_only=True)
class Equilibrium:
    """A pair of policies with perfect recall, one a seat, and proof of how good they are.

    The two seats are the two players of one zero-sum game. Equilibria are many, their value is one.

    Parameters
    ----------
    variant
        The variant of the rules.
    scoring
        How equal final cards are decided.
    face_up
        The number of cards face up, or the cards by name.
    first, second
        The chances to win of the first and of the second player, a draw being half a win; they add
        up to 1, and neither is further from the truth than the exploitability.
    exploitability
        Mean, over both seats, of what a best response to the other seat's policy wins, less one
        half; computed for these policies, not expected of the method.
    method
        ``regret`` or ``linear-program``.
    iterations
        Steps of regret minimization, the most of any deal; 0 for a linear program.
    nodes, infosets
        Size of the game tree, over all deals: histories of both players before each turn, and
        information sets.
    deals
        In how many ways the cards may lie face up.
    turns, mixed, guesses, bluffs, mixed_guesses
        By seat, mean numbers in a round of: turns with more than one play to choose; those in which
        two plays or more have a chance of 1 %; guesses that by what both players know may hit;
        *bluffs*, those that their player knows will miss where another may hit; guesses where two
        or more have a chance of 1 %.
    """

    variant: str
    scoring: str
    face_up: int | tuple[str, ...]
    first: float
    second: float
    exploitability: float
    method: str
    iterations: int
    nodes: int
    infosets: int
    deals: int
    turns: tuple[float, float]
    mixed: tuple[float, float]
    guesses: tuple[float, float]
    bluffs: tuple[float, float]
    mixed_guesses: tuple[float, float]
    _policy: _Policy | None = field(repr=False, compare=False, default=None)

    @property
    def openings(self) -> tuple[Opening, ...]:
        """What the first player plays from each hand, the likeliest hand first.

        Raises
        ------
        IllegalState
            The equilibrium is a mean over several deals.
        """
        policy = self._policy_or_refuse()
        names = [card.name for card in policy.tree.rules.cards]
        found = []
        for infoset in range(*policy.tree.turns[0].infosets):
            low, high = policy.hand(infoset)
            found.append(
                Opening(
                    hand=(names[low], names[high]),
                    dealt=float(policy.weights[0][infoset]) / policy.tree.orders,
                    plays=policy.plays(0, infoset),
                )
            )
        return tuple(sorted(found, key=lambda opening: -opening.dealt))

    def strategy(
        self, history: Iterable[HistoryStep], *, seat: str = "first"
    ) -> tuple[PlayChance, ...]:
        """Return what the equilibrium plays after a player's own history, the likeliest play first.

        Left out are plays that surely lose at once, guesses that surely miss in the last turn, and,
        of guesses that both players know will miss, all but one.

        Parameters
        ----------
        history
            All that the player saw, in order. The first player's begins with their two cards, the
            second's with their card and the first player's play. Then: the own play, what it
            showed, the opponent's play, what it showed, the card drawn. Cards are numbers or
            names, plays are actions or texts such as ``guard priest``.
        seat
            ``first`` or ``second``.

        Raises
        ------
        IllegalState, IllegalAction, UnknownCard
            The history cannot be, or does not end with two cards in the player's hand; or the
            equilibrium is a mean over several deals.

        Examples
        --------
        >>> import llq
        >>> found = llq.love_letter.equilibrium((2, 1, 1, 1, 0, 0, 0, 0))
        >>> [(play.text, round(play.chance, 3)) for play in found.strategy(["Priest", 4])]
        [('Handmaid', 1.0), ('Priest', 0.0)]
        """
        policy = self._policy_or_refuse()
        if seat not in SEATS:
            raise IllegalState(f"seat is one of {', '.join(SEATS)}; got {seat!r}")
        player = SEATS.index(seat)
        return policy.plays(player, find_infoset(policy.tree, player, history))

    def to_dict(self) -> dict[str, Any]:
        """Return the equilibrium as plain data, ready for JSON; openings if it is of one deal."""
        plain: dict[str, Any] = {
            name: getattr(self, name)
            for name in self.__dataclass_fields__
            if not name.startswith("_") and name not in _HABITS
        }
        for name in _HABITS:
            plain |= {
                f"{seat}_{name}": value
                for seat, value in zip(SEATS, getattr(self, name), strict=True)
            }
        if self._policy is not None:
            plain["openings"] = [opening.to_dict() for opening in self.openings]
        return plain

    def __str__(self) -> str:
        """Return the equilibrium in one line."""
        deal = ""
        if self.face_up:
            shown = self.face_up if isinstance(self.face_up, int) else ", ".join(self.face_up)
            deal = f" with {shown} face up"
        how = "a linear program" if self.method != "regret" else f"{self.iterations:,} iterations"
        return (
            f"equilibrium of {self.variant}{deal}: first wins {self.first:.6f}, second "
            f"{self.second:.6f}; exploitability {self.exploitability:.1e} "
            f"({self.nodes:,} nodes, {self.infosets:,} information sets, {how})"
        )

    def _policy_or_refuse(self) -> _Policy:
        if self._policy is None:
            raise IllegalState(
                f"this equilibrium is a mean over {self.deals} deals, each with policies of its "
                "own: ask for one by the cards face up"
            )
        return self._policy


def equilibrium(
    variant: str | Sequence[int],
    *,
    face_up: int | Iterable[CardName] = 0,
    scoring: str = Scoring.HALF,
    within: float = 1e-6,
    method: str = "regret",
    threads: int = 2,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Equilibrium:
    """Return policies of both seats that are at most ``within`` exploitable, and what they win.

    The players remember everything and each knows the other's policy. Best for 4 to 9 cards in
    play.

    Parameters
    ----------
    variant
        A variant by its name, or the copies of the eight classic cards.
    face_up
        The cards that lie face up, or their number: then the mean over all ways to lay them.
    scoring
        How equal final cards are decided: ``half`` a win each, or by ``discards``, the real rule.
    within
        The exploitability to reach, in wins; from 1e-12 up.
    method
        ``regret``: regret minimization, for decks of any size that fits; or ``linear-program``, by
        scipy, for up to seven cards.
    threads
        Threads that share the deals.
    progress
        Called with the steps done and their total, from any of the threads.
    executor
        Computes in place of threads: processes, or a Dask cluster's ``Client.get_executor()``.

    Raises
    ------
    UnknownGame, UnknownCard
        There is no such variant or card.
    IllegalState
        The deck cannot be dealt, the variant earns tokens or tracks the aside card, or another
        argument is none of those above.
    DeckTooLarge
        The game tree does not fit in memory, or in a linear program.
    LlqError
        The method needs scipy, which is not installed.

    Examples
    --------
    >>> import llq
    >>> found = llq.love_letter.equilibrium((2, 1, 1, 1, 0, 0, 0, 1))
    >>> round(found.first, 5), found.exploitability <= 1e-6, found.infosets
    (0.64444, True, 608)
    """
    asked = check_equilibrium(
        variant, face_up=face_up, scoring=scoring, within=within, method=method, threads=threads
    )
    begin = _counter(progress, len(asked.decks))
    with computing_on(executor):
        solve = partial(
            _solve, Scoring(scoring), within, method, begin if computes_here() else None
        )
        found = []
        for one in in_order(run_blocks(solve, asked.decks, threads=min(threads, len(asked.decks)))):
            found.append(one)
            if not computes_here():
                begin()(1.0)
    chances = np.array([deck.chance for deck in asked.decks])
    value = float(chances @ [one.first for one in found])
    habits = np.einsum("d,dsh->sh", chances, [one.habits for one in found])
    first, second = (dict(zip(_HABITS, row.tolist(), strict=True)) for row in habits)
    return Equilibrium(
        variant=asked.rules.variant,
        scoring=str(Scoring(scoring)),
        face_up=asked.shown or asked.face_up,
        first=value,
        second=1.0 - value,
        exploitability=float(chances @ [one.exploitability for one in found]),
        method=method,
        iterations=max(one.iterations for one in found),
        nodes=sum(one.nodes for one in found),
        infosets=sum(one.infosets for one in found),
        deals=len(found),
        **{name: (first[name], second[name]) for name in _HABITS},
        _policy=found[0].policy,
    )


class _Deck(NamedTuple):
    """A deck in play, and how likely it is."""

    rules: Rules
    chance: float


class _Asked(NamedTuple):
    """An equilibrium that can be computed."""

    rules: Rules
    face_up: int
    shown: tuple[str, ...]
    """The cards face up, by name, where they are given."""
    decks: list[_Deck]


class _Solved(NamedTuple):
    """What is kept of the equilibrium of one deal; its policy only if there is no other deal."""

    first: float
    exploitability: float
    iterations: int
    nodes: int
    infosets: int
    habits: list[tuple[float, ...]]
    policy: _Policy | None


class _Policy:
    """A solved game tree, asked turn by turn."""

    def __init__(self, tree: GameTree, solution: Solution) -> None:
        self.tree, self.solution = tree, solution

    @cached_property
    def weights(self) -> tuple[Floats, Floats]:
        """The orders of the cards in which the opponent's play leads to each information set."""
        from llq.solver.love_letter.equilibrium.solver import belief_weights

        chances = self.solution.chances
        return (
            belief_weights(self.tree, 0, chances[1]),
            belief_weights(self.tree, 1, chances[0]),
        )

    @cached_property
    def values(self) -> tuple[Floats, Floats]:
        """What each sequence is worth in a best response."""
        from llq.solver.love_letter.equilibrium.solver import sequence_values

        chances = self.solution.chances
        return (
            sequence_values(self.tree, 0, chances[1]),
            sequence_values(self.tree, 1, chances[0]),
        )

    def hand(self, infoset: int) -> tuple[int, int]:
        """Return the first player's hand in an information set."""
        from llq.solver.love_letter.equilibrium.expansion import unpack

        _, low, high, *_ = unpack(self.tree.players[0].state[infoset])
        return low, high

    def plays(self, player: int, infoset: int) -> tuple[PlayChance, ...]:
        """Return what may be played in an information set, the likeliest first."""
        rules, moves = self.tree.rules, self.tree.players[player]
        weight = float(self.weights[player][infoset])
        found = []
        for sequence in range(moves.first[infoset], moves.first[infoset + 1]):
            action = rules.actions[moves.play[sequence]]
            won = None
            if weight > 0.0:
                won = 0.5 + float(self.values[player][sequence]) / weight / 2
            chance = float(self.solution.chances[player][sequence])
            text = rules.describe(action)
            found.append(PlayChance(action=action, text=text, chance=chance, win_prob=won))
        return tuple(sorted(found, key=lambda play: -round(play.chance, 9)))


def check_equilibrium(
    variant: str | Sequence[int],
    *,
    face_up: int | Iterable[CardName] = 0,
    scoring: str = Scoring.HALF,
    within: float = 1e-6,
    method: str = "regret",
    threads: int = 2,
) -> _Asked:
    """Return what an equilibrium is of, checked before any work begins.

    Raises
    ------
    As `equilibrium` does.
    """
    rules = variants.rules(variant) if isinstance(variant, str) else variants.custom_deck(variant)
    if scoring not in set(Scoring):
        raise IllegalState(f"scoring is one of {', '.join(Scoring)}; got {scoring!r}")
    if method not in METHODS:
        raise IllegalState(f"method is one of {', '.join(METHODS)}; got {method!r}")
    if not (isfinite(within) and _FINEST <= within < 0.5):
        raise IllegalState(
            f"within is an exploitability in wins, from {_FINEST:.0e} to less than 0.5; got "
            f"{within}"
        )
    if threads < 1:
        raise IllegalState(f"threads must be a positive integer; got {threads}")
    if not rules.is_plain:
        raise IllegalState(
            f"{rules.variant} Love Letter has no equilibrium here: it takes rounds without tokens "
            "and without effects on the aside card"
        )
    shown = () if isinstance(face_up, int) else tuple(sorted(map(rules.card, face_up)))
    count = face_up if isinstance(face_up, int) else len(shown)
    names = [card.name for card in rules.cards]
    for card in {*shown}:
        if shown.count(card) > rules.copies[card]:
            raise IllegalState(
                f"{rules.variant} Love Letter has {rules.copies[card]} {names[card]}; "
                f"{shown.count(card)} cannot lie face up"
            )
    if not 0 <= count <= rules.deck_size - _FEWEST_CARDS:
        raise IllegalState(
            f"a round needs {_FEWEST_CARDS} cards in play, so that of {rules.deck_size} cards 0 to "
            f"{rules.deck_size - _FEWEST_CARDS} may lie face up; got {count}"
        )
    decks = list(_decks(rules, count, shown))
    _check_size(rules, decks, method)
    return _Asked(rules, count, tuple(names[card] for card in shown), decks)


def _decks(rules: Rules, count: int, shown: tuple[int, ...]) -> Iterator[_Deck]:
    """Yield every deck that the cards face up may leave in play."""
    if shown or not count:
        ways: Iterable[tuple[int, ...]] = [
            tuple(shown.count(card) for card in range(len(rules.cards)))
        ]
    else:
        ways = product(*(range(copies + 1) for copies in rules.copies))
    every = comb(rules.deck_size, count)
    for open_cards in ways:
        if sum(open_cards) != count:
            continue
        cards = tuple(
            replace(card, copies=card.copies - gone)
            for card, gone in zip(rules.cards, open_cards, strict=True)
        )
        chance = prod(map(comb, rules.copies, open_cards)) / every
        yield _Deck(replace(rules, cards=cards), 1.0 if shown or not count else chance)


def _check_size(rules: Rules, decks: list[_Deck], method: str) -> None:
    """Refuse an equilibrium that is far too large, before it begins.

    Raises
    ------
    DeckTooLarge
        Any of the trees does not fit.
    LlqError
        The method needs scipy, which is not installed.
    """
    from llq.solver.love_letter.equilibrium.size import MOST_NODES, SMALL_DECK, expected_nodes

    if method != "regret":
        from llq.solver.love_letter.equilibrium.linear_program import check_scipy

        check_scipy()
    in_play = decks[0].rules.deck_size
    if in_play <= SMALL_DECK:
        return
    expected = 0.0
    for deck in decks:
        expected = max(expected, expected_nodes(deck.rules))
        if expected > MOST_NODES:
            raise DeckTooLarge(
                f"the game tree of {rules.variant} Love Letter with {in_play} cards in play has "
                f"some {_in_words(expected)} nodes; {_in_words(MOST_NODES)} fit in memory: take a "
                "smaller deck, or more cards face up"
            )


def _in_words(number: float) -> str:
    if number >= 1e12:
        return f"{number:.0e}".replace("e+", " × 10^")
    return f"{number / 1e6:,.0f} million"


def _solve(
    scoring: Scoring,
    within: float,
    method: str,
    begin: Callable[[], Callable[[float], None]] | None,
    deck: _Deck,
) -> _Solved:
    """Return the equilibrium of one deal."""
    from llq.solver.love_letter.equilibrium.habits import count_habits
    from llq.solver.love_letter.equilibrium.linear_program import solve_linear_program
    from llq.solver.love_letter.equilibrium.solver import minimize_regret
    from llq.solver.love_letter.equilibrium.tree import build_tree

    advance: Callable[[float], None] = begin() if begin else lambda _: None
    tree = build_tree(deck.rules, scoring)
    if method == "regret":
        solution = minimize_regret(tree, within, progress=advance)
    else:
        solution = solve_linear_program(tree)
    advance(1.0)
    certificate = solution.certificate
    return _Solved(
        first=certificate.value,
        exploitability=certificate.exploitability,
        iterations=solution.iterations,
        nodes=tree.nodes,
        infosets=tree.infosets,
        habits=[tuple(count_habits(tree, player, solution.chances)) for player in (0, 1)],
        policy=_Policy(tree, solution) if deck.chance == 1.0 else None,
    )


def _counter(progress: Progress | None, deals: int) -> Callable[[], Callable[[float], None]]:
    """Return what makes, for each deal, a function that reports the share of it that is done."""
    lock, total = Lock(), [0.0]

    def begin() -> Callable[[float], None]:
        mine = [0.0]

        def advance(share: float) -> None:
            with lock:
                total[0] += share - mine[0]
                mine[0] = share
                if progress:
                    progress(min(round(_STEPS * total[0]), _STEPS * deals), _STEPS * deals)

        return advance

    return begin
