"""The format of table files: names, columns and parameters by variant and scoring."""

from __future__ import annotations

from llq.errors import IllegalState, UnknownGame
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table import backup
from llq.solver.love_letter.table.size import count_states
from llq.store.schema import Column, TableSpec

__all__ = [
    "build_command",
    "find_scoring",
    "parse_variant",
    "remedy",
    "table_spec",
    "table_variant",
    "variant_options",
]


_REACHABLE = "Whether some deal, with no or three cards face up, and some plays lead here."

_ENDING = f"-{Scoring.DISCARDS}"


def table_variant(rules: Rules, scoring: Scoring) -> str:
    """Return the name in a table file of a variant and scoring, such as ``classic-discards``."""
    return rules.variant + (_ENDING if scoring == Scoring.DISCARDS else "")


def parse_variant(name: str) -> tuple[Rules, Scoring]:
    """Return the variant and the scoring of a name in a table file.

    Raises
    ------
    UnknownGame
        There is no such variant.
    """
    scoring = Scoring.DISCARDS if name.endswith(_ENDING) else Scoring.HALF
    return variants.rules(name.removesuffix(_ENDING)), scoring


def find_scoring(name: str) -> Scoring:
    """Return a scoring by its name.

    Raises
    ------
    UnknownGame
        There is no such scoring.
    """
    if name in list(Scoring):
        return Scoring(name)
    raise UnknownGame(f"unknown scoring {name!r}; choose one of {', '.join(Scoring)}")


def build_command(rules: Rules, scoring: Scoring = Scoring.HALF) -> str:
    """Return the command that builds a table."""
    how = "" if scoring == Scoring.HALF else f" --scoring {scoring}"
    return f"llq build love-letter {' '.join(variant_options(rules))}{how}"


def remedy(rules: Rules, scoring: Scoring = Scoring.HALF) -> str:
    """Return what to do about a table that is missing or refused."""
    return f"build it with: {build_command(rules, scoring)}"


def variant_options(rules: Rules) -> tuple[str, str]:
    """Return the words of a command line that choose a variant."""
    if variants.is_custom(rules):
        return "--deck", ",".join(map(str, rules.copies))
    return "--variant", rules.variant


def table_spec(rules: Rules, scoring: Scoring = Scoring.HALF) -> TableSpec:
    """Return the format of the table that today's solver would build.

    Raises
    ------
    IllegalState
        The variant is not solved by this scoring.
    """
    by_discards = scoring == Scoring.DISCARDS
    if rules.tracks_aside and by_discards:
        raise IllegalState(
            f"{rules.variant} Love Letter is not solved by --scoring {scoring}; "
            f"it is by --scoring {Scoring.HALF}"
        )
    is_dense = not (by_discards or rules.tracks_aside)
    row = "state rank" if is_dense else "entry"
    states = (count_states(rules),)
    length = states if is_dense else ("entries",)
    is_chance = rules.unit == "win probability"
    what = "The mover's chance of winning" if is_chance else "The mover's tokens less the other's"
    ties = "decided by discard totals" if by_discards else "counted as half"
    value = Column(
        "value",
        "float64",
        (row,),
        "probability" if is_chance else rules.unit,
        f"{what}, equal final cards {ties}.",
        shape=length,
        least=0.0 if is_chance else None,
        most=1.0 if is_chance else None,
    )
    action = Column(
        "action",
        "uint8",
        (row,),
        "index of an action",
        "The action chosen: by card, then by guess or target, in ascending order.",
        shape=length,
        most=len(rules.actions) - 1,
    )
    others: tuple[Column, ...] = (
        Column("reachable", "bool", ("state rank",), "", _REACHABLE, shape=states),
    )
    if by_discards:
        others = _lead_columns(states)
    if rules.tracks_aside:
        others = _archer_columns()
    return TableSpec(
        game="love_letter",
        variant=table_variant(rules, scoring),
        rules_id=rules.rules_id,
        rules_version=rules.version,
        parameters={
            "equal_cards": str(scoring) if by_discards else 0.5,
            "tie": backup.TIE,
            "face_up": "0 or 3",
        },
        version=1,
        columns=(value, action, *others),
    )


def _archer_columns() -> tuple[Column, ...]:
    """Return which entries have a row: one bit for each that `ArcherSpace` numbers."""
    row, unit = ("64 entries",), "bits, lowest first"
    what = "Whether the entry has a value and an action."
    return (
        Column("kept", "uint64", row, unit, what, shape=("words",)),
        Column("reachable", "uint64", row, unit, _REACHABLE, shape=("words",)),
    )


def _lead_columns(states: tuple[int]) -> tuple[Column, ...]:
    """Return where each state's entries are: one after the other, in rank order."""
    row = ("state rank",)
    return (
        Column(
            "lead_first", "int16", row, "points", "Lowest discard difference stored.", shape=states
        ),
        Column(
            "lead_width",
            "int16",
            row,
            "",
            "Differences stored, 0 where no game comes; beyond the ends the ends' values hold.",
            shape=states,
            least=0,
        ),
        Column(
            "lead_shift",
            "uint8",
            row,
            "",
            "1 where every other difference is stored, else 0.",
            shape=states,
            most=1,
        ),
    )
