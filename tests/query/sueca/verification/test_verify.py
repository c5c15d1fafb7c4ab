"""The thesis's figures beside ours: what is compared, and when two numbers agree."""

import csv
import io
import json
import re
from collections import Counter
from functools import partial
from itertools import product
from math import sqrt
from operator import attrgetter

import numpy as np
import pytest

from llq.errors import IllegalState, UnknownGame
from llq.query.checks import Check, Verdict
from llq.query.published_figures import published
from llq.query.sueca.verification import claims_file, conditions, statistics
from llq.query.sueca.verification.experiments import LETTERS, TEAMS, chapter7, one_player
from llq.query.sueca.verification.figures import finding_figures, printed_figures
from llq.query.sueca.verification.run import verify
from llq.query.sueca.verification.statistics import extreme, sample_of
from llq.query.sueca.verification.verdicts import Reading, judge, judge_extreme
from llq.solver.sueca.matches.match import play_games

GAMES = 8_000
LOWEST, HIGHEST = (partial(extreme, part="points", least=least) for least in (True, False))


def sample(points, tricks=None, drawings=None):
    """Return a sample of given scores."""
    return statistics.Sample(
        np.array(points, dtype=np.uint8),
        np.array(tricks or [5] * len(points), dtype=np.uint8),
        np.zeros((1, 2, 10, 13), dtype=np.int64) if drawings is None else drawings,
        60.0,
    )


def drawn(*batches):
    """Return drawings from lists of (round, suits lacked, drawn, truths), one list a batch."""
    counts = np.zeros((len(batches), 2, 10, 13), dtype=np.int64)
    for batch, entries in enumerate(batches):
        for turn, suits, all_, true in entries:
            counts[batch, :, turn, suits] += all_, true
    return sample([60] * 16 * len(batches), drawings=counts)


def test_every_printed_number_is_a_figure_once():
    """Every cell of the published files has one figure, as printed, and no figure is invented."""
    cells = published("sueca_carreiro_2016_cells")
    rows = published("sueca_carreiro_2016_ch7")
    figures = printed_figures()
    places = Counter(map(attrgetter("table", "row", "column", "printed"), figures))
    assert max(places.values()) == 1
    assert len(figures) == len(cells) + 3 * len(rows) == 406 + 843
    expected = {(cell["table"], cell["row"], cell["column"], cell["value"]) for cell in cells} | {
        (
            row["table"],
            f"{row['north']} {row['south']} v {row['team2_first']} {row['team2_second']}",
            name,
            row[name],
        )
        for row in rows
        for name in ("score_ns", "score_ew", "sd")
    }
    assert set(places) == expected


def test_a_figure_is_compared_or_says_why_not():
    """A figure has games, a proof or an excuse; no two of proof and statistic."""
    for figure in [*printed_figures(), *finding_figures()]:
        assert bool(figure.experiments) == (figure.statistic is not None)
        assert figure.experiments or figure.exact is not None or (figure.verdict and figure.note)
        assert figure.statistic is None or figure.exact is None


def test_equal_games_are_played_once():
    """The rows that later tables repeat, and the same game of chapters 5 and 7, are one experiment.

    Columns N, S, then the other team's are dealt to N, W, S, E: the first of the other team is W.
    """
    of = {figure.experiments for figure in printed_figures() if figure.row == "R R v R MC"}
    assert of == {(chapter7("R", "R", "R", "MC"),)}
    assert chapter7("A", "R", "R", "R") == one_player("always_high")
    seats = ("random", "mc_peek:50x2", "obligated_trump", "always_high")
    assert chapter7("R", "T", "MC", "A").seats == seats


def test_each_condition_is_of_one_claim():
    """The beginnings that conditions are filed under each name one claim of the thesis."""
    texts = [row["claim"] for row in published("sueca_carreiro_2016_claims")]
    starts = list(claims_file.claim_conditions())
    for start in starts:
        assert sum(text.startswith(start) for text in texts) == 1, start
    assert len({claim.text for claim in claims_file.all_claims()}) == len(starts) == 97


