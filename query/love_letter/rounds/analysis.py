"""Judged moves of a round: each move's cost beside the table's choice.

Each of a player's own turns is looked up in the table as the player saw it. The cost of a move is
the value of the best action less the value of the one chosen; biggest first, it is where the round
was lost.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from llq.errors import TableMissing
from llq.query.answers import ActionValue
from llq.query.love_letter.answers import KeepAnswer, PlayAnswer
from llq.query.love_letter.rounds.notation import seen_of
from llq.query.love_letter.rounds.party_advice import PartyAdvice, advise_party, hint_party
from llq.query.love_letter.rounds.seated_rounds import Followed, FollowedParty
from llq.query.love_letter.rounds.written_rounds import as_party
from llq.query.love_letter.table.lookups import lookup
from llq.query.play.agents import PlayedGame
from llq.query.play.judged_actions import Judged
from llq.solver.arguments import check_integer
from llq.solver.love_letter.responses.round_replay import replay
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rounds.party_state import PartyState
from llq.solver.love_letter.rounds.round_row import RoundRow
from llq.solver.love_letter.rules import Action, Keep, Scoring
from llq.solver.love_letter.views import View

TurnQuestion = dict[str, Any]
"""Observations of the player to move, as `llq.lookup` arguments with card names."""


@dataclass(frozen=True, kw_only=True)
class JudgedMove(Judged[PlayAnswer | KeepAnswer | PartyAdvice, ActionValue[Any]]):
    """A judged move beside its alternatives.

    Parameters
    ----------
    turn
        Of the round, all players' turns counted from 1.
    place
        How many choices were made before in the round, by anybody.
    question
        What the player saw, as `llq.lookup` takes it; empty at a table of several.
    answer
        What the table says of it, or playouts at a table of several.
    chosen
        The action taken, with its value and its cost.
    """

    turn: int
    question: TurnQuestion
    place: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the move as plain data, ready for JSON."""
        plain = super().to_dict()
        del plain["place"]
        return plain | {"question": dict(self.question)}


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """Judged moves of one player; ``str()`` lists the most costly first.

    Parameters
    ----------
    moves
        The most costly first; those that cost the same in the order of play.
    scoring
        As in `llq.lookup`.
    """

    moves: tuple[JudgedMove, ...]
    scoring: str

    @property
    def cost(self) -> float:
        """Total cost of all moves."""
        return sum(move.cost for move in self.moves)

    @property
    def unit(self) -> str:
        """Unit of the costs."""
        return self.moves[0].answer.unit if self.moves else "win probability"

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as plain data, ready for JSON."""
        return {
            "moves": [move.to_dict() for move in self.moves],
            "cost": self.cost,
            "unit": self.unit,
            "scoring": self.scoring,
            "source": self.moves[0].answer.source if self.moves else None,
        }

    def __str__(self) -> str:
        lines = [move.line(f"turn {move.turn}") for move in self.moves]
        return "\n".join([*lines, f"cost {self.cost:.4f} in all"])


def analyse(
    round_: PlayedGame | View | Followed,
    seat: int = 0,
    *,
    scoring: str = "half",
    path: str | os.PathLike[str] | None = None,
) -> Analysis:
    """Return a player's move costs, from the table or multiplayer playouts.

    A round of two of the 2019 edition whose values are not stored is judged by the policy that
    comes with llq: what playouts say that another choice costs.

    Parameters
    ----------
    round_
        A round that was played, finished or not; a player's view of one, such as
        `llq.love_letter.rounds.read_game` returns; or one that was followed at a table.
    seat
        Whose moves of a played round; others have those of their player.
    scoring, path
        As in `llq.lookup`.

    Raises
    ------
    As `llq.lookup` does.

    Examples
    --------
    >>> import llq
    >>> played = llq.love_letter.play(["strategic", "random"], seed=1)
    >>> print(llq.love_letter.analyse(played))
    turn 3: Guard, guessing Baron 0.6366, costs 0.0259: Guard, guessing Handmaid 0.6625
    turn 1: Priest 0.6778
    turn 5: Baron 0.9000
    cost 0.0259 in all
    """
    moves = _judged_moves(round_, seat, scoring, path)
    return Analysis(moves=tuple(sorted(moves, key=lambda move: -move.cost)), scoring=scoring)


def question_of(state: LoveLetterState, *, by_discards: bool = False) -> TurnQuestion:
    """Return the mover's observations as `llq.lookup` arguments.

    The lead counts where discards decide equal final cards (``by_discards``).
    """
    rules, view, mover = state.rules, state.view(), state.current_player
    names = [card.name for card in rules.cards]
    question = _question_of_view(view)
    question["face_up"] = [names[card] for card in state.shown]
    question["lead"] = state.lead(mover) if by_discards else None
    if rules.spy_rule is not None:
        del question["seen"]
        question["discarded"] = [names[card] for card in state.discards(mover)]
        question["opponent_discarded"] = [names[card] for card in state.discards(1 - mover)]
    if view.held:
        question["chancellor"] = True
        if len(view.hand) > 2:
            question["card_3"] = view.hand[2]
    return question


def is_same_choice(answered: Any, chosen: Any) -> bool:
    """Return whether two choices match, ignoring an unspecified order of returned cards."""
    if isinstance(answered, Keep) and isinstance(chosen, Keep):
        return answered.card == chosen.card and answered.first in (None, chosen.first)
    return bool(answered == chosen)


def _judged_moves(
    round_: PlayedGame | View | Followed,
    seat: int,
    scoring: str,
    path: str | os.PathLike[str] | None,
) -> list[JudgedMove]:
    """Return a player's own moves in any kind of round, in the order of play."""
    by_discards = scoring == Scoring.DISCARDS
    ask = partial(lookup, scoring=scoring, path=path)
    match round_:
        case PlayedGame(state=PartyState() as party):
            return [*_party_moves(party, check_integer("a seat", seat, 0))]
        case PlayedGame(state=state):
            assert isinstance(state, LoveLetterState)
            seat = check_integer("a seat", seat, 0)
            try:
                return [*_played_moves(round_, seat, ask, by_discards=by_discards)]
            except TableMissing:
                if not state.rules.chooses_twice:
                    raise
                return [*_party_moves(as_party(state), seat)]
        case FollowedParty():
            return [
                _judge(0, turn, {}, advise_party(before), action)
                for turn, before, action in round_.own_choices
            ]
        case View():
            turns = _own_turns(round_)
        case _:
            turns = round_.own_turns
    moves = []
    for turn, view, action in turns:
        question = _question_of_view(view, by_discards=by_discards)
        moves.append(_judge(turn - 1, turn, question, ask(**question), action))
    return moves


