"""One contract for programs of every game: both sides of it, and answers that are refused."""

import json
import os
import shutil
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest

import llq
from llq.errors import IllegalAction, UnknownStrategy
from llq.query.bots.contract import contract_of, plain
from llq.query.bots.program import Program, find_program
from llq.query.bots.server import Bot, serve
from llq.query.love_letter.observation import held_after_exchange, situation
from llq.query.love_letter.rounds.analysis import question_of

FIRST = Path(__file__).with_name("first")
"""A small bot in JavaScript, and beside it the same one in Python."""

MATCHES = {
    "love-letter": lambda player: llq.love_letter.match(player, "random", 40, 3),
    "dominion": lambda player: llq.dominion.match(player, "random", 3, 3, turns=6),
    "sueca": lambda player: llq.sueca.match([player] * 2, ["random"] * 2, 4, 3),
    "literature": lambda player: llq.literature.match(player, "random", 4, 3, limit=40),
}


class First:
    """The small bot as a player of llq."""

    name = "first"

    def choose(self, view, random):
        random.getrandbits(32)
        return view.legal[0]


@pytest.fixture
def package(request, tmp_path):
    """Return the package of the small bot, run by Node where there is one, and by Python."""
    folder = tmp_path / "first"
    shutil.copytree(FIRST, folder)
    if request.param == "python3" or shutil.which("node") is None:
        change(folder, run=["python3", "bot.py"])
    return folder


def change(folder, **items):
    """Change items of a package's manifest."""
    path = folder / "bot.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | items), "utf-8")


def request_for(view):
    """Return what a program is asked, as it comes over the line."""
    table = contract_of(view)
    legal = [plain(move) for move in view.legal]
    request = {"op": "choose", "game": table.game, "state": table.state_of(view), "legal": legal}
    return json.loads(json.dumps(request | {"seed": 5}))


@pytest.mark.parametrize(
    ("package", "game"),
    [("node", "sueca"), *(("python3", game) for game in MATCHES)],
    indirect=["package"],
)
def test_a_program_plays_as_the_same_player_within_llq_does(package, game):
    """Every game's match has the result of the Python object, and counts what was asked."""
    program = find_program(str(package))
    try:
        played = MATCHES[game](program).to_dict()
    finally:
        program.close()
    own = MATCHES[game](First()).to_dict()
    assert {**own, "first": played["first"]} == played
    counter = program.counters["choose"]
    assert counter.acted == counter.requests > 5
    assert program.counters["hello"].requests == 1
    assert counter.slowest_seconds >= counter.seconds / counter.requests > 0


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("""read a; echo '{"action": "9S"}'""", "action is one of the legal moves"),
        ("""read a; echo '{"error": "no idea"}'""", "the program gave up"),
        ("read a; echo the ace", "not a JSON object on one line"),
        ("read a; echo '{\"action\": 1e999}'", "not a JSON object"),
        ("read a; printf '%0200000d' 0 | tr 0 '['; echo", "not a JSON object"),
        ("read a; head -c 1100000 /dev/zero", "a line has at most 1,000,000 bytes"),
        ('printf \'{"action": "3S"}\\n%.0s\' 1 2; cat >&2', "more than its answer before"),
        ("exec <&-; echo mine >&2; exit", "the program ended; its last words: mine"),
        ("sleep 99 & exit", "no answer within 0.5 s"),
        ("while :; do echo error >&2; done", "0.5 s; its last words: error"),
    ],
)
def test_the_first_answer_that_is_not_legal_ends_the_match(tmp_path, script, reason):
    """The message has the request, the answer and the rule; no process of its group lives on."""
    shutil.copy(FIRST / "bot.json", tmp_path)
    os.mkfifo(tmp_path / "alive")
    alive = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    change(tmp_path, run=["sh", "-c", f"exec 3>alive; read a; echo '{{}}'; {script}; sleep 99"])
    program = Program(tmp_path)
    hasten(program, 0.5 if "0.5 s" in reason else 60)
    long = Mock(getrandbits=lambda _: "9" * 100_000)  # more than a pipe takes unread
    view = llq.sueca.new_game(seed=1).view()
    assert "3S" in view.legal
    with pytest.raises(IllegalAction, match=reason) as raised:
        assert [program.choose(view, long) for _ in range(2)] == []
    assert "bot:First answers" in str(raised.value)
    assert "as seat" in str(raised.value)
    os.set_blocking(alive, True)
    assert os.read(alive, 1) == b""  # once nobody is left who could write
    os.close(alive)


@pytest.mark.parametrize(
    "items",
    [
        {"timeout_ms": float("inf")},
        {"timeout_ms": "soon"},
        {"run": "python3"},
        {"run": ["a\0b"]},
        {"run": ["\ud800"]},
        {"run": []},
        {"env": {"A=B": "C"}},
        {"env": 5},
        {"format": None},
        {"name": "x" * 1_000_000},
    ],
    ids=lambda items: f"{items!r:.30}",
)
def test_a_manifest_that_cannot_be_is_refused_in_one_line(tmp_path, items):
    """What JSON, the system or the package does not allow is an error of llq's, no other."""
    shutil.copy(FIRST / "bot.json", tmp_path)
    change(tmp_path, **items)
    with pytest.raises(UnknownStrategy):
        Program(tmp_path).process()


