"""The table files of all games: what is built, and whether it is sound and today's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from llq.errors import ForeignTable, LlqError, UnknownGame
from llq.query.dominion.strategy_table import strategies_spec_like
from llq.query.dominion.table import dominion_spec
from llq.query.literature.tables import BY_NAME as LITERATURE
from llq.query.love_letter import study
from llq.query.love_letter import table_format as love_letter
from llq.query.sueca.match_table import matches_remedy, matches_spec_like
from llq.solver.love_letter.variants import find_rules
from llq.store.locate import ListedTable, list_tables
from llq.store.schema import TableSpec
from llq.store.tables import TableInfo, open_table, verify_table

__all__ = ["built_tables", "verify_file"]


def built_tables() -> Iterator[ListedTable]:
    """Yield every table file that is found, with what is wrong with it, if anything is."""
    for listed in list_tables():
        try:
            if listed.error is None:
                with open_table(listed.path) as table:
                    spec = table.info.spec
                if spec.name != listed.name:
                    raise ForeignTable(
                        f"{listed.path}: holds the table {spec.name}; rename or delete it"
                    )
                with open_table(listed.path, _expected(spec), remedy=_remedy(spec)):
                    pass
        except LlqError as error:
            yield replace(listed, error=error)
        else:
            yield listed


def verify_file(path: str | os.PathLike[str]) -> TableInfo:
    """Read a table file whole, check every hash, and return what it says of itself.

    Raises
    ------
    TableMissing, CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        The file is not a sound table that today's code would build.
    """
    with open_table(path) as table:
        spec = table.info.spec
    return verify_table(path, _expected(spec), remedy=_remedy(spec))


def _expected(spec: TableSpec) -> TableSpec:
    """Return what today's code would build in place of a table.

    Raises
    ------
    ForeignTable
        No game of today's has such a table.
    """
    if spec.game == "love_letter":
        with suppress(UnknownGame):
            if spec.variant.endswith(study.ENDING):
                return study.study_spec(find_rules(spec.variant.removesuffix(study.ENDING)))
            return love_letter.table_spec(*love_letter.parse_variant(spec.variant))
    if spec.name == "dominion-strategies":
        return strategies_spec_like(spec)
    if spec.game == "dominion" and spec.variant.isdecimal():
        return dominion_spec(int(spec.variant))
    if spec.name == "sueca-matches":
        return matches_spec_like(spec)
    if spec.name in LITERATURE:
        return LITERATURE[spec.name].spec_like(spec)
    raise ForeignTable(f"{spec.name} is no table of this llq's games")


def _remedy(spec: TableSpec) -> str:
    """Return the command that builds a table again."""
    if spec.game == "love_letter" and spec.variant.endswith(study.ENDING):
        return study.study_remedy(find_rules(spec.variant.removesuffix(study.ENDING)))
    if spec.game == "love_letter":
        return love_letter.remedy(*love_letter.parse_variant(spec.variant))
    if spec.name == "dominion-strategies":
        return "build it with: llq build dominion-strategies"
    if spec.name == "sueca-matches":
        return matches_remedy(matches_spec_like(spec))
    if spec.name in LITERATURE:
        return LITERATURE[spec.name].remedy(spec)
    return f"build it with: llq build dominion --turns {spec.variant}"
