"""Solution tables: what they store, what they answer, and the player who plays by them."""

import itertools
import json
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import llq
from llq.errors import DeckTooLarge, IllegalAction, IllegalState, TableMissing, UnknownStrategy
from llq.query.games import find_kind
from llq.query.love_letter.notation import read_actions
from llq.query.love_letter.solution import lookup
from llq.query.love_letter.solution.arrays import row_chances, solution_chances, solution_space
from llq.query.love_letter.solution.build import build_solution, pack_policy
from llq.query.love_letter.solution.rows import FORGETS, LEVELS
from llq.query.love_letter.solution.sql import solution_relations
from llq.query.love_letter.solution.table import Solution, open_solution
from llq.query.tables.rebuild import rebuild_file
from llq.solver.love_letter.rules import Action
from llq.solver.love_letter.solution.automata import make_memory
from llq.solver.love_letter.solution.index import info_starts, info_states, make_space
from llq.solver.love_letter.solution.learning import Learner
from llq.solver.love_letter.table.states import State, StateArrays, state_space
from llq.solver.love_letter.variants import custom_deck, rules
from llq.solver.love_letter.views import legal_actions
from tests.solver.love_letter.solution.scores import average_of, scores
from tests.test_answers import check_shape

DECK = "deck-2-1-1-1-1-0-0-1"
ITERATIONS = 12
SIX = "deck-2-1-1-0-1-1-0-0"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with the solution and the table of seven cards."""
    folder = tmp_path_factory.mktemp("tables")
    build_solution(DECK, folder, iterations=ITERATIONS)
    llq.love_letter.table.build(DECK, folder)
    return folder


@pytest.fixture
def solution(folder, monkeypatch):
    """Return the solution of seven cards, found where tables are looked for."""
    monkeypatch.setenv("LLQ_TABLES", str(folder))
    return open_solution(DECK)


@pytest.fixture(scope="module")
def swept(folder):
    """Return the solution's space, and its chances there."""
    solution = open_solution(DECK, folder)
    space = solution_space(solution)
    return space, solution_chances(solution, space).astype(float)  # by the kernels of learning


def test_what_is_stored_is_the_average_to_a_part():
    """Every row kept is the average policy to within a part; the others are those of the state."""
    deck = custom_deck((2, 1, 1, 1, 1, 0, 0, 1))
    space = make_space(deck, make_memory(deck, "last-action"))
    learner = Learner(space)
    for _ in range(ITERATIONS):
        learner.iterate()
    average = average_of(learner)
    value, learnt = scores(space, average, average)[0], learner.release()
    for least_reach, most in ((0.0, 0.05), (1e-3, 0.6)):
        stored = row_chances(space, pack_policy(space, learnt, least_reach)).astype(float)
        differing = np.abs(stored - average) > 1 / LEVELS
        # Without any reach there is no average: such rows have the state's.
        assert differing.mean() < most
        assert scores(space, stored, average)[0] == pytest.approx(value, abs=0.01)


def test_an_answer_is_a_row_of_the_table(solution, swept):
    """A lookup gives the chances of the row; they add up to 1, likeliest first."""
    _, chances = swept
    opening = solution.state((1, "Princess"))
    assert opening == State(0, 7, (1, 1, 1, 1, 1, 0, 0, 0), -1, False, False, 0)
    answer = solution.answer(opening)
    assert isinstance(answer, llq.love_letter.solution.MixedAnswer)
    best = answer.best._asdict()
    check_shape(answer, solution.rules.describe(answer.best), best, llq.love_letter.Action)
    assert sum(action.chance for action in answer.actions) == 1
    assert answer.actions == solution.actions(opening)
    assert solution.lookup(opening) == (answer.value, answer.best)
    assert answer.text in str(answer)
    assert json.loads(json.dumps(answer.to_dict()))["hand"] == ["Guard", "Princess"]
    np.testing.assert_array_equal(solution.chances(opening), solution.chances(opening, 0))
    assert ((chances * LEVELS) % 1 == 0).all()


def test_many_lookups_are_the_single_ones(solution):
    """Arrays of states and memories give the rows of single lookups, NaN where no round comes."""
    space, rng = solution.rules, np.random.default_rng(3)
    ranks, memories, _, _ = solution.every_row()
    rows = rng.choice(len(ranks), 200)
    states = state_space(space).unrank_many(np.append(ranks[rows], 0))
    numbers = np.where(memories[rows] == FORGETS, 1, memories[rows])
    mixed = solution.lookup_many(states, np.append(numbers, 0))
    for row, rank, memory in zip(mixed, ranks[rows], numbers, strict=False):
        state = state_space(space).unrank(int(rank))
        legal = [solution.rules.action_numbers[action] for action in legal_actions(space, state)]
        np.testing.assert_array_equal(row[legal], solution.chances(state, int(memory)))
        assert row.sum() == 1
    unreached = solution.get(state_space(space).unrank(0)) is None
    assert np.isnan(mixed[-1]).all() == unreached


