"""Matches by name."""

import math
import statistics

import pytest

import llq
from llq.errors import DeckTooLarge, IllegalState, TableMissing, UnknownStrategy
from llq.query.love_letter.built_in_players import find_player
from tests.custom_players import First

pytestmark = pytest.mark.usefixtures("classic_file")


def test_a_draw_is_half_a_win_in_the_score():
    """Score and error are the mean of 1, half and 0 over the games, and its error."""
    match = llq.love_letter.match("random", "random", 20_000, variant="deck-2-0-0-2-0-0-0-1")
    assert match.draws > 100
    games = [1.0] * match.wins + [0.5] * match.draws + [0.0] * match.losses
    assert match.score == pytest.approx(statistics.fmean(games))
    assert match.score_error == pytest.approx(statistics.pstdev(games) / math.sqrt(20_000))
    error = math.sqrt(match.win_prob * (1 - match.win_prob) / 20_000)
    assert match.standard_error == pytest.approx(error)


def test_tokens_make_the_lead():
    """The lead in tokens has the error of its single games; classic matches have none."""
    match = llq.love_letter.match("strategic", "random", 20_000, variant="batman")
    assert match.lead == match.tokens[0] - match.tokens[1]
    assert match.lead_error < sum(match.tokens_error)
    assert (match.unit, match.to_dict()["first_tokens"]) == ("tokens", match.tokens[0])
    assert "; tokens 0." in str(match) or "; tokens 1." in str(match)
    classic = llq.love_letter.match("strategic", "random", 20_000)
    assert (classic.wins, classic.draws) == (match.wins, match.draws)
    assert classic.lead is classic.tokens is None
    assert not {"lead", "first_tokens", "unit"} & set(classic.to_dict())


def test_the_command_of_a_match_plays_it_again():
    """Every option that a match was given is in its command, unless a player is an object."""
    match = llq.love_letter.match(
        "random", "Strategic", 100, 7, hand=(8, 1), face_up=3, playouts=9, variant="batman"
    )
    assert match.command == (
        "llq love-letter match random Strategic -n 100 --seed 7 --hand Batman,Joker --playouts 9 "
        "--face-up 3 --variant batman"
    )
    assert match.hand == ("Batman", "Joker")
    assert llq.love_letter.match(First(), "random", 10).command is None


def test_an_opening_hand_can_be_fixed():
    """With Baron and Princess the table's player wins nearly always: it plays the Baron."""
    assert llq.love_letter.match("table", "random", 2000, hand=(3, 8)).win_prob == 1.0


def test_players_are_found_by_name():
    """A built-in player goes by its name in any spelling, a custom one by module and class."""
    assert find_player("Monte-Carlo") == "monte_carlo"
    assert find_player(f"{__name__}:First").name == "first"


@pytest.mark.parametrize("name", ["best", "nowhere:Player", f"{__name__}:missing", "math:pi"])
def test_what_is_no_player_is_refused(name):
    """A name that is nobody's, or an object that cannot choose, is refused."""
    with pytest.raises(UnknownStrategy):
        find_player(name)


def test_bad_arguments_are_refused(tmp_path):
    """An impossible hand, and a missing table, which says its remedy, are errors."""
    with pytest.raises(IllegalState, match="cannot deal"):
        llq.love_letter.match("random", "random", 10, hand=(8, 8))
    for question, players in [
        (llq.love_letter.match, ("table", "random", 10)),
        (llq.love_letter.exact.match, ("table", "random")),
        (llq.love_letter.responses.best_response, ("table",)),
    ]:
        with pytest.raises(TableMissing, match="llq build love-letter"):
            question(*players, path=tmp_path)


def test_compare_is_every_pair_in_both_seats():
    """All ordered pairs are played, those with Monte Carlo for fewer games."""
    players = ("monte_carlo", "table")
    matches = list(llq.love_letter.rounds.compare(players, games=200, sampling_games=1))
    games = {(match.first, match.second): match.games for match in matches}
    assert list(games) == [(a, b) for a in players for b in players]
    assert list(games.values()) == [1, 1, 1, 200]


def test_the_exploiter_is_a_player_by_name(tmp_path):
    """It plays from the variant's table, in both seats, and is solved once for several matches."""
    deck = "deck-2-1-1-0-1-0-1-1"
    llq.love_letter.table.build(deck, tmp_path)
    first = llq.love_letter.match("exploiter", "table", 400, variant=deck, path=tmp_path)
    assert "exploiter" in [player.name for player in llq.love_letter.players()]
    response = llq.love_letter.responses.best_response(
        "table", variant=deck, scoring="discards", path=tmp_path
    )
    assert abs(first.score - response.first) < 4 * first.score_error
    second = llq.love_letter.match("table", "Exploiter", 400, variant=deck, path=tmp_path)
    assert abs(1 - second.score - response.second) < 4 * second.score_error
    assert second.second == "exploiter"


@pytest.mark.parametrize(
    ("variant", "error", "reason"),
    [
        ("batman", IllegalState, "guesses that earn tokens"),
        ("big", DeckTooLarge, "some 6,064 million situations"),
        ("2019", UnknownStrategy, "'exploiter' cannot play 2019"),
    ],
)
def test_variants_that_the_exploiter_cannot_play(variant, error, reason):
    """They are refused before a table is looked for."""
    with pytest.raises(error, match=reason):
        llq.love_letter.match("exploiter", "random", 10, variant=variant)
