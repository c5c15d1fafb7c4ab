"""Simulated check of the thesis's Sueca figures and claims.

References
----------
V. Lopes Carreiro, Examining different strategies for the card game Sueca, Leiden, 2016.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from llq.errors import UnknownGame, one_of
from llq.query import checks
from llq.query.checks import Check, Verdict
from llq.query.players import check_seed
from llq.query.sueca.verification.claims_file import all_claims
from llq.query.sueca.verification.conditions import Claim
from llq.query.sueca.verification.figures import Figure, finding_figures, printed_figures
from llq.query.sueca.verification.statistics import Experiment, Sample, sample_of
from llq.query.sueca.verification.verdicts import Reading, judge, judge_extreme
from llq.solver.arguments import MOST_GAMES, check_integer, check_threads
from llq.solver.jobs.progress import Progress


def verify(
    games: int = 100_000,
    sampling_games: int = 1_000,
    seed: int = 1,
    *,
    threads: int = 2,
    tables: Sequence[str] | None = None,
    progress: Progress = None,
) -> Iterator[Check]:
    """Yield checks: printed figures first, then findings, then claims.

    Every experiment is simulated once, whatever figures it serves. Game ``i`` has the same deal in
    all experiments that deal alike, so errors of one run are correlated. A check's place is the
    thesis's table, ``text`` and a section, ``finding`` or ``claim``; its case is the table's row or
    the claim's section, its figure the column or the claim.

    Parameters
    ----------
    games, sampling_games
        Games of each experiment without and with a Monte Carlo player.
    threads
        Threads that play; only run times depend on them.
    tables
        Such as ``["5.1", "7.21", "text", "claim", "finding"]``; by default all.
    progress
        Called with the number of experiments done and their total.

    Raises
    ------
    UnknownGame
        The thesis has no such table.
    IllegalState
        There are fewer than two games of a kind, or no threads.

    Examples
    --------
    >>> import llq
    >>> checks = list(llq.sueca.verify(games=2000, tables=["5.1"]))
    >>> [str(check.verdict) for check in checks]
    ['agrees', 'agrees', 'agrees', 'agrees']
    """
    seed = check_seed(seed)
    check_integer("games", games, 2, MOST_GAMES)
    check_integer("sampling_games", sampling_games, 2, MOST_GAMES)
    check_threads(threads)
    figures, claims, needed = _needed(tables)
    samples: dict[Experiment, Sample] = {}
    if needed:  # compiling does not count as an experiment's time
        sample_of(Experiment(("random",) * 4), 1, 1, seed, 1)
    for index, experiment in enumerate(needed):
        if progress:
            progress(index, len(needed))
        samples[experiment] = sample_of(experiment, games, sampling_games, seed, threads)
    for figure in figures:
        yield _check_figure(figure, samples)
    for claim in claims:
        yield _check_claim(claim, samples)


def _needed(tables: Sequence[str] | None) -> tuple[list[Figure], list[Claim], list[Experiment]]:
    """Return tables' figures and claims, and their required experiments."""
    figures = [*printed_figures(), *finding_figures()]
    names = list(dict.fromkeys([*(_table_of(figure) for figure in figures), "claim"]))
    chosen = names if tables is None else [table.strip().lower() for table in tables]
    for table in chosen:
        if table not in names:
            raise UnknownGame(f"unknown table {table!r}{one_of(table, names)}")
    figures = [figure for figure in figures if _table_of(figure) in chosen]
    claims = all_claims() if "claim" in chosen else []
    groups = [figure.experiments for figure in figures] + [claim.experiments for claim in claims]
    return figures, claims, list(dict.fromkeys(chain.from_iterable(groups)))


def _table_of(figure: Figure) -> str:
    return figure.table.partition(" ")[0]


def _check_figure(figure: Figure, samples: Mapping[Experiment, Sample]) -> Check:
    check = Check(
        place=figure.table,
        case=figure.row,
        figure=figure.column,
        published=figure.printed,
        verdict=figure.verdict or Verdict.NOT_COMPARABLE,
        note=figure.note,
    )
    if figure.exact is not None:
        is_same = figure.exact == float(figure.printed)
        return replace(check, ours=figure.exact, verdict=checks.judge(None, same=is_same))
    if figure.statistic is None:
        return check
    ours = figure.statistic([samples[experiment] for experiment in figure.experiments])
    check = replace(check, ours=ours.value, standard_error=ours.error, games=ours.games)
    if figure.verdict is Verdict.NOT_COMPARABLE:
        return check
    is_extreme = ours.beyond is not None and figure.reading is not Reading.AT_LEAST
    if is_extreme:
        judgement = judge_extreme(figure.printed, ours)
    else:
        judgement = judge(figure.printed, figure.reading, ours)
    if figure.verdict is Verdict.MISPRINT:
        return replace(check, z=judgement.z)
    notes = [figure.note] if figure.note else []
    is_cut = figure.reading is Reading.ROUNDED_OR_CUT and judgement.verdict is Verdict.AGREES
    if is_cut and judgement.z == 0 and ours.value > float(figure.printed) + 0.5:
        notes.append("cut, not rounded")
    if is_extreme and ours.beyond and (beyond := ours.beyond(float(figure.printed))):
        notes.append(f"{beyond} of {ours.games} games lie beyond it")
    return replace(check, z=judgement.z, verdict=judgement.verdict, note="; ".join(notes))


def _check_claim(claim: Claim, samples: Mapping[Experiment, Sample]) -> Check:
    verdict, evidence = claim.decide(samples)
    return Check(
        place="claim",
        case=claim.section,
        figure=claim.text,
        games=min(samples[experiment].games for experiment in claim.experiments),
        verdict=verdict,
        note=evidence,
    )
