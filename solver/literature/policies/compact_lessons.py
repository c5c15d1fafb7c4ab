"""Learning the weights of `compact`: steps of Adam through lessons.

References
----------
.. [1] D. Kingma, J. Ba, Adam: a method for stochastic optimization, ICLR 2015, algorithm 1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.literature.policies.compact import NET, WEIGHTS, answer
from llq.solver.literature.policies.compact_layout import COUNT, HIDDEN
from llq.solver.rng import next_bits, scale

_DECAY, _SQUARE_DECAY, _TINY = 0.9, 0.999, 1e-8  # of Adam, as in [1]


class Learning(NamedTuple):
    """The weights that learn, and what Adam keeps of its steps; arrays are modified in place."""

    weights: NDArray[np.float32]
    """(WEIGHTS,) after the last step."""
    average: NDArray[np.float32]
    """(WEIGHTS,) their mean over the later half of a block's steps."""
    moments: NDArray[np.float32]
    """(2, WEIGHTS) running means of the gradient and its square."""
    steps: NDArray[np.int64]
    """(1,) steps so far."""
    error: NDArray[np.float64]
    """(2,) squared errors of the answers of a block's steps, and how many answers."""
    hidden: NDArray[np.float32]
    """(HIDDEN,) space for hidden units."""


class Lessons(NamedTuple):
    """What learners saw in a block's games; arrays are modified in place."""

    noted: NDArray[np.int64]
    """(1,) lessons so far; what there is no room for is left out."""
    features: NDArray[np.float32]
    """(lessons, COUNT) of a half suit after an ask."""
    truth: NDArray[np.float32]
    """(lessons,) who got it: 1 the asker's team, 0 the other."""
    kind: NDArray[np.int8]
    """(lessons,) 4 * half suit + 2 * asker's team + whether the ask missed."""
    gradient: NDArray[np.float32]
    """(WEIGHTS,) the sum over a batch."""


@njit(_nrt=False)
def learn(
    epochs: int,
    batch: int,
    rate: float,
    stream: NDArray[np.uint64],
    learning: Learning,
    lessons: Lessons,
) -> None:
    """Take steps of Adam through all lessons, drawn at random; all but lessons modified in place.

    The gradient by the answer's sum is the answer's error: that of a proper score whose link is the
    answer's curve, which does not vanish where the answer is far off.
    """
    gradient, count = lessons.gradient, lessons.noted[0]
    weights, average, error = learning.weights, learning.average, learning.error
    most = epochs * (count // batch)
    taken = 0
    error[0] = error[1] = 0.0
    if most:
        for index in range(WEIGHTS):
            average[index] = 0
    for step in range(most):
        for index in range(WEIGHTS):
            gradient[index] = 0
        for _ in range(batch):
            lesson = scale(next_bits(stream), count)
            start = NET * (lessons.kind[lesson] & 1)
            _add_gradient(start, lesson, learning, lessons)
        learning.steps[0] += 1
        _step(rate, batch, learning, gradient)
        if 2 * step >= most:
            taken += 1
            for index in range(WEIGHTS):
                average[index] += (weights[index] - average[index]) / np.float32(taken)


@njit(_nrt=False)
def _add_gradient(start: int, lesson: int, learning: Learning, lessons: Lessons) -> None:
    """Add a lesson's gradient; error, hidden units and gradient are modified in place."""
    weights, error, hidden = learning.weights, learning.error, learning.hidden
    gradient, features = lessons.gradient, lessons.features[lesson]
    bias = start + COUNT * HIDDEN
    found = answer(weights, start, features, hidden)
    off = np.float32(found - lessons.truth[lesson])
    error[0] += off * off
    error[1] += 1
    gradient[bias + 2 * HIDDEN] += off
    for unit in range(HIDDEN):
        gradient[bias + HIDDEN + unit] += off * hidden[unit]
        hidden[unit] = off * weights[bias + HIDDEN + unit] * (hidden[unit] > 0)
        gradient[bias + unit] += hidden[unit]
    for feature in range(COUNT):
        value = features[feature]
        if value:
            for unit in range(HIDDEN):
                gradient[start + feature * HIDDEN + unit] += value * hidden[unit]


@njit(_nrt=False)
def _step(rate: float, found: int, learning: Learning, gradient: NDArray[np.float32]) -> None:
    """Take one step of Adam; weights and moments are modified in place."""
    step, weights, moments = learning.steps[0], learning.weights, learning.moments
    first_bias = second_bias = 1.0
    if step < 20_000:
        for _ in range(step):
            first_bias *= _DECAY
            second_bias *= _SQUARE_DECAY
        first_bias, second_bias = 1 - first_bias, 1 - second_bias
    for index in range(WEIGHTS):
        slope = gradient[index] / found
        moments[0, index] = _DECAY * moments[0, index] + (1 - _DECAY) * slope
        moments[1, index] = _SQUARE_DECAY * moments[1, index] + (1 - _SQUARE_DECAY) * slope * slope
        size = np.sqrt(moments[1, index] / second_bias) + _TINY
        weights[index] -= rate * moments[0, index] / first_bias / size