def test_z_is_the_distance_to_what_could_be_printed():
    """With 0.3 and 0.4 points of error, 0.5 together, z is two a point beyond the printed one."""
    for printed, reading, ours, z in [
        ("60.1", Reading.ROUNDED, 60.14, 0),
        ("60.1", Reading.ROUNDED, 60.65, -1),  # 60.15 could be printed so; 0.5 further off
        ("60.1", Reading.ROUNDED, 58.05, 4),
        ("85", Reading.ROUNDED_OR_CUT, 85.9, 0),
        ("85", Reading.ROUNDED_OR_CUT, 84.5, 0),
        ("85", Reading.ROUNDED_OR_CUT, 87.0, -2),
        ("85", Reading.ROUNDED, 85.9, -0.8),
        ("24.00", Reading.ROUNDED, 24.255, -0.5),  # a trailing zero is a digit
        ("0.07", Reading.ROUNDED, 0.065, 0),
        ("0.07", Reading.ROUNDED, 0.565, -0.98),
        ("8", Reading.LOOSE, 6.5, 1),
        ("30", Reading.AT_LEAST, 99.0, 0),
        ("30", Reading.AT_LEAST, 28.0, 4),
    ]:
        judgement = judge(printed, reading, statistics.Estimate(ours, 0.3, 0.4, 100))
        assert judgement.z == pytest.approx(z)
        assert judgement.verdict is (Verdict.AGREES if abs(z) <= 3 else Verdict.DIFFERS)


def test_numbers_without_error_agree_or_differ():
    """A count without noise agrees if it could have been printed so."""
    assert judge("5", Reading.ROUNDED, statistics.Estimate(5.0)).verdict is Verdict.AGREES
    assert judge("5", Reading.ROUNDED, statistics.Estimate(6.0)).verdict is Verdict.DIFFERS


def test_an_extreme_is_contradicted_by_games_beyond_it_only():
    """A million games without what two in a hundred of ours show cannot be of the same kind."""
    games = [sample([10] * beyond + [51] * (100_000 - beyond)) for beyond in (0, 2, 3)]
    verdicts = [judge_extreme("51", LOWEST([played])).verdict for played in games]
    assert verdicts == [Verdict.AGREES, Verdict.EXTREME, Verdict.DIFFERS]  # (1/11)³ < 0.0027
    assert judge_extreme("40", LOWEST([games[0]])).verdict is Verdict.EXTREME
    assert judge_extreme("40", HIGHEST([games[0]])).verdict is Verdict.DIFFERS


def test_means_and_their_differences_by_hand():
    """Common deals cancel: a constant difference has no error, and offsets have none either."""
    first, second = sample([60, 80, 100, 40]), sample([50, 70, 90, 30])
    mean = statistics.combine([first])
    assert (mean.value, mean.games) == (70, 4)
    assert mean.error == pytest.approx(sqrt(500) / 2)
    assert mean.published_error == pytest.approx(sqrt(500) / 1000)
    gap = statistics.combine([first, second], (1, -1))
    assert (gap.value, gap.error) == (10, 0)
    assert gap.published_error == pytest.approx(sqrt(1000) / 1000)
    assert statistics.combine([first], (-1,), 120).value == 50
    assert statistics.combine([first, sample([50, 70])], (1, -1)).games == 2


def test_a_deviation_and_its_error_by_hand():
    """Of scores 40, 60, 80 the squares are 400, 0, 400: their own deviation gives the error."""
    estimate = statistics.spread([sample([40, 60, 80])])
    deviation = sqrt(800 / 3)
    assert estimate.value == pytest.approx(deviation)
    assert estimate.error == pytest.approx(np.std([400, 0, 400]) / (2 * deviation) / sqrt(3))
    assert statistics.spread([sample([120, 120])]) == statistics.Estimate(0.0, 0.0, 0.0, 2)


def test_shares_extremes_and_tricks_by_hand():
    """Shares are percentages, bounds included; what is mirrored is lost."""
    played = sample([30, 29, 90, 91], [0, 3, 8, 10])
    assert statistics.share([played], 30, 90).value == 50
    assert statistics.share([played], 30, 90, outside=True).error == pytest.approx(25)
    lost = statistics.mirrored([played], LOWEST, 120)
    assert (lost.value, lost.beyond(80)) == (91, 2)
    fewest, most = (partial(extreme, part="tricks", least=least) for least in (1, 0))
    assert statistics.mirrored([played], fewest, 10).value == 10
    least = statistics.mirrored([played], most, 10)
    assert (least.value, least.beyond(3)) == (0, 2)
    sweep = statistics.fewest_that_sweep([sample([60]), played])
    assert (sweep.value, sweep.beyond(1), sweep.beyond(2)) == (1, 0, 1)
    assert statistics.minutes([played]).value == pytest.approx(250_000)


