"""Simulations share a few places: each is given back when its work is done or nobody waits."""

import asyncio
import shutil
from functools import partial
from threading import Event, get_ident
from typing import Any

import pytest
from fastapi import FastAPI
from pydantic import Field
from starlette.testclient import TestClient
from starlette.types import Message

from llq.store.shipped import standard_folder
from llq.web.app import create_app
from llq.web.cached_tables import load_cached_table
from llq.web.http.jobs import Job, WorkKind, semaphore_of
from llq.web.http.limits import Limits
from llq.web.http.parameter_types import Whole
from llq.web.http.question_routes import add_question
from llq.web.http.questions import QuestionModel
from tests.web.conftest import PATIENCE, hold_progress

WHOLE_DAY = 86_400.0
MATCH = b"first=random&second=random&games=100000"


async def leave_in_the_middle(app: FastAPI, has_begun: asyncio.Event, is_gone: Event) -> None:
    """Ask for a match and leave once it has begun; then have its next word of progress heard."""
    sent = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Message:
        if sent:
            return sent.pop()
        await has_begun.wait()
        return {"type": "http.disconnect"}

    async def send(_message: Message) -> None:
        """Nobody hears."""

    scope = {
        "type": "http", "method": "GET", "path": "/api/v1/love-letter/match",
        "query_string": MATCH, "headers": [], "http_version": "1.1", "app": app,
    }  # fmt: skip
    await app(scope, receive, send)
    is_gone.set()


def test_who_leaves_in_the_middle_of_a_simulation_frees_its_place(monkeypatch, standard_tables):
    """The one place there is can be had again, though the simulation has all day."""

    async def run() -> list[tuple[int, int]]:
        loop, has_begun = asyncio.get_running_loop(), asyncio.Event()
        begin = partial(loop.call_soon_threadsafe, has_begun.set)
        is_gone, stopped = hold_progress(monkeypatch, begin)
        app = create_app(Limits(jobs=1, seconds=WHOLE_DAY))
        await leave_in_the_middle(app, has_begun, is_gone)
        await asyncio.wait_for(semaphore_of(app, WorkKind.jobs).acquire(), PATIENCE)
        return stopped

    ((done, total),) = asyncio.run(run())
    assert done < total


def test_a_kept_table_is_read_anew_once_its_file_is_another(tmp_path, monkeypatch):
    """Until then it is one object; a table built anew is served without a restart."""
    file = tmp_path / "dominion-kingdom.h5"
    shutil.copy(standard_folder() / file.name, file)
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    before = load_cached_table("dominion-kingdom")
    assert load_cached_table("dominion-kingdom") is before
    shutil.copy(standard_folder() / file.name, tmp_path / "new")
    (tmp_path / "new").replace(file)
    assert load_cached_table("dominion-kingdom") is not before


@pytest.mark.parametrize("size", [1, 9])
def test_quick_questions_that_take_long_have_a_thread(size):
    """Those that are short are answered where requests come in, alone or in a batch."""

    class Size(QuestionModel):
        """A question of some size."""

        size: Whole = Field(description="How long it takes.")

    def thread(_question: Size, _job: Job) -> dict[str, Any]:
        """Return who answers."""
        return {"thread": get_ident()}

    async def loop_thread() -> int:
        return get_ident()

    app = create_app()
    add_question(
        app.router,  # type: ignore[arg-type]
        "/api/v1/size", Size, thread, summary="Size", is_quick=True,
        is_long=lambda question: question.size > 5,
    )  # fmt: skip
    app.get("/loop")(loop_thread)
    with TestClient(app) as client:
        loop_id = client.get("/loop").json()
        thread_id = client.get(f"/api/v1/size?size={size}").json()["thread"]
        (of_batch,) = client.post("/api/v1/size", json=[{"size": size}]).json()
    assert {thread_id == loop_id, of_batch["thread"] == loop_id} == {size < 5}
