"""Races solved, and policies evaluated: layers by Provinces taken, swept from the last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.solver.array_types import Bytes, Floats, Ints
from llq.solver.dominion.kingdom.cards import KingdomCard
from llq.solver.dominion.kingdom.decks import DeckBox, Kind
from llq.solver.dominion.kingdom.fresh import Hands, money_hands
from llq.solver.dominion.kingdom.hands import KingdomHands
from llq.solver.dominion.menus import Menu, Quantity, See, cannot_see
from llq.solver.dominion.race.rules import POINTS, RANDOM, Buy, Race, Seat, Side
from llq.solver.dominion.race.space import RaceSpace, Supply, reached_splits
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.jobs.progress import Progress
from llq.solver.jobs.threads import DaemonThreads

if TYPE_CHECKING:
    from llq.solver.dominion.race.kernels import Layer, Setting
TOLERANCE = 1e-6
"""Value difference at which buys tie: float32 rounds win chances by 3e-8 a step."""
_CARDS = ("province", "duchy", "estate", "gold", "silver")
_ON_PILES = [Quantity("left", card) for card in ("province", "duchy", "estate")]
_SEEN = ("total_money", "cards", "treasures", "victories", "points", "opponent_points", "lead")

Rule = Callable[[RaceSpace, int, Seat], Bytes]
"""Function from space, layer and seat to a rule's buys, shaped as ``Layer.rule1``."""
Plan = Rule | Sequence[NDArray[np.uint16]]
"""Buying plan: a rule, or a solution's codes by layer."""


class PlanKind(IntEnum):
    """A player's way of buying."""

    BEST = 0
    """By the best buy, which is found."""
    CODES = 1
    """By the codes of a solution."""
    RULE = 2
    """By a rule."""


@dataclass(frozen=True)
class RaceSolution:
    """The values of a race."""

    space: RaceSpace
    first_moves: float
    """First player's win chance with the first player to move."""
    second_moves: float
    """First player's win chance with the second player to move."""
    values: tuple[NDArray[Any], ...]
    """Win chances of all states by layer, (splits, 2, cells); only the first two layers unless all
    were kept. Splits that no game reaches, by a rule, have no values.
    """
    codes: tuple[NDArray[np.uint16], ...]
    """Best buys by layer, (splits, 2, cells), as ``Layer.codes``; empty unless kept."""


def hand_chances(side: Side, bought: int) -> Floats:
    """Return the chance of each money band of a fresh hand, played.

    Shape (bought + 1, decks, buys): by victory cards bought, deck of the player (Silvers, Golds,
    then copies) and money band; bands sum to 1.

    >>> start = hand_chances(Side(), 0)[0, 0]
    >>> [round(252 * chance) for chance in start]  # two coins in 21 of 252 hands, five in 21
    [0, 21, 210, 21, 0, 0]
    """
    kinds = [
        Kind("estate", 2, side.victory, side.victory + bought),
        Kind("copper", 0, side.copper, side.copper),
        Kind("silver", 3, side.silver, side.silver + side.silver_room),
        Kind("gold", 6, side.gold, side.gold + side.gold_room),
    ]
    hands: Hands = money_hands
    if side.card:
        most = side.copies + side.copies_room
        kinds.append(Kind(side.card.name, side.card.cost, side.copies, most))
        hands = KingdomHands(side.card)
    box = DeckBox((*kinds, Kind("province", 8, 0, 1)), others=0)
    outcomes = hands(box)
    chance, ways = outcomes.chance, np.ones((box.decks, 1))
    if side.card is None:  # whole numbers of hands, whose sums are exact
        ways[:, 0] = [comb(size, HAND_SIZE) for size in box.counts.sum(1).tolist()]
        chance = np.rint(chance * ways)
    costs = np.array([*side.costs.values()])
    bands = (outcomes.coins[:, None] >= costs).sum(1) - 1
    chances = np.zeros((box.decks, len(costs)))
    for outcome, band in enumerate(bands):
        chances[:, band] += chance[:, outcome]
    return (chances / ways).reshape(bought + 1, side.decks, len(costs))


def find_rule(menu: Menu, card: KingdomCard | None = None) -> Rule:
    """Return a menu as a `solve` rule; ``card`` is the kingdom card that its player may buy."""
    game_name = "the race" if card else "the race without a kingdom card"
    menu.check_cards((*_CARDS, card.name) if card else _CARDS, game_name)
    visible = ("count", *_SEEN, *(("actions",) if card else ()))
    for condition in menu.conditions:
        for quantity in (condition.other, condition.quantity):
            if quantity and quantity not in _ON_PILES and quantity.name not in visible:
                raise cannot_see(quantity, "the race", ("provinces_left", "duchies_left", *visible))
    return partial(_rule_table, menu)


