"""Types of the parameters of Literature's questions, with what every door tells of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from llq.query.questions import Input
from llq.solver.literature.rules import Rules

TeamText = Annotated[
    Any,
    Input(
        "One player for all seats of a team, or one for each, such as `greedy,possible`; or your "
        "own module:Class.",
        "greedy",
        completes="player",
    ),
]
Variant = Annotated[
    Rules | str,
    Input(
        "The variant: somani, the article's, by default; pagat; us54, of 54 cards.",
        completes="variant",
    ),
]
Players = Annotated[
    int, Input("4, 6 or 8 players; by default as many as the variant has.", low=4, high=8)
]
Changes = Annotated[
    Sequence[str],
    Input(
        "A rule to change, such as out_of_turn=no; may be repeated.",
        flags="--rule",
        only="command",
        is_list=True,
    ),
]
Limit = Annotated[
    int,
    Input("Asks after which a game is abandoned; by default 200.", low=1, high=1000),
]
GameNumber = Annotated[
    int, Input("Number of the game with this seed, from 0.", low=0, flags="--game")
]
Moves = Annotated[int, Input("Moves after which to stop; by default at the end.", low=0)]
SeatNumber = Annotated[
    int, Input("The seat whose record is printed; by default the mover's.", low=0, flags="--me")
]
