"""Questions: the library, the API, an assistant's tool and the command line give one answer."""

import json
import re
import shlex
from dataclasses import asdict
from functools import partial
from pathlib import Path
from urllib.parse import parse_qsl, quote, urlencode

import pytest

from llq import dominion, literature, sueca
from llq import love_letter as ll
from llq.query.love_letter.rounds.opponent_beliefs import beliefs
from llq.query.tables.files import tables
from llq.web.mcp.catalogue import tools

OWN = ("provenance", "permalink")
"""What the API adds to the library's answer."""
LOOKUP, PARTY = "love-letter/lookup?hand=", "love-letter/advise-party?"
ROUND = "dealt: King\nthey play Guard, guessing Baron: missed\nI draw Guard"
TURNS = "0 Priest on 2; I draw Handmaid"
DECK = "7 copper, 3 estate, 2 silver"
COINS = "coins=5&turn=4"
RACE = {"mine": "7c 5s 4g 3p 3e", "theirs": "7c 5s 4g 3p 3e 2d", "coins": 8}
MENU = "province; gold; duchy if provinces_left <= 4; silver"
HAND = {"hand": "S:AK72 H:765 D:2 C:A7", "trump": "C", "trick": "N:2H W:4H"}
ENDGAME = {
    "hand": "AC 2C", "trump": "H", "trick": "E:2D N:7D W:3D", "points": "45-54",
    "played": "S:A7KJQ62 H:A7KJQ65432 D:AKJQ654 C:7KJQ6543",
}  # fmt: skip
GAME = {"hand": "C:A2389 D:TJ H:345 S:QK", "me": "2", "moves": "1>2 4D -"}


edition_2019 = partial(ll.lookup, variant="2019", values=False)


def advised(policy):
    """Return advice in a round, against a policy."""
    return ll.rounds.advise(ll.rounds.FollowedRound.read(ROUND), policy)


def several():
    """Return advice at a table of four, ranked by tokens."""
    round_ = ll.rounds.watch(4, "Prince", TURNS, seat=1, variant="2019")
    return ll.rounds.advise_party(round_, playouts=500, seed=3, by_tokens=True)


def outcomes():
    """Return what comes of a Guard that names a Handmaid."""
    plays = ll.lookup(1, 5).actions
    play = next(result.action for result in plays if result.text == "Guard, guessing Handmaid")
    results = ll.table.outcomes(1, 5, play, seen=[1, 1])
    return {"outcomes": [result.to_dict() for result in results]}


def exploited():
    """Return how exploitable players are."""
    rows = []
    for row in ll.responses.open_exploitability().rows():
        most, least = row.exploitability[::-1]
        rows.append(asdict(row) | {"exploitability": least, "exploitability_most": most})
    return {"variant": "classic", "players": rows}


def scores():
    """Return how a strategy of Dominion does."""
    table = dominion.strategies.open()
    score = table.lookup("picky", 31)
    return {
        "strategy": "picky",
        "turns": 31,
        "mean": score.mean,
        "standard_deviation": score.standard_deviation,
        "chances": score.probability,
        "means_by_turns": [3, *(table.lookup("picky", turns).mean for turns in range(1, 101))],
    }


CASES = [
    (f"{LOOKUP}1,8", lambda: ll.lookup(1, 8)),
    (
        f"{LOOKUP}guard,king&seen=2,1,5&opponent=baron",
        lambda: ll.lookup("guard", "king", seen=[2, 1, 5], opponent="baron"),
    ),
    (f"{LOOKUP}1+7&face_up=1,1,5", lambda: ll.lookup(1, 7, face_up=[1, 1, 5])),
    (
        f"{LOOKUP}5,3&discarded=1&opponent_discarded=4&handmaid=true",
        lambda: ll.lookup(5, 3, discarded=[1], opponent_discarded=[4], handmaid=True),
    ),
    (f"{LOOKUP}1,8&scoring=discards", lambda: ll.lookup(1, 8, scoring="discards")),
    (f"{LOOKUP}guard,chancellor&variant=2019", lambda: edition_2019(1, 6)),
    (f"{LOOKUP}spy,king&seen=guard,2&variant=2019", lambda: edition_2019(0, 7, seen=[1, 2])),
    (f"{LOOKUP}0,1,9&seen=chancellor&variant=2019", lambda: edition_2019(0, 1, 9, seen=[6])),
    ("love-letter/outcomes?hand=1,5&seen=1,1&play=guard+handmaid", outcomes),
    (
        "love-letter/solution?hand=1,7&seen=1&last=guard+priest",
        lambda: ll.solution.lookup(1, 7, last="guard priest", seen=[1]),
    ),
    ("love-letter/beliefs?hand=guard,princess", lambda: beliefs(1, 8, "table")),
    (f"love-letter/advise?round={quote(ROUND)}", lambda: advised("table")),
    (f"love-letter/advise?round={quote(ROUND)}&policy=solution", lambda: advised("solution")),
    (
        f"{PARTY}players=4&dealt=prince&seat=1&variant=2019&turns={quote(TURNS)}"
        "&playouts=500&seed=3&tokens=true",
        several,
    ),
    (
        "love-letter/match?first=random&second=strategic&games=20&seed=3&face_up=3",
        lambda: ll.match("random", "strategic", games=20, seed=3, face_up=3),
    ),
    (
        "love-letter/exact-match?first=table&second=strategic",
        lambda: ll.exact.open().lookup("table", "strategic"),
    ),
    ("love-letter/players", lambda: {"players": ll.players()}),
    ("love-letter/exploitability", exploited),
    (f"dominion/lookup?deck={quote(DECK)}&{COINS}", lambda: dominion.lookup(DECK, 5, 4)),
    (f"dominion/race?{urlencode(RACE)}", lambda: dominion.race.lookup(**RACE)),
    (
        "dominion/kingdom?card=smithy&deck=7c+3e&coins=4&provinces=1",
        lambda: dominion.kingdom.lookup("smithy", "7c 3e", 4, provinces=1),
    ),
    (
        "dominion/kingdom-ranking?provinces=1",
        lambda: {"provinces": 1, "cards": dominion.kingdom.ranking(1)},
    ),
    (
        f"dominion/menus?menu={quote(MENU)}&silver=4",
        lambda: dominion.menus.mistakes(MENU, silver=4),
    ),
    ("dominion/strategies?strategy=picky", scores),
    (
        "dominion/match?first=optimal&second=picky&games=20",
        lambda: dominion.match("optimal", "picky", 20),
    ),
    (
        "dominion/players",
        lambda: {"players": dominion.players(), "race_players": dominion.race.players()},
    ),
    (
        f"sueca/advise?{urlencode(HAND)}&samples=50",
        lambda: sueca.advise(sueca.position(**HAND), "strong:50/6"),
    ),
    (f"sueca/advise?{urlencode(ENDGAME)}", lambda: sueca.advise(sueca.position(**ENDGAME))),
    ("sueca/match?first=A,A&second=R,R&games=20", lambda: sueca.match("A,A", "R,R", 20)),
    ("sueca/players", lambda: {"players": sueca.players()}),
    (f"literature/advise?{urlencode(GAME)}", lambda: literature.advise(literature.game(**GAME))),
    (
        "literature/match?first=greedy&second=possible&games=20",
        lambda: literature.match("greedy", "possible", 20),
    ),
    ("literature/players", lambda: {"players": literature.players()}),
]
"""The link of a question of the API, and the library's answer to it."""
SLOW = re.compile(r"/(beliefs|exact-match|menus)|policy=solution|spy,king")