def test_what_was_played_changes_the_answer(solution):
    """A memory with a row of its own is minded, an unknown state is refused."""
    after = State(1, 2, (1, 0, 0, 0, 1, 0, 0, 1), -1, False, False, 0)
    past = read_actions(solution.rules, "handmaid; guard baron missed")
    assert solution.answer(after, past).remembered == ("Handmaid", "Guard, guessing Baron")
    assert solution.lookup(after, past).action in legal_actions(solution.rules, after)
    never = State(0, 7, (0, 0, 0, 0, 0, 0, 0, 1))
    assert solution.get(never) is None
    assert solution.get(never, default=1) == 1
    for question in (solution.lookup, solution.actions, solution.answer):
        with pytest.raises(IllegalState):
            question(never)
        with pytest.raises(IllegalAction):
            question(after, [Action("Goat")])


@pytest.mark.usefixtures("solution")
def test_the_player_follows_the_history(swept):
    """In a match the player wins what its policy wins exactly, within four standard errors."""
    space, chances = swept
    exact, _ = scores(space, chances, chances)
    match = llq.love_letter.match("solution", "solution", 1000, 3, variant=DECK)
    # By the real rules equal cards are decided; the seats' share of them is within their number.
    assert match.score == pytest.approx(exact, abs=4 * match.score_error + 0.03)


def test_values_of_the_table_stand_beside(solution):
    """A lookup with --solution mixed has the table's value of each action."""
    answer = lookup.lookup_solution(1, 8, variant=DECK)
    values = {play.action: play.value for play in llq.lookup(1, 8, variant=DECK).actions}
    assert {play.action: play.table_value for play in answer.actions} == values
    assert answer.source.startswith(f"from table love_letter-{DECK}-solution")


def test_words_are_actions():
    """Actions are read from words; what is none is refused in one line."""
    classic = rules("classic")
    assert read_actions(classic, "guard priest missed; prince self; king") == [
        Action("Guard", guess="Priest"), Action("Prince", target="self"), Action("King"),
    ]  # fmt: skip
    for text in ("guard", "goat", "prince", "king queen bishop", "guard guard"):
        with pytest.raises(IllegalAction, match="no public action"):
            read_actions(classic, text)


def test_impossible_plays_are_refused(solution):
    """Plays whose cards were not seen, or fewer than are remembered, are no row's."""
    with pytest.raises(IllegalState, match="1 Handmaid played by last, 0 among"):
        lookup.lookup_solution(1, 8, last="handmaid", variant=DECK)
    with pytest.raises(IllegalState, match="remembers the last 2 plays"):
        lookup.lookup_solution(1, 8, last="handmaid", variant=DECK, seen=(4, 1))
    assert lookup.lookup_solution(
        1, 8, last="handmaid", variant=DECK, seen=(4,), handmaid=True
    ).actions


_KIND = find_kind("love_letter-classic-solution")


def test_the_relation_shows_the_first_turns(solution):
    """Rows of SQL add up to 1 a state and memory, and the table is found by the relation's name."""
    rows = named_rows(solution, "love_letter_deck_2_1_1_1_1_0_0_1_solution")
    for name in ("classic", "classic-face-up", "classic-discards-face-up"):
        table = f"love_letter-{name}-solution"
        assert _KIND.table_of(table.replace("-", "_")) == table
    assert _KIND.table_of("love_letter_goat_solution") is None
    opening = rows["n"] == rows["n"].max()
    hands = len(set(zip(rows["b1"][opening], rows["b2"][opening], strict=True)))
    assert rows["chance"][opening].sum() == pytest.approx(hands)
    assert set(rows["remembers"][opening]) == {""}
    assert {"", "anything else", "Handmaid"} < set(rows["remembers"])


def named_rows(solution, name):
    """Return the columns of a solution's relation, each row of which has words of its own."""
    (relation,) = solution_relations(solution)
    assert relation.name == name
    assert _KIND.table_of(name) == solution.info.spec.name
    words = [column.tolist() for name, column in relation.columns.items() if name != "chance"]
    assert len(set(zip(*words, strict=True))) == len(relation.columns["chance"])
    return relation.columns


