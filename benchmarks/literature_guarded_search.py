"""What guarded search would gain `strong` of Literature: play-outs that may overrule its ask.

Run with ``python -m benchmarks.literature_guarded_search [games] [seed]``; one thread. In games of
`strong` against itself by `us54`, at every twelfth ask, its `ASKS` best asks are tried on `DEALS`
deals that the mover may face, and played on for `HORIZON` asks with the same random numbers; a
position is then worth what `strong_training` fits. The search departs from the best ask only where
another is worth more, deal by deal, by `GUARD` standard errors. Each departure is then played out
on the true deal `TRUTHS` times, from both asks: the half suits by which it gains. Errors are over
games.

Deals are drawn by a Markov chain (Metropolis 1953) that swaps two free cards at a time, each deal
as likely as `reading` says. What a hand may not hold, or must, counts as unlikely, so that the
chain goes anywhere; a deal is taken when nothing speaks against it.
"""

import sys
import time

import numpy as np

from llq.query.literature.built_in_players import strategy_of
from llq.solver.card_sets import count, lowest
from llq.solver.jit import njit
from llq.solver.literature import decisions, engine, players
from llq.solver.literature.engine import (
    HANDS,
    LIVE,
    LOG,
    LOGGED,
    NEEDS,
    PLAYERS,
    SHOWN,
    SIZES,
    TURN,
)
from llq.solver.literature.matches.match import play_on
from llq.solver.literature.players import Kind
from llq.solver.literature.policies import strong
from llq.solver.literature.policies.strong_training import LIMIT, WORTHS, describe, next_ask
from llq.solver.literature.rules import HALF, IN_HALF, MOST_CARDS, MOST_HALF_SUITS, find_rules
from llq.solver.literature.scratch import make_scratch
from llq.solver.rng import next_bits, scale, streams

ASKS, DEALS, HORIZON, GUARD, TRUTHS = 4, 12, 14, 2.0, 12
EVERY = 12
WORTH = np.array([1.01, 0.323, -0.104, 0.02, 1.314, -0.005, 0.247])
"""What positions are worth, by `Worth`: least squares of 4,024 in 300 games of `us54`."""
SWEEPS = 40
FAINT = 0.02
APART = np.uint64(0xD1B54A32D192ED03)


@njit(_nrt=False)
def deal_free(row, view, free, held, hands, draw):
    """Deal out the free cards at random, filling in who holds each; return their number."""
    sure = 0
    for player in range(row[PLAYERS]):
        hands[player] = view.held[player]
        sure |= view.held[player]
    left, size = row[LIVE] & ~sure, 0
    while left:
        free[size] = lowest(left)
        left &= left - 1
        size += 1
    for index in range(size - 1, 0, -1):
        other = scale(next_bits(draw), index + 1)
        free[index], free[other] = free[other], free[index]
    index = 0
    for player in range(row[PLAYERS]):
        for _ in range(row[SIZES + player] - count(view.held[player])):
            hands[player] |= 1 << free[index]
            held[index] = player
            index += 1
    return size


@njit(_nrt=False)
def next_deal(row, view, prior, free, held, hands, draw):
    """Go on to another deal; return whether nothing speaks against it."""
    size = len(free)
    for _ in range(SWEEPS * size):
        one, other = scale(next_bits(draw), size), scale(next_bits(draw), size)
        if held[one] == held[other]:
            continue
        before = odds_of(row, view, prior, free, held, hands, one, other)
        swap(free, held, hands, one, other)
        after = odds_of(row, view, prior, free, held, hands, one, other)
        if after < before * (scale(next_bits(draw), 1 << 30) / (1 << 30)):
            swap(free, held, hands, one, other)
    for index in range(size):
        if not view.may[held[index]] >> free[index] & 1:
            return False
    for player in range(row[PLAYERS]):
        for half in range(MOST_HALF_SUITS):
            if misses(row, hands[player], player, half):
                return False
    return True


@njit(forceinline=True)
def swap(free, held, hands, one, other):
    """Let two free cards change places."""
    bits = 1 << free[one] | 1 << free[other]
    hands[held[one]] ^= bits
    hands[held[other]] ^= bits
    held[one], held[other] = held[other], held[one]


@njit(forceinline=True)
def misses(row, hand, player, half):
    """Return whether a hand lacks the card of a half suit that the player must hold."""
    cards = HALF << IN_HALF * half & ~row[SHOWN + player]
    return row[NEEDS + player] >> half & 1 and not hand & cards


@njit(forceinline=True)
def odds_of(row, view, prior, free, held, hands, one, other):
    """Return the odds of two cards where they are, with what their holders must hold."""
    odds = 1.0
    for index in (one, other):
        player, card = held[index], free[index]
        odds *= prior[player, card] if view.may[player] >> card & 1 else FAINT
    first, second = free[one] // IN_HALF, free[other] // IN_HALF
    for player in (held[one], held[other]):
        if misses(row, hands[player], player, first):
            odds *= FAINT
        if second != first and misses(row, hands[player], player, second):
            odds *= FAINT
    return odds


@njit(_nrt=False)
def play_out(row, hands, code, kinds, weights, bits, limit, after, sources, scratch):
    """Play on from an ask with some hands, in ``after``; return the mover's lead there."""
    for column in range(LOG + row[LOGGED]):
        after[0, column] = row[column]
    for player in range(row[PLAYERS]):
        after[0, HANDS + player] = hands[player]
    for stream in range(sources.shape[1]):
        sources[0, stream] = bits + np.uint64(stream) * APART
    decisions.act(after[0], code)
    play_on(kinds, weights, after, sources, limit, scratch, True)
    team = row[TURN] & 1
    return engine.claims_won(after[0], team) - engine.claims_won(after[0], 1 - team)