def tool_of(path):
    """Return the name of the tool that asks what a path of the API does."""
    return re.sub("[/-]", "_", path)


def plain(value):
    """Return an answer of the library as JSON has it."""
    inner = lambda one: one.to_dict() if hasattr(one, "to_dict") else one.tolist()  # noqa: E731
    return json.loads(json.dumps(value, default=inner))


def assert_agreed(printed, answer):
    """Compare what a command prints as JSON with an answer, in all that both of them name."""
    if isinstance(printed, dict):
        assert answer in (printed, *printed.values())
        return
    lists = [part for part in answer.values() if isinstance(part, list)]
    rows = next((part for part in lists if isinstance(part[0], dict)), [answer])
    if "mean" in answer:  # of one strategy of those printed
        printed = [
            part | {"mean": part["expected_score"]}
            for part in printed
            if part["strategy"] == answer["strategy"]
        ]
    for line, row in zip(printed, rows, strict=True):
        shared = line.keys() & row.keys()
        assert shared
        assert {name: line[name] for name in shared} == {name: row[name] for name in shared}


@pytest.mark.parametrize(
    ("link", "known"),
    [pytest.param(*case, marks=[pytest.mark.long] * bool(SLOW.search(case[0]))) for case in CASES],
)
def test_every_door_gives_one_answer(link, known, client, ask, llq, tmp_path, monkeypatch):
    """To the last bit, with a sentence, a source, an error, a link and a command to quote."""
    monkeypatch.chdir(tmp_path)
    path, _, query = link.partition("?")
    call = ask(tool_of(path), dict(parse_qsl(query)))
    assert not call.is_error, call.content
    content = call.structured_content
    assert json.loads(call.content[0].text) == content
    assert all(content[part] for part in ("sentence", "source", "error", "command"))
    assert "\n" not in content["sentence"]
    assert client.get(f"/api/v1/{link}").json() == content["answer"]
    answer = {name: value for name, value in content["answer"].items() if name not in OWN}
    assert answer == plain(known())
    origin = content["answer"].get("provenance", {})
    if file := origin.get("file"):
        (stored,) = (table for table in tables() if f"{table.name}.h5" == file)
        assert origin["content_hash"] == stored.content_hash
    words = shlex.split(content["command"])
    if words[0] == "printf":
        Path(words[4]).write_text(words[2] + "\n")
        words = words[words.index("&&") + 1 :]
    if words[0] == "curl":
        assert words[1].endswith(content["answer"]["permalink"])
    else:
        code, out, err = llq(*words[1:], "--format", "json")
        assert code == 0, err
        assert_agreed(json.loads(out), answer)


def test_every_question_of_the_api_is_a_tool_and_has_a_case(client):
    """What a link asks of a game, other than a game move by move and a stream, a tool asks too."""
    paths = {
        path.removeprefix("/api/v1/")
        for path, methods in client.get("/openapi.json").json()["paths"].items()
        if "get" in methods and not re.search(r"/games/|/stream|v1$|/questions", path)
    }
    assert {*map(tool_of, paths)} <= {*tools()}
    lists = {"sql", "sql/views", "tables", "love-letter/rules"}  # which other tests hold
    assert paths - lists == {link.partition("?")[0] for link, _ in CASES}