def test_a_build_resumes_and_is_the_same_anew(tmp_path, monkeypatch):
    """An interrupted build goes on after its last checkpoint; a build anew has the same content."""
    monkeypatch.setattr("llq.query.love_letter.solution.build._CHECKPOINT", 2)
    built = build_solution(SIX, tmp_path / "whole", iterations=5, memory="last-action")

    def stop(done, _total):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_solution(SIX, tmp_path / "cut", iterations=5, memory="last-action", progress=stop)
    assert list((tmp_path / "cut").rglob("sums-2.npy"))
    steps = []
    resumed = build_solution(
        SIX, tmp_path / "cut", iterations=5, memory="last-action",
        progress=lambda done, _: steps.append(done),
    )  # fmt: skip
    assert steps == [2, 3, 4, 5]
    assert not list((tmp_path / "cut").rglob("*.npy"))
    tables = [open_solution(SIX, path).info.content_hash for path in (built, resumed)]
    assert tables[0] == tables[1]
    assert rebuild_file(resumed).agrees


def test_what_has_no_solution_is_refused(tmp_path, monkeypatch):
    """One clear line each, before anything is built."""
    for variant, options, error, reason in [
        ("batman", {}, IllegalState, "tokens"),
        (DECK, {"face_up": 2}, IllegalState, "face up"),
        (DECK, {"iterations": 0}, IllegalState, "positive"),
        (DECK, {"memory": "elephant"}, UnknownStrategy, "memory"),
        ("big", {}, DeckTooLarge, "states"),
    ]:
        with pytest.raises(error, match=reason):
            build_solution(variant, tmp_path, **options)
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    with pytest.raises(TableMissing, match="llq build love-letter-solution"):
        open_solution("deck-1-1-1-1-1-0-0-0")
    assert Solution.named_options("love_letter-classic-face-up-solution")[1]["face_up"] == 3


def test_its_matches_are_computed_by_the_real_rules(solution):
    """Exact chances agree with games played and do not depend on threads; both seats add up."""
    for pair in (("solution", "table"), ("table_discards", "solution")):
        exact = llq.love_letter.exact.match(*pair, variant=DECK)
        assert exact == llq.love_letter.exact.match(*pair, variant=DECK, threads=1)
        assert (exact.first, exact.second) == pair
        assert exact.win_prob + exact.draw_prob + exact.loss_prob == pytest.approx(1, abs=1e-12)
        if "table_discards" not in pair:
            played = llq.love_letter.match(*pair, 1000, 5, variant=DECK)
            assert played.win_prob == pytest.approx(exact.win_prob, abs=4 * played.standard_error)
    hand = llq.love_letter.exact.match("solution", "table", hand=(1, 8), variant=DECK)
    assert hand.hand == ("Guard", "Princess")
    with pytest.raises(TableMissing, match="--face-up 3"):
        llq.love_letter.exact.match("solution", "table", face_up=(1, 2, 3), variant=DECK)


def test_it_meets_others_with_cards_face_up(folder, monkeypatch):
    """With three cards face up the table learnt so plays; the mean is that of all given cards."""
    deck = "deck-3-2-0-0-2-0-0-1"
    monkeypatch.setenv("LLQ_TABLES", str(folder))
    build_solution(deck, folder, face_up=3, iterations=2, memory="last-action")
    deals = Counter(itertools.combinations((1, 1, 1, 2, 2, 5, 5, 8), 3))
    wins = [
        llq.love_letter.exact.match("solution", "random", face_up=deal, variant=deck).win_prob
        for deal in deals
    ]
    mean = np.average(wins, weights=[*deals.values()])
    match = llq.love_letter.exact.match("solution", "random", face_up=3, variant=deck)
    assert match.win_prob == pytest.approx(mean, abs=1e-12)


SEEN_NOTHING = {"seen": (), "face_up": ()}


def test_the_remark_says_what_the_solution_plays(solution, tmp_path, monkeypatch):
    """It names the likeliest plays; without a solution, or a state of it, there is no remark."""
    likeliest = solution.actions(State(0, 7, (1, 1, 1, 1, 1, 0, 0, 0)))[0]
    remark = lookup.solution_remark(solution.rules, ("guard", "princess"), SEEN_NOTHING)
    assert remark.startswith(f"the solution plays {likeliest.text}")
    later = lookup.solution_remark(solution.rules, (1, 3), SEEN_NOTHING | {"seen": (1, 4)})
    assert later.startswith("the solution, on average over what was played, plays ")
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    assert lookup.solution_remark(solution.rules, ("guard", "princess"), SEEN_NOTHING) is None


@pytest.mark.usefixtures("shipped")
def test_the_remark_has_the_figure_of_the_page():
    """The table's exploitability stands in one constant, which the page computes."""
    page = (Path(__file__).parents[4] / "docs/measured/love-letter.md").read_text("utf-8")
    first, second = re.search(r"\| Table \| whole \| ([\d.]+) \| ([\d.]+) \|", page).groups()
    assert round(50 * (float(first) + float(second) - 1), 2) == lookup.TABLE_LOSES["classic"]
    (remark, rest) = lookup.solution_remark(rules("classic"), (1, 8), SEEN_NOTHING).split("; ")
    assert remark == "the table loses 12.23 points to an opponent who knows it"
    assert rest.startswith("the solution plays Guard, guessing ")


