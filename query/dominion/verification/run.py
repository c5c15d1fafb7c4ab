"""The thesis's claims beside exact numbers, and our exact numbers beside games played.

Every claim is of section 5.3, 6.2 or 7. Its verdict follows from the numbers in its note by the
rule written in the claim's function, and is not set by hand.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count

import numpy as np

from llq.errors import IllegalState
from llq.query.checks import Check, Verdict, judge, z_score
from llq.query.dominion.matches import simulate
from llq.query.dominion.strategies.table import STRATEGIES
from llq.query.players import check_seed
from llq.solver.arguments import check_threads
from llq.solver.array_types import Floats
from llq.solver.dominion.model import Model, Purchase
from llq.solver.dominion.players import StrategyName
from llq.solver.dominion.rules import Rules
from llq.solver.dominion.solitaire.match import Simulation, play_games
from llq.solver.dominion.solitaire.solver import solve
from llq.solver.dominion.solitaire.states import DeckSpace
from llq.solver.dominion.strategies.evaluation import action_shares, mean_scores
from llq.solver.dominion.strategies.reshuffle import reshuffle_scores
from llq.solver.dominion.variants import rules
from llq.solver.jobs.progress import Progress

_STEPS = 8
"""Steps of `_claims` that take seconds or longer."""

LENGTHS = (4, 15, 31)
"""Game lengths at which simulations check exact means."""

_SAMPLED = (15, 31, 100)
"""Lengths of the Monte Carlo player's games."""

REAL_TURNS = 8
"""Longest game that is solved under the real reshuffle rule: a second; the states grow fast."""

Z_LIMIT = 4.0
"""Largest z-score treated as noise; chance exceeds it once in 16,000."""

_OURS = "our own"


def verify(
    turns: int = 160,
    games: int = 200,
    seed: int = 1,
    *,
    threads: int | None = None,
    progress: Progress = None,
) -> Iterator[Check]:
    """Yield checks of all the thesis's claims, and of exact means by simulation.

    A claim's numbers are in its note. A simulation's ``ours`` is the mean of the games, and its
    ``z`` the exact mean, which is in the note, less ours.

    Parameters
    ----------
    turns
        Longest game that the claims look at, 150 or more.
    games
        Games of the Monte Carlo player at each length; the simulations that check exact means
        play a hundred times as many.
    progress
        Called with the number of steps done and their total.

    Raises
    ------
    IllegalState
        Fewer than 150 turns, which one of the claims is about, too few games, or no threads.
    """
    if turns < 150 or games < 2:
        raise IllegalState(
            f"the claims take at least 150 turns and 2 games; got {turns} and {games}"
        )
    check_seed(seed)
    check_threads(threads)
    steps = count(1)

    def step() -> None:
        if progress:
            progress(next(steps), _STEPS + 1 + len(STRATEGIES))

    yield from _claims(turns, seed=seed, games=games, threads=threads, step=step)
    yield _check_reshuffle()
    step()
    for strategy in STRATEGIES:
        exact = mean_scores(rules(), strategy, max(LENGTHS), threads)
        for length in LENGTHS:
            yield _check_mean(strategy, length, float(exact[length]), 100 * games, seed, threads)
        step()


def _check_mean(
    strategy: str, turns: int, exact: float, games: int, seed: int, threads: int | None
) -> Check:
    played = simulate(strategy, turns, games, seed, threads=threads)
    z = z_score(exact, played.mean, played.standard_error)
    return Check(
        place=_OURS,
        case=f"{strategy} in {turns} turns",
        figure="mean score",
        ours=played.mean,
        standard_error=played.standard_error,
        games=games,
        z=z,
        verdict=judge(z, same=False, limit=Z_LIMIT),
        note=f"exact {exact:.4f}, played with seed {seed}",
    )


def _check_reshuffle() -> Check:
    """Return the check of the model by short games solved under the real reshuffle rule."""
    game = rules()
    best = solve(game, REAL_TURNS, codes=True)
    model = float(best.scores[-1])
    policy = reshuffle_scores(game, best, REAL_TURNS)[-1]
    knowing = reshuffle_scores(game, StrategyName.OPTIMAL, REAL_TURNS)[-1]
    return Check(
        place=_OURS,
        figure=(
            f"By the real reshuffle rule {REAL_TURNS} turns score what the model says, within 1 %"
        ),
        verdict=judge(None, same=abs(policy - model) <= 0.01 * model),
        note=(
            f"The model's policy scores {model:.4f} in the model and {policy:.4f} by the real "
            f"rule, the best play that knows both piles {knowing:.4f}; all exactly"
        ),
    )


def _claims(
    turns: int, *, seed: int, games: int, threads: int | None, step: Callable[[], None]
) -> Iterator[Check]:
    """Yield every claim with its verdict; ``step`` is called after each of `_STEPS` parts."""
    game = rules()

    def mean(strategy: str, turns: int) -> Floats:
        scores = mean_scores(game, strategy, turns, threads)
        step()
        return scores

    greedy = mean("greedy", turns)
    optimum = solve(game, 100, threads=threads).scores
    step()
    yield _check_short_games(greedy, optimum)
    expensive, picky = mean("expensive", 100), mean("picky", 100)
    yield _check_expensive(expensive, picky)
    yield _check_long_games(greedy, mean("random", turns))
    played = {}
    for length in _SAMPLED:
        played[length] = play_games(game, "monte_carlo", length, games, seed=seed, threads=threads)
        step()
    limit = mean_scores(game, "monte_carlo_limit", max(_SAMPLED), threads)
    yield _check_monte_carlo(played, limit, picky)
    yield _check_passing(game, optimum, threads)
    yield _check_first_victory(game, threads)
    yield _check_growth(game)
    yield _check_memory(game)


