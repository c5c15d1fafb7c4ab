"""The rules that people play by, as data: priorities that a player goes through each turn.

Each turn the player buys the first card of the list that they can pay, that is for sale and whose
condition holds; if there is none, they pass. Nothing depends on the opponent's treasures.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from llq.errors import UnknownStrategy
from llq.solver.dominion.race.rules import POINTS, RANDOM, Buy, Seat
from llq.solver.dominion.race.solver import Rule
from llq.solver.dominion.race.space import RaceSpace


@dataclass(frozen=True)
class Clause:
    """One line of a rule: a card, and when it is bought.

    Parameters
    ----------
    buy
        The card.
    provinces_left
        Only while at most this many Provinces are for sale.
    money_above
        Only where the coins in all of the deck are more.
    penultimate_lead
        The second-last Province only with at least such a lead, in points; None for no matter.
    """

    buy: Buy
    provinces_left: int = 99
    money_above: int = -1
    penultimate_lead: int | None = None


@dataclass(frozen=True)
class RuleOfThumb:
    """A rule that people play by.

    Parameters
    ----------
    name
        As commands name it.
    title
        What it buys, in one line.
    source
        Where it is from.
    clauses
        Its priorities; empty for the Random player.
    """

    name: str
    title: str
    source: str
    clauses: tuple[Clause, ...]


_WIKI = "dominionstrategy.com, Big Money (theory, 2010)"
_WINDER = "WanderingWinder's Big Money, as in Dominiate's strategies/BigMoney.coffee"
_PROVINCE, _GOLD, _SILVER = Clause(Buy.PROVINCE), Clause(Buy.GOLD), Clause(Buy.SILVER)
_ENDGAME = (
    Clause(Buy.DUCHY, provinces_left=4),
    Clause(Buy.ESTATE, provinces_left=2),
    _GOLD,
    Clause(Buy.DUCHY, provinces_left=6),
    _SILVER,
)

RULES_OF_THUMB = {
    rule.name: rule
    for rule in (
        RuleOfThumb(
            "big_money",
            "Province with 8 coins, Gold with 6, Silver with 3",
            f"{_WIKI}; the thesis's Picky",
            (_PROVINCE, _GOLD, _SILVER),
        ),
        RuleOfThumb(
            "big_money_duchy",
            "Big Money, but a Duchy with 5 coins once 5 Provinces are left",
            _WIKI,
            (_PROVINCE, _GOLD, Clause(Buy.DUCHY, provinces_left=5), _SILVER),
        ),
        RuleOfThumb(
            "big_money_ultimate",
            "Province with more than 18 coins in the deck; Duchy from 4 Provinces, Estate from 2, "
            "Gold, Duchy from 6, Silver",
            _WINDER,
            (Clause(Buy.PROVINCE, money_above=18), *_ENDGAME),
        ),
        RuleOfThumb(
            "big_money_penultimate",
            "Big Money Ultimate, but never the second-last Province when behind",
            f"{_WINDER}, and the Penultimate Province Rule",
            (Clause(Buy.PROVINCE, money_above=18, penultimate_lead=0), *_ENDGAME),
        ),
        RuleOfThumb(
            "greedy",
            "the best victory card, else the best treasure",
            "the thesis's Greedy",
            (_PROVINCE, Clause(Buy.DUCHY), Clause(Buy.ESTATE), _GOLD, _SILVER),
        ),
        RuleOfThumb(
            "expensive",
            "the dearest card",
            "the thesis's Expensive",
            (_PROVINCE, _GOLD, Clause(Buy.DUCHY), _SILVER, Clause(Buy.ESTATE)),
        ),
        RuleOfThumb(
            "random",
            "passes, the best treasure or the best victory card, each with equal chance",
            "the thesis's Random",
            (),
        ),
    )
}
"""By name, the rules that need nothing but the situation."""


def find_rule(name: str) -> Rule:
    """Return a rule of thumb as the solver takes it.

    Raises
    ------
    UnknownStrategy
        There is no such rule.
    """
    if name not in RULES_OF_THUMB:
        known = ", ".join(RULES_OF_THUMB)
        raise UnknownStrategy(f"{name!r} is not a rule of thumb; those are {known}")
    rule = RULES_OF_THUMB[name]
    return lambda space, layer, seat: rule_table(rule, space, layer, seat)


def rule_table(rule: RuleOfThumb, space: RaceSpace, layer: int, seat: Seat) -> NDArray[np.uint8]:
    """Return a rule's buys in the splits of a layer.

    Returns
    -------
    (splits, decks, 6) uint8
        By split, the player's own treasures and money band, the `Buy`; ``RANDOM`` of Random.
    """
    race = space.race
    side = (race.first, race.second)[seat]
    buys = np.zeros((space.splits(layer), side.decks, len(Buy)), np.uint8)
    if not rule.clauses:
        buys[..., 1:] = RANDOM
        return buys
    silver, gold = np.indices((side.silver_room + 1, side.gold_room + 1)).reshape(2, -1)
    money = side.copper + 2 * (side.silver + silver) + 3 * (side.gold + gold)
    left, splits = race.provinces - layer, space.layer_splits(layer)
    points = np.array([POINTS[Buy.PROVINCE], POINTS[Buy.DUCHY], POINTS[Buy.ESTATE]])
    ahead = (splits[:, :, seat] - splits[:, :, 1 - seat]) @ points
    lead = ahead + (race.lead if seat is Seat.FIRST else -race.lead)
    sold = {
        Buy.DUCHY: splits[:, 1].sum(1) < race.duchies,
        Buy.ESTATE: splits[:, 2].sum(1) < race.estates,
    }
    for clause in reversed(rule.clauses):  # what comes first in the list is written last
        if left > clause.provinces_left:
            continue
        holds = sold.get(clause.buy, np.ones(len(splits), bool))
        if clause.penultimate_lead is not None and left == 2:
            holds = holds & (lead >= clause.penultimate_lead)
        bands = np.arange(clause.buy, len(Buy))
        buys[np.ix_(holds, money > clause.money_above, bands)] = clause.buy
    return buys
