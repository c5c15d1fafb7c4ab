"""Sueca on the command line, run as a user runs it."""

import csv
import io
import json

from llq.query.sueca.advice.advice import advise
from llq.query.sueca.advice.deal_valuation import deal_values
from llq.query.sueca.advice.quantities import Quantity
from llq.query.sueca.matches.matches import match
from llq.query.sueca.positions.notation import position as position_of

HAND = ("--hand", "S:AK72 H:765 D:2 C:A7", "--trump", "C")
GAME = "hand: S:AK7 H:7642 D:A C:2\ntrump: H\ntricks: E 5D 2D KD QD\ntricks: W 3C\n"


def test_advise_shows_every_card(llq):
    """The panel shows each card's value and error, what it costs, and what that is based on."""
    code, out, err = llq("sueca", "advise", *HAND, "--trick", "N:2H W:4H")
    assert (code, err) == (0, "")
    best, *others = advise(position_of(HAND[1], "C", trick="N:2H W:4H")).actions
    assert f"South: play {best.action}" in out
    assert f"{best.value:.2f} ± {best.standard_error:.2f}" in out
    for card in others:
        assert f"{card.cost:.2f} ± {card.cost_error:.2f}" in out
    for fact in ("on the table 2H 4H", "of 5,000 hands drawn from 638,045,608,200", "████"):
        assert fact in out
    assert "points to" not in out  # nobody has any yet


def test_advise_names_the_card_with_more_points_where_the_best_wins(llq):
    """Where ten points win no game and eleven do, the line below the table says so."""
    words = ("--hand", "2H KC", "--trump", "H", "--trick", "E:7D N:2D W:3D", "--points")
    seen = ("--played", "S:A7KQJ654 H:A7KJQ6543 D:AKJQ654 C:7JQ65432")
    out = llq("sueca", "advise", *words, "50-45", *seen, "--player", "pimc")[1]
    assert "South: play KC" in out
    assert "│  2H takes more points: 15.00 to KC's 11.00 " in out
    assert "costs are in card points, and 15 a game" in out
    assert "takes more" not in llq("sueca", "advise", *words, "30-65", *seen)[1]


def test_advise_takes_a_time_in_place_of_a_player(llq):
    """Seconds are a budget of strong's; a player beside them is one too many."""
    code, out, _ = llq("sueca", "advise", *HAND, "--seconds", "0.01")
    assert code == 0
    assert "strong:0.01s/6" in out
    code, out, err = llq("sueca", "advise", *HAND, "--seconds", "0.01", "--player", "pimc")
    assert (code, out, err) == (2, "", "llq: give --player pimc or --seconds 0.01, not both\n")


def test_advise_shows_the_chance_of_winning_where_points_are_known(llq):
    """With every trick given the points are known, and so how often the team ends above 60."""
    words = ("--hand", "S:AK7 H:7642 D:3 C:2", "--trump", "H", "--tricks", "W 5D KD AD 6D")
    out = llq("sueca", "advise", *words, "--player", "mc_extra:500x2")[1]
    assert "15 points to 0" in out
    position = position_of(words[1], "H", tricks=words[5])
    for card in advise(position, "mc_extra:500x2").actions:
        assert f"{card.win_prob:.1%}" in out
        assert f"{card.game_points:+.2f}" in out
    assert "~ within two standard errors of the best" in out


def test_advise_reads_files(llq, tmp_path):
    """A file of lines and one of JSON give the same advice; options stand in for its items."""
    text, plain = tmp_path / "game.txt", tmp_path / "game.json"
    text.write_text(GAME)
    items = {"hand": "S:AK7 H:7642 D:A C:2", "trump": "H", "tricks": ["E 5D 2D KD QD", "W 3C"]}
    plain.write_text(json.dumps(items))
    one, other = (llq("sueca", "advise", path)[1] for path in (text, plain))
    assert one == other == llq("sueca", "advise", "-", stdin=GAME)[1]
    err = llq("sueca", "advise", "-", stdin=GAME.replace("3C", "5D"))[2]
    assert err.startswith("llq: stdin:4: trick 2: 5D is played again")
    assert "South: play 2C" in one
    assert "trumps S" in llq("sueca", "advise", text, "--trump", "S")[1]


def test_match_shows_both_teams(llq):
    """A match shows both teams' means, the error of the difference, and how to play it again."""
    words = ("A,A", "R,R", "-n", 2000, "--seed", 3, "--trump-from", "first")
    code, out, _ = llq("sueca", "match", *words)
    duel = match("A,A", "R,R", 2000, 3, trump_from="first")
    assert code == 0
    for fact in (
        "always_high v random",
        f"{duel.lead:+.2f} ± {duel.lead_error:.2f}",
        f"{duel.points[0]:.2f}",
        "1000 deals, 2 games each",
        "llq sueca match A,A R,R -n 2000 --seed 3 --trump-from first\n",
    ):
        assert fact in out


def test_deals_that_are_alike_tell_no_error(llq):
    """Where every deal came to the same difference no error is printed, and no z of infinity."""
    out = llq("sueca", "match", "R,R", "R,R", "-n", 4)[1]
    assert "lead in points: the same on every deal, so no error can be estimated" in out
    assert "±" not in out
    assert "z 0" not in out


def test_worth_prints_what_the_library_says(llq):
    """Whatever is worth something is a word of the command, which prints a row for each level."""
    for of in Quantity:
        words = f"sueca deal-values {of} --player always_high -n 20 --seed 3 --format csv"
        rows = list(csv.DictReader(io.StringIO(llq(*words.split())[1])))
        expected = [(row.level, row.mean) for row in deal_values(of, "always_high", 20, 3)]
        assert [(row["level"], float(row["mean"])) for row in rows] == expected
