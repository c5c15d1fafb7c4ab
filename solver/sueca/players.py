"""Players of Sueca: the thesis's strategies, PIMC, and the protocol of custom players.

References
----------
.. [1] V. Lopes Carreiro, Examining different strategies for the card game Sueca, Leiden, 2016,
   chapters 5 and 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Protocol

import numpy as np

from llq.errors import UnknownStrategy, one_of
from llq.solver import card_sets
from llq.solver.jit import njit
from llq.solver.sueca import engine
from llq.solver.sueca import settings as column
from llq.solver.sueca.array_types import Ints, Uints
from llq.solver.sueca.engine import HANDS, LOG, PENDING, TRICK, TRICK_SIZE, TRUMP, TURN
from llq.solver.sueca.playouts import monte_carlo, strong
from llq.solver.sueca.playouts.monte_carlo import Scratch, own_scratch
from llq.solver.sueca.policy.inference import MOST_HANDS
from llq.solver.sueca.rules import CARDS, HAND_SIZE, POINTS, RULES, SEATS, SUIT
from llq.solver.sueca.settings import Choice, Kind, Source

if TYPE_CHECKING:
    from llq.solver.sueca.positions.position import Action, Position

_OBLIGATED_TRUMP, _ALWAYS_HIGH = int(Kind.OBLIGATED_TRUMP), int(Kind.ALWAYS_HIGH)
_MONTE_CARLO, _PIMC = int(Kind.MONTE_CARLO), int(Kind.PIMC)
_POLICY, _NETWORK, _STRONG = int(Kind.POLICY), int(Kind.NETWORK), int(Kind.STRONG)
_USER = int(Kind.USER)


@dataclass(frozen=True, slots=True)
class Strategy:
    """A built-in player."""

    name: str
    """As `find_strategy` takes it."""
    kind: Kind
    """The kernel's branch."""
    summary: str
    limited: bool = False
    """Obligated Trump leads trumps too; Always High plays high as third player only."""
    choice: Choice = Choice.MEAN
    shuffles: int = 0
    """Samples of the hidden hands per decision."""
    playouts: int = 0
    """Random games for each hand drawn and legal card."""
    source: Source = Source.DRAWN
    limit: int = 0
    """Shuffles after which the thesis's player takes the true hands."""
    apart: bool = False
    """Whether each legal card has its own samples."""
    deals: int = 0
    """Hands that PIMC solves at a decision."""
    open_from: int = 0
    """Hand size from which deals are solved with open cards; larger hands use games."""
    tried: int = 0
    """Number of samples used to try cards, among those drawn."""
    power: float = 0.0
    """Exponent of the likelihood that weights drawn hands."""
    mixture: float = 0.0
    """Uniform share of every choice in that likelihood."""
    game_worth: int = 0
    """Card points for each game won, added to the cards' own points."""
    paired: bool = False
    """Whether all cards are tried with the same random numbers."""
    steps: int = 0
    """Steps that a decision may take, in place of numbers of hands: see `playouts.strong`."""

    def settings(self) -> Ints:
        """Return the player as kernels take it, int64 of shape (COLUMNS,)."""
        settings = np.zeros(column.COLUMNS, dtype=np.int64)
        settings[column.KIND], settings[column.LIMITED] = self.kind, self.limited
        settings[column.CHOICE], settings[column.SOURCE] = self.choice, self.source
        settings[column.SHUFFLES], settings[column.PLAYOUTS] = self.shuffles, self.playouts
        settings[column.LIMIT], settings[column.APART] = self.limit, self.apart
        settings[column.DEALS], settings[column.OPEN_FROM] = self.deals, self.open_from
        settings[column.TRIED], settings[column.STEPS] = self.tried, self.steps
        settings[column.PAIRED], settings[column.POWER] = self.paired, round(100 * self.power)
        settings[column.MIXTURE] = round(100 * self.mixture)
        results = np.arange(-RULES.sweep_games, RULES.sweep_games + 1)
        settings[column.STAKES :] = 100 * self.game_worth * results
        return settings

    @property
    def is_sampling(self) -> bool:
        """Whether the player decides by games with drawn hands, at thousands of times the cost."""
        return self.kind in (Kind.MONTE_CARLO, Kind.PIMC, Kind.STRONG)


