"""A mixed policy of Love Letter that remembers the last public actions and is hard to exploit.

`build` learns a `Solution`, and `open` opens it. It answers with a `MixedMove`, or with a
`MixedAnswer` of a `MixedAction` for each legal action, as `lookup` does next to the table's values.
It plays matches as ``solution``.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.love_letter.solution.build import build_solution
    from llq.query.love_letter.solution.lookup import lookup_solution
    from llq.query.love_letter.solution.mixed_answers import MixedAction as MixedAction
    from llq.query.love_letter.solution.mixed_answers import MixedAnswer as MixedAnswer
    from llq.query.love_letter.solution.mixed_answers import MixedMove as MixedMove
    from llq.query.love_letter.solution.table import Solution as Solution
    from llq.query.love_letter.solution.table import open_solution

    build = build_solution
    lookup = lookup_solution
    open = open_solution
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
