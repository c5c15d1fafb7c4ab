"""Matches by name."""

import math

import pytest

import llq
from llq.errors import IllegalState, TableMissing, UnknownCard, UnknownStrategy
from llq.query.love_letter.matches import THESIS_PLAYERS, find_player

pytestmark = pytest.mark.usefixtures("classic_file")


class Lowest:
    """Plays the lowest card that may be played, guessing as low as it can."""

    name = "lowest"

    def choose(self, state, random):
        """Return the first legal action."""
        from llq.solver.love_letter.players import legal_actions
        from llq.solver.love_letter.variants import CLASSIC

        return legal_actions(CLASSIC, state)[0]


def test_a_match_counts_every_game_once():
    """Wins of both seats and draws add up to the games, and to one."""
    match = llq.love_letter.match("table", "random", 5000, seed=3)
    assert match.first_wins + match.second_wins + match.draws == match.games == 5000
    assert match.first_win_rate + match.second_win_rate + match.draw_rate == pytest.approx(1)
    p = match.first_win_rate
    assert match.standard_error == pytest.approx(math.sqrt(p * (1 - p) / 5000))


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads():
    """A match depends on its seed, not on how it is computed."""
    matches = [llq.love_letter.match("table", "strategic", 20_000, 5, threads=t) for t in (1, 2, 3)]
    assert matches[0] == matches[1] == matches[2]
    assert matches[0] != llq.love_letter.match("table", "strategic", 20_000, 6)


def test_an_opening_hand_can_be_fixed():
    """With Baron and Princess the table's player wins nearly always: he plays the Baron."""
    assert llq.love_letter.match("table", "random", 2000, hand=(3, 8)).first_win_rate == 1.0


def test_a_player_of_ones_own_meets_the_built_in_ones():
    """A class with a name and choose() plays against any built-in player."""
    match = llq.love_letter.match(Lowest(), "random", 500, seed=1)
    assert match.first == "lowest"
    assert match.games == 500
    assert match == llq.love_letter.match(Lowest(), "random", 500, seed=1)


def test_players_are_found_by_name():
    """A built-in player goes by its name in any spelling, one's own by module and class."""
    assert find_player("Monte-Carlo") == "monte_carlo"
    assert find_player(f"{__name__}:Lowest").name == "lowest"


@pytest.mark.parametrize("name", ["best", "nowhere:Player", f"{__name__}:missing", "math:pi"])
def test_what_is_no_player_is_refused(name):
    """A name that is nobody's, or an object that cannot choose, is refused."""
    with pytest.raises(UnknownStrategy):
        find_player(name)


def test_bad_arguments_are_refused(tmp_path):
    """No games, an impossible hand and a missing table each have their error."""
    with pytest.raises(IllegalState, match="at least one game"):
        llq.love_letter.match("random", "random", 0)
    with pytest.raises(IllegalState, match="cannot deal"):
        llq.love_letter.match("random", "random", 10, hand=(8, 8))
    with pytest.raises(IllegalState, match="two cards"):
        llq.love_letter.match("random", "random", 10, hand=(8,))
    with pytest.raises(UnknownCard):
        llq.love_letter.match("random", "random", 10, hand=(1, 9))
    with pytest.raises(IllegalState, match="1 or more"):
        llq.love_letter.match("random", "random", 10, threads=0)
    with pytest.raises(TableMissing):
        llq.love_letter.match("table", "random", 10, path=tmp_path)


def test_compare_is_every_pair_in_both_seats():
    """All sixteen ordered pairs are played, those with Monte Carlo for fewer games."""
    matches = list(llq.love_letter.compare(games=200, sampling_games=4))
    assert [(m.first, m.second) for m in matches] == [
        (a, b) for a in THESIS_PLAYERS for b in THESIS_PLAYERS
    ]
    assert {m.games for m in matches if "monte_carlo" in (m.first, m.second)} == {4}
    assert {m.games for m in matches if "monte_carlo" not in (m.first, m.second)} == {200}