def test_truths_are_counted_by_batch_round_and_suits():
    """The share of truth is over all drawings; batches that differ make its error."""
    played = drawn([(4, 2, 90, 9), (5, 3, 10, 3)], [(6, 2, 100, 8)])
    estimate = statistics.true_drawings([played])
    assert estimate.value == 10
    # above less a tenth of below is 2 and -2: √(2 · 8) of 200 drawings
    assert estimate.error == pytest.approx(100 * sqrt(2 * 8) / 200)
    assert statistics.true_drawing_share([played], 2, 2, axis=2).value == 85
    assert statistics.true_drawing_share([played], 5, 5, axis=1).value == 15
    assert [statistics.busiest_round([played], place).value for place in (0, 2)] == [5, 7]
    assert statistics.true_drawings([drawn([], [])]).value == 0
    assert statistics.true_drawings([drawn([(4, 2, 10, 1)])]).error is None


A, B = one_player("random"), one_player("always_high")
SAMPLES = {A: sample([60, 62, 58, 60] * 100), B: sample([66, 64, 60, 70] * 100)}


def test_a_claim_holds_where_its_numbers_are_clear_of_noise():
    """Means of 60 and 65, errors of 0.1 and 0.2: three errors decide, less leaves it open."""
    for lines, verdict in [
        (["gain | [always_high] - [random] > 0"], "holds"),
        (["gain | [random] - [always_high] > 0"], "fails"),
        (
            ["gain | [{0}] - [random] > 0 | always_high", "mean | [always_high] = 60 ± 1"],
            "holds in part",
        ),
        (["gain | [random] - [random] > 0"], "open"),
        (["mean | [always_high] > 64.9"], "open"),
        (["mean | [always_high] = 65.1 ± 0"], "holds"),
        (["mean | 0.5 [always_high] + 0.5 [random] - 60 in 2.4..2.6"], "holds"),
        (["by | deviation gap [random] [always_high] > 0"], "holds"),
        (["lowest | lowest [random] sees 0..0"], "open"),
        (["lowest | lowest [random] in 0..0"], "fails"),
    ]:
        read = tuple(condition for line in lines for condition in claims_file.read_conditions(line))
        decision, evidence = conditions.Claim("0", "a claim", read).decide(SAMPLES)
        assert decision == verdict
        assert evidence.startswith(lines[0].partition(" | ")[0])


def test_a_list_of_values_is_a_condition_each():
    """Every team, every range of points and every listed pair stands in its condition's place."""
    teams = list(claims_file.read_conditions("v {0} | [R R v {0}] < 60 | teams but R R, MC A"))
    assert len(teams) == 16 - 2
    assert teams[0].label == "v R MC"
    assert teams[0].experiments == (chapter7("R", "R", "R", "MC"),)
    points = list(claims_file.read_conditions("{0} to {1} | [random, {0}-{1} points] > 0 | points"))
    assert [points[0].label, points[-1].label, len(points)] == ["110 to 120", "0 to 10", 12]
    with pytest.raises(ValueError, match="not a number and a relation"):
        list(claims_file.read_conditions("gain | [random] is 60"))


def test_small_runs_of_games_without_monte_carlo_agree():
    """Tables 4.4, 5.1 and 5.2 come out as printed with 8,000 games of a fixed seed."""
    checks = list(verify(GAMES, tables=["4.4", "5.1", "5.2"]))
    assert len(checks) == 33 + 4 + 4
    off = [check for check in checks if check.verdict not in ("agrees", "extreme")]
    assert not off
    means = [check for check in checks if check.place.startswith("5")]
    assert {(check.z is None, check.games) for check in means} == {(False, GAMES)}
    assert max(check.standard_error for check in means) < 0.3


