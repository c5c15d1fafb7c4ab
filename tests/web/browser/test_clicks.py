"""What people do, clicked through in a browser on a phone."""

import json
import re
from asyncio import sleep
from collections.abc import Callable
from threading import Event
from urllib.parse import urlencode

import pytest
from starlette.requests import Request
from starlette.responses import Response

from llq.query.play.sessions import Sitting
from llq.query.sql.manual import questions, views
from llq.web.http import jobs

pytestmark = pytest.mark.long  # a browser opens each page

_WATCH_FOCUS = """() => {
    window.stops = 0;
    window.unseen = [];
    document.addEventListener("focusin", ({target}) => {
        stops += 1;
        if (getComputedStyle(target).outlineStyle === "none") unseen.push(target.outerHTML);
    });
}"""
_COUNT_STEPS = """() => {
    window.steps = 0;
    document.querySelector("main [rel=prev]").addEventListener("click", event => {
        steps += 1;
        event.preventDefault();
    });
}"""
_BEGIN_AND_STOP = """stop => new Promise(done => {
    const [main, note] = ["main", "busy"].map(id => document.getElementById(id));
    const look = () => [main.getAttribute("aria-busy"), note.textContent];
    document.querySelector("form[data-busy] button").click();
    const [begun, since] = [look(), Date.now()];
    const wait = setInterval(() => {
        if (!note.textContent.includes("…1 s")) return;
        clearInterval(wait);
        if (stop === "button") note.querySelector("button").click();
        else document.dispatchEvent(new KeyboardEvent("keydown", {key: stop}));
        done([begun, look()]);
    }, 50);
})"""  # in the page: the driver waits for pages that are on their way
_LARGEST_ERROR = """Math.max(...[...document.querySelectorAll("[data-error]")]
    .map(one => Number(one.innerText.replace("±", ""))))"""
_MARK = """(() => {
    const shown = [...document.querySelectorAll(".chart svg")].find(one => one.clientWidth);
    const [mark, axis] = ["here", "rule"].map(
        name => shown.querySelector(`.${name}`).getBoundingClientRect());
    return (mark.x - axis.x) / axis.width;
})()"""  # where the mark of a step is, of the width of the chart


@pytest.fixture
def page(visit):
    """Return the page of a visit in a window as wide as a phone's."""
    visit.page.set_viewport_size({"width": 390, "height": 800})
    return visit.page


def test_a_question_in_sql_is_one_click_away(visit, page):
    """A question of the manual is clicked, its query changed, and asked by keyboard."""
    visit.open("/sql")
    page.get_by_role(
        "link", name="Which opening hands are the best, and which are the worst?"
    ).click()
    page.get_by_role("heading", name="6 rows").wait_for()
    assert "love_letter-classic.h5" in page.locator(".source").inner_text()
    query = page.get_by_label("Query")
    query.fill("SELECT b1, win_prob FROM love_letter_classic_opening WHERE b2 = 8 ORDER BY b1")
    query.press("Control+Enter")
    page.get_by_role("heading", name="7 rows").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("link", name="CSV").click()
    assert saved.value.path().read_text().startswith("b1,win_prob\n1,0.7056")


def test_names_in_a_query_complete(visit, page):
    """A view by its first letters, then a column of it; the example was there to be asked."""
    visit.open("/sql")
    query = page.get_by_label("Query")
    assert query.input_value() == questions()[0].query
    query.fill("FROM ")
    query.press_sequentially("dominion_ra")
    page.get_by_role("option", name="dominion_race").first.wait_for()
    query.press("ArrowDown")
    query.press("ArrowUp")
    query.press("Tab")
    name = query.input_value().removeprefix("FROM ")
    column = next(view for view in views() if view.name == name).columns[0].name
    query.press_sequentially(f" ORDER BY {column[:3]}")
    page.get_by_role("option", name=column).first.click()
    assert query.input_value().endswith(f"ORDER BY {column}")
    assert page.get_by_role("listbox").count() == 0


def test_a_view_is_browsed(visit, page, axe):
    """A view is clicked, its rows sorted, a column's values counted, one chosen and let go."""
    visit.open("/sql")
    page.get_by_text("Love Letter, solved", exact=True).click()
    page.get_by_role("link", name="love_letter_classic_opening", exact=True).click()
    page.get_by_role("heading", name="Rows 1 to 33").wait_for()
    page.get_by_role("link", name="win_prob", exact=True).click()
    page.locator("th[aria-sort=descending]").wait_for()
    page.get_by_role("link", name="Values of card_1").click()
    page.get_by_role("link", name=re.compile("^Guard")).click()
    page.get_by_role("link", name="Without card_1").click()
    page.get_by_role("heading", name="Rows 1 to 33").wait_for()
    visit.assert_fit(axe)


