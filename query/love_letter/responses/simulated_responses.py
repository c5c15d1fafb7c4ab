"""What a player loses, at least and at most, where a best response takes too many situations.

At least what games lose against a responder that looks ahead one play, by the rules on the box; in
the game that is solved at most what a responder wins who is told the player's cards later on.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from math import hypot
from typing import TYPE_CHECKING, Any

import numpy as np

from llq.errors import IllegalState
from llq.query.love_letter.exact.matches import check_exact_match, make_policies
from llq.query.love_letter.matches import check_match, match
from llq.query.love_letter.responses.questions import possible_deals
from llq.query.love_letter.table.table import open_table

if TYPE_CHECKING:
    from llq.solver.love_letter.players import Player
    from llq.solver.love_letter.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedResponse:
    """What a responder who knows a player's policy won against it by the real rules.

    Parameters
    ----------
    variant, policy
        The variant of the rules, and the player responded to.
    face_up
        The number of cards face up.
    first, second
        The responder's share of wins, a draw as half, moving first and second.
    exploitability
        Mean of both seats minus one half: a best response wins at least as much.
    first_error, second_error, exploitability_error
        Their standard errors.
    first_upper, second_upper, exploitability_upper
        What no responder exceeds in the game that is solved, computed.
    games, seed
        Games played from each seat, and what they were dealt by.
    """

    variant: str
    policy: str
    face_up: int
    first: float
    first_error: float
    second: float
    second_error: float
    exploitability: float
    exploitability_error: float
    first_upper: float
    second_upper: float
    exploitability_upper: float
    games: int
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data, ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        """Return the result in one line."""
        return (
            f"one-ply responder to {self.policy}: wins moving first {self.first:.4f} ± "
            f"{self.first_error:.4f}, second {self.second:.4f} ± {self.second_error:.4f}; "
            f"exploitability at least {100 * self.exploitability:.2f} ± "
            f"{100 * self.exploitability_error:.2f} points ({self.games} games a seat, "
            f"seed {self.seed}), at most {100 * self.exploitability_upper:.2f}"
        )


def simulated_response(
    policy: str | Player = "table",
    games: int = 20_000,
    seed: int = 1,
    *,
    face_up: int = 0,
    variant: str = "2019",
    path: str | os.PathLike[str] | None = None,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> SimulatedResponse:
    """Return what a responder wins that weighs all it saw and looks ahead one play, and a bound.

    It knows the policy, and plays what is best on average over the cards that the opponent may
    hold, if both went on as ``table``. No responder exceeds the bound (some 130 seconds of a core)
    in the game that is solved, where the cards at the bottom are shuffled in.

    Parameters
    ----------
    policy
        As in `llq.love_letter.exact.match`; the variant's table of values has to be built.
    games, seed
        Games from each seat, and their seed.
    face_up, variant, path
        As in `llq.love_letter.match`.
    progress
        Called with the steps done and their total, first of the bound, then of the games.

    Raises
    ------
    IllegalState
        As `check_simulated` says.
    As `llq.love_letter.exact.match` and `llq.love_letter.match` do.
    """
    question = check_exact_match(policy, policy, face_up=face_up, variant=variant, threads=threads)
    rules, player = question.rules, question.players[0]
    check_simulated(rules, face_up)
    check_match(player, player, games, seed, variant=variant, face_up=face_up, threads=threads)
    table = open_table(rules.variant, path)
    from llq.solver.love_letter.responses.information_relaxation import informed_response
    from llq.solver.love_letter.responses.one_ply import OnePlyResponder
    from llq.solver.love_letter.table.backup import Book
    from llq.solver.love_letter.table.leads import no_leads
    from llq.solver.love_letter.table.states import state_space

    (known,) = make_policies(rules, [player], face_up=face_up)
    upper = informed_response(
        rules,
        known,
        possible_deals(rules, face_up, None),
        threads=threads,
        progress=None if progress is None else partial(_step, progress, 0),
    )
    space = state_space(rules)
    book = Book(rules.arrays, space.layout, no_leads(space), np.asarray(table.values), False)
    responder = OnePlyResponder(rules, known, book)
    shares, errors = [], []
    options: dict[str, Any] = {"variant": rules.variant, "face_up": face_up, "threads": threads}
    for seat, pair in enumerate(((responder, player), (player, responder))):
        step = None if progress is None else partial(_step, progress, 1 + seat)
        result = match(*pair, games, seed, **options, progress=step)
        shares.append(1 - result.score if seat else result.score)
        errors.append(result.score_error)
    return SimulatedResponse(
        variant=rules.variant,
        policy=player if isinstance(player, str) else player.name,
        face_up=face_up,
        first=shares[0],
        first_error=errors[0],
        second=shares[1],
        second_error=errors[1],
        exploitability=sum(shares) / 2 - 0.5,
        exploitability_error=hypot(*errors) / 2,
        first_upper=upper[0],
        second_upper=upper[1],
        exploitability_upper=sum(upper) / 2 - 0.5,
        games=games,
        seed=seed,
    )


def _step(progress: Callable[[int, int], None], part: int, done: int, total: int) -> None:
    """Report the steps of one part of three."""
    progress(part * total + done, 3 * total)


def check_simulated(rules: Rules, face_up: object) -> None:
    """Refuse what no games against a responder are played for, before any table is built.

    Raises
    ------
    IllegalState
        The variant counts tokens or has an exact best response, or cards face up are named.
    """
    if not rules.chooses_twice or rules.unit != "win probability":
        raise IllegalState(
            f"games against a responder are for 2019 Love Letter; {rules.variant} is not played "
            "so: 2019-tokens counts tokens, and others have an exact best response, llq "
            "love-letter exploit"
        )
    if not isinstance(face_up, int):
        raise IllegalState(
            "games against a responder have no cards face up, or any three: give 0 or 3"
        )
