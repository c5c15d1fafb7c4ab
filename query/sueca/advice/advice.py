"""Advice in Sueca: every legal card with its value, the error of that, and its source.

The numbers are a player's own: means over hands drawn for the others from all that agree with the
play. They are values if the game goes on as that player's games do, at random for Monte Carlo or
with all hands open for PIMC, and not values of best play, which nobody knows.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.answers import ActionValue, Answer, Bar, Column, cost_column
from llq.query.players import check_seed
from llq.query.sueca.advice.card_values import find_sampling
from llq.solver.arguments import check_threads
from llq.solver.jobs.blocks import computing_on
from llq.solver.sueca.players import Strategy, find_strategy
from llq.solver.sueca.positions.position import Action, Position
from llq.solver.sueca.rules import RULES, Seat, find_card

SAMPLER, SOLVER = "mc_extra:500x2", "pimc:200/6"
"""The players that advise by default: early in a game, and from six cards in hand on."""

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
    cost_error
        Standard error of ``cost``, on the same hands; None where it is exact.
    is_close
        Whether the card is best or within two standard errors of the best.
    """

    total: float | None
    win_prob: float | None
    cost_error: float | None
    is_close: bool


@dataclass(frozen=True, kw_only=True)
class CardAdvice(Answer[Action, CardValue]):
    """The answer to a request for advice: the best card is the one that takes most points.

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
        Hands looked at, and games with each of them and each card.
    is_exact
        Whether the hands are all that there are: values are then without error.
    player, seed
        The player whose games these are, and their seed.
    """

    position: Position
    best_to_win: Action | None
    deals: int
    hands: int
    games: int
    is_exact: bool
    player: str
    seed: int

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
        """Points, the share of games won where points are known, and what cards cost."""
        wins = Column("win_prob", "wins", ".1%")
        return (
            Column("value", "takes", ".2f", error="standard_error"),
            *([wins] if self.actions[0].win_prob is not None else []),
            cost_column(".2f", error="cost_error"),
        )

    @property
    def bar(self) -> Bar:
        """A full bar is what the best card takes."""
        return Bar(most=max(self.actions[0].value, 1.0), cells=20)

    @property
    def notes(self) -> tuple[str, ...]:
        """The card that wins more often, what the mark means, and the source."""
        return (
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
        names = ("best_to_win", "deals", "hands", "games", "is_exact", "player", "seed")
        return asked | Answer.to_dict(self) | {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        """Return the advice in words, one card a line."""
        lines = [f"{' '.join(self.position.hand)} ({', '.join(self.facts)}): play {self.best}"]
        for card in self.actions:
            wins = "" if card.win_prob is None else f"  wins {card.win_prob:6.1%}"
            cost = "" if card.is_best else f"  costs {with_error(card.cost, card.cost_error)}"
            value = with_error(card.value, card.standard_error, 6)
            lines.append(f"  {card.text}  {value}{wins}{cost}{' *' * card.is_close}")
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
        The player whose games decide: ``mc_extra:500x2`` draws 500 hands and plays two random
        games with each, ``pimc:200/6`` solves 200 with open hands from six cards in hand on. By
        default the first, and in the last six tricks the second.
    seed
        Of the random numbers: the same seed gives the same answer.
    threads, executor
        What solves hands: a number of threads, enough for most advice, or an executor.
    progress
        Called with the number of hands looked at and their total.

    Raises
    ------
    UnknownStrategy
        There is no such player, or it does not advise.
    IllegalState
        ``position`` is not a position, the seed is not a non-negative integer, or there is no
        thread.

    Examples
    --------
    >>> import llq
    >>> position = llq.sueca.position("S:AK72 H:765 D:2 C:A7", "C", trick="N:2H W:4H")
    >>> advice = llq.sueca.advise(position)
    >>> advice.best, [card.action for card in advice.actions]
    ('7H', ['7H', '5H', '6H'])
    """
    check_threads(threads)
    if not isinstance(position, Position):
        raise IllegalState(f"advice needs a position, of llq.sueca.position; got {position!r}")
    if player is None:
        player = SOLVER if len(position.hand) <= find_strategy(SOLVER).open_from else SAMPLER
    strategy, sampling = find_sampling(player)
    with computing_on(executor):
        samples = sampling(position, strategy, check_seed(seed), threads, progress)
    points = samples.points
    names = sorted(position.legal, key=find_card)
    means = points.mean(axis=(1, 2))
    best = int(np.argmax(means))
    own = _own_points(position)[0] if position.points else None
    cards = [
        _value(
            name, points[place], points[best], own, means[place] == means[best], samples.is_exact
        )
        for place, name in enumerate(names)
    ]
    cards.sort(key=lambda card: -card.value)  # of equals the lowest card first
    to_win = None if own is None else names[_best_to_win(own + points, best, samples.is_exact)]
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
    )


def _value(
    name: Action,
    samples: NDArray[np.int16],
    best: NDArray[np.int16],
    own: int | None,
    is_best: bool,
    is_exact: bool,
) -> CardValue:
    """Return a card's value from its games and the best card's, both of shape (hands, games)."""
    value, error = _estimate(samples, is_exact)
    cost, cost_error = _estimate(best - samples, is_exact)
    return CardValue(
        action=name,
        text=name,
        value=value,
        standard_error=error,
        total=None if own is None else own + value,
        win_prob=None if own is None else float((own + samples > RULES.win_above).mean()),
        cost=cost,
        cost_error=cost_error,
        is_best=bool(is_best),
        is_close=bool(is_best) or cost <= _CLEAR * (cost_error or 0.0),
    )


def _best_to_win(totals: NDArray[np.int16], best: int, is_exact: bool) -> int:
    """Return the card that ends above 60 most often: the best, unless another clearly does so."""
    wins = (totals > RULES.win_above).astype(np.int16)
    other = max(range(len(wins)), key=lambda card: (wins[card].mean(), totals[card].mean()))
    more, error = _estimate(wins[other] - wins[best], is_exact)
    return other if more > _CLEAR * (error or 0.0) else best


def _estimate(samples: NDArray[np.int16], is_exact: bool) -> tuple[float, float | None]:
    """Return the mean and its error; games with the same hands are not independent, hands are."""
    means = samples.mean(axis=1)
    error = None if is_exact else float(means.std(ddof=1)) / sqrt(len(means))
    return float(means.mean()), error


def _own_points(position: Position) -> tuple[int, int]:
    """Return the points of the mover's team and of the other."""
    north, west = position.points or (0, 0)
    return (west, north) if position.seat % 2 else (north, west)