STRATEGIES = {
    strategy.name: strategy
    for strategy in (
        Strategy("random", Kind.RANDOM, "any legal card"),
        Strategy(
            "obligated_trump",
            Kind.OBLIGATED_TRUMP,
            "a trump whenever it cannot follow suit, else any legal card",
        ),
        Strategy(
            "obligated_trump_lead",
            Kind.OBLIGATED_TRUMP,
            "leads trumps, and plays one whenever it cannot follow suit",
            limited=True,
        ),
        Strategy("always_high", Kind.ALWAYS_HIGH, "the legal card worth most points"),
        Strategy(
            "third_hand_high",
            Kind.ALWAYS_HIGH,
            "the legal card worth most points as third player, else any legal card",
            limited=True,
        ),
        Strategy(
            "mc_normal",
            Kind.MONTE_CARLO,
            "the card whose best random game is best, one game on each of 100 deals",
            choice=Choice.BEST_GAME,
            shuffles=100,
            playouts=1,
            apart=True,
        ),
        Strategy(
            "mc_average",
            Kind.MONTE_CARLO,
            "the card best in the mean of random games, on deals drawn for each card",
            shuffles=100,
            playouts=1,
            apart=True,
        ),
        Strategy(
            "mc_extra_apart",
            Kind.MONTE_CARLO,
            "the card best in the mean of two random games a deal, on deals drawn for each card",
            shuffles=50,
            playouts=2,
            apart=True,
        ),
        Strategy(
            "mc_extra",
            Kind.MONTE_CARLO,
            "the card best in the mean of two random games a deal, all cards on the same deals",
            shuffles=50,
            playouts=2,
        ),
        Strategy(
            "mc_peek",
            Kind.MONTE_CARLO,
            "mc_extra on the true hands, which no player may see; means cut to whole points",
            choice=Choice.WHOLE_MEAN,
            shuffles=50,
            playouts=2,
            source=Source.TRUE,
        ),
        Strategy(
            "mc_shuffle",
            Kind.MONTE_CARLO,
            "mc_average by the thesis's shuffling, the true hands after 100 failures",
            shuffles=100,
            playouts=1,
            source=Source.SHUFFLED,
            limit=100,
            apart=True,
        ),
        Strategy(
            "mc_shuffle_new",
            Kind.MONTE_CARLO,
            "mc_shuffle where a suit that two players lack goes to the third first",
            shuffles=100,
            playouts=1,
            source=Source.SHUFFLED_ASIDE,
            limit=100,
            apart=True,
        ),
        Strategy(
            "pimc",
            Kind.PIMC,
            "the card best in the mean of deals solved with open hands from 6 cards on; "
            "mc_extra before",
            shuffles=50,
            playouts=2,
            deals=20,
            open_from=6,
        ),
        Strategy(
            "pimc_peek",
            Kind.PIMC,
            "the best card with the true hands open, which no player may see",
            shuffles=50,
            playouts=2,
            source=Source.TRUE,
            deals=1,
            open_from=10,
        ),
        Strategy("rules", Kind.POLICY, "the card that a fitted rule of thumb likes best"),
        Strategy(
            "trained", Kind.NETWORK, "the card that a network trained by self-play likes best"
        ),
        Strategy(
            "strong",
            Kind.STRONG,
            "the card best in games played by trained, on hands inferred from the play; solved "
            "with open hands from 5 cards on",
            shuffles=450,
            tried=150,
            playouts=1,
            deals=60,
            open_from=5,
            power=1.0,
            mixture=0.1,
            game_worth=15,
            paired=True,
        ),
    )
}
"""The built-in players, by name."""

MOST_PLAYOUTS = 100
"""Maximum random games per sample, limited by the lanes."""

LEAST_SECONDS, MOST_SECONDS = 0.001, 100
"""Bounds on the seconds per decision of ``strong``."""

LETTERS = {"R": "random", "T": "obligated_trump", "A": "always_high", "MC": "mc_extra"}
"""Players by the thesis's letters."""
_NUMBERS = re.compile(r"(0|[1-9][0-9]{0,6})(?:x(0|[1-9][0-9]{0,6}))?(?:/([0-9]{1,7}))?")
_SECONDS = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?|\.[0-9]{1,9})s(?:/([0-9]{1,7}))?")


class Player(Protocol):
    """Interface of a custom player; built-in strategies are chosen by name."""

    @property
    def name(self) -> str:
        """The name in results."""

    def choose(self, view: Position, random: Random) -> Action:
        """Return one of ``view.legal``; ``random`` is seeded per game and seat."""


