"""Matches computed, not played: the exact chances of one player against another."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownStrategy
from llq.query.custom_players import is_custom_player
from llq.query.love_letter.built_in_players import (
    PLAYERS_OF_TWO_CHOICES,
    PROMISE,
    SOLUTION_SCORINGS,
    THESIS_PLAYERS,
    find_exact_player,
    is_sampling,
    is_solution,
)
from llq.query.love_letter.deals import describe_deal, name_cards, opening_hand
from llq.query.love_letter.observation import FEWEST_CARDS, OFFICIAL_FACE_UP, CardName
from llq.query.love_letter.table.policy import cached_policy
from llq.query.love_letter.table.table import open_table
from llq.query.results import Result, Rows, flat_row
from llq.solver.arguments import check_integer, check_threads
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules, Scoring

if TYPE_CHECKING:
    from llq.solver.love_letter.exact.evaluation import Chances, Evaluation
    from llq.solver.love_letter.exact.policies import Policy
    from llq.solver.love_letter.players import Player

ERROR_BOUND = 1e-12
"""No exact chance is further from the true fraction: rounding of float64, tested to 1e-13."""

PolicyLike = Any
"""A player's name, a `Player`, or an array of actions (states,) or chances (states, actions)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactMatch(Result):
    """Exact chances of a match by the real rules; the first player begins.

    Parameters
    ----------
    variant
        The variant of the rules.
    first, second
        The players.
    hand
        The first player's opening hand by name, where it was fixed.
    face_up
        The number of cards face up, or the cards by name.
    win_prob, draw_prob, loss_prob
        Chances that the first player wins, that nobody does, and that the second does.
    lead
        The first player's expected tokens of the round less the second's; None where wins alone
        count.
    tokens
        Expected tokens of each player: for winning the round, and for right guesses or a Spy.
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
    win_prob: float
    draw_prob: float
    loss_prob: float
    lead: float | None
    tokens: tuple[float, float] | None
    playouts: int
    error_bound: float = ERROR_BOUND

    def to_dict(self) -> dict[str, Any]:
        """Return the match as plain data, ready for JSON; tokens only where guesses earn some."""
        plain = asdict(self)
        tokens = plain.pop("tokens")
        if tokens is None:
            del plain["lead"]
            return plain
        return plain | {"first_tokens": tokens[0], "second_tokens": tokens[1]}

    def records(self) -> Rows:
        """Return the match as a flat row."""
        return (flat_row(self.to_dict()),)

    @property
    def derived(self) -> tuple[str, ...]:  # type: ignore[override]  # of this match
        """The playouts, where nobody plays any."""
        return () if is_sampling((self.first, self.second)) else ("playouts",)

    def _repr_html_(self) -> str:
        from llq.query.text.html import match_panel

        return match_panel(self)

    def __str__(self) -> str:
        """Return the match in one line."""
        deal, tokens = describe_deal(self.hand, self.face_up), ""
        if self.tokens is not None:
            tokens = f", tokens {self.tokens[0]:.4f} to {self.tokens[1]:.4f}"
        return (
            f"{self.first} v {self.second}{deal}: first wins {self.win_prob:.6f}, second "
            f"{self.loss_prob:.6f}, draws {self.draw_prob:.6f}{tokens} "
            f"(exact to {self.error_bound:.0e})"
        )


class MatchRequest(NamedTuple):
    """Exact match request, ready once its table exists."""

    rules: Rules
    players: tuple[PolicyLike, PolicyLike]
    hand: tuple[int, int] | None
    face_up: int
    shown: tuple[int, ...] | None
    """Fixed face-up cards, sorted, or None."""

    @property
    def named_deal(self) -> dict[str, Any]:
        """The fields ``hand`` and ``face_up`` of a result, cards by name."""
        hand = name_cards(self.rules, self.hand) if self.hand else None
        face_up = name_cards(self.rules, self.shown) if self.shown else self.face_up
        return {"hand": hand, "face_up": face_up}


def exact_match(
    first: str | Player | NDArray[Any],
    second: str | Player | NDArray[Any],
    *,
    hand: Iterable[CardName] | None = None,
    face_up: int | Iterable[CardName] = 0,
    variant: str = "classic",
    path: str | os.PathLike[str] | None = None,
    playouts: int = 1000,
    threads: int = 2,
) -> ExactMatch:
    """Return the exact chances of one player against another by the real rules.

    Equal final cards are decided by the higher discard total, else drawn. The 2019 edition, where
    they are drawn, is the game that its table solves: what a Chancellor returns is at the deck's
    bottom for the opponent's next draw, then shuffled in; a match by the rules on the box is
    played (`llq.love_letter.match`).

    Parameters
    ----------
    first, second
        Names of `players`; custom players that do not use their random source, asked once in every
        state, or ``module:attribute`` for one; or policies as arrays: (states,) actions as in
        ``Rules.actions``, or (states, actions) chances, in rank order. ``first`` has the first
        turn.
    hand
        The first player's two cards in the first turn; averaged over the deal by default.
    face_up
        The cards that lie face up by the official two-player rule: their number, 0 or 3, averaged
        over the deal, or the three cards.
    variant, path
        As in `llq.love_letter.table.open`.
    playouts
        Playouts for each option of ``monte_carlo``; sampling is exact too, by binomial counts.

    Raises
    ------
    UnknownStrategy
        There is no such player, a custom player plays at random, or one cannot play the variant:
        in the 2019 edition a player's second choices must be known.
    IllegalState
        The deck cannot deal these cards, or an array is not a policy.
    TableMissing, StaleTable, CorruptTable
        As `llq.love_letter.table.open` does, where ``table`` plays.

    Examples
    --------
    >>> import llq
    >>> match = llq.love_letter.exact.match("table", "table", hand=(1, 8))
    >>> round(match.win_prob, 6)
    0.706403
    """
    request = check_exact_match(
        first, second, hand=hand, face_up=face_up, variant=variant, playouts=playouts,
        threads=threads,
    )  # fmt: skip
    from llq.solver.love_letter.exact.evaluation import evaluate

    rules, cards, shown = request.rules, request.hand, request.shown
    options: dict[str, Any] = {"face_up": request.face_up, "threads": threads}
    if any(map(is_solution, request.players)):
        evaluation = _evaluate_solution(
            rules, request.players, path=path, playouts=playouts, **options
        )
    else:
        policies = make_policies(rules, request.players, path=path, playouts=playouts, **options)
        evaluation, _ = evaluate(rules, *policies, **options)
    chances = evaluation.mean(cards, shown or None)
    names = player_name(request.players[0]), player_name(request.players[1])
    return make_match(rules, chances, names, **request.named_deal, playouts=playouts)


def check_exact_match(
    first: PolicyLike,
    second: PolicyLike,
    *,
    hand: Iterable[CardName] | None = None,
    face_up: int | Iterable[CardName] = 0,
    variant: str = "classic",
    playouts: int = 1000,
    threads: int = 2,
) -> MatchRequest:
    """Return a validated match request, without reading or building tables."""
    rules = variants.rules(variant)
    players = [*map(find_exact_player, (first, second))]
    if rules.chooses_twice:
        _check_second_choices(variant, players)
    cards = opening_hand(rules, hand)
    shown = None if isinstance(face_up, int) else tuple(sorted(map(rules.card, face_up)))
    count = face_up if isinstance(face_up, int) else len(shown or ())
    if count not in (0, OFFICIAL_FACE_UP):
        raise IllegalState(
            f"no cards lie face up, or {OFFICIAL_FACE_UP}: give 0, {OFFICIAL_FACE_UP} or three "
            f"cards; got {count if shown is None else f'{count} cards'}"
        )
    if rules.deck_size - count < FEWEST_CARDS:
        raise IllegalState(f"the deck of {rules.deck_size} is too small for {count} cards face up")
    check_integer("playouts", playouts, 1)
    check_threads(threads)
    dealt = [*(cards or ()), *(shown or ())]
    if any(dealt.count(card) > rules.copies[card] for card in dealt):
        parts = [" and ".join(name_cards(rules, cards))] if cards else []
        parts += [", ".join(name_cards(rules, shown)) + " face up"] if shown else []
        raise IllegalState(f"{variant} Love Letter cannot deal {' with '.join(parts)}")
    return MatchRequest(rules, (players[0], players[1]), cards, count, shown)


def _check_second_choices(variant: str, players: Iterable[PolicyLike]) -> None:
    """Raise UnknownStrategy for a player whose choice of the card to keep is not known."""
    for player in players:
        is_named = isinstance(player, str)
        if isinstance(player, np.ndarray) or (is_named and player not in PLAYERS_OF_TWO_CHOICES):
            raise UnknownStrategy(
                f"exact matches of {variant} Love Letter have {', '.join(PLAYERS_OF_TWO_CHOICES)} "
                f"and custom players, who say which card to keep; got {player_name(player)}: games "
                f"are played by llq love-letter match, with {', '.join(THESIS_PLAYERS)}"
            )


def make_policies(
    rules: Rules,
    players: Iterable[PolicyLike],
    *,
    face_up: int = 0,
    path: str | os.PathLike[str] | None = None,
    playouts: int = 1000,
    threads: int = 2,
) -> list[Policy]:
    """Return each player's policy for the evaluator; the same player gives the same object."""
    resolved = [*map(find_exact_player, players)]
    for player in resolved:
        if not (isinstance(player, str | np.ndarray) or is_custom_player(player)):
            raise UnknownStrategy(f"{player!r} is not a player: it needs {PROMISE}")
    keys = [player if isinstance(player, str) else id(player) for player in resolved]
    policies: dict[Any, Policy] = {}
    if "table" in keys:  # first: a missing table is found before minutes are spent on another
        policies["table"] = _table_policy(rules, path)
    for key, player in zip(keys, resolved, strict=True):
        if key not in policies:
            policies[key] = _make_policy(rules, player, face_up, playouts, threads)
    return [policies[key] for key in keys]


