"""Types of the parameters of Sueca's questions, with what every door tells of them."""

from __future__ import annotations

from typing import Annotated, Any

from llq.query.questions import Input
from llq.query.sueca.advice.quantities import Quantity
from llq.solver.sueca.rules import TrumpFrom

TeamText = Annotated[
    Any,
    Input(
        "A player for both seats, or two, such as `mc_extra:20x2,R`; your own is module:Class.",
        "A",
        completes="player",
    ),
]
PlayerName = Annotated[str, Input("The player in all four seats.", "rules", completes="player")]
Trumps = Annotated[
    str,
    Input(
        "How the trump suit is set: at random, or by the dealer's first or last card.",
        choices=tuple(TrumpFrom),
    ),
]
DealQuantity = Annotated[
    str,
    Input("What varies from deal to deal.", "trumps", choices=tuple(Quantity)),
]