def _party_moves(end: PartyState, seat: int) -> Iterator[JudgedMove]:
    """Yield a player's moves at a table of several, judged by playouts."""
    for place, state in enumerate(PlayedGame((), end).states[:-1]):
        assert isinstance(state, PartyState)
        if state.current_player == seat:
            turn = 1 + sum(RoundRow.of(row).is_play for row in state.rows)
            turn -= int(state.is_second_choice)  # of the same turn
            action = state.action(end.moves[len(state.moves)])
            yield _judge(place, turn, {}, hint_party(state), action)


def _played_moves(
    played: PlayedGame, seat: int, ask: Callable[..., Any], *, by_discards: bool
) -> Iterator[JudgedMove]:
    """Yield a player's moves in a played round of two, judged by a table."""
    for place, state in enumerate(played.states[:-1]):
        assert isinstance(state, LoveLetterState)
        if state.current_player == seat:
            question = question_of(state, by_discards=by_discards)
            action = state.action(played.state.moves[len(state.moves)])
            yield _judge(place, len(state.turns) + 1, question, ask(**question), action)


def _judge(place: int, turn: int, question: TurnQuestion, answer: Any, action: Any) -> JudgedMove:
    """Return an action with its cost by an answer to the question."""
    chosen = next(value for value in answer.actions if is_same_choice(value.action, action))
    return JudgedMove(turn=turn, place=place, question=question, answer=answer, chosen=chosen)


def _question_of_view(view: View, *, by_discards: bool = False) -> TurnQuestion:
    """Return a player's observations as `llq.lookup` arguments, the first two cards of a hand."""
    hand = dict(zip(("card_1", "card_2"), view.hand, strict=False))
    return {**hand, "variant": view.rules.variant, **seen_of(view, by_discards=by_discards)}


def _own_turns(view: View) -> Iterator[tuple[int, View, Action]]:
    """Yield the player's own turns, with the view before each."""
    rules, history = view.rules, view.history
    own = [(number, turn) for number, turn in enumerate(history.turns) if turn.is_own]
    for (number, turn), decision in zip(own, replay(rules, history), strict=False):
        past = history._replace(drawn=turn.drawn or "", turns=history.turns[:number])
        yield number + 1, View(rules, decision.state, past), turn.action
