"""Simulated races, by fresh hands or the real rule, to check exact results."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.array_types import Bools, Bytes, Floats, Ints, Uints
from llq.solver.arrays import copy_into
from llq.solver.dominion.race.game_state import MOST_TURNS
from llq.solver.dominion.race.kernels import Setting, end_value, find_targets
from llq.solver.dominion.race.rules import RANDOM, Buy, Race, Seat
from llq.solver.dominion.race.solver import Plan, PlanKind, kind_of, make_setting
from llq.solver.dominion.race.space import RaceSpace
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.jit import njit
from llq.solver.rng import next_bits, scale, streams

_KINDS = 5
_CODES = int(PlanKind.CODES)
_COPPER, _SILVER, _GOLD, _VICTORY, _ACTION = range(_KINDS)
_KIND_OF = dict.fromkeys((buy.card for buy in Buy), _VICTORY) | {"silver": _SILVER, "gold": _GOLD}
"""Kind of card, as in ``Plans.start``, that a buy brings; a kingdom card is an action."""
_EFFECTS = ("cards", "draw_to", "sets_aside", "coins", "discards", "discard_coins", "is_terminal")
_CARDS, _DRAW_TO, _SETS_ASIDE, _COINS, _DISCARDS, _DISCARD_COINS, _IS_TERMINAL = range(7)


class PlayedRaces(NamedTuple):
    """Results of simulated races, from the first player's side."""

    won: Floats
    """(games,) result: win 1, loss 0, shared win 0.5."""
    lead: Floats
    """(games,) Points ahead at the end."""
    turns: Floats
    """(games,) Turns of both players together."""


class Plans(NamedTuple):
    """Both players' plans and starting decks."""

    codes: NDArray[np.uint16]
    """(splits of all layers, 2, cells) or empty: as ``Layer.codes``, of players of kind 1."""
    first_rule: Bytes
    """(splits of all layers, decks, buys) or empty: as ``Layer.rule1``, of players of kind 2."""
    second_rule: Bytes
    layer_start: Ints
    """(provinces,): splits before each layer."""
    start: Ints
    """(2, 5): Coppers, Silvers, Golds, victory and kingdom cards of each player's deck."""
    costs: Ints
    """(2, buys): least coins of each band."""
    kinds: Ints
    """(2, buys): kind of card per buy, numbered as in ``start``."""
    cards: Ints
    """(2, 7): kingdom card numbers by player: cards, draw-to size, set-aside flag, coins, discards,
    coins per discard, terminal flag.
    """


def play_races(
    race: Race, plans: tuple[Plan, Plan], games: int, *, seed: int = 1, real: bool = False
) -> PlayedRaces:
    """Play some games between two plans and return what the first player got.

    ``real`` games draw from a pile that is reshuffled when it is empty, in place of a fresh hand
    each turn.
    """
    space, sides = RaceSpace(race), race.sides
    rules, codes = [np.zeros((1, 1, 1), np.uint8)] * 2, np.zeros((1, 2, 1), np.uint16)
    for seat, plan in zip(Seat, plans, strict=True):
        if callable(plan):
            tables = [plan(space, layer, seat) for layer in range(race.provinces)]
            rules[seat] = np.concatenate(tables)
        else:
            codes = np.concatenate(list(plan))
    setting = make_setting(race, (kind_of(plans[0]), kind_of(plans[1])))
    splits = [space.splits(layer) for layer in range(race.provinces - 1)]
    decks = [(side.copper, side.silver, side.gold, side.victory, side.copies) for side in sides]
    effects = [
        [(side.card and getattr(side.card, name)) or 0 for name in _EFFECTS] for side in sides
    ]
    arrays = Plans(
        codes=codes,
        first_rule=rules[0],
        second_rule=rules[1],
        layer_start=np.cumsum([0, *splits]),
        start=np.array(decks),
        costs=np.array([list(side.costs.values()) for side in sides]),
        kinds=np.array([[_KIND_OF.get(name, _ACTION) for name in side.costs] for side in sides]),
        cards=np.array(effects),
    )
    results = np.zeros((games, 3))
    _play(real, setting, arrays, streams(seed, 0, games), results)
    return PlayedRaces(*results.T.copy())


