"""Parameter types of Sueca's questions, with descriptions for every interface."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, TypedDict

from llq.query.inputs import CommandInput
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
    str, Input("What varies from deal to deal.", "trumps", choices=tuple(Quantity))
]
PositionFile = Annotated[
    Path,
    CommandInput("A position: one item per line, 'hand: AS KS', or JSON; - reads standard input."),
]
Stakes = Annotated[
    str,
    Input(
        "What results count at your table: `120=4 drawn=x2 to=4 at=3-2`, or some of it.",
        "to=4 at=3-2",
    ),
]
Adviser = Annotated[
    str,
    Input(
        "Whose games decide: strong, a trained network's on hands inferred from the play, solved "
        "with open hands in the last six tricks; mc_extra, random ones; pimc, ones all solved. A "
        "command takes numbers too: strong:5000/6, mc_extra:500x2, pimc:200/6.",
        completes="player",
    ),
]
Samples = Annotated[
    int, Input("Hands of the others to look at, by a player without numbers.", low=2)
]
Seconds = Annotated[
    float,
    CommandInput(
        "About how long strong may take instead, counted in steps: the answer is the same on every "
        "machine.",
        low=0.001,
        high=100,
    ),
]


VerifiedGames = Annotated[int, Input("Games of each experiment.", low=2, flags="-n, --games")]
SamplingGames = Annotated[int, Input("Games of each experiment with a Monte Carlo player.", low=2)]
Tables = Annotated[
    list[str],
    Input(
        "What to check: tables 4.1 to 7.21 of the thesis; text, the figures in its text; claim, "
        "its claims; finding, our own; may be repeated. By default all: 1,359 rows.",
        is_list=True,
    ),
]


class Items(TypedDict, total=False):
    """A position, as its player sees it."""

    hand: Annotated[
        str, Input("Your hand: `AS 7H`, `S:AK H:7` or `ás de copas`.", "S:AK72 H:765 D:2 C:A7")
    ]
    trump: Annotated[str, Input("The trump suit: H, hearts or copas.", "C")]
    trick: Annotated[
        str, Input("The cards on the table in order: `N:AS W:2S` or `AS 2S`.", "N:2H W:4H")
    ]
    played: Annotated[str, Input("The cards of earlier tricks.")]
    voids: Annotated[str, Input("Suits that players failed to follow: `W:H E:SD`.")]
    points: Annotated[str, Input("Points taken by N and S, and by W and E: `35-22`.")]
    seat: Annotated[str, Input("Your seat: N, W, S or E; by default from the trick.")]
    shown: Annotated[str, Input("The dealer's card that set the trump suit.")]
    dealer: Annotated[str, Input("The dealer's seat, if a card was shown.")]
    tricks: Annotated[
        str,
        Input(
            "Every trick so far, leader first: `N AS 2S 7S 5S; N 4H 2H`; in place of trick, "
            "played, voids and points."
        ),
    ]
