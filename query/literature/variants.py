"""Rules by name, with some of them changed: what players' games, files and commands say of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from enum import IntEnum
from typing import Any

from llq.errors import IllegalState
from llq.query.literature.items import FLAGS
from llq.solver.literature.rules import RULES, Pack, Rules, WrongClaim, find_rules

__all__ = ["change_rule", "rule_items", "rules_of"]


def rules_of(
    name: str = "somani", players: int | None = None, changes: Iterable[str] = ()
) -> Rules:
    """Return a variant of the rules with changes such as ``wrong_claim=opponents``.

    Raises
    ------
    UnknownGame
        There is no such variant.
    IllegalState
        Literature is not played by so many, or a change is none.

    Examples
    --------
    >>> rules_of("pagat", 4, ["out-of-turn=yes"]).out_of_turn
    True
    """
    rules = find_rules(name, players)
    for change in changes:
        flag, equals, text = change.partition("=")
        flag = flag.strip().lower().replace("-", "_")
        if flag not in FLAGS or not equals:
            raise IllegalState(
                f"{change!r} changes no rule: write one of {', '.join(FLAGS)}, = and its value, "
                "such as wrong_claim=opponents"
            )
        rules = change_rule(rules, flag, text)
    return rules


def change_rule(rules: Rules, flag: str, text: str) -> Rules:
    """Return rules with one of them as a text says.

    Raises
    ------
    IllegalState
        The rule has no such value.
    """
    value: dict[str, Any] = {flag: _value_of(flag, text)}
    return replace(rules, **value)


def rule_items(rules: Rules) -> dict[str, Any]:
    """Return the items that say the rules."""
    name = rules.rules_id.partition("/")[2]
    items: dict[str, Any] = {"rules": name, "players": rules.players}
    for one in fields(rules):
        value = getattr(rules, one.name)
        if one.name in FLAGS and value != getattr(RULES[name], one.name):
            if isinstance(value, IntEnum):
                items[one.name] = value.name.lower()
            else:
                items[one.name] = "yes" if value else "no"
    return items


_ENUMS: dict[str, type[IntEnum]] = {"pack": Pack, "wrong_claim": WrongClaim}


def _value_of(flag: str, text: str) -> Any:
    """Return the value of a rule."""
    word = text.strip().lower().replace("-", "_").replace(" ", "_")
    if flag in _ENUMS:
        members = {member.name.lower(): member for member in _ENUMS[flag]}
        if word not in members:
            raise IllegalState(f"{flag} is {', '.join(members)}; got {text.strip()!r}")
        return members[word]
    if word not in ("yes", "no", "true", "false"):
        raise IllegalState(f"{flag} is yes or no; got {text.strip()!r}")
    return word in ("yes", "true")
