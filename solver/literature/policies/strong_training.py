"""Training of `strong` weights from league games, in blocks.

In the games of a block one team is of learners, who play by the weights so far; the other is of one
kind: learners too, learners who ask by chance alone, `quick`, `withholder` or, rarely, `certain`.
In the first block learners ask by chance alone. Three things are learnt of a block, each from sums
to which every game adds, so that an interrupted training keeps little:

- **Signs**, by likelihood. Now and then the mover's view is taken, and a card that the mover cannot
  place: the chance that each player holds it is the quick one times the odds of the signs. A block
  is one step of Fisher scoring [1]_ from the weights so far. The player believes them by a `trust`
  above 1, as fitting hand sizes afterwards weakens them.
- **What positions are worth**: the half suits by which a team leads in the end, by least squares of
  what the true hands show in the middle of games.
- **Asks**, by paired play-outs. At some asks of a learner the deal is played on from the ask worth
  most so far and from another of the best, with the same random numbers, for `horizon` asks; what
  the two positions are worth then is compared, and the difference learnt, by ridge regression [2]_,
  of the difference of the features. Sums of earlier blocks count by half.

**Boldness and gate.** Short play-outs do not see all that a hit is worth: the best of some
additions to that weight is chosen by winning against strangers (`quick`, `withholder`, and learners
who ask by chance alone), on fresh deals from both sides; the weights become the policy if they win
more on the same deals than the policy so far.

References
----------
.. [1] P. McCullagh, J. Nelder, Generalized Linear Models, second edition 1989, section 2.5.
.. [2] A. Hoerl, R. Kennard, Ridge Regression, Technometrics 12 (1970).
"""

import json
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.array_types import Bytes, Floats, Ints, Singles, Uints
from llq.solver.card_sets import random_card
from llq.solver.jit import njit
from llq.solver.literature import engine, players, turns
from llq.solver.literature.engine import ASKS, HANDS, PLAYERS, TURN
from llq.solver.literature.inference import knowledge, marginals, reading
from llq.solver.literature.inference.reading import SIGNS, Sign
from llq.solver.literature.matches.match import play_games
from llq.solver.literature.players import STRATEGIES, Kind, Strategy
from llq.solver.literature.policies import strong
from llq.solver.literature.policies.features import FEATURES, WEIGHTS, Feature
from llq.solver.literature.policies.play_outs import WORTHS, Worth, describe, play_out
from llq.solver.literature.policies.policy import Policy, pack_arrays, unpack_arrays
from llq.solver.literature.rules import HALF_SIZE, Rules, find_rules
from llq.solver.literature.scratch import Scratch, make_scratch
from llq.solver.rng import next_bits, scale, streams

CURVE = ("games", "pairs", "boldness", "share", "policy_share", "is_policy")
"""Training curve columns: games played, play-out pairs in the block, addition to the hit weight,
share of games won against strangers, the previous policy's share on the same deals, and whether the
weights became the policy.
"""

LIMIT = 300
"""Ask limit per training game."""
BOLDNESS = (0.75, 1.5, 2.25)
"""Candidate additions to the hit weight, in half suits."""
_NEAR_BEST = 8  # asks of which the other one of a pair is drawn
_MOST_SIGN = 3.5  # of the weight of a sign
_MOST_POSITIONS = 512  # positions of a game for which there is room


class Sums(NamedTuple):
    """Statistics summed over a block's games, modified in place."""

    score: Floats
    """(17,) log-likelihood slope of the signs."""
    information: Floats
    """(17, 17) likewise its expected curvature."""
    worth: Floats
    """(7, 8) position-value sums: feature products, and products with results."""
    asks: Floats
    """(30, 31) ask sums: products of feature differences, and their products with result
    differences.
    """
    pairs: Ints
    """(1,) of play-outs."""


class BlockPlan(NamedTuple):
    """Settings of a block's games."""

    weights: Singles
    """(3, 47) rows: learner, chance-only learner, and zeros."""
    signs: Floats
    """(17,) of the signs, as fitted so far."""
    values: Floats
    """(7,) of positions."""
    horizon: int
    rate: float
    """Chance per ask of sampling a card and a play-out pair."""
    has_pairs: bool


