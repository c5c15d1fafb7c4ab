"""Questions of Literature whose parameters the library takes apart."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack

from llq.query.checks import Checks, Every, Only
from llq.query.inputs import Seed, Threads
from llq.query.league.questions import league_question
from llq.query.literature import inputs as of
from llq.query.questions import question
from llq.solver.jobs.progress import Progress

if TYPE_CHECKING:  # help loads no solver
    from llq.query.literature.advice.advice import AskAdvice

league = league_question("literature", "quick possible -n 20", "rules=pagat")


def _progress_label(games: int, **_: Any) -> str:
    from llq.query.literature.verification.run import count_matches

    return f"Playing {count_matches()} matches of {games:,} games"


@question(
    arguments=("file",),
    needed=("me",),
    examples=(
        "game.txt",
        "game.txt --knowledge --grid",
        'game.txt --move "2>1 6H +" --format json',
        "game.txt --claims --format csv",
    ),
    busy="Valuing asks (compiled the first time)",
    accuracy="see source: exact chances where deals can be counted",
)
def advise(
    file: of.GameFile | None = None,
    *,
    player: of.Adviser = "greedy",
    knowledge: of.Knowledge = False,
    grid: of.Grid = False,
    claims: of.Claims = False,
    every: of.ShowAll = False,
    **items: Unpack[of.GameItems],
) -> AskAdvice:
    """Return the advice: certain claims, every ask's value and reasons, and exact chances.

    In JSON ``chances`` has for every card in play the chance that each seat holds it.
    """
    from llq.query.literature.advice import advice
    from llq.query.literature.positions.notation import game, read_game

    texts: dict[str, Any] = {name: value for name, value in items.items() if value}
    position = game(**texts) if file is None else read_game(file, **texts)
    details = advice.Details(knowledge, grid, claims, every)
    return replace(advice.advise(position, player), details=details)


@question(examples=("-n 200 --format csv",), busy=_progress_label, is_long=True)
def verify(
    games: of.VerifiedGames = 1500,
    seed: Seed = 1,
    *,
    only: Only | None = None,
    every: Every = False,
    threads: Threads = 2,
    progress: Progress = None,
) -> Checks:
    """Check the article's figures about Literature against ours, with z-scores and verdicts.

    The article's network and five untrained ones play each other; if they are not stored, they are
    trained first.
    """
    from llq.query.literature.policies.table import open_policies
    from llq.query.literature.verification import run

    run.check_games(games)
    open_policies()
    checks = run.verify(games, seed, threads=threads, progress=progress)
    return Checks(checks=[*checks], page="measured/literature", only=only, every=every)