@pytest.mark.parametrize("stop", ["button", "Escape"])
def test_work_says_so_and_can_be_stopped(visit, stop, monkeypatch):
    """A form for long work says at once what is done, and can be stopped."""
    ended, real = Event(), jobs.do_job

    async def endless(request: Request, work: Callable[[jobs.Job], Response], *kind) -> Response:
        if not request.query_params:
            return await real(request, work, *kind)
        while not ended.is_set():
            await sleep(0.01)
        return Response()

    monkeypatch.setattr(jobs, "do_job", endless)
    visit.open("/dominion/kingdom")
    address = visit.page.url
    begun, stopped = visit.page.evaluate(_BEGIN_AND_STOP, stop)
    ended.set()
    assert begun == ["true", "Solving a game, a few seconds …0 sStop"]
    assert stopped == [None, ""]
    assert visit.page.url == address


def test_a_round_of_love_letter_is_played(visit, page):
    """A round is dealt and played to its end, which lists the moves by what they cost."""
    visit.open("/love-letter/play")
    page.get_by_role("button", name="Deal").click()
    page.wait_for_load_state()
    for _ in range(12):  # a player has eight turns at most
        plays = page.locator("main a.ll-card-link, main .ll-choices a.button")
        if not plays.count():
            break
        plays.first.click()
        page.wait_for_load_state()
    page.get_by_role("link", name="Next round").wait_for()
    page.get_by_role("link", name="Replay move by move").click()
    page.get_by_role("link", name="Next move").click()
    page.wait_for_load_state()


def test_people_share_a_screen(visit, page, axe):
    """Each of two people says that they are there before cards are shown, going back included."""
    visit.open("/love-letter/play")
    page.get_by_label("Players").select_option("3")
    page.get_by_label("People at this screen").fill("Ann, Bob")
    page.get_by_label("Against").select_option("thumb")
    page.get_by_role("button", name="Deal").click()
    page.get_by_role("link", name=re.compile("^I am ")).wait_for()
    visit.open("/love-letter/play?seed=3&players=3&people=Ann,Bob&against=thumb")
    called, is_new = set(), True
    for _ in range(24):  # turns of a round at most
        here = page.get_by_role("link", name=re.compile("^I am "))
        over = page.get_by_role("link", name="Next round")
        plays = page.locator("main a.ll-card-link, main .ll-choices a.button")
        here.or_(over).or_(plays).first.wait_for()
        if over.count():
            break
        if here.count():
            assert page.locator(".ll-card").count() == 0
            is_new = here.inner_text() not in called
            called.add(here.inner_text())
            if len(called) == 1 and is_new:
                visit.assert_fit(axe)
            here.click()
        else:
            with page.expect_navigation():
                plays.first.click()
            if not is_new:
                continue
            page.go_back()
            page.get_by_role("link", name=re.compile("^I am ")).wait_for()
            assert page.locator(".ll-card").count() == 0
            page.go_forward()
    assert called == {f"I am {who}: show my cards" for who in ("Ann", "Bob")}
    page.get_by_role("heading", name=re.compile("Moves of . Ann by what they cost")).wait_for()
    visit.assert_fit(axe)


def test_a_match_of_love_letter_is_played_to_its_end(visit, page):
    """Clicks lead from round to round until a player has seven tokens, and then to a new game."""
    visit.open("/love-letter/play?seed=5&against=strategic&score=5-6")
    for _ in range(40):  # two rounds at most
        onward = page.locator("main a.ll-card-link, main .ll-choices a.button").or_(
            page.get_by_role("link", name="Next round")
        )
        if not onward.count():
            break
        onward.first.click()
        page.wait_for_load_state()
    page.get_by_text(re.compile("wins? the match 7:[56]")).wait_for()
    page.get_by_text("Slips of the match, the costliest first").wait_for()
    page.get_by_role("link", name="New game").click()
    page.get_by_role("button", name="Deal").wait_for()


