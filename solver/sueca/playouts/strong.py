"""Player that infers hands and tries cards in policy games.

At a decision it draws hands for the others, weights them by how likely the play so far was under
soft policies (`policy.inference`), takes some of them by these weights, and tries every legal card
on the same ones: by games that all four play by a policy, or, when few cards are left, by solving
them with open hands. It plays the card with the best mean of what it wants: points, or games and
then points.

A player may be given a time a decision instead of numbers of hands. It is counted in steps, never
by a clock, so that an answer is the same on every machine: a card of a game played or judged is
`CARD_STEPS`, a position searched `NODE_STEPS`. Hands that are hard to solve are played instead.
"""

import numpy as np

from llq.solver import card_sets
from llq.solver.array_types import Ints, Uints
from llq.solver.jit import njit
from llq.solver.rng import next_bits
from llq.solver.sueca import engine
from llq.solver.sueca import settings as column
from llq.solver.sueca.double_dummy import search
from llq.solver.sueca.double_dummy.board import NODES, Root
from llq.solver.sueca.playouts.scratch import Scratch, Work
from llq.solver.sueca.policy import games, inference
from llq.solver.sueca.policy.games import Policy
from llq.solver.sueca.policy.inference import MOST_HANDS
from llq.solver.sueca.positions import sampling
from llq.solver.sueca.rules import CARDS, RULES, TOTAL_POINTS

STEPS_A_SECOND = 20_000_000
"""Steps counted per second, roughly a 2026 core's speed."""
CARD_STEPS = 4
"""Steps per card played or judged."""
NODE_STEPS = 2
"""Steps of a position that the open-hand solver searches."""
USUAL_NODES = (0, 1, 10, 70, 250, 1000, 4000, 14_000, 50_000, 200_000, 700_000)
"""Positions searched for every card of a hand drawn, by the cards held: about the mean."""
_MOST_OF_USUAL = 2  # times the usual positions that a decision may search
_MOST_SHARES = 4  # times its even share of what is left that a hand may take
_DRAW_CARDS = 3  # cards that take as long as to draw a hand
_FEWEST_HANDS = 10  # hands drawn, however few steps there are
_WIN, _DOUBLE, _SWEEP = RULES.win_above, RULES.double_above, RULES.sweep_games


@njit(_nrt=False)
def choose_by_policy(row: Ints, policy: Policy, work: Work, stream: Uints) -> int:
    """Return the card that a sharp policy plays, of several: nearly always one of its best."""
    legal, weights = engine.legal_cards(row), work.beliefs.chances
    hand = row[engine.HANDS + engine.mover(row)]
    total = games.weigh(policy, hand, legal, games.see(row), weights)
    return games.pick(legal, weights, total, next_bits(stream))


@njit(_nrt=False)
def choose(row: Ints, settings: Ints, stream: Uints, scratch: Scratch) -> int:
    """Return the card that the mover plays, of several; among equals one at random."""
    try_cards(row, settings, stream, scratch)
    best, most = 0, -np.inf
    cards, index = engine.legal_cards(row), 0
    while cards:
        card = cards & -cards
        cards ^= card
        worth = scratch.strong.worth[index]
        if worth > most:
            best, most = card, worth
        elif worth == most:
            best |= card
        index += 1
    return card_sets.random_card(best, stream)


@njit(_nrt=False)
def try_cards(row: Ints, settings: Ints, stream: Uints, scratch: Scratch) -> None:
    """Draw hands, judge them and try every legal card on some, as ``scratch.strong`` tells."""
    work, size = scratch.strong, card_sets.count(row[engine.HANDS + engine.mover(row)])
    adjusted = work.settings
    for index in range(column.COLUMNS):
        adjusted[index] = settings[index]
    set_hands(row, adjusted)
    believe(row, adjusted, stream, scratch)
    is_open = size <= adjusted[column.OPEN_FROM]
    tried = adjusted[column.DEALS] if is_open else adjusted[column.TRIED]
    inference.resample(adjusted[column.SHUFFLES], tried, work.beliefs.weights, work.chosen, stream)
    work.worth[:] = 0
    if is_open:
        nodes = most_nodes(size, tried) if adjusted[column.STEPS] else search.NO_LIMIT
        solve(row, adjusted, nodes, stream, scratch)
    else:
        play(row, adjusted, next_bits(stream) | np.uint64(1), work)


