"""What to play in Sueca: every legal card with what it takes, how sure that is, and from what.

The numbers are a player's own: means over hands drawn for the others from all that agree with the
play. They say what a card is worth if the game goes on as that player's games do, at random for
Monte Carlo or with all hands open for PIMC, and not what it is worth by best play, which nobody
knows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.players import check_seed
from llq.query.sueca.card_values import find_sampling
from llq.solver.sueca.players import Strategy, find_strategy
from llq.solver.sueca.position import Position
from llq.solver.sueca.rules import RULES, Seat, find_card

__all__ = ["Advice", "CardValue", "advise"]

SAMPLER, SOLVER = "mc_extra:500x2", "pimc:200/6"
"""Who advises early in a game, and from six cards in hand on."""

_CLEAR = 2.0
"""Standard errors by which a card is clearly worse than the best."""


@dataclass(frozen=True, slots=True)
class CardValue:
    """A legal card and what it is worth to the team of the player whose turn it is.

    Parameters
    ----------
    card
        The card.
    value, standard_error
        Mean points that the team takes from here on, the trick on the table included.
    total
        With those that it has; None where they are not known.
    win_prob
        Share of the games in which the team ends above 60; None likewise.
    cost, cost_error
        The best card's value less this one's, and the error of that on the same hands.
    is_best
        Whether its value is the highest.
    is_close
        Whether it is the best or costs less than two of its errors: not told apart from the best.
    """

    card: str
    value: float
    standard_error: float
    total: float | None
    win_prob: float | None
    cost: float
    cost_error: float
    is_best: bool
    is_close: bool


@dataclass(frozen=True, slots=True)
class Advice:
    """The whole answer to a question for advice.

    Parameters
    ----------
    position
        What was asked.
    best
        The card of the highest value: the one that takes most points.
    best_to_win
        The card that wins the game most often, if that is clearly more often than the best does,
        by two errors of the difference; else the best. None where points are not known.
    cards
        Every legal card, best first.
    deals
        In how many ways the others can hold the cards that are not seen.
    hands, games
        Hands looked at, and games with each of them and each card.
    is_exact
        Whether the hands are all that there are: values are then without error.
    player, seed
        Who looked, and his seed.
    based_on
        The same in words.
    """

    position: Position
    best: str
    best_to_win: str | None
    cards: tuple[CardValue, ...]
    deals: int
    hands: int
    games: int
    is_exact: bool
    player: str
    seed: int
    based_on: str

    @property
    def close(self) -> tuple[str, ...]:
        """The cards that are not told apart from the best, and itself."""
        return tuple(card.card for card in self.cards if card.is_close)

    @property
    def to_win(self) -> str:
        """Which card to play for the game rather than for points, in words, if it is another."""
        if self.best_to_win in (None, self.best):
            return ""
        shares = {card.card: card.win_prob for card in self.cards}
        return (
            f"{self.best_to_win} wins the game more often: {shares[self.best_to_win]:.1%} "
            f"to {self.best}'s {shares[self.best]:.1%}"
        )

    @property
    def facts(self) -> tuple[str, ...]:
        """What the advice is about, in words, but for the hand."""
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

    def to_dict(self) -> dict[str, Any]:
        """Return the advice as plain data, ready for JSON."""
        answer = {
            "seat": self.position.seat.name.lower(),
            "hand": list(self.position.hand),
            "facts": list(self.facts),
        }
        answer |= {name: getattr(self, name) for name in self.__slots__ if name != "position"}
        return answer | {"cards": [asdict(card) for card in self.cards]}

    def __str__(self) -> str:
        """Return the advice in words, one card a line."""
        lines = [f"{' '.join(self.position.hand)} ({', '.join(self.facts)}): play {self.best}"]
        for card in self.cards:
            wins = "" if card.win_prob is None else f"  wins {card.win_prob:6.1%}"
            cost = "" if card.is_best else f"  costs {card.cost:.2f} ± {card.cost_error:.2f}"
            mark = " *" * card.is_close
            lines.append(
                f"  {card.card}  {card.value:6.2f} ± {card.standard_error:.2f}{wins}{cost}{mark}"
            )
        lines += [self.to_win] if self.to_win else []
        return "\n".join([*lines, f"* best, or not told apart from it; {self.based_on}"])


def advise(
    position: Position,
    player: str | Strategy | None = None,
    seed: int = 1,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Advice:
    """Return every legal card of a position with its value to the team, best first.

    Parameters
    ----------
    position
        Of `llq.sueca.position`, or what a player of one's own is given.
    player
        Who looks: ``mc_extra:500x2`` draws 500 hands and plays two random games with each,
        ``pimc:200/6`` solves 200 with open hands from six cards in hand on. By default the first,
        and in the last six tricks the second.
    seed
        Its random numbers: the same seed gives the same answer.
    progress
        Called with the number of hands looked at and their total.

    Raises
    ------
    UnknownStrategy
        There is no such player, or he does not advise.
    IllegalState
        What is asked is no position, or the seed no whole number from 0 on.

    Examples
    --------
    >>> import llq
    >>> position = llq.sueca.position("S:AK72 H:765 D:2 C:A7", "C", trick="N:2H W:4H")
    >>> advice = llq.sueca.advise(position)
    >>> advice.best, [card.card for card in advice.cards]
    ('7H', ['7H', '5H', '6H'])
    """
    if not isinstance(position, Position):
        raise IllegalState(f"advice is on a position, of llq.sueca.position; got {position!r}")
    if player is None:
        player = SOLVER if len(position.hand) <= find_strategy(SOLVER).open_from else SAMPLER
    strategy, sampling = find_sampling(player)
    samples = sampling(position, strategy, check_seed(seed), progress)
    points = samples.points
    names = [card for _, card in sorted((find_card(card), card) for card in position.legal)]
    means = points.mean(axis=(1, 2))
    best = int(np.argmax(means))
    own = _own_points(position)[0] if position.points else None
    cards = [
        _value(name, points[place], points[best], own, place == best, samples.is_exact)
        for place, name in enumerate(names)
    ]
    cards.sort(key=lambda card: (-card.value, not card.is_best))
    to_win = None if own is None else names[_best_to_win(own + points, best, samples.is_exact)]
    return Advice(
        position=position,
        best=names[best],
        best_to_win=to_win,
        cards=tuple(cards),
        deals=position.deals,
        hands=points.shape[1],
        games=points.shape[2],
        is_exact=samples.is_exact,
        player=strategy.name,
        seed=seed,
        based_on=samples.words,
    )


def _value(
    name: str,
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
        card=name,
        value=value,
        standard_error=error,
        total=None if own is None else own + value,
        win_prob=None if own is None else float((own + samples > RULES.win_above).mean()),
        cost=cost,
        cost_error=cost_error,
        is_best=is_best,
        is_close=is_best or cost <= _CLEAR * cost_error,
    )


def _best_to_win(totals: NDArray[np.int16], best: int, is_exact: bool) -> int:
    """Return which card ends above 60 most often, the best unless another clearly does so."""
    wins = (totals > RULES.win_above).astype(np.int16)
    other = max(range(len(wins)), key=lambda card: (wins[card].mean(), totals[card].mean()))
    more, error = _estimate(wins[other] - wins[best], is_exact)
    return other if more > _CLEAR * error else best


def _estimate(samples: NDArray[np.int16], is_exact: bool) -> tuple[float, float]:
    """Return the mean and its error; games with the same hands are not independent, hands are."""
    means = samples.mean(axis=1)
    error = 0.0 if is_exact else float(means.std(ddof=1)) / sqrt(len(means))
    return float(means.mean()), error


def _own_points(position: Position) -> tuple[int, int]:
    """Return the points of the mover's team and of the other."""
    north, west = position.points or (0, 0)
    return (west, north) if position.seat % 2 else (north, west)