def test_a_solution_by_discards_goes_by_the_lead(tmp_path, monkeypatch):
    """Its rows are those of the lead, it plays what they say, and it stands beside the other one.

    Values are the exact match's by the real rules, and games played agree with them.
    """
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    for scoring in ("half", "discards"):
        build_solution(DECK, tmp_path, scoring=scoring, memory="last-action", iterations=5)
        llq.love_letter.table.build(DECK, tmp_path, scoring=scoring)
    solution = open_solution(DECK, scoring="discards")
    space = solution_space(solution)
    chances = solution_chances(solution, space).astype(float)
    starts, infos = info_starts(space), info_states(space)
    for info in np.random.default_rng(5).choice(space.infos, 30):
        state = state_space(solution.rules).unrank(int(infos.rank[info]))
        lead, memory = solution.lead_at(state, int(infos.lead[info])), int(infos.memory[info])
        expected = chances[starts[info] : starts[info + 1]]
        np.testing.assert_array_equal(solution.chances(state, memory, lead), expected)
        states = StateArrays(*(np.array([field]) for field in state))
        mixed = solution.lookup_many(states, memory, lead)
        assert sorted(mixed[mixed > 0]) == sorted(expected[expected > 0])
    answer = lookup.lookup_solution(1, 2, last="guard prince", variant=DECK, scoring="discards",
                             discarded=[], opponent_discarded=[1])  # fmt: skip
    assert answer.remembered == ("Guard, guessing Prince",)
    with pytest.raises(IllegalState, match="lead"):
        lookup.lookup_solution(1, 2, variant=DECK, scoring="discards", seen=[1, 4])
    exact = llq.love_letter.exact.match("solution_discards", "table", variant=DECK)
    assert scores(space, chances, chances)[0] == pytest.approx(
        win_and_half_draw(llq.love_letter.exact.match(*["solution_discards"] * 2, variant=DECK)),
        abs=1e-12,
    )
    played = llq.love_letter.match("solution-discards", "table", 1000, 3, variant=DECK)
    assert played.win_prob == pytest.approx(exact.win_prob, abs=4 * played.standard_error)
    with pytest.raises(IllegalState, match="one solution at a time"):
        llq.love_letter.exact.match("solution_discards", "solution", variant=DECK)
    response = llq.love_letter.responses.best_response(
        "solution-discards", variant=DECK, scoring="discards"
    )
    assert 0 < response.exploitability < 0.1
    rows = named_rows(solution, "love_letter_deck_2_1_1_1_1_0_0_1_discards_solution")
    assert any("lead -1; Guard" in text for text in rows["remembers"])


def win_and_half_draw(match):
    """Return the first player's score."""
    return match.win_prob + match.draw_prob / 2


def test_values_under_the_solution_are_those_of_its_matches(folder, monkeypatch):
    """Opening values weighed by chance and deal are the solution's own match; the best is best.

    What an action is worth after a play adds up, by the chances of memories, to the state's mean.
    """
    cards = (1, 1, 2, 3, 5, 6)
    monkeypatch.setenv("LLQ_TABLES", str(folder))
    llq.love_letter.table.build(SIX, folder)
    solution = open_solution(SIX, build_solution(SIX, folder, iterations=ITERATIONS))
    hands = [tuple(sorted(pair)) for pair in itertools.combinations(cards, 2)]
    total = 0.0
    for hand in sorted(set(hands)):
        answer = lookup.lookup_solution(*hand, variant=SIX, values=True)
        assert all(play.solution_value is not None for play in answer.actions)
        mixed = sum(play.chance * play.solution_value for play in answer.actions)
        assert mixed <= max(play.solution_value for play in answer.actions) + 1e-12
        total += hands.count(hand) / len(hands) * mixed
    space = solution_space(solution)
    chances = solution_chances(solution, space).astype(float)
    assert total == pytest.approx(scores(space, chances, chances)[0], abs=1e-12)
    after = lookup.lookup_solution(1, 3, last="guard prince", seen=(1,), variant=SIX, values=True)
    before = lookup.lookup_solution(1, 3, seen=(1,), variant=SIX, values=True)
    assert all(play.solution_value is not None for play in after.actions + before.actions)
    known = lookup.lookup_solution(1, 3, seen=(2,), last="priest", opponent_knows=1, opponent=None,
                            variant=SIX, values=True)  # fmt: skip
    assert len({play.solution_value for play in known.actions}) > 1
    assert lookup.lookup_solution(1, 3, variant=SIX).actions[0].solution_value is None