def test_keys_play_a_round_and_replay_it(visit):
    """A digit chooses a play, Enter makes it, arrows replay, ? lists the keys and can end them."""
    page = visit.page
    visit.open("/love-letter/play?seed=1&against=strategic")
    page.keyboard.press("2")
    assert page.evaluate("document.activeElement.dataset.play") == "2"
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("moves="))
    for _ in range(12):
        if page.locator("[data-enter]").count():
            break
        page.keyboard.press("1")
        before = page.url
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url, before=before: url != before)
    page.get_by_role("status").wait_for()
    over = page.url
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile("at="))
    page.keyboard.press("ArrowRight")
    page.wait_for_url(lambda url: url == over)
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys of this page").wait_for()
    page.get_by_label("Use these keys").uncheck()
    page.keyboard.press("Escape")
    page.evaluate(_COUNT_STEPS)
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("steps") == 0
    page.get_by_role("button", name="Keys").click()
    page.get_by_label("Use these keys").check()
    page.get_by_role("button", name="Close").click()
    page.reload()  # so that no button has the focus
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("number=1"))


def test_a_finished_game_of_literature_is_judged(visit, axe):
    """Its asks are listed by what they cost, for every screen, and each leads to the explorer."""
    page = visit.page
    sitting = Sitting.begin("literature", seed=5, against=["random"], players=4)
    while not sitting.is_over:
        sitting = sitting.play(sitting.legal[0][0])
    visit.open(f"/literature/play?{urlencode(sitting.to_link())}")
    page.get_by_role("heading", name="What your asks and claims gave up").wait_for()
    moves = page.locator("#costs ~ div th a")
    assert moves.count() > 1
    visit.assert_fit(axe)
    moves.first.click()
    page.get_by_role("heading", name="Every card in every hand").wait_for()


def test_a_game_of_dominion_is_played(visit, page):
    """A game of the fewest turns is dealt and played, each turn by the best buy, which costs 0."""
    visit.open("/dominion/play")
    lengths = page.get_by_label("Turns")
    turns = int(lengths.locator("option").first.inner_text())
    lengths.select_option(str(turns))
    page.get_by_label("Show what buys cost").check()
    page.get_by_role("button", name="Deal").click()
    for turn in range(1, turns + 1):
        page.get_by_role("heading", name=f"Turn {turn} of {turns}").wait_for()
        page.locator(".buys a.best").first.click()
    page.get_by_role("heading", name="the game is over").wait_for()
    assert page.get_by_text("your buys cost 0.0").count() == 1


def test_keys_buy_in_dominion_and_take_back(visit):
    """A digit chooses a buy, Enter makes it, the left arrow takes it back."""
    page = visit.page
    visit.open("/dominion/play?seed=4&turns=5")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("moves="))
    page.get_by_role("heading", name="Turn 2 of 5").wait_for()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("heading", name="Turn 1 of 5").wait_for()


def test_keys_replay_a_game_of_dominion(visit, axe):
    """Arrows step through a finished game beside the line of its values; Enter deals another."""
    page = visit.page
    visit.open("/dominion/play?seed=7&turns=5&moves=2.2.2.3.4")
    over = page.url
    page.keyboard.press("ArrowLeft")
    page.get_by_role("heading", name="Turn 5 of 5").wait_for()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("heading", name="Turn 4 of 5").wait_for()
    assert page.evaluate(_MARK) == pytest.approx(3 / 5, abs=0.02)
    page.locator(".chart .hit:visible").nth(3).hover()
    assert page.locator(".chart .tip").inner_text().split("\n")[0] == "moves: 3"
    visit.assert_fit(axe)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.keyboard.press("ArrowRight")
    page.get_by_role("heading", name="Turn 5 of 5").wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_url(lambda url: url == over)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Turn 1 of 5").wait_for()


def test_a_real_round_is_followed(visit, page):
    """A round at the table: the deal, a draw, an own play, the opponent's; each has its advice."""
    visit.open("/love-letter/track")
    page.get_by_label("The card you were dealt").select_option("King")
    page.get_by_role("button", name="Begin").click()
    drew = page.locator("section", has=page.get_by_role("heading", name="which card did you draw"))
    drew.get_by_role("button", name="Handmaid").click()
    page.get_by_role("heading", name="Handmaid and King: play Handmaid").wait_for()
    page.locator("tr", has_text="Handmaid").get_by_role("button").first.click()
    page.get_by_role("heading", name="Their turn: what did they play?").wait_for()
    page.get_by_role("button", name="Priest", exact=False).first.click()
    page.get_by_role("heading", name="Your turn: which card did you draw?").wait_for()


