"""Races solved, and policies evaluated: layers by Provinces taken, swept from the last."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import comb, factorial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.menus import Menu, Quantity, See, cannot_see, known_menu
from llq.solver.dominion.race.rules import COSTS, HAND, POINTS, RANDOM, Buy, Race, Seat, Side
from llq.solver.dominion.race.space import RaceSpace, Supply, reached_splits
from llq.solver.jobs.threads import DaemonThreads

if TYPE_CHECKING:
    from llq.solver.dominion.race.kernels import Setting


def hand_chances(side: Side, bought: int) -> NDArray[np.float64]:
    """Return the chance of each money band of a hand, by the cards that a player has bought.

    Returns
    -------
    (bought + 1, decks, 6) float64
        By victory cards bought, cell of the player (Silvers, then Golds) and money band: the
        hypergeometric chance that five cards are worth that much; bands sum to 1.

    Examples
    --------
    >>> start = hand_chances(Side(), 0)[0, 0]
    >>> [round(252 * chance) for chance in start]  # two coins in 21 of 252 hands, five in 21
    [0, 21, 210, 21, 0, 0]
    """
    victory, silver, gold = np.indices((bought + 1, side.silver_room + 1, side.gold_room + 1))
    silver, gold = silver + side.silver, gold + side.gold
    other = victory + side.victory
    chances = np.zeros((*victory.shape, len(COSTS)))
    most = int((other + silver + gold).max()) + side.copper
    choose = np.array([[comb(n, k) for k in range(HAND + 1)] for n in range(most + 1)], float)
    for golds in range(HAND + 1):
        for silvers in range(HAND + 1 - golds):
            for coppers in range(HAND + 1 - golds - silvers):
                coins = coppers + 2 * silvers + 3 * golds
                band = sum(coins >= cost for cost in COSTS) - 1
                chances[..., band] += (
                    choose[gold, golds]
                    * choose[silver, silvers]
                    * choose[side.copper, coppers]
                    * choose[other, HAND - golds - silvers - coppers]
                )
    chances /= choose[other + silver + gold + side.copper, HAND][..., None]
    return np.ascontiguousarray(chances.reshape(bought + 1, side.decks, len(COSTS)))


TOLERANCE = 1e-6
"""Values of buys that differ by no more are equals: float32 rounds win chances by 3e-8 a step."""

Progress = Callable[[int, int], None] | None
Rule = Callable[[RaceSpace, int, Seat], NDArray[np.uint8]]
"""Returns a rule's buys in a layer for a seat, as ``Layer.rule1`` of the kernels."""
Plan = Rule | Sequence[NDArray[np.uint16]]
"""How a player buys: a rule, or the codes of a solution by layer."""


def find_rule(menu: Menu | str) -> Rule:
    """Return a menu, or a known one by its name, as `solve` takes it.

    Raises
    ------
    UnknownStrategy
        There is no such menu.
    IllegalState
        The menu wishes for a card, or asks for a quantity, that the race does not have.
    """
    found = known_menu(menu) if isinstance(menu, str) else menu
    found.check_cards(_CARDS, "the race")
    for condition in found.conditions:
        condition.holds(_nothing)
    return lambda space, layer, seat: _rule_table(found, space, layer, seat)


class PlanKind(IntEnum):
    """How a player buys."""

    BEST = 0
    """By the best buy, which is found."""
    CODES = 1
    """By the codes of a solution."""
    RULE = 2
    """By a rule."""


def kind_of(plan: Plan | None) -> PlanKind:
    """Return how a player of a plan buys."""
    return PlanKind.BEST if plan is None else PlanKind.RULE if callable(plan) else PlanKind.CODES


@dataclass(frozen=True)
class RaceSolution:
    """The values of a race.

    Parameters
    ----------
    space
        The states.
    first_moves, second_moves
        Chance that the first player wins from the start, if the first or the second is to move.
    values
        By layer, (splits, 2, cells): the same for every state; only the first two layers where the
        others were not kept. Splits that no game reaches, by a rule, have no values.
    codes
        By layer, (splits, 2, cells) uint16: the best buys, as ``Layer.codes`` of the kernels;
        empty where they were not kept.
    """

    space: RaceSpace
    first_moves: float
    second_moves: float
    values: tuple[NDArray[Any], ...]
    codes: tuple[NDArray[np.uint16], ...]


