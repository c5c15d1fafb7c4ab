"""The features of `compact`: what is known of each half suit after an ask that is imagined.

They speak of the mover's team and of opponents, never of seats, so that the same weights play with
4, 6 or 8 players.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.card_sets import count
from llq.solver.jit import njit
from llq.solver.literature import engine
from llq.solver.literature.engine import (
    HANDS,
    LIVE,
    LOG,
    LOGGED,
    PLAYERS,
    SIZES,
    TURN,
)
from llq.solver.literature.inference import knowledge
from llq.solver.literature.inference.knowledge import View, count_of
from llq.solver.literature.policies.compact_layout import COUNT, Feature
from llq.solver.literature.rules import CARDS, HALF, IN_HALF, MOST_HALF_SUITS
from llq.solver.literature.scratch import Scratch


@njit(_nrt=False)
def imagine(row: NDArray[np.int64], target: int, card: int, held: bool, scratch: Scratch) -> None:
    """Fill in the features of what an ask leads to, for the player who asks.

    ``scratch.inference.chances`` must be what that player knows before. Of other hands nothing is
    read.
    """
    after = scratch.outlook.row
    for column in range(LOG):
        after[column] = row[column]
    after[LOGGED] = 0
    seat = row[TURN]
    engine.ask(after, target, card, held)
    knowledge.infer(after, seat, scratch.outlook.own)
    describe(after, seat, card, scratch)


@njit(_nrt=False)
def describe(row: NDArray[np.int64], seat: int, card: int, scratch: Scratch) -> None:
    """Fill in the features of every half suit in play.

    ``row`` is the position after a seat's ask for a card, ``scratch.outlook.own`` that player's
    view of it and ``scratch.inference.chances`` the chances before. Chances move only with what the
    ask settles: a card whose holder is now known, and the card itself after a miss.

    "Takes" are cards that a player knows in the hands of the other team, times the chance that the
    player has a card of the half suit and may ask; "guesses", likewise, cards that one of two
    players holds; "places" are cards whose holder the player knows; "team placed" those held by the
    player's team. Of mates and of opponents the one with most counts; "mover" is the opponent to
    move, after a hit nobody.
    """
    own, other, features = scratch.outlook.own, scratch.inference.other, scratch.outlook.features
    players, mover = row[PLAYERS], row[TURN]
    mine = _find_guesses(players, seat, own)
    for half in range(MOST_HALF_SUITS):
        for feature in range(COUNT):
            features[half, feature] = 0
        if row[LIVE] >> IN_HALF * half & 1:
            _count_cards(row, seat, half, card, mine, scratch)
    for player in range(players):
        if player == seat or not row[SIZES + player]:
            continue
        knowledge.infer_other(row, own, player, other)
        guesses = _find_guesses(players, player, other)
        for half in range(MOST_HALF_SUITS):
            if row[LIVE] >> IN_HALF * half & 1:
                _count_known(row, seat, player, half, guesses, scratch)
    all_mover = all_opponent = all_mine = all_mates = best = np.float32(0)
    for half in range(MOST_HALF_SUITS):
        all_mover += features[half, Feature.MOVER_TAKES] / 2
        all_opponent += features[half, Feature.OPPONENT_TAKES] / 2
        all_mine += features[half, Feature.I_TAKE] / 2
        all_mates += features[half, Feature.MATE_TAKES] / 2
        best = max(best, features[half, Feature.BEST_CHANCE])
    held = 0
    for mate in range(seat & 1, players, 2):
        held += row[SIZES + mate]
    cards = count(row[LIVE])
    for half in range(MOST_HALF_SUITS):
        if row[LIVE] >> IN_HALF * half & 1:
            features[half, Feature.ALL_MOVER_TAKES] = all_mover
            features[half, Feature.ALL_OPPONENT_TAKES] = all_opponent
            features[half, Feature.ALL_I_TAKE] = all_mine
            features[half, Feature.ALL_MATE_TAKES] = all_mates
            features[half, Feature.TEAM_SHARE] = held / cards
            features[half, Feature.IN_PLAY] = cards / CARDS
            features[half, Feature.MOVER_SIZE] = row[SIZES + mover] * players / (2 * CARDS)
            features[half, Feature.MY_SIZE] = row[SIZES + seat] * players / (2 * CARDS)
            features[half, Feature.ALL_BEST_CHANCE] = best


@njit(forceinline=True)
def _find_guesses(players: int, player: int, view: View) -> int:
    """Return the cards that two may hold in a player's view, at least one of them an opponent."""
    once = twice = thrice = theirs = 0
    for holder in range(players):
        may = view.may[holder]
        thrice |= twice & may
        twice |= once & may
        once |= may
        if (holder ^ player) & 1:
            theirs |= may
    return twice & ~thrice & theirs


