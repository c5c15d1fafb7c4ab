"""What a best response reaches when it plays its best actions against the policy.

A situation that comes up in several ways is one, with the chance of all. Every turn leaves fewer
cards unseen, so that a situation is complete once those with more unseen cards have been followed.

Against a policy that does not play by chance, the weight of a card in the opponent's hand is a
number of ways to deal all that was not seen. Up to a common factor weights are small integers, the
*odds*, which tell situations apart exactly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.love_letter.responses.best_response import Responder, Start
from llq.solver.love_letter.responses.situations import Situation
from llq.solver.love_letter.table.states import state_space

MOST_ODDS = (1 << 16) - 1
_NEAR = 1e-6  # an integer; what is none, of odds up to the most, is farther from one
_MOST_WAITING = 1 << 16  # ways that are kept one by one
_GROWTH = 3  # situations for each with a card more unseen, about


class OwnPlay(NamedTuple):
    """Situations that a best response reaches, each once."""

    situation: NDArray[np.int64]
    """(rows, fields of `Situation`)"""
    odds: NDArray[np.int64]
    """(rows, cards): of each card in the opponent's hand, without a common factor."""
    chance: NDArray[np.float64]
    """(rows,): of coming to it in a round."""
    value: NDArray[np.float64]
    """(rows,): the chance to win from there, and half that of a draw."""
    action: NDArray[np.int64]
    """(rows,): the best, the first of equal ones, as a number of ``Rules.actions``."""


class _Ways(NamedTuple):
    situation: NDArray[np.int64]
    odds: NDArray[np.int64]
    chance: NDArray[np.float64]


def follow_own_play(
    responder: Responder,
    starts: Sequence[Start],
    least_unseen: int,
    progress: Callable[[float], None] = lambda _: None,
) -> OwnPlay:
    """Return what a best response reaches while enough cards are unseen.

    Parameters
    ----------
    responder
        The best response to a policy that does not play by chance.
    starts
        How its first turn may begin: `Responder.first_turns` or `Responder.second_turns`.
    least_unseen
        Situations with fewer cards unseen are left out.
    progress
        Called with the share of the work done, about.

    Raises
    ------
    IllegalState
        The policy plays by chance, and the weights are not odds.
    DeckTooLarge
        There are too many situations.
    """
    waiting: dict[int, list[_Ways]] = defaultdict(list)
    _wait(responder, waiting, starts)
    none = np.zeros(0)
    empty = np.zeros((0, len(responder.rules.cards)), dtype=np.int64)
    levels = [OwnPlay(empty[:, : len(Situation._fields)], empty, none, none, empty[:, 0])]
    for unseen in range(max(waiting, default=0), least_unseen - 1, -1):
        if unseen not in waiting:
            continue
        ways = _merge(waiting.pop(unseen))
        value = np.empty(len(ways.chance))
        action = np.empty(len(ways.chance), dtype=np.int64)
        following: list[Start] = []
        for row, fields in enumerate(ways.situation.tolist()):
            here, weights = Situation(*fields), ways.odds[row] / ways.odds[row].sum()
            value[row] = responder.value(here, weights)
            action[row] = best = responder.best_action(here, weights)
            if unseen > least_unseen:
                chance = ways.chance[row]
                following += [
                    start._replace(chance=chance * start.chance)
                    for start in responder.follow(here, weights, best)
                ]
            if len(following) > _MOST_WAITING:
                _wait(responder, waiting, following)
                following = []
            done = (row + 1) / len(ways.chance)
            progress((1 + (_GROWTH - 1) * done) / _GROWTH ** (unseen - least_unseen + 1))
        _wait(responder, waiting, following)
        levels.append(OwnPlay(*ways, value, action))
    return OwnPlay(*map(np.concatenate, zip(*levels, strict=True)))


def find_odds(weights: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the least integers in proportion to each row of weights.

    Parameters
    ----------
    weights
        (rows, cards): none negative, and some of each row above 0.

    Raises
    ------
    IllegalState
        There are none up to `MOST_ODDS`.
    """
    shares = weights / weights.max(axis=1, keepdims=True)
    odds = np.zeros(weights.shape, dtype=np.int64)
    rows = np.arange(len(weights))
    for most in range(1, MOST_ODDS + 1):
        near = np.rint(most * shares[rows])
        is_found = (np.abs(near - most * shares[rows]) < _NEAR).all(axis=1)
        odds[rows[is_found]] = near[is_found]
        rows = rows[~is_found]
        if not len(rows):
            return odds
    raise IllegalState(f"an opponent's cards have no odds up to {MOST_ODDS}: it plays by chance")


def first_alike(*columns: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the order in which rows ascend, and where in it each first row of its kind is."""
    order = np.lexsort(columns[::-1])
    is_first = np.ones(len(order), dtype=np.bool_)
    is_first[1:] = np.any([np.diff(column[order]) != 0 for column in columns], axis=0)
    return order, np.flatnonzero(is_first)


def _wait(responder: Responder, waiting: dict[int, list[_Ways]], starts: Sequence[Start]) -> None:
    """Add ways to those that wait, by the cards unseen; ``waiting`` is modified in place."""
    if not starts:
        return
    space = state_space(responder.rules)
    situation = np.array([start.situation for start in starts], dtype=np.int64)
    odds = find_odds(np.array([start.weights for start in starts]))
    chance = np.array([start.chance for start in starts])
    unseen = space.unseen[situation[:, 0] // space.layout.hands].sum(axis=1)
    for count in np.unique(unseen).tolist():
        rows = unseen == count
        waiting[count].append(_merge([_Ways(situation[rows], odds[rows], chance[rows])]))


def _merge(parts: Sequence[_Ways]) -> _Ways:
    """Return each situation once, with all its chance."""
    ways = _Ways(*map(np.concatenate, zip(*parts, strict=True)))
    order, firsts = first_alike(*ways.situation.T, *ways.odds.T)
    chance = np.add.reduceat(ways.chance[order], firsts)
    kept = order[firsts]
    return _Ways(ways.situation[kept], ways.odds[kept], chance)
