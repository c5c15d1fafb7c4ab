"""Programs at the table: both sides of FishLab's protocol, answers that are refused, packages."""

import json
import shutil
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from llq.errors import IllegalAction, IllegalState, UnknownStrategy
from llq.query.bots.program import read_manifest, rows_of
from llq.query.literature.bots.bot import Bot, serve
from llq.query.literature.bots.package import write_package
from llq.query.literature.bots.program import FISHLAB, FishlabProgram
from llq.query.literature.bots.protocol import (
    CARD_OF,
    NAMES,
    RULES,
    SET_NAMES,
    event_of,
    position_of,
    request_of,
)
from llq.query.literature.matches.matches import match
from llq.query.literature.play.engines import agent, new_game
from llq.solver.literature.rules import Stage, card_name
from tests.oracles.literature_windows import half_suits

CERTAIN = Path(__file__).with_name("certain")
"""A small bot in JavaScript, and beside it the same one in Python."""
ENGINES = ["node", "python3"]


@pytest.fixture(params=ENGINES)
def package(request, tmp_path):
    """Return the package of the small bot, to be run by Node where there is one, and by Python."""
    if request.param == "node" and shutil.which("node") is None:
        request.param = "python3"  # which is surely there
    folder = tmp_path / "bot"
    shutil.copytree(CERTAIN, folder)
    manifest = json.loads((folder / "fishbot.json").read_text("utf-8"))
    if request.param != "node":
        manifest["run"] = ["python3", "bot.py"]
    (folder / "fishbot.json").write_text(json.dumps(manifest), "utf-8")
    return folder


def change(folder, **items):
    """Change items of a package's manifest."""
    path = folder / "fishbot.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | items), "utf-8")


def asked(state):
    """Return what the seat to act is asked, as it comes over the line."""
    counts = [9] * 6
    history = [event_of(move, counts) for move in state.view().perspective.moves]
    return json.loads(json.dumps(request_of(state.view(), history)))


def test_the_cards_are_in_the_protocols_order():
    """Sets and cards are those of BOT_PACKAGE.md, section 4: card i is of set i / 6."""
    halves = list(half_suits("fishlab").values())
    jokers = {"XR": "RJ", "XB": "BJ"}
    ours = [card_name(CARD_OF[name], RULES.pack) for name in NAMES]
    for number, (name, cards) in enumerate(zip(SET_NAMES, halves, strict=True)):
        assert set(ours[6 * number : 6 * number + 6]) == set(cards), name
    assert NAMES[:12] == ["2S", "3S", "4S", "5S", "6S", "7S", "9S", "TS", "JS", "QS", "KS", "AS"]
    assert NAMES[48:] == ["8S", "8H", "8D", "8C", "RJ", "BJ"]
    assert [jokers.get(name, name) for name in ours] == NAMES
    assert SET_NAMES[5] == "High Diamonds"


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_request_says_all_that_the_seat_sees(seed):
    """The position made from a request alone knows what the engine's own does, all game long.

    Compared are what is certain, what may be done and the exact chances; wrong claims come up.
    """
    state, own, random = new_game(seed=seed, variant="fishlab"), agent("possible"), Random(seed)
    compared = 0
    while not state.is_terminal:
        seat = state.current_player
        if random.random() < 0.04 or state.stage in (Stage.PASS, Stage.FORCED):
            seen = state.view()
            found = position_of(asked(state))
            assert (found.seat, found.hand, found.sizes) == (seat, seen.hand, seen.sizes)
            assert (found.legal, found.claimable) == (seen.legal, seen.claimable)
            assert found.may_decline == seen.may_decline
            assert found.perspective.needed_chance == seen.perspective.needed_chance
            assert found.owners == seen.owners
            for column in ("may", "held", "low", "high"):
                assert (getattr(found.view, column) == getattr(seen.view, column)).all()
            assert found.posterior.deals.tolist() == seen.posterior.deals.tolist()
            compared += 1
        if state.stage is Stage.WINDOW and random.random() < 0.01:
            state.apply(random.choice(state.legal_actions()))  # a guess, mostly wrong
        else:
            state.apply(own.choose(state))
    assert compared > 8


def test_a_bot_answers_a_line_at_a_time():
    """Each request is answered on its line; what cannot be answered says why and goes on."""
    lines = [
        '{"op":"hello","protocol":"fishlab-json-v1"}',
        json.dumps({"op": "hello", "cards": NAMES[::-1]}),
        '{"op":"hello","protocol":"kv-json-v1"}',
        '{"op":"new_game","seat":0,"deck_sets":9,"hand":["2S"],"rules":{}}',
        "not JSON",
        '{"op":"ask"}',
        '{"op":"sing"}',
        "[]",
        "",
    ]
    out = StringIO()
    serve("possible", lines=StringIO("\n".join(lines)), out=out)
    first, reversed_deck, other, new, *wrong = map(json.loads, out.getvalue().splitlines())
    assert first["ok"]
    assert first["name"] == "llq possible"
    assert first["protocol"] == "fishlab-json-v1"
    assert "order" in reversed_deck["error"]
    assert other == {"error": "this bot speaks fishlab-json-v1, not 'kv-json-v1'"}
    assert new == {"ok": True}
    assert [reply["error"].partition(":")[0] for reply in wrong] == [
        "not a line of JSON",
        "a request 'ask' needs a state",
        "unknown request 'sing'",
        "a request must be a JSON object",
    ]


