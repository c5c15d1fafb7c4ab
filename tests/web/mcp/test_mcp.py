"""Assistants: what a server tells of its tools, over real stdio and HTTP, and how calls end."""

import json
import os
import re
import shlex
import sys
from threading import Event
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import CallToolResult

import llq
from llq.query.sql.manual import views
from llq.web.app import create_app
from llq.web.http.jobs import Job
from llq.web.http.limits import Limits
from llq.web.mcp.catalogue import tools
from llq.web.mcp.server import INSTRUCTIONS
from tests.web.conftest import PATIENCE, PATIENT, hold_progress, server_of
from tests.web.test_refusals import refusal
from tools.examples import PAGES, ROOT
from tools.serving import serving

HAND = {"hand": "guard,princess"}
VIEW = "love_letter_classic_opening"


@pytest.fixture(scope="module")
def answers(standard_tables):
    """Return what is listed over stdio, the instructions, a page of the manual and an answer."""
    listing: dict[str, Any] = {}
    program = "from llq.cli.entry import run; run()"
    server = StdioServerParameters(
        command=sys.executable,
        args=["-c", program, "mcp", "--seconds", "600"],
        env=dict(os.environ),
    )

    async def run() -> None:
        async with Client(stdio_client(server)) as client:
            listing["instructions"] = client.instructions
            listing["listed"] = (await client.list_tools()).tools
            listing["resources"] = (await client.list_resources()).resources
            page = await client.read_resource("llq://manual/sql-schema")
            listing["page"] = page.contents[0]
            listing["lookup"] = await client.call_tool("love_letter_lookup", HAND)

    anyio.run(run)
    return listing


def test_a_server_over_stdio_answers(answers, ask):
    """What a program reads there is what the tool answers."""
    assert answers["lookup"] == ask("love_letter_lookup", HAND)


def test_what_is_stored_is_that_of_the_api_and_of_the_command(ask, client, llq):
    """Rows of SQL, columns of a view, tables, and the table that an answer rests on."""

    def ask_tool(tool: str, **question: str) -> tuple[Any, Any]:
        content = ask(tool, question).structured_content
        words = shlex.split(content["command"])[1:]
        if "json" not in words:
            words += ["--format", "json"]
        return content["answer"], json.loads(llq(*words)[1])

    row = ask("sql", {"query": f"SELECT 1 FROM {VIEW} LIMIT 1"}).structured_content
    assert row["sentence"] == "1 row of 1 column"
    query = f"SELECT card_1, win_prob FROM {VIEW} LIMIT 3"
    answer, rows = ask_tool("sql", query=query)
    assert client.get("/api/v1/sql", params={"query": query}).json() == answer
    assert [[*row.values()] for row in rows] == answer["rows"]
    answer, rows = ask_tool("sql_views", view=VIEW)
    columns = [column["name"] for column in answer["views"][0]["columns"]]
    assert columns == [row["column"] for row in rows]
    stored = client.get("/api/v1/tables").json()["tables"]
    answer, rows = ask_tool("tables")
    names = [table["name"] for table in answer["tables"]]
    assert names == [table["name"] for table in stored]
    assert len(rows) == len(stored)
    answer, _ = ask_tool("describe_table", name="dominion-31")
    assert answer in stored
    link = "/api/v1/love-letter/lookup?hand=guard,princess"
    answer, looked_up = ask_tool("explain", permalink=link)
    assert answer["table"] in stored
    assert f"winning {looked_up['value']:.4f}" in answer["words"]


def test_bad_input_is_refused_in_one_line(ask):
    """What is no question of the API is refused as those are."""
    for name, arguments, line in [
        ("love_letter_lokup", {}, "did you mean love_letter_lookup?"),
        ("sql", {"query": "DROP TABLE x"}, "SELECT"),
        ("sql_views", {"view": "love_letter_opening"}, "choose one of"),
        ("describe_table", {"name": "dominion"}, "no table 'dominion' is stored"),
        ("explain", {"permalink": "/etc/passwd"}, "is not the address of an answer"),
        ("explain", {"permalink": "/api/v1/love-letter/lookup?hand=1"}, "at least 2"),
    ]:
        refused = refusal(ask(name, arguments))
        assert line in refused
        assert "\n" not in refused


