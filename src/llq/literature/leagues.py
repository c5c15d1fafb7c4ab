"""Leagues of Literature, stored: every pair of some players, deal by deal.

`build` plays one, and `open` returns the `LiteratureLeague`, whose ``league`` is a `League`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.league.league import League as League
    from llq.query.literature.league import LiteratureLeague as LiteratureLeague
    from llq.query.literature.league import build_league, open_league

    build = build_league
    open = open_league
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
