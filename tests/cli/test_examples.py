"""What the help of commands shows, typed as it stands, and players of one's own."""

from itertools import pairwise

import pytest

from llq.solver.dominion.variants import rules
from tests.cli.test_commands import BOT, COMMANDS, examples

QUICK = [(game, verb) for game in ("sueca", "literature") for verb in ("advise", "players")]
QUICK += [("sueca", "match"), pytest.param(("literature", "match"), marks=pytest.mark.long)]
QUICK += [("lookup",), ("tables",), ("literature", "show")]
QUICK += [("dominion", verb) for verb in ("lookup", "check", "players")]
GAMES_SO_FAR = {
    "sueca": "hand: S:AK7 H:7642 D:A C:2\ntrump: H\ntricks: E 5D 2D KD QD\ntricks: W 3C\n",
    "literature": "me: 2\nhand: C:A2389 D:TJ H:345 S:QK\n3>0 5C -\n0>1 8H -\n1>2 9D -\n",
}


@pytest.mark.parametrize("words", QUICK, ids=" ".join)
def test_the_examples_of_quick_commands_work(llq, words, monkeypatch, tmp_path):
    """What their help shows can be typed as it stands, with files of one's own."""
    monkeypatch.delenv("LLQ_STANDARD_TABLES")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs/dominion").mkdir(parents=True)
    for name in ("mygame.toml", "docs/dominion/dominion.toml"):
        (tmp_path / name).write_text(rules().to_toml())
    (tmp_path / "round.txt").write_text("dealt: King\nthey play Handmaid\nI draw Guard\n")
    (tmp_path / "game.txt").write_text(GAMES_SO_FAR.get(words[0], ""))
    for example in examples(COMMANDS[words]):
        few = ["8" if before == "-n" else word for before, word in pairwise(["llq", *example])]
        assert llq(*few)[0] == 0, example


@pytest.mark.parametrize(
    "words",
    [
        "love-letter match mybot:MyPlayer random -n 200",
        "dominion match mybot:MyPlayer greedy -n 20 --turns 3",
        "dominion strategies simulate mybot:MyPlayer -n 20 --turns 1",
        "sueca match mybot:MyPlayer,mybot:MyPlayer R,R -n 40",
        "literature match mybot:MyPlayer random -n 8",
    ],
)
def test_a_player_of_ones_own_is_taken_from_the_current_folder(llq, words, tmp_path, monkeypatch):
    """A custom player is named by module and class."""
    (tmp_path / "mybot.py").write_text(BOT)
    monkeypatch.chdir(tmp_path)
    assert "my bot" in llq(*words.split(), "--format", "csv")[1].splitlines()[1]