@pytest.mark.long
def test_team_trumps_agree_but_where_the_thesis_dealt_otherwise():
    """Table 4.6 agrees between 3 and 8 trumps; beyond, its averages are those of tossed coins."""
    checks = list(verify(GAMES, tables=["4.6"]))
    assert len(checks) == 33
    off = {(check.case, check.figure) for check in checks if check.verdict == "differs"}
    assert off == {(count, "average") for count in ("10", "9", "1", "0")}
    for figure in finding_figures():
        if "by a coin" in figure.column:
            played = sample_of(figure.experiments[0], GAMES, 2, 1, 1)
            estimate = figure.statistic([played])
            assert judge(figure.printed, figure.reading, estimate).verdict is Verdict.AGREES


def test_findings_are_about_what_the_tables_print():
    """Printed numbers of findings are the cells of Table 4.6, and a mean over chapter 7."""
    printed = {(figure.row, figure.column): figure.printed for figure in finding_figures()}
    for row in published("sueca_carreiro_2016_cells"):
        is_average = (row["table"], row["column"]) == ("4.6", "average")
        if is_average and row["row"] in ("10", "9", "1", "0"):
            case = f"a team's {row['row']} trumps, average (4.6)"
            assert printed[case, "all deals alike"] == row["value"]
            assert printed[case, "each trump to either partner by a coin"] == row["value"]
    scores = {
        (row["north"], row["south"], row["team2_first"], row["team2_second"]): row["score_ns"]
        for row in published("sueca_carreiro_2016_ch7")[: len(TEAMS) ** 2]
    }
    gains = [
        float(scores[north, south, "MC", other]) - float(scores[north, south, other, "MC"])
        for north, south, other in product(LETTERS, LETTERS, "RTA")
    ]
    (case,) = {row for row, _ in printed if row.startswith("MC first")}
    assert printed[case, "first is West"] == printed[case, "first is East"]
    assert printed[case, "first is West"] == f"{sum(gains) / len(gains):.2f}"


def test_misprints_and_what_cannot_be_compared_are_told():
    """A misprinted row, the unprinted deal and the deal's suits are not counted as differing."""
    checks = list(verify(50, 4, tables=["4.1", "4.2", "7.9"]))
    odd = Counter((check.place, check.verdict) for check in checks)
    assert odd["7.9", "misprint"] == 7  # T R against T R does score 60.0
    assert odd["4.1", "not comparable"] == 16
    assert odd["4.2", "not comparable"] == 8
    assert all(check.note for check in checks if check.verdict in ("misprint", "not comparable"))


def test_the_result_depends_on_the_seed_and_not_on_threads():
    """One thread or two, the same numbers; another seed, others."""
    single, threaded, other = (
        list(verify(300, 4, seed, threads=threads, tables=[" 5.2 "]))
        for seed, threads in ((1, 1), (1, 2), (2, 2))
    )
    assert single == threaded
    assert single != other


@pytest.mark.long
def test_the_published_extra_stands_beside_an_honest_one():
    """Hands seen agree with the print, hands drawn do not: the finding."""
    figures = finding_figures()[:3]
    samples = {
        figure.experiments[0]: sample_of(figure.experiments[0], 1, 1200, 1, 2) for figure in figures
    }
    sees, *draw = (figure.statistic([samples[figure.experiments[0]]]) for figure in figures)
    assert judge("72.72", Reading.ROUNDED, sees).verdict is Verdict.AGREES
    for estimate in draw:
        assert judge("72.72", Reading.ROUNDED, estimate).verdict is Verdict.DIFFERS


def test_shuffling_is_counted_in_batches():
    """Games about shuffling come in batches of 16, at least four, and count drawings."""
    figure = next(row for row in printed_figures() if (row.table, row.column) == ("6.4", "truth"))
    played = sample_of(figure.experiments[0], 1, 8, 1, 2)
    assert played.games == 64
    assert played.drawings.shape == (4, 2, 10, 13)
    assert 4 < statistics.true_drawings([played]).value < 16


