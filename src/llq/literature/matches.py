"""Matches of Literature, stored: every pair of players.

`build` plays them, and `open` returns the `MatchTable`, whose ``lookup`` of two players is a match.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.literature.matches.build import build_matches
    from llq.query.literature.matches.table import MatchTable as MatchTable
    from llq.query.literature.matches.table import open_matches

    build = build_matches
    open = open_matches
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