def test_a_tool_says_what_it_takes_and_gives_and_whose_numbers_they_are(answers):
    """The model is told that no number is its own; each parameter has words."""
    assert {tool.name for tool in answers["listed"]} == {*tools()}
    assert answers["instructions"] == INSTRUCTIONS
    assert "compute, estimate and recall none yourself" in INSTRUCTIONS
    for tool in answers["listed"]:
        assert "add no number of your own" in tool.description
        assert tool.annotations.read_only_hint
        for name, field in tool.input_schema.get("properties", {}).items():
            assert field.get("description"), (tool.name, name)
        assert set(tool.output_schema["required"]) == {
            "sentence", "source", "error", "command", "answer",
        }  # fmt: skip


def parts_of(schema):
    """Yield a schema and those of its parts."""
    yield schema
    parts = [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values()]
    for part in (*parts, *schema.get("anyOf", ()), schema.get("items")):
        if part is not None:
            yield from parts_of(part)


def test_no_part_of_a_schema_leaves_its_type_open():
    """Each part of what a tool takes has one type, or is one of several schemas."""
    for name in tools():
        for part in parts_of(tools()[name].input_schema):
            assert isinstance(part.get("type"), str) or {"$ref", "anyOf", "const"} & {*part}, part


def test_the_manual_is_there_to_read(answers):
    """The pages of the manual are resources, among them the schema of every view."""
    assert {ROOT / "docs" / f"{page.name}.md" for page in answers["resources"]} == {*PAGES[1:]}
    assert all(f"### {view.name}\n" in answers["page"].text for view in views())


def test_what_takes_too_long_is_refused(portal, standard_tables):
    """A call ends with its time, and the line says how much time there is."""
    match = {"first": "random", "second": "random", "games": 100_000}
    llq.love_letter.match("random", "random", 10)  # what compiles is refused in other words
    with portal.wrap_async_context_manager(Client(server_of(Limits(seconds=1e-6)))) as client:
        line = refusal(portal.call(client.call_tool, "love_letter_match", match))
    assert line.startswith("an answer here takes at most 1e-06 seconds")


def test_a_call_that_is_cancelled_frees_its_place(monkeypatch, portal, standard_tables):
    """The work of a cancelled call ends at its next word of progress, and the next call has it."""
    match = {"first": "random", "second": "random", "games": 100_000}

    async def run() -> CallToolResult:
        has_begun = anyio.Event()
        left, stopped = hold_progress(monkeypatch, lambda: portal.start_task_soon(has_begun.set))
        async with Client(
            server_of(Limits(jobs=1, seconds=86_400, wait_seconds=PATIENCE))
        ) as client:
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "love_letter_match", match)
                with anyio.fail_after(PATIENCE):
                    await has_begun.wait()
                group.cancel_scope.cancel()
            left.set()
            later = await client.call_tool("love_letter_match", match | {"games": 10})
        assert stopped
        return later

    assert not portal.call(run).is_error


@pytest.fixture(scope="module")
def served(standard_tables):
    """Return the address of a server for assistants."""
    app = create_app(Limits(seconds=600), {"127.0.0.1"}, mcp=True)
    with serving(app) as address:
        yield address


