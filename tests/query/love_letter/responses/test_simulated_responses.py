"""Games against a responder: what is refused before any table is built, and what is stored."""

import json

import pytest
from typer.testing import CliRunner

import llq
from llq.cli.main import app
from llq.errors import IllegalState, UnknownStrategy
from llq.query.love_letter.responses.simulated_responses import check_simulated
from llq.query.love_letter.responses.stored_brackets import stored_response
from llq.solver.love_letter.variants import MODERN


@pytest.mark.parametrize("variant", ["classic", "2019-tokens"])
def test_other_variants_are_refused(variant):
    """Where tokens count, or an exact best response is known, one line says so."""
    with pytest.raises(IllegalState, match="are for 2019 Love Letter"):
        llq.love_letter.responses.simulated_response("table", 10, variant=variant)


def test_named_cards_face_up_are_refused():
    """Cards face up are a number here."""
    with pytest.raises(IllegalState, match="give 0 or 3"):
        check_simulated(MODERN, ("Guard", "Guard", "Prince"))


def test_players_without_known_second_choices_are_refused():
    """A sampling player's policy is not known, nor can it be computed."""
    with pytest.raises(UnknownStrategy, match="who say which card to keep"):
        llq.love_letter.responses.simulated_response("monte_carlo", 10)


def test_what_was_measured_is_of_the_policy_that_ships(folders, monkeypatch):
    """The stored games are against today's policy, below their bounds; others have none."""
    monkeypatch.setenv("LLQ_STANDARD_TABLES", "yes")
    found = stored_response("table")
    assert found is not None
    response, origin = found
    assert f"-n {response.games} --seed {response.seed}" in origin
    for share, error, upper in (
        (response.first, response.first_error, response.first_upper),
        (response.second, response.second_error, response.second_upper),
    ):
        assert share < upper
        assert error == pytest.approx((share * (1 - share) / response.games) ** 0.5, abs=5e-5)
    assert stored_response("strategic") is None
    assert stored_response("table", face_up=3) is None


def test_the_stored_bracket_is_printed_without_a_build(folders, monkeypatch):
    """The command answers from what comes with llq, where no table of values is."""
    monkeypatch.setenv("LLQ_STANDARD_TABLES", "yes")
    words = ["love-letter", "exploit", "table", "--edition", "2019", "--format", "json"]
    ended = CliRunner().invoke(app, words)
    assert ended.exit_code == 0
    assert json.loads(ended.stdout)[0]["exploitability_upper"] == pytest.approx(0.254621)