def solve(
    race: Race,
    *,
    plans: tuple[Plan | None, Plan | None] = (None, None),
    keep_values: bool = False,
    keep_codes: bool = False,
    dtype: Any = np.float32,
    tolerance: float = TOLERANCE,
    threads: int = 2,
    progress: Progress = None,
) -> RaceSolution:
    """Solve a race, or evaluate players in it: those without a plan play their best.

    Two best players give the game's value and policy; one against a rule its best response; two
    rules an exact match.

    Parameters
    ----------
    race
        What is for sale, and both decks.
    plans
        By seat, how a player buys; those of two who buy by codes are of one solution.
    keep_values, keep_codes
        Whether all layers' values, and the best buys, are returned.
    dtype
        float32 or float64: how values are kept between steps. They are computed in float64.
    tolerance
        Values of buys that differ by no more are equals.
    threads
        Threads that share a supply's splits.
    progress
        Called after each layer with the number done and their total.
    """
    from llq.solver.dominion.race.kernels import Layer, sweep  # compiles

    space = RaceSpace(race)
    kind1, kind2 = map(kind_of, plans)
    setting = make_setting(race)._replace(
        kind1=int(kind1), kind2=int(kind2), keeps=keep_codes, tolerance=tolerance
    )
    codes = next((plan for plan in plans if kind_of(plan) is PlanKind.CODES), None)
    none = np.zeros((1, 2, 1), dtype)
    no_codes, no_rule = np.zeros((1, 2, 1), np.uint16), np.zeros((1, 1, len(Buy)), np.uint8)
    kept_values: list[NDArray[Any]] = []
    kept_codes: list[NDArray[np.uint16]] = []
    after = none
    tables = [
        [plan(space, layer, seat) for layer in range(race.provinces)] if callable(plan) else None
        for seat, plan in zip(Seat, plans, strict=True)
    ]
    reached = reached_splits(space, tables)
    with DaemonThreads(threads) as pool:
        for layer in range(race.provinces - 1, -1, -1):
            shape = (space.splits(layer), 2, space.cells)
            here = np.empty(shape, dtype)
            bought = no_codes
            if keep_codes:
                bought = np.zeros(shape, np.uint16)
            elif codes is not None and not callable(codes):
                bought = codes[layer]
            buys = [no_rule if table is None else table[layer] for table in tables]
            arrays = Layer(here, after, bought, reached[layer], *buys)
            for block in space.blocks(layer):
                splits = len(space.block_splits(block))

                def share(part: range, block: Supply = block, arrays: Layer = arrays) -> None:
                    p, d, e = block
                    sweep(
                        part.start, part.stop, p, d, e, setting, arrays, np.empty((6, len(Buy) + 1))
                    )

                for _ in pool.map(share, _parts(splits, threads)):
                    pass
            if keep_codes:
                kept_codes.append(bought)
            if keep_values or layer <= 1:
                kept_values.append(here)
            after = here
            if progress:
                progress(race.provinces - layer, race.provinces)
    start = kept_values[-1][0, :, 0]
    return RaceSolution(
        space, float(start[0]), float(start[1]), tuple(kept_values[::-1]), tuple(kept_codes[::-1])
    )


def make_setting(race: Race) -> Setting:
    """Return what holds in every supply of a race, as kernels take it, for two best players."""
    from llq.solver.dominion.race.kernels import Setting

    first, second = race.first, race.second
    most = race.provinces + race.duchies + race.estates
    return Setting(
        provinces=race.provinces,
        duchies=race.duchies,
        estates=race.estates,
        lead=race.lead,
        silvers1=first.silver_room,
        golds1=first.gold_room,
        silvers2=second.silver_room,
        golds2=second.gold_room,
        chances1=hand_chances(first, most),
        chances2=hand_chances(second, most),
        base=RaceSpace(race).base,
        points=np.array(POINTS),
        kind1=int(PlanKind.BEST),
        kind2=int(PlanKind.BEST),
        order2=_order(second),
        book=_book(),
        keeps=False,
        tolerance=TOLERANCE,
    )


def options(solution: RaceSolution, mover: Seat) -> dict[Buy, float]:
    """Return the chance that the player to move wins after each buy at the start of a race.

    Buys of empty piles, and of treasures without room, are left out.
    """
    space, race = solution.space, solution.space.race
    side = race.first if mover is Seat.FIRST else race.second
    other = 1 - mover
    here = solution.values[0]

    def chance(value: float) -> float:
        return float(value) if mover is Seat.FIRST else 1.0 - float(value)

    decks = race.second.decks
    golds = side.gold_room + 1
    step = decks if mover is Seat.FIRST else 1
    chances = {Buy.PASS: chance(here[0, other, 0])}
    taken = 1 if mover is Seat.FIRST else 0  # the mover's card is the last split of its supply
    if race.estates:
        chances[Buy.ESTATE] = chance(here[int(space.base[0, 1]) + taken, other, 0])
    if side.silver_room:
        chances[Buy.SILVER] = chance(here[0, other, golds * step])
    if race.duchies:
        chances[Buy.DUCHY] = chance(here[int(space.base[1, 0]) + taken, other, 0])
    if side.gold_room:
        chances[Buy.GOLD] = chance(here[0, other, step])
    if race.provinces == 1:
        margin = race.lead + POINTS[Buy.PROVINCE] * (1 if mover is Seat.FIRST else -1)
        tie = 0.0 if mover is Seat.FIRST else 0.5
        value = 1.0 if margin > 0 else tie if margin == 0 else 0.0
        chances[Buy.PROVINCE] = chance(value)
    else:
        chances[Buy.PROVINCE] = chance(solution.values[1][taken, other, 0])
    return chances