@pytest.mark.parametrize("is_http", [False, True])
def test_a_client_is_told_how_far_a_call_has_got(monkeypatch, portal, served, *, is_http):
    """Whoever asks for progress hears what was done of how much, and it only grows."""
    real, is_heard, heard = Job.progress, Event(), []
    match = {"first": "random", "second": "random", "games": 2_000}

    def progress(job: Job, done: int, total: int) -> None:
        real(job, done, total)
        assert not done or is_heard.wait(PATIENCE)  # work waits until its first word has arrived

    async def hear(done: float, total: float | None, _message: str | None) -> None:
        heard.append((done, total))
        is_heard.set()

    async def run() -> CallToolResult:
        async with Client(f"{served}/mcp" if is_http else server_of(PATIENT)) as client:
            return await client.call_tool("love_letter_match", match, progress_callback=hear)

    monkeypatch.setattr(Job, "progress", progress)
    assert not portal.call(run).is_error
    assert heard
    assert all(0 < done <= total for done, total in heard)
    assert heard == sorted(heard)


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_a_server_answers_assistants_over_http(served, portal, monkeypatch, mode):
    """By both protocols /mcp has the same tools and answers, and a call describes no tool anew."""
    with portal.wrap_async_context_manager(Client(f"{served}/mcp", mode=mode)) as client:
        listed = portal.call(client.list_tools)
        monkeypatch.setattr("llq.web.mcp.server.types.ToolAnnotations", None)
        answer = portal.call(client.call_tool, "love_letter_lookup", HAND)
    assert [tool.name for tool in listed.tools] == [*tools()]
    assert len(listed.model_dump_json(by_alias=True, exclude_none=True)) < 60_000
    assert answer.structured_content["command"] == "llq lookup guard princess"
    assert json.loads(answer.content[0].text) == answer.structured_content


def test_the_protocol_of_2026_needs_no_handshake(served):
    """Each request stands alone: what there is, is asked for; lists say for how long they hold.

    Neither a name that is pointed here nor a page of another site reaches the tools.
    """
    version, key = "2026-07-28", "io.modelcontextprotocol"
    meta = {f"{key}/protocolVersion": version, f"{key}/clientCapabilities": {}}
    for method in ("server/discover", "tools/list", "resources/list"):
        result = httpx2.post(
            f"{served}/mcp",
            json={"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": meta}},
            headers={
                "accept": "application/json, text/event-stream",
                "mcp-protocol-version": version,
                "mcp-method": method,
            },
        ).json()["result"]
        assert (result["resultType"], result["ttlMs"]) == ("complete", 86_400_000)
    assert httpx2.get(f"{served}/mcp", headers={"accept": "text/event-stream"}).status_code == 405
    foreign = ({"host": "evil.example"}, 421), ({"origin": "https://evil.example"}, 403)
    for headers, status in foreign:
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        assert httpx2.post(f"{served}/mcp", json=body, headers=headers).status_code == status


def test_a_server_has_no_tools_unless_asked(client):
    """Without --mcp there is nothing at /mcp."""
    assert client.post("/mcp", json={}).status_code == 404


def test_an_unknown_page_of_the_manual_is_refused(portal):
    """A resource that there is not is an error that names those there are."""
    with (
        portal.wrap_async_context_manager(Client(server_of(Limits()))) as client,
        pytest.raises(MCPError, match=r"llq://manual/NAME for .*sql-schema"),
    ):
        portal.call(client.read_resource, "llq://manual/secrets")


PAGE = (ROOT / "docs" / "mcp.md").read_text("utf-8")
BLOCKS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]


def test_the_page_configures_clients_with_the_command():
    """Each configuration on the page is JSON that starts `llq mcp`."""
    *configurations, _ = BLOCKS
    for configuration in configurations:
        ((_, servers),) = configuration.items()
        assert (servers["llq"]["command"], servers["llq"]["args"]) == ("llq", ["mcp"])


def test_the_page_shows_an_answer_as_it_is(ask):
    """The answer on the page is the tool's, except for what it leaves out."""
    answer = ask("love_letter_lookup", {"hand": "guard,princess", "seen": "2,5"})
    printed, content = BLOCKS[-1], answer.structured_content
    assert printed["answer"]["best"] == content["answer"]["best"]
    assert printed | {"answer": content["answer"]} == content
