"""The rules of Sueca by name."""

from llq.errors import UnknownGame
from llq.solver.sueca.rules import RULES, Rules


def rules(variant: str = RULES.variant) -> Rules:
    """Return a variant's rules; only ``carreiro-2016`` exists.

    Raises
    ------
    UnknownGame
        There is no such variant.

    Examples
    --------
    >>> import llq
    >>> llq.sueca.rules().games(points=95, tricks=8)
    2
    """
    if variant != RULES.variant:
        raise UnknownGame(f"unknown variant {variant!r} of Sueca; choose {RULES.variant}")
    return RULES
