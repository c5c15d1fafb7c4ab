"""Named rule variants, and single rule changes in players' notation."""

from collections.abc import Iterable
from dataclasses import replace
from enum import IntEnum
from typing import Any

from llq.errors import IllegalState
from llq.solver.literature.rules import RULES, Pack, Rules, WrongClaim, find_rules

CHANGEABLE = ("pack", "out_of_turn", "claimant_turn", "wrong_claim", "claim_out")
"""Items that change a variant's rule."""

_ENUMS: dict[str, type[IntEnum]] = {"pack": Pack, "wrong_claim": WrongClaim}
_FLAGS = {"yes": True, "no": False, "true": True, "false": False}


def rules(
    variant: str = "somani", players: int | None = None, changes: Iterable[str] = ()
) -> Rules:
    """Return a variant of the rules, with optional changes and player count.

    Parameters
    ----------
    variant
        ``somani``, the article's rules; ``pagat``, the most widely played ones; ``us54``, with 54
        cards.
    players
        4, 6 or 8; by default as the variant says.
    changes
        Such as ``wrong_claim=opponents`` or ``out_of_turn=no``.

    Raises
    ------
    UnknownGame
        There is no such variant.
    IllegalState
        The variant is not for this number of players, or a change or its value is unknown.

    Examples
    --------
    >>> import llq
    >>> llq.literature.rules("pagat", 4, ["out-of-turn=yes"]).out_of_turn
    True
    """
    changed = find_rules(variant, players)
    for change in changes:
        name, equals, text = change.partition("=")
        name = name.strip().lower().replace("-", "_")
        if name not in CHANGEABLE or not equals:
            raise IllegalState(
                f"{change!r} does not change a rule: write one of {', '.join(CHANGEABLE)}, = and "
                "its value, such as wrong_claim=opponents"
            )
        changed = change_rule(changed, name, text)
    return changed


def change_rule(rules: Rules, name: str, text: str) -> Rules:
    """Return rules with one rule changed to a parsed value."""
    word = text.strip().lower().replace("-", "_").replace(" ", "_")
    values: dict[str, Any] = _FLAGS
    allowed = "yes or no"
    if name in _ENUMS:
        values = {
            member.name.lower(): member
            for member in _ENUMS[name]
            if member is not Pack.WITH_JOKERS  # which us54 has, and no other
        }
        allowed = f"one of {', '.join(values)}"
    if word not in values:
        raise IllegalState(f"{name} must be {allowed}; got {text.strip()!r}")
    return replace(rules, **{name: values[word]})


def rule_items(rules: Rules) -> dict[str, Any]:
    """Return the notation items of these rules."""
    items: dict[str, Any] = {"rules": rules.variant, "players": rules.players}
    for name in CHANGEABLE:
        value = getattr(rules, name)
        if value != getattr(RULES[rules.variant], name):
            flag = "yes" if value else "no"
            items[name] = value.name.lower() if isinstance(value, IntEnum) else flag
    return items
