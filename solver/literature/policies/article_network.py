"""The article's network and its optimizer: scikit-learn's `MLPRegressor` as it comes [1]_.

One hidden layer of 100 rectified units and a linear output; squared error, halved, with a penalty
on the weights, minimised by Adam [2]_. Parameters are one array: the weights from each input to
the units (inputs x 100), the units' biases, their weights to the output, its bias: 115,101 for
1149 inputs. Sums are float32 (scikit-learn's are float64, as its inputs here); each sum over
inputs, games or units runs in their order, so that no result depends on the machine.

References
----------
.. [1] Pedregosa et al., scikit-learn, JMLR 12 (2011): sklearn.neural_network.MLPRegressor, the
   defaults of its documentation.
.. [2] Kingma, Ba, Adam: A method for stochastic optimization, ICLR 2015, algorithm 1 in the form
   that ends its section 2.
"""

from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Ints, Singles
from llq.solver.jit import njit

UNITS = 100
BATCH = 200
"""The most samples of a step."""

_RATE, _DECAY, _SQUARE_DECAY = 1e-3, 0.9, 0.999
_KEEP, _ADD = np.float32(_DECAY), np.float32(1 - _DECAY)
_KEEP_SQUARE, _ADD_SQUARE = np.float32(_SQUARE_DECAY), np.float32(1 - _SQUARE_DECAY)
_TINY = np.float32(1e-8)
_PENALTY = np.float32(1e-4)
_ZERO = np.float32(0)
# Weights and gradients, gradients to be squared, and mean squares are 0 below these limits, which
# changes no weight or output, to the last bit.
_LEAST, _LEAST_TO_SQUARE = np.float32(1e-30), np.float32(1e-16)
_LEAST_MEAN_SQUARE = np.float32(1e-33)

_EPOCHS, _PATIENCE, _TOLERANCE = 200, 10, 1e-4  # of `fit`


class Network(NamedTuple):
    """Trainable network; arrays are modified in place."""

    weights: Singles
    """(parameters,) as the module says."""
    mean: Singles
    """(parameters,) Adam's running mean of each one's gradient."""
    square: Singles
    """(parameters,) of its square."""
    steps: Ints
    """(1,) steps made so far."""
    sums: Singles
    """(200, 100) batch workspace: unit inputs, then unit errors."""
    outputs: Singles
    """(200,) batch workspace: network outputs."""
    slope: Singles
    """(101,) gradient workspace for an input's weights, or the output's weights and bias."""


def make_network(weights: Singles) -> Network:
    """Return a network with given weights and no training steps."""
    return Network(
        weights,
        np.zeros_like(weights),
        np.zeros_like(weights),
        np.zeros(1, np.int64),
        np.zeros((BATCH, UNITS), np.float32),
        np.zeros(BATCH, np.float32),
        np.zeros(UNITS + 1, np.float32),
    )


def draw_network(inputs: int, seed: int) -> Network:
    """Return the article's "untrained" network of a seed.

    It is drawn as Glorot and Bengio do, then fitted to one sample, all numbers of which are uniform
    in [0, 1]: up to 200 steps, until for more than 10 the loss was not 1e-4 less than the least.
    The article's program needs this `fit` before it can predict; Adam's means stay as it leaves
    them.
    """
    random = np.random.default_rng(seed)
    first, last = (np.sqrt(6 / (before + after)) for before, after in ((inputs, UNITS), (UNITS, 1)))
    bounds = np.repeat([first, last], [(inputs + 1) * UNITS, UNITS + 1])
    network = make_network((bounds * random.uniform(-1, 1, len(bounds))).astype(np.float32))
    fit(network, random.random((1, inputs), np.float32), random.random(1, np.float32))
    return network


def fit(network: Network, inputs: Singles, aims: Singles) -> None:
    """Fit a network to a batch, as `draw_network` says; the network is modified in place."""
    best, waited = np.inf, 0
    for _ in range(_EPOCHS):
        squares = float(np.sum(np.square(_penalised(network.weights), dtype=np.float64)))
        loss = learn(network, inputs, aims, len(aims)) / 2 + float(_PENALTY) / 2 * squares
        loss /= len(aims)
        waited = waited + 1 if loss > best - _TOLERANCE else 0
        best = min(best, loss)
        if waited > _PATIENCE:
            break


@njit(_nrt=False)
def add_inputs(weights: Singles, values: Singles, sums: Singles) -> None:
    """Add the first inputs, which have some values, to the units' sums; modified in place."""
    rows = weights[: len(values) * UNITS].reshape((len(values), UNITS))
    _add_rows(values, rows, sums)


