"""How the weights of `compact` are learnt: from games, against itself and against fixed opponents.

A training game is played with the weights so far. After each of its asks the learner notes the
features of every half suit in play; when the game is over each becomes a lesson, the half suit's
owner being 1 for the asker's team, 0 for the other and a half for neither; after each game the
weights take one step of Adam [1]_ towards those answers. Now and then a learner makes any ask that
may get the card, so that it sees what else there is, and before anything is learnt it plays as
greedy does.

**Gate.** Learning against oneself need not lead anywhere. After every block of games the weights
play fresh deals against the fixed opponents, on both sides; they become the policy only if they win
a larger share of decided games against greedy, by a margin, than those which are the policy so far.

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
from llq.solver.literature import compact, engine, knowledge, players, turns
from llq.solver.literature.compact import COUNT, HIDDEN, NET, WEIGHTS
from llq.solver.literature.engine import ASKS, HANDS, LIVE, OWNERS, PLAYERS, TURN, UNCLAIMED
from llq.solver.literature.match import MOVE_LIMIT, play_games
from llq.solver.literature.players import Kind, Strategy, Table, make_table
from llq.solver.literature.policy import Policy
from llq.solver.literature.rules import HALF_SUITS, IN_HALF, find_rules
from llq.solver.rng import next_bits, scale, streams

__all__ = ["CURVE", "CompactTraining"]

CURVE = (
    "games",
    "loss",
    "greedy_share",
    "possible_share",
    "is_policy",
)
"""Columns of the training curve: games by then, mean squared error of the block's answers, share of
decided games won against each fixed opponent, and whether the weights became the policy."""

_DECAY, _SQUARE_DECAY, _TINY = 0.9, 0.999, 1e-8  # of Adam, as in [1]
_GREEDY, _COMPACT = int(Kind.GREEDY), int(Kind.COMPACT)


class _Lessons(NamedTuple):
    """What a learner saw in a game; arrays are modified in place."""

    features: NDArray[np.float32]
    """(asks, 8, COUNT) after each ask."""
    live: NDArray[np.int64]
    """(asks,) the cards in play then."""
    asker: NDArray[np.int64]
    """(asks, 2) who asked; whether he missed."""
    gradient: NDArray[np.float32]
    """(WEIGHTS,) the sum over lessons."""


class CompactTraining:
    """A training that can be stopped, packed and gone on with, to the same bits."""

    def __init__(
        self,
        games: int = 20_000,
        seed: int = 1,
        *,
        block: int = 1000,
        gate_games: int = 512,
        margin: float = 0.0,
        warm_up: int = 1000,
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
            Games between two gates.
        gate_games
            Games against each fixed opponent at a gate, half of them on each side.
        margin
            By how much the share of games won against greedy must grow, in standard errors.
        warm_up
            Games in which learners ask as greedy does.
        explore
            The chance of any possible ask instead.
        rate, last_rate
            Of learning at the first and the last game.
        """
        if games < 1 or block < 1 or gate_games < 2:
            raise IllegalState(
                f"a training has 1 or more games, in blocks of 1 or more, and gates of 2 or more; "
                f"got {games}, {block} and {gate_games}"
            )
        self.recipe: dict[str, int | float | str] = {
            "games": games,
            "seed": seed,
            "block": block,
            "gate_games": gate_games,
            "margin": margin,
            "warm_up": warm_up,
            "explore": explore,
            "rate": rate,
            "last_rate": last_rate,
            "rules": "somani",
            "limit": MOVE_LIMIT,
            "hidden": HIDDEN,
        }
        self.total = games
        self.games = 0
        self._weights = _first_weights(seed)
        self._best = self._weights.copy()
        self._moments = np.zeros((2, WEIGHTS), dtype=np.float32)
        self._error = np.zeros(2)  # summed squares and lessons of the block
        self._curve: list[list[float]] = []
        self._table = make_table(find_rules().players)
        self._lessons = _Lessons(
            np.zeros((MOVE_LIMIT + 1, HALF_SUITS, COUNT), dtype=np.float32),
            np.zeros(MOVE_LIMIT + 1, dtype=np.int64),
            np.zeros((MOVE_LIMIT + 1, 2), dtype=np.int64),
            np.zeros(WEIGHTS, dtype=np.float32),
        )

    def run(self, games: int) -> None:
        """Play so many more training games, or as many as are left."""
        last = min(self.games + games, self.total)
        block = int(self.recipe["block"])
        while self.games < last:
            until = min(last, (self.games // block + 1) * block)
            self._play(until)
            if self.games % block == 0 or self.games == self.total:
                self._gate()

    def policy(self) -> Policy:
        """Return the best weights so far by the gate."""
        columns = np.array(self._curve).reshape(-1, len(CURVE)).T
        return Policy(
            "compact",
            "compact",
            dict(self.recipe),
            self._best.copy(),
            {name: column.copy() for name, column in zip(CURVE, columns, strict=True)},
        )

    def pack(self) -> NDArray[np.uint8]:
        """Return the whole state."""
        file = io.BytesIO()
        state = {"recipe": self.recipe, "games": self.games}
        np.savez(
            file,
            state=np.frombuffer(json.dumps(state).encode(), dtype=np.uint8),
            weights=self._weights,
            best=self._best,
            moments=self._moments,
            error=self._error,
            curve=np.array(self._curve).reshape(-1, len(CURVE)),
        )
        return np.frombuffer(file.getvalue(), dtype=np.uint8)

    @classmethod
    def unpack(cls, array: NDArray[np.uint8]) -> Self:
        """Return the training of a packed state."""
        with np.load(io.BytesIO(array.tobytes())) as file:
            state = json.loads(file["state"].tobytes())
            fixed = ("rules", "limit", "hidden")
            self = cls(**{k: v for k, v in state["recipe"].items() if k not in fixed})
            self.games = state["games"]
            self._weights, self._best = file["weights"], file["best"]
            self._moments, self._error = file["moments"], file["error"]
            self._curve = file["curve"].tolist()
        return self

    def _play(self, until: int) -> None:
        """Play and learn from the games up to a number."""
        rules = find_rules()
        each = 1 + rules.players
        seed = int(self.recipe["seed"])
        sources = streams(seed, each * self.games, each * until).reshape(-1, each)
        _train(
            self.games,
            self.total,
            int(self.recipe["warm_up"]),
            float(self.recipe["explore"]),
            float(self.recipe["rate"]),
            float(self.recipe["last_rate"]),
            engine.new_row(rules),
            sources,
            self._weights,
            self._moments,
            self._error,
            self._table,
            self._lessons,
        )
        self.games = until

    def _gate(self) -> None:
        """Play the fixed opponents; let the weights be the policy if they do better than it."""
        games = int(self.recipe["gate_games"])
        shares = [
            self._share(opponent, games, len(self._curve)) for opponent in ("greedy", "possible")
        ]
        best = max((row[2] for row in self._curve if row[4]), default=-1.0)
        error = (best * (1 - best) * 2 / games) ** 0.5 if best > 0 else 0.0
        better = shares[0] > best + float(self.recipe["margin"]) * error
        if better:
            self._best = self._weights.copy()
        loss = self._error[0] / max(self._error[1], 1)
        self._error[:] = 0
        self._curve.append([self.games, loss, *shares, better])

    def _share(self, opponent: str, games: int, gate: int) -> float:
        """Return the share of decided games that the weights win."""
        policy = Policy("compact", "compact", {}, self._weights, {})
        learner = Strategy("compact", Kind.COMPACT, "", policy)
        seed = int(self.recipe["seed"]) ^ 0x6A7E << 32
        won = lost = 0
        for side in range(2):
            seats = [learner, opponent] if side == 0 else [opponent, learner]
            result = play_games(seats * 2, games // 2, seed, first=gate * (games // 2), threads=1)
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
def _train(
    first: int,
    total: int,
    warm_up: int,
    explore: float,
    rate: float,
    last_rate: float,
    row: NDArray[np.int64],
    sources: NDArray[np.uint64],
    weights: NDArray[np.float32],
    moments: NDArray[np.float32],
    error: NDArray[np.float64],
    table: Table,
    lessons: _Lessons,
) -> None:
    """Play games and learn from each; row, streams and all arrays but one are modified in place."""
    for index in range(len(sources)):
        game = first + index
        asks = _play_game(game, warm_up, explore, row, sources[index], weights, table, lessons)
        found = _find_gradient(asks, row, weights, error, table, lessons)
        if found:
            now = rate + (last_rate - rate) * game / total
            _step(game + 1, now, found, weights, moments, lessons.gradient)


@njit(_nrt=False)
def _play_game(
    game: int,
    warm_up: int,
    explore: float,
    row: NDArray[np.int64],
    sources: NDArray[np.uint64],
    weights: NDArray[np.float32],
    table: Table,
    lessons: _Lessons,
) -> int:
    """Play a game and return the lessons noted.

    Of four games two are among learners; in the others one team is greedy, or one time in four any
    possible ask.
    """
    fixed = -1
    if game & 3 >= 2:
        fixed = game & 1
    opponent = 1 if game >> 2 & 3 == 3 else _GREEDY
    engine.deal(row, sources[:1])
    asks = 0
    while turns.advance(row, sources[:1], table.mind) and row[ASKS] < MOVE_LIMIT:
        seat = row[TURN]
        stream = sources[seat + 1 : seat + 2]
        if seat & 1 == fixed:
            code = players.choose(row, opponent, weights, stream, table)
            target, card = players.ask_of(code)
            engine.ask(row, target, card, row[HANDS + target] >> card & 1)
            continue
        if scale(next_bits(stream), 1 << 20) < explore * (1 << 20):
            code = players.choose(row, 1, weights, stream, table)
            knowledge.look(row, seat, table.mind.own)
            compact.posterior.find_chances(row, table.mind.own, table.mind.chances)
        elif game < warm_up:
            code = players.choose(row, _GREEDY, weights, stream, table)
        else:
            code = players.choose(row, _COMPACT, weights, stream, table)
        target, card = players.ask_of(code)
        held = row[HANDS + target] >> card & 1
        compact.imagine(row, target, card, held, table)
        for half in range(HALF_SUITS):
            for feature in range(COUNT):
                lessons.features[asks, half, feature] = table.outlook.features[half, feature]
        lessons.live[asks] = row[LIVE]
        lessons.asker[asks, 0], lessons.asker[asks, 1] = seat, 1 - held
        asks += 1
        engine.ask(row, target, card, held)
    return asks


@njit(_nrt=False)
def _find_gradient(
    asks: int,
    row: NDArray[np.int64],
    weights: NDArray[np.float32],
    error: NDArray[np.float64],
    table: Table,
    lessons: _Lessons,
) -> int:
    """Add up the gradients of a game's lessons and return their number; modified in place.

    The gradient by the answer's sum is the answer's error: that of a proper score whose link is the
    answer's curve, which does not vanish where the answer is far off.
    """
    gradient, hidden = lessons.gradient, table.outlook.hidden
    for index in range(WEIGHTS):
        gradient[index] = 0
    found = 0
    for ask in range(asks):
        start = NET * lessons.asker[ask, 1]
        bias = start + COUNT * HIDDEN
        for half in range(HALF_SUITS):
            if not lessons.live[ask] >> IN_HALF * half & 1:
                continue
            truth = 0.5
            if row[OWNERS + half] == lessons.asker[ask, 0] & 1:
                truth = 1.0
            elif row[OWNERS + half] == 1 - lessons.asker[ask, 0] & 1:
                truth = 0.0
            features = lessons.features[ask, half]
            off = np.float32(compact.answer(weights, start, features, hidden) - truth)
            error[0] += off * off
            error[1] += 1
            found += 1
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
    return found


@njit(_nrt=False)
def _step(
    step: int,
    rate: float,
    found: int,
    weights: NDArray[np.float32],
    moments: NDArray[np.float32],
    gradient: NDArray[np.float32],
) -> None:
    """Take one step of Adam; weights and moments are modified in place."""
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