def test_a_real_table_is_followed(visit, page, axe):
    """Six play the box of 2019: a draw, a play, what came of it and the next seat's are clicked."""
    visit.open("/love-letter/track?variant=2019")
    page.get_by_label("The card you were dealt").select_option("King")
    page.get_by_label("Players").select_option("6")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Priest").click()
    page.get_by_role("heading", name=re.compile("King: play ")).wait_for()
    row = page.locator("tr", has_text="Priest, any seat")
    row.get_by_text("What came of it?").click()
    row.get_by_role("button", name="Priest on across: you see Countess").click()
    page.get_by_role("heading", name="Left (seat 1): what did they play?").wait_for()
    visit.assert_fit(axe)
    page.get_by_label("Or type what comes next").fill("Guard on 0, guessing Spy")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Handmaid").click()
    page.get_by_role("heading", name="Across (seat 3): what did they play?").wait_for()
    page.get_by_role("button", name="Countess").click()
    page.get_by_role("link", name="Take back the last line").click()
    page.get_by_role("heading", name="Across (seat 3): what did they play?").wait_for()


def test_a_drill_is_answered(visit, page):
    """A list of drills is begun, a play chosen and judged, and the next question asked."""
    visit.open("/love-letter/drills")
    page.get_by_role("link", name="Start: beat the rule of thumb").click()
    page.locator("[data-play]").first.click()
    page.get_by_role("status").wait_for()
    page.get_by_role("link", name="Next question").click()
    page.get_by_role("heading", name="What do you play?").wait_for()


def test_dominion_goes_on_where_it_is_clicked(visit, page):
    """A card more is clicked, a buy followed to the next turn; the race changes the decks."""
    visit.open("/dominion")
    page.get_by_role("link", name="One gold more").click()
    page.get_by_role("link", name="5 coins").click()
    page.locator("tr.best a").first.click()
    page.get_by_role("heading", name=re.compile("Draw a hand")).wait_for()
    page.locator(".pills a").first.click()
    page.locator("tr.best").wait_for()
    visit.open("/dominion/race")
    page.locator("tr.best a").first.click()
    page.wait_for_url(re.compile("seat=first"))
    assert page.locator("[name=mine]").input_value().endswith("2 duchy, 3 province")


def test_the_explorer_goes_on_where_it_is_clicked(visit, page):
    """A hand is clicked, a play followed, another hand chosen."""
    visit.open("/love-letter")
    page.get_by_role("link", name="Take Handmaid").first.click()
    page.wait_for_load_state()
    page.locator("a.ll-move").first.click()
    page.wait_for_load_state()
    assert page.locator("a.ll-move[aria-current]").count() == 1
    before = page.url
    page.locator("td a[title]").last.click()
    page.wait_for_url(lambda url: url != before)
    assert page.locator("a.ll-move").count() >= 1


def test_advice_in_sueca_sharpens(visit, page):
    """The errors of the advice fall while the page is open; every card keeps its game points."""
    visit.open("/sueca")
    panel = page.locator("[data-stream]")
    panel.or_(page.get_by_role("heading", name="No advice yet")).first.wait_for()
    if not panel.count():
        page.get_by_role("link", name="Example").click()
    panel.wait_for()
    sent = page.request.get(page.url).text()  # a fast stream may be through already
    error = max(float(one) for one in re.findall(r"data-error>± ([\d.]+)", sent))
    page.wait_for_function(f"error => {_LARGEST_ERROR} < error", arg=error)
    games = page.locator("[data-games]").all_inner_texts()
    assert [one for one in games if not re.fullmatch(r"[+−]\d\.\d\d", one)] == []
    assert len(games) == page.locator("[data-card]").count()


