"""Assistants: each tool answers as the API does, over real stdio, and refuses in one line."""

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import anyio
import pytest
import schemathesis
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import CallToolResult
from schemathesis import Case
from starlette.testclient import TestClient

from llq.errors import TakesTooLong
from llq.query.sql.manual import views
from llq.web.app import create_app
from llq.web.http.jobs import Job
from llq.web.http.limits import Limits
from llq.web.http.questions import Question
from llq.web.mcp.catalogue import tools
from llq.web.mcp.server import INSTRUCTIONS, create_server
from tests import fork_server
from tests.web.conftest import PATIENT
from tests.web.test_api_fuzz import LIMITS, cases_of, config
from tools import examples
from tools.serving import serving

FUZZ = int(os.environ.get("LLQ_FUZZ", "150"))
PATIENCE = 120.0  # seconds after which a promise is broken
FEWER = {"games": 20, "samples": 50, "provinces": 1}
"""Parameters whose usual values take a test too long."""
FURTHER = {"sql_views": {"view": "love_letter_classic_opening"}}
SAME = {
    "love_letter_beliefs": lambda answer: answer["cards"][0]["chance"],
    "dominion_strategies": lambda answer: answer["mean"],
    "dominion_menus": lambda answer: answer["first"],
    "dominion_kingdom_ranking": lambda answer: answer["cards"][0]["turns"],
    "sql": lambda answer: answer["rows"][0][1],
}
"""A number of each answer that its command prints too, where it is not the answer's value."""


def question(name: str) -> dict[str, Any]:
    """Return the example of a tool's question, as its schema has it."""
    fields = tools()[name].question.model_json_schema()["properties"]
    found = {field: said["examples"][0] for field, said in fields.items() if "examples" in said}
    return (
        found | {field: FEWER[field] for field in fields if field in FEWER} | FURTHER.get(name, {})
    )


@pytest.fixture(scope="module")
def answers(standard_tables: None) -> dict[str, Any]:
    """Return what each tool answers over stdio, what is listed there, and the instructions."""
    found: dict[str, Any] = {}
    program = "from llq.cli.entry import run; run()"
    server = StdioServerParameters(
        command=sys.executable,
        args=["-c", program, "mcp", "--seconds", "600"],
        env=dict(os.environ),
    )

    async def run() -> None:
        async with Client(stdio_client(server)) as client:
            found["instructions"] = client.instructions
            found["listed"] = (await client.list_tools()).tools
            found["resources"] = (await client.list_resources()).resources
            page = await client.read_resource("llq://manual/sql-schema")
            found["page"] = page.contents[0]
            for name in tools():
                found[name] = await client.call_tool(name, question(name))

    anyio.run(run)
    return found


def refusal(result: CallToolResult) -> str:
    """Return the line in which a call was refused."""
    assert result.is_error
    assert result.structured_content is None
    (content,) = result.content
    assert content.type == "text"
    assert "\n" not in content.text
    return content.text


@pytest.mark.parametrize("name", tools())
def test_a_tool_answers_as_the_api_does(
    name: str, answers: dict[str, Any], client: TestClient
) -> None:
    """Over stdio a tool gives the API's answer, with its sentence, source, error and command."""
    result = answers[name]
    assert not result.is_error, result.content
    said = result.structured_content
    assert json.loads(result.content[0].text) == said
    assert all(said[part] for part in ("sentence", "source", "error", "command"))
    assert "\n" not in said["sentence"]
    if link := said["answer"].get("permalink"):
        assert client.get(link).json() == said["answer"]
    elif name == "sql":
        assert client.get("/api/v1/sql", params=question(name)).json() == said["answer"] | {
            "sources": said["answer"]["sources"]
        }


def test_every_question_of_the_api_is_a_tool(client: TestClient) -> None:
    """What a link asks of a game, other than a game move by move and a stream, a tool asks too."""
    paths = client.get("/openapi.json").json()["paths"]
    asked = [
        path.removeprefix("/api/v1/").replace("/", "_").replace("-", "_")
        for path, methods in paths.items()
        if "get" in methods and not re.search(r"/games/|/stream|v1$|/questions", path)
    ]
    assert {*asked} <= {*tools()}


def test_a_tool_says_what_it_takes_and_gives_and_whose_numbers_they_are(
    answers: dict[str, Any],
) -> None:
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