def kind_of(plan: Plan | None) -> PlanKind:
    """Return the kind of a plan."""
    return PlanKind.BEST if plan is None else PlanKind.RULE if callable(plan) else PlanKind.CODES


def solve(
    race: Race,
    *,
    plans: tuple[Plan | None, Plan | None] = (None, None),
    keep_values: bool = False,
    keep_codes: bool = False,
    dtype: Any = np.float32,
    threads: int = 2,
    progress: Progress = None,
) -> RaceSolution:
    """Solve a race, or evaluate given plans; players without plans play their best.

    Two best players give the game's value and policy; one against a rule its best response; two
    rules an exact match. Plans are by seat; those of two who buy by codes are of one solution.
    Values are computed in float64, and kept between steps as ``dtype``, float32 or float64.
    ``progress`` is called after each layer with the number done and their total.
    """
    from llq.solver.dominion.race.kernels import Layer, sweep  # compiles

    space = RaceSpace(race)
    kinds = kind_of(plans[0]), kind_of(plans[1])
    setting = make_setting(race, kinds)._replace(keeps=keep_codes)
    codes = next((plan for plan in plans if plan is not None and not callable(plan)), None)
    no_codes, no_rule = np.zeros((1, 2, 1), np.uint16), np.zeros((1, 1, 1), np.uint8)
    costs = tuple(race.first.costs.values())
    buys = len(costs)
    kept_values: list[NDArray[Any]] = []
    kept_codes: list[NDArray[np.uint16]] = []
    next_values = np.zeros((1, 2, 1), dtype)
    tables = [
        [plan(space, layer, seat) for layer in range(race.provinces)] if callable(plan) else None
        for seat, plan in zip(Seat, plans, strict=True)
    ]
    reached = reached_splits(space, tables)

    def fill(block: Supply, arrays: Layer, first: int, last: int) -> None:
        scratch, targets = np.empty((7, buys + 1)), np.empty((2, buys), np.int64)
        sweep(first, last, *block, costs, setting, arrays, scratch, targets)

    with DaemonThreads(threads) as pool:
        for layer in range(race.provinces - 1, -1, -1):
            shape = (space.splits(layer), 2, space.cells)
            values = np.empty(shape, dtype)
            layer_codes = no_codes if codes is None else codes[layer]
            if keep_codes:
                layer_codes = np.zeros(shape, np.uint16)
            rules = [no_rule if table is None else table[layer] for table in tables]
            arrays = Layer(values, next_values, layer_codes, reached[layer], *rules)
            for block in space.blocks(layer):
                splits = len(space.block_splits(block))
                parts = 1 if threads == 1 else min(splits, 4 * threads)
                edges = [part * splits // parts for part in range(parts + 1)]
                list(pool.map(partial(fill, block, arrays), edges, edges[1:]))
            if keep_codes:
                kept_codes.append(layer_codes)
            if keep_values or layer <= 1:
                kept_values.append(values)
            next_values = values
            if progress:
                progress(race.provinces - layer, race.provinces)
    start = kept_values[-1][0, :, 0]
    return RaceSolution(
        space, float(start[0]), float(start[1]), tuple(kept_values[::-1]), tuple(kept_codes[::-1])
    )


def make_setting(
    race: Race, kinds: tuple[PlanKind, PlanKind] = (PlanKind.BEST, PlanKind.BEST)
) -> Setting:
    """Return the kernels' shared settings of a race."""
    from llq.solver.dominion.race.kernels import Player, Setting

    most = race.provinces + race.duchies
    players = []
    for side, kind in zip(race.sides, kinds, strict=True):
        bought, place = _bought(side), side.places
        has_room, adds = np.ones((side.decks, len(place)), np.bool_), np.zeros(len(place), np.int64)
        cards = ("silver", "gold", *([side.card.name] if side.card else ()))
        for axis, card in enumerate(cards):
            has_room[:, place[card]] = bought[axis] < side.rooms[axis]
            adds[place[card]] = prod(room + 1 for room in side.rooms[axis + 1 :])
        has_room[:, place["estate"]] = False
        players.append(
            Player(
                chances=hand_chances(side, most),
                has_room=has_room,
                adds=adds,
                duchy=place["duchy"],
                province=place["province"],
                order=np.argsort(-bought.sum(0), kind="stable"),
                kind=int(kind),
            )
        )
    return Setting(
        provinces=race.provinces,
        duchies=race.duchies,
        lead=race.lead,
        first=players[0],
        second=players[1],
        base=RaceSpace(race).base,
        points=np.array([POINTS[buy] for buy in (Buy.PROVINCE, Buy.DUCHY)]),
        book=_decoding_table(len(race.first.costs)),
        keeps=False,
        tolerance=TOLERANCE,
    )


def options(solution: RaceSolution, mover: Seat) -> dict[str, float]:
    """Return the mover's win chance after each buy at the race's start.

    By the cards' names, ``pass`` first, by rising cost; those of empty piles, and cards without
    room, are left out.
    """
    from llq.solver.dominion.race.kernels import end_value, find_targets

    race = solution.space.race
    setting = make_setting(race)
    player = (setting.first, setting.second)[mover]
    side = race.sides[mover]
    targets = np.empty((2, len(side.costs)), np.int64)
    find_targets(setting, (0, 0), 0, targets)
    step = race.second.decks if mover is Seat.FIRST else 1
    chances = {}
    for card, place in side.places.items():
        split = targets[mover, place]
        if split < 0 or not player.has_room[0, place]:
            continue
        if card == "province" and race.provinces == 1:
            value = end_value(race.lead + POINTS[Buy.PROVINCE] * (1 - 2 * mover), int(mover))
        else:
            layer = 1 if card == "province" else 0
            value = float(solution.values[layer][split, 1 - mover, player.adds[place] * step])
        chances[card] = value if mover is Seat.FIRST else 1.0 - value
    return chances


def _rule_table(menu: Menu, space: RaceSpace, layer: int, seat: Seat) -> Bytes:
    """Return a menu's buys for a layer's splits, ``RANDOM`` for Random.

    Shape (splits, decks, buys): by split, the player's own deck and money band.
    """
    side = space.race.sides[seat]
    buys = np.zeros((space.splits(layer), side.decks, len(side.costs)), np.uint8)
    if not menu.wishes:
        buys[..., 1:] = RANDOM
        return buys
    see = _visible_quantities(space, layer, seat)
    for wish in reversed(menu.wishes):  # what comes first in the menu is written last
        buy = side.places[wish.card]
        holds: Any = see(Quantity("left", wish.card)) > 0
        for condition in wish.conditions:
            holds = holds & condition.holds(see)
        buys[np.broadcast_to(holds, buys.shape[:2]), buy:] = buy
    return buys


def _visible_quantities(space: RaceSpace, layer: int, seat: Seat) -> See:
    """Return a player's view of a layer: numbers, or (splits, 1) or (1, decks) arrays."""
    race, side = space.race, space.race.sides[seat]
    start = np.array([side.silver, side.gold, side.copies])
    silver, gold, copies = (_bought(side) + start[:, None])[:, None]
    splits = space.layer_splits(layer)
    points = np.array([POINTS[Buy.PROVINCE], POINTS[Buy.DUCHY]])
    own_points, their_points = (
        (splits[:, :, place] @ points)[:, None] + race.sides[place].points
        for place in (seat, 1 - seat)
    )
    sold = splits.sum(2)[..., None]
    bought = splits[:, :, seat][..., None]
    victories = bought.sum(1) + side.victory
    quantities: dict[Quantity, Any] = {
        Quantity("left", "province"): race.provinces - layer,
        Quantity("left", "duchy"): race.duchies - sold[:, 1],
        Quantity("left", "silver"): 1,  # never sold out within the caps
        Quantity("left", "gold"): 1,
        Quantity("count", "copper"): side.copper,
        Quantity("count", "silver"): silver,
        Quantity("count", "gold"): gold,
        Quantity("count", "province"): bought[:, 0],
        Quantity("count", "duchy"): bought[:, 1],
        Quantity("count", "estate"): side.victory,
        Quantity("total_money"): side.copper + 2 * silver + 3 * gold,
        Quantity("cards"): side.copper + silver + gold + copies + victories,
        Quantity("treasures"): side.copper + silver + gold,
        Quantity("victories"): victories,
        Quantity("points"): own_points,
        Quantity("opponent_points"): their_points,
        Quantity("lead"): own_points - their_points,
    }
    if side.card:
        quantities |= {
            Quantity("left", side.card.name): copies < side.copies + side.copies_room,
            Quantity("count", side.card.name): copies,
            Quantity("actions"): copies,
        }
        quantities[Quantity("total_money")] += side.card.coins * copies
    return lambda quantity: quantities.get(quantity, 0)


def _bought(side: Side) -> Ints:
    """Return the Silvers, Golds and copies bought in each of a player's decks, (3, decks)."""
    return np.indices([room + 1 for room in side.rooms]).reshape(3, -1)


def _decoding_table(buys: int) -> Bytes:
    codes = np.arange(factorial(buys))
    book = np.zeros((len(codes), buys), np.uint8)
    for band in range(1, buys):
        codes, book[:, band] = np.divmod(codes, band + 1)
    return book
