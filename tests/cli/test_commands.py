"""The command line as a whole: games come first, one option is one thing, examples run."""

import re
import shlex
from itertools import pairwise

import pytest
import typer
from typer.testing import CliRunner

from llq.cli.groups import LazyCommand
from llq.cli.main import app
from llq.query.games import GAMES, all_kinds
from llq.solver.dominion.variants import rules

ROOT = {
    *GAMES, "lookup", "build", "tables", "verify-files", "sql", "plot", "export", "warm-up",
    "serve", "mcp", "play", "track", "help",
}  # fmt: skip
BOT = """
class MyPlayer:
    name = "my bot"
    def choose(self, view, random):
        return random.choice(view.legal)
"""
ALIKE = ("--seed", "--threads", "--format", "--folder", "--replace", "--edition", "--scoring")
"""Options whose meaning does not depend on the command."""


SUMMARIES = {}
"""What a Rich terminal's help says of each command and group, by the words that name it."""


def commands(group, context, words=()):
    """Yield every command with the words that name it."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        SUMMARIES[*words, name] = command.short_help or command.help
        if isinstance(command, LazyCommand):
            command = command.load()
        if hasattr(command, "list_commands"):
            yield from commands(command, context, (*words, name))
        else:
            yield (*words, name), command


LLQ = typer.main.get_command(app)
CONTEXT = LLQ.make_context("llq", ["tables"], resilient_parsing=True)
COMMANDS = dict(commands(LLQ, CONTEXT))


def parse(words):
    """Read a command line without running it."""
    command, context = LLQ, LLQ.make_context("llq", words)
    while isinstance(command, typer.core.TyperGroup):
        left = [*context._protected_args, *context.args]
        name, command, words = command.resolve_command(context, left)
        context = command.make_context(name, words, parent=context)
        command = context.command


def examples(command):
    """Return the command lines that a command's help shows, without llq."""
    lines = command.help.partition("For example:")[2].splitlines()
    calls = [line for line in lines if line.strip().startswith("llq ")]
    return [shlex.split(re.split(" [<>] ", line)[0])[1:] for line in calls]


def options(command):
    """Return a command's options by their longest name."""
    params = [param for param in command.params if param.param_type_name == "option"]
    return {max(param.opts, key=len): param for param in params}


def test_games_come_first_and_the_root_has_what_spans_them():
    """At the root stand the games, what spans them, and the shortest questions."""
    assert set(LLQ.list_commands(CONTEXT)) == ROOT


def test_every_game_has_the_same_verbs():
    """Every game plays matches and leagues, is a bot, lists players, checks its paper."""
    for game in GAMES:
        verbs = {words[1] for words in COMMANDS if words[0] == game}
        assert {"match", "league", "bot", "players", "verify"} <= verbs
        assert verbs & {"lookup", "advise"}


def test_every_kind_of_table_has_its_build_command():
    """`llq build` has one command for each kind of table, of the same name."""
    assert [words[1] for words in COMMANDS if words[0] == "build"] == [k.name for k in all_kinds()]


def test_every_command_has_formats_help_and_an_example(tmp_path, monkeypatch):
    """Each command prints tables, JSON or CSV, says what it does, and shows how it is called."""
    (tmp_path / "mybot.py").write_text(BOT)
    monkeypatch.chdir(tmp_path)
    assert [words for words, summary in SUMMARIES.items() if not summary] == []
    for words, command in COMMANDS.items():
        speaks_a_protocol = words[1:] == ("bot",) or words == ("mcp",)
        assert speaks_a_protocol or "--format" in options(command), words
        assert any(tuple(example[: len(words)]) == words for example in examples(command)), words
        assert all(option.help for option in options(command).values()), words
        for example in examples(command):
            parse(example)


def test_help_fits_80_columns_and_names_values_by_words(llq, monkeypatch):
    """In a pipe no line of help is wider, and usage has no type of Python and no braces.

    A group says in full what its commands do.
    """
    monkeypatch.setattr("typer.core.HAS_RICH", False)
    monkeypatch.setenv("COLUMNS", "80")
    summaries = llq("build", "--help")[1].partition("Commands:")[2]
    assert summaries
    assert "..." not in summaries
    printed = ""
    for words, command in COMMANDS.items():
        name = " ".join(("llq", *words))
        with command.make_context(name, [], resilient_parsing=True) as context:
            printed += f"{command.get_help(context)}\n"
    assert printed.count("Usage: llq ") == len(COMMANDS)
    assert [line for line in printed.splitlines() if len(line) > 80] == []
    assert re.findall(r"<int|<str|<list|<path|^Usage:.*[{<]|\[\[", printed, re.MULTILINE) == []


def test_an_option_of_one_meaning_is_one_option():
    """Options of one name and meaning have the same help and the same short form everywhere."""
    alike = [options(command).get(name) for command in COMMANDS.values() for name in ALIKE]
    assert len({(option.help, tuple(option.opts)) for option in alike if option}) == len(ALIKE)


def test_a_group_without_a_command_prints_its_help():
    """`llq dominion` alone shows its commands, a line each, not one escaped line."""
    for words in (["dominion"], ["dominion", "race"]):
        printed = CliRunner().invoke(app, words).output
        assert printed.split()[0] == "Usage:"
        assert "lookup" in printed
        assert "\\n" not in printed


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
        pairs = pairwise(["llq", *example])
        typed = ["8" if before == "-n" else word for before, word in pairs]
        assert llq(*typed)[0] == 0, example


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
