"""Question pages: a form made from a declaration, with the answer beside it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter, Request, Response
from starlette.responses import RedirectResponse

from llq.query.games import find_game
from llq.web.games import Link
from llq.web.http.jobs import Job, PageHandler, WorkKind, as_job
from llq.web.http.page_routes import reads
from llq.web.http.problems import answer_or_problem
from llq.web.http.question_routes import QuestionHandler, question_handlers
from llq.web.http.questions import from_link, parameters
from llq.web.pages.panels import Panel, panel_of
from llq.web.pages.rendering import render

Values = Mapping[str, str]
"""Texts of parameters by name."""


class Step(NamedTuple):
    """A card in a deck's field, with links to one copy fewer and one more; empty for none."""

    card: Any
    """The card as the game's template draws it."""
    copies: int
    fewer: str
    more: str


class Choice(NamedTuple):
    """A parameter's possible value, as a link."""

    words: str
    note: str
    link: str
    is_chosen: bool


class Deck(NamedTuple):
    """Cards that a click puts into a question."""

    places: Mapping[str, str]
    """Place of every card by name, empty for none."""
    missing: int
    """Cards without which nothing is asked."""


@dataclass(frozen=True, kw_only=True)
class Onward:
    """Links and results that a question leads to."""

    steps: Mapping[str, Sequence[Step]] = field(default_factory=dict)
    """Cards to add or remove, by parameter."""
    title: str = ""
    choices: Sequence[Choice] = ()
    """Values of the parameter on offer, under ``title``."""
    actions: Mapping[str, str] = field(default_factory=dict)
    """Links by action text."""
    panels: Sequence[Panel] = ()
    parts: Mapping[str, Any] = field(default_factory=dict)
    """What the page's own template shows."""


class Asked(NamedTuple):
    """A question that a page shows."""

    page: Link
    values: Values
    question: Any = None
    """The API's question, whose parameter on offer is 0 while it is blank."""
    answer: Any = None
    """The library's answer, if there is one."""

    def link(self, **changes: Any) -> str:
        """Return the page's address with changed values, blanks left out."""
        return self.page.address({**self.values, **changes})


@dataclass(frozen=True, kw_only=True)
class QuestionPage:
    """A page that asks one of the API's questions: fields, limits and refusals are the API's."""

    link: Link
    heading: str
    intro: str
    api: APIRouter
    route: str
    """The question's path in ``api``."""
    examples: Mapping[str, Values]
    """Questions by title; a bare link asks the first."""
    lead_on: Callable[[Asked], Onward] = lambda _: Onward()
    busy: str = ""
    """Text beside the clock while the answer is computed."""
    offers: str = ""
    """Parameter whose values stand for the answer while it is blank."""
    is_eager: bool = True
    """Whether a bare link is answered too."""
    blanks: Mapping[str, Any] = field(default_factory=dict)
    """Values of blank parameters, other than the API's."""
    texts: tuple[str, ...] = ()
    """Parameters of several lines."""
    folded: tuple[str, ...] = ()
    """Parameters shown on a click, or if they are given."""
    edits: Mapping[str, Callable[[Values, str], Values]] = field(default_factory=dict)
    """Changes of the question by parameters of the page alone."""
    own: tuple[str, ...] = ()
    """Further parameters of the page alone."""
    deck: Callable[[Values], Deck] = lambda _: Deck({}, 0)
    panel: Callable[[Any], Panel] = panel_of
    template: str = "question.html"

    @property
    def show(self) -> PageHandler:
        """The page's request handler."""
        handler = question_handlers(self.api)[self.route]
        kind = WorkKind.pages if handler.is_quick else WorkKind.jobs
        parameters = (*handler.model.model_fields, *self.edits, *self.own)
        return reads(*parameters)(as_job(partial(self._show, handler), kind))

    def _show(self, handler: QuestionHandler[Any], request: Request, job: Job) -> Response:
        query = request.scope["query_string"].decode("latin-1")
        pairs = parse_qsl(query or urlencode(next(iter(self.examples.values()))))
        values = {name: text.strip() for name, text in pairs}
        edited, refusal = answer_or_problem(lambda: self._edit(values))
        if edited is not None:
            return RedirectResponse(f"{self.link.address(edited)}#situation", 303)
        deck, asked, onward = self.deck(values), Asked(self.link, values), None
        if not refusal and deck.missing <= 0:
            asked, refusal = self._ask(handler, pairs, job if query or self.is_eager else None)
        if asked.question:
            onward, reason = answer_or_problem(lambda: self.lead_on(asked))
            refusal = refusal or reason
        return render(
            request,
            self.template,
            problem=refusal,
            page=self,
            asked=asked,
            deck=deck,
            fields=list(self._fields(handler, values)),
            answer=asked.answer and self.panel(asked.answer),
            command=asked.question and handler.command and handler.command.line(asked.question),
            onward=onward or Onward(),
            examples=[(title, self.link.address(asks)) for title, asks in self.examples.items()],
        )

    def _edit(self, values: Values) -> Values | None:
        """Return the question after the edit asked for, if any."""
        for name, edit in self.edits.items():
            if text := values.get(name):
                return edit({other: values[other] for other in values if other != name}, text)
        return None

    def _ask(
        self, handler: QuestionHandler[Any], pairs: Sequence[tuple[str, str]], job: Job | None
    ) -> tuple[Asked, dict[str, Any] | None]:
        """Return a link's question, with its answer if a job is to find it, and any refusal."""
        values = {name: text.strip() for name, text in pairs}
        blanks = {name: value for name, value in self.blanks.items() if not values.get(name)}
        known = (pair for pair in pairs if pair[0] in handler.model.model_fields)
        query = urlencode([*known, *blanks.items()]).encode()
        question, refusal = answer_or_problem(lambda: from_link(handler.model, query))
        plain = None
        if question and job and self.offers not in blanks:
            plain, refusal = answer_or_problem(lambda: handler.answer(question, job))
        answer = plain and plain.words  # type: ignore[attr-defined]  # of a library question
        return Asked(self.link, values, question, answer), refusal

    def _fields(self, handler: QuestionHandler[Any], values: Values) -> Iterator[dict[str, Any]]:
        """Yield the parameters as the API describes them, with values and suggestions."""
        names = find_game(self.link.path.split("/")[1]).names
        blanks = {**self.blanks, self.offers: ""}
        for entry in parameters(handler.model):
            name, schema = entry["name"], entry["schema"]
            default = blanks.get(name, schema.get("default"))
            kinds = {kind.get("type"): kind for kind in (schema, *schema.get("anyOf", ()))}
            yield entry | {
                "value": values.get(name) or ("" if default is None else default),
                "is_given": values.get(name) not in (None, "", str(default)),
                "number": kinds.get("integer"),
                "suggestions": names.get(handler.completions.get(name, ""), "").split(),
            }
