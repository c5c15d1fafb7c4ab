"""The format of the solved tables: how long games may be, and what a table of a length holds."""

from __future__ import annotations

from functools import cache

from llq.errors import IllegalState, UnknownState
from llq.solver.dominion.model import Model
from llq.solver.dominion.solitaire.states import DeckSpace
from llq.solver.dominion.variants import rules
from llq.store.schema import Column, TableSpec

__all__ = ["LONGEST", "WHOLE", "build_command", "check_length", "remedy", "table_spec"]


WHOLE = 31
"""Longest game of which a table holds the payout and the action of every state."""

LONGEST = 500
"""Longest game that can be solved: 526 turns fill 24 GiB."""

_PAYOUT_DECKS, _POLICY_DECKS = 20, 100
"""Of longer games: the most bought cards of decks whose payouts, and whose actions, are stored."""


def check_length(turns: int) -> None:
    """Refuse the length of a game that has no table.

    Raises
    ------
    IllegalState
        The game has no turns.
    UnknownState
        It is longer than any that can be solved.
    """
    if turns < 1:
        raise IllegalState(f"a game needs at least one turn; got {turns}")
    if turns > LONGEST:
        raise UnknownState(f"tables go up to games of {LONGEST} turns; got {turns}")


def build_command(turns: int) -> str:
    """Return the command that builds the table of games of up to ``turns`` turns."""
    return f"llq build dominion --turns {turns}"


def remedy(turns: int) -> str:
    """Return what to do about a missing or refused table."""
    return f"build it with: {build_command(turns)}"


def table_spec(turns: int) -> TableSpec:
    """Return what today's solver would build for games of up to ``turns`` turns.

    Raises
    ------
    IllegalState, UnknownState
        As `check_length` does.
    """
    check_length(turns)
    whole = turns <= WHOLE
    payout_decks = turns if whole else _PAYOUT_DECKS
    policy_decks = turns if turns <= _POLICY_DECKS else _PAYOUT_DECKS
    return TableSpec(
        game="dominion",
        variant=str(turns),
        rules_id="dominion/van-der-heijden-2014",
        rules_version=rules().version,
        parameters={
            "turns": turns,
            "payout_decks": payout_decks,
            "policy_decks": policy_decks,
        },
        version=1,
        columns=(
            Column(
                "score",
                "float64",
                ("turns",),
                "points",
                "Optimal expected score of each length.",
                shape=(turns + 1,),
                least=0.0,
            ),
            Column(
                "payout",
                "float64",
                ("state",),
                "points",
                "Points still to come, before the hand is drawn, by deck and turns to go.",
                shape=(_states(turns, payout_decks),),
                least=0.0,
            ),
            Column(
                "action",
                "uint16",
                ("state",),
                "two bits a money band",
                "Optimal actions: 0 pass, 1 treasure, 2 victory card.",
                shape=(_states(turns, policy_decks),),
                most=2 * sum(4**band for band in range(len(_model().best))),
            ),
        ),
    )


@cache
def _model() -> Model:
    return Model(rules())


def _states(turns: int, decks: int) -> int:
    """Return the number of states of games of ``turns`` turns, up to ``decks`` cards bought."""
    return DeckSpace(_model().dims, turns).state_start(min(decks + 1, turns))
