"""How the weights of `compact` are learnt: from games, against itself and against fixed opponents.

A training game is played with the weights so far. After each of its asks the learner notes the
features of every half suit in play; when the game is over each becomes a lesson, the half suit's
owner being 1 for the asker's team, 0 for the other and a half for neither; after a block of games
the weights take steps of Adam [1]_ through its lessons, and their mean over the later half of them
plays the next block. Now and then a learner makes any ask that may get the card, so that it sees
what else there is, and in the first block it plays as greedy does.

**Gate.** Learning against oneself need not lead anywhere. After every block of games the weights
play fresh deals against the fixed opponents, on both sides; they become the policy only if they win
a larger share of decided games against greedy, by a margin, than the policy so far does on the same
deals.

References
----------
.. [1] D. Kingma, J. Ba, Adam: a method for stochastic optimization, ICLR 2015, algorithm 1.
"""

from __future__ import annotations

import io
import json
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.jit import njit
from llq.solver.literature import engine, players, turns
from llq.solver.literature.engine import ASKS, HANDS, LIVE, OWNERS, TURN
from llq.solver.literature.inference import knowledge, posterior
from llq.solver.literature.matches.match import MOVE_LIMIT, play_games
from llq.solver.literature.players import Kind, Player, Strategy
from llq.solver.literature.policies.compact import NET, WEIGHTS, answer
from llq.solver.literature.policies.compact_features import imagine
from llq.solver.literature.policies.compact_layout import COUNT, HIDDEN
from llq.solver.literature.policies.policy import Policy
from llq.solver.literature.rules import HALF_SUITS, IN_HALF, find_rules
from llq.solver.literature.scratch import Scratch, make_scratch
from llq.solver.rng import next_bits, scale, streams

CURVE = (
    "games",
    "loss",
    "greedy_share",
    "possible_share",
    "policy_share",
    "is_policy",
)
"""Columns of the training curve: games by then, mean squared error of the block's answers, share of
decided games won against each fixed opponent, that of the policy so far against greedy on the same
deals, and whether the weights became the policy."""

_LESSONS = 400
"""Of a game for which there is room: 85 asks, of which half a learner's, and 5 half suits."""
_PACKED = ("features", "truth", "kind")
_LEARNT = ("weights", "average", "moments", "steps")
_POSSIBLE, _GREEDY, _COMPACT = int(Kind.POSSIBLE), int(Kind.GREEDY), int(Kind.COMPACT)

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


