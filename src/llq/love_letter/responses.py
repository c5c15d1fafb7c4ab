"""The best response to a known player of Love Letter, exact or bounded.

`best_response` computes it, as a `BestResponse`; where that takes too long,
`bracket` bounds it in a `ResponseBracket`. `build_exploitability` computes it for every player, and
`open_exploitability` returns that `Exploitability`, with an `Exploited` for each player.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.love_letter.responses.best_responses import BestResponse as BestResponse
    from llq.query.love_letter.responses.best_responses import ResponseBracket as ResponseBracket
    from llq.query.love_letter.responses.best_responses import best_response as best_response
    from llq.query.love_letter.responses.best_responses import best_response_bracket
    from llq.query.love_letter.responses.exploitability_table import (
        Exploitability as Exploitability,
    )
    from llq.query.love_letter.responses.exploitability_table import Exploited as Exploited
    from llq.query.love_letter.responses.exploitability_table import (
        build_exploitability as build_exploitability,
    )
    from llq.query.love_letter.responses.exploitability_table import (
        open_exploitability as open_exploitability,
    )

    bracket = best_response_bracket
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
