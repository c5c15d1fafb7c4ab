"""The article's training: one network that several games in step play and learn from.

After every ask the network makes a step towards +20 if the ask got the card, else -20; at the end
of a game another, in one batch of all its asks, towards +100 for those of the team that won and
-100 for the others, as for all in a tie. A game that is not over after more than 200 asks is
given up without that step; it counts as played. Each ask is drawn with the player's own noise
[1]_. The article's 8 threads, which share a network, are here 8 games that take turns, an ask at
a time, each going on to its next deal, so that a seed decides the result.

References
----------
.. [1] N. Somani, Training a bot to play Literature, sections "Model", "Speeding up the training
   process", "Avoiding local optima" and "Measuring Success"; the numbers from its program,
   github.com/neelsomani/literature.
"""

import json
from typing import NamedTuple, Self

import numpy as np

from llq.errors import IllegalState
from llq.solver.array_types import Bytes, Floats, Ints, Singles, Uints
from llq.solver.jit import njit
from llq.solver.literature import engine, turns
from llq.solver.literature.engine import ASK_BACKS, ASKS, BACK_CLAIMS, HANDS, HITS
from llq.solver.literature.players import Kind, ask_of, choose
from llq.solver.literature.policies import article, article_network
from llq.solver.literature.policies.article_network import BATCH, Network
from llq.solver.literature.policies.policy import Policy, pack_arrays, unpack_arrays
from llq.solver.literature.rules import HALF_SUITS, MOST_ASKS, find_rules
from llq.solver.literature.scratch import Scratch, make_scratch
from llq.solver.rng import next_bits, scale, streams

_ARTICLE = int(Kind.ARTICLE)
_HIT, _WON = 20, 100
_STATE_ARRAYS = ("sources", "rows", "moves", "played", "running", "next_thread", "sums")
_NETWORK_ARRAYS = ("weights", "mean", "square", "steps")

# Columns of a block's sums
_GAMES, _LENGTH, _SQUARE, _UNFINISHED, _HITS, _BACKS, _CLAIMS = range(7)
_STEPS, _ERROR, _LEARNT, _GAME_ERROR = range(7, 11)
_COLUMNS = 11


class _State(NamedTuple):
    """Complete training state, with arrays modified in place."""

    network: Network
    sources: Uints
    """(games, 1) a stream a game."""
    rows: Ints
    """(threads, ROW) the games under way."""
    moves: Singles
    """(threads, limit, inputs) their states and asks so far."""
    played: Ints
    """(threads,) games ended: thread t plays games t, t + threads, t + 2 threads …"""
    running: Ints
    """(threads,) whether a game is under way."""
    next_thread: Ints
    """(1,) whose turn it is."""
    sums: Floats
    """(blocks, columns) of the training curve."""


