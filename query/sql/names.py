"""Unknown names of views, and suggestions.

A view is named after its game, its variant where there are several, and what one row is, in the
singular; published figures after author and year.
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches

from llq.query.games import all_games, all_kinds

_ELSEWHERE = {
    r"sueca.*(card|advice)": "llq sueca advise",
    r"sueca.*(deal|worth|trump)": "llq sueca deal-values",
    r"dominion.*(smithy|witch)": "llq dominion kingdom",
    r"love_letter.*state_action": "llq lookup",
    r"literature.*(advi|ask|claim)": "llq literature advise",
}
"""Commands for untabulated quantities, by name pattern."""

_MEANT = {
    r"dominion.*score": "dominion_strategy or dominion_distribution",
    r"dominion.*(buy|value)": "dominion_policy_action",
    r"love_letter.*(length|duration)": "love_letter_classic_length",
}
"""Suggested views, by pattern of a misnamed view."""


def explain_unknown(name: str, more_names: Iterable[str]) -> str:
    """Return the error message for an unknown view, with suggestions.

    ``more_names`` are names that the database has besides those of the standard tables.
    """
    for pattern, command in _ELSEWHERE.items():
        if re.match(pattern, name):
            return f"SQL has no view {name}; ask: {command}"
    names = {*more_names}
    for kind in all_kinds():
        names.update(view for table in kind.standard for view in kind.views_of(table))
    game = next((f"{game.module}_" for game in all_games() if name.startswith(game.module)), "")
    meant = next((view for pattern, view in _MEANT.items() if re.match(pattern, name)), "")
    ends = {view.removeprefix(game): view for view in sorted(names) if view.startswith(game)}
    if close := get_close_matches(name.removeprefix(game), ends, 3):
        hint = f"did you mean {' or '.join(ends[end] for end in close)}?"
    else:
        hint = f"did you mean {meant}?" if meant else "llq sql --schema lists what there is"
    return f"there is no relation or view {name}: {hint}"
