"""Advice in Sueca: every legal card with its value, the error of that, and its source.

The numbers are a player's own: means over hands drawn for the others from all that agree with the
play, weighted by how likely they make it where the player infers. They are values if the game goes
on as that player's games do, by rules of thumb, at random or with all hands open, and not values of
best play, which nobody knows.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.answers import ActionValue, Answer, Bar, Column, Table, cost_column
from llq.query.players import check_seed
from llq.query.sueca.advice.card_values import Samples, find_sampling
from llq.query.sueca.advice.hidden_hands import HiddenHands
from llq.query.sueca.advice.quantities import ADVISER
from llq.query.sueca.matches.rubbers import stakes_of
from llq.solver.arguments import check_threads
from llq.solver.jobs.blocks import computing_on
from llq.solver.sueca.players import STRATEGIES, Strategy
from llq.solver.sueca.positions.position import Action, Position
from llq.solver.sueca.rules import HAND_SIZE, RULES, SEATS, Seat, find_card

_CLEAR = 2.0
"""Standard errors by which a card is clearly worse than the best."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardValue(ActionValue[Action]):
    """A legal card and its value: mean points that the player's team takes from here on.

    The trick on the table counts among them.

    Parameters
    ----------
    total
        The value and the points that the team has; None where these are not known.
    win_prob
        Share of the games in which the team ends above 60 points; None likewise.
    game_points
        Games won less games lost, as the rules count them; None likewise. Whoever takes all points
        to come is taken to take all tricks.
    cost_error
        Standard error of ``cost``, on the same hands; None where it is exact.
    is_close
        Whether the card is best or within two standard errors of the best.
    rubber_prob
        Share of rubbers won, if the state of the rubber was given; ``cost`` is then in points of
        the cards and of the rubber together.
    """

    total: float | None
    win_prob: float | None
    game_points: float | None
    cost_error: float | None
    is_close: bool
    rubber_prob: float | None = None


