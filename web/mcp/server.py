"""The server of the Model Context Protocol: tools and resources, over stdio or HTTP.

Tools do their work as the API does: in the same places, with the same limits and the same words for
what they refuse. A client that cancels a call, or leaves, frees the place of its work; one that
asks for progress is notified of it.
"""

import json
import logging
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import mcp_types as types
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.session import ServerSession
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from pydantic_core import to_json
from starlette.datastructures import State
from starlette.routing import Route

from llq.errors import BadQuestion, LlqError, one_of
from llq.query.version import __version__
from llq.web.compile_ahead import warm_up
from llq.web.http.limits import LIMITS, Limits
from llq.web.http.problems import without_paths
from llq.web.mcp.catalogue import ToolAnswer, schema_of, tools

_LOG = logging.getLogger("llq.web")

INSTRUCTIONS = (
    "llq knows what to play in Love Letter, Dominion, Sueca and Literature, how exact that is, and "
    "where it comes from. Every number about these games comes from a tool of llq: compute, "
    "estimate and recall none yourself, and say so where llq has no answer. Quote an answer's "
    "sentence with its source and error, and give its command, which anyone can run to check it. "
    "Cards are named in words, such as guard or 7 copper, 3 estate. The resources llq://manual/… "
    "are the manual; llq://manual/sql-schema describes every view that the tool sql may read."
)

_MANUAL = "llq://manual/"
_DAILY_CACHE = CacheHint(ttl_ms=86_400_000, scope="public")


@dataclass
class _Client:
    """Client of a tool call: cancelling ends its task, so it never disconnects."""

    app: Any
    session: ServerSession
    reported: int = 0

    async def is_disconnected(self) -> bool:
        return False

    async def report_progress(self, done: int, total: int) -> None:
        """Report progress to a requesting client, in increasing steps."""
        if done > self.reported:
            self.reported = done
            await self.session.report_progress(done, total)


def serve_stdio(*, seconds: float = LIMITS.seconds) -> None:
    """Serve a stdio client until it disconnects."""
    app = SimpleNamespace(state=State({"limits": Limits(seconds=seconds)}))  # without routes
    server = create_server(app)

    async def run() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    warm_up()
    anyio.run(run)


def http_route(app: Any) -> tuple[Route, StreamableHTTPSessionManager]:
    """Return the ``/mcp`` route, of sessions of one request each, and its unstarted manager."""
    manager = StreamableHTTPSessionManager(create_server(app), stateless=True)
    return Route("/mcp", manager.asgi_app, methods=["POST"]), manager


def create_server(app: Any) -> Server[Any]:
    """Return a server whose calls keep to the limits and share the places of ``app.state``."""
    return Server(
        "llq",
        version=__version__,
        title="llq: what to play in card games",
        instructions=INSTRUCTIONS,
        cache_hints=dict.fromkeys(
            ("server/discover", "tools/list", "resources/list"), _DAILY_CACHE
        ),
        get_tool_input_schema=lambda name: tools()[name].input_schema if name in tools() else None,
        on_list_tools=_list_tools,
        on_call_tool=partial(_call_tool, app),
        on_list_resources=_list_resources,
        on_read_resource=_read_resource,
    )


async def _list_tools(
    _context: ServerRequestContext[Any], _params: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    return _build_tool_list()


@cache
def _build_tool_list() -> types.ListToolsResult:
    hints = types.ToolAnnotations(
        read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    shared = {"output_schema": schema_of(ToolAnswer), "annotations": hints}
    parts = ("name", "title", "description", "input_schema")
    entries = [{part: getattr(tool, part) for part in parts} | shared for tool in tools().values()]
    return types.ListToolsResult(tools=[types.Tool(**tool) for tool in entries])


async def _call_tool(
    app: Any, context: ServerRequestContext[Any], params: types.CallToolRequestParams
) -> types.CallToolResult:
    """Return a tool's answer as data and JSON text, or a one-line refusal."""
    try:
        tool = tools().get(params.name)
        if tool is None:
            name = params.name[:80]
            raise BadQuestion(f"there is no tool {name!r}{one_of(name, tools())}")
        answer = await tool.answer(_Client(app, context.session), params.arguments or {})
    except LlqError as error:
        return _refusal(without_paths(str(error)))
    except Exception:  # whatever it is, the client gets a line and the log the rest
        _LOG.exception("the tool %s failed", params.name[:80])
        return _refusal("llq failed to answer; its log says why")
    text = to_json(answer.model_dump(), inf_nan_mode="null").decode()
    return types.CallToolResult(content=[_text(text)], structured_content=json.loads(text))


def _refusal(line: str) -> types.CallToolResult:
    return types.CallToolResult(content=[_text(line)], is_error=True)


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


async def _list_resources(
    _context: ServerRequestContext[Any], _params: types.PaginatedRequestParams | None
) -> types.ListResourcesResult:
    resources = [
        types.Resource(
            uri=f"{_MANUAL}{name}",
            name=name,
            title=text.partition("\n")[0].removeprefix("# "),
            mime_type="text/markdown",
        )
        for name, text in _manual_pages().items()
    ]
    return types.ListResourcesResult(resources=resources)


async def _read_resource(
    _context: ServerRequestContext[Any], params: types.ReadResourceRequestParams
) -> types.ReadResourceResult:
    uri, pages = str(params.uri), _manual_pages()
    name = uri.removeprefix(_MANUAL)
    if not uri.startswith(_MANUAL) or name not in pages:
        raise MCPError(
            types.INVALID_PARAMS,
            f"there is no resource {uri[:80]!r}; there are {_MANUAL}NAME for {', '.join(pages)}",
        )
    content = types.TextResourceContents(uri=uri, mime_type="text/markdown", text=pages[name])
    return types.ReadResourceResult(contents=[content])


def _manual_pages() -> dict[str, str]:
    folder = Path(str(files("llq.manual")))
    pages = sorted([*folder.glob("*.md"), *folder.glob("measured/*.md")])
    names = [page.relative_to(folder).with_suffix("").as_posix() for page in pages]
    return {name: page.read_text("utf-8") for name, page in zip(names, pages, strict=True)}
