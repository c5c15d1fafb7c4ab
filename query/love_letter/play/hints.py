"""What a person at a table of Love Letter is told: the table's values, and what moves cost."""

from __future__ import annotations

from llq.query.love_letter.answers import KeepAnswer, PlayAnswer
from llq.query.love_letter.rounds.analysis import Analysis, analyse, question_of
from llq.query.love_letter.table.lookups import lookup
from llq.query.play.agents import PlayedGame
from llq.solver.love_letter.rounds.game_state import LoveLetterState


def hint(state: LoveLetterState) -> PlayAnswer | KeepAnswer:
    """Return the mover's actions, or cards to keep, with their values, as `llq.lookup` does."""
    return lookup(**question_of(state))


def judge(game: PlayedGame, seat: int) -> Analysis:
    """Return the moves of a player by what they cost."""
    return analyse(game, seat)