class CompactTraining:
    """A training that can be stopped, packed and gone on with, to the same bits."""

    def __init__(
        self,
        games: int = 20_000,
        seed: int = 1,
        *,
        block: int = 1000,
        epochs: int = 3,
        batch: int = 256,
        gate_games: int = 512,
        margin: float = 1.0,
        explore: float = 0.05,
        rate: float = 0.003,
        last_rate: float = 0.0003,
    ) -> None:
        """Begin.

        Parameters
        ----------
        games
            To play in all.
        block
            Games between two gates. In the first block learners ask as greedy does.
        epochs, batch
            How often a block's lessons are learnt, and how many a step.
        gate_games
            Games against greedy at a gate, half of them on each side; half as many against the
            possible player.
        margin
            By how many standard errors of their difference a share must beat the policy's.
        explore
            The chance of any possible ask instead.
        rate, last_rate
            Of learning in the first and the last block.
        """
        if games < 1 or block < 1 or gate_games < 4:
            raise IllegalState(
                f"a training has 1 or more games, in blocks of 1 or more, and gates of 4 or more; "
                f"got {games}, {block} and {gate_games}"
            )
        self._settings: dict[str, int | float] = {
            "games": games,
            "seed": seed,
            "block": block,
            "epochs": epochs,
            "batch": batch,
            "gate_games": gate_games,
            "margin": margin,
            "explore": explore,
            "rate": rate,
            "last_rate": last_rate,
        }
        self.recipe: dict[str, int | float | str] = {
            **self._settings,
            "hidden": HIDDEN,
            "limit": MOVE_LIMIT,
            "rules": "somani",
        }
        self.total = games
        self.games = 0
        self._scratch = make_scratch(find_rules().players)
        weights = _first_weights(seed)
        self._learning = Learning(
            weights=weights,
            average=weights.copy(),  # plays
            moments=np.zeros((2, WEIGHTS), dtype=np.float32),
            steps=np.zeros(1, dtype=np.int64),
            error=np.zeros(2),
            hidden=self._scratch.outlook.hidden,
        )
        self._best = weights.copy()
        self._curve = np.zeros((0, len(CURVE)))
        room = _LESSONS * min(block, games)
        self._lessons = Lessons(
            np.zeros(1, dtype=np.int64),
            np.zeros((room, COUNT), dtype=np.float32),
            np.zeros(room, dtype=np.float32),
            np.zeros(room, dtype=np.int8),
            np.zeros(WEIGHTS, dtype=np.float32),
        )

    def run(self, games: int) -> None:
        """Play ``games`` more training games, or as many as are left."""
        last, block = min(self.games + games, self.total), int(self._settings["block"])
        while self.games < last:
            self._play(min(last, (self.games // block + 1) * block))
            if self.games % block == 0 or self.games == self.total:
                self._gate(self.learn())

    def policy(self) -> Policy:
        """Return the best weights so far by the gate."""
        curve = {name: self._curve[:, index].copy() for index, name in enumerate(CURVE)}
        return Policy("compact", "compact", dict(self.recipe), self._best.copy(), curve)

    def pack(self) -> NDArray[np.uint8]:
        """Return the whole state; between blocks it has no lessons and is small."""
        file = io.BytesIO()
        state = json.dumps({"settings": self._settings, "games": self.games}).encode()
        lessons = {name: getattr(self._lessons, name) for name in _PACKED}
        np.savez(
            file,
            state=np.frombuffer(state, dtype=np.uint8),
            best=self._best,
            **{name: getattr(self._learning, name) for name in _LEARNT},
            curve=self._curve,
            **{name: array[: self._lessons.noted[0]] for name, array in lessons.items()},
        )
        return np.frombuffer(file.getvalue(), dtype=np.uint8)

    @classmethod
    def unpack(cls, array: NDArray[np.uint8]) -> Self:
        """Return the training of a packed state."""
        with np.load(io.BytesIO(array.tobytes())) as file:
            state = json.loads(file["state"].tobytes())
            self = cls(**state["settings"])
            self.games = state["games"]
            self._best, self._curve = file["best"], file["curve"]
            for name in _LEARNT:
                getattr(self._learning, name)[:] = file[name]
            for name in _PACKED:
                lessons = file[name]
                getattr(self._lessons, name)[: len(lessons)] = lessons
                self._lessons.noted[0] = len(lessons)
        return self

    def _play(self, until: int) -> None:
        """Play the games up to a number and note what they teach."""
        rules = find_rules()
        each = 1 + rules.players
        sources = streams(int(self._settings["seed"]), each * self.games, each * until)
        _play_block(
            self.games,
            int(self._settings["block"]),
            float(self._settings["explore"]),
            engine.new_row(rules),
            sources.reshape(-1, each),
            self._learning.average,
            self._scratch,
            self._lessons,
        )
        self.games = until

    def learn(self) -> float:
        """Learn the block's lessons, forget them and return the answers' mean squared error."""
        done = (self.games - 1) / self.total
        first, last = float(self._settings["rate"]), float(self._settings["last_rate"])
        learn(
            int(self._settings["epochs"]),
            int(self._settings["batch"]),
            first + (last - first) * done,
            streams(int(self._settings["seed"]) ^ 0x1EA4 << 32, self.games, self.games + 1),
            self._learning,
            self._lessons,
        )
        self._lessons.noted[0] = 0
        error = self._learning.error
        return float(error[0] / max(error[1], 1))

    def _gate(self, loss: float) -> None:
        """Play the fixed opponents; let the weights be the policy if they do better than it."""
        games, gate = int(self._settings["gate_games"]), len(self._curve)
        weights = self._learning.average
        policy = self._share(self._best, "greedy", games, gate) if gate else 0.0
        greedy = self._share(weights, "greedy", games, gate)
        possible = self._share(weights, "possible", games // 2, gate)
        error = ((greedy * (1 - greedy) + policy * (1 - policy)) / games) ** 0.5
        better = greedy > policy + float(self._settings["margin"]) * error
        if better or not gate:
            self._best = weights.copy()
        row = [self.games, loss, greedy, possible, policy, better]
        self._curve = np.concatenate([self._curve, [row]])

    def _share(self, weights: NDArray[np.float32], opponent: str, games: int, gate: int) -> float:
        """Return the share of decided games that some weights win on a gate's deals."""
        policy = Policy("compact", "compact", {}, weights, {})
        learner = Strategy("compact", Kind.COMPACT, "", policy)
        seed, each = int(self._settings["seed"]) ^ 0x6A7E << 32, games // 2
        won = lost = 0
        for side in range(2):
            seats: list[str | Strategy | Player]
            seats = [learner, opponent] if side == 0 else [opponent, learner]
            result = play_games(seats * 2, each, seed, first=gate * each, threads=1)
            won += int((result.winner == side).sum())
            lost += int((result.winner == 1 - side).sum())
        return won / max(won + lost, 1)


def _first_weights(seed: int) -> NDArray[np.float32]:
    """Return weights with which hidden units differ and every answer is a half."""
    weights = np.zeros((2, NET), dtype=np.float32)
    bits = streams(seed ^ 0x57A7 << 32, 0, 2 * COUNT * HIDDEN).astype(np.float64) / 2.0**64
    weights[:, : COUNT * HIDDEN] = ((bits - 0.5) * 0.7).reshape(2, -1)
    return weights.ravel()


@njit(_nrt=False)
def _play_block(
    first: int,
    warm_up: int,
    explore: float,
    row: NDArray[np.int64],
    sources: NDArray[np.uint64],
    weights: NDArray[np.float32],
    scratch: Scratch,
    lessons: Lessons,
) -> None:
    """Play games and note what they teach; row, streams, scratch and lessons modified in place."""
    for index in range(len(sources)):
        begin = lessons.noted[0]
        _play_game(first + index, warm_up, explore, row, sources[index], weights, scratch, lessons)
        for lesson in range(begin, lessons.noted[0]):
            kind = lessons.kind[lesson]
            owner = row[OWNERS + (kind >> 2)]
            lessons.truth[lesson] = 0.5
            if owner == kind >> 1 & 1:
                lessons.truth[lesson] = 1.0
            elif owner == 1 - (kind >> 1 & 1):
                lessons.truth[lesson] = 0.0


@njit(_nrt=False)
def _play_game(
    game: int,
    warm_up: int,
    explore: float,
    row: NDArray[np.int64],
    sources: NDArray[np.uint64],
    weights: NDArray[np.float32],
    scratch: Scratch,
    lessons: Lessons,
) -> None:
    """Play a game and note lessons but for their truth; all arrays but weights modified in place.

    Of eight games two are among learners; in four one team is greedy, in two makes any possible
    ask.
    """
    fixed, opponent = game & 1, _GREEDY
    if game & 7 < 2:
        fixed = -1
    elif game & 7 < 4:
        opponent = _POSSIBLE
    engine.deal(row, sources[:1])
    while turns.advance(row, sources[:1], scratch.inference) and row[ASKS] < MOVE_LIMIT:
        seat = row[TURN]
        stream = sources[seat + 1 : seat + 2]
        if seat & 1 == fixed:
            code = players.choose(row, opponent, weights, stream, scratch)
            target, card = players.ask_of(code)
            engine.ask(row, target, card, bool(row[HANDS + target] >> card & 1))
            continue
        if scale(next_bits(stream), 1 << 20) < explore * (1 << 20):
            code = players.choose(row, _POSSIBLE, weights, stream, scratch)
            knowledge.infer(row, seat, scratch.inference.own)
            posterior.find_chances(row, scratch.inference.own, scratch.inference.chances)
        elif game < warm_up:
            code = players.choose(row, _GREEDY, weights, stream, scratch)
        else:
            code = players.choose(row, _COMPACT, weights, stream, scratch)
        target, card = players.ask_of(code)
        held = bool(row[HANDS + target] >> card & 1)
        imagine(row, target, card, held, scratch)
        for half in range(HALF_SUITS):
            if row[LIVE] >> IN_HALF * half & 1 and lessons.noted[0] < len(lessons.kind):
                lesson = lessons.noted[0]
                for feature in range(COUNT):
                    lessons.features[lesson, feature] = scratch.outlook.features[half, feature]
                lessons.kind[lesson] = half << 2 | (seat & 1) << 1 | (1 - held)
                lessons.noted[0] += 1
        engine.ask(row, target, card, held)


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
