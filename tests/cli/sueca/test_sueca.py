"""Sueca on the command line, run as a user runs it."""

import csv
import io
import json

from llq.query.sueca.advice.deal_valuation import deal_values
from llq.query.sueca.advice.quantities import Quantity

HAND = ("--hand", "S:AK72 H:765 D:2 C:A7", "--trump", "C")
GAME = "hand: S:AK7 H:7642 D:A C:2\ntrump: H\ntricks: E 5D 2D KD QD\ntricks: W 3C\n"


def test_advise_names_the_card_with_more_points_where_the_best_wins(llq):
    """Where ten points win no game and eleven do, the line below the table says so."""
    words = ("--hand", "2H KC", "--trump", "H", "--trick", "E:7D N:2D W:3D", "--points")
    tricks = ("--played", "S:A7KQJ654 H:A7KJQ6543 D:AKJQ654 C:7JQ65432")
    out = llq("sueca", "advise", *words, "50-45", *tricks, "--player", "pimc")[1]
    assert "South: play KC" in out
    assert "│  2H takes more points: 15.00 to KC's 11.00 " in out
    assert "costs are in card points, and 15 a game" in out
    assert "takes more" not in llq("sueca", "advise", *words, "30-65", *tricks)[1]


def test_advise_takes_a_time_in_place_of_a_player(llq):
    """Seconds are a budget of strong's; of them, hands and a player's numbers one is taken."""
    assert "strong:0.01s/6" in llq("sueca", "advise", *HAND, "--seconds", "0.01")[1]
    for two in ("player pimc --seconds 0.01", "samples 9 --seconds 1", "samples 9 --player mc:2"):
        error = f"llq: give --{two.replace(' --', ' or --')}, not both\n"
        assert llq("sueca", "advise", *HAND, *f"--{two}".split()) == (2, "", error)


def test_advise_knows_the_points_of_the_tricks(llq):
    """With every trick given the points are known, and cards as good as the best are marked."""
    words = ("--hand", "S:AK7 H:7642 D:3 C:2", "--trump", "H", "--tricks", "W 5D KD AD 6D")
    out = llq("sueca", "advise", *words, "--player", "mc_extra:500x2")[1]
    assert "15 points to 0" in out
    assert "~ within two standard errors of the best" in out


def test_advise_reads_files(llq, tmp_path):
    """A file of lines and one of JSON give the same advice; options stand in for its items."""
    text, plain = tmp_path / "game.txt", tmp_path / "game.json"
    text.write_text(GAME)
    items = {"hand": "S:AK7 H:7642 D:A C:2", "trump": "H", "tricks": ["E 5D 2D KD QD", "W 3C"]}
    plain.write_text(json.dumps(items))
    of_lines, of_json = (llq("sueca", "advise", path)[1] for path in (text, plain))
    assert of_lines == of_json == llq("sueca", "advise", "-", stdin=GAME)[1]
    err = llq("sueca", "advise", "-", stdin=GAME.replace("3C", "5D"))[2]
    assert err.startswith("llq: stdin:4: trick 2: 5D is played again")
    assert "South: play 2C" in of_lines
    assert "trumps S" in llq("sueca", "advise", text, "--trump", "S")[1]


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