@njit(_nrt=False)
def learn(network: Network, inputs: Singles, aims: Singles, samples: int) -> float:
    """Make a single training step on the first samples; return their summed squared error.

    ``inputs`` is (samples or more, inputs), ``aims`` what the outputs should be; the network, which
    had the errors before the step, is modified in place.
    """
    weights, sums, outputs, slope = network.weights, network.sums, network.outputs, network.slope
    size = inputs.shape[1]
    last = weights[(size + 1) * UNITS : (size + 2) * UNITS]
    _predict(weights, inputs, samples, sums, outputs)
    network.steps[0] += 1
    steps = network.steps[0]
    rate = np.float32(_RATE * np.sqrt(1 - _SQUARE_DECAY**steps) / (1 - _DECAY**steps))
    share = np.float32(1 / samples)
    # The output's weights and bias; the units' inputs give way to their errors.
    squares = 0.0
    for unit in range(UNITS):
        slope[unit] = _PENALTY * last[unit]
    slope[UNITS] = _ZERO
    for sample in range(samples):
        error = outputs[sample] - aims[sample]
        squares += np.float64(error) * np.float64(error)
        slope[UNITS] += error
        unit_sums = sums[sample]
        for unit in range(UNITS):
            output = max(unit_sums[unit], _ZERO)
            slope[unit] += output * error
            unit_sums[unit] = error * last[unit] if output > _ZERO else _ZERO
    _step(network, (size + 1) * UNITS, UNITS + 1, rate, share)
    # The weights of each input.
    for index in range(size):
        row = weights[index * UNITS : (index + 1) * UNITS]
        for unit in range(UNITS):
            slope[unit] = _PENALTY * row[unit]
        _add_rows(inputs[:samples, index], sums, slope)
        _step(network, index * UNITS, UNITS, rate, share)
    # The units' biases.
    for unit in range(UNITS):
        slope[unit] = _ZERO
    for sample in range(samples):
        errors = sums[sample]
        for unit in range(UNITS):
            slope[unit] += errors[unit]
    _step(network, size * UNITS, UNITS, rate, share)
    return squares


def _penalised(weights: Singles) -> Singles:
    """Return the penalised parameters: all but biases."""
    biases = len(weights) - 1 - 2 * UNITS
    return np.concatenate([weights[:biases], weights[biases + UNITS : -1]])


@njit(forceinline=True)
def _add_rows(values: Singles, rows: Singles, sums: Singles) -> None:
    """Add each row times its value to the sums, in order and four at a time; modified in place."""
    index, size = 0, len(values)
    while index + 4 <= size:
        first, first_row = values[index], rows[index]
        second, second_row = values[index + 1], rows[index + 1]
        third, third_row = values[index + 2], rows[index + 2]
        fourth, fourth_row = values[index + 3], rows[index + 3]
        for unit in range(UNITS):
            half_sum = (sums[unit] + first * first_row[unit]) + second * second_row[unit]
            sums[unit] = (half_sum + third * third_row[unit]) + fourth * fourth_row[unit]
        index += 4
    while index < size:
        value, row = values[index], rows[index]
        for unit in range(UNITS):
            sums[unit] += value * row[unit]
        index += 1


@njit(_nrt=False)
def _predict(
    weights: Singles, inputs: Singles, samples: int, sums: Singles, outputs: Singles
) -> None:
    """Compute unit inputs and network outputs, one row per sample."""
    size = inputs.shape[1]
    rows = weights[: size * UNITS].reshape((size, UNITS))
    biases = weights[size * UNITS : (size + 1) * UNITS]
    last = weights[(size + 1) * UNITS : (size + 2) * UNITS]
    for sample in range(samples):
        unit_sums = sums[sample]
        for unit in range(UNITS):
            unit_sums[unit] = biases[unit]
    index = 0
    while index < size:  # some inputs of all samples at a time, so that their weights stay near
        end = min(index + 4, size)
        for sample in range(samples):
            _add_rows(inputs[sample, index:end], rows[index:end], sums[sample])
        index = end
    for sample in range(samples):
        output = weights[(size + 2) * UNITS]
        unit_sums = sums[sample]
        for unit in range(UNITS):
            output += max(unit_sums[unit], _ZERO) * last[unit]
        outputs[sample] = output


@njit(forceinline=True, error_model="numpy")  # a check for division by zero would not vectorise
def _step(network: Network, first: int, size: int, rate: np.float32, share: np.float32) -> None:
    """Make Adam's step in some parameters, against ``network.slope``; modified in place."""
    weights = network.weights[first : first + size]
    mean, square = network.mean[first : first + size], network.square[first : first + size]
    slope = network.slope
    for index in range(size):
        gradient = _flush(slope[index] * share, _LEAST)
        average = _KEEP * mean[index] + _ADD * gradient
        squared = _flush(gradient, _LEAST_TO_SQUARE)
        spread = _KEEP_SQUARE * square[index] + _ADD_SQUARE * (squared * squared)
        weight = weights[index] - rate * average / (np.sqrt(spread) + _TINY)
        mean[index] = _flush(average, _LEAST)
        square[index] = _flush(spread, _LEAST_MEAN_SQUARE)
        weights[index] = _flush(weight, _LEAST)


@njit(forceinline=True)
def _flush(number: np.float32, least: np.float32) -> np.float32:
    """Return a number, or 0 for values too small to matter.

    The weights of a dead unit decay to numbers with too few digits, and with those many processors
    compute a hundred times as long.
    """
    return number if abs(number) >= least else _ZERO