@njit
def _play(
    reshuffles: bool, setting: Setting, plans: Plans, streams: Uints, results: Floats
) -> None:
    """Play one game a stream; ``results`` (games, 3) is modified in place.

    A row is what the first player wins (1, 0.5 or 0), their lead, and the turns of both players.
    """
    players = (setting.first, setting.second)
    bands = len(setting.first.adds)
    piles, discards = np.zeros((2, _KINDS), np.int64), np.zeros((2, _KINDS), np.int64)
    taken = np.zeros((2, 2), np.int64)  # Provinces and Duchies by player
    decks = np.zeros(2, np.int64)  # numbers of the players' decks
    hand = np.zeros(_KINDS, np.int64)
    targets = np.zeros((2, bands), np.int64)
    for_sale = np.zeros(bands, np.bool_)
    for game in range(len(streams)):
        # Deal both players their starting decks.
        stream = streams[game : game + 1]
        copy_into(piles[0], plans.start[0])
        copy_into(piles[1], plans.start[1])
        discards[:], taken[:], decks[:] = 0, 0, 0
        won, turn, lead = 0.5, 0, setting.lead
        while turn < MOST_TURNS:
            mover = turn % 2
            player, pile, discard = players[mover], piles[mover], discards[mover]
            turn += 1
            # Draw a hand, play it and find its money band.
            if not reshuffles:
                _reshuffle(pile, discard)
            hand[:] = 0
            coins = _take_hand(plans.cards[mover], pile, discard, hand, stream)
            band = 0
            while band + 1 < bands and coins >= plans.costs[mover, band + 1]:
                band += 1
            # Rank the state, and mark the cards that are for sale to the mover.
            provinces, duchies = taken[0].sum(), taken[1].sum()
            local = taken[0, 0] * (duchies + 1) + taken[1, 0]
            split = plans.layer_start[provinces] + (provinces + 1) * setting.base[duchies] + local
            find_targets(setting, (provinces, duchies), local, targets)
            for buy in range(bands):
                for_sale[buy] = targets[mover, buy] >= 0 and player.has_room[decks[mover], buy]
            buy = _planned_buy(mover, player.kind, split, decks, band, setting, plans)
            if buy == RANDOM:
                buy = _random_buy(band, for_sale, player.adds, stream)
            for kind in range(_KINDS):  # put the hand away
                discard[kind] += hand[kind]
            # Apply the buy: a card for money, or a victory card with its points.
            if buy == 0 or not for_sale[buy]:
                continue
            discard[plans.kinds[mover, buy]] += 1
            if player.adds[buy] > 0:
                decks[mover] += player.adds[buy]
                continue
            victory = 0 if buy == player.province else 1
            taken[victory, mover] += 1
            lead += setting.points[victory] if mover == 0 else -setting.points[victory]
            if buy == player.province and provinces + 1 == setting.provinces:
                won = end_value(lead, mover)
                break
        results[game, 0], results[game, 1], results[game, 2] = won, lead, turn


@njit
def _planned_buy(
    mover: int, kind: int, split: int, decks: Ints, band: int, setting: Setting, plans: Plans
) -> int:
    """Return a player's buy in a band, by a code or the player's rule."""
    if kind == _CODES:
        cell = decks[0] * len(setting.second.has_room) + decks[1]
        return int(setting.book[plans.codes[split, mover, cell], band])
    rule = plans.first_rule if mover == 0 else plans.second_rule
    return int(rule[split, decks[mover], band])


@njit
def _reshuffle(pile: Ints, discard: Ints) -> None:
    """Put the discard pile back into the draw pile, in place."""
    for kind in range(_KINDS):
        pile[kind] += discard[kind]
        discard[kind] = 0


@njit
def _take_hand(card: Ints, pile: Ints, discard: Ints, hand: Ints, stream: Uints) -> int:
    """Draw five cards into ``hand``, play all that actions allow and return the coins.

    The three are modified in place; what is played or discarded lies in ``hand`` at the end.
    """
    _draw(HAND_SIZE, -1, pile, discard, hand, stream)
    coins, spent, lost = 0, 0, 0
    while hand[_ACTION] > spent:
        spent += 1
        coins += card[_COINS]
        draws = card[_CARDS]
        if card[_DRAW_TO]:
            draws = card[_DRAW_TO] - (hand.sum() - spent)
        aside = _ACTION if card[_SETS_ASIDE] else -1
        spent += _draw(draws, aside, pile, discard, hand, stream)
        if card[_IS_TERMINAL]:
            # Discard what is worth least: cards without money, then the smallest treasures.
            useless = hand[_VICTORY] + hand[_ACTION] - spent
            coins += card[_DISCARD_COINS] * useless
            discards = max(card[_DISCARDS] - useless, 0)
            for kind in range(_COPPER, _GOLD + 1):
                discarded = min(discards, hand[kind])
                lost += discarded * (kind + 1)
                discards -= discarded
            break
    return int(coins + hand[_COPPER] + 2 * hand[_SILVER] + 3 * hand[_GOLD] - lost)


@njit
def _draw(draws: int, aside: int, pile: Ints, discard: Ints, hand: Ints, stream: Uints) -> int:
    """Draw up to ``draws`` cards into ``hand``; piles and hand are modified in place.

    Cards of the kind ``aside`` do not count; how many there were is returned.
    """
    left, set_aside = pile.sum(), 0
    while draws > 0:
        if left == 0:
            _reshuffle(pile, discard)
            left = pile.sum()
            if left == 0:
                break
        card, kind = scale(next_bits(stream), left), 0
        while card >= pile[kind]:
            card -= pile[kind]
            kind += 1
        pile[kind] -= 1
        hand[kind] += 1
        left -= 1
        if kind == aside:
            set_aside += 1
        else:
            draws -= 1
    return set_aside


@njit
def _random_buy(band: int, for_sale: Bools, adds: Ints, stream: Uints) -> int:
    """Return nothing, the best treasure or the best victory card, with equal chance."""
    treasure = victory = 0
    for card in range(1, band + 1):
        if for_sale[card]:
            if adds[card] > 0:
                treasure = card
            else:
                victory = card
    chosen = scale(next_bits(stream), 1 + (treasure > 0) + (victory > 0))
    if chosen == 0:
        return 0
    return treasure if chosen == 1 and treasure > 0 else victory