class ArticleTraining:
    """Resumable training: stopping, packing and continuing leave its result unchanged.

    ``threads`` games are played at a time, by 4 players in the article. A game that is not over is
    given up after ``limit`` asks: 201, as the program counts. An entry of the training curve is of
    ``block`` games.
    """

    def __init__(
        self,
        *,
        games: int = 10_000,
        seed: int = 1,
        players: int = 4,
        threads: int = 8,
        limit: int = 201,
        block: int = 250,
    ) -> None:
        if min(games, threads, block) < 1 or not 1 <= limit <= MOST_ASKS:
            raise IllegalState(
                f"games, threads and block are 1 or more, the limit 1 to {MOST_ASKS}; got "
                f"{games}, {threads}, {block} and {limit}"
            )
        rules = find_rules("somani", players)
        size = int(article.inputs(players))
        self.recipe: dict[str, int | float | str] = {
            "learner": "article",
            "players": players,
            "games": games,
            "seed": seed,
            "threads": threads,
            "limit": limit,
            "block": block,
        }
        self.total = games
        self._state = _State(
            article_network.draw_network(size, seed),
            streams(seed, 0, games).reshape(-1, 1),
            np.repeat(engine.new_row(rules)[None], threads, axis=0),
            np.zeros((threads, limit, size), np.float32),
            np.zeros(threads, np.int64),
            np.zeros(threads, np.int64),
            np.zeros(1, np.int64),
            np.zeros((-(-games // block), _COLUMNS)),
        )
        self._scratch = make_scratch(players)
        self._aims = np.zeros(limit, np.float32)

    @property
    def games(self) -> int:
        """Games played so far."""
        return int(self._state.played.sum())

    def run(self, games: int) -> None:
        """Play ``games`` more games, or all remaining games."""
        until = min(self.games + games, self.total)
        _train(self._state, until, int(self.recipe["block"]), self._aims, self._scratch)

    def policy(self) -> Policy:
        """Return what has been learnt so far.

        The curve's columns, over the games that ended in a block: ``games`` played by its end;
        the mean ``length`` in asks and its standard deviation ``length_sd``; the shares
        ``given_up`` of games and ``hits`` of asks; ``ask_backs`` and ``back_claims`` a game, as
        `engine.ask` counts them; mean squared errors before each step, of asks in ``ask_error``
        and of asks at the end of their game in ``game_error``.
        """
        sums = self._state.sums[self._state.sums[:, _GAMES] > 0].T
        games, length = sums[_GAMES], sums[_LENGTH] / sums[_GAMES]
        curve = {
            "games": np.cumsum(games),
            "length": length,
            "length_sd": np.sqrt(np.maximum(sums[_SQUARE] / games - length**2, 0)),
            "given_up": sums[_UNFINISHED] / games,
            "hits": sums[_HITS] / sums[_LENGTH],
            "ask_backs": sums[_BACKS] / games,
            "back_claims": sums[_CLAIMS] / games,
            "ask_error": sums[_ERROR] / np.maximum(sums[_STEPS], 1),
            "game_error": sums[_GAME_ERROR] / np.maximum(sums[_LEARNT], 1),
        }
        weights = self._state.network.weights.copy()
        return Policy("article", "article", dict(self.recipe), weights, curve)

    def pack(self) -> Bytes:
        """Return the whole state as bytes, (N,), from which `unpack` goes on to the last bit."""
        network, state = self._state.network, self._state._asdict()
        arrays = {name: state[name] for name in _STATE_ARRAYS}
        arrays["rows"] = arrays["rows"][:, engine.PLAIN]  # which the table's hashes are of
        arrays["moves"] = arrays["moves"].astype(np.uint8)  # small counts, all of them
        arrays |= {name: getattr(network, name) for name in _NETWORK_ARRAYS}
        arrays["recipe"] = np.frombuffer(json.dumps(self.recipe).encode(), np.uint8)
        return pack_arrays(arrays)

    @classmethod
    def unpack(cls, packed: Bytes) -> Self:
        """Return the training that was packed."""
        arrays = unpack_arrays(packed)
        recipe = json.loads(arrays["recipe"].tobytes())
        training = cls(**{name: recipe[name] for name in recipe if name != "learner"})
        state = training._state
        state.rows[:, engine.OWNERS + HALF_SUITS] = engine.UNCLAIMED
        state.rows[:, engine.PLAIN] = arrays["rows"]
        for name in set(_STATE_ARRAYS) - {"rows"}:
            getattr(state, name)[:] = arrays[name]
        for name in _NETWORK_ARRAYS:
            getattr(state.network, name)[:] = arrays[name]
        return training


@njit(_nrt=False)
def _train(state: _State, until: int, block: int, aims: Singles, scratch: Scratch) -> None:
    """Train until ``until`` games have ended, updating ``state`` in place."""
    total, threads = len(state.sources), len(state.rows)
    ended = 0
    for thread in range(threads):
        ended += state.played[thread]
    while ended < until:
        thread = state.next_thread[0]
        state.next_thread[0] = (thread + 1) % threads
        game = thread + threads * state.played[thread]
        if game < total:
            row, source, moves = state.rows[thread], state.sources[game], state.moves[thread]
            sums = state.sums[ended // block]
            goes_on = True
            if not state.running[thread]:
                engine.deal(row, source)
                state.running[thread] = 1
                goes_on = turns.advance(row, source, scratch.inference)
            if goes_on:
                _ask(state.network, row, source, moves, aims, sums, scratch)
                goes_on = turns.advance(row, source, scratch.inference)
            if not goes_on:
                _learn_game(state.network, row, source, moves, aims, sums)
            elif row[ASKS] >= len(moves):
                sums[_UNFINISHED] += 1
                goes_on = False
            if not goes_on:
                _add_game(row, sums)
                state.running[thread] = 0
                state.played[thread] += 1
                ended += 1


@njit(_nrt=False)
def _ask(
    network: Network,
    row: Ints,
    source: Uints,
    moves: Singles,
    aims: Singles,
    sums: Floats,
    scratch: Scratch,
) -> None:
    """Let the mover ask and learn from the answer; modified in place."""
    code = choose(row, _ARTICLE, network.weights, source, scratch, True)
    number, size = row[ASKS], moves.shape[1]
    article.set_ask(row, code, scratch.policy_sums, article.INPUTS + size - 4)
    move = moves[number]
    for index in range(size):
        move[index] = scratch.policy_sums[article.INPUTS + index]
    target, card = ask_of(code)
    is_hit = bool(row[HANDS + target] >> card & 1)
    aims[0] = _HIT if is_hit else -_HIT
    sums[_ERROR] += article_network.learn(network, moves[number : number + 1], aims, 1)
    sums[_STEPS] += 1
    engine.ask(row, target, card, is_hit)


@njit(_nrt=False)
def _learn_game(
    network: Network, row: Ints, source: Uints, moves: Singles, aims: Singles, sums: Floats
) -> None:
    """Learn from a finished game in batches of shuffled asks; modified in place."""
    asks, size = row[ASKS], moves.shape[1]
    even_claims, odd_claims = engine.claims_won(row, 0), engine.claims_won(row, 1)
    if asks > BATCH:
        for index in range(asks - 1, 0, -1):
            swapped = scale(next_bits(source), index + 1)
            for column in range(size):
                number = moves[index, column]
                moves[index, column] = moves[swapped, column]
                moves[swapped, column] = number
    for index in range(asks):
        odd_asked = int(moves[index, size - 4]) & 1
        won = odd_claims > even_claims if odd_asked else even_claims > odd_claims
        aims[index] = _WON if won else -_WON
    for first in range(0, asks, BATCH):
        count = min(BATCH, asks - first)
        sums[_GAME_ERROR] += article_network.learn(network, moves[first:], aims[first:], count)
    sums[_LEARNT] += asks


@njit(forceinline=True)
def _add_game(row: Ints, sums: Floats) -> None:
    """Add a finished or abandoned game to ``sums`` in place."""
    asks = np.float64(row[ASKS])
    sums[_GAMES] += 1
    sums[_LENGTH] += asks
    sums[_SQUARE] += asks * asks
    sums[_HITS] += row[HITS] + row[HITS + 1]
    sums[_BACKS] += row[ASK_BACKS] + row[ASK_BACKS + 1]
    sums[_CLAIMS] += row[BACK_CLAIMS] + row[BACK_CLAIMS + 1]
