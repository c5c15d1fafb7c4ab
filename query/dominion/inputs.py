"""Parameter types of Dominion's questions, with descriptions for every interface."""

import os
from collections.abc import Callable, Mapping, Sequence
from pkgutil import resolve_name
from typing import Annotated, Any

from llq.query.dominion.built_in_players import find_contestant
from llq.query.dominion.menus.reading import read_menu
from llq.query.dominion.table.table import DominionTable
from llq.query.inputs import CommandInput
from llq.query.questions import Input
from llq.solver.dominion.kingdom.cards import KingdomCard
from llq.solver.dominion.players import Player
from llq.solver.dominion.rules import Rules

_MENU = "a menu such as 'province; gold; silver', or a file of one (.menu, .txt)"


def _read_menu(text: str) -> str:
    """Return a player or menu as given, or the menu read from a named file."""
    return str(read_menu(text)) if text.lower().endswith((".menu", ".txt")) else text


def _file_reader(name: str) -> Callable[[str | os.PathLike[str] | None], Any]:
    """Return a file reader that imports its parser on first use."""
    return lambda path: None if path is None else resolve_name(f"llq.query.dominion.{name}")(path)


Deck = Annotated[
    Mapping[str, int] | str,
    Input("All cards owned, the hand included: `7 copper, 3 estate` or `7c 3e`.", "7c 3e 2 silver"),
]
Left = Annotated[
    Mapping[str, int] | str,
    Input("Victory cards for sale, such as `2 province, 6 duchy`; by default the rest."),
]
Coins = Annotated[int, Input("Coins in hand, once its actions are played.", 5, low=0)]
Buys = Annotated[int, Input("Buys that the hand has.", 1, low=1)]
Turn = Annotated[int, Input("The turn being played; the first is 1.", 4, low=1)]
Turns = Annotated[int, Input("Turns of a game.", 31, low=1)]
Provinces = Annotated[int, Input("Provinces that end the game, 1 to 8.", 4, low=1, high=8)]
SeatName = Annotated[
    str,
    Input(
        "Whether you took the first turn of the game or the second.", choices=("first", "second")
    ),
]
Card = Annotated[str, Input("A kingdom card for sale.", "smithy", completes="card")]
CardOrMoney = Annotated[
    KingdomCard | str,
    Input("A card by name, such as smithy; by default money alone.", "smithy", completes="card"),
]
Cards = Annotated[
    Sequence[KingdomCard],
    CommandInput(
        "A TOML file with cards of your own.",
        flags="--card",
        read=_file_reader("kingdom.lookups:read_kingdom_cards"),
        plain=str,
    ),
]
Copies = Annotated[int, Input("Copies of the card for sale.", 10, low=1, high=10)]
Game = Annotated[
    Rules,
    CommandInput(
        "A custom game in TOML, solved on the spot.",
        read=_file_reader("game_files:read_game"),
        plain=str,
    ),
]
MenuText = Annotated[
    str,
    Input(
        f"A name listed by `llq dominion race players`, {_MENU}.",
        "big_money_ultimate",
        completes="menu",
        read=_read_menu,
    ),
]
Silver = Annotated[int, Input("Silvers a player may buy; two fewer Golds.", 10, low=2, high=24)]
RacePlayer = Annotated[
    str,
    Input(
        f"A name listed by `llq dominion race players`, {_MENU}.",
        "optimal",
        completes="race player",
        read=_read_menu,
    ),
]
Contestant = Annotated[
    str | Player | DominionTable,
    Input(
        f"A name listed by `llq dominion players`, your own module:Class, {_MENU}.",
        "optimal",
        completes="player",
        read=lambda text: find_contestant(_read_menu(text)),
    ),
]
Playouts = Annotated[int, Input("Playouts per action for Monte Carlo.", 100, low=1)]
Real = Annotated[bool, Input("Whether drawn from a pile that is reshuffled when empty.")]

GamesBeside = Annotated[
    int, Input("Games to play as well; none by default.", low=0, flags="-n, --games")
]
SecondCard = Annotated[
    str, Input("The second player's, if another; `none` for none.", "none", completes="card")
]
RaceCopies = Annotated[int, Input("Copies of it that a player may buy.", 2, low=1, high=4)]
MostRows = Annotated[
    int, CommandInput("Mistakes that a table shows, worst first.", 12, low=1, flags="--rows")
]
ScoredTurns = Annotated[int, Input("Turns of the game.", 31, low=1, high=250)]
Chance = Annotated[
    str, Input("The chance, such as 1/10, that a turn is the last; in place of turns.", "1/10")
]
