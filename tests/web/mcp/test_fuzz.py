"""Calls that schemathesis makes from the tools' schemas: each is answered as it is described."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from anyio.from_thread import BlockingPortal
from hypothesis import assume, given
from hypothesis import strategies as st
from mcp import Client
from schemathesis import Case

from llq.web.mcp.catalogue import tools
from tests.web.conftest import Ask, server_of
from tests.web.test_api_fuzz import LIMITS, cases_of, config, examples
from tests.web.test_refusals import refusal
from tools.examples import ROOT


@pytest.fixture(scope="module")
def calls() -> st.SearchStrategy[Case]:
    """Return calls as requests: the tool is the path, the arguments are the body."""
    paths: dict[str, Any] = {}
    for name, tool in tools().items():
        content = {"application/json": {"schema": tool.question.model_json_schema()}}
        body = {"required": True, "content": content}
        paths[f"/{name}"] = {"post": {"requestBody": body, "responses": {"200": {}}}}
    plain = {"openapi": "3.1.0", "info": {"title": "Tools", "version": "1"}, "paths": paths}
    return cases_of(schemathesis.openapi.from_dict(plain, config=config()))


@pytest.fixture(scope="module")
def hurried(portal: BlockingPortal, standard_tables: None) -> Iterator[Ask]:
    """Return what calls a tool of a server that gives each call half a second."""
    with portal.wrap_async_context_manager(Client(server_of(LIMITS))) as client:
        yield lambda name, arguments: portal.call(client.call_tool, name, arguments)


@examples(50)
@given(data=st.data())
def test_every_call_is_answered_or_refused_in_one_line(
    hurried: Ask, calls: st.SearchStrategy[Case], data: st.DataObject
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
        assert "\n" not in line
        assert "llq failed to answer" not in line
        assert str(ROOT) not in line
    else:
        assert result.structured_content["sentence"]
