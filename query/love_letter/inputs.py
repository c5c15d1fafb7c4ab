"""Parameter types of Love Letter's questions, with descriptions for every door."""

from pathlib import Path
from typing import Annotated, Any

from llq.query.inputs import CommandInput
from llq.query.questions import Card, Cards, Input
from llq.solver.love_letter.rules import Scoring

Hand = Annotated[
    Any,
    Input(
        "Your two cards, by number or name; the start of a name will do. Three after the draws of "
        "the Chancellor (2019): which to keep.",
        "guard,princess",
        plain=Cards,
        low=2,
        high=3,
    ),
]
TwoCards = Annotated[
    Any, Input("Your two cards, by number or name.", "guard,princess", plain=Cards, low=2, high=2)
]
Variant = Annotated[
    str,
    Input(
        "Which box? 2012 or 16 (cards), called classic; 2019 or 21; hobbit, batman and others; or "
        "deck-5-2-2-2-2-1-1-1, copies of each classic card.",
        flags="--edition, --variant",
        completes="variant",
    ),
]
Deck = Annotated[
    str, CommandInput("Copies of each classic card, such as 5,2,2,2,2,1,1,1, for a custom deck.")
]
ScoringName = Annotated[
    str,
    Input(
        "How equal final cards are decided: half a win each, or by discard totals.",
        choices=tuple(map(str, Scoring)),
    ),
]
RoundFile = Annotated[
    Path,
    CommandInput(
        "A file with the whole round, one turn per line, instead of the hand and what was seen; - "
        "reads standard input."
    ),
]
Chancellor = Annotated[
    bool,
    Input("You have just played the Chancellor and drawn the last card: which of two to keep."),
]
BeliefsOf = Annotated[
    str,
    CommandInput(
        "Also show what the opponent may hold, if both play as this player does.",
        completes="player",
    ),
]
Policy = Annotated[
    str, Input("The player that both are taken to be.", completes="player", flags="--beliefs")
]
Played = Annotated[
    str, CommandInput('With --beliefs: the opponent\'s last play, such as "guard priest".')
]
LastPlay = Annotated[
    str, Input("The opponent's last play, such as `guard priest`.", flags="--played")
]
SolutionName = Annotated[
    str,
    CommandInput(
        "Whose play: the table's, or mixed, which remembers the last plays.",
        choices=("table", "mixed"),
    ),
]
Last = Annotated[
    str, Input("The last plays of both, with the mixed solution: `handmaid; guard priest missed`.")
]
LastOfLookup = Annotated[
    str,
    CommandInput("The last plays for --solution mixed, as `guard priest missed`.", flags="--last"),
]
Values = Annotated[
    bool,
    CommandInput(
        "What each play wins if both follow --solution mixed; with 2019, of later turns: solved "
        "first, once."
    ),
]
TwoPlayers = Annotated[int, CommandInput("How many play; a lookup is for two.")]
Play = Annotated[
    str, Input("The play: the card, then the card guessed, `self` or `opponent`.", "guard handmaid")
]
Round = Annotated[
    str,
    Input(
        "The round as its player saw it, a turn a line, up to the card drawn.",
        "dealt: King\nthey play Guard, guessing Baron: missed\nI draw Guard",
        flags="--game",
        file="round.txt",
    ),
]
PolicyName = Annotated[
    str, Input("How the opponent is taken to play.", choices=("table", "solution"))
]
Seats = Annotated[int, Input("How many sit at the table.", 4)]
Dealt = Annotated[str, Input("The card dealt to you, by number or name.", "king", plain=Card)]
Turns = Annotated[
    str,
    Input(
        "The turns so far, such as `0 Guard on 2, guessing Priest; I draw King`, up to your draw.",
        "I draw Guard",
    ),
]
TurnsFile = Annotated[Path, CommandInput("A file with the turns, one a line, in place of --turns.")]
Seat = Annotated[int, Input("Your seat; 0 has the first turn.")]
FaceUpText = Annotated[str, Input("The three cards laid face up first, where two play.")]
PartyPolicy = Annotated[
    str,
    Input(
        "How the others are assumed to play: by rules of thumb, or as table where two play 2019.",
        choices=("table",),
    ),
]
Tokens = Annotated[bool, Input("Rank plays by tokens, a Spy's among them.")]
PartyPlayouts = Annotated[int, Input("Playouts for all plays.", low=1)]
Player = Annotated[
    Any,
    Input(
        "A name listed by `llq love-letter players`, or your own module:Player.",
        "table",
        completes="player",
    ),
]
Responding = Annotated[
    Any, Input("The responder's opening hand, moving first, such as 1,8.", plain=Cards)
]
Second = Annotated[Any, Input("The player who moves second.", "strategic", completes="player")]
Others = Annotated[
    Any,
    CommandInput("Further players of a table of three to six.", completes="party", is_list=True),
]
Opening = Annotated[Any, Input("The first player's opening hand, such as 1,8.", plain=Cards)]
Games = Annotated[
    int,
    Input(
        "Number of games: a million by default; at a table of several of deals, 1,000, each played "
        "from all rotations of the seats.",
        low=1,
        flags="-n, --games",
    ),
]
MatchPlayouts = Annotated[
    int,
    Input(
        "Playouts per action for Monte Carlo, 1,000 by default; a decision at a table of several, "
        "5,000.",
        low=1,
    ),
]
Playouts = Annotated[int, CommandInput("Playouts per action for Monte Carlo.", low=1)]
FaceUpNumber = Annotated[
    int, Input("Cards laid face up first: 3 by the official rule, 0 in the thesis.", low=0)
]
FaceUp = Annotated[Any, Input("Cards face up: 0, 3 (any three), or three cards such as 1,1,5.")]
Responder = Annotated[
    Any,
    Input(
        "The player responded to: a name, or your own module:Player.", "table", completes="player"
    ),
]
Compared = Annotated[
    Any,
    Input(
        "Two or more players, as for match; the thesis's four by default.",
        completes="player",
        is_list=True,
    ),
]
Exactly = Annotated[bool, Input("Also compute every match exactly.", flags="--exact")]
PairGames = Annotated[int, Input("Games per pair.", low=1, flags="-n, --games")]
SamplingGames = Annotated[int, Input("Games per pair with Monte Carlo; 0 leaves it out.", low=0)]
EditionName = Annotated[str, Input("An edition, to list its rulings.", completes="variant")]
Within = Annotated[float, Input("Bounds this far apart instead of the exact value, such as 0.01.")]
SearchSeconds = Annotated[
    float, Input("With --within: stop after this long, loading the player included.")
]
