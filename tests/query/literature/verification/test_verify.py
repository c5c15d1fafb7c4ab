"""The article's figures beside ours: what each of ours is made of."""

from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from llq.cli.main import app
from llq.errors import IllegalState, UnknownStrategy
from llq.query.literature.built_in_players import strategy_of
from llq.query.literature.verification import run
from llq.query.literature.verification.run import verify
from llq.query.published_figures import published
from llq.solver.literature.matches.match import play_games

pytestmark = pytest.mark.usefixtures("policies_file")

GAMES = 20


@pytest.fixture(scope="module")
def players(policies_file):
    """Return the trained network and two untrained ones."""
    return [strategy_of(name) for name in ("article", "untrained-1", "untrained-2")]


@pytest.fixture(scope="module")
def checks(players):
    """Return the checks by figure, the splits among them of few games of chance."""
    trained, *untrained = players
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "SPLITS", 50)
        results = verify(GAMES, 5, trained=trained, untrained=untrained, threads=1)
        return {check.figure: check for check in results}


@pytest.fixture(scope="module")
def matches(players):
    """Return both sides of the trained network's matches, and of the untrained ones'."""
    trained, *untrained = players
    pairs = [
        [(trained, player) for player in untrained],
        [tuple(untrained), tuple(untrained[::-1])],
    ]
    return [
        [
            [play_games(seats * 2, GAMES // 2, 5 + number) for seats in (pair, pair[::-1])]
            for number, pair in enumerate(half)
        ]
        for half in pairs
    ]


def test_every_printed_figure_is_checked_once(checks):
    """Each row of the article's figures has its check, with the number as printed."""
    rows = published("literature_somani")
    assert sorted(checks) == sorted(row["figure"] for row in rows)
    assert all(checks[row["figure"]].published == row["printed"] for row in rows)


def test_wins_and_ties_are_counted_from_the_trained_networks_side(checks, matches):
    """Wins, losses and ties of both sides add up to the games that the article played."""
    won = lost = 0
    for even, odd in matches[0]:
        won += (even.winner == 0).sum() + (odd.winner == 1).sum()
        lost += (even.winner == 1).sum() + (odd.winner == 0).sum()
    shares = np.array([won, lost, 2 * GAMES - won - lost]) / (2 * GAMES)
    names = ["wins of the trained network", "wins of the untrained network", "ties"]
    assert [checks[name].ours for name in names] == pytest.approx(1500 * shares)


def test_means_are_those_of_the_games(checks, matches):
    """Lengths, ask-backs and claims are means over both sides of all matches."""
    for figure, half, column, scale in [
        ("length, untrained v untrained", 1, "asks", 1),
        ("length, trained v untrained", 0, "asks", 1),
        ("ask-backs, untrained v untrained", 1, "ask_backs", 1500),
        ("ask-backs, trained v untrained", 0, "ask_backs", 1500),
        ("claims after them, untrained v untrained", 1, "back_claims", 1500),
        ("claims after them, trained v untrained", 0, "back_claims", 1500),
    ]:
        total = sum(getattr(side, column).sum() for match in matches[half] for side in match)
        assert checks[figure].ours == pytest.approx(scale * total / (2 * GAMES))
        assert checks[figure].games == 2 * GAMES


def test_the_length_of_training_games_is_the_curves(checks, players):
    """A training of 120 games has them all in its first and in its last thousand."""
    curve = players[0].policy.curve
    blocks = np.diff(curve["games"], prepend=0)
    mean = (blocks * curve["length"]).sum() / blocks.sum()
    for which in ("first", "last"):
        check = checks[f"length, {which} thousand games of training"]
        assert check.ours == pytest.approx(mean)
        assert check.games == 120


def test_an_error_covers_networks_that_differ():
    """The error of a mean over networks is that of the networks, not of their many games alone."""
    random = np.random.default_rng(1)
    row = {"figure": "length", "printed": "10", "games": "1500", "section": ""}
    alike = [random.normal(10, 2, 4000) for _ in range(5)]
    apart = [sample + 3 * number for number, sample in enumerate(alike)]
    assert run._check_figure(row, alike).standard_error == pytest.approx(1 / np.sqrt(5000), rel=0.4)
    spread = np.std([sample.mean() for sample in apart], ddof=1) / np.sqrt(5)
    assert run._check_figure(row, apart).standard_error == pytest.approx(spread, rel=0.01)
    assert run._compare_figure(row, 6.0, 3.0, 4.0, 1, "").z == pytest.approx(4 / np.hypot(3, 4))


def test_splits_of_samples_that_differ_are_never_as_far_apart():
    """Random splits beat a real difference never, and a difference by chance about often."""
    random = np.random.default_rng(2)
    sample, shifted = random.normal(0, 1, 300), random.normal(1, 1, 300)
    assert run._splits_beyond(sample, shifted, random) == 0
    counts = [run._splits_beyond(*random.normal(0, 1, (2, 100)), random) for _ in range(10)]
    assert 220 < np.mean(counts) < 780  # uniform from 0 to 1000: the mean's error is 91


@pytest.mark.parametrize(
    ("games", "networks", "reason"),
    [(0, 2, "an even number"), (1, 2, "an even number"), (7, 2, "an even number"),
     (4, 1, "two or more; got 1")],
)  # fmt: skip
def test_what_tells_nothing_is_refused(games, networks, reason, players):
    """Each deal is played from both sides, and one network has no spread between networks."""
    with pytest.raises(IllegalState, match=reason):
        next(verify(games, trained=players[0], untrained=players[1 : 1 + networks]))


def test_the_command_refuses_an_odd_number_before_it_trains(monkeypatch, tmp_path):
    """Nobody waits for a training to hear of a slip."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    done = CliRunner().invoke(app, ["literature", "verify", "-n", "7"])
    assert isinstance(done.exception, IllegalState)
    assert not list(tmp_path.iterdir())


def test_the_command_prints_every_figure(monkeypatch, players):
    """``llq literature verify`` prints a row a figure and counts them."""
    untrained = tuple(player.name for player in players[1:])
    monkeypatch.setattr(run, "UNTRAINED", untrained)
    done = CliRunner().invoke(app, ["literature", "verify", "-n", "4", "--format", "csv"])
    assert done.exit_code == 0, done.output
    assert all(row["printed"] in done.output for row in published("literature_somani"))
    assert "13 checked: not comparable 10, " in done.output  # its training was short


def test_a_network_of_another_training_is_not_compared(checks):
    """Figures of a network that was not trained for 10,000 games have no verdict, and say so."""
    for check in checks.values():
        if check.figure.endswith("untrained v untrained"):
            assert check.verdict in ("agrees", "differs")
        else:
            assert check.verdict == "not comparable"
            assert "trained for 120 games, not 10000" in check.note


def test_most_networks_decide_on_the_splits(players, monkeypatch):
    """One network of three without a split beyond is no agreement, two are."""
    policy = replace(players[0].policy, recipe=players[0].policy.recipe | {"games": 10_000})
    trained = replace(players[0], policy=policy)
    for beyond, verdict in (((0, 854, 134), "differs"), ((0, 854, 0), "agrees")):
        monkeypatch.setattr(run, "_splits_beyond", lambda *_, left=list(beyond): left.pop())
        untrained = [*players[1:], players[1]]
        by_figure = {
            check.figure: check for check in verify(4, trained=trained, untrained=untrained)
        }
        assert by_figure["random splits with a greater difference"].verdict == verdict


def test_too_few_stored_networks_say_what_to_build():
    """Where two untrained networks are stored and not five, the build that has five is named."""
    with pytest.raises(UnknownStrategy, match=r"no untrained-3; .* 5 untrained.*llq build"):
        next(verify(4))
