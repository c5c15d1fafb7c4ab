"""Simulated races, by fresh hands or the real rule, to check exact results."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.arrays import copy_into
from llq.solver.dominion.kingdom.cards import KingdomCard
from llq.solver.dominion.race.kernels import Setting, find_targets
from llq.solver.dominion.race.rules import RANDOM, Race, Seat
from llq.solver.dominion.race.solver import Plan, kind_of, make_setting
from llq.solver.dominion.race.space import RaceSpace
from llq.solver.jit import njit
from llq.solver.rng import next_bits, scale, streams


class PlayedRaces(NamedTuple):
    """Results of simulated races, from the first player's side."""

    won: NDArray[np.float64]
    """(games,) result: win 1, loss 0, shared win 0.5."""
    lead: NDArray[np.float64]
    """(games,) Points ahead at the end."""
    turns: NDArray[np.float64]
    """(games,) Turns of both players together."""


def play_races(
    race: Race, plans: tuple[Plan, Plan], games: int, *, seed: int = 1, real: bool = False
) -> PlayedRaces:
    """Play some games between two plans and return what the first player got.

    ``real`` games draw from a pile that is reshuffled when it is empty, in place of a fresh hand
    each turn.
    """
    space, sides = RaceSpace(race), (race.first, race.second)
    starts = np.cumsum([0, *(space.splits(layer) for layer in range(race.provinces - 1))])
    rules, codes = [], np.zeros((1, 2, 1), np.uint16)
    for seat, plan in zip(Seat, plans, strict=True):
        rules.append(np.zeros((1, 1, 1), np.uint8))
        if callable(plan):
            layers = [plan(space, layer, seat) for layer in range(race.provinces)]
            rules[seat] = np.concatenate(layers)
        else:
            codes = np.concatenate(list(plan))
    setting = make_setting(race, (kind_of(plans[0]), kind_of(plans[1])))
    start, costs, kinds, cards = [], [], [], []
    for side in sides:
        start.append([side.copper, side.silver, side.gold, side.victory, side.copies])
        costs.append(list(side.costs.values()))
        kinds.append([_kind_of(name, side.card) for name in side.costs])
        cards.append(_card_numbers(side.card))
    arrays = Plans(
        codes=codes,
        rule1=rules[0],
        rule2=rules[1],
        layer_start=starts,
        start=np.array(start),
        costs=np.array(costs),
        kinds=np.array(kinds),
        cards=np.array(cards),
    )
    results = np.zeros((games, 3))
    _play(real, setting, arrays, streams(seed, 0, games), results)
    return PlayedRaces(*results.T.copy())


def _kind_of(name: str, card: KingdomCard | None) -> int:
    """Return the card kind, as in ``Plans.start``, brought by a buy."""
    if card and name == card.name:
        return _ACTION
    return {"silver": _SILVER, "gold": _GOLD}.get(name, _VICTORY)


def _card_numbers(card: KingdomCard | None) -> list[int]:
    """Return a row of ``Plans.cards``."""
    if card is None:
        return [0] * 7
    draw_to = 0 if card.draw_to is None else card.draw_to
    return [
        *(card.cards, draw_to, card.sets_aside, card.coins),
        *(card.discards, card.discard_coins, card.is_terminal),
    ]


_HAND, _KINDS = 5, 5
_COPPER, _SILVER, _GOLD, _VICTORY, _ACTION = range(_KINDS)
_CARDS, _DRAW_TO, _SETS_ASIDE, _COINS, _DISCARDS, _DISCARD_COINS, _IS_TERMINAL = range(7)
_MOST_TURNS = 1000
"""Turns after which a game of two players who pass for ever counts a half."""


class Plans(NamedTuple):
    """Both players' plans and starting decks."""

    codes: NDArray[np.uint16]
    """(splits of all layers, 2, cells) or empty: as ``Layer.codes``, of players of kind 1."""
    rule1: NDArray[np.uint8]
    """(splits of all layers, decks, buys) or empty: as ``Layer.rule1``, of players of kind 2."""
    rule2: NDArray[np.uint8]
    layer_start: NDArray[np.int64]
    """(provinces,): splits before each layer."""
    start: NDArray[np.int64]
    """(2, 5): Coppers, Silvers, Golds, victory cards and copies of the kingdom card of each
    player's deck.
    """
    costs: NDArray[np.int64]
    """(2, buys): by band, the least coins."""
    kinds: NDArray[np.int64]
    """(2, buys): kind of card per buy, numbered as in ``start``."""
    cards: NDArray[np.int64]
    """(2, 7): kingdom card numbers by player: cards, draw-to size, set-aside flag, coins, discards,
    coins per discard, terminal flag.
    """


