"""Leagues of Love Letter, stored: every pair of some players, deal by deal.

`build` plays one, and `open` returns the `LoveLetterLeague`, whose ``league`` is a `League`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.league.league import League as League
    from llq.query.love_letter.league import LoveLetterLeague as LoveLetterLeague
    from llq.query.love_letter.league import build_league, open_league

    build = build_league
    open = open_league
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
