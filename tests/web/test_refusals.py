"""Refusals: what cannot be answered passes each door in the library's words, and nothing else."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from tests.web.parsed_page import Page

LOOKUP, BUY = "love-letter/lookup?", "dominion/lookup?deck=7+copper,+3+estate&"
EXACT = "love-letter/exact-match"
PARTY = "love-letter/advise-party?players=4&dealt=king&turns=I+draw+Guard"
API: list[tuple[str, int, str, str]] = [
    (LOOKUP, 422, "BadQuestion", "hand is missing, such as hand=guard,princess"),
    (f"{LOOKUP}hand=1", 422, "BadQuestion", "hand takes at least 2 values"),
    (f"{LOOKUP}hand=1,2,3,4", 422, "BadQuestion", "hand takes at most 3 values"),
    *(
        (f"love-letter/{name}?hand={hand}", 422, "BadQuestion", "hand takes")
        for name in ("solution", "beliefs", "outcomes")
        for hand in ("1", "1,2,3")
    ),
    (f"{LOOKUP}hand=1,9", 422, "UnknownCard", "; variant 2019"),
    (f"{LOOKUP}hand=8,8", 422, "IllegalState", "the deck has 1 Princess"),
    (f"{LOOKUP}hand=1,8&sen=2", 422, "BadQuestion", "there is no parameter 'sen'"),
    (f"{LOOKUP}hand=1,8&lead=NaN", 422, "BadQuestion", "lead must be an integer; got"),
    (f"{LOOKUP}hand=1,8&lead=99999999", 422, "BadQuestion", "must be at most 1000000"),
    (f"{LOOKUP}hand=1,8&scoring=best", 422, "BadQuestion", "'half' or 'discards'"),
    (f"{LOOKUP}hand=1,8&variant=nope", 404, "UnknownGame", "nope"),
    (f"{LOOKUP}hand=1,8&variant=hobbit", 503, "TableMissing", "llq build love-letter --variant"),
    (f"{LOOKUP}hand=1,8&variant=deck-99-99-99-99-99-99-99-99", 413, "DeckTooLarge", "fewer copies"),
    ("love-letter/outcomes?hand=1,5&play=guard+king;+priest", 422, "BadQuestion", "got 2"),
    ("love-letter/outcomes?hand=1,5&play=king", 422, "IllegalAction", "not legal"),
    ("love-letter/advise?round=dealt:+King", 422, "IllegalState", "draw"),
    (f"{PARTY}&variant=1999", 404, "UnknownGame", "1999"),
    (PARTY.replace("=4", "=7"), 422, "IllegalState", "Love Letter is for 2 to 4 players"),
    (
        f"{EXACT}?first=solution&second=table",
        404,
        "UnknownState",
        "love-letter exact solution table",
    ),
    ("dominion/lookup?deck=7+copper&coins=5&turn=1", 404, "UnknownState", "lookup solves others"),
    ("dominion/lookup?deck=7+copper,+3+moat&coins=5&turn=1", 422, "UnknownCard", "moat"),
    (f"{BUY}coins=25&turn=1", 422, "IllegalState", "25"),
    (f"{BUY}coins=3&turn=1&turns=32", 503, "TableMissing", "llq build dominion --turns 100"),
    (f"{BUY}coins=3", 422, "BadQuestion", "turn is missing"),
    ("sueca/advise?hand=XX&trump=C", 422, "UnknownCard", "XX"),
    ("literature/advise?me=9&hand=C:A2389+D:TJ+H:345+S:QK", 422, "IllegalState", "9"),
    ("love-letter/match?first=table&second=table&games=1000000", 413, "TooLarge", "games"),
    *(
        (f"sueca/match?first={player},R&second=R,R", 422, "TakesTooLong", "takes too long")
        for player in ("mc_extra:1000000x100", "pimc:1000000/10", "mc_extra:9999x100")
    ),
    *(
        (f"{game}?first={name}&second=random", 404, "UnknownStrategy", "only built-in players")
        for game in ("love-letter/match", "love-letter/exact-match", "dominion/match")
        for name in ("antigravity:fly", "MC,antigravity:5")
    ),
    *(
        (f"{game}/match?first={name}&second=random", 404, "UnknownStrategy", "")
        for game in ("sueca", "literature")
        for name in ("antigravity:fly", "MC,antigravity:5")
    ),
]
"""A question of the API, and the status, the kind and some words of its refusal."""


def refusal(result):
    """Return the line in which a call was refused."""
    assert result.is_error
    assert result.structured_content is None
    (content,) = result.content
    assert content.type == "text"
    return content.text


def test_a_bad_question_is_told_what_is_wrong(client, ask):
    """The API and the tool refuse in the same line, which has the library's words and no path."""
    for question, status, title, words in API:
        answer = client.get(f"/api/v1/{question}")
        detail = answer.json()["detail"]
        assert (answer.status_code, answer.json()["title"]) == (status, title), detail
        assert answer.headers["content-type"] == "application/problem+json"
        assert words in detail
        assert not re.search(r"\n|/tmp|/root", answer.text)
        path, _, query = question.partition("?")
        tool = re.sub("[/-]", "_", path)
        assert refusal(ask(tool, dict(parse_qsl(query)))) == detail


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("hand=1,8&opponent=2&opponent=3", "opponent is given twice"),
        ("hand=%ff,8", "name=value"),
        ("hand", "name=value"),
    ],
)
def test_a_link_that_is_no_question_is_refused(client, query, words):
    """A parameter that is given twice, or a link that has none, is 422; no tool can be so asked."""
    answer = client.get(f"/api/v1/{LOOKUP}{query}")
    assert (answer.status_code, answer.json()["title"]) == (422, "BadQuestion")
    assert words in answer.json()["detail"]


