"""Values of a table as kernels read them, with the rules and the index of the values."""

from typing import NamedTuple

from llq.solver.array_types import Floats
from llq.solver.love_letter.rules import GameArrays
from llq.solver.love_letter.table.leads import LeadIndex
from llq.solver.love_letter.table.states import Layout


class Book(NamedTuple):
    """Rules, values of subsequent states, and the index of those values."""

    game: GameArrays
    layout: Layout
    leads: LeadIndex
    values: Floats
    by_discards: bool
    """Whether discard totals decide between equal final cards; else each is given half."""