@njit
def search(
    row, kinds, weights, scratch, rows, sources, codes, worths, free, held, hands, draw, out
):
    """Return the ask of the best that the search departs to, 0 if to none, and -1 without deals.

    ``codes`` are filled in; then the gain that it saw, and the true one.
    """
    own, space, values = scratch.inference.own, scratch.strength, scratch.values
    asks = strong.value_asks(row, weights[row[TURN]], own, space, scratch.asks, values)
    tried = min(asks, ASKS)
    for rank in range(tried):
        best = 0
        for index in range(1, asks):
            if values[index] > values[best]:
                best = index
        codes[rank] = scratch.asks[best]
        values[best] = -np.inf
    size = deal_free(row, own, free, held, hands, draw)
    drawn = failed = 0
    while drawn < DEALS:
        if next_deal(row, own, space.marginals.prior, free[:size], held[:size], hands, draw):
            drawn += 1
            rows[drawn, HANDS : HANDS + row[PLAYERS]] = hands[: row[PLAYERS]]
        else:
            failed += 1
            if failed > 4 * DEALS:
                return -1, 0.0, 0.0
    limit = min(LIMIT, row[engine.ASKS] + HORIZON)
    for deal in range(DEALS):
        bits = next_bits(draw)
        hands[:] = rows[1 + deal, HANDS : HANDS + len(hands)]
        for rank in range(tried):
            code = codes[rank]
            play_out(row, hands, code, kinds, weights, bits, limit, rows[:1], sources, scratch)
            describe(rows[0], row[TURN] & 1, out)
            worths[rank, deal] = (WORTH * out).sum()
    chosen, highest, seen = 0, 0.0, 0.0
    for rank in range(1, tried):
        gains = worths[rank] - worths[0]
        mean = gains.mean()
        bound = mean - GUARD * gains.std() / np.sqrt(DEALS - 1)
        if bound > highest:
            chosen, highest, seen = rank, bound, mean
    if not chosen:
        return 0, 0.0, 0.0
    true = 0.0
    hands[:] = row[HANDS : HANDS + len(hands)]
    for _ in range(TRUTHS):
        bits = next_bits(draw)
        for rank, sign in ((chosen, 1), (0, -1)):
            code = codes[rank]
            true += sign * play_out(
                row, hands, code, kinds, weights, bits, LIMIT, rows[:1], sources, scratch
            )
    return chosen, seen, true / TRUTHS


@njit(_nrt=False)
def go_on(row, source, kinds, weights, scratch, asks):
    """Play on until so many asks were made; return whether another one follows."""
    while next_ask(row, kinds, weights, source, scratch):
        if row[engine.ASKS] >= asks:
            return True
        seat = row[TURN]
        stream = source[seat + 1 : seat + 2]
        decisions.act(row, players.choose(row, kinds[seat], weights[seat], stream, scratch, True))
    return False


def main() -> None:
    """Print what departures gain, as it comes and in the end."""
    games, seed = (int(word) for word in (sys.argv[1:] + ["2000", "80"][len(sys.argv) - 1 :]))
    rules = find_rules("us54")
    size = rules.players
    weights = np.repeat(strategy_of("strong").policy.weights_for(size)[None], size, 0)
    kinds = np.full(size, int(Kind.STRONG))
    scratch = make_scratch(size)
    rows = np.repeat(engine.new_row(rules)[None], 1 + DEALS, 0)
    space = (
        rows,
        np.zeros((1, 1 + size), np.uint64),
        np.zeros(ASKS, np.int64),
        np.zeros((ASKS, DEALS)),
        np.zeros(MOST_CARDS, np.int64),
        np.zeros(MOST_CARDS, np.int64),
        np.zeros(engine.SHOWN, np.int64),
    )
    random, worth = np.random.default_rng(seed), np.zeros(WORTHS)
    found = []
    for game in range(games):
        source = streams(seed, (size + 2) * game, (size + 2) * (game + 1))
        row = engine.new_row(rules)
        engine.deal(row, source[:1])
        asks = int(random.integers(0, EVERY))
        while go_on(row, source[: size + 1], kinds, weights, scratch, asks):
            start = time.process_time()
            departure = search(row, kinds, weights, scratch, *space, source[size + 1 :], worth)
            found.append((game, *departure, time.process_time() - start))
            asks += EVERY
        if (game + 1) % 20 == 0:
            report(np.array(found), game + 1)


def report(found, games):
    """Print what came of some positions: game, departure, gain seen, true gain, seconds."""
    departed = found[:, 1] > 0
    gains = np.bincount(found[:, 0].astype(int), found[:, 3], minlength=games)
    error = gains.std(ddof=1) * games**0.5 / len(found)
    print(
        f"{games} games, {len(found)} positions: departs {departed.mean():.1%}, "
        f"seen {found[departed, 2].mean():+.2f}, true {found[departed, 3].mean():+.3f}, "
        f"a decision {found[:, 3].mean():+.4f} ± {error:.4f} half suits, "
        f"{1e3 * np.median(found[:, 4]):.1f} ms",
        flush=True,
    )


if __name__ == "__main__":
    main()