class Workspace(NamedTuple):
    """Work arrays for games, modified in place."""

    rows: Ints
    """(2, ROW) a game and its play-out."""
    kinds: Ints
    """(players,) who sits at each seat."""
    weights: Singles
    """(players, 47) and by what weights."""
    streams: Uints
    """(1, 1 + players) of a play-out."""
    positions: Floats
    """(512, 7) positions of the game, from `describe`."""
    worths: Floats
    """(7,) of a play-out's end."""
    difference: Floats
    """(30,) feature difference of an ask pair."""
    chances: Floats
    """(players,) of a card."""
    slopes: Floats
    """(players + 1, 17) log-odds slopes of a card; the last row is the mean."""


class StrongTraining:
    """Resumable training: stopping and continuing reproduce the same bits."""

    def __init__(
        self,
        games: int = 12_000,
        seed: int = 1,
        *,
        rules: str = "us54",
        players: int | None = None,
        block: int = 3000,
        gate_games: int = 400,
        horizon: int = 14,
        rate: float = 0.3,
        trust: float = 1.3,
        ridge: float = 0.005,
    ) -> None:
        """Begin a training on a variant's games, with an optional number of players.

        Between two gates ``block`` games are played; at a gate ``gate_games`` against each
        stranger, half of them from each side. A play-out is of ``horizon`` asks. At each ask
        ``rate`` is the chance of a pair of play-outs, and of a look at a card. The weights of the
        signs are raised by ``trust``. ``ridge`` is of the regression, where every feature's
        differences have the mean square 1.
        """
        if games < 1 or block < 1 or gate_games < 4:
            raise IllegalState(
                f"a training has 1 or more games, in blocks of 1 or more, and gates of 4 or more; "
                f"got {games}, {block} and {gate_games}"
            )
        self._rules = find_rules(rules, players)
        self._settings: dict[str, int | float | str] = {
            "games": games,
            "seed": seed,
            "rules": rules,
            "players": self._rules.players,
            "block": block,
            "gate_games": gate_games,
            "horizon": horizon,
            "rate": rate,
            "trust": trust,
            "ridge": ridge,
        }
        self.recipe: dict[str, int | float | str] = {**self._settings, "limit": LIMIT}
        self.total, self.games = games, 0
        self._scratch = make_scratch(self._rules.players)
        self._work = _make_workspace(self._rules)
        by_chance = np.zeros(WEIGHTS, dtype=np.float32)
        by_chance[SIGNS + Feature.HIT] = 1
        self._arrays: dict[str, NDArray[Any]] = {
            "weights": by_chance,
            "best": by_chance.copy(),
            "signs": np.zeros(SIGNS),
            "values": np.eye(WORTHS)[Worth.LEAD],
            "curve": np.zeros((0, len(CURVE))),
            "score": np.zeros(SIGNS),
            "information": np.zeros((SIGNS, SIGNS)),
            "worth": np.zeros((WORTHS, WORTHS + 1)),
            "asks": np.zeros((FEATURES, FEATURES + 1)),
            "pairs": np.zeros(1, dtype=np.int64),
        }

    def run(self, games: int) -> None:
        """Play ``games`` more training games, or all remaining games."""
        last, block = min(self.games + games, self.total), int(self._settings["block"])
        while self.games < last:
            self._play(min(last, (self.games // block + 1) * block))
            if self.games % block == 0 or self.games == self.total:
                self._learn()

    def policy(self) -> Policy:
        """Return the best weights selected by the gate."""
        columns = {name: self._arrays["curve"][:, place].copy() for place, name in enumerate(CURVE)}
        return Policy("strong", "strong", dict(self.recipe), self._arrays["best"].copy(), columns)

    def pack(self) -> Bytes:
        """Return the whole state."""
        state = json.dumps({"settings": self._settings, "games": self.games}).encode()
        return pack_arrays({"state": np.frombuffer(state, dtype=np.uint8), **self._arrays})

    @classmethod
    def unpack(cls, packed: Bytes) -> Self:
        """Return the training of a packed state."""
        arrays = unpack_arrays(packed)
        state = json.loads(arrays.pop("state").tobytes())
        training = cls(**state["settings"])
        training.games, training._arrays = state["games"], arrays
        return training

    def _play(self, until: int) -> None:
        """Play the games before ``until`` and accumulate training sums."""
        width = 2 + self._rules.players
        sources = streams(int(self._settings["seed"]), width * self.games, width * until)
        arrays = self._arrays
        weights = np.stack([arrays["weights"], self._chance_weights(), 0 * arrays["weights"]])
        plan = BlockPlan(
            weights,
            arrays["signs"],
            arrays["values"],
            int(self._settings["horizon"]),
            float(self._settings["rate"]),
            self.games >= int(self._settings["block"]),
        )
        sums = Sums(*(arrays[name] for name in Sums._fields))
        sources = sources.reshape(-1, width)
        _play_block(self.games, sources, plan, self._work, self._scratch, sums)
        self.games = until

    def _chance_weights(self) -> Singles:
        weights: Singles = self._arrays["weights"].copy()
        weights[SIGNS:] = 0
        weights[SIGNS + Feature.HIT] = 1
        return weights

    def _learn(self) -> None:
        """Update weights from the block's sums, then reset or halve the sums."""
        arrays, trust = self._arrays, float(self._settings["trust"])
        information = arrays["information"] + np.eye(SIGNS)
        arrays["signs"] = arrays["signs"] + solve(information, arrays["score"])
        arrays["signs"] = arrays["signs"].clip(-_MOST_SIGN, _MOST_SIGN)
        worth = arrays["worth"]
        arrays["values"] = solve(worth[:, :WORTHS] + np.eye(WORTHS), worth[:, WORTHS])
        weights = arrays["weights"].copy()
        weights[:SIGNS] = trust * arrays["signs"]
        pairs = int(arrays["pairs"][0])
        if pairs:
            products = arrays["asks"][:, :FEATURES]
            penalty = float(self._settings["ridge"]) * products.diagonal() + 1
            weights[SIGNS:] = solve(products + np.diag(penalty), arrays["asks"][:, FEATURES])
        self._gate(weights, pairs)
        for name in ("score", "information", "worth", "pairs"):
            arrays[name] = np.zeros_like(arrays[name])
        arrays["asks"] = arrays["asks"] / 2

    def _gate(self, weights: Singles, pairs: int) -> None:
        """Choose the boldness, and adopt weights that beat the current policy."""
        arrays = self._arrays
        gate = len(arrays["curve"])
        arrays["weights"] = weights  # whose signs the strangers of `_win_share` have too
        share, boldness = -1.0, 0.0
        for addition in BOLDNESS if pairs else (0.0,):
            bold = weights.copy()
            bold[SIGNS + Feature.HIT] += np.float32(addition)
            bold_share = self._win_share(bold, gate)
            if bold_share > share:
                share, boldness, arrays["weights"] = bold_share, addition, bold
        policy_share = self._win_share(arrays["best"], gate)
        is_policy = share > policy_share or not gate
        if is_policy:
            arrays["best"] = arrays["weights"].copy()
        row = [self.games, pairs, boldness, share, policy_share, is_policy]
        arrays["curve"] = np.concatenate([arrays["curve"], [row]])

    def _win_share(self, weights: Singles, gate: int) -> float:
        """Return the share of games that some weights win against strangers on a gate's deals."""
        learner, by_chance = _strategy(weights), _strategy(self._chance_weights())
        seed = int(self._settings["seed"]) ^ 0x6A7E << 32
        gate_games = int(self._settings["gate_games"])
        points, games = 0.0, 0
        for stranger in (STRATEGIES["quick"], STRATEGIES["withholder"], by_chance):
            for side, seats in enumerate(([learner, stranger], [stranger, learner])):
                result = play_games(
                    seats * (self._rules.players // 2), gate_games // 2, seed,
                    first=gate * gate_games, rules=self._rules, limit=LIMIT, threads=1,
                )  # fmt: skip
                points += float((result.winner == side).sum() + (result.winner < 0).sum() / 2)
                games += len(result.winner)
        return points / games


def solve(matrix: Floats, right: Floats) -> Floats:
    """Return the solution of a positive definite system, by elimination in a fixed order.

    Every machine gets the same bits, unlike from a library for linear algebra.

    >>> solve(np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([3.0, 4.0]))
    array([1., 1.])
    """
    rows = [[*line, value] for line, value in zip(matrix.tolist(), right.tolist(), strict=True)]
    for place, pivot in enumerate(rows):
        for row in rows[:place] + rows[place + 1 :]:
            factor = row[place] / pivot[place]
            for column in range(place, len(row)):
                row[column] -= factor * pivot[column]
    return np.array([row[-1] / row[place] for place, row in enumerate(rows)])


def _make_workspace(rules: Rules) -> Workspace:
    """Return scratch space for games by some rules."""
    size = rules.players
    return Workspace(
        rows=np.repeat(engine.new_row(rules)[None], 2, axis=0),
        kinds=np.zeros(size, dtype=np.int64),
        weights=np.zeros((size, WEIGHTS), dtype=np.float32),
        streams=np.zeros((1, 1 + size), dtype=np.uint64),
        positions=np.zeros((_MOST_POSITIONS, WORTHS)),
        worths=np.zeros(WORTHS),
        difference=np.zeros(FEATURES),
        chances=np.zeros(size),
        slopes=np.zeros((size + 1, SIGNS)),
    )


def _strategy(weights: Singles) -> Strategy:
    return Strategy("strong", Kind.CAUTIOUS, "", Policy("strong", "strong", {}, weights, {}))


@njit(_nrt=False)
def _play_block(
    first: int, sources: Uints, plan: BlockPlan, work: Workspace, scratch: Scratch, sums: Sums
) -> None:
    """Play games and accumulate training sums; all but ``plan`` modified in place.

    ``sources`` have one stream more than those of a match.
    """
    for index in range(len(sources)):
        learner = (first + index) & 1
        _line_up(learner, sources[index, -1:], plan, work)
        _play_game(learner, sources[index, :-1], sources[index, -1:], plan, work, scratch, sums)


@njit(_nrt=False)
def _line_up(learner: int, draw: Uints, plan: BlockPlan, work: Workspace) -> None:
    """Draw the opponents' kind for a learner team, modifying stream and work in place."""
    # Of sixteen teams four are quick, four withholders, one is certain, three are of learners who
    # ask by chance alone, and four of learners.
    number = scale(next_bits(draw), 16)
    kind, weights_row = Kind.CAUTIOUS, 0
    if number < 4:
        kind, weights_row = Kind.QUICK, 2
    elif number < 8:
        kind, weights_row = Kind.WITHHOLDER, 2
    elif number < 9:
        kind, weights_row = Kind.CERTAIN, 2
    elif number < 12:
        weights_row = 1
    for seat in range(len(work.kinds)):
        is_learner = seat & 1 == learner
        work.kinds[seat] = Kind.CAUTIOUS if is_learner else kind
        for index in range(WEIGHTS):
            work.weights[seat, index] = plan.weights[0 if is_learner else weights_row, index]


@njit(_nrt=False)
def _play_game(
    learner: int,
    source: Uints,
    draw: Uints,
    plan: BlockPlan,
    work: Workspace,
    scratch: Scratch,
    sums: Sums,
) -> None:
    """Play a game and accumulate training sums; all but ``plan`` modified in place."""
    row, kinds, weights, positions = work.rows[0], work.kinds, work.weights, work.positions
    sampled, likely = 0, int(plan.rate * (1 << 20))
    engine.deal(row, source[:1])
    while turns.advance(row, source[:1], scratch.inference) and row[ASKS] < LIMIT:
        seat = row[TURN]
        if scale(next_bits(draw), 1 << 20) < likely:
            _score_signs(row, draw, plan, work, scratch, sums)
            if sampled < _MOST_POSITIONS:
                describe(row, 0, positions[sampled])
                sampled += 1
            if plan.has_pairs and seat & 1 == learner:
                _compare(row, draw, plan, work, scratch, sums)
        stream = source[seat + 1 : seat + 2]
        code = players.choose(row, kinds[seat], weights[seat], stream, scratch, True)
        players.make_ask(row, code)
    lead = engine.claims_won(row, 0) - engine.claims_won(row, 1)
    for index in range(sampled):
        for worth in range(WORTHS):
            for column in range(WORTHS):
                sums.worth[worth, column] += positions[index, worth] * positions[index, column]
            sums.worth[worth, WORTHS] += positions[index, worth] * lead


@njit(_nrt=False)
def _score_signs(
    row: Ints, draw: Uints, plan: BlockPlan, work: Workspace, scratch: Scratch, sums: Sums
) -> None:
    """Add what a card that the mover cannot place says of the signs; modified in place."""
    seat, own, quick = row[TURN], scratch.inference.own, scratch.inference.marginals
    space, chances, slopes = scratch.strength.reading, work.chances, work.slopes
    size = row[PLAYERS]
    knowledge.infer(row, seat, own)
    free = knowledge.free_cards(row, own)
    if not free:
        return
    marginals.find_marginals(row, own, quick)
    reading.read(row, space)
    card = random_card(free, draw)
    total, truth = 0.0, 0
    slopes[:] = 0.0
    for player in range(size):
        chances[player] = 0.0
        if row[HANDS + player] >> card & 1:
            truth = player
        if player == seat or not own.may[player] >> card & 1:
            continue
        reading.fill_signs(row, player, card // HALF_SIZE, space)
        space.signs[Sign.WANTED] = reading.wanted(player, card, space)
        exponent = reading.exponent_of(plan.signs, space)
        chances[player] = quick.held[player, card] * reading.clipped_exp(exponent)
        total += chances[player]
        for sign in range(SIGNS):
            slopes[player, sign] = space.signs[sign] / (1 + exponent / reading.POWER)
    for player in range(size):
        chances[player] /= total
        for sign in range(SIGNS):
            slopes[size, sign] += chances[player] * slopes[player, sign]
    for sign in range(SIGNS):
        sums.score[sign] += slopes[truth, sign] - slopes[size, sign]
        for column in range(SIGNS):
            product = -slopes[size, sign] * slopes[size, column]
            for player in range(size):
                product += chances[player] * slopes[player, sign] * slopes[player, column]
            sums.information[sign, column] += product


@njit(_nrt=False)
def _compare(
    row: Ints, draw: Uints, plan: BlockPlan, work: Workspace, scratch: Scratch, sums: Sums
) -> None:
    """Compare two asks of the mover by play-outs, and add the learnt difference in place."""
    own, space, values = scratch.inference.own, scratch.strength, scratch.values
    seat, difference, worths = row[TURN], work.difference, work.worths
    asks = players.list_asks(row, False, scratch)
    if asks < 2:
        return
    strong.value_asks(row, work.weights[seat], asks, scratch)
    rank = 1 + scale(next_bits(draw), min(_NEAR_BEST, asks - 1))
    best = rival = _highest(values, asks)
    for _ in range(rank):
        values[rival] = -np.inf
        rival = _highest(values, asks)
    codes = scratch.asks[best], scratch.asks[rival]
    difference[:] = 0.0
    for side in range(2):
        target, card = players.ask_of(codes[side])
        strong.fill_features(row, target, card, own, space)
        for feature in range(FEATURES):
            difference[feature] += (1 - 2 * side) * space.features[feature]
    bits, gained = next_bits(draw), 0.0
    limit = min(row[ASKS] + plan.horizon, LIMIT)
    for side in range(2):
        play_out(
            row, codes[side], work.kinds, work.weights, work.rows[1:], work.streams, scratch,
            bits=bits, limit=limit,
        )  # fmt: skip
        describe(work.rows[1], seat & 1, worths)
        for worth in range(WORTHS):
            gained += (1 - 2 * side) * plan.values[worth] * worths[worth]
    sums.pairs[0] += 1
    for feature in range(FEATURES):
        for other_feature in range(FEATURES):
            sums.asks[feature, other_feature] += difference[feature] * difference[other_feature]
        sums.asks[feature, FEATURES] += difference[feature] * gained


@njit(forceinline=True)
def _highest(values: Floats, asks: int) -> int:
    """Return the first of the highest values."""
    best = 0
    for index in range(1, asks):
        if values[index] > values[best]:
            best = index
    return best
