"""Matches of Sueca, stored: every combination of strategies in the four seats.

`build` plays them, and `open` returns the `MatchTable`: its ``lookup`` of a combination returns a
`Combination`, and its ``difference`` of two a `Difference` on common deals.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.sueca.matches.table import Combination as Combination
    from llq.query.sueca.matches.table import Difference as Difference
    from llq.query.sueca.matches.table import MatchTable as MatchTable
    from llq.query.sueca.matches.table import build_matches, open_matches

    build = build_matches
    open = open_matches
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
