"""Questions of Sueca whose parameters the library takes apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from llq.errors import IllegalState
from llq.query.checks import Checks, Every, Only
from llq.query.inputs import Seed, Threads
from llq.query.league.questions import league_question
from llq.query.questions import question
from llq.query.sueca import inputs as of
from llq.query.sueca.advice.quantities import ADVISER, adviser
from llq.solver.jobs.progress import Progress

if TYPE_CHECKING:  # help loads no solver
    from llq.query.sueca.advice.advice import CardAdvice

_FEWEST_OPEN = 6

league = league_question("sueca", "rules random -n 100", "trump_from=last")


@question(
    arguments=("file",),
    needed=("hand",),
    examples=(
        '--hand "S:AK72 H:765 D:2 C:A7" --trump C --trick "N:2H W:4H"',
        '--hand "S:AK7 H:7642 D:3 C:2" --trump H --tricks "W 5D KD AD 6D"',
        'game.txt --seconds 0.2 --stakes "drawn=+1 to=4 at=2-3"',
        "game.txt --player mc_extra:5000x2 --format json",
    ),
    busy="Comparing cards (the first time compiles)",
    is_long=True,
)
def advise(
    file: of.PositionFile | None = None,
    *,
    stakes: of.Stakes = "",
    player: of.Adviser | None = None,
    samples: of.Samples | None = None,
    seconds: of.Seconds | None = None,
    seed: Seed = 1,
    threads: Threads = 2,
    progress: Progress = None,
    **items: Unpack[of.Items],
) -> CardAdvice:
    """Return every legal card with the points that it takes on average, best first.

    The numbers are means over hands drawn for the others.
    """
    from llq.query.sueca.advice import advice
    from llq.query.sueca.positions.notation import position, read_position

    if seconds is not None:
        for option, value in (("player", player), ("samples", samples)):
            if value is not None:
                raise IllegalState(f"give --{option} {value} or --seconds {seconds:g}, not both")
        player = f"strong:{seconds:f}s/6"
    seen = position(**items) if file is None else read_position(file, **items)
    player = player or ADVISER if samples is None else _sampled(player, samples, len(seen.hand))
    return advice.advise(seen, player, seed, stakes=stakes, threads=threads, progress=progress)


@question(
    examples=("-n 2000 --sampling-games 50 --only differs", "--table 5.1,5.2"),
    busy="Verifying Sueca",
    is_long=True,
)
def verify(
    games: of.VerifiedGames = 100_000,
    sampling_games: of.SamplingGames = 1_000,
    *,
    table: of.Tables | None = None,
    only: Only | None = None,
    every: Every = False,
    seed: Seed = 1,
    threads: Threads = 2,
    progress: Progress = None,
) -> Checks:
    """Check the thesis's figures and claims about Sueca against ours, with z and verdicts."""
    from llq.query.sueca.verification import run
    from llq.query.text.words import split_words

    tables = [name for words in table or () for name in split_words(words)] or None
    checks = run.verify(
        games, sampling_games, seed, threads=threads, tables=tables, progress=progress
    )
    return Checks(checks=[*checks], page="measured/sueca", only=only, every=every)


def _sampled(player: str | None, samples: int, cards: int) -> str:
    """Return a player without numbers as one of some samples, for a hand of some cards."""
    if not player or player == "strong":
        return adviser(samples)
    if ":" in player:
        raise IllegalState(f"give --samples {samples} or --player {player}, not both")
    return f"{player}:{samples}" + (f"/{max(cards, _FEWEST_OPEN)}" if player == "pimc" else "x2")
