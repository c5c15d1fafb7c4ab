"""Games played by links: each page shows a sitting, actions lead to the next."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from secrets import randbelow
from typing import Any, NamedTuple
from urllib.parse import urlencode

from fastapi import Request, Response
from markupsafe import Markup
from starlette.responses import RedirectResponse

from llq.errors import IllegalState, LlqError
from llq.query.play.sessions import Sitting
from llq.solver.arguments import read_digits
from llq.web.http.jobs import Job, do_job
from llq.web.http.problems import problem
from llq.web.pages.charts import Series, line_chart
from llq.web.pages.rendering import render

PageData = dict[str, Any]
"""What a template gets, by name."""

LINK_PARAMETERS = ("seed", "number", "seat", "against", "people", "moves", "at", "viewer")
"""Parameters of a sitting's link, besides game options."""

_SEEDS = 1_000_000


class Replay(NamedTuple):
    """A finished game at one step."""

    at: int
    """Actions done so far, ``last`` at the end."""
    steps: list[str]
    """Addresses of all steps, in order."""

    @property
    def last(self) -> int:
        """The number of actions of the game."""
        return len(self.steps) - 1

    @property
    def earlier(self) -> str:
        """The preceding step's address, empty at the first."""
        return self.steps[self.at - 1] if self.at else ""

    @property
    def later(self) -> str:
        """The next step's address; the last repeats its own."""
        return self.steps[min(self.at + 1, self.last)]


class FormField(NamedTuple):
    """A choice of the new-game form."""

    label: str
    options: Iterable[Any] | None = None
    """Choices, as the macro ``field`` takes them; None for a text input."""
    attributes: Mapping[str, Any] = {}  # of the text input


def new_seed() -> str:
    """Return a random deal number, as a link has it."""
    return str(randbelow(_SEEDS))


@dataclass(frozen=True, kw_only=True)
class SittingPage:
    """Page for playing a game.

    Its template gets the sitting as ``game``, or None; ``setup``; a `Replay` of a finished game as
    ``replay``; and the addresses of a new game with the same choices (``another``), of this deal
    from the beginning (``again``) and before a person's last action (``back``, if any). Several
    people at one screen see nothing before the one to act says so by the flag ``viewer``.
    """

    game: str
    begin: Callable[[Mapping[str, str]], Sitting]
    """Returns a new game from the form's choices."""
    setup: Callable[[Sitting | None], PageData]
    """Returns the new-game form: ``fields`` by name, their ``chosen`` presets, and ``players``."""
    read: Callable[[Mapping[str, str]], Sitting] | None = None
    """Reads a link's sitting; by default `Sitting.from_link`."""

    @property
    def path(self) -> str:
        """The page's address."""
        return f"/{self.game}/play"

    def address(self, sitting: Sitting, **flags: bool | str) -> str:
        """Return a sitting's address with its set flags."""
        return f"{self.path}?{urlencode(sitting.to_link() | _link_flags(flags), safe=',:')}"

    async def show(
        self,
        request: Request,
        action: Callable[[Sitting], int | None],
        page_data: Callable[[Sitting, Replay | None, Job], PageData],
        **flags: bool | str,
    ) -> Response:
        """Return a sitting's page, or a redirect after an action or to a new sitting.

        ``action`` returns the requested action, if any; ``page_data``, what the template gets of a
        sitting; ``flags`` go into the links of the page.
        """
        return await do_job(request, partial(self._answer, request, action, page_data, flags))

    def _answer(
        self,
        request: Request,
        action: Callable[[Sitting], int | None],
        page_data: Callable[[Sitting, Replay | None, Job], PageData],
        flags: dict[str, bool | str],
        job: Job,
    ) -> Response:
        link = request.query_params
        refusal: PageData | None = None
        sitting: Sitting | None = None
        replay: Replay | None = None
        try:
            if not link.get("seed"):
                return RedirectResponse(self.address(self.begin(link), **flags), 303)
            sitting = (self.read or partial(Sitting.from_link, self.game))(link)
            replay = self._replay(sitting, "", flags)
            if (chosen := action(sitting)) is not None:
                return RedirectResponse(self.address(sitting.play(chosen), **flags), 303)
            if at := link.get("at"):
                replay = self._replay(sitting, at, flags)
        except LlqError as error:
            refusal = problem(error)
        setup = self.setup(sitting)
        context: PageData = {"problem": refusal, "setup": setup, "game": sitting, "replay": replay}
        context["is_over"] = replay is not None and replay.at == replay.last
        template = f"{self.game.replace('-', '_')}/play.html"
        if sitting is None:
            return render(request, template, **context)
        is_shared = bool(sitting.people[1:])
        if is_shared and not (replay or refusal) and link.get("viewer") != str(sitting.viewer):
            ready = self.address(sitting, **flags | {"viewer": str(sitting.viewer)})
            return render(request, "handover.html", game=sitting, ready=ready)
        earlier = sitting.back()
        context |= {
            "another": f"{self.path}?{urlencode(setup['chosen'] | _link_flags(flags))}",
            "again": self.address(sitting.back_to(0), **flags),
            "back": self.address(earlier, **flags) if earlier else "",
            **page_data(sitting, replay, job),
        }
        page = render(request, template, **context)
        if is_shared:
            page.headers["cache-control"] = "no-store"  # or *back* shows the last hand again
        return page

    def _replay(self, sitting: Sitting, at: str, flags: Mapping[str, bool | str]) -> Replay | None:
        last = len(sitting.actions)
        if not sitting.is_over:
            if at:
                raise IllegalState("a game can be replayed once it is over: finish it first")
            return None
        number = read_digits(at) if at else last
        if number is None or number > last:
            raise IllegalState(f"this game has steps 0 to {last}; got at={at[:40]!r}")
        ends = [{"at": str(step)} for step in range(last)]
        steps = [self.address(sitting, **flags, **end) for end in [*ends, {}]]
        return Replay(number, steps)


def evaluation_chart(
    values: Sequence[tuple[float, float]], at: int, *, unit: str, also: Sequence[Series] = ()
) -> Markup:
    """Chart a game's value to the person, with the current step marked.

    ``values`` are (actions done, value in ``unit``), from the first of the person's turns to the
    end; ``also`` are other lines.
    """
    return line_chart(
        "What the game was worth to you after each move",
        [Series("you", values), *also],
        x_label="moves",
        y_label=unit,
        mark=at,
    )


def _link_flags(flags: Mapping[str, bool | str]) -> dict[str, str]:
    return {name: flag if isinstance(flag, str) else "yes" for name, flag in flags.items() if flag}
