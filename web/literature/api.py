"""Literature: what the API answers."""

from __future__ import annotations

import re
from typing import Any

from fastapi import APIRouter
from pydantic import Field

from llq.query.literature.advice.advice import advise
from llq.query.literature.built_in_players import players
from llq.query.literature.positions.notation import game as read_game
from llq.store.schema import rules_name
from llq.web.http.answers import add_question, answered
from llq.web.http.commands import Command
from llq.web.http.jobs import Job
from llq.web.http.library import ask
from llq.web.http.questions import Question, Text
from llq.web.http.shapes import Advised, Played
from llq.web.players import add_players, built_in

api = APIRouter()

Plain = dict[str, Any]


class Advise(Question):
    """A game so far, as one player sees it."""

    me: Text = Field(description="Your seat, from 0 around the table.", examples=["2"])
    hand: Text = Field("", description="Your cards as dealt.", examples=["C:A2389 D:TJ H:345 S:QK"])
    now: Text = Field("", description="Your cards after all moves, in place of hand.")
    moves: Text = Field(
        "", description="The moves, separated by semicolons or line breaks.", examples=["1>2 4D -"]
    )
    rules: Text = Field("", description="The variant: `somani` or `pagat`.")
    players: Text = Field("", description="4, 6 or 8.")
    names: Text = Field("", description="The players' names, by seat.")
    first: Text = Field("", description="The first mover, if not the player who asks first.")
    player: Text = Field("greedy", description="The player whose values the asks have.")


def advice(question: Advise, _job: Job) -> Plain:
    """Return what to do: certain claims, every ask with its value and why, and exact chances.

    ``chances`` has for every card in play the chance that each seat holds it.
    """
    items = question.model_dump(exclude={"player"}, exclude_defaults=True)
    found = advise(read_game(**items), built_in(question.player))
    rules = found.game.position.rules
    return answered(
        found,
        rules=rules_name(rules.rules_id, rules.version),
        accuracy="see source: exact chances where deals can be counted",
    )


def _game_file(question: Advise) -> str:
    """Return the game of a question as a file has it, an item or a move a line."""
    items = question.model_dump(exclude={"player", "moves"}, exclude_defaults=True)
    moves = re.split(r"[;\n]", question.moves)
    return "\n".join(
        [*(f"{name}: {value}" for name, value in items.items()), *map(str.strip, moves)]
    )


add_question(
    api,
    "/advise",
    Advise,
    advice,
    summary="What to do",
    shape=Advised,
    command=Command(
        "llq literature advise",
        renamed=dict.fromkeys(set(Advise.model_fields) - {"player"}, ""),
        text=_game_file,
        file="game.txt",
    ),
)
ask(
    *(api, "/match", "literature", "match"),
    summary="Play a match",
    shape=Played,
    check={"first": built_in, "second": built_in},
)
add_players(api, "literature", is_quick=False, players=players)