def _table_policy(rules: Rules, path: str | os.PathLike[str] | None) -> Policy:
    """Return the policy of a variant's table, or of its packed policy with second choices."""
    from llq.solver.love_letter.exact.policies import from_actions

    if rules.chooses_twice:
        packed = cached_policy(rules, path)
        return from_actions(rules, packed.actions, packed.leads, packed.keeps)
    return from_actions(rules, np.asarray(open_table(rules.variant, path).actions_chosen))


def _make_policy(
    rules: Rules, player: PolicyLike, face_up: int, playouts: int, threads: int
) -> Policy:
    """Return the policy of any player except Table."""
    from llq.query.love_letter.exact.card_order_policies import lowest_actions
    from llq.solver.love_letter.exact import policies
    from llq.solver.love_letter.exact.monte_carlo import monte_carlo_policy
    from llq.solver.love_letter.table.solver import solve

    if isinstance(player, np.ndarray):
        as_policy = policies.from_actions if player.ndim == 1 else policies.from_probabilities
        return as_policy(rules, player)
    match player:
        case "random":
            return policies.random_policy(rules)
        case "strategic":
            return policies.strategic_policy(rules)
        case "lowest":
            return policies.from_actions(rules, lowest_actions(rules))
        case "monte_carlo" | "monte_carlo_limit":
            count = None if player.endswith("limit") else playouts
            return monte_carlo_policy(rules, count, face_up=face_up, threads=threads)
        case "table_discards":  # expanding the table's entries would take twice as long
            solution = solve(rules, Scoring.DISCARDS, threads=threads)
            return policies.from_actions(rules, solution.actions, solution.leads)
        case _:
            return policies.from_player(rules, player)