def test_events_that_do_not_fit_are_refused():
    """A bot does not play on by a history whose counts are not those of its events."""
    state = new_game(seed=3, variant="fishlab")
    own = agent("possible")
    while len(state.events) < 12:
        state.apply(own.choose(state))
    request = asked(state)
    assert "error" not in Bot("possible").answer(request)
    for spoil in (
        lambda state: state["history"][5].update(counts=[8, 10, 9, 9, 9, 9.5]),
        lambda state: state["hand"].pop(),
        lambda state: state.update(deck_sets=8),
        lambda state: state["history"][0].update(card="8X"),
        lambda state: state.update(seat=7),
    ):
        spoiled = json.loads(json.dumps(request))
        spoil(spoiled["state"])
        assert "error" in Bot("possible").answer(spoiled)


def test_a_program_plays_a_match_and_what_it_was_asked_is_counted(package):
    """A match goes through to its end; every kind of request was made and answered legally.

    Both engines' bots choose alike, so that both lose by as much, whatever runs them.
    """
    program = FishlabProgram(package)
    try:
        played = match("possible", program, 6, 7)
    finally:
        program.close()
    assert played.rules.startswith("literature/fishlab")
    assert sum(played.half_suits) == 9
    assert played.lead > 3
    assert {"hello", "new_game", "declare_poll", "ask"} <= set(program.counters)
    assert program.counters["hello"].requests == 6
    assert program.counters["new_game"].requests == 6 * 3
    asks = program.counters["ask"]
    assert asks.acted == asks.requests > 50
    assert all(row["slowest_ms"] >= row["mean_ms"] >= 0 for row in rows_of(program.counters))


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("held", "it holds the"),
        ("poll", "it was to ask"),
        ("error", "the program gave up"),
        ("text", "not a JSON object on one line"),
        ("team", "owner is six seats of the team"),
        ("silent", "no answer within 0.5 s"),
        ("dies", "the program ended; its last words: out of ideas"),
    ],
)
def test_the_first_answer_that_is_not_legal_ends_the_match(package, fault, reason):
    """Nothing is played in its place: the message has the request, the answer and the rule."""
    change(package, env={"BOT_FAULT": fault})
    program = FishlabProgram(package)
    if fault == "silent":
        hasten(program)
    try:
        with pytest.raises(IllegalAction, match=reason) as found:
            match("possible", program, 4, 1)
        assert "bot:Certain answers" in str(found.value)
    finally:
        program.close()


def hasten(program):
    """Leave a program half a second for an ask and, as a machine may be slow, more for the rest."""
    talk = program.talk

    def hasty(seat, request):
        limit = 0.5 if request["op"] == "ask" else 60
        program.manifest = replace(program.manifest, timeout_seconds=limit)
        return talk(seat, request)

    program.talk = hasty


@pytest.mark.parametrize(
    ("items", "reason"),
    [
        ({"format": "fishlab-bot/2"}, "its format is 'fishlab-bot/2'"),
        ({"protocol": "kv-json-v1"}, "it speaks 'kv-json-v1'"),
        ({"run": ["/bin/sh"]}, "run begins with a program's name or a path within"),
        ({"run": ["../bot"]}, "run begins with a program's name or a path within"),
        ({"run": []}, "run begins with a program's name or a path within"),
        ({"run": None}, "no package of a bot"),
        ({"timeout_ms": "soon"}, "invalid literal"),
    ],
)
def test_packages_that_cannot_be_run_are_refused(tmp_path, items, reason):
    """The message names the folder and what is wrong with its manifest."""
    folder = tmp_path / "bot"
    shutil.copytree(CERTAIN, folder)
    change(folder, **items)
    with pytest.raises(UnknownStrategy, match=reason) as found:
        read_manifest(folder, FISHLAB)
    assert str(folder) in str(found.value)
    with pytest.raises(UnknownStrategy, match="No such file"):
        match("possible", "bot:nowhere-at-all", 4)


def test_a_program_that_is_not_there_or_other_rules_are_refused(package):
    """A missing program is named, and so is the variant that a program does not play."""
    change(package, run=["no-such-program-anywhere"])
    with pytest.raises(UnknownStrategy, match="runs 'no-such-program-anywhere', which is not on"):
        match("possible", f"bot:{package}", 4)
    with pytest.raises(IllegalState, match="plays by the rules of fishlab; got literature/us54"):
        match("possible", f"bot:{package}", 4, rules="us54")


def test_a_written_package_is_whole_and_plays(tmp_path):
    """It runs with nothing but its own sources, and makes the moves of the player that it is of."""
    folder = write_package(tmp_path / "made", "possible")
    manifest = read_manifest(folder, FISHLAB)
    assert (manifest.name, manifest.run) == ("llq possible", ("python3", "bot.py"))
    assert (folder / "llq" / "solver" / "literature" / "windows.py").is_file()
    assert "numba" in (folder / "requirements.txt").read_text("utf-8")
    assert not list(folder.rglob("__pycache__"))
    rooms = {path.name for path in (folder / "llq").iterdir() if path.is_dir()}
    assert rooms == {"solver", "store", "query", "dominion", "literature", "love_letter", "sueca"}
    with pytest.raises(IllegalState, match="exists: name a folder that does not"):
        write_package(folder, "possible")
    state = new_game(seed=8, variant="fishlab")
    program = FishlabProgram(folder)
    try:
        assert program.claim(state.view(), Random(1)) is None
    finally:
        program.close()
