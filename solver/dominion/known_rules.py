"""The rules that people play treasures and victory cards by, as data: wishes in order.

Each turn a player buys the first card of the list that they can pay, that is for sale and whose
condition holds; if there is none, they pass. Nothing depends on an opponent's treasures.

References
----------
theory, "Big Money", dominionstrategy.com/big-money (2010): Province at 8 coins, Gold at 6 or 7,
Silver below; Duchy at 5 once five Provinces are left; "4 Provinces by around 17 turns".
WanderingWinder's Big Money Ultimate as in the simulator Dominiate (rspeer/dominiate,
strategies/BigMoney.coffee), from forum.dominionstrategy.com topic 625: the first affordable of
Province if the deck holds more than 18 coins, Duchy at 4 Provinces left, Estate at 2, Gold, Duchy
at 6 left, Silver.
"""

from __future__ import annotations

from dataclasses import dataclass

from llq.errors import UnknownStrategy, did_you_mean


@dataclass(frozen=True)
class Wish:
    """A card to buy, and when.

    Parameters
    ----------
    provinces_left
        Only while at most this many Provinces are for sale.
    money_above
        Only where the coins in all of the deck are more.
    penultimate_lead
        The second-last Province only with at least such a lead, in points; None for no matter.
    """

    card: str
    provinces_left: int = 99
    money_above: int = -1
    penultimate_lead: int | None = None


@dataclass(frozen=True)
class KnownRule:
    """A rule that people play by."""

    name: str
    title: str
    source: str
    wishes: tuple[Wish, ...]


_WIKI = "dominionstrategy.com, Big Money (theory, 2010)"
_WINDER = "WanderingWinder's Big Money, as in Dominiate's strategies/BigMoney.coffee"
_PROVINCE, _GOLD, _SILVER = Wish("province"), Wish("gold"), Wish("silver")
_ENDGAME = (
    Wish("duchy", provinces_left=4),
    Wish("estate", provinces_left=2),
    _GOLD,
    Wish("duchy", provinces_left=6),
    _SILVER,
)

KNOWN_RULES = {
    rule.name: rule
    for rule in (
        KnownRule(
            "big_money",
            "Province with 8 coins, Gold with 6, Silver with 3",
            f"{_WIKI}; the thesis's Picky",
            (_PROVINCE, _GOLD, _SILVER),
        ),
        KnownRule(
            "big_money_duchy",
            "Big Money, but a Duchy with 5 coins once 5 Provinces are left",
            _WIKI,
            (_PROVINCE, _GOLD, Wish("duchy", provinces_left=5), _SILVER),
        ),
        KnownRule(
            "big_money_ultimate",
            "Province with more than 18 coins in the deck; Duchy from 4 Provinces, Estate from 2, "
            "Gold, Duchy from 6, Silver",
            _WINDER,
            (Wish("province", money_above=18), *_ENDGAME),
        ),
        KnownRule(
            "big_money_penultimate",
            "Big Money Ultimate, but never the second-last Province when behind",
            f"{_WINDER}, and the Penultimate Province Rule",
            (Wish("province", money_above=18, penultimate_lead=0), *_ENDGAME),
        ),
        KnownRule(
            "greedy",
            "the best victory card, else the best treasure",
            "the thesis's Greedy",
            (_PROVINCE, Wish("duchy"), Wish("estate"), _GOLD, _SILVER),
        ),
        KnownRule(
            "expensive",
            "the dearest card",
            "the thesis's Expensive",
            (_PROVINCE, _GOLD, Wish("duchy"), _SILVER, Wish("estate")),
        ),
        KnownRule(
            "random",
            "passes, the best treasure or the best victory card, each with equal chance",
            "the thesis's Random",
            (),
        ),
    )
}
"""By name, the rules that need nothing but the situation."""


def known_rule(name: str) -> KnownRule:
    """Return a rule by its name.

    Raises
    ------
    UnknownStrategy
        There is no such rule.
    """
    if name not in KNOWN_RULES:
        near = did_you_mean(name, KNOWN_RULES)
        known = ", ".join(KNOWN_RULES)
        raise UnknownStrategy(f"{name!r} is not a known rule{near}; those are {known}")
    return KNOWN_RULES[name]