@dataclass(frozen=True, kw_only=True)
class CardAdvice(Answer[Action, CardValue]):
    """The answer to a request for advice: the best card is the one that takes most points.

    With a rubber it is the one that takes most with the rubber counted in points too.

    Parameters
    ----------
    position
        The position that was asked about.
    best_to_win
        The card that wins the game most often, if it clearly does so more often than the best, by
        two standard errors of the difference; else the best. None where points are not known.
    deals
        The number of ways in which the others can hold the cards that are not seen.
    hands, games
        Different hands looked at, and games with each of them and each card.
    hidden
        What is inferred of the hidden hands, by a player that infers; else None.
    is_exact
        Whether the hands are all that there are: values are then without error.
    player, seed
        The player whose games these are, and their seed.
    rubber
        The games that the player's team and the other have won, if given.
    """

    position: Position
    best_to_win: Action | None
    deals: int
    hands: int
    games: int
    is_exact: bool
    player: str
    seed: int
    hidden: HiddenHands | None = None
    rubber: tuple[int, int] | None = None

    @property
    def close(self) -> tuple[Action, ...]:
        """The best card and those within two standard errors of it."""
        return tuple(card.action for card in self.actions if card.is_close)

    @property
    def to_win(self) -> str:
        """The card to play for the game rather than for points, in words, if it is another."""
        if self.best_to_win in (None, self.best):
            return ""
        shares = {card.action: card.win_prob for card in self.actions}
        return (
            f"{self.best_to_win} wins the game more often: {shares[self.best_to_win]:.1%} "
            f"to {self.best}'s {shares[self.best]:.1%}"
        )

    @property
    def facts(self) -> tuple[str, ...]:
        """The position in words, without the hand."""
        position = self.position
        facts = [f"trumps {position.trump}"]
        if position.trick:
            facts.append(f"on the table {' '.join(position.trick)}")
        else:
            facts.append(f"{position.seat.name.title()} leads")
        facts.append(f"trick {len(position.played) // 4 + 1}")
        if position.points and position.played:
            own, other = _own_points(position)
            facts.append(f"{own} points to {other}")
        for seat, suits in zip(Seat, position.voids, strict=True):
            if suits and seat != position.seat:
                facts.append(f"{seat.name.title()} lacks {' '.join(suits)}")
        if self.rubber:
            facts.append(f"rubber {self.rubber[0]}-{self.rubber[1]}")
        return tuple(facts)

    @property
    def title(self) -> str:
        """Whose turn it is, and the card to play."""
        return f"{self.position.seat.name.title()}: play {self.best}"

    @property
    def context(self) -> tuple[str, ...]:
        """The hand, and the facts in a line."""
        return " ".join(self.position.hand), ", ".join(self.facts)

    @property
    def columns(self) -> tuple[Column, ...]:
        """Points, the games won where points are known, and what cards cost."""
        games = Column("win_prob", "wins", ".1%"), Column("game_points", "games", "+.2f")
        return (
            Column("value", "takes", ".2f", error="standard_error"),
            *(games if self.actions[0].win_prob is not None else []),
            *([Column("rubber_prob", "rubber", ".1%")] if self.rubber else []),
            cost_column(".2f", error="cost_error"),
        )

    @property
    def bar(self) -> Bar:
        """A full bar is the most that a card takes."""
        return Bar(most=max(1.0, *(card.value for card in self.actions)), cells=18)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The cards, and who is inferred to have the aces and sevens that are hidden."""
        return self.table, *([self.hidden.table] if self.hidden and self.hidden.table.rows else [])

    @property
    def notes(self) -> tuple[str, ...]:
        """What the play says, the card that wins more often, what the mark means, the source."""
        return (
            *(fact.say() for fact in (self.hidden.notable if self.hidden else ())),
            *([self.to_win] if self.to_win else []),
            *(["~ within two standard errors of the best"] if len(self.close) > 1 else []),
            *super().notes,
        )

    def mark(self, action: CardValue) -> str:
        """Return whether a card may be as good as the best."""
        return " ~" if action.is_close and not action.is_best else ""

    def to_dict(self) -> dict[str, Any]:
        """Return the advice as plain data, ready for JSON."""
        asked = {
            "seat": self.position.seat.name.lower(),
            "hand": list(self.position.hand),
            "facts": list(self.facts),
        }
        names = ("best_to_win", "deals", "hands", "games", "is_exact", "player", "seed", "rubber")
        hidden = {"hidden": self.hidden.to_dict() if self.hidden else None}
        return asked | Answer.to_dict(self) | {name: getattr(self, name) for name in names} | hidden

    def __str__(self) -> str:
        """Return the advice in words, one card a line."""
        lines = [f"{' '.join(self.position.hand)} ({', '.join(self.facts)}): play {self.best}"]
        for card in self.actions:
            wins = "" if card.win_prob is None else f"  wins {card.win_prob:6.1%}"
            cost = "" if card.is_best else f"  costs {with_error(card.cost, card.cost_error)}"
            value = with_error(card.value, card.standard_error, 6)
            lines.append(f"  {card.text}  {value}{wins}{cost}{' *' * card.is_close}")
        lines += [fact.say() for fact in (self.hidden.notable if self.hidden else ())]
        lines += [self.to_win] if self.to_win else []
        note = "* best, or within two standard errors of it"
        return "\n".join([*lines, f"{note}; {self.source}"])


def with_error(number: float, error: float | None, width: int = 0) -> str:
    """Return a number with its standard error, if it has one."""
    return f"{number:{width}.2f}" + ("" if error is None else f" ± {error:.2f}")


def advise(
    position: Position,
    player: str | Strategy | None = None,
    seed: int = 1,
    *,
    rubber: tuple[int, int] | None = None,
    threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> CardAdvice:
    """Return every legal card of a position with its value to the team, best first.

    Parameters
    ----------
    position
        Of `llq.sueca.position`, or what a custom player is given.
    player
        The player whose games decide: by default ``strong:5000/6``, which infers from 5,000 hands
        and solves deals with open hands from six cards on. ``mc_extra:500x2`` draws 500 hands and
        plays two random games with each, ``pimc:200/6`` solves 200 from six cards in hand on.
    seed
        Of the random numbers: the same seed gives the same answer.
    rubber
        The games that the player's team and the other have won of four: a result is then worth
        what it changes the chance to win the rubber by, and the card is best that takes most in
        points of the cards and of that. The first game of a rubber counts 15 points.
    threads, executor
        What solves hands: a number of threads, enough for most advice, or an executor.
    progress
        Called with the number of hands looked at and their total.

    Raises
    ------
    UnknownStrategy
        There is no such player, or it does not advise.
    IllegalState
        ``position`` is not a position, the seed is not a non-negative integer, there is no
        thread, or the rubber is not under way or given without the points taken so far.

    Examples
    --------
    >>> import llq
    >>> position = llq.sueca.position("S:AK72 H:765 D:2 C:A7", "C", trick="N:2H W:4H")
    >>> advice = llq.sueca.advise(position, "mc_extra:500x2")
    >>> advice.best, [card.action for card in advice.actions]
    ('7H', ['7H', '5H', '6H'])
    """
    check_threads(threads)
    if not isinstance(position, Position):
        raise IllegalState(f"advice needs a position, of llq.sueca.position; got {position!r}")
    stakes = None if rubber is None else stakes_of(rubber, STRATEGIES["strong"].game_worth)
    if stakes and not position.points:
        raise IllegalState("with a rubber, give the points that both teams have, such as 35-22")
    strategy, sampling = find_sampling(ADVISER if player is None else player)
    with computing_on(executor):
        samples = sampling(position, strategy, check_seed(seed), threads, progress)
    points = samples.points
    names = sorted(position.legal, key=find_card)
    own = _own_points(position)[0] if position.points else None
    score = _game_points(position)
    chances, worth = None, cast("NDArray[np.number]", points)
    if stakes:
        chances = stakes.chances[RULES.sweep_games + score]
        worth = points + stakes.points * chances[points]
    means = [samples.estimate(taken)[0] for taken in worth]
    best = int(np.argmax(means))
    cards = [
        _value(
            name,
            samples,
            place,
            own,
            score,
            chances,
            worth[best] - worth[place],
            means[place] == means[best],
        )
        for place, name in enumerate(names)
    ]
    cards.sort(key=lambda card: -means[names.index(card.action)])  # of equals the lowest first
    to_win = None if own is None else names[_best_to_win(samples, own, best)]
    return CardAdvice(
        actions=tuple(cards),
        unit="points",
        source=samples.source,
        position=position,
        best_to_win=to_win,
        deals=position.deals,
        hands=points.shape[1],
        games=points.shape[2],
        is_exact=samples.is_exact,
        player=strategy.name,
        seed=seed,
        hidden=HiddenHands.infer(position, samples.beliefs) if samples.beliefs else None,
        rubber=stakes.won if stakes else None,
    )


def _value(
    name: Action,
    samples: Samples,
    place: int,
    own: int | None,
    score: NDArray[np.int64],
    chances: NDArray[np.float64] | None,
    costs: NDArray[np.number],
    is_best: bool,
) -> CardValue:
    """Return a card's value from the games of all cards."""
    taken = samples.points[place]
    value, error = samples.estimate(taken)
    cost, cost_error = samples.estimate(costs)
    return CardValue(
        action=name,
        text=name,
        value=value,
        standard_error=error,
        total=None if own is None else own + value,
        win_prob=None if own is None else samples.estimate(own + taken > RULES.win_above)[0],
        game_points=None if own is None else samples.estimate(score[taken])[0],
        cost=cost,
        cost_error=cost_error,
        is_best=bool(is_best),
        is_close=bool(is_best) or cost <= _CLEAR * (cost_error or 0.0),
        rubber_prob=None if chances is None else samples.estimate(chances[taken])[0],
    )


