"""Variant tables of Love Letter: names, builder options and commands."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from llq.errors import IllegalState, UnknownGame, one_of
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table import backup
from llq.store.schema import Column, TableSpec

_GAME = "love_letter-"

_LARGE_STATES = 4_000_000
"""Size limit, in states, for solving within a few seconds."""

EXACT_METHOD = "exact dynamic programming in float64 (rounding below 1e-12)"
"""Computation of tables whose states are solved."""


def find_scoring(name: str) -> Scoring:
    """Return a scoring by its name."""
    if name in list(Scoring):
        return Scoring(name)
    raise UnknownGame(f"unknown scoring {name!r}{one_of(name, Scoring)}")


def variant_options(rules: Rules) -> tuple[str, str]:
    """Return the command-line words for a variant."""
    if variants.is_custom(rules):
        return "--deck", ",".join(map(str, rules.copies))
    return "--variant", rules.variant


def check_plain(rules: Rules, table: str, clause: str) -> None:
    """Raise IllegalState unless a variant has plain rounds."""
    variants.check_rounds(rules)
    if not rules.is_plain:
        raise IllegalState(
            f"{rules.variant} Love Letter has no {table} table: {clause} rounds without tokens"
        )


class _VariantOption(BuildOption):
    """The option that chooses the variant; a custom deck has another word than a named variant."""

    def words(self, value: str) -> list[str]:
        """Return the command-line words for a variant's name."""
        return [*variant_options(variants.rules(value))]


VARIANT = _VariantOption("variant")
SCORING = BuildOption("scoring", usual=Scoring.HALF)


class NamePart(NamedTuple):
    """Table-name part that encodes a builder option by presence or absence."""

    text: str
    option: str
    value: Any
    otherwise: Any


BY_DISCARDS = NamePart(f"-{Scoring.DISCARDS}", "scoring", Scoring.DISCARDS, Scoring.HALF)
FACE_UP = NamePart("-face-up", "face_up", 3, 0)


def solving_cost(rules: Rules, scoring: Scoring = Scoring.HALF) -> str:
    """Return the solving cost of a variant."""
    from llq.solver.love_letter.table.size import check_size, memory_estimate

    check_size(rules, scoring)
    estimate = memory_estimate(rules, scoring)
    return str(estimate) if estimate.states > _LARGE_STATES else "a few seconds"


def solved_parameters(scoring: Scoring = Scoring.HALF) -> dict[str, Any]:
    """Return the parameters of a table whose states are solved."""
    equal_cards = str(scoring) if scoring == Scoring.DISCARDS else 0.5
    return {"equal_cards": equal_cards, "tie": backup.TIE, "face_up": "0 or 3"}


def value_range(rules: Rules) -> dict[str, Any]:
    """Return the unit and limits of a column of values."""
    if rules.unit == "win probability":
        return {"unit": "probability", "least": 0.0, "most": 1.0}
    return {"unit": rules.unit}


class VariantTable(StoredTable):
    """A table of a variant, such as ``love_letter-classic-discards-solution``."""

    ending: ClassVar[str] = ""
    """Suffix of table names."""
    name_parts: ClassVar[tuple[NamePart, ...]] = ()
    """Possible parts between variant and ending, in order."""

    build_options: ClassVar[tuple[BuildOption, ...]] = (VARIANT,)
    is_named_in_full = True

    @cached_property
    def rules(self) -> Rules:
        """The variant."""
        return self.named_options(self.info.spec.name)[0]

    @property
    def sql_name(self) -> str:
        """The start of the names of its relations and views, such as ``love_letter_classic``."""
        variant = self.info.spec.variant.removesuffix(self.ending)
        return f"{_GAME}{variant}".lower().replace("-", "_")

    @classmethod
    def name_of(cls, rules: Rules, **options: Any) -> str:
        """Return the name of a table, such as ``love_letter-classic-discards``."""
        parts = [part.text for part in cls.name_parts if options.get(part.option) == part.value]
        return "".join((_GAME, rules.variant, *parts, cls.ending))

    @classmethod
    def spec_of(
        cls,
        rules: Rules,
        parameters: dict[str, Any],
        columns: Iterable[Column] = (),
        sizes: Mapping[str, int] = MappingProxyType({}),
        **options: Any,
    ) -> TableSpec:
        """Return a specification, as `describe` does; ``options`` are encoded in the name."""
        name, edition = cls.name_of(rules, **options), (rules.rules_id, rules.version)
        return cls.describe(name, edition, parameters, columns, **sizes)

    @classmethod
    def named_options(cls, name: str) -> tuple[Rules, dict[str, Any]]:
        """Return the variant and builder options encoded in a table's name.

        `UnknownGame` is raised where it names no such table.
        """
        if not (name.startswith(_GAME) and name.endswith(cls.ending)):
            raise UnknownGame(f"{name} is not a table of the kind {cls.kind}")
        variant, options = name.removeprefix(_GAME).removesuffix(cls.ending), {}
        for part in reversed(cls.name_parts):
            options[part.option] = part.value if variant.endswith(part.text) else part.otherwise
            variant = variant.removesuffix(part.text)
        return variants.rules(variant), options

    @classmethod
    def options_of(cls, name: str, spec: TableSpec | None = None) -> dict[str, Any]:
        """Return a table's builder options; see `StoredTable.options_of`."""
        rules, options = cls.named_options(name)
        return {**super().options_of(name, spec), "variant": rules.variant, **options}
