"""The site without a server: its scripts answer as Python does, from files that are checked."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from html import unescape
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import numpy as np
import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from llq import connect, dominion, literature, love_letter, sueca
from llq.cli.main import app
from llq.errors import (
    BadQuestion,
    ExtraMissing,
    IllegalState,
    LlqError,
    TableMissing,
    TableNotWritable,
)
from llq.query.love_letter.table.guess_hits import find_hits
from llq.query.love_letter.table.outcomes import follow
from llq.solver.dominion.solitaire.action_scoring import reduced, to_come
from llq.web.site import Site, export_site

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node, which runs the scripts, is missing")
SCRIPT = Path(__file__).with_name("site_answers.mjs")
LOVE_LETTER, DOMINION = "love_letter-classic", "dominion-31"
SOLUTION = "love_letter-classic-solution"
STATES = 10_000
BAD = 2_000
FOLLOWED = 300
CLOSE = 1e-12
MOST_BYTES, FIRST_VIEW = 15_000_000, 150_000

Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def site(standard_tables: None, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Return an exported site of the tables that come with llq."""
    folder = tmp_path_factory.mktemp("hosted")
    (folder / "package.json").write_text('{"type": "module"}')  # so node reads .js as browsers do
    return export_site(folder / "site")


@pytest.fixture(scope="module")
def ask(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Return what has the site's scripts answer questions, by table."""

    def ask(folder: Path = site.folder, **questions: Any) -> Any:
        manifest = sha256((site.folder / "manifest.json").read_bytes()).hexdigest()
        asked = {LOVE_LETTER: [], DOMINION: [], "manifest": manifest} | questions
        file = tmp_path_factory.mktemp("asked") / "questions.json"
        file.write_text(json.dumps(asked))
        done = subprocess.run(
            [NODE or "", SCRIPT, folder, file], capture_output=True, text=True, check=True
        )
        return json.loads(done.stdout)

    return ask


@pytest.fixture(scope="module")
def table(standard_tables: None) -> love_letter.table.Table:
    """Return the classic table."""
    return love_letter.table.open()


@pytest.fixture(scope="module")
def dominion_31(standard_tables: None) -> dominion.table.DominionTable:
    """Return the Dominion table."""
    return dominion.table.open(31)


def question_of(
    rules: love_letter.Rules, state: love_letter.table.State, random: Random
) -> dict[str, Any]:
    """Return a state as the scripts are asked about it: cards by number or by name."""
    named = [random.choice([card.number, card.name]) for card in rules.cards]
    hand = [state.low, state.high]
    gone = [
        c - u - hand.count(i)
        for i, (c, u) in enumerate(zip(rules.copies, state.unseen, strict=True))
    ]
    seen = [named[i] for i, copies in enumerate(gone) for _ in range(copies)]
    shown = seen[:3] if len(seen) >= 3 and random.random() < 0.3 else []
    return {
        "hand": [named[card] for card in hand],
        "seen": seen[len(shown) :],
        "faceUp": shown,
        "opponent": named[state.opponent] if state.known else None,
        "opponentKnows": named[hand[state.hand_known - 1]] if state.hand_known else None,
        "handmaid": state.maid,
    }


def refusal(look_up: Callable[..., object], question: dict[str, Any]) -> str | None:
    """Return why the library does not answer, or None if it does."""
    try:
        look_up(**question)
    except LlqError as error:
        return str(error)
    return None


def assert_alike(found: list[Any], expected: list[tuple[str, float, float, bool]]) -> None:
    """Check that a script's actions are the library's: values, costs, ties and the best first."""
    assert found[0][0] == expected[0][0]
    assert {text: best for text, _, _, best in found} == {a[0]: a[3] for a in expected}
    values = [value for _, value, _, _ in found]
    assert all(one >= other - CLOSE for one, other in pairwise(values))
    wanted = {text: (value, cost) for text, value, cost, _ in expected}
    for text, value, cost, _ in found:
        assert abs(value - wanted[text][0]) <= CLOSE
        assert abs(cost - wanted[text][1]) <= CLOSE


@needs_node
def test_love_letter_answers_as_python_does(ask: Ask, table: love_letter.table.Table) -> None:
    """Of 10,000 random states the scripts give the library's plays, values, costs and order."""
    random = Random(16)
    ranks = np.flatnonzero(np.asarray(table.reachable))
    states = []
    while len(states) < STATES:
        state = table.space.unrank(int(ranks[random.randrange(len(ranks))]))
        if state.opponent < 0 or state.known:  # else nobody can ask
            states.append(state)
    answers = ask(**{LOVE_LETTER: [question_of(table.rules, s, random) for s in states]})
    for state, answer in zip(states, answers[LOVE_LETTER], strict=True):
        assert answer["value"] == table.lookup(state).value
        expected = [(a.text, a.value, a.cost, a.is_best) for a in table.actions(state)]
        assert_alike(answer["actions"], expected)


@needs_node
def test_outcomes_of_love_letter_are_pythons(ask: Ask, table: love_letter.table.Table) -> None:
    """Of random plays in random states the scripts give the library's outcomes to the next turns.

    Each outcome, reply and next turn with its chance and its value, none missing and none more.
    """
    asked, questions = random_plays(table, Random(20))
    numbers = table.rules.action_numbers
    answers = ask(**{LOVE_LETTER: questions})
    cards = [card.name for card in table.rules.cards]
    seen = set()
    for (state, action), answer in zip(asked, answers[LOVE_LETTER], strict=True):
        expected = {}
        for one in follow(table, state, 0, action):
            key: tuple[Any, ...] = (one.shown, str(one.result))
            expected[key] = (one.chance, one.value)
            for reply in one.replies:
                seen.add((action.card, reply.action.card))
                said = (*key, numbers[reply.action], reply.shown, str(reply.result))
                expected[said] = (reply.chance, reply.value)
                for turn in reply.turns:
                    expected[*said, turn.state] = (turn.chance, turn.value)
        found = {}
        for one in answer:
            key = (named(cards, one["shown"]), one["result"])
            found[key] = (one["chance"], one["value"])
            for reply in one["replies"]:
                said = (*key, reply["number"], named(cards, reply["shown"]), reply["result"])
                found[said] = (reply["chance"], reply["value"])
                for turn in reply["turns"]:
                    at = turn["state"]
                    fields = (at["opponent"], at["maid"], at["known"], at["handKnown"])
                    then = love_letter.table.State(
                        at["low"], at["high"], tuple(at["unseen"]), *fields
                    )
                    found[*said, then] = (turn["chance"], turn["value"])
        assert set(found) == set(expected)
        for what, numbers_found in found.items():
            assert numbers_found == pytest.approx(expected[what], abs=CLOSE)
    assert len(seen) > 40  # nearly every card met nearly every reply


def random_plays(
    table: love_letter.table.Table, random: Random
) -> tuple[list[tuple[love_letter.table.State, love_letter.Action]], list[dict[str, Any]]]:
    """Return random plays in random states, and how the scripts are asked about them."""
    ranks = np.flatnonzero(np.asarray(table.reachable))
    plays = []
    while len(plays) < FOLLOWED:
        state = table.space.unrank(int(ranks[random.randrange(len(ranks))]))
        if state.opponent < 0 or state.known:
            plays.append((state, random.choice(table.actions(state)).action))
    numbers = table.rules.action_numbers
    return plays, [
        question_of(table.rules, state, random) | {"play": numbers[action]}
        for state, action in plays
    ]


@needs_node
def test_what_ends_a_round_at_once_is_pythons(ask: Ask, table: love_letter.table.Table) -> None:
    """Of random plays the chances to win, lose or draw at once, and against which cards."""
    plays, questions = random_plays(table, Random(21))
    answers = ask(**{LOVE_LETTER: [one | {"atOnce": True} for one in questions]})
    names = [card.name for card in table.rules.cards]
    met = set()
    for (state, action), answer in zip(plays, answers[LOVE_LETTER], strict=True):
        hits = find_hits(table, state, 0, action)
        found = dict(answer)
        for how in ("won", "lost", "drawn"):
            expected = [hit.card for hit in hits if getattr(hit, how)]
            ending = found.get(how, {"chance": 0, "cards": [], "possible": len(hits)})
            assert [names[card] for card in ending["cards"]] == expected
            chance = sum(hit.chance * getattr(hit, how) for hit in hits)
            assert ending["chance"] == pytest.approx(chance, abs=CLOSE)
            assert ending["possible"] == len(hits)
            met |= {how} if expected else set()
    assert met == {"won", "lost", "drawn"}


@needs_node
def test_the_mixed_solution_is_pythons(ask: Ask, table: love_letter.table.Table) -> None:
    """Of random states, how often the solution makes each play on average; no answer elsewhere."""
    random = Random(22)
    solution = love_letter.solution.open()
    ranks = np.flatnonzero(np.asarray(table.reachable))
    states = []
    while len(states) < STATES:
        state = table.space.unrank(int(ranks[random.randrange(len(ranks))]))
        if state.opponent < 0 or state.known:
            states.append(state)
    questions = [question_of(table.rules, state, random) | {"mixed": True} for state in states]
    answers = ask(**{LOVE_LETTER: questions})[LOVE_LETTER]
    numbers = table.rules.action_numbers
    for state, answer in zip(states, answers, strict=True):
        try:
            expected = {numbers[one.action]: one.chance for one in solution.actions(state)}
        except IllegalState:
            expected = {}
        assert dict(answer) == expected
    assert STATES // 10 < sum(map(bool, answers)) < STATES


def named(cards: list[str], card: int) -> str | None:
    """Return the name of a card that a script numbers, None for none."""
    return None if card < 0 else cards[card]


@needs_node
def test_love_letter_refuses_as_python_does(ask: Ask, table: love_letter.table.Table) -> None:
    """A question against the rules, or that no game leads to, is refused in the library's words."""
    random = Random(17)
    names = [card.name for card in table.rules.cards]
    deck = [card.name for card in table.rules.cards for _ in range(card.copies)]
    questions = []
    for _ in range(BAD):
        cards = random.sample([*deck, "Priest", "King"], random.randrange(1, 15))
        hand, seen = cards[:2], cards[2:]
        questions.append(
            {
                "hand": hand,
                "seen": seen,
                "faceUp": random.sample(names, random.choice([0] * 8 + [2, 3])),
                "opponent": random.choice([None, None, None, *names, "9"]),
                "opponentKnows": random.choice([None, *hand, "Spy"]) if seen else None,
                "handmaid": random.random() < 0.2,
            }
        )

    def look_up(faceUp: Any, opponentKnows: Any, **known: Any) -> None:
        table.actions(table.state(face_up=faceUp, opponent_knows=opponentKnows, **known))

    expected = [refusal(look_up, question) for question in questions]
    answers = ask(**{LOVE_LETTER: questions})[LOVE_LETTER]
    assert [answer.get("error") for answer in answers] == expected
    assert 100 < expected.count(None) < BAD - 100


@needs_node
def test_dominion_answers_as_python_does(
    ask: Ask, dominion_31: dominion.table.DominionTable
) -> None:
    """Of 10,000 random states the scripts give the library's purchases, scores and costs."""
    random = Random(18)
    table, game = dominion_31, dominion_31.game
    names = [card.name for card in game.cards]
    questions, decks = [], []
    while len(questions) < STATES:
        turns = random.randint(1, table.turns)
        turn = random.randint(1, turns)
        extra = random.choices(names, k=random.randrange(turn))
        deck = {name: n + extra.count(name) for name, n in zip(names, game.start, strict=True)}
        hand = random.sample([c for c in names for _ in range(deck[c])], 5)
        coins = sum(card.value for c in hand for card in game.cards if card.name == c)
        questions.append({"deck": deck, "coins": coins, "turn": turn, "turns": turns})
        decks.append([deck[name] for name in names])
    counts = np.array(decks)
    to_go = np.array([q["turns"] - q["turn"] for q in questions])
    points = [card.points for card in game.cards]
    scores = {}
    for bought in (None, *names):
        after = counts + np.array([name == bought for name in names])
        came = to_come(table.space, table.payout, reduced(table.model, after), to_go)
        scores["pass" if bought is None else f"buy {bought}"] = after @ points + came
    costs = {"pass": 0} | {f"buy {card.name}": card.cost for card in game.cards}
    answers = ask(**{DOMINION: questions})[DOMINION]
    for i, (question, answer) in enumerate(zip(questions, answers, strict=True)):
        values = {a: scores[a][i] for a in scores if costs[a] <= question["coins"]}
        best = max(values.values())
        assert {text for text, *_ in answer["actions"]} == set(values)
        for text, value, cost, _ in answer["actions"]:
            assert abs(value - values[text]) <= CLOSE
            assert abs(cost - (best - values[text])) <= CLOSE
        if i < STATES // 20:
            asked = dominion.lookup(**question)
            expected = [(a.text, a.value, a.cost, a.is_best) for a in asked.actions]
            assert_alike(answer["actions"], expected)
            assert [a[0] for a in answer["actions"]] == [a[0] for a in expected]


@needs_node
def test_dominion_refuses_as_python_does(ask: Ask) -> None:
    """A situation that no game comes to is refused in the library's words."""
    random = Random(19)
    questions = [
        {
            "deck": {
                "copper": random.choice([7, 7, 7, 8, 6, 3]),
                "estate": random.choice([3, 3, 4, 2, 0]),
                "gold": random.choice([0, 1, 2, -1]),
                random.choice(["silver", "duchy", "province", "curse"]): random.randrange(3),
            },
            "coins": random.randrange(-1, 17),
            "turn": random.randrange(0, 8),
            "turns": random.randrange(4, 31),
        }
        for _ in range(BAD)
    ]
    expected = [refusal(dominion.lookup, question) for question in questions]
    answers = ask(**{DOMINION: questions})[DOMINION]
    assert [answer.get("error") for answer in answers] == expected
    assert len({text.partition(" ")[0] for text in expected if text}) >= 5


@needs_node
@pytest.mark.parametrize("damage", ["bit", "cut"])
def test_a_damaged_file_gives_one_message(
    ask: Ask, site: Site, tmp_path: Path, damage: str
) -> None:
    """One wrong bit in a table's file or in a rule, or a file cut short: no number, a sentence."""
    for column in site.manifest["tables"][LOVE_LETTER]["columns"].values():
        folder = copied(site, tmp_path / f"{column['bytes']}")
        content = bytearray((folder / column["file"]).read_bytes())
        content[len(content) // 2] ^= 1
        (folder / column["file"]).write_bytes(content[:-1] if damage == "cut" else content)
        found = ask(folder, **{LOVE_LETTER: [{"hand": [1, 8]}]})
        assert list(found) == ["error"]
        assert found["error"].startswith(f"{column['file']} is damaged: ")


@needs_node
def test_a_wrong_rule_gives_one_message(ask: Ask, site: Site, tmp_path: Path) -> None:
    """A card more in the manifest would give plausible numbers; the page knows its hash."""
    folder = copied(site, tmp_path / "wrong")
    text = (folder / "manifest.json").read_text("utf-8")
    (folder / "manifest.json").write_text(text.replace('"copies": 5', '"copies": 4'), "utf-8")
    found = ask(folder, **{LOVE_LETTER: [{"hand": [1, 8]}]})
    assert list(found) == ["error"]
    assert found["error"].startswith("manifest.json is damaged: ")


@needs_node
def test_what_a_cache_damaged_is_read_again(ask: Ask) -> None:
    """A damaged copy in the browser's cache does not stay: the file is asked for anew."""
    (answer,) = ask(stale=True, **{LOVE_LETTER: [{"hand": [1, 8]}]})[LOVE_LETTER]
    assert answer["actions"][0][0] == "Guard, guessing Priest"


def copied(site: Site, folder: Path) -> Path:
    """Return a copy of a site whose scripts node reads as browsers do."""
    shutil.copytree(site.folder, folder)
    (folder.parent / "package.json").write_text('{"type": "module"}')
    return folder


def test_the_manifest_says_what_the_files_hold(
    site: Site, table: love_letter.table.Table, dominion_31: dominion.table.DominionTable
) -> None:
    """Sizes, hashes, types and shapes are the files', and the numbers the tables', to the bit."""
    assert json.loads((site.folder / "manifest.json").read_text("utf-8")) == json.loads(
        json.dumps(site.manifest)
    )
    wanted = {
        LOVE_LETTER: {
            "value": table.values, "action": table.actions_chosen, "reachable": table.reachable,
        },
        DOMINION: {"score": dominion_31.scores, "payout": dominion_31.payout},
    }  # fmt: skip
    assert set(site.manifest["tables"]) == {*wanted, SOLUTION}
    for name, described in site.manifest["tables"].items():
        if name in wanted:
            assert set(described["columns"]) == set(wanted[name])
        for column, file in described["columns"].items():
            content = (site.folder / file["file"]).read_bytes()
            decoded = gzip.decompress(content)
            assert file["bytes"] == len(content)
            assert file["sha256"] == sha256(content).hexdigest()
            assert file["sha256"].startswith(file["file"][-20:-4])
            assert file["decoded_sha256"] == sha256(decoded).hexdigest()
            array = np.frombuffer(decoded, file["dtype"]).reshape(file["shape"])
            if name in wanted:  # the solution's are made here: the scripts' answers are compared
                assert np.array_equal(array, np.asarray(wanted[name][column]))
    assert site.manifest["tables"][LOVE_LETTER]["content_hash"] == table.info.content_hash


def test_sums_are_of_every_file_and_all_is_small(site: Site) -> None:
    """SHA256SUMS has each file but itself, and the whole site is below 15 MB."""
    sums = (site.folder / "SHA256SUMS").read_text("utf-8").splitlines()
    files = {
        path.relative_to(site.folder).as_posix(): path.read_bytes()
        for path in site.folder.rglob("*")
        if path.is_file()
    }
    del files["SHA256SUMS"]
    assert sorted(sums) == sorted(f"{sha256(c).hexdigest()}  {name}" for name, c in files.items())
    assert sum(map(len, files.values())) < MOST_BYTES


def test_a_first_view_is_small(site: Site) -> None:
    """A page and all that it names is below 150 kB, of hundreds of rows and curves too."""
    for page in site.folder.glob("*.html"):
        text = page.read_text("utf-8")
        named = set(re.findall(r'<(?:link|script|img)[^>]* (?:href|src)="([^"]+)"', text))
        sizes = [site.sizes[name] for name in (page.name, *named)]
        assert sum(sizes) < FIRST_VIEW, page.name


def test_rows_are_read_page_by_page(site: Site) -> None:
    """Each page of a view leads to the next, and together they have the first 500 rows in order."""
    name, seen = "sql-dominion_strategy.html", 0
    while name:
        text = (site.folder / name).read_text("utf-8")
        first, last = re.findall(r"Rows (\d+) to (\d+)", text)[0]
        assert int(first) == seen + 1
        assert text.count("<tr><td") == int(last) - seen
        seen = int(last)
        name = "".join(re.findall(r'rel="next" href="([^"]+)"', text))
    assert seen == 500


def test_pages_name_files_of_the_site_alone(site: Site) -> None:
    """Whatever a page or a script loads is there, by a relative address, with its hash."""
    for page in site.folder.glob("*.html"):
        text = page.read_text("utf-8")
        for address in re.findall(r'(?:href|src)="([^"#?]+)', text):
            assert not address.startswith(("/", "http"))
            assert (site.folder / address).is_file(), address
        hashes = dict(re.findall(r'(?:href|src)="([^"]+\.js)" integrity="sha256-([^"]+)"', text))
        for address, integrity in hashes.items():
            digest = sha256((site.folder / address).read_bytes()).digest()
            assert b64encode(digest).decode() == integrity
            script = (site.folder / address).read_text("utf-8")
            for imported in re.findall(r'from "\./(\w+\.js)"', script):
                assert f"{address.rpartition('/')[0]}/{imported}" in hashes
    for script in site.folder.glob("code-*/*"):
        assert not re.search(
            r'https?://(?!www\.w3\.org/2000/svg")\w|url\(', script.read_text("utf-8")
        )


def test_site_and_server_have_the_same_headings(site: Site, client: TestClient) -> None:
    """The explorer of Love Letter has the same panels on both, called the same.

    The first turns of 2019 below it are the site's alone: the server's explorer looks them up.
    """
    text = (site.folder / "love-letter.html").read_text("utf-8").partition('id="modern"')[0]
    (script,) = site.folder.glob("code-*/love_letter_page.js")
    headings = re.findall(r"<h[123][^>]*>([^<]+)</h[123]>", text)
    headings += re.findall(r'"h[23]", \{\}, "([^"]+)"', script.read_text("utf-8"))
    served = client.get("/love-letter?compare=yes").text
    found = re.findall(r"<h[123][^>]*>([^<]+)</h[123]>", served)
    assert set(headings) == {one for one in found if not one.startswith("Play ")}


def test_an_export_replaces_an_earlier_one(site: Site, tmp_path: Path) -> None:
    """The same tables give the same bytes; what the earlier one had and this has not goes."""
    folder = copied(site, tmp_path / "site")
    old = [folder / f"tables/x-value-{'0' * 16}.bin", folder / f"code-{'0' * 16}/page.js"]
    for file in old:
        file.parent.mkdir(exist_ok=True)
        file.write_text("old")
    (folder / "CNAME").write_text("cards.example")
    (folder / "index.html").write_text("old")
    export_site(folder)
    assert (folder / "CNAME").read_text() == "cards.example"
    (folder / "CNAME").unlink()
    assert contents(folder) == contents(site.folder)


def contents(folder: Path) -> dict[str, bytes | None]:
    """Return the files and folders below a folder, hidden ones too."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    """A folder that holds anything but a site is refused before any table is read."""
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(TableNotWritable, match=r"not an llq site; .* --replace"):
        export_site(tmp_path)
    assert list(contents(tmp_path)) == ["thesis.tex"]


@pytest.mark.parametrize(
    ("place", "why"),
    [("file", "Not a directory"), ("a/b", "there is no folder"), ("x" * 300, "name too long")],
)
def test_an_impossible_folder_is_one_line(tmp_path: Path, place: str, why: str) -> None:
    """A file, a folder in none, a name that is too long: the message says so."""
    (tmp_path / "file").write_text("")
    with pytest.raises(TableNotWritable, match=f"(?i){why}") as refused:
        export_site(tmp_path / place)
    assert "\n" not in str(refused.value)


def test_a_missing_table_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a table the message has the command that builds it, and there is no folder."""
    monkeypatch.setenv("LLQ_STANDARD_TABLES", "no")
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    with pytest.raises(TableMissing, match="llq build love-letter"):
        export_site(tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_the_command_prints_what_is_downloaded(
    standard_tables: None, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row a table with its hash and bytes; without the extra the line says what to install."""
    monkeypatch.setattr("llq.web.site.export_site", lambda *_, **__: site)
    done = CliRunner().invoke(app, ["export-site", str(tmp_path), "--format", "json"])
    assert done.exit_code == 0
    rows = json.loads(done.stdout)
    assert [row["table"] for row in rows] == [LOVE_LETTER, SOLUTION, DOMINION]
    assert sum(row["download_bytes"] for row in rows) == sum(
        size for name, size in site.sizes.items() if name.startswith("tables/")
    )
    monkeypatch.setattr("llq.query.optional_imports.find_spec", lambda _: None)
    done = CliRunner().invoke(app, ["export-site", str(tmp_path)])
    assert isinstance(done.exception, ExtraMissing)
    assert "needs jinja2 and fastapi; install it with: pip install 'llq[serve]'" in str(
        done.exception
    )


def test_every_page_leads_to_pages_alone(site: Site) -> None:
    """Leagues, openings and matches have their pages; no link and no form leads to a server."""
    pages = {path.name: path.read_text("utf-8") for path in site.folder.glob("*.html")}
    for name, text in pages.items():
        for address in re.findall(r'<a [^>]*href="([^"#?]+)', text):
            assert (site.folder / address).is_file(), (name, address)
        assert 'action="' not in text, name
    reached, waiting = {"index.html"}, ["index.html"]
    while waiting:
        links = set(re.findall(r'<a [^>]*href="([^"#?]+\.html)', pages[waiting.pop()])) - reached
        reached |= links
        waiting += sorted(links)
    assert reached == set(pages)
    games = ("love-letter", "dominion", "sueca", "literature")
    assert {
        f"{game}-{page}.html" for game in games for page in ("league", "rules", "data")
    } < reached
    assert {"sql-literature_opening.html", "sql-sueca_match.html"} < reached
    assert {f"dominion-kingdom-provinces-{n}.html" for n in range(1, 9)} < reached


def test_stored_pages_have_the_librarys_numbers(site: Site) -> None:
    """Standings, the ranking, fewest turns and matches are those that the library returns."""
    for game in (love_letter, dominion, sueca, literature):
        name = game.__name__.rpartition(".")[2].replace("_", "-")
        text = (site.folder / f"{name}-league.html").read_text("utf-8")
        for row in game.leagues.open().league.standings:
            assert f"{100 * row.score:.1f} % ± {100 * row.score_error:.1f}" in text
    explorer = (site.folder / "love-letter.html").read_text("utf-8")
    for hand in (("spy", "spy"), ("guard", "chancellor"), ("countess", "princess")):
        found = love_letter.lookup(*hand, variant="2019")
        assert f"{100 * found.value:.2f}%</td><td>{found.text}</td>" in explorer
    ranked = (site.folder / "dominion-kingdom-provinces-8.html").read_text("utf-8")
    soonest = (site.folder / "dominion-turns-provinces-8-rule-fresh.html").read_text("utf-8")
    with connect() as connection:
        (turns,) = connection.execute(
            "SELECT min(turns) FROM dominion_kingdom_ranking WHERE provinces = 8"
        ).fetchone()
        assert f"{turns:.3f}" in ranked
        (turns,) = connection.execute(
            "SELECT min(turns) FROM dominion_fewest WHERE provinces = 8 AND rule = 'fresh'"
        ).fetchone()
        assert f"{turns:.3f}" in soonest
        rows = connection.execute("FROM literature_match").fetchall()
    text = (site.folder / "sql-literature_match.html").read_text("utf-8")
    shown = [
        [unescape(re.sub("<[^>]+>", "", cell)) for cell in re.findall("<td.*?</td>", row)]
        for row in re.findall(r"<tr><td.*</tr>", text)
    ]
    exact = [place for place, value in enumerate(rows[0]) if not isinstance(value, float)]
    key = itemgetter(*exact)  # a view has its rows in any order
    rows.sort(key=lambda row: [str(value) for value in key(row)])
    for row, cells in zip(rows, sorted(shown, key=lambda row: list(key(row))), strict=True):
        for value, cell in zip(row, cells, strict=True):
            if isinstance(value, float):  # sums over games differ by the order of threads
                assert float(cell) == pytest.approx(value, rel=1e-12)
            else:
                assert cell == ("NULL" if value is None else str(value))


def fake_modules(folder: Path, version: str) -> Path:
    """Return a folder as npm makes it, whose DuckDB-Wasm does nothing."""
    for name in ("@duckdb/duckdb-wasm/dist/duckdb-browser.mjs",
                 "@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js",
                 "@duckdb/duckdb-wasm/dist/duckdb-eh.wasm",
                 "apache-arrow/Arrow.es2015.min.js"):  # fmt: skip
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"// {name}")
    (folder / "@duckdb/duckdb-wasm/package.json").write_text(json.dumps({"version": version}))
    return folder


def test_sql_is_there_only_if_asked_for(site: Site, tmp_path: Path) -> None:
    """With DuckDB-Wasm there are its files, the database and a page; the next export has none."""
    folder = copied(site, tmp_path / "site")
    made = export_site(folder, duckdb_wasm=fake_modules(tmp_path / "modules", "1.32.0"))
    said = made.manifest["sql"]
    assert '"apache-arrow": "./' + said["code"]["arrow"] in (folder / "sql.html").read_text("utf-8")
    assert 'href="sql.html"' in (folder / "index.html").read_text("utf-8")
    packed = (folder / said["database"]["file"]).read_bytes()
    assert sha256(packed).hexdigest() == said["database"]["sha256"]
    (tmp_path / "llq.duckdb").write_bytes(gzip.decompress(packed))
    with duckdb.connect(tmp_path / "llq.duckdb", read_only=True) as database:
        (storage,) = database.execute("SELECT tags FROM duckdb_databases()").fetchone()
        assert storage["storage_version"].startswith(("v1.0", "v1.2", "v1.4"))
        assert database.execute("FROM source").fetchall()
    export_site(folder)
    assert contents(folder) == contents(site.folder)


@pytest.mark.parametrize(
    ("version", "lost", "words"),
    [
        ("1.29.0", "", "has DuckDB-Wasm 1.29.0; 1.32 or newer"),
        ("next", "", "names no version"),
        ("1.32.0", "apache-arrow/Arrow.es2015.min.js", "has no apache-arrow/Arrow.es2015.min.js"),
        ("1.32.0", "@duckdb/duckdb-wasm/package.json", "has no @duckdb/duckdb-wasm/package.json"),
    ],
)
def test_modules_that_will_not_do_are_one_line(
    tmp_path: Path, version: str, lost: str, words: str
) -> None:
    """An old release, a folder without a file of it: the line says so, and nothing is written."""
    modules = fake_modules(tmp_path / "modules", version)
    if lost:
        (modules / lost).unlink()
    with pytest.raises(BadQuestion, match=re.escape(words)) as refused:
        export_site(tmp_path / "site", duckdb_wasm=modules)
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "site").exists()
