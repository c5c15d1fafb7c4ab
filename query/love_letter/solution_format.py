"""The format of solution tables: a mixed policy with a memory, state by state."""

from __future__ import annotations

from typing import NamedTuple

from llq.errors import IllegalState, UnknownGame
from llq.query.love_letter.table_format import variant_options
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules
from llq.solver.sources import source_hash
from llq.store.schema import Column, TableSpec

__all__ = [
    "ENDING",
    "FORGETS",
    "ITERATIONS",
    "LEAST_REACH",
    "LEVELS",
    "MEMORY",
    "USUAL",
    "SolutionOptions",
    "is_solution",
    "parse_solution",
    "solution_command",
    "solution_remedy",
    "solution_spec",
]

ENDING = "-solution"
"""How a solution's variant ends in the name of its file."""
_FACE_UP = "-face-up"

LEVELS = 32
"""A chance is stored in so many parts of 1."""
FORGETS = 65535
"""In place of a memory: the policy where what is remembered has no row of its own."""
MEMORY = "last-two-actions"
ITERATIONS = 100
LEAST_REACH = 3e-6
"""Rows that the player's own plays and chance come to less often are left out by default."""

_BUILDER = "llq.query.love_letter.solution_build"


class SolutionOptions(NamedTuple):
    """What a solution is learnt with."""

    memory: str = MEMORY
    iterations: int = ITERATIONS
    least_reach: float = LEAST_REACH


USUAL = SolutionOptions()
"""What the table that comes with llq is learnt with."""


def solution_spec(rules: Rules, face_up: int = 0, options: SolutionOptions = USUAL) -> TableSpec:
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
    return TableSpec(
        game="love_letter",
        variant=rules.variant + (_FACE_UP if face_up else "") + ENDING,
        rules_id=rules.rules_id,
        rules_version=rules.version,
        parameters={
            "equal_cards": 0.5,
            "face_up": face_up,
            "memory": options.memory,
            "iterations": options.iterations,
            "least_reach": options.least_reach,
            "levels": LEVELS,
        },
        solver_hash=source_hash(_BUILDER),
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
                f"What is remembered, in ascending order; {FORGETS}: anything else.",
                shape=("rows",),
            ),
            Column(
                "chance", "uint8", ("action of a row",), f"1 / {LEVELS}",
                "The chance of each legal action of each row.", shape=("chances",), most=LEVELS,
            ),
        ),
    )  # fmt: skip


def is_solution(name: str) -> bool:
    """Return whether a file of a name is a solution."""
    return name.startswith("love_letter-") and name.endswith(ENDING)


def parse_solution(name: str) -> tuple[Rules, int]:
    """Return the variant and the number of cards face up of a file's name.

    Raises
    ------
    UnknownGame
        There is no such variant.
    """
    if not is_solution(name):
        raise UnknownGame(f"{name} is no solution of Love Letter")
    variant = name.removeprefix("love_letter-").removesuffix(ENDING)
    face_up = 3 if variant.endswith(_FACE_UP) else 0
    return variants.rules(variant.removesuffix(_FACE_UP)), face_up


def solution_command(rules: Rules, face_up: int = 0, options: SolutionOptions = USUAL) -> str:
    """Return the command that builds a solution."""
    words = [*variant_options(rules)]
    words += ["--face-up", str(face_up)] if face_up else []
    for name, value, usual in zip(options._fields, options, USUAL, strict=True):
        if value != usual:
            words += [f"--{name.replace('_', '-')}", str(value)]
    return f"llq build love-letter-solution {' '.join(words)}"


def solution_remedy(rules: Rules, face_up: int = 0) -> str:
    """Return what to do about a solution that is missing or refused."""
    return f"build it with: {solution_command(rules, face_up)}"
