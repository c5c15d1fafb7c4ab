"""Tables: what is stored, how it was computed, and what could be."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from llq.errors import LlqError
from llq.query.games import all_games, find_kind
from llq.query.table_kinds import Game
from llq.query.tables.files import tables
from llq.query.tables.standard_set import bytes_text, table_facts
from llq.store.locate import ListedTable
from llq.store.schema import rules_name
from llq.web.http.jobs import Kind, do_job, in_time
from llq.web.http.problems import problem
from llq.web.pages.rendering import render

api = APIRouter()
pages = APIRouter()


@api.get("/tables", summary="The tables, and what is not built")
async def list_tables(request: Request) -> dict[str, Any]:
    """Return every table with its origin and hashes, and the kinds that are not built."""
    return await do_job(request, lambda _: listed_tables(), Kind.pages)


def listed_tables() -> dict[str, Any]:
    """Return every table with its origin and hashes, and the kinds that are not built."""
    found = list(tables())
    return {
        "tables": [_plain(table) for table in found],
        "not_built": [one for game in all_games() for one in _not_built(game, found)],
    }


@pages.get("/tables")
@in_time
def show_tables(request: Request) -> Response:
    """Show every table with its origin and hashes, and the kinds that are not built."""
    found = list(tables())
    groups = []
    for game in all_games():
        shown = [
            {
                "name": table.name,
                "size": bytes_text(table.size_bytes),
                "facts": _facts(table),
                "error": None if table.error is None else _reason(table.error),
            }
            for table in found
            if table.name.startswith(f"{game.module}-")
        ]
        groups.append((game.title, shown, _not_built(game, found)))
    total = bytes_text(sum(table.size_bytes for table in found))
    return render(request, "tables.html", groups=groups, count=len(found), total=total)


def _plain(table: ListedTable) -> dict[str, Any]:
    """Return what a table's file says, ready for JSON."""
    said: dict[str, Any] = {
        "name": table.name,
        "bytes": table.size_bytes,
        "content_hash": table.content_hash,
        "error": None if table.error is None else problem(table.error),
    }
    if table.info is not None:
        spec, origin = table.info.spec, table.info.provenance
        kind = None if table.error else find_kind(table.name)
        said |= {
            "game": spec.game.replace("_", "-"),
            "title": kind.title if kind else None,
            "accuracy": kind.accuracy if kind else None,
            "rules": rules_name(spec.rules_id, spec.rules_version),
            "parameters": dict(spec.parameters),
            "command": origin.command,
            "seconds": origin.seconds,
            "created": origin.created,
            "version": spec.version,
            "versions": dict(origin.versions),
            "machine": dict(origin.machine),
        }
    return said


def _facts(table: ListedTable) -> dict[str, str]:
    """Return what a sound table holds and how it was made, in words."""
    if table.info is None:
        return {}
    spec = table.info.spec
    return table_facts(table.info) | {
        "Rules": rules_name(spec.rules_id, spec.rules_version),
        "Built": table.info.provenance.created,
    }


def _not_built(game: Game, found: list[ListedTable]) -> list[dict[str, str]]:
    """Return the kinds of table of a game of which there is none, with what builds each."""
    return [
        {"holds": kind.title, "command": f"llq build {kind.name}", "takes": kind.takes}
        for kind in game.tables
        if not any(kind.is_named(table.name) for table in found)
    ]


def _reason(error: LlqError) -> str:
    said: str = problem(error)["detail"]
    return said
