"""The chances of two players of Love Letter, computed instead of simulated.

`match` returns an `ExactMatch`. `build` computes every pair of players, and the turns of Table
against itself; `open` returns that `Study`, whose ``lookup`` of two players is an `ExactMatch`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.love_letter.exact.matches import ExactMatch as ExactMatch
    from llq.query.love_letter.exact.matches import exact_match
    from llq.query.love_letter.exact.study_table import Study as Study
    from llq.query.love_letter.exact.study_table import build_study, open_study

    build = build_study
    match = exact_match
    open = open_study
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
