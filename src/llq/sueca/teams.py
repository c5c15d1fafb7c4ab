"""Leads of Sueca's players, stored: two of one against two of another.

`build` plays them, and `open` returns the `TeamTable`; its ``difference`` of two combinations, such
as ``strong,MC,strong,MC`` and ``MC,strong,MC,strong``, is the lead of a game.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.sueca.matches.teams import TeamTable as TeamTable
    from llq.query.sueca.matches.teams import build_teams, open_teams

    build = build_teams
    open = open_teams
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
