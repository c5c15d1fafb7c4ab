"""Policies of table-based built-in players, loaded for the solver."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.responses.exploiters import EXPLOITER
from llq.query.love_letter.table.policy import cached_policy
from llq.query.love_letter.table.table import open_table
from llq.solver.love_letter.rules import Rules, Scoring

if TYPE_CHECKING:  # the engine loads the compiler
    from llq.solver.love_letter.rounds.engine import LeadPolicy


class StoredPlay(NamedTuple):
    """Stored policies for `simulate` and `make_arena`; fields are None if unused."""

    policy: NDArray[np.uint8] | None = None
    keeps: NDArray[np.uint8] | None = None
    by_lead: LeadPolicy | None = None


def stored_play(
    rules: Rules, players: Iterable[object], path: str | os.PathLike[str] | None = None
) -> StoredPlay:
    """Return the stored policies needed by match players."""
    names, play = {player for player in players if isinstance(player, str)}, StoredPlay()
    if names & {"table", EXPLOITER}:
        if rules.chooses_twice:
            table = cached_policy(rules, path)
            play = StoredPlay(table.actions, table.keeps)
        else:
            play = StoredPlay(np.asarray(open_table(rules.variant, path).actions_chosen))
    if "table_discards" not in names:
        return play
    from llq.solver.love_letter.rounds.engine import LeadPolicy

    discards_table = open_table(rules.variant, path, scoring=Scoring.DISCARDS)
    assert discards_table.leads is not None  # for mypy: it is set for this scoring
    columns = [np.asarray(column, dtype=np.int64) for column in discards_table.leads]
    by_lead = LeadPolicy(np.asarray(discards_table.actions_chosen), np.stack(columns, axis=1))
    return play._replace(by_lead=by_lead)