_CARDS = ("province", "duchy", "estate", "gold", "silver")
_KNOWN = (
    "provinces_left, duchies_left, estates_left, count, total_money, cards, treasures, victories, "
    "points, opponent_points and lead"
)


def _nothing(quantity: Quantity) -> int:
    """See a race without cards: raises for what a race does not have."""
    known = ("total_money", "cards", "treasures", "victories", "points", "opponent_points", "lead")
    on_piles = quantity.name == "left" and quantity.card in ("province", "duchy", "estate")
    if not (on_piles or quantity.name == "count" or quantity.name in known):
        raise cannot_see(quantity, "the race", _KNOWN)
    return 0


def _rule_table(menu: Menu, space: RaceSpace, layer: int, seat: Seat) -> NDArray[np.uint8]:
    """Return a menu's buys in the splits of a layer.

    Returns
    -------
    (splits, decks, 6) uint8
        By split, the player's own treasures and money band, the `Buy`; ``RANDOM`` of Random.
    """
    race = space.race
    side = (race.first, race.second)[seat]
    buys = np.zeros((space.splits(layer), side.decks, len(Buy)), np.uint8)
    if not menu.wishes:
        buys[..., 1:] = RANDOM
        return buys
    see = _sight(space, layer, seat)
    for wish in reversed(menu.wishes):  # what comes first in the menu is written last
        buy = Buy[wish.card.upper()]
        holds: Any = see(Quantity("left", wish.card)) > 0
        for condition in wish.conditions:
            holds = holds & condition.holds(see)
        buys[np.broadcast_to(holds, buys.shape[:2]), buy:] = buy
    return buys


def _sight(space: RaceSpace, layer: int, seat: Seat) -> See:
    """Return what a player sees in a layer: numbers, or arrays of (splits, 1) or (1, decks)."""
    race = space.race
    sides = (race.first, race.second)
    mine = sides[seat]
    silver, gold = np.indices((mine.silver_room + 1, mine.gold_room + 1)).reshape(2, 1, -1)
    silver, gold = silver + mine.silver, gold + mine.gold
    splits = space.layer_splits(layer)
    points = np.array([POINTS[Buy.PROVINCE], POINTS[Buy.DUCHY], POINTS[Buy.ESTATE]])
    own, their = ((splits[:, :, which] @ points)[:, None] for which in (seat, 1 - seat))
    own, their = own + mine.points, their + sides[1 - seat].points
    sold = splits.sum(2)[..., None]
    bought = splits[:, :, seat][..., None]
    other = bought.sum(1) + mine.victory
    seen: dict[Quantity, Any] = {
        Quantity("left", "province"): race.provinces - layer,
        Quantity("left", "duchy"): race.duchies - sold[:, 1],
        Quantity("left", "estate"): race.estates - sold[:, 2],
        Quantity("left", "silver"): 1,  # never sold out within the caps
        Quantity("left", "gold"): 1,
        Quantity("count", "copper"): mine.copper,
        Quantity("count", "silver"): silver,
        Quantity("count", "gold"): gold,
        Quantity("count", "province"): bought[:, 0],
        Quantity("count", "duchy"): bought[:, 1],
        Quantity("count", "estate"): bought[:, 2] + mine.victory,
        Quantity("total_money"): mine.copper + 2 * silver + 3 * gold,
        Quantity("cards"): mine.copper + silver + gold + other,
        Quantity("treasures"): mine.copper + silver + gold,
        Quantity("victories"): other,
        Quantity("points"): own,
        Quantity("opponent_points"): their,
        Quantity("lead"): own - their,
    }
    return lambda quantity: seen.get(quantity, 0)


def _order(side: Side) -> NDArray[np.int64]:
    """Return a player's decks with their Silvers and Golds, as ``Setting.order2``."""
    silver, gold = np.indices((side.silver_room + 1, side.gold_room + 1)).reshape(2, -1)
    order = np.argsort(-(silver + gold), kind="stable")
    return np.stack([order, silver[order], gold[order]], 1)


def _book() -> NDArray[np.uint8]:
    """Return the buys of every code, as ``Setting.book``."""
    codes = np.arange(factorial(len(Buy)))
    book = np.zeros((len(codes), len(Buy)), np.uint8)
    for band in range(1, len(Buy)):
        codes, book[:, band] = np.divmod(codes, band + 1)
    return book


def _parts(count: int, threads: int) -> Iterator[range]:
    """Yield ranges that share the numbers below ``count``."""
    parts = 1 if threads == 1 else min(count, 4 * threads)
    for part in range(parts):
        yield range(part * count // parts, (part + 1) * count // parts)