def player_name(player: PolicyLike) -> str:
    """Return a player's name, or ``array`` for an unnamed policy."""
    return player if isinstance(player, str) else getattr(player, "name", "array")


def make_match(
    rules: Rules,
    chances: Chances,
    players: tuple[str, str],
    *,
    hand: tuple[str, ...] | None,
    face_up: int | tuple[str, ...],
    playouts: int,
) -> ExactMatch:
    """Return an `ExactMatch` with given chances and fields."""
    tokens = None
    if rules.unit != "win probability":
        tied = 0.0 if rules.spy_rule is None else chances.draw  # tied players win a token each
        tokens = chances.win + tied + chances.tokens, chances.loss + tied + chances.lost_tokens
    return ExactMatch(
        variant=rules.variant,
        first=players[0],
        second=players[1],
        hand=hand,
        face_up=face_up,
        win_prob=chances.win,
        draw_prob=chances.draw,
        loss_prob=chances.loss,
        lead=None if tokens is None else tokens[0] - tokens[1],
        tokens=tokens,
        playouts=playouts,
    )


def _evaluate_solution(
    rules: Rules, players: tuple[Any, Any], *, face_up: int = 0, threads: int = 2, **options: Any
) -> Evaluation:
    """Evaluate an exact match that involves a solution.

    The arguments are as `make_policies` takes them. With cards face up the solution is the one
    learnt so.
    """
    from llq.query.love_letter.solution.arrays import solution_chances, solution_space
    from llq.query.love_letter.solution.table import open_solution
    from llq.solver.love_letter.solution.evaluation import evaluate_memory

    names = {player for player in players if is_solution(player)}
    if len(names) > 1:
        raise IllegalState(
            "exact matches take one solution at a time, as each remembers something else: play "
            f"them, llq love-letter match {' '.join(players)}"
        )
    (name,) = names
    solution = open_solution(rules.variant, face_up=face_up, scoring=SOLUTION_SCORINGS[name])
    others = [player for player in players if not is_solution(player)]
    policies = make_policies(rules, others, face_up=face_up, threads=threads, **options)
    space = solution_space(solution)
    chances = solution_chances(solution, space)
    first, second = (chances if is_solution(player) else policies[0] for player in players)
    return evaluate_memory(space, first, second, threads=threads)
