"""Solved tables of Love Letter: value and best action of every state.

`open` returns a `Table`, which looks up the best action of a `State`; `build` solves a variant. A
`PlayAnswer`, as `llq.lookup` returns it, has an `ActionValue` for every legal action.
A player who has drawn by the 2019 edition's Chancellor gets a `KeepAnswer`, of a `Keep` each.
`legal_actions` says what may be played in a state, and `outcomes` what may come of it until the
next turn: an `Outcome` each, with its `Result`, each `Reply` and every `NextTurn` after that.
`edition` returns an `Edition`: what a box holds, and how its rules are read.
`build_policy` and `open_policy` make and read a `PolicyTable`: what is played in every state of
that edition. A `PolicyAnswer` is its answer, the best play alone.
`open_openings` returns an `OpeningsTable`, every play of every first turn, and `build_openings`
makes it.

>>> import llq
>>> table = llq.love_letter.table.open()
>>> table.lookup(table.state([1, 8])).action
Action(card='Guard', guess='Priest', target=None)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.answers import ActionValue as ActionValue
    from llq.query.love_letter.answers import KeepAnswer as KeepAnswer
    from llq.query.love_letter.answers import PlayAnswer as PlayAnswer
    from llq.query.love_letter.table.openings import OpeningsTable as OpeningsTable
    from llq.query.love_letter.table.openings import build_openings as build_openings
    from llq.query.love_letter.table.openings import open_openings as open_openings
    from llq.query.love_letter.table.outcomes import NextTurn as NextTurn
    from llq.query.love_letter.table.outcomes import Outcome as Outcome
    from llq.query.love_letter.table.outcomes import Reply as Reply
    from llq.query.love_letter.table.outcomes import play_outcomes
    from llq.query.love_letter.table.policy import PolicyTable as PolicyTable
    from llq.query.love_letter.table.policy import build_policy as build_policy
    from llq.query.love_letter.table.policy import open_policy as open_policy
    from llq.query.love_letter.table.policy_lookups import PolicyAnswer as PolicyAnswer
    from llq.query.love_letter.table.table import Table as Table
    from llq.query.love_letter.table.table import build_table, open_table
    from llq.query.love_letter.table.transitions import Result as Result
    from llq.solver.love_letter.editions import Edition as Edition
    from llq.solver.love_letter.editions import edition as edition
    from llq.solver.love_letter.rules import Keep as Keep
    from llq.solver.love_letter.table.states import State as State
    from llq.solver.love_letter.views import legal_actions as legal_actions

    build = build_table
    open = open_table
    outcomes = play_outcomes
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
