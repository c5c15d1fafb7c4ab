"""Drills of Love Letter: one position after another, with a score that the address holds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self
from urllib.parse import urlencode

from fastapi import Request, Response
from starlette.datastructures import QueryParams

from llq.errors import IllegalState, LlqError
from llq.query.love_letter.rounds.drills import KINDS, Drill, drill
from llq.solver.love_letter.rules import Action
from llq.solver.love_letter.variants import CLASSIC
from llq.web.http.problems import problem
from llq.web.love_letter.card_faces import faces
from llq.web.love_letter.explorer import worth
from llq.web.love_letter.questions import Question, action_key, action_words, find_action
from llq.web.pages.rendering import render

_SLIGHT = 0.02
"""What loses less is nearly as good."""


@dataclass(frozen=True, kw_only=True)
class _Sheet:
    """A person's place in a list of questions.

    Parameters
    ----------
    kind, seed, number
        As in `llq.love_letter.rounds.drill`.
    answered, right
        Questions before this one, and how many were answered with what is best.
    lost
        Ten-thousandths lost by them.
    play
        The answer to this one, as `action_key` has it; empty before.
    """

    kind: str = ""
    seed: int = 1
    number: int = 0
    answered: int = 0
    right: int = 0
    lost: int = 0
    play: str = ""

    @classmethod
    def read(cls, query: QueryParams) -> Self:
        """Return the place that a query has."""
        numbers = {}
        for name in ("seed", "number", "answered", "right", "lost"):
            text = query.get(name, str(getattr(cls, name)))
            if not (text.isascii() and text.isdigit()):
                raise IllegalState(f"{name} must be a non-negative integer; got {text!r}")
            numbers[name] = int(text)
        return cls(kind=query.get("kind", ""), play=query.get("play", ""), **numbers)

    def link(self, **changes: Any) -> str:
        """Return the address of this place with some changes."""
        said = vars(replace(self, **changes))
        return f"/love-letter/drills?{urlencode({key: said[key] for key in said if said[key]})}"


def show_drills(request: Request) -> Response:
    """Show what there is to train, a question, or its answer with the score so far."""
    wrong, sheet, shown = None, _Sheet(), {}
    try:
        sheet = _Sheet.read(request.query_params)
        shown = _shown(sheet) if sheet.kind else {}
    except LlqError as error:
        wrong = problem(error)
    return render(
        request,
        "love_letter/drills.html",
        problem=wrong,
        sheet=sheet,
        kinds=[(kind, _Sheet(kind=kind).link()) for kind in KINDS],
        cards=faces(CLASSIC),
        **({"asked": None, "reply": None} | shown),
    )


def _shown(sheet: _Sheet) -> dict[str, Any]:
    asked = drill(sheet.number, seed=sheet.seed, kind=sheet.kind)
    question = Question.of_state(CLASSIC, asked.state)
    last = "; ".join(action_words(action) for _, action in asked.past[-2:])
    shown = {
        "asked": asked,
        "question": question,
        "facts": "; ".join(asked.answer.facts[1:]),  # the first one counts the unseen cards
        "past": [(who, CLASSIC.describe(action)) for who, action in asked.past],
        "plays": [
            (one.text, one.action.card, sheet.link(play=action_key(one.action)))
            for one in sorted(
                asked.answer.actions, key=lambda one: CLASSIC.action_numbers[one.action]
            )
        ],
        "explorer": replace(question, last=last, compare="yes" if asked.solution else "").link(),
    }
    if sheet.play:
        chosen = find_action([one.action for one in asked.answer.actions], sheet.play)
        shown["reply"] = _reply(sheet, asked, chosen)
    return shown


def _reply(sheet: _Sheet, asked: Drill, chosen: Action) -> dict[str, Any]:
    """Return the answer to a question, with the score after it."""
    loss = asked.loss(chosen)
    chances = {one.action: one.chance for one in asked.solution.actions} if asked.solution else {}
    after = replace(
        sheet,
        number=sheet.number + 1,
        answered=sheet.answered + 1,
        right=sheet.right + (loss == 0),
        lost=sheet.lost + round(10_000 * loss),
        play="",
    )
    verdict = (
        ("Best", "good") if loss == 0 else ("Nearly", "") if loss < _SLIGHT else ("Not best", "bad")
    )
    return {
        "verdict": verdict,
        "text": CLASSIC.describe(chosen),
        "loss": f"{100 * loss:.2f}",
        "strategic": CLASSIC.describe(asked.strategic),
        "rows": [
            {
                "text": one.text,
                "card": one.action.card,
                "value": worth(asked.answer.unit, one.value),
                "share": one.value,
                "cost": worth(asked.answer.unit, one.cost).lstrip("+"),
                "is_best": one.is_best,
                "is_chosen": one.action == chosen,
                "is_strategic": one.action == asked.strategic,
                "chance": chances.get(one.action),
            }
            for one in asked.answer.actions
        ],
        "after": after,
        "mean": f"{after.lost / after.answered / 100:.2f}",
        "next": after.link(),
    }