@njit(_nrt=False)
def set_hands(row: Ints, settings: Ints) -> None:
    """Set hand counts from the decision's step budget, if any.

    ``settings`` is modified in place.
    """
    if settings[column.STEPS] == 0:
        return
    turn, size = row[engine.TURN], card_sets.count(row[engine.HANDS + engine.mover(row)])
    cost = 15 * CARD_STEPS * (turn + _DRAW_CARDS)  # of a hand, in fifteenths of a step
    if size <= settings[column.OPEN_FROM]:  # a fifth of the hands are solved
        cost += 3 * NODE_STEPS * most_nodes(size, 1)
    else:  # a third of them are played
        games_of_hand = card_sets.count(engine.legal_cards(row)) * settings[column.PLAYOUTS]
        cost += 5 * CARD_STEPS * games_of_hand * (CARDS - turn)
    hands = min(max(15 * settings[column.STEPS] // cost, _FEWEST_HANDS), MOST_HANDS)
    settings[column.SHUFFLES] = hands
    settings[column.TRIED], settings[column.DEALS] = -(-hands // 3), hands // 5


@njit(forceinline=True)
def most_nodes(size: int, hands: int) -> int:
    """Return the position limit for searching ``hands`` hands."""
    return _MOST_OF_USUAL * USUAL_NODES[size] * hands


@njit(_nrt=False)
def believe(row: Ints, settings: Ints, stream: Uints, scratch: Scratch) -> None:
    """Draw and judge hidden hands."""
    seat, work, known = engine.mover(row), scratch.strong, scratch.known
    sampling.prepare(row, seat, known)
    for index in range(settings[column.SHUFFLES]):
        sampling.sample(known, work.beliefs.hands[index], stream)
    power, mixture = settings[column.POWER] / 100, settings[column.MIXTURE] / 100
    drawn = settings[column.SHUFFLES]
    inference.judge(row, drawn, power, mixture, work.styles, work.beliefs)


@njit(_nrt=False)
def play(row: Ints, settings: Ints, state: np.uint64, work: Work) -> None:
    """Try the mover's cards in policy games on common hands.

    A paired player's games with the same hands have the same random numbers too.
    """
    repeats, paired = settings[column.PLAYOUTS], settings[column.PAIRED] != 0
    for place in range(settings[column.TRIED]):
        hidden = work.beliefs.hands[work.chosen[place]]
        for repeat in range(repeats):
            state = _play_cards(
                row, settings, hidden, place * repeats + repeat, state, paired, work
            )


@njit(_nrt=False)
def solve(row: Ints, settings: Ints, nodes: int, stream: Uints, scratch: Scratch) -> int:
    """Try the mover's cards with all hands open, and return the number of hands played, not solved.

    At most ``nodes`` positions are searched, if they are fewer than `search.NO_LIMIT`. A hand
    chosen again is not solved again. One that is not solved within four times its share of those
    left is played by the policy.
    """
    to_come = engine.points_to_come(row)
    work, values, table = scratch.strong, scratch.values, scratch.table
    guess, state, played = -1, np.uint64(0), 0
    hand_size, is_solved = card_sets.count(row[engine.HANDS + engine.mover(row)]), False
    if nodes < search.NO_LIMIT:  # what is known from other decisions would change what fits
        table[:] = 0
    for place in range(settings[column.DEALS]):
        hidden = work.beliefs.hands[work.chosen[place]]
        if place == 0 or work.chosen[place] != work.chosen[place - 1]:
            root = open_root(row, hidden, work.hands)
            limit = nodes // max((settings[column.DEALS] - place) // _MOST_SHARES, 1)
            best = search.solve_cards(root, guess, limit, values, values, scratch.board, table)
            nodes -= scratch.board[NODES]
            is_solved = best >= 0
            guess = values[best] if is_solved else guess
        if not is_solved:
            played += 1
            if state == np.uint64(0):
                state = next_bits(stream) | np.uint64(1)
            state = _play_cards(row, settings, hidden, place, state, False, work)
            continue
        cards, index = engine.legal_cards(row), 0
        while cards:
            taken = values[card_sets.lowest(cards)]
            cards &= cards - 1
            # Who takes all points is taken to take all tricks, and who none to take none.
            tricks = hand_size if taken == to_come else 0 if taken == 0 else 1
            _add_outcome(row, settings, work, index, place, taken, tricks, to_come)
            index += 1
    return played


@njit(forceinline=True)
def open_root(row: Ints, hidden: Ints, hands: Ints) -> Root:
    """Return a game with all hands open, the others' as given; ``hands`` (4,) is written."""
    _lay_out(row, hidden, hands)
    trick = row[engine.TRICK : engine.TRICK + 4]
    return Root(hands, row[engine.TRUMP], row[engine.LEADER], trick, row[engine.TRICK_SIZE])


@njit(forceinline=True)
def gain(row: Ints, stakes: Ints, taken: int, tricks: int) -> float:
    """Return an outcome's value for the mover, omitting a constant common to all cards.

    ``taken`` points and ``tricks`` are those of North and South from here on; ``stakes``, of shape
    (9,), has hundredths of points for each result, from all tricks lost to all won.
    """
    points, sweeps = row[engine.SCORE] + taken, row[engine.TRICKS] + tricks
    result = _games(points, sweeps) - _games(TOTAL_POINTS - points, 10 - sweeps)
    if engine.mover(row) & 1:
        result, taken = -result, -taken
    return float(stakes[_SWEEP + result] / 100 + taken)


@njit(_nrt=False)
def _play_cards(
    row: Ints, settings: Ints, hidden: Ints, game: int, state: np.uint64, paired: bool, work: Work
) -> np.uint64:
    """Try each card in a policy game on the same hands, and return the random numbers' state."""
    seen, to_come = games.see(row), engine.points_to_come(row)
    cards, index = engine.legal_cards(row), 0
    while cards:
        card = card_sets.lowest(cards)
        cards &= cards - 1
        _lay_out(row, hidden, work.hands)
        taken, tricks, next_state = games.play_out(
            work.policy, work.hands, seen, card, state, work.beliefs.chances, paired
        )
        _add_outcome(row, settings, work, index, game, taken, tricks, to_come)
        index += 1
        if not paired or not cards:
            state = next_state
    return state


@njit(forceinline=True)
def _lay_out(row: Ints, hidden: Ints, hands: Ints) -> None:
    """Write the mover's own hand and the others' sampled hands."""
    seat = engine.mover(row)
    hands[seat] = row[engine.HANDS + seat]
    for place in range(3):
        hands[(seat + 1 + place) & 3] = hidden[place]


@njit(forceinline=True)
def _add_outcome(
    row: Ints,
    settings: Ints,
    work: Work,
    index: int,
    game: int,
    taken: int,
    tricks: int,
    to_come: int,
) -> None:
    """Add a game's outcome: further points and tricks of North and South."""
    work.worth[index] += gain(row, settings[column.STAKES :], taken, tricks)
    work.taken[index, game] = to_come - taken if engine.mover(row) & 1 else taken


@njit(forceinline=True)
def _games(points: int, tricks: int) -> int:
    """Return a team's games for its points and tricks, as `Rules.games`."""
    if tricks == 10:
        return _SWEEP
    return int(points > _WIN) + int(points > _DOUBLE)