def test_all_of_suecas_advice_sharpens_together(visit, page):
    """The last answer of the stream is in every panel: the best card, what changed, the facts."""
    items = "hand=S:AK7 H:764 D:3 C:2&trump=H&tricks=W 5D KD AD 6D; E 2H 3H AH KH; W 4S"
    visit.open(f"/sueca?{items}")
    link = page.locator("[data-stream]").get_attribute("data-stream")
    text = page.request.get(page.evaluate("link => new URL(link, location).href", link)).text()
    last = [line for line in text.split("\n") if "data: {" in line][-2]
    told = json.loads(last.removeprefix("data: "))
    page.get_by_text(told["source"]).wait_for(timeout=120_000)
    assert page.locator("[data-now-total]").inner_text() == f"{told['actions'][0]['total']:.1f}"
    now, best = (page.locator(f"[data-{name}]").inner_text() for name in ("now-best", "best-name"))
    assert now == best
    facts = page.locator("[data-notable] li").all_inner_texts()
    assert [re.sub(r"[♠♥♦♣]", "", fact) for fact in facts] == [
        re.sub(r"(?<=\b[AKJQ2-7])[SHDC]\b", "", fact) for fact in told["hidden"]["notable"]
    ]
    wins = page.locator("[data-wins]").all_inner_texts()
    assert wins == [f"{card['win_prob']:.1%}" for card in told["actions"]]


def test_a_game_of_sueca_is_played(visit, page):
    """A table is chosen and dealt, and a card of each trick clicked until the game is over."""
    visit.open("/sueca/play")
    for seat in ("North, your partner", "West", "East"):
        page.get_by_label(seat).select_option("random")
    page.get_by_role("button", name="Deal").click()
    for trick in range(1, 11):
        page.get_by_text(f"Trick {trick} of 10").wait_for()
        page.locator(".hand-row a.card-link").first.click()
    page.get_by_role("heading", name="What your cards cost").wait_for()


def test_the_grid_of_literature_is_clicked(visit, page):
    """A cell asks for its card, the answer is told, and the move is taken back."""
    visit.open("/literature")
    before = page.get_by_label("Moves").input_value()
    page.locator("table.chances td a").first.click()
    page.get_by_role("status").get_by_role("link").first.click()
    page.get_by_role("status").wait_for(state="detached")
    assert page.get_by_label("Moves").input_value().startswith(f"{before}; 3>")
    page.get_by_role("link", name="Take back the last move").click()
    page.get_by_role("link", name="Take back the last move").wait_for()
    assert page.get_by_label("Moves").input_value() == before


def test_a_card_is_asked_for_in_literature(visit, page):
    """A game is dealt, a card asked for, the chances shown, and the ask stands in what happened."""
    visit.open("/literature/play")
    for team in ("Your partners", "The other team"):
        page.get_by_label(team).select_option("random")
    page.get_by_role("button", name="Deal").click()
    page.get_by_role("link", name="Show the chances").click()
    page.get_by_role("heading", name="Every card in every hand").wait_for()
    ask = page.locator(".ask-row label").first
    card = (ask.get_attribute("title") or "").rpartition(" for ")[2]
    ask.click()
    page.get_by_role("button", name="Ask for the chosen card").click()
    page.get_by_role("link", name="Take back your last action").wait_for()
    page.get_by_text("All that happened").click()
    assert page.locator("#told li", has_text="You: ask").count() == 1, card


def test_strategies_of_dominion_are_compared(visit, page):
    """A strategy is left out of the curves, and another kingdom card is asked for."""
    visit.open("/dominion/curves")
    lines = page.locator(".chart").first.locator("svg path.line")
    before = lines.count()
    page.get_by_label("greedy").uncheck()
    page.get_by_role("button", name="Show").click()
    page.wait_for_url(re.compile("strategy="))
    assert 0 < lines.count() < before
    visit.open("/dominion/kingdom")
    page.get_by_label("Card", exact=True).fill("market")
    page.get_by_label("Deck").fill("7 copper, 3 estate, market")
    page.get_by_role("button", name="Look up").click()
    page.get_by_role("row", name=re.compile("Market")).first.wait_for()


def test_a_table_says_how_it_was_made(visit, page):
    """From the first page to the tables; one is unfolded and says what command computed it."""
    visit.open("/")
    page.get_by_role("main").get_by_role("link", name="Tables").click()
    table = page.locator("details", has_text="love_letter-classic-solution")
    table.locator("summary").click()
    table.get_by_text("llq build love-letter-solution").wait_for()


@pytest.mark.parametrize("path", ["/love-letter", "/sueca", "/literature"])
def test_a_page_is_used_by_keyboard(visit, path):
    """The first Tab offers to skip the menus; whatever takes the focus shows it."""
    page = visit.page
    visit.open(path)
    page.evaluate(_WATCH_FOCUS)
    page.keyboard.press("Tab")
    page.get_by_role("link", name="Skip to the content").wait_for()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")
    for _ in range(40):
        page.keyboard.press("Tab")
    assert page.evaluate("stops") > 40
    assert page.evaluate("unseen") == []
