"""The thesis's figures and claims on Sueca beside ours, by simulation.

References
----------
V. Lopes Carreiro, Examining different strategies for the card game Sueca, Leiden, 2016.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from llq.errors import IllegalState, UnknownGame
from llq.query.players import check_seed
from llq.query.sueca.verification.claims import Claim, all_claims
from llq.query.sueca.verification.diagnosis import finding_figures
from llq.query.sueca.verification.experiments import Figure, table_figures
from llq.query.sueca.verification.simulation import sample_of
from llq.query.sueca.verification.statistics import Experiment, Sample
from llq.query.sueca.verification.text_figures import figures_of_text
from llq.query.sueca.verification.verdicts import Judgement, Reading, Verdict, judge, judge_extreme

__all__ = ["SuecaCheck", "verify_sueca"]


@dataclass(frozen=True, slots=True)
class SuecaCheck:
    """One printed figure, or one claim, and what our games say.

    Parameters
    ----------
    table
        The thesis's table, ``text`` and a section, ``claim``, or ``finding``.
    case
        The table's row; a claim's section.
    figure
        The table's column; the claim.
    published
        As printed.
    ours
        Our number; None where there is none to compare.
    standard_error
        Of ours; None where there is none, as of a lowest score.
    games
        Ours of each experiment; the thesis played a million.
    z
        How far ours is from what could have been printed so, in standard errors of both; None where
        there is no error.
    verdict
        ``agrees``, ``differs``, ``extreme`` (a lowest or highest score that is another and does not
        contradict), ``misprint``, ``not comparable``; of a claim ``holds``, ``fails``, ``partly``,
        ``open`` (too few games).
    note
        Why, or what the number is; of a claim the deciding numbers.
    """

    table: str
    case: str
    figure: str
    published: str
    ours: float | None
    standard_error: float | None
    games: int | None
    z: float | None
    verdict: str
    note: str


def verify_sueca(
    games: int = 100_000,
    sampling_games: int = 1_000,
    seed: int = 1,
    *,
    threads: int = 2,
    tables: Sequence[str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[SuecaCheck]:
    """Yield a check of every printed figure, then of what they show together, then of claims.

    Every experiment is simulated once, whatever figures it serves. Game ``i`` has the same deal in
    all experiments that deal alike, so errors of one run go together.

    Parameters
    ----------
    games, sampling_games
        Games an experiment without and with a Monte Carlo player.
    threads
        Threads that play, on which no result but times depends.
    tables
        Such as ``["5.1", "7.21", "text", "claim", "finding"]``; by default all.
    progress
        Called with the number of experiments done and their total.

    Raises
    ------
    UnknownGame
        The thesis has no such table.
    IllegalState
        No games, or no threads.
    """
    seed = check_seed(seed)
    if games < 2 or sampling_games < 2 or threads < 1:
        raise IllegalState(
            "verification takes 2 games, 2 sampling games and 1 thread or more; "
            f"got {games}, {sampling_games} and {threads}"
        )
    figures = [*table_figures(), *figures_of_text(), *finding_figures()]
    names = list(dict.fromkeys([_name(figure.table) for figure in figures] + ["claim"]))
    chosen = names if tables is None else [table.strip().lower() for table in tables]
    for table in chosen:
        if table not in names:
            raise UnknownGame(f"the thesis has no table {table!r}; there are {', '.join(names)}")
    figures = [figure for figure in figures if _name(figure.table) in chosen]
    asked = all_claims() if "claim" in chosen else []
    sources = [*(figure.of for figure in figures), *(claim.of for claim in asked)]
    needed = list(dict.fromkeys(experiment for of in sources for experiment in of))
    samples: dict[Experiment, Sample] = {}
    if needed:  # compiling is no experiment's time
        sample_of(Experiment(("random",) * 4), 1, 1, seed, 1)
    for done, experiment in enumerate(needed):
        if progress:
            progress(done, len(needed))
        samples[experiment] = sample_of(experiment, games, sampling_games, seed, threads)
    for figure in figures:
        yield _check(figure, samples)
    for claim in asked:
        yield _check_claim(claim, samples)


def _name(table: str) -> str:
    return table.partition(" ")[0]


def _check(figure: Figure, samples: Mapping[Experiment, Sample]) -> SuecaCheck:
    """Return the check of one figure."""
    place = figure.table, figure.row, figure.column, figure.printed
    if figure.exact is not None:
        verdict = Verdict.AGREES if figure.exact == float(figure.printed) else Verdict.DIFFERS
        return SuecaCheck(*place, figure.exact, None, None, None, verdict, figure.note)
    if figure.statistic is None:
        verdict = Verdict.NOT_COMPARABLE
        return SuecaCheck(*place, None, None, None, None, verdict, figure.excuse)
    ours = figure.statistic([samples[experiment] for experiment in figure.of])
    number = ours.value, ours.error, ours.games
    if figure.excuse:
        return SuecaCheck(*place, *number, None, Verdict.NOT_COMPARABLE, figure.excuse)
    extreme = ours.beyond is not None and figure.reading is not Reading.AT_LEAST
    found = (
        judge_extreme(figure.printed, ours)
        if extreme
        else judge(figure.printed, figure.reading, ours)
    )
    if figure.misprint:
        return SuecaCheck(*place, *number, found.z, Verdict.MISPRINT, figure.misprint)
    notes = [figure.note, *_reading_note(figure, found, ours.value)]
    if extreme and ours.beyond and (beyond := ours.beyond(float(figure.printed))):
        notes.append(f"{beyond} of {ours.games} games lie beyond it")
    note = "; ".join(note for note in notes if note)
    return SuecaCheck(*place, *number, found.z, found.verdict, note)


def _reading_note(figure: Figure, found: Judgement, ours: float) -> Iterator[str]:
    """Yield that the printed number agrees if its decimals were cut off and not rounded."""
    if figure.reading is not Reading.ROUNDED_OR_CUT or found.verdict is not Verdict.AGREES:
        return
    if found.z == 0 and ours > float(figure.printed) + 0.5:
        yield "cut, not rounded"


def _check_claim(claim: Claim, samples: Mapping[Experiment, Sample]) -> SuecaCheck:
    """Return the check of one claim."""
    verdict, evidence = claim.decide(samples)
    games = min(samples[experiment].games for experiment in claim.of)
    return SuecaCheck(
        "claim", claim.section, claim.text, "", None, None, games, None, verdict, evidence
    )
