"""Matches computed, not played: the exact chances of one player against another."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from llq.errors import IllegalState, UnknownStrategy
from llq.query.love_letter.observation import OFFICIAL_FACE_UP, CardName
from llq.query.love_letter.table import open_love_letter
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.variants import find_rules

if TYPE_CHECKING:
    from llq.solver.love_letter.exact.evaluation import Chances
    from llq.solver.love_letter.exact.policies import Policy

__all__ = ["EXACT_PLAYERS", "ExactMatch", "exact", "exact_rules", "make_match", "make_policies"]

EXACT_PLAYERS = (
    "random",
    "strategic",
    "monte_carlo",
    "monte_carlo_limit",
    "table",
    "table_discards",
    "lowest",
)
"""The players whose matches are exact: ``monte_carlo`` with so many playouts and without limit,
``table`` solved with half a win for equal final cards, ``table_discards`` by discard totals,
``lowest`` that plays the lower card wherever it may."""

ERROR_BOUND = 1e-12
"""No exact chance is further from the true fraction: rounding of float64, tested to 1e-13."""

PolicyLike = Any
"""A player's name, a `Player`, or an array of actions (states,) or chances (states, actions)."""


@dataclass(frozen=True, slots=True)
class ExactMatch:
    """The chances of two players by the real rules; the first has the first turn.

    Parameters
    ----------
    variant
        The variant of the rules.
    first, second
        The players.
    hand
        The first player's opening hand by name, where it was fixed.
    face_up
        How many cards lie face up, or which, by name.
    win, loss, draw
        Chances that the first player wins, that the second does, and that nobody does.
    tokens, opponent_tokens
        Expected tokens of the round, the winner's and those of right guesses; None where guesses
        earn none.
    playouts
        Playouts for each option of ``monte_carlo``.
    error_bound
        No chance is further from the true one.
    """

    variant: str
    first: str
    second: str
    hand: tuple[str, ...] | None
    face_up: int | tuple[str, ...]
    win: float
    loss: float
    draw: float
    tokens: float | None
    opponent_tokens: float | None
    playouts: int
    error_bound: float = ERROR_BOUND

    def to_dict(self) -> dict[str, Any]:
        """Return the match as plain data."""
        return asdict(self)

    def __str__(self) -> str:
        """Return the match in one line."""
        deal = "" if self.hand is None else f" from {' and '.join(self.hand)}"
        if self.face_up:
            shown = self.face_up if isinstance(self.face_up, int) else ", ".join(self.face_up)
            deal += f", {shown} face up"
        tokens = "" if self.tokens is None else f", tokens {self.tokens:.4f}"
        return (
            f"{self.first} v {self.second}{deal}: first wins {self.win:.6f}, second "
            f"{self.loss:.6f}, draws {self.draw:.6f}{tokens} (exact to {self.error_bound:.0e})"
        )


def exact(
    first: PolicyLike,
    second: PolicyLike,
    *,
    hand: Iterable[CardName] | None = None,
    face_up: int | Iterable[CardName] = 0,
    variant: str = "classic",
    path: str | os.PathLike[str] | None = None,
    playouts: int = 1000,
    threads: int = 2,
) -> ExactMatch:
    """Return the exact chances of one player against another by the real rules.

    Equal final cards are decided by the higher discard total, else drawn.

    Parameters
    ----------
    first, second
        One of ``EXACT_PLAYERS``; a player of your own that does not use its random source, asked
        once in every state; or a policy as an array: (states,) actions as in ``Rules.actions``, or
        (states, actions) chances, in rank order. ``first`` has the first turn.
    hand
        The first player's two cards in his first turn; averaged over the deal by default.
    face_up
        The cards that lie face up by the official two-player rule: their number, 0 or 3, averaged
        over the deal, or the three cards.
    playouts
        Playouts for each option of ``monte_carlo``; his sampling is exact too, by binomial counts.

    Raises
    ------
    UnknownStrategy
        There is no such player, or it plays at random in its own way.
    IllegalState
        The deck cannot deal these cards, or an array is no policy.
    TableMissing, StaleTable, CorruptTable
        As `llq.love_letter.open_table` does, where ``table`` plays.

    Examples
    --------
    >>> import llq
    >>> match = llq.love_letter.exact_match("table", "table", hand=(1, 8))
    >>> round(match.win, 6)
    0.706403
    """
    from llq.solver.love_letter.exact.evaluation import evaluate

    rules = exact_rules(variant)
    cards = None if hand is None else sorted(rules.card(card) for card in hand)
    if cards is not None and len(cards) != 2:
        raise IllegalState(f"an opening hand has two cards; got {len(cards)}")
    shown = None if isinstance(face_up, int) else tuple(sorted(map(rules.card, face_up)))
    count = face_up if isinstance(face_up, int) else len(shown or ())
    if count not in (0, OFFICIAL_FACE_UP):
        raise IllegalState(f"0 or {OFFICIAL_FACE_UP} cards lie face up; got {count}")
    if rules.deck_size - count < 4:
        raise IllegalState(f"the deck of {rules.deck_size} is too small for {count} cards face up")
    if threads < 1:
        raise IllegalState(f"threads are 1 or more; got {threads}")
    names = [card.name for card in rules.cards]
    dealt = [*(cards or ()), *(shown or ())]
    if any(dealt.count(card) > rules.copies[card] for card in dealt):
        what = [" and ".join(names[card] for card in cards)] if cards else []
        what += [", ".join(names[card] for card in shown) + " face up"] if shown else []
        raise IllegalState(f"{variant} Love Letter cannot deal {' beside '.join(what)}")
    policies = make_policies(
        rules, (first, second), face_up=count, path=path, playouts=playouts, threads=threads
    )
    result, _ = evaluate(rules, *policies, face_up=count, threads=threads)
    if cards is None and shown:
        chances = result.showing(shown)
    elif cards is None:
        chances = result.mean()
    else:
        chances = result.opening((cards[0], cards[1]), shown or None)
    return make_match(
        rules, chances, _name(first), _name(second),
        None if cards is None else tuple(names[card] for card in cards),
        tuple(names[card] for card in shown) if shown else count, playouts,
    )  # fmt: skip


