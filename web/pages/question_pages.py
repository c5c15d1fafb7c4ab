"""Question pages: a form made from a declaration, with the answer beside it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter, Request, Response

from llq.query.games import find_game
from llq.web.games import Link
from llq.web.http.jobs import Job, PageHandler, WorkKind, as_job
from llq.web.http.page_routes import reads
from llq.web.http.problems import answer_or_problem
from llq.web.http.question_routes import QuestionHandler, question_handlers
from llq.web.http.questions import from_link, parameters
from llq.web.pages.panels import Panel, panel_of
from llq.web.pages.rendering import render


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


class Asked(NamedTuple):
    """A question that a page shows."""

    page: Link
    values: Mapping[str, str]
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
    examples: Mapping[str, Mapping[str, str]]
    """Questions by title; a bare link asks the first."""
    lead_on: Callable[[Asked], Onward] = lambda _: Onward()
    busy: str = ""
    """Text beside the clock while the answer is computed."""
    offers: str = ""
    """Required parameter whose values stand for the answer while it is blank."""
    is_eager: bool = True
    """Whether a bare link is answered too."""
    texts: tuple[str, ...] = ()
    """Parameters of several lines."""
    template: str = "question.html"

    @property
    def show(self) -> PageHandler:
        """The page's request handler."""
        handler = question_handlers(self.api)[self.route]
        kind = WorkKind.pages if handler.is_quick else WorkKind.jobs
        return reads(*handler.model.model_fields)(as_job(partial(self._show, handler), kind))

    def _show(self, handler: QuestionHandler[Any], request: Request, job: Job) -> Response:
        query = request.scope["query_string"]
        is_asked = bool(query) or self.is_eager
        query = query or urlencode(next(iter(self.examples.values()))).encode()
        pairs = parse_qsl(query.decode("latin-1"))
        values = {name: text.strip() for name, text in pairs}
        if self.offers and not values.get(self.offers):
            query, is_asked = urlencode([*pairs, (self.offers, 0)]).encode(), False
        question, refusal = answer_or_problem(lambda: from_link(handler.model, query))
        plain, onward, command = None, None, ""
        if is_asked and question:
            plain, refusal = answer_or_problem(lambda: handler.answer(question, job))
            command = handler.command.line(question) if handler.command else ""
        answer = plain and plain.words  # type: ignore[attr-defined]  # of a library question
        if question:
            asked = Asked(self.link, values, question, answer)
            onward, reason = answer_or_problem(lambda: self.lead_on(asked))
            refusal = refusal or reason
        return render(
            request,
            self.template,
            problem=refusal,
            page=self,
            fields=_fields(handler, values, find_game(self.link.path.split("/")[1]).names),
            answer=answer and panel_of(answer),
            command=command,
            onward=onward or Onward(),
            examples=[(title, self.link.address(asks)) for title, asks in self.examples.items()],
        )


def _fields(
    handler: QuestionHandler[Any], values: Mapping[str, str], names: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """Yield the parameters as the API describes them, with values and suggestions."""
    for entry in parameters(handler.model):
        schema, default = entry["schema"], entry["schema"].get("default")
        kinds = {kind.get("type"): kind for kind in (schema, *schema.get("anyOf", ()))}
        yield entry | {
            "value": values.get(entry["name"]) or ("" if default is None else default),
            "number": kinds.get("integer"),
            "suggestions": names.get(handler.completions.get(entry["name"], ""), "").split(),
        }
