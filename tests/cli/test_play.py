"""Games and rounds in the terminal: typed line by line, refused in words, ended in one line."""

import json
import re

import pytest
from typer.testing import CliRunner

from llq.cli.main import app
from llq.query.play.sessions import Sitting

ANY = "tests.custom_players:Careless"

pytestmark = pytest.mark.usefixtures("standard_tables")


def run(*words, typed):
    """Run a command with lines of input."""
    return CliRunner().invoke(app, list(words), input="\n".join(typed) + "\n")


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("love-letter", f"--against {ANY} --hints --setting face_up=3"),
        ("sueca", f"--against {ANY} --seat 2"),
        ("literature", f"--against {ANY} --setting players=4"),
        ("dominion", "--setting turns=3 --hints"),
        ("dominion", "--variant race --against big_money --seat 1"),
    ],
)
def test_every_game_is_played_to_its_end(game, options):
    """The first play of each turn is taken until the end; the record plays again."""
    result = run("play", game, *options.split(), "--format", "json", typed=["1"] * 300)
    assert result.exit_code == 0
    record = json.loads(result.stdout)
    link = record["link"]
    again = Sitting.begin(
        game,
        seed=int(link["seed"]),
        seat=int(link.get("seat", "0")),
        against=link.get("against", "").split(",") if "against" in link else (),
        actions=map(int, link["moves"].split(".")),
        **{
            name: int(link[name]) if link[name].isdecimal() else link[name]
            for name in ("face_up", "players", "turns", "variant")
            if name in link
        },
    )
    assert again.is_over
    assert again.returns == record["returns"]


@pytest.mark.parametrize(
    ("game", "options", "outcome", "costs"),
    [
        ("love-letter", f"--against {ANY}", "You win. you 1;", "cost 0."),
        ("dominion", "--setting turns=3", "The game is over. you 3", " by purchases: "),
        ("literature", f"--against {ANY} --setting players=4", "Nobody wins. you 0;", "asks cost "),
    ],
)
def test_what_the_moves_cost_is_said_at_the_end(game, options, outcome, costs):
    """The end of a game says who won, and lists the person's moves by what they cost."""
    result = run("play", game, *options.split(), typed=["1"] * 300)
    game_over, _, moves = result.stdout.partition("What your moves cost:\n")
    assert outcome in " ".join(game_over.splitlines()[-2:])
    assert costs in moves


def test_people_take_turns_at_one_terminal():
    """Each is called by name before their hand is shown, and hears what was played since."""
    game = ["--players", "3", "--people", "Ann,Bob", "--against", "thumb", "--seat", "1"]
    result = run("play", "love-letter", *game, "--format", "json", typed=["1", ""] * 100)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["link"]["people"] == "Ann,Bob"
    calls = re.findall(r"(Ann|Bob), seat (\d): it is your turn", result.stderr)
    assert calls[:3] == [("Ann", "1"), ("Bob", "2"), ("Ann", "1")]
    second = result.stderr.split("it is your turn")[2]
    assert "1 Ann: " in second
    assert "saw" not in second


def test_plays_are_typed_by_number_by_words_and_asked_again():
    """A play is its number or enough of its words; nonsense is refused and asked again."""
    typed = ["?", "nonsense", "99", "pri", "back", "countess"]
    result = run("play", "love-letter", "--against", ANY, typed=typed)
    assert "'nonsense' means none of Priest; Countess" in result.stderr
    assert "'99' means none" in result.stderr
    assert "0 you: Priest" in result.stdout
    assert "0 you: Countess" in result.stdout


def test_sueca_is_played_at_a_board():
    """Each seat's card stands at its place, the hand below in suits, the trumps first."""
    result = run("play", "sueca", "--against", "random", "--seat", "2", "--seed", "7", typed=["1"])
    head, across, cards, sides, _, you, _, hand = result.stdout.splitlines()[1:9]
    assert head == "Trick 1 of 10   trumps ♦   points 0 to 0"
    assert [across.split(), sides.split(), you.split()] == [
        ["North"], ["West", "East"], ["South,", "you"],
    ]  # fmt: skip
    assert "North random: KH" in result.stdout
    assert cards.strip() == "K♥"
    assert hand == "♦ K 6 3   ♠ A 5   ♥ Q 4   ♣ Q 4 2"