@njit(_nrt=False)
def _count_cards(
    row: NDArray[np.int64], seat: int, half: int, card: int, guesses: int, scratch: Scratch
) -> None:
    """Fill in what the asker knows and expects of a half suit."""
    own, held, has = scratch.outlook.own, scratch.inference.chances.held, scratch.outlook.has
    features, players, team, mover = scratch.outlook.features, row[PLAYERS], seat & 1, row[TURN]
    mine = count(row[HANDS + seat] >> IN_HALF * half & HALF)
    missed = mover != seat
    for player in range(players):
        has[MOST_HALF_SUITS * player + half] = 1.0  # the chance of none, until below
    ours = theirs = 0
    team_all, opponents_all, team_cards, best = 1.0, 1.0, 0.0, 0.0
    for this in range(IN_HALF * half, IN_HALF * half + IN_HALF):
        rest = 1 - held[mover, card] if missed and this == card else 1.0
        team_chance = 0.0
        for player in range(players):
            chance = 0.0
            if own.held[player] >> this & 1:
                chance = 1.0
                if player & 1 == team:
                    ours += 1
                else:
                    theirs += 1
            elif own.may[player] >> this & 1 and rest > 0:
                chance = min(1.0, held[player, this] / rest)
            has[MOST_HALF_SUITS * player + half] *= 1 - chance
            if player & 1 == team:
                team_chance += chance
            else:
                best = max(best, chance)
        team_chance = min(1.0, team_chance)
        team_cards += team_chance
        team_all *= team_chance
        opponents_all *= 1 - team_chance
    mate_has = opponent_has = 0.0
    for player in range(players):
        index = MOST_HALF_SUITS * player + half
        has[index] = 1.0 if count_of(own.low[player], half) else 1 - has[index]
        if player & 1 != team:
            opponent_has = max(opponent_has, has[index])
        elif player != seat:
            mate_has = max(mate_has, has[index])
    features[half, Feature.MINE] = mine / IN_HALF
    features[half, Feature.MATES] = (team_cards - mine) / IN_HALF
    features[half, Feature.TEAM_ALL] = team_all
    features[half, Feature.OPPONENTS_ALL] = opponents_all
    features[half, Feature.MATE_HAS] = mate_has
    features[half, Feature.OPPONENT_HAS] = opponent_has
    features[half, Feature.I_PLACE] = (ours + theirs) / IN_HALF
    features[half, Feature.TEAM_PLACED] = ours / IN_HALF
    if mine:
        features[half, Feature.I_TAKE] = theirs / IN_HALF
        features[half, Feature.I_GUESS] = count(guesses >> IN_HALF * half & HALF) / IN_HALF
        features[half, Feature.BEST_CHANCE] = best
    if missed:
        features[half, Feature.MOVER_HAS] = has[MOST_HALF_SUITS * mover + half]


@njit(_nrt=False)
def _count_known(
    row: NDArray[np.int64], seat: int, player: int, half: int, guesses: int, scratch: Scratch
) -> None:
    """Add what the asker knows that another knows, ``scratch.inference.other``, of a half suit."""
    other, features = scratch.inference.other, scratch.outlook.features
    has = scratch.outlook.has[MOST_HALF_SUITS * player + half]
    ours = theirs = low = 0
    for holder in range(row[PLAYERS]):
        cards = count(other.held[holder] >> IN_HALF * half & HALF)
        if holder & 1 == seat & 1:
            ours += cards
            low += count_of(other.low[holder], half)
        else:
            theirs += cards
    guessed = np.float32(count(guesses >> IN_HALF * half & HALF) * has / IN_HALF)
    placed = np.float32((ours + theirs) / IN_HALF)
    if player & 1 == seat & 1:
        takes, team = np.float32(theirs * has / IN_HALF), np.float32(ours / IN_HALF)
        features[half, Feature.MATE_TAKES] = max(features[half, Feature.MATE_TAKES], takes)
        features[half, Feature.MATE_GUESSES] = max(features[half, Feature.MATE_GUESSES], guessed)
        features[half, Feature.MATE_PLACES] = max(features[half, Feature.MATE_PLACES], placed)
        features[half, Feature.MATE_TEAM_PLACED] = max(
            features[half, Feature.MATE_TEAM_PLACED], team
        )
        return
    takes, team = np.float32(ours * has / IN_HALF), np.float32(theirs / IN_HALF)
    shown = np.float32(low / IN_HALF)
    if player == row[TURN]:
        features[half, Feature.MOVER_TAKES] = takes
        features[half, Feature.MOVER_GUESSES] = guessed
    else:
        features[half, Feature.OPPONENT_GUESSES] = max(
            features[half, Feature.OPPONENT_GUESSES], guessed
        )
        features[half, Feature.OPPONENT_TAKES] = max(features[half, Feature.OPPONENT_TAKES], takes)
    features[half, Feature.OPPONENT_PLACES] = max(features[half, Feature.OPPONENT_PLACES], placed)
    features[half, Feature.OPPONENT_TEAM_PLACED] = max(
        features[half, Feature.OPPONENT_TEAM_PLACED], team
    )
    features[half, Feature.SHOWN_LOW] = max(features[half, Feature.SHOWN_LOW], shown)