def _verdict_of(cases: Sequence[bool]) -> Verdict:
    return Verdict.HOLDS if all(cases) else Verdict.HOLDS_IN_PART if any(cases) else Verdict.FAILS


def _check_short_games(greedy: Floats, optimum: Floats) -> Check:
    loss = optimum[: len(greedy)] - greedy[: len(optimum)]
    last = int(np.flatnonzero(loss[1:] > 1e-9)[0])
    return Check(
        place="6.2.2",
        figure="Greedy is optimal in games of up to 4 turns",
        verdict=_verdict_of([last >= 4]),
        note=f"Greedy is optimal up to {last} turns; in 4 turns it scores {greedy[4]:.4f} "
        f"and the optimum {optimum[4]:.4f}",
    )


def _check_expensive(expensive: Floats, picky: Floats) -> Check:
    is_ahead = expensive[1:] > picky[1:]
    last = int(np.flatnonzero(is_ahead)[-1]) + 1
    return Check(
        place="6.2.2",
        figure="Expensive leads Picky up to 15 turns and trails it afterwards",
        verdict=_verdict_of([last == 15 and bool(is_ahead[:15].all())]),
        note=f"Expensive leads up to {last} turns: {expensive[last]:.3f} to {picky[last]:.3f}, "
        f"then {expensive[last + 1]:.3f} to {picky[last + 1]:.3f}; looked at up to "
        f"{len(picky) - 1}",
    )


def _check_long_games(greedy: Floats, random: Floats) -> Check:
    last = int(np.flatnonzero(greedy >= random)[-1])
    return Check(
        place="6.2.2",
        figure="Greedy is below Random in games of 150 turns or more",
        verdict=_verdict_of([last < 150]),
        note=f"Greedy is below Random from {last + 1} turns on, looked at up to "
        f"{len(random) - 1}; with 150 turns it scores {greedy[150]:.3f} and Random "
        f"{random[150]:.3f}",
    )


def _check_monte_carlo(played: Mapping[int, Simulation], limit: Floats, picky: Floats) -> Check:
    scores = (
        f"{turns} turns: {games.mean:.1f} +- {games.standard_error:.1f} "
        f"(limit {limit[turns]:.2f}), Picky {picky[turns]:.2f}"
        for turns, games in played.items()
    )
    near = [abs(games.mean - picky[turns]) <= 0.1 * picky[turns] for turns, games in played.items()]
    return Check(
        place="6.2.2",
        figure="Monte Carlo with 100 playouts is on a par with Picky",
        verdict=_verdict_of(near),
        note="; ".join(scores)
        + " (on a par: within a tenth of Picky's score; not: equal within noise)",
    )


def _check_passing(game: Rules, optimum: Floats, threads: int | None) -> Check:
    passes = {
        turns: action_shares(game, "optimal", turns, threads)[:, :, Purchase.PASS].sum(0)
        for turns in (15, 31)
    }
    rich_passes = passes[31][Model(game).band_from >= 3].sum()
    loss = optimum - solve(game, 100, must_buy=True, threads=threads).scores
    return Check(
        place="7",
        figure="Passing is an integral part of the game",
        verdict=_verdict_of([loss[31] > 1e-9, loss[31] >= 0.01 * optimum[31]]),
        note=f"The optimum passes {passes[15].sum():.2f} times in 15 turns and "
        f"{passes[31].sum():.2f} in 31, with 3 coins or more {rich_passes:.2g} times; a player who "
        f"may not pass loses {loss[15]:.3f}, {loss[31]:.3f} and {loss[100]:.3f} points in 15, 31 "
        "and 100 turns",
    )


def _check_first_victory(game: Rules, threads: int | None) -> Check:
    shares = [
        action_shares(game, "optimal", turns, threads)[:, :, Purchase.VICTORY].sum(1)
        for turns in (15, 25, 31)
    ]
    first_turns = [
        [int(np.argmax((share > 0) & (share >= least))) + 1 for share in shares]
        for least in (0, 0.01, 0.5)
    ]
    some, percent, half = (", ".join(map(str, turns)) for turns in first_turns)
    return Check(
        place="6.2.4",
        figure="The optimum first buys a victory card later in longer games",
        verdict=_verdict_of([sorted({*turns}) == turns for turns in first_turns]),
        note=f"In games of 15, 25 and 31 turns some victory card is bought first on turn {some}; "
        f"with a chance of 1% on turn {percent}; and with one of 50% on turn {half}",
    )


def _check_growth(game: Rules) -> Check:
    dims = Model(game).dims
    exponent = float(np.log2(DeckSpace(dims, 62).states / DeckSpace(dims, 31).states))
    return Check(
        place="6.2.3",
        figure="Time grows as the sixth power of the number of turns",
        verdict=Verdict.HOLDS_IN_PART,
        note=f"States needed are C(t + {dims}, {dims + 1}), all lengths at once: power {dims + 1} "
        f"in the limit and {exponent:.2f} from 31 to 62 turns; the sixth power is an upper bound, "
        "not the growth of the problem",
    )


def _check_memory(game: Rules) -> Check:
    space = DeckSpace(Model(game).dims, 31)
    rows = max(space.rows(size) * (space.turns - size + 1) for size in range(space.turns + 1))
    return Check(
        place="5.3.2",
        figure="31 turns need about 16 GB of memory",
        verdict=Verdict.FAILS,
        note="The thesis's program cannot be measured here, but the problem needs no such memory: "
        f"{space.states} payouts of all games up to 31 turns take "
        f"{8 * space.states / 1e6:.1f} MB, and a sweep that forgets them "
        f"{2 * 8 * rows / 1e6:.2f} MB",
    )
