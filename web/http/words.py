"""Query parameters of pages; unknown ones are refused."""

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.responses import RedirectResponse

from llq.errors import BadQuestion, did_you_mean

Page = TypeVar("Page", bound=Callable[..., Any])

_MOST_SHOWN = 40


def reads(*words: str) -> Callable[[Page], Page]:
    """Return a decorator that declares a page's further query parameters.

    ``*`` is any word: the page looks for itself.
    """

    def declare(page: Page) -> Page:
        page.words = words  # type: ignore[attr-defined]  # a function's own
        return page

    return declare


class PageRoute(APIRoute):
    """Route of a page with declared query parameters; ``edition`` stands for ``variant``."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return a request handler that refuses unknown parameters."""
        answer = super().get_route_handler()
        words = getattr(self.endpoint, "words", ())
        allowed = dict.fromkeys((*words, *(field.alias for field in self.dependant.query_params)))

        async def check_and_answer(request: Request) -> Response:
            query = request.query_params
            if "variant" in allowed and "edition" in query and "variant" not in query:
                url = request.url.include_query_params(variant=query["edition"])
                return RedirectResponse(url.remove_query_params("edition"))
            for word in query:
                if not allowed.keys() & {word, "*"}:
                    word = word[:_MOST_SHOWN]
                    names = ", ".join(allowed) or "none"
                    hint = did_you_mean(word, allowed)
                    raise BadQuestion(f"there is no parameter {word!r}{hint}; there are {names}")
            return await answer(request)

        return check_and_answer
