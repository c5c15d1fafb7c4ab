"""The format of solution tables: a mixed policy with a memory, state by state."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownGame
from llq.query.love_letter.solution.options import SolutionOptions, usual_options
from llq.query.love_letter.table.format import parse_variant, table_variant, variant_options
from llq.solver.love_letter.rules import Rules, Scoring
from llq.store.schema import Column, TableSpec

__all__ = [
    "ENDING",
    "FORGETS",
    "LEVELS",
    "is_solution",
    "parse_solution",
    "row_number",
    "solution_command",
    "solution_remedy",
    "solution_spec",
]

ENDING = "-solution"
"""How a solution's variant ends in the name of its file."""
_FACE_UP = "-face-up"
_LEADS = (
    ("lead_first", "points", "The lowest"),
    ("lead_width", "", "The number"),
    ("lead_shift", "", "1 for every other one of a range, 0 for all,"),
)
_Number = TypeVar("_Number", int, NDArray[np.int64])

LEVELS = 32
"""A chance is stored as a multiple of 1 / LEVELS."""
FORGETS = 65535
"""In place of a memory: the policy where what is remembered has no row of its own."""


def row_number(memories: int, memory: _Number, place: _Number) -> _Number:
    """Return the number of a row of a state, by what is remembered and by the lead.

    Parameters
    ----------
    memories
        States of the memory.
    memory
        What is remembered, as its number.
    place
        The place of the lead among those that count in the state; 0 where none do.
    """
    return memory + memories * place


def solution_spec(
    rules: Rules,
    face_up: int = 0,
    options: SolutionOptions | None = None,
    scoring: Scoring = Scoring.HALF,
) -> TableSpec:
    """Return the format of the solution that today's code would build.

    Raises
    ------
    IllegalState
        The variant earns tokens or tracks the aside card.
    """
    if not rules.is_plain:
        raise IllegalState(
            f"{rules.variant} Love Letter has no solution table: it takes rounds without tokens "
            "and without effects on the aside card"
        )
    options = options or usual_options(scoring)
    by_discards = scoring == Scoring.DISCARDS
    which = f"States of the memory, plus their number times the lead's place; {FORGETS}: any."
    return TableSpec(
        game="love_letter",
        variant=table_variant(rules, scoring) + (_FACE_UP if face_up else "") + ENDING,
        rules_id=rules.rules_id,
        rules_version=rules.version,
        parameters={
            "equal_cards": str(scoring) if by_discards else 0.5,
            "face_up": face_up,
            "memory": options.memory,
            "iterations": options.iterations,
            "least_reach": options.least_reach,
            "levels": LEVELS,
        },
        version=1,
        columns=(
            Column(
                "kept", "uint64", ("64 states",), "bits, lowest first",
                "Whether a state has rows; by state rank.", shape=("words",),
            ),
            Column(
                "actions", "uint8", ("state",), "", "Legal actions, in ascending order.",
                shape=("states",), least=1, most=len(rules.actions),
            ),
            Column(
                "rows", "uint16", ("state",), "",
                "Rows of the state: one without memory, then one for each memory that has its own.",
                shape=("states",), least=1,
            ),
            Column(
                "memory", "uint16", ("row",), "state of the memory",
                which if by_discards else
                f"What is remembered, in ascending order; {FORGETS}: anything else.",
                shape=("rows",),
            ),
            Column(
                "chance", "uint8", ("action of a row",), f"1 / {LEVELS}",
                "The chance of each legal action of each row.", shape=("chances",), most=LEVELS,
            ),
            *(
                Column(
                    name, "int8", ("state",), unit, f"{what} of the leads that count.",
                    shape=("states",),
                )
                for name, unit, what in _LEADS
                if by_discards
            ),
        ),
    )  # fmt: skip


def is_solution(name: str) -> bool:
    """Return whether a file of a name is a solution."""
    return name.startswith("love_letter-") and name.endswith(ENDING)


def parse_solution(name: str) -> tuple[Rules, int, Scoring]:
    """Return the variant, the number of cards face up and the scoring of a file's name.

    Raises
    ------
    UnknownGame
        There is no such variant.
    """
    if not is_solution(name):
        raise UnknownGame(f"{name} is not a solution of Love Letter")
    variant = name.removeprefix("love_letter-").removesuffix(ENDING)
    face_up = 3 if variant.endswith(_FACE_UP) else 0
    rules, scoring = parse_variant(variant.removesuffix(_FACE_UP))
    return rules, face_up, scoring


def solution_command(
    rules: Rules,
    face_up: int = 0,
    options: SolutionOptions | None = None,
    scoring: Scoring = Scoring.HALF,
) -> str:
    """Return the command that builds a solution."""
    usual = usual_options(scoring)
    options = options or usual
    words = [*variant_options(rules)]
    words += ["--scoring", str(scoring)] if scoring != Scoring.HALF else []
    words += ["--face-up", str(face_up)] if face_up else []
    for name, value, default in zip(options._fields, options, usual, strict=True):
        if value != default:
            words += [f"--{name.replace('_', '-')}", str(value)]
    return f"llq build love-letter-solution {' '.join(words)}"


def solution_remedy(rules: Rules, face_up: int = 0, scoring: Scoring = Scoring.HALF) -> str:
    """Return what to do about a solution that is missing or refused."""
    return f"build it with: {solution_command(rules, face_up, scoring=scoring)}"