def _best_to_win(samples: Samples, own: int, best: int) -> int:
    """Return the card that ends above 60 most often: the best, unless another clearly does so."""
    totals = own + samples.points
    wins = (totals > RULES.win_above).astype(np.int16)
    share = [
        (samples.estimate(won)[0], samples.estimate(ends)[0])
        for won, ends in zip(wins, totals, strict=True)
    ]
    other = share.index(max(share))
    more, error = samples.estimate(wins[other] - wins[best])
    return other if more > _CLEAR * (error or 0.0) else best


def _game_points(position: Position) -> NDArray[np.int64]:
    """Return games won less lost by the points that the mover's team takes from here on."""
    number, tricks = len(position.played) // SEATS, position.tricks_taken
    before = number - tricks if position.seat % 2 else tricks
    own, other = _own_points(position)
    to_come = position.points_to_come
    return np.array(
        [
            RULES.games(own + taken, before + (HAND_SIZE - number) * (taken == to_come))
            - RULES.games(
                other + to_come - taken,
                number - before + (HAND_SIZE - number) * (taken == 0),
            )
            for taken in range(to_come + 1)
        ]
    )


def _own_points(position: Position) -> tuple[int, int]:
    """Return the points of the mover's team and of the other."""
    north, west = position.points or (0, 0)
    return (west, north) if position.seat % 2 else (north, west)
