"""Table pages and API: contents, origin, and tables still to build."""

from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from llq.query.games import all_games, find_kind
from llq.query.table_kinds import Game
from llq.query.tables.descriptions import bytes_text, table_facts
from llq.query.tables.files import tables
from llq.store.locate import ListedTable
from llq.store.schema import rules_name
from llq.web.http.jobs import WorkKind, as_page_job, do_job
from llq.web.http.page_routes import PageRoute
from llq.web.http.problems import problem
from llq.web.http.shapes import Problem
from llq.web.pages.rendering import render

api = APIRouter()
pages = APIRouter(route_class=PageRoute)


class StoredTable(BaseModel):
    """Stored table; after a refusal only its name and file are certain."""

    name: str
    bytes: int = Field(description="Size of its file.")
    error: Problem | None = Field(description="Why it is refused, if it is.")
    game: str | None = None
    title: str | None = Field(None, description="What it holds.")
    accuracy: str | None = Field(None, description="How exact its numbers are.")
    rules: str | None = Field(None, description="The rules and their version.")
    content_hash: str | None = Field(description="The SHA-256 of what it holds.")
    parameters: dict[str, Any] = Field({}, description="Of the solver or simulation.")
    command: str | None = Field(None, description="What builds it again.")
    seconds: float | None = Field(None, description="That building it took.")
    created: str | None = Field(None, description="When it was built.")
    version: int | None = Field(None, description="Of its kind; others' numbers differ.")
    versions: dict[str, str] = Field({}, description="Of the packages that built it.")
    machine: dict[str, Any] = Field({}, description="On which it was built.")


class NotBuilt(BaseModel):
    """A kind without any table."""

    holds: str
    command: str = Field(description="What builds it.")
    takes: str = Field(description="Time and memory of that.")


class StoredTables(BaseModel):
    """Stored tables with origin and hashes, and kinds not built."""

    tables: list[StoredTable]
    not_built: list[NotBuilt]


@api.get("/tables", summary="The tables, and what is not built")
async def list_tables(request: Request) -> StoredTables:
    """Return stored tables with origin and hashes, and kinds not built."""
    return await do_job(request, lambda _: describe_tables(), WorkKind.pages)


def describe_tables() -> StoredTables:
    """Return stored tables with origin and hashes, and kinds not built."""
    stored = list(tables())
    return StoredTables(
        tables=[_describe_table(table) for table in stored],
        not_built=[kind for game in all_games() for kind in _missing_kinds(game, stored)],
    )


@pages.get("/tables")
@as_page_job
def show_tables(request: Request) -> Response:
    """Show stored tables with origin and hashes, and kinds not built."""
    stored = list(tables())
    groups = []
    for game in all_games():
        rows = [_summary(table) for table in stored if table.name.startswith(f"{game.module}-")]
        groups.append((game.title, rows, _missing_kinds(game, stored)))
    total = bytes_text(sum(table.size_bytes for table in stored))
    return render(request, "tables.html", groups=groups, count=len(stored), total=total)


def _describe_table(table: ListedTable) -> StoredTable:
    metadata: dict[str, Any] = {
        "name": table.name,
        "bytes": table.size_bytes,
        "content_hash": table.content_hash,
        "error": None if table.error is None else problem(table.error),
    }
    if table.info is None:
        return StoredTable(**metadata)
    spec, origin = table.info.spec, table.info.provenance
    kind = None if table.error else find_kind(table.name)
    return StoredTable(
        **metadata,
        game=spec.game.replace("_", "-"),
        title=kind.title if kind else None,
        accuracy=kind.accuracy if kind else None,
        rules=rules_name(spec.rules_id, spec.rules_version),
        parameters=dict(spec.parameters),
        command=origin.command,
        seconds=origin.seconds,
        created=origin.created,
        version=spec.version,
        versions=dict(origin.versions),
        machine=dict(origin.machine),
    )


def _summary(table: ListedTable) -> dict[str, Any]:
    """Return a table's name and size, and its facts in words or the reason of its refusal."""
    facts: dict[str, str] = {}
    if table.info is not None:
        spec = table.info.spec
        facts = table_facts(table.info) | {
            "Rules": rules_name(spec.rules_id, spec.rules_version),
            "Built": table.info.provenance.created,
        }
    error = table.error and problem(table.error)["detail"]
    size = bytes_text(table.size_bytes)
    return {"name": table.name, "size": size, "facts": facts, "error": error}


def _missing_kinds(game: Game, stored: list[ListedTable]) -> list[NotBuilt]:
    """Return a game's unbuilt table kinds with their build commands."""
    built = [find_kind(table.name).name for table in stored if table.name.startswith(game.module)]
    return [
        NotBuilt(holds=kind.title, command=f"llq build {kind.name}", takes=kind.takes)
        for kind in game.tables
        if kind.name not in built
    ]