SUECA = {"hand": "S:AK72 H:765 D:2 C:A7", "trump": "C", "trick": "2H 4H", "seat": "S"}
TABLE = {"seed": "7", "seat": "2", "against": "random,always_high,random"}
GAME = {"me": "2", "hand": "C:A2389 D:TJ H:345 S:QK", "moves": "1>2 4D -; 2>3 9S +"}
GAME_AT_TABLE = {"seed": "5", "players": "4", "against": "random"}
HOLDERS = {f"holder{place}": "1" for place in range(6)}
ROUND = "love-letter/play?seed=1&against=table&"
SEVERAL = "love-letter/play?seed=1&players=3&against=thumb&"


def link(path, *questions):
    """Return the address of a page that is asked something, later parameters before earlier."""
    return f"{path}?{urlencode({name: q[name] for q in questions for name in q})}"


AT_TABLE = (
    "love-letter/track?round=%23+2019,+4+players,+seat+0,+dealt+King%0AI+draw+Guard"
    "%0AI+Guard+on+1,+guessing+Baron:+missed%0A1+Spy"
)
PAGES: list[tuple[str, int, str]] = [
    ("love-letter?hand=8,8", 422, "The deck has 1 Princess"),
    ("love-letter?hand=1", 422, "holds two cards"),
    ("love-letter?hand=1,5&seen=2", 422, "it can come up if the opponent knows one of your cards"),
    ("love-letter?hand=1,8&play=king", 422, "No legal play"),
    ("love-letter?variant=nope", 404, "Unknown variant"),
    ("love-letter?scoring=nope", 404, "Unknown scoring"),
    ("love-letter?hand=2,5&variant=hobbit", 503, "llq build love-letter --variant hobbit"),
    ("love-letter?variant=classic&hand=spy,king", 422, "2019 has such a card"),
    ("love-letter?variant=2019&hand=0,7,9&chancellor=yes", 422, "the Chancellor just played"),
    ("love-letter?variant=hobbit&hand=0,6,8&chancellor=yes", 422, "no card that draws two"),
    *(
        (f"love-letter?{field}={'guard+' * 3000}", 413, "at most 400 characters")  # took 52 seconds
        for field in ("hand", "seen", "discarded", "opponent_discarded", "face_up")
    ),
    ("love-letter/drills?kind=hard", 404, "choose one of strategic, solution"),
    ("love-letter/drills?kind=strategic&number=x", 422, "Number must be"),
    ("love-letter/drills?kind=strategic&play=nothing", 422, "No legal play"),
    ("love-letter/drills?kind=solution&variant=2019", 422, "Solution drills are of classic"),
    ("love-letter/drills?kind=strategic&variant=hobbit", 422, "of classic and 2019"),
    ("love-letter/play?seed=x&against=table", 422, "seed"),
    ("love-letter/play?seed=1&against=os:system", 404, "not available as an opponent"),
    ("love-letter/play?seed=1&against=exploiter", 404, "not available as an opponent"),
    (f"{ROUND}score=many", 422, "score"),
    (f"{ROUND}past=rounds", 422, "Past"),
    ("love-letter/play?against=solution&variant=2019&begins=they", 404, "cannot play 2019"),
    ("love-letter/play?players=7&variant=2019", 422, "for 2 to 6 players"),
    ("love-letter/play?players=1&begins=they", 422, "for 2 to 4 players"),
    ("love-letter/play?players=4&variant=hobbit", 422, "hobbit is for two"),
    ("love-letter/play?players=4&against=table", 404, "not available as an opponent"),
    (f"{SEVERAL}score=1-1", 422, "score of 3 players"),
    (f"{SEVERAL}face_up=3", 422, "lie face up where two play"),
    ("love-letter/track?round=dealt:+Joker", 422, "Joker"),
    ("love-letter/track?round=they+play+Guard", 422, "dealt"),
    ("love-letter/track/begin?dealt=King&face_up=joker", 422, "no card 'joker'"),
    ("love-letter/track/begin?dealt=King&players=4&face_up=1", 422, "face up"),
    (f"{AT_TABLE}&add=1+Guard+on+2,+guessing+Baron", 422, "it is the turn of seat 2"),
    (f"{AT_TABLE}%0Anonsense", 422, "nonsense"),
    ("love-letter/track?round=%23+2019,+7+players,+seat+0,+dealt+King", 422, "2 to 6"),
    ("love-letter/track?round=dealt:+King&policy=os", 422, "os"),
    ("dominion?deck=7c+3e&coins=15&turn=1", 422, "possible: 2, 3, 4, 5"),
    ("dominion?deck=7c+3e+4s&coins=5&turn=2", 422, "takes 4 turns"),
    ("dominion?deck=7c+3e&coins=lots&turn=1", 422, "Coins must be an integer"),
    ("dominion?deck=7c+3e&coins=5", 422, "turn is missing"),
    ("dominion/race?mine=7c+3e&theirs=7c+3e&coins=15", 422, "No hand of"),
    ("dominion/race?mine=7c+3e+9p&theirs=7c+3e&coins=2", 422, "the pile has 8"),
    ("dominion/race?mine=7c+3e&theirs=7c+3e&seat=third&coins=2", 422, "'first' or 'second'"),
    ("dominion/race?mine=7c+3e&theirs=7c+3e&coins=4&card=smithee", 422, "did you mean smithy"),
    ("dominion/race?mine=4c&theirs=7c+3e&coins=4", 422, "nothing is trashed"),
    ("dominion/play?seed=1&turns=5&moves=2.6", 422, "Move 2 of 2"),
    ("dominion/play?turns=99", 422, "1 to 31 turns"),
    ("dominion/curves?turns=zero", 422, "must be an integer"),
    ("dominion/curves?strategy=lucky", 404, "lucky"),
    ("dominion/curves?turns=99999", 404, "99999"),
    ("dominion/kingdom?deck=7c+3e&coins=4&provinces=two", 422, "must be an integer"),
    ("dominion/kingdom?deck=6c+3e&coins=4", 422, "nothing is trashed"),
    ("dominion/kingdom?deck=7c+3e&coins=4&buys=4", 422, "Buys with money"),
    ("dominion/menus?menu=province;+smithy", 422, "Wish 2 of the menu"),
    (link("sueca", SUECA, {"hand": "S:AK72 H:765 D:2 C:A8"}), 422, "'8C' is not a card of Sueca"),
    (link("sueca", SUECA, {"card": "1S"}), 422, "'1S' is not a card of Sueca"),
    (link("sueca", SUECA, {"hands": "100000000"}), 422, "at most 1000000"),
    (link("sueca/play", TABLE, {"against": "os:system"}), 404, "not available as an opponent"),
    (link("sueca/play", TABLE, {"seat": "9"}), 422, "Seats are 0 to 3"),
    (link("sueca/play", TABLE, {"play": "99"}), 422, "not legal"),
    (link("literature", GAME, {"hand": "C:A2379 D:TJ H:345 S:QK"}), 422, "rules: pagat has"),
    (link("literature", GAME, {"moves": "1 takes 2"}), 422, "is not a move"),
    (link("literature", GAME, {"rules": "bridge"}), 422, "unknown variant"),
    (link("literature", GAME, {"adviser": "os:system"}), 404, "only built-in players"),
    (link("literature", GAME, {"ask": "everything"}), 422, "Ask"),
    (link("literature/play", GAME_AT_TABLE, {"against": "os:system"}), 404, "as an opponent"),
    (link("literature/play", GAME_AT_TABLE, {"players": "5"}), 422, "4, 6 or 8 players"),
    (link("literature/play", GAME_AT_TABLE, {"play": "0"}), 422, "not legal"),
    (link("literature/play", GAME_AT_TABLE, {"claim": "LC"}), 422, "who holds each"),
    (link("literature/play", GAME_AT_TABLE, {"claim": "LC"}, HOLDERS), 422, "players of one team"),
]
"""The address of a page, and the status and some words of its refusal."""


def test_a_page_refuses_in_the_librarys_words(client):
    """A notice says why, and the page's own form, if it has one, is there with what was asked."""
    for address, status, words in PAGES:
        page = client.get(f"/{address}", headers={"accept": "text/html"})
        assert page.status_code == status
        parsed = Page(page.text)
        assert words.lower() in parsed.notices[0].lower()
        assert "Traceback" not in page.text
        assert ("<form" in page.text) != ("policy=" in address)
        for name, value in parse_qsl(urlsplit(address).query):
            assert parsed.fields.get(name, value) == value or status == 413 or name == "seed"
