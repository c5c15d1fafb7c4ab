"""Routes of pages, with their query parameters; unknown ones are refused."""

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.responses import RedirectResponse

from llq.errors import BadQuestion, did_you_mean

Page = TypeVar("Page", bound=Callable[..., Any])

_MOST_SHOWN = 40


def reads(*parameters: str) -> Callable[[Page], Page]:
    """Return a decorator that declares a page's further query parameters.

    ``*`` is any name: the page looks for itself.
    """

    def declare(page: Page) -> Page:
        page.parameters = parameters  # type: ignore[attr-defined]  # a function's own
        return page

    return declare


class PageRoute(APIRoute):
    """Route of a page with declared query parameters; ``edition`` stands for ``variant``."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return a request handler that refuses unknown parameters."""
        answer = super().get_route_handler()
        declared = getattr(self.endpoint, "parameters", ())
        typed = (field.alias for field in self.dependant.query_params)
        allowed = dict.fromkeys((*declared, *typed))

        async def check_and_answer(request: Request) -> Response:
            query = request.query_params
            if "variant" in allowed and "edition" in query and "variant" not in query:
                url = request.url.include_query_params(variant=query["edition"])
                return RedirectResponse(url.remove_query_params("edition"))
            for name in query:
                if name not in allowed and "*" not in allowed:
                    name = name[:_MOST_SHOWN]
                    names = ", ".join(allowed) or "none"
                    hint = did_you_mean(name, allowed)
                    raise BadQuestion(f"there is no parameter {name!r}{hint}; there are {names}")
            return await answer(request)

        return check_and_answer