def exact_rules(variant: str) -> Rules:
    """Return the rules of a variant whose matches can be computed.

    Raises
    ------
    UnknownGame
        There is no such variant.
    IllegalState
        Its players know of the aside card, which the joint states here leave out.
    """
    rules = find_rules(variant)
    if rules.tracks_aside:
        raise IllegalState(
            f"exact matches of {variant} Love Letter are not computed: its joint states have the "
            f"aside card; play them: llq love-letter match table random --variant {variant}"
        )
    return rules


def make_policies(
    rules: Rules,
    players: Iterable[PolicyLike],
    *,
    face_up: int = 0,
    path: str | os.PathLike[str] | None = None,
    playouts: int = 1000,
    threads: int = 2,
) -> list[Policy]:
    """Return what the evaluator takes for each player; the same player gives the same object.

    Raises
    ------
    As `exact` does.
    """
    made: dict[Any, Policy] = {}
    policies = []
    for player in players:
        key = player if isinstance(player, str) else id(player)
        if key not in made:
            made[key] = _policy(rules, player, face_up, path, playouts, threads)
        policies.append(made[key])
    return policies


def _policy(
    rules: Rules,
    player: PolicyLike,
    face_up: int,
    path: str | os.PathLike[str] | None,
    playouts: int,
    threads: int,
) -> Policy:
    from llq.query.love_letter.card_order_policies import lowest_actions
    from llq.solver.love_letter.exact import policies
    from llq.solver.love_letter.exact.monte_carlo import monte_carlo_policy
    from llq.solver.love_letter.solver import solve

    if isinstance(player, np.ndarray):
        as_policy = policies.from_actions if player.ndim == 1 else policies.from_probabilities
        return as_policy(rules, player)
    if not isinstance(player, str):
        return policies.from_player(rules, player)
    name = player.replace("-", "_")
    if playouts < 1:
        raise IllegalState(f"playouts are 1 or more; got {playouts}")
    match name:
        case "random":
            return policies.random_policy(rules)
        case "strategic":
            return policies.strategic_policy(rules)
        case "lowest":
            return policies.from_actions(rules, lowest_actions(rules))
        case "monte_carlo" | "monte_carlo_limit":
            count = None if name.endswith("limit") else playouts
            return monte_carlo_policy(rules, count, face_up=face_up, threads=threads)
        case "table":
            table = open_love_letter(rules.variant, path)
            return policies.from_actions(rules, np.asarray(table.actions_chosen))
        case "table_discards":
            solution = solve(rules, Scoring.DISCARDS, threads=threads)
            return policies.from_actions(rules, solution.actions, solution.leads)
    raise UnknownStrategy(f"no strategy {player!r}; exact are: {', '.join(EXACT_PLAYERS)}")


def _name(player: PolicyLike) -> str:
    if isinstance(player, np.ndarray):
        return "array"
    return player.replace("-", "_") if isinstance(player, str) else player.name


def make_match(
    rules: Rules,
    chances: Chances,
    first: str,
    second: str,
    hand: tuple[str, ...] | None,
    face_up: int | tuple[str, ...],
    playouts: int,
) -> ExactMatch:
    """Return chances as a match; the other arguments are its fields."""
    has_tokens = rules.unit != "win probability"
    return ExactMatch(
        rules.variant, first, second, hand, face_up, chances.win, chances.loss, chances.draw,
        chances.win + chances.tokens if has_tokens else None,
        chances.loss + chances.lost_tokens if has_tokens else None,
        playouts,
    )  # fmt: skip