@njit
def _play(
    real: bool,
    setting: Setting,
    plans: Plans,
    streams: NDArray[np.uint64],
    results: NDArray[np.float64],
) -> None:
    """Play one game a stream; ``results`` (games, 3) is modified in place.

    A row is what the first player wins (1, 0.5 or 0), their lead, and the turns of both players.
    """
    s = setting
    players = (s.first, s.second)
    bands = len(s.costs)
    piles = np.zeros((2, _KINDS), np.int64)
    discards = np.zeros((2, _KINDS), np.int64)
    taken = np.zeros((2, 2), np.int64)  # Provinces and Duchies by player
    decks = np.zeros(2, np.int64)  # numbers of the players' decks
    hand = np.zeros(_KINDS, np.int64)
    targets = np.zeros((2, bands), np.int64)
    can = np.zeros(bands, np.bool_)
    for game in range(len(streams)):
        # Deal both players their starting decks.
        stream = streams[game : game + 1]
        copy_into(piles[0], plans.start[0])
        copy_into(piles[1], plans.start[1])
        discards[:], taken[:], decks[:] = 0, 0, 0
        won, turn = 0.5, 0
        lead = s.lead
        while turn < _MOST_TURNS:
            mover = turn % 2
            me = players[mover]
            turn += 1
            # Draw a hand, play it and find its money band.
            if not real:  # a fresh hand is of the whole deck
                for kind in range(_KINDS):
                    piles[mover, kind] += discards[mover, kind]
                    discards[mover, kind] = 0
            hand[:] = 0
            coins = _take_hand(plans.cards[mover], piles[mover], discards[mover], hand, stream)
            band = 0
            while band + 1 < bands and coins >= plans.costs[mover, band + 1]:
                band += 1
            # Rank the state, and mark the cards that are for sale to the mover.
            p, d = taken[0].sum(), taken[1].sum()
            local = taken[0, 0] * (d + 1) + taken[1, 0]
            split = plans.layer_start[p] + (p + 1) * s.base[d] + local
            find_targets(s, (p, d), local, targets)
            for buy in range(bands):
                can[buy] = targets[mover, buy] >= 0 and me.has_room[decks[mover], buy]
            # Look up the buy, in a code or in the player's rule.
            buy = 0
            if me.kind == 1:
                code = plans.codes[split, mover, decks[0] * len(s.second.has_room) + decks[1]]
                for below in range(1, band + 1):
                    buy = code % (below + 1)
                    code //= below + 1
            elif mover == 0:
                buy = int(plans.rule1[split, decks[0], band])
            else:
                buy = int(plans.rule2[split, decks[1], band])
            if buy == RANDOM:
                buy = _random_buy(band, can, me.adds, stream)
            for kind in range(_KINDS):  # the hand is put away with what was bought
                discards[mover, kind] += hand[kind]
            # Apply the buy: a card for money, or a victory card with its points.
            if buy == 0 or not can[buy]:
                continue
            discards[mover, plans.kinds[mover, buy]] += 1
            if me.adds[buy] > 0:
                decks[mover] += me.adds[buy]
                continue
            pile = 0 if buy == me.province else 1
            taken[pile, mover] += 1
            lead += s.points[pile] if mover == 0 else -s.points[pile]
            # The last Province ends the game: the first player, a turn ahead, loses a tie.
            if buy == me.province and p + 1 == s.provinces:
                tie = 0.0 if mover == 0 else 0.5
                won = 1.0 if lead > 0 else tie if lead == 0 else 0.0
                break
        results[game, 0], results[game, 1], results[game, 2] = won, lead, turn


@njit
def _take_hand(
    card: NDArray[np.int64],
    pile: NDArray[np.int64],
    discard: NDArray[np.int64],
    hand: NDArray[np.int64],
    stream: NDArray[np.uint64],
) -> int:
    """Draw five cards into ``hand``, play all that actions allow and return the coins.

    The three are modified in place; what is played or discarded lies in ``hand`` at the end.
    """
    _draw(_HAND, -1, pile, discard, hand, stream)
    coins, spent, lost = 0, 0, 0
    while hand[_ACTION] > spent:
        spent += 1
        coins += card[_COINS]
        held = hand.sum() - spent
        wanted = card[_DRAW_TO] - held if card[_DRAW_TO] else card[_CARDS]
        aside = _ACTION if card[_SETS_ASIDE] else -1
        spent += _draw(wanted, aside, pile, discard, hand, stream)
        if card[_IS_TERMINAL]:
            # Discard what is worth least: cards without money, then the smallest treasures.
            useless = hand[_VICTORY] + hand[_ACTION] - spent
            coins += card[_DISCARD_COINS] * useless
            left = max(card[_DISCARDS] - useless, 0)
            for kind in range(_COPPER, _GOLD + 1):
                gone = min(left, hand[kind])
                lost += gone * (kind + 1)
                left -= gone
            break
    return int(coins + hand[_COPPER] + 2 * hand[_SILVER] + 3 * hand[_GOLD] - lost)


@njit
def _draw(
    wanted: int,
    aside: int,
    pile: NDArray[np.int64],
    discard: NDArray[np.int64],
    hand: NDArray[np.int64],
    stream: NDArray[np.uint64],
) -> int:
    """Draw up to ``wanted`` cards into ``hand``; piles and hand are modified in place.

    Cards of the kind ``aside`` do not count as wanted; how many there were is returned.
    """
    left, others = pile.sum(), 0
    while wanted > 0:
        if left == 0:
            for kind in range(_KINDS):
                pile[kind] += discard[kind]
                discard[kind] = 0
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
            others += 1
        else:
            wanted -= 1
    return others


@njit
def _random_buy(
    band: int, can: NDArray[np.bool_], adds: NDArray[np.int64], stream: NDArray[np.uint64]
) -> int:
    """Return nothing, the best treasure or the best victory card, with equal chance."""
    treasure = victory = 0
    for card in range(1, band + 1):
        if can[card]:
            if adds[card] > 0:
                treasure = card
            else:
                victory = card
    ways = 1 + (treasure > 0) + (victory > 0)
    chosen = scale(next_bits(stream), ways)
    if chosen == 0:
        return 0
    return treasure if chosen == 1 and treasure > 0 else victory
