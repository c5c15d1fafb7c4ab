"""The rules of Sueca by name."""

from llq.errors import UnknownGame
from llq.solver.sueca.rules import RULES, Rules

_VARIANT = RULES.rules_id.rpartition("/")[2]


def rules(variant: str = _VARIANT) -> Rules:
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
    if variant != _VARIANT:
        raise UnknownGame(f"unknown variant {variant!r} of Sueca; choose {_VARIANT}")
    return RULES
