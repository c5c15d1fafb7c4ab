"""Parameter types of Literature's questions, with descriptions for every interface."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, TypedDict

from llq.query.inputs import CommandInput
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
    CommandInput(
        "A rule to change, such as out_of_turn=no; may be repeated.", flags="--rule", is_list=True
    ),
]
Limit = Annotated[
    int, Input("Asks after which a game is abandoned; by default 200.", low=1, high=1000)
]
GameNumber = Annotated[
    int, Input("Number of the game with this seed, from 0.", low=0, flags="--game")
]
Moves = Annotated[int, Input("Moves after which to stop; by default at the end.", low=0)]
SeatNumber = Annotated[
    int, Input("The seat whose record is printed; by default the mover's.", low=0, flags="--me")
]
GameFile = Annotated[
    Path,
    CommandInput(
        "The game so far: one item or move per line, 'hand: AC 3C', '3 asks 0 5C no', or JSON; - "
        "reads standard input."
    ),
]
Adviser = Annotated[
    str,
    Input(
        "The player that values the asks: a name listed by `llq literature players`, or your own "
        "module:Class.",
        completes="player",
    ),
]
Knowledge = Annotated[
    bool,
    CommandInput(
        "Show counts by half suit, reasons, and what others know; in CSV, what is certain about "
        "every player."
    ),
]
Grid = Annotated[bool, CommandInput("Show each card's chance of being in each hand, in CSV alone.")]
Claims = Annotated[bool, CommandInput("In CSV, print the claims instead of the asks.")]
ShowAll = Annotated[
    bool, CommandInput("Show every ask and claim, as JSON and CSV always do.", flags="--all")
]
VerifiedGames = Annotated[int, Input("Games of each pair of networks.", low=2, flags="-n, --games")]


class GameItems(TypedDict, total=False):
    """A game so far from one player's view; a file supplies omitted items."""

    me: Annotated[str, Input("Your seat, from 0 around the table.", "2")]
    hand: Annotated[str, Input("Your cards as dealt.", "C:A2389 D:TJ H:345 S:QK")]
    now: Annotated[str, Input("Your cards after all moves, in place of hand.")]
    moves: Annotated[
        str,
        Input(
            "The moves, after those of a file, parted by semicolons or line breaks.",
            "1>2 4D -",
            flags="--move, --moves",
            joined="; ",
        ),
    ]
    rules: Annotated[str, Input("The variant: somani, pagat or us54.", completes="variant")]
    players: Annotated[str, Input("4, 6 or 8.")]
    names: Annotated[str, Input("The players' names, by seat.")]
    first: Annotated[str, Input("The first mover, if not the player who asks first.")]