def find_strategy(text: str) -> Strategy:
    """Return a built-in player by name or thesis letter: R, T, A; MC is the honest Extra.

    A colon is followed by the number of deals drawn and, after ``x``, the random games with each:
    ``mc_extra:50x2``; ``/`` is followed by the limit of shuffling. ``pimc:20/6`` solves 20 deals
    from 6 cards in hand on; ``strong:300/5`` infers from 300 and solves from 5 cards;
    ``strong:0.1s/5`` from as many as a tenth of a second allows, counted in steps.

    >>> find_strategy("MC:10x5").playouts
    5
    """
    name, colon, numbers = text.strip().lower().replace("-", "_").partition(":")
    name = LETTERS.get(name.upper(), name)
    if name not in STRATEGIES:
        raise UnknownStrategy(f"unknown player {text!r}{one_of(name, STRATEGIES)}, or R, T, A, MC")
    strategy = STRATEGIES[name]
    if not colon:
        return strategy
    if not strategy.is_sampling:
        raise UnknownStrategy(f"{text!r}: {name} takes no numbers; write {name}")
    if strategy.kind is Kind.STRONG and (timed := _SECONDS.fullmatch(numbers)):
        return _timed(strategy, text, float(timed[1]), int(timed[2] or strategy.open_from))
    match = _NUMBERS.fullmatch(numbers)
    example = f"write {name}:20 or :20/6" if strategy.deals else f"write {name}:50 or :50x2"
    if not match:
        raise UnknownStrategy(f"{text!r}: {example}")
    hands = int(match[1])
    playouts, bound = (None if number is None else int(number) for number in match.groups()[1:])
    if not hands or playouts == 0:
        raise UnknownStrategy(f"{text!r}: hands and games must be at least 1; {example}")
    strategy = replace(strategy, name=f"{name}:{numbers}")
    if strategy.kind is Kind.MONTE_CARLO:
        return _with_games(strategy, text, hands, playouts or strategy.playouts, bound)
    return _with_open_hands(strategy, text, hands, playouts, bound)


