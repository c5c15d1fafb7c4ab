"""The list of Literature's players."""

from __future__ import annotations

from llq.errors import TableMissing
from llq.query.literature.players import stored_policies, strategy_with
from llq.query.players import PlayerInfo

_TABLE = "literature-policies"


def players() -> tuple[PlayerInfo, ...]:
    """Return every player that has a name: built-in ones, and the stored policies.

    Raises
    ------
    CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        The table of policies is not today's, whole and intact.

    Examples
    --------
    >>> import llq
    >>> [player.name for player in llq.literature.players()][:3]
    ['random', 'possible', 'greedy']
    """
    from llq.solver.literature.players import STRATEGIES

    built_in = [PlayerInfo(one.name, one.summary) for one in STRATEGIES.values()]
    try:
        stored = map(strategy_with, stored_policies().policies)
    except TableMissing:
        return tuple(built_in)
    return (*built_in, *(PlayerInfo(one.name, one.summary, _TABLE) for one in stored))