def hasten(program, seconds):
    """Leave the program some seconds for a choice and, as a machine may be slow, more to start."""
    talk = program.talk

    def hasty(seat, request):
        limit = seconds if request["op"] == "choose" else 60
        program.manifest = replace(program.manifest, timeout_seconds=limit)
        return talk(seat, request)

    program.talk = hasty


def test_a_folder_without_a_package_is_named_and_a_module_named_bot_is_imported(
    tmp_path, monkeypatch
):
    """``bot:`` is a program's folder, there or not; where a module is named bot it is its class."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    for folder in ("empty", "nowhere"):
        no_package = rf"no package of a bot in {folder}: no manifest .* No such file"
        with pytest.raises(UnknownStrategy, match=no_package):
            llq.sueca.match([f"bot:{folder}"] * 2, ["random"] * 2, 2)
        with pytest.raises(UnknownStrategy, match=no_package):
            llq.love_letter.match(f"bot:{folder}", "random", 2)
    (tmp_path / "bot.py").write_text("", "utf-8")
    assert find_program("First") is None


@pytest.mark.parametrize("variant", ["classic", "2019", "batman"])
@pytest.mark.parametrize("face_up", [0, 3])
def test_love_letters_requests_say_what_the_table_is_asked(variant, face_up):
    """In random rounds a request leads to the state to which the engine's own question leads."""
    compared = 0
    for number in range(12):
        state = llq.love_letter.new_game(seed=9, number=number, variant=variant, face_up=face_up)
        random = Random(number)
        while not state.is_terminal:
            items = request_for(state.view())["state"]
            question = question_of(state)
            own = {**question, "hand": [question.pop(f"card_{n}", None) for n in (1, 2, 3)]}
            for facts in (items, own):
                facts["hand"] = [card for card in facts["hand"] if card]
            assert _state(items) == _state(own)
            compared += 1
            state.apply(random.choice(state.legal_actions()))
    assert compared > 40


def _state(items):
    names = ("seen", "face_up", "discarded", "opponent_discarded", "opponent", "opponent_knows")
    facts = {name: items[name] for name in (*names, "handmaid") if items.get(name) is not None}
    rules = llq.love_letter.rules(items["variant"])
    if items.get("chancellor"):
        return held_after_exchange(rules, items["hand"], **facts)
    return situation(rules, items["hand"], **facts)


def last_province():
    """Return a race at its last Province, each turn having bought the dearest card."""
    state = llq.dominion.new_game(seed=2, variant="race", silver=40)
    while state.view().left["province"] > 1:
        state.apply(state.view().legal[-1])
    return state


@pytest.mark.parametrize(
    ("state", "best"),
    [
        (llq.love_letter.new_game(seed=1), lambda s: llq.lookup(**question_of(s)).best),
        (llq.dominion.new_game(seed=2), lambda s: _purchase(s.view())),
        (last_province(), lambda s: _race_purchase(s.view())),
        (llq.sueca.new_game(seed=3), lambda s: s.action_text(llq.sueca.agent("rules").choose(s))),
    ],
    ids=["love-letter", "dominion", "race", "sueca"],
)
@pytest.mark.usefixtures("classic_file", "dominion_file")
def test_llqs_bots_answer_as_its_players_choose(state, best):
    """A bot's answer is the move of the table, the optimum or the player, as the request has it."""
    request = request_for(state.view())
    player = "rules" if request["game"] == "sueca" else None
    reply = Bot(request["game"], player).answer(request)
    assert state.view().legal[request["legal"].index(reply["action"])] == best(state)


def test_literatures_bot_makes_an_ask_worth_most_to_strong(monkeypatch):
    """Without a player's name it is `strong`, whatever of equal asks it makes."""
    monkeypatch.delenv("LLQ_STANDARD_TABLES")
    state, agent = llq.literature.new_game(seed=4), llq.literature.agent("possible")
    bot = Bot("literature")
    for _ in range(2):
        request = request_for(state.view())
        index = request["legal"].index(bot.answer(request)["action"])
        asks = {ask.action: ask for ask in llq.literature.advise(state.view(), "strong").actions}
        assert asks[state.view().legal[index]].is_best
        state.apply(agent.choose(state))


def _purchase(view):
    return llq.dominion.lookup(view.cards, view.coins, view.turn, view.turns).best


def _race_purchase(view):
    decks = view.mine, view.theirs, view.left
    return llq.dominion.race.lookup(*decks, coins=view.coins, seat=view.seat.name.lower()).best


def test_a_bot_answers_a_line_at_a_time():
    """Each request is answered on its line; what cannot be answered says why and goes on."""
    good = request_for(llq.sueca.new_game(seed=1).view())
    lines = [
        '{"op":"hello","protocol":"llq-json-v1"}',
        json.dumps(good),
        "not JSON",
        "[]",
        '{"op":"choose","game":"chess"}',
        json.dumps(good | {"state": {**good["state"], "hand": "1S"}}),
        json.dumps(good | {"state": 5}),
        json.dumps(good | {"legal": []}),
        "",
    ]
    out = StringIO()
    serve("sueca", "rules", lines=StringIO("\n".join(lines)), out=out)
    hello, move, *wrong = map(json.loads, out.getvalue().splitlines())
    assert hello["name"] == "llq rules"
    assert move["action"] in good["legal"]
    assert [list(reply) for reply in wrong] == [["error"]] * 6
    with pytest.raises(UnknownStrategy):
        Bot("dominion", "picky")
