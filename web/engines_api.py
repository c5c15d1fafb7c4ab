"""The game protocol over HTTP: any game, move by move, for programs in any language.

A game is plain data that the caller keeps: ``state``, as ``to_dict`` writes it. It holds all cards,
so the caller is the referee. Nothing is kept here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from fastapi import APIRouter
from pydantic import Field, create_model

from llq.errors import IllegalState, TooLarge
from llq.query.games import game_part
from llq.query.play.session_options import options_of
from llq.query.table_kinds import Game
from llq.solver.game_states import CHANCE, GameState
from llq.web.http.answers import add_question
from llq.web.http.jobs import Job
from llq.web.http.limits import Limits
from llq.web.http.questions import Question, Seed, Text, Whole, from_json
from llq.web.http.shapes import Listed
from llq.web.players import built_in

_MOST_MOVES = 2_000


def engine_routes(
    game: Game,
    check: Callable[[str, Limits], str] = built_in,
    most: Mapping[str, int] = MappingProxyType({}),
) -> APIRouter:
    """Return the routes of a game's engine: a new game, moves, and what a player chooses.

    Parameters
    ----------
    check
        Returns a player's name; raises `UnknownStrategy` where it may be a module's, and
        `TakesTooLong` where it thinks longer than a request may take.
    most
        The largest value of options of a new game, besides those of `Game.most`.
    """
    engine, routes = _Engine(game, check, {**game.most, **most}), APIRouter()
    add_question(
        routes,
        "/games/new",
        engine.new_question,
        engine.begin,
        summary="A new game, move by move",
        shape=Listed,
    )
    state = (dict[str, Any], Field(description="The game, as an answer has it.", max_length=20))
    moves = create_model(
        f"{game.module}_moves",
        __base__=Question,
        state=state,
        actions=(
            list[Whole],
            Field([], max_length=_MOST_MOVES, description="Moves to make, by number."),
        ),
    )
    choice = create_model(
        f"{game.module}_choice",
        __base__=Question,
        state=state,
        player=(Text, Field(description="The player, by name.", examples=["random"])),
        seed=(Seed, Field(0, description="Of the player's own choices by chance.")),
    )
    for path, model, answer, summary in (
        ("/games/moves", moves, engine.move, "Make moves in a game"),
        ("/games/choice", choice, engine.choose, "What a player plays"),
    ):
        add_question(routes, path, model, answer, summary=summary, has_link=False)
    return routes


class _Engine:
    """A game's engine, asked by plain data."""

    def __init__(
        self, game: Game, check: Callable[[str, Limits], str], most: Mapping[str, int]
    ) -> None:
        self._front, self._check = game_part(game.name, "play.engines"), check
        fields: dict[str, Any] = {
            "seed": (
                Seed | None,
                Field(None, description="Of the deal; without it chance is the caller's."),
            ),
            "number": (Seed, Field(0, description="The game of the seed, as in matches.")),
        }
        for name, usual in options_of(game.name).items():
            kind: Any = Text if isinstance(usual, str) else Whole
            kind = bool if isinstance(usual, bool) else kind
            kind = kind | None if usual is None else kind
            fields[name] = (kind, Field(usual, le=most.get(name), description="As in new_game."))
        self.new_question = create_model(f"{game.module}_new_game", __base__=Question, **fields)

    def begin(self, question: Any, _job: Job) -> dict[str, Any]:
        """Return a new game: its state, whose turn it is, what is legal and what each player sees.

        With a seed the game draws its own cards; without one it says what chance may bring, and
        the caller makes these moves too.
        """
        return _described(self._begun(question))

    def move(self, question: Any, _job: Job) -> dict[str, Any]:
        """Return the game after some moves: of players, or of chance where no seed was given."""
        state = self._read(question.state)
        for action in question.actions:
            state.apply(action)
        return _described(state)

    def choose(self, question: Any, job: Job) -> dict[str, Any]:
        """Return what a built-in player plays in place of the mover, seeing no more than they do.

        The game itself goes on by ``/games/moves``.
        """
        state = self._read(question.state)
        agent = self._front.agent(self._check(question.player, job.limits), seed=question.seed)
        if state.current_player < 0:
            raise IllegalState("no player is to move in this game")
        action = agent.choose(state)
        return {"player": agent.name, "action": action, "text": state.action_text(action)}

    def _begun(self, question: Any) -> GameState:
        begun: GameState = self._front.new_game(**question.model_dump(exclude_defaults=True))
        return begun

    def _read(self, plain: dict[str, Any]) -> GameState:
        """Return the game of a state."""
        moves = plain.get("moves")
        if isinstance(moves, list) and len(moves) > _MOST_MOVES:
            raise TooLarge(f"a game here has at most {_MOST_MOVES:,} moves; got {len(moves):,}")
        if "rules" in plain:
            raise IllegalState("games of custom rules are not played here")
        options = {name: plain[name] for name in self.new_question.model_fields if name in plain}
        begun = self._begun(from_json(self.new_question, options))
        return type(begun).from_dict(plain)


def _described(state: GameState) -> dict[str, Any]:
    mover = state.current_player
    outcomes = state.chance_outcomes() if mover == CHANCE else []
    return {
        "state": state.to_dict(),
        "players": state.players,
        "mover": mover if mover >= 0 else None,
        "is_over": state.is_terminal,
        "legal": [
            {"action": action, "text": state.action_text(action)}
            for action in state.legal_actions()
        ],
        "chance": [{"action": outcome, "chance": chance} for outcome, chance in outcomes],
        "sees": [state.observation_text(seat) for seat in range(state.players)],
        "returns": state.returns(),
    }
