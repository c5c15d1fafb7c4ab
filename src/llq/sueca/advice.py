"""Advice in Sueca: values of cards and of deal properties.

`CardAdvice` on a position has a `CardValue` for every legal card, best first, and what is inferred
of the `HiddenHands`; `change_of` says how it has changed since the player's last card, a `Change`.
An `Analysis` of a played game has a `JudgedCard` for each choice, with its cost. `deal_values`
yields a `DealValue` for each level of trumps, points, the lead or the dealer's card.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.sueca.advice.advice import CardAdvice as CardAdvice
    from llq.query.sueca.advice.advice import CardValue as CardValue
    from llq.query.sueca.advice.analysis import Analysis as Analysis
    from llq.query.sueca.advice.analysis import Change as Change
    from llq.query.sueca.advice.analysis import JudgedCard as JudgedCard
    from llq.query.sueca.advice.analysis import change_of as change_of
    from llq.query.sueca.advice.deal_valuation import DealValue as DealValue
    from llq.query.sueca.advice.deal_valuation import deal_values as deal_values
    from llq.query.sueca.advice.hidden_hands import HiddenHands as HiddenHands
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