def test_what_cannot_be_verified_is_refused():
    """No games and no such table: each is an error in words."""
    for options, error, reason in [
        ({"games": 1}, IllegalState, "games must be an integer of at least 2"),
        ({"sampling_games": 0}, IllegalState, "sampling_games must be an integer of at least 2"),
        ({"tables": ["7.22"]}, UnknownGame, "unknown table '7.22'.*; choose one of 4.1, 4.2"),
    ]:
        with pytest.raises(error, match=reason):
            list(verify(**({"games": 10, "tables": ["5.1"]} | options)))


def test_the_command_prints_each_figure_and_a_summary(llq):
    """Tables come by repeated options or commas; the summary counts every verdict."""
    words = ("sueca", "verify", "-n", 200, "--table", "5.1,5.2", "--table", "4.2", "--format")
    code, out, err = llq(*words, "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert [row["place"] for row in rows] == ["4.2"] * 8 + ["5.1"] * 4 + ["5.2"] * 4
    assert set(rows[0]) == set(Check.__dataclass_fields__)
    verdicts = Counter(row["verdict"] for row in rows)
    summary = ", ".join(f"{verdict} {times}" for verdict, times in verdicts.most_common())
    assert f"16 checked: {summary}.\n" in err
    assert "llq help measured/sueca" in err
    assert "not comparable 8" in summary
    assert len(json.loads(llq(*words, "json")[1])) == 16
    every = llq(*words, "table", "--all")[1]
    assert every.count("agrees") == verdicts["agrees"]
    assert not [line for line in every.splitlines() if len(line) > 120]


@pytest.fixture
def few_hands(monkeypatch):
    """Let players look at two hands a card, once each, so that the claims cost seconds."""

    def play(seats, *games, **options):
        return play_games([re.sub(r":\d+x\d+", ":2x1", seat) for seat in seats], *games, **options)

    monkeypatch.setattr(statistics, "_BATCH", 1)
    monkeypatch.setattr(statistics, "play_games", play)


@pytest.mark.usefixtures("few_hands")
def test_a_table_counts_what_agrees_and_shows_what_does_not(llq, monkeypatch):
    """By default a row of numbers for each table of the thesis, then what does not agree."""
    monkeypatch.setattr(
        "llq.query.sueca.verification.run.all_claims", lambda: claims_file.all_claims()[:9]
    )
    words = ("sueca", "verify", "-n", 40, "--sampling-games", 2, "--table", "5.1,7.9,claim")
    code, out, err = llq(*words)
    assert code == 0
    wide = [line for line in out.splitlines() if len(line) > 120]
    assert not wide
    rows = [line.split("│")[1:-1] for line in out.splitlines() if line.startswith("│ ")]
    counts = {row[0].strip(): int(row[1]) for row in rows[:4]}
    assert counts == {"5.1": 4, "7.9": 48, "claim": 9, "all": 61}
    summary = re.findall(r"([a-z ]+) (\d+)[,.]", err)
    verdicts = Counter({verdict.strip(): int(times) for verdict, times in summary})
    assert verdicts["agrees"] > 4
    assert verdicts.total() == 61
    assert out.count("agrees") == 1  # the head of its column
    assert out.count(" open ") == 1
    for verdict in ("differs", "misprint", "fails"):
        assert out.count(f" {verdict} ") == bool(verdicts[verdict]) + verdicts[verdict]
    assert out.count("the row reads 60.0 throughout") == 1  # once below, not in seven rows


def test_rows_of_a_verdict_can_be_asked_for(llq):
    """With ``--only`` there are the rows of those verdicts, and the summary counts all."""
    words = ("sueca", "verify", "-n", 200, "--table", "5.1 4.2", "--format", "csv", "--only")
    _, out, err = llq(*words, "not comparable")
    assert {row["verdict"] for row in csv.DictReader(io.StringIO(out))} == {"not comparable"}
    assert len(out.splitlines()) == 9
    assert "12 checked: not comparable 8" in err


@pytest.mark.long
@pytest.mark.usefixtures("few_hands")
def test_everything_can_be_asked_at_once(llq):
    """With a handful of games every figure, finding and claim gets a row."""
    code, out, _ = llq("sueca", "verify", "-n", 20, "--sampling-games", 2, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert len(rows) == 1249 + len(finding_figures()) + 97
    verdicts = {row["verdict"] for row in rows if row["place"] == "claim"}
    assert verdicts <= {"holds", "fails", "holds in part", "open"}