def test_a_tool_and_the_api_describe_an_answer_alike(
    answers: dict[str, Any], client: TestClient
) -> None:
    """What a tool's schema says of its answer stands in the API's description, field by field."""
    described = client.get("/openapi.json").json()
    paths = {
        path.removeprefix("/api/v1/").replace("/", "_").replace("-", "_"): methods["get"]
        for path, methods in described["paths"].items()
        if "get" in methods
    }
    seen = set()
    for tool in answers["listed"]:
        shape = tool.output_schema["properties"]["answer"].get("$ref", "").rpartition("/")[2]
        if tool.name in ("sql", "sql_views", "tables", "describe_table", "explain"):
            continue
        content = paths[tool.name]["responses"]["200"]["content"]["application/json"]["schema"]
        assert content["$ref"].rpartition("/")[2] == shape, tool.name
        ours = tool.output_schema["$defs"][shape]
        theirs = described["components"]["schemas"][shape]
        assert ours["properties"].keys() == theirs["properties"].keys()
        assert ours["required"] == theirs["required"]
        seen.add(shape)
    assert {"Advised", "Played", "Players"} <= seen
    assert not {"Computed", "Listed"} & seen  # which name no number


def parts_of(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a schema and those of its parts."""
    yield schema
    parts = [*schema.get("anyOf", ()), *schema.get("prefixItems", ())]
    for named in ("properties", "$defs"):
        parts += schema.get(named, {}).values()
    parts += [schema[one] for one in ("items", "additionalProperties") if schema.get(one)]
    for part in parts:
        if isinstance(part, dict):
            yield from parts_of(part)


@pytest.mark.parametrize("name", tools())
def test_no_part_of_a_schema_leaves_its_type_open(name: str) -> None:
    """Each part of what a tool takes and gives has one type, or is one of several schemas."""
    tool = tools()[name]
    for model in (tool.question, tool.shape):
        for part in parts_of(model.model_json_schema()):
            assert isinstance(part.get("type"), str) or {"$ref", "anyOf", "const"} & {*part}, part


def test_the_manual_is_there_to_read(answers: dict[str, Any]) -> None:
    """The pages of the manual are resources, among them the schema of every view."""
    pages = {path.stem for path in (examples.ROOT / "docs").glob("*.md")}
    assert {resource.name for resource in answers["resources"]} == pages
    assert all(f"### {view.name}\n" in answers["page"].text for view in views())


def numbers(plain: Any) -> Iterator[float]:
    """Yield every number in plain data."""
    if isinstance(plain, dict | list):
        for part in plain.values() if isinstance(plain, dict) else plain:
            yield from numbers(part)
    elif isinstance(plain, int | float):
        yield plain


@pytest.mark.parametrize("name", tools())
def test_the_command_gives_the_same_answer(
    name: str, answers: dict[str, Any], client: TestClient, tmp_path: Path
) -> None:
    """The command of an answer prints its value too, or its win probability."""
    said = answers[name].structured_content
    command, answer = said["command"], said["answer"]
    if command.startswith("curl "):
        assert client.get(re.findall(r"8000(.*?)'", command)[0]).json() == answer
        return
    command = f"cd {tmp_path} && {command} --format json < /dev/null"
    printed = json.loads(examples.run(command, before=fork_server.start()))
    if isinstance(printed, list) and "players" in name:
        assert [one["name"] for one in answer["players"]] == [one["name"] for one in printed]
        return
    if name in ("sql_views", "tables", "describe_table"):
        assert printed
        return
    usual = next((answer[key] for key in ("value", "win_prob") if key in answer), None)
    value = SAME[name](answer) if name in SAME else usual
    if name == "explain":
        value = float(re.findall(r"winning ([\d.]+)", said["sentence"])[0])
    assert isinstance(value, float)
    assert any(value == pytest.approx(number, abs=5e-7) for number in numbers(printed)), command


@pytest.fixture(scope="module")
def portal() -> Iterator[BlockingPortal]:
    """Return a way to call what is asynchronous."""
    with start_blocking_portal() as portal:
        yield portal


def server_of(limits: Limits) -> Any:
    """Return a server with limits of its own."""
    return create_server(SimpleNamespace(state=SimpleNamespace(limits=limits)))


@pytest.fixture(scope="module")
def asked(portal: BlockingPortal, standard_tables: None) -> Iterator[Any]:
    """Return what calls a tool of a server that is patient."""
    with portal.wrap_async_context_manager(Client(server_of(PATIENT))) as client:
        yield lambda name, arguments: portal.call(client.call_tool, name, arguments)


@pytest.fixture(scope="module")
def hurried(portal: BlockingPortal, standard_tables: None) -> Iterator[Any]:
    """Return what calls a tool of a server that gives each call a second."""
    with portal.wrap_async_context_manager(Client(server_of(LIMITS))) as client:
        yield lambda name, arguments: portal.call(client.call_tool, name, arguments)


@pytest.mark.parametrize(
    ("name", "arguments", "line"),
    [
        ("love_letter_lookup", {"hand": "8,8"}, "the deck has 1 Princess"),
        ("love_letter_lookup", {"hand": "guard,wizard"}, "wizard"),
        ("love_letter_lookup", {"hand": "1,8", "sen": "2"}, "there is no parameter 'sen'"),
        ("love_letter_lookup", {}, "hand is missing, such as hand=guard,princess"),
        ("love_letter_match", {"first": "os:system", "second": "table"}, "only built-in players"),
        ("love_letter_match", {"first": "table", "second": "table", "games": 10**6}, "games"),
        ("love_letter_lokup", {}, "did you mean love_letter_lookup?"),
        ("dominion_lookup", {"deck": "7 copper", "coins": 3, "turn": 1, "turns": 40}, "llq build"),
        ("sql", {"query": "FROM read_csv('/etc/passwd')"}, "queries read the views alone"),
        ("sql", {"query": "DROP TABLE x"}, "SELECT"),
        ("sql_views", {"view": "love_letter_opening"}, "choose one of"),
        ("describe_table", {"name": "dominion"}, "no table 'dominion' is stored"),
        ("explain", {"permalink": "/etc/passwd"}, "is not the address of an answer"),
        ("explain", {"permalink": "/api/v1/love-letter/lookup?hand=1"}, "at least 2"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    asked: Any, name: str, arguments: dict[str, Any], line: str
) -> None:
    """What the API refuses a tool refuses with the same words; the assistant can mend its call."""
    assert line in refusal(asked(name, arguments))


@pytest.fixture(scope="module")
def calls() -> st.SearchStrategy[Case]:
    """Return calls as requests: the tool is the path, the arguments are the body."""
    answered = {"responses": {"200": {"description": "The answer."}}}
    paths = {
        f"/{name}": {"post": answered | {"requestBody": _body(tool.question)}}
        for name, tool in tools().items()
    }
    plain = {"openapi": "3.1.0", "info": {"title": "Tools", "version": "1"}, "paths": paths}
    return cases_of(schemathesis.openapi.from_dict(plain, config=config()))


def _body(question: type[Question]) -> dict[str, Any]:
    content = {"application/json": {"schema": question.model_json_schema()}}
    return {"required": True, "content": content}


@settings(
    max_examples=FUZZ,
    deadline=None,
    derandomize="LLQ_FUZZ" not in os.environ,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_every_call_is_answered_or_refused_in_one_line(
    hurried: Any, calls: st.SearchStrategy[Case], data: st.DataObject
) -> None:
    """Whatever is called, the answer follows the tool's schema or is a line; nothing else breaks.

    The client checks answers against the schema and fails where one does not follow it.
    """
    case = data.draw(calls)
    assume(isinstance(case.body, dict))  # the client sends nothing else
    result = hurried(case.path.removeprefix("/"), case.body)
    if result.is_error:
        line = refusal(result)
        assert line
        assert "llq failed to answer" not in line
        assert str(examples.ROOT) not in line
    else:
        assert result.structured_content["sentence"]


def test_what_takes_too_long_is_refused(portal: BlockingPortal, standard_tables: None) -> None:
    """A call ends with its time, and the line says how much time there is."""
    match = {"first": "random", "second": "random", "games": 100_000}
    with portal.wrap_async_context_manager(Client(server_of(Limits(seconds=1e-6)))) as client:
        line = refusal(portal.call(client.call_tool, "love_letter_match", match))
    assert line.startswith("an answer here takes at most 1e-06 seconds")


def test_a_call_that_is_cancelled_frees_its_place(
    monkeypatch: pytest.MonkeyPatch, portal: BlockingPortal, standard_tables: None
) -> None:
    """The work of a cancelled call ends at its next word of progress, and the next call has it."""
    real, left, stopped = Job.progress, Event(), []
    match = {"first": "random", "second": "random", "games": 100_000}

    async def run() -> CallToolResult:
        begun = anyio.Event()

        def progress(job: Job, done: int, total: int) -> None:
            portal.start_task_soon(begun.set)
            assert left.wait(PATIENCE)
            try:
                real(job, done, total)
            except TakesTooLong:
                stopped.append(done)
                raise

        monkeypatch.setattr(Job, "progress", progress)
        async with Client(
            server_of(Limits(jobs=1, seconds=86_400, wait_seconds=PATIENCE))
        ) as client:
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "love_letter_match", match)
                with anyio.fail_after(PATIENCE):
                    await begun.wait()
                group.cancel_scope.cancel()
            left.set()
            return await client.call_tool("love_letter_match", match | {"games": 10})

    assert not portal.call(run).is_error
    assert stopped


@pytest.fixture(scope="module")
def served(standard_tables: None) -> Iterator[str]:
    """Return the address of a server for assistants."""
    app = create_app(Limits(seconds=600), {"127.0.0.1"}, mcp=True)
    with serving(app) as address:
        yield address


@pytest.mark.parametrize("is_http", [False, True])
def test_a_client_is_told_how_far_a_call_has_got(
    monkeypatch: pytest.MonkeyPatch, portal: BlockingPortal, served: str, *, is_http: bool
) -> None:
    """Whoever asks for progress hears what was done of how much, and it only grows."""
    real, told, heard = Job.progress, Event(), []
    match = {"first": "random", "second": "random", "games": 2_000}

    def progress(job: Job, done: int, total: int) -> None:
        real(job, done, total)
        assert not done or told.wait(PATIENCE)  # work waits until its first word has arrived

    async def hear(done: float, total: float | None, _message: str | None) -> None:
        heard.append((done, total))
        told.set()

    async def run() -> CallToolResult:
        async with Client(f"{served}/mcp" if is_http else server_of(PATIENT)) as client:
            return await client.call_tool("love_letter_match", match, progress_callback=hear)

    monkeypatch.setattr(Job, "progress", progress)
    assert not portal.call(run).is_error
    assert heard
    assert all(0 < done <= total for done, total in heard)
    assert heard == sorted(heard)


def test_a_server_answers_assistants_over_http(served: str, portal: BlockingPortal) -> None:
    """At /mcp of a server the same tools give the same answers."""
    hand = {"hand": "guard,princess"}
    with portal.wrap_async_context_manager(Client(f"{served}/mcp")) as client:
        listed = portal.call(client.list_tools).tools
        found = portal.call(client.call_tool, "love_letter_lookup", hand)
    assert [tool.name for tool in listed] == [*tools()]
    assert found.structured_content["command"] == "llq lookup guard princess"


@pytest.mark.parametrize(
    ("headers", "status"),
    [({"host": "evil.example"}, 421), ({"origin": "https://evil.example"}, 403)],
)
def test_other_hosts_and_pages_are_refused(
    served: str, headers: dict[str, str], status: int
) -> None:
    """Neither a name that is pointed here nor a page of another site reaches the tools."""
    import httpx2

    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    found = httpx2.post(f"{served}/mcp", json=body, headers=headers)
    assert found.status_code == status


def test_a_server_has_no_tools_unless_asked(client: TestClient) -> None:
    """Without --mcp there is nothing at /mcp."""
    assert client.post("/mcp", json={}).status_code == 404


def test_an_unknown_page_of_the_manual_is_refused(portal: BlockingPortal) -> None:
    """A resource that there is not is an error that names those there are."""
    with (
        portal.wrap_async_context_manager(Client(server_of(Limits()))) as client,
        pytest.raises(MCPError, match=r"llq://manual/NAME for .*sql-schema"),
    ):
        portal.call(client.read_resource, "llq://manual/secrets")


PAGE = (examples.ROOT / "docs" / "mcp.md").read_text("utf-8")
BLOCKS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]


def test_the_page_configures_clients_with_the_command() -> None:
    """Each configuration on the page is JSON that starts `llq mcp`."""
    *configurations, _ = BLOCKS
    for configuration in configurations:
        ((_, servers),) = configuration.items()
        assert (servers["llq"]["command"], servers["llq"]["args"]) == ("llq", ["mcp"])


def test_the_page_shows_an_answer_as_it_is(asked: Any) -> None:
    """The answer on the page is the tool's, except for what it leaves out."""
    found = asked("love_letter_lookup", {"hand": "guard,princess", "seen": "2,5"})
    shown, said = BLOCKS[-1], found.structured_content
    assert shown["answer"]["best"] == said["answer"]["best"]
    assert shown | {"answer": said["answer"]} == said
