"""Drills of Love Letter: one position after another, with a score that the address holds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Self
from urllib.parse import urlencode

from fastapi import Request, Response
from starlette.datastructures import QueryParams

from llq.errors import IllegalState
from llq.query.answers import ActionValue
from llq.query.love_letter.rounds.analysis import is_same_choice
from llq.query.love_letter.rounds.drills import KINDS, Drill, Verdict, drill
from llq.solver.arguments import read_digits
from llq.solver.love_letter.rules import Choice
from llq.web.games import Link
from llq.web.http.jobs import as_page_job
from llq.web.http.page_routes import reads
from llq.web.http.problems import answer_or_problem
from llq.web.love_letter.card_faces import as_opponents, faces, held_cards
from llq.web.love_letter.questions import HandQuestion, action_key, find_action
from llq.web.pages.rendering import render

LINK = Link("/love-letter/drills", "Drills", "Positions where people go wrong most, with a score.")

_NOTICES = {
    Verdict.RIGHT: "good", Verdict.RARE: "", Verdict.WRONG: "bad", Verdict.BLUNDER: "bad",
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class _Sheet:
    """A person's place in a drill.

    ``right`` of ``answered`` answers were right, all of them lost ``lost`` ten-thousandths, and
    ``play`` is the answer to this one, as `action_key` has it; empty before.
    """

    kind: str = ""
    variant: str = ""
    seed: int = 1
    number: int = 0
    answered: int = 0
    right: int = 0
    lost: int = 0
    play: str = ""

    @classmethod
    def read(cls, query: QueryParams) -> Self:
        """Read the place from a query."""
        numbers = {}
        for name in ("seed", "number", "answered", "right", "lost"):
            text = query.get(name, str(getattr(cls, name)))
            if (number := read_digits(text)) is None:
                raise IllegalState(
                    f"{name} must be a non-negative integer of at most 18 digits; got {text[:40]!r}"
                )
            numbers[name] = number
        kind, variant, play = (query.get(name, "") for name in ("kind", "variant", "play"))
        return cls(kind=kind, variant=variant, play=play, **numbers)

    def link(self, **changes: Any) -> str:
        """Return the address with some fields changed."""
        query = vars(replace(self, **changes))
        return f"{LINK.path}?{urlencode({key: query[key] for key in query if query[key]})}"


@as_page_job
@reads(*(field.name for field in fields(_Sheet)))
def show_drills(request: Request) -> Response:
    """Show the drill menu, a question, or its graded answer."""
    page, refusal = answer_or_problem(lambda: _page_data(_Sheet.read(request.query_params)))
    return render(
        request,
        "love_letter/drills.html",
        problem=refusal,
        kinds=[
            *((kind, _Sheet(kind=kind).link()) for kind in KINDS),
            ("2019", _Sheet(kind=KINDS[0], variant="2019").link()),
        ],
        **({"asked": None, "reply": None} | (page or {})),
    )


def _page_data(sheet: _Sheet) -> dict[str, Any]:
    """Return the page data of a place; none without a kind."""
    if not sheet.kind:
        return {}
    variant = sheet.variant or "classic"
    task = drill(sheet.number, seed=sheet.seed, kind=sheet.kind, variant=variant)
    rules = task.view.rules
    question = HandQuestion.of_state(rules, task.state)
    page = {
        "sheet": sheet,
        "asked": task,
        "cards": faces(rules),
        "question": question,
        "verb": task.answer.verb,
        "facts": "; ".join(task.answer.facts[1:]),  # the first one counts the unseen cards
        "past": [(who, _told(rules.describe(action), who)) for who, action in task.past],
        "hand": held_cards(rules, task.answer, lambda action: sheet.link(play=action_key(action))),
        "explorer": question.link(),
    }
    if sheet.play:
        actions: Sequence[ActionValue[Any]] = task.answer.actions
        chosen = find_action([action.action for action in actions], sheet.play)
        page["reply"] = _reply(sheet, task, chosen)
    return page


def _told(text: str, who: str) -> str:
    return as_opponents(text) if who == "they" else text


def play_rows(
    plays: Iterable[ActionValue[Any]], chosen: Choice, strategic: Choice | None = None
) -> list[dict[str, Any]]:
    """Return plays as table rows, with the chosen one marked.

    Only the first is best; in a mixture every play is right.
    """
    rows = []
    for index, play in enumerate(plays):
        chance = getattr(play, "chance", None)
        rows.append(
            {
                "text": play.text,
                "card": play.action.card,
                "value": play.value,
                "cost": play.cost,
                "grade": "right" if chance else "best" if index == 0 else "",
                "is_chosen": play.action == chosen,
                "is_strategic": is_same_choice(play.action, strategic),
                "chance": chance,
            }
        )
    return rows


def _reply(sheet: _Sheet, task: Drill, chosen: Choice) -> dict[str, Any]:
    """Return the graded answer and the updated score."""
    graded = task.grade(chosen)
    after = replace(
        sheet,
        number=sheet.number + 1,
        answered=sheet.answered + 1,
        right=sheet.right + (graded.verdict == Verdict.RIGHT),
        lost=sheet.lost + round(10_000 * graded.cost),
        play="",
    )
    return {
        "graded": graded,
        "kind": _NOTICES[graded.verdict],
        "strategic": task.view.rules.describe(task.strategic),
        "rows": play_rows(task.plays, chosen, task.strategic),
        "mix": [
            (play.text, play.chance, index) for index, play in enumerate(task.plays) if play.chance
        ],
        "after": after,
        "mean": f"{after.lost / after.answered / 100:.2f}",
        "next": after.link(),
    }
