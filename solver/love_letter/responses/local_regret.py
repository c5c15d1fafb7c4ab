"""Where a policy falls short of the best response to itself, turn by turn.

Let Q(s, a) be the value of action a in situation s if the best responses follow, V(s) that of the
best action. The policy in the responder's place wins less than the best response by the sum, over
the turns that it reaches, of V(s) - Q(s, its own action): the performance difference lemma [1]_.
No term is negative.

References
----------
.. [1] S. Kakade and J. Langford, Approximately optimal approximate reinforcement learning, 2002,
   lemma 6.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.responses.best_response import Responder, Start
from llq.solver.love_letter.responses.situations import Situation

_TIED = 1e-11
_DIGITS = 13  # in which the weights of one situation, reached in two ways, agree


class Loss(NamedTuple):
    """A situation in which the policy's own action is not a best response to it."""

    chance: float
    """Of coming to it, both sides playing the policy."""
    loss: float
    """Value lost there: the best action's less that of the policy's."""
    situation: Situation
    weights: NDArray[np.float64]
    played: int
    """The policy's action, as a number of ``Rules.actions``."""
    best: int
    """The best action; the first of equal ones."""


def find_losses(responder: Responder, starts: Iterable[Start]) -> Iterator[Loss]:
    """Yield all that a policy loses against itself for not being the best response.

    Parameters
    ----------
    responder
        The best response to the policy.
    starts
        How the first turn may begin: `Responder.first_turns` or `Responder.second_turns`.

    Raises
    ------
    IllegalState
        The policy plays by chance.
    DeckTooLarge
        There are too many situations.
    """
    level = _merge(starts)
    while level:
        following: list[Start] = []
        for chance, situation, weights, _ in level:
            played = responder.action_of_policy(situation, weights)
            value, _, starts = responder.play(situation, weights, played)
            following += [s._replace(chance=chance * s.chance) for s in starts]
            loss = responder.value(situation, weights) - value
            if loss > _TIED:
                legal = responder.legal_actions(situation)
                values = [responder.play(situation, weights, action)[0] for action in legal]
                best = legal[int(np.argmax(np.array(values) > max(values) - _TIED))]
                yield Loss(chance, loss, situation, weights, played, best)
        level = _merge(following)


def _merge(starts: Iterable[Start]) -> list[Start]:
    """Return each situation once, with all its chance."""
    merged: dict[tuple[Situation, bytes], Start] = {}
    for start in starts:
        key = start.situation, np.round(start.weights, _DIGITS).tobytes()
        before = merged.get(key)
        merged[key] = start._replace(chance=start.chance + before.chance) if before else start
    return [*merged.values()]