def test_the_only_play_there_is_takes_an_empty_line():
    """Of several plays an empty line means none of them; the end of the input ends the game."""
    game = ["play", "dominion", "--variant", "race", "--against", "big_money", "--seed", "7"]
    typed = ["1"] * 4  # of the fifth hand's two coins nothing can be bought
    result = run(*game, typed=["", *typed, "", "?"])
    assert "the input ended" not in result.stderr  # is said once, by the command
    assert "'' means none of pass; buy silver" in result.stderr
    assert result.stdout.count("0 you: pass") == 5
    assert result.exit_code == 1
    assert "the input ended before the game did" in str(result.exception)


def test_a_round_is_followed_with_advice():
    """Turns are typed as they are seen; advice, chances and the moves' costs follow."""
    typed = [
        "they play Guard, guessing Baron: missed", "guard", "they sing",
        "guard, guessing priest: missed", "handmaid", "back", "?", "princess: lost",
    ]  # fmt: skip
    result = run("track", "--dealt", "king", "--face-up", "1,1,5", typed=typed)
    assert result.exit_code == 0
    assert "Guard and King" in result.stdout
    assert "play Guard, guessing Priest, winning 0.9058" in result.stdout
    assert "they hold Guard 20%, Priest 80%, playing as table" in result.stdout
    assert "they play Princess: lost" in result.stderr
    assert result.stdout.count("You win.") == 1
    assert "turn 2: Guard, guessing Priest" in result.stdout


def test_what_the_table_never_plays_is_said_beside_the_beliefs():
    """Chances that assume a policy carry the turn that it would not have played."""
    typed = ["they play Prince on themselves, discard King"]
    result = run("track", "--dealt", "guard", typed=typed)
    assert "the table never plays what they played in turn 1" in result.stdout


def test_a_followed_round_as_json(tmp_path):
    """A round of a file goes on where it stopped; the input may end at any turn."""
    file = tmp_path / "round.txt"
    file.write_text("dealt: King\nthey play Handmaid\n")
    result = run("track", "--game", str(file), "--format", "json", typed=["draw Guard"])
    assert result.exit_code == 0
    plain = json.loads(result.stdout)
    assert plain["round"].endswith("they play Handmaid\nI draw Guard")
    assert sum(plain["their_cards"].values()) == pytest.approx(1)
    assert not plain["is_over"]


def test_a_table_of_several_is_followed_with_advice():
    """Seats are typed by number and shown as seen from one's own; a Chancellor gets advice too."""
    typed = [
        "guard on 1, guessing baron", "chancellor", "guard", "chancellor: drew spy and princess",
        "?", "kept princess, spy last", "handmaid", "back",
    ]  # fmt: skip
    table = ["--players", "4", "--seat", "1", "--dealt", "king", "--edition", "2019"]
    result = run("track", *table, typed=typed)
    assert result.exit_code == 0
    assert "Chancellor and King: play Chancellor" in result.stdout
    assert "Spy and King and Princess: keep" in result.stdout
    assert "you hold King and Chancellor, not Guard" in result.stderr
    assert "1 Baron on 2: 2 out, Guard" in result.stderr
    seats = [line.split(" holds ")[0] for line in result.stdout.splitlines()[-3:]]
    assert seats == ["right", "left", "across"]
    plain = json.loads(run("track", *table, "--format", "json", typed=typed).stdout)
    assert plain["round"][1:] == [
        "I draw chancellor", "I chancellor: drew spy and princess, kept princess, spy last",
    ]  # fmt: skip
    assert sum(card["chance"] for card in plain["held"]) == pytest.approx(3)


def test_a_table_is_judged_at_the_end(tmp_path):
    """A file of turns is continued; once the round is over the own choices are judged."""
    file = tmp_path / "turns.txt"
    file.write_text("# a table of three\n0 Guard on 2, guessing Priest: out\n")
    table = ["--players", "3", "--seat", "1", "--dealt", "king", "--game", str(file)]
    result = run("track", *table, typed=["guard", "guard on 0, guessing princess: out"])
    assert "The round is over." in result.stdout
    assert "turn 2: Guard on 0, guessing Princess" in result.stdout
    assert "cost" in result.stdout.splitlines()[-1]


def test_the_edition_of_2019_is_followed_for_two():
    """Without a number of players two sit at the table, and the other's seat is 1."""
    result = run("track", "--dealt", "king", "--edition", "2019", typed=["chancellor"])
    assert result.exit_code == 0
    assert "50,000 playouts" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("they hold ")
