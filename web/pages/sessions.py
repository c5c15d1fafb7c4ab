"""Games played by links: a page shows the sitting of its link, an action leads to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response
from starlette.responses import RedirectResponse

from llq.errors import LlqError
from llq.query.play.sessions import Sitting
from llq.web.compile_ahead import warming_page
from llq.web.http.jobs import Job, do_job
from llq.web.http.problems import problem
from llq.web.pages.rendering import render

Shown = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class SittingPage:
    """The page on which a game is played.

    Parameters
    ----------
    game
        The game's name, such as ``sueca``.
    path, template
        Where the page is, and the template that it is made from.
    begin
        Returns a new game by the choices of the page's form.
    setup
        Returns what that form shows, in a game or without one.
    """

    game: str
    path: str
    template: str
    begin: Callable[[Mapping[str, str]], Sitting]
    setup: Callable[[Sitting | None], Shown]

    def address(self, sitting: Sitting, **flags: bool | str) -> str:
        """Return the address of a sitting, with those flags that are set."""
        said = sitting.to_link()
        said |= {
            name: flag if isinstance(flag, str) else "yes" for name, flag in flags.items() if flag
        }
        return f"{self.path}?{urlencode(said, safe=',:')}"

    def back(self, sitting: Sitting, **flags: bool | str) -> str:
        """Return the address before the person's last action, empty where there is none."""
        own = [number for number, told in enumerate(sitting.history) if told.seat == sitting.seat]
        return self.address(sitting.back_to(own[-1]), **flags) if own else ""

    async def show(
        self,
        request: Request,
        action: Callable[[Sitting], int | None],
        shown: Callable[[Sitting, Job], Shown],
        **flags: bool | str,
    ) -> Response:
        """Return the page of a request's sitting, or the way to the one after an action.

        A request without a sitting begins one.

        Parameters
        ----------
        action
            Returns the action that the request asks for, if any.
        shown
            Returns what the template shows of a sitting.
        **flags
            Of the page after the action.
        """

        def answer(job: Job) -> Response:
            if (waiting := warming_page(request, self.game)) is not None:
                return waiting
            link = request.query_params
            wrong: Shown | None = None
            sitting: Sitting | None = None
            try:
                if not link.get("seed"):
                    return RedirectResponse(self.address(self.begin(link)), 303)
                sitting = Sitting.from_link(self.game, link)
                if (chosen := action(sitting)) is not None:
                    return RedirectResponse(self.address(sitting.play(chosen), **flags), 303)
            except LlqError as error:
                wrong = problem(error)
            return render(
                request,
                self.template,
                problem=wrong,
                setup=self.setup(sitting),
                game=sitting,
                **({} if sitting is None else shown(sitting, job)),
            )

        return await do_job(request, answer)
