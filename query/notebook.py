"""What a notebook shows of answers, matches and beliefs: the panel that pages and terminals show.

IPython's own registry has the types by name, so that nothing is imported before it is shown.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from llq.query.text.html import chances_panel, panel

if TYPE_CHECKING:
    from llq.query.answers import Answer
    from llq.query.love_letter.exact.matches import ExactMatch
    from llq.query.love_letter.rounds.opponent_beliefs import Beliefs
    from llq.query.match_result import Match


def register() -> None:
    """Have the notebook that runs this process, if one does, show what llq returns."""
    get_shell = getattr(sys.modules.get("IPython"), "get_ipython", None)
    shell = get_shell() if get_shell else None
    if shell is not None:
        html = shell.display_formatter.formatters["text/html"]
        for (module, name), show in _SHOWN.items():
            html.for_type_by_name(module, name, show)


def answer_html(answer: Answer[Any, Any]) -> str:
    """Return an answer of any game as HTML."""
    return panel(answer.title, answer.context, answer.tables, answer.notes)


def match_html(match: Match) -> str:
    """Return a match that was played as HTML."""
    chances = [
        ((name, f"{games:,}", f"{games / match.games:.2%}"), games / match.games)
        for name, games in (
            (f"{match.first} wins", match.wins),
            ("draws", match.draws),
            (f"{match.second} wins", match.losses),
        )
    ]
    title, note = f"{match.first} v {match.second}", match.command or match.rules
    return chances_panel(title, str(match), ("", "games", "share"), chances, note)


def exact_match_html(match: ExactMatch) -> str:
    """Return the chances of two players as HTML."""
    chances = [
        ((name, f"{chance:.4%}"), chance)
        for name, chance in (
            (f"{match.first} wins", match.win_prob),
            ("draws", match.draw_prob),
            (f"{match.second} wins", match.loss_prob),
        )
    ]
    return chances_panel(f"{match.first} v {match.second}", str(match), ("", "chance"), chances)


def beliefs_html(beliefs: Beliefs) -> str:
    """Return what the opponent may hold as HTML."""
    chances = [
        ((card.card, f"{card.chance:.1%}", f"{card.uniform:.1%}"), card.chance)
        for card in beliefs.cards
    ]
    names = ("the opponent holds", "chance", "by copies")
    return chances_panel("", beliefs.condition, names, chances, f"as {beliefs.policy} plays")


_SHOWN = {
    ("llq.query.answers", "Answer"): answer_html,
    ("llq.query.match_result", "Match"): match_html,
    ("llq.query.love_letter.exact.matches", "ExactMatch"): exact_match_html,
    ("llq.query.love_letter.rounds.opponent_beliefs", "Beliefs"): beliefs_html,
}
