"""Simulations and claims as a library."""

from types import SimpleNamespace

import pytest

from llq.errors import IllegalAction, IllegalState, UnknownState, UnknownStrategy
from llq.query.checks import Check, Verdict
from llq.query.dominion.matches import simulate
from llq.query.dominion.verification import run
from llq.query.dominion.verification.run import verify
from llq.solver.dominion.rules import Action
from llq.solver.dominion.strategies.evaluation import mean_scores
from llq.solver.dominion.variants import rules

pytestmark = pytest.mark.usefixtures("dominion_file")


CHEAT = SimpleNamespace(name="Cheat", choose=lambda *_: Action("province"))
TYPIST = SimpleNamespace(name="Typist", choose=lambda *_: "copper")


def test_games_longer_than_the_table_are_solved_first():
    """The optimum plays 40 turns as well as the exact score of 40 turns says."""
    played = simulate("optimal", 40, 2000, seed=5)
    assert abs(played.z_score(float(mean_scores(rules(), "optimal", 40)[40]))) < 4


def test_what_cannot_be_played_is_refused():
    """No such strategy, no games, no playouts: each is an error in words."""
    for strategy, options, error, reason in [
        ("nobody", {}, UnknownStrategy, "no strategy 'nobody'; there are random, greedy"),
        (object(), {}, UnknownStrategy, "needs a name and choose"),
        (
            CHEAT,
            {},
            IllegalAction,
            r"Cheat chose Action\(card='province'\) with 4 coins; the legal",
        ),
        (TYPIST, {}, IllegalAction, "Typist chose 'copper'"),
        ("picky", {"turns": 0}, IllegalState, "turns must be a positive integer"),
        ("picky", {"turns": 2.5}, IllegalState, "turns must be a positive integer"),
        ("picky", {"games": 1}, IllegalState, "games must be an integer of at least 2"),
        ("picky", {"seed": -1}, IllegalState, "seed must be a non-negative integer"),
        ("monte_carlo", {"playouts": 0}, IllegalState, "playouts must be a positive integer"),
        ("optimal", {"turns": 101}, UnknownState, "100 at most"),
    ]:
        with pytest.raises(error, match=reason):
            simulate(strategy, **({"turns": 3, "games": 10} | options))


@pytest.fixture
def one_claim(monkeypatch):
    """Put one quick claim and one length in the place of minutes of them."""
    claim = Check(place="6.2", figure="a claim", verdict=Verdict.HOLDS_IN_PART, note="so it is")
    calls = []

    def claims(turns, *, seed, games, threads, step):
        calls.append((turns, seed, games, threads))
        for _ in range(run._STEPS):
            step()
        return (claim,)

    monkeypatch.setattr(run, "_claims", claims)
    monkeypatch.setattr(run, "LENGTHS", (4,))
    monkeypatch.setattr(run, "REAL_TURNS", 6)
    monkeypatch.setattr(run, "STRATEGIES", ("picky", "optimal"))
    return calls


@pytest.mark.long
def test_every_claim_and_every_simulation_has_a_verdict(one_claim):
    """Claims come first and as they are, then each strategy's exact mean beside its games."""
    steps = []
    checks = list(verify(150, 20, 7, threads=1, progress=lambda *step: steps.append(step)))
    assert one_claim == [(150, 7, 20, 1)]
    assert [(check.place, check.verdict) for check in checks] == [
        ("6.2", "holds in part"),
        ("our own", "agrees"),
        ("our own", "agrees"),
        ("our own", "agrees"),
    ]
    assert (checks[0].figure, checks[0].note) == ("a claim", "so it is")
    played = checks[3]
    assert (played.case, played.games, played.note) == (
        "optimal in 4 turns",
        2000,
        "exact 7.6347, played with seed 7",
    )
    assert played.z == pytest.approx((7.6347 - played.ours) / played.standard_error, abs=1e-2)
    assert "scores 10.5045 in the model and 10.4675 by the real rule" in checks[1].note
    assert steps == [(done, 11) for done in range(1, 12)]


def test_a_wrong_exact_mean_is_found(one_claim, monkeypatch):
    """The simulation is a check: a mean that is off by a quarter of a point differs."""
    exact = run.mean_scores
    monkeypatch.setattr(run, "mean_scores", lambda *words: exact(*words) + 0.25)
    monkeypatch.setattr(run, "REAL_TURNS", 3)
    assert [check.verdict for check in verify(150, 20)][2:] == ["differs", "differs"]


def test_claims_need_their_turns():
    """One claim is about 150 turns: fewer are refused before minutes are spent."""
    for turns, games in ((149, 200), (160, 1)):
        with pytest.raises(IllegalState, match="at least 150 turns and 2 games"):
            list(verify(turns, games))
