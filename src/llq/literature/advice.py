"""Advice in Literature: asks, claims and certain deductions.

`AskAdvice` has an `AskValue` for every ask, a `ClaimValue` for every half suit and every
`Deduction`.
An `Analysis` of a game has a `JudgedAsk` and a `JudgedClaim` for each move, and each `MissedClaim`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.literature.advice.advice import AskAdvice as AskAdvice
    from llq.query.literature.advice.analysis import Analysis as Analysis
    from llq.query.literature.advice.analysis import JudgedAsk as JudgedAsk
    from llq.query.literature.advice.analysis import JudgedClaim as JudgedClaim
    from llq.query.literature.advice.analysis import MissedClaim as MissedClaim
    from llq.query.literature.advice.asks import AskValue as AskValue
    from llq.query.literature.advice.claims import ClaimValue as ClaimValue
    from llq.query.literature.advice.deductions import Deduction as Deduction
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