def _with_open_hands(
    strategy: Strategy, text: str, hands: int, playouts: int | None, open_from: int | None
) -> Strategy:
    """Return a player that draws some hands and solves from a number of cards on."""
    if open_from is None:
        open_from = strategy.open_from
    if strategy.kind is Kind.PIMC:
        if playouts or open_from > HAND_SIZE:
            raise UnknownStrategy(
                f"{text!r}: write pimc:20/6, hands solved and from how many cards"
            )
        return replace(strategy, deals=hands, open_from=open_from)
    if playouts or open_from > HAND_SIZE or hands > MOST_HANDS:
        raise UnknownStrategy(
            f"{text!r}: write strong:300/5, hands drawn (at most {MOST_HANDS}) and from how "
            "many cards on deals are solved; or strong:0.1s/5, seconds a decision"
        )
    tried, deals = -(-hands // 3), min(hands, strategy.deals)
    return replace(strategy, shuffles=hands, tried=tried, deals=deals, open_from=open_from)


def _with_games(
    strategy: Strategy, text: str, hands: int, playouts: int, limit: int | None
) -> Strategy:
    """Return a Monte Carlo player that draws some hands, with a number of games for each."""
    if playouts > MOST_PLAYOUTS:
        raise UnknownStrategy(f"{text!r}: at most {MOST_PLAYOUTS} games for each deal drawn")
    if limit is None:
        limit = strategy.limit
    elif not strategy.limit:
        own_name = strategy.name.partition(":")[0]
        raise UnknownStrategy(f"{text!r}: {own_name} does not shuffle again, so it takes no limit")
    return replace(strategy, shuffles=hands, playouts=playouts, limit=limit)


def _timed(strategy: Strategy, text: str, seconds: float, open_from: int) -> Strategy:
    """Return a player that decides within some seconds, counted in steps."""
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS or open_from > HAND_SIZE:
        raise UnknownStrategy(
            f"{text!r}: {seconds:g} seconds a decision and solving from {open_from} cards on; "
            f"write strong:0.1s/5, with {LEAST_SECONDS} to {MOST_SECONDS} seconds and at most "
            f"{HAND_SIZE} cards"
        )
    steps = round(seconds * strong.STEPS_A_SECOND)
    name = f"{strategy.name}:{seconds:g}s/{open_from}"
    return replace(strategy, name=name, steps=steps, open_from=open_from)


@njit(forceinline=True)
def choose(
    row: Ints,
    settings: Ints,
    stream: Uints,
    scratch: Scratch,
    samples: bool | None = True,
    solves: bool | None = True,
    infers: bool | None = True,
) -> int:
    """Return a built-in player's card, and advance the stream.

    Where ``samples`` is None nobody plays random games, where ``solves`` is None nobody is PIMC,
    where ``infers`` is None nobody plays by the policy: what only they need is not compiled then.
    """
    kind, limited = settings[column.KIND], settings[column.LIMITED]
    legal, hand_size = engine.legal(row), card_sets.count(row[HANDS + engine.mover(row)])
    if kind >= _MONTE_CARLO and not legal & (legal - 1):  # where the others draw all the same
        return card_sets.lowest(legal)
    if solves is not None:  # noqa: SIM102 - numba decides a condition of its own by the type
        if kind == _PIMC and hand_size <= settings[column.OPEN_FROM]:
            return monte_carlo.choose_open(row, settings, stream, scratch)
    if samples is not None:  # noqa: SIM102
        if kind == _MONTE_CARLO or kind == _PIMC:  # noqa: SIM109 - that compiles a search
            return monte_carlo.choose(row, settings, stream, scratch)
    if infers is not None:
        if kind == _POLICY:
            return strong.choose_by_policy(row, scratch.strong.rules, scratch.strong, stream)
        if kind == _NETWORK:
            return strong.choose_by_policy(row, scratch.strong.trained, scratch.strong, stream)
        if kind == _STRONG:
            return strong.choose(row, settings, stream, scratch)
    if kind == _OBLIGATED_TRUMP:
        led = row[TRICK] >> 4
        void = row[TRICK_SIZE] and not row[HANDS + engine.mover(row)] & (SUIT << 16 * led)
        trumps = legal & (SUIT << 16 * row[TRUMP])
        if trumps and (void or (limited and not row[TRICK_SIZE])):
            legal = trumps
    elif kind == _ALWAYS_HIGH and (not limited or row[TRICK_SIZE] == 2):
        legal = _dearest(legal)
    return card_sets.random_card(legal, stream)


@njit(forceinline=True)
def _dearest(mask: int) -> int:
    """Return the highest-scoring cards of a set."""
    for rank in range(len(POINTS) - 1, -1, -1):
        if POINTS[rank] == 0:
            break
        of_rank = mask & (0x0001000100010001 << rank)
        if of_rank:
            return of_rank
    return mask


def choose_card(row: Ints, settings: Ints, stream: Uints, scratch: Scratch | None = None) -> int:
    """Return the mover's card under the given settings, and advance the stream."""
    seat = engine.mover(row)
    rows, seats = row[None].copy(), np.stack([settings] * SEATS)
    sources = np.repeat(stream[None], 1 + SEATS, axis=1)
    needs = needs_of([settings[column.KIND]])
    play_on(seats, rows, sources, scratch or own_scratch(), 1, *needs)
    stream[0] = sources[0, 1 + seat]
    return int(rows[0, LOG + row[TURN]])


Needs = tuple[bool | None, bool | None, bool | None]


def needs_of(kinds: Iterable[int]) -> Needs:
    """Return the last three arguments of `choose` for players of some kinds."""
    played = set(kinds)
    return (
        True if played & {Kind.MONTE_CARLO, Kind.PIMC} else None,
        True if Kind.PIMC in played else None,
        True if played & {Kind.POLICY, Kind.NETWORK, Kind.STRONG} else None,
    )


@njit(_nrt=False)
def play_on(
    settings: Ints,
    rows: Ints,
    sources: Uints,
    scratch: Scratch,
    cards: int,
    samples: bool | None,
    solves: bool | None,
    infers: bool | None,
) -> None:
    """Play up to ``cards`` cards per game, stopping at its end or a custom player's turn.

    Games are modified in place; ``sources`` are (games, 1 + seats) streams, the deal's first.
    """
    for index in range(len(rows)):
        row = rows[index]
        for _ in range(min(cards, CARDS - row[TURN])):
            seat = engine.mover(row)
            card = row[PENDING]
            if settings[seat, column.KIND] != _USER:
                stream = sources[index, seat + 1 : seat + 2]
                card = choose(row, settings[seat], stream, scratch, samples, solves, infers)
            if card < 0:
                break
            row[PENDING] = -1
            engine.apply(row, card)
