"""The shipped policy of the 2019 edition, and all that plays by it: unpacking it takes seconds."""

from dataclasses import replace

import numpy as np
import pytest

import llq
from llq.errors import IllegalState, TableMissing, UnknownStrategy
from llq.query.bots.contract import plain
from llq.query.bots.server import Bot
from llq.query.love_letter.answers import KeepAnswer, PlayAnswer
from llq.query.love_letter.rounds import drills
from llq.query.love_letter.rounds.analysis import question_of
from llq.query.love_letter.rounds.drills import drill
from llq.query.love_letter.rounds.other_seats import held_cards
from llq.query.love_letter.rounds.seated_rounds import FollowedParty, solved_beliefs
from llq.query.love_letter.table import policy_sql
from llq.query.love_letter.table.openings import cached_openings
from llq.query.love_letter.table.policy import build_policy, cached_policy
from llq.query.love_letter.table.policy_lookups import PolicyAnswer
from llq.solver.love_letter.rules import Action, Keep
from llq.solver.love_letter.variants import MODERN, VARIANTS
from tests.query.bots.test_contract import request_for
from tests.solver.love_letter.asking import with_copies

pytestmark = pytest.mark.usefixtures("shipped")


@pytest.mark.long
def test_the_policy_plays_the_best_opening():
    """In every first turn the action is one of those that the table of openings calls best."""
    policy, openings = cached_policy(MODERN), cached_openings(MODERN)
    ranks, starts = np.unique(openings.ranks, return_index=True)
    for rank, plays, values in zip(
        ranks,
        np.split(openings.plays, starts[1:]),
        np.split(openings.values, starts[1:]),
        strict=True,
    ):
        played = values[plays == policy.actions[rank]]
        assert played.size == 1
        assert played[0] >= values.max() - 1e-12


@pytest.mark.long
def test_lookups_and_the_bot_play_what_the_table_player_plays():
    """At every choice of two rounds both answer the move that the kernels made from the policy.

    No answer has a value, in words, JSON or rows, and each says the command that solves them.
    """
    kinds, bot = set(), Bot("love-letter")
    for number in (6, 7):
        game = llq.love_letter.play(["table", "table"], seed=5, number=number, variant="2019")
        for state in game.states[:-1]:
            if state.current_player < 0:
                continue
            answer = llq.lookup(**question_of(state), values=False)
            move = state.rules.choice(game.state.moves[len(state.moves)])
            action = bot.answer(request_for(state.view()))["action"]
            assert {name: part for name, part in plain(move).items() if name in action} == action
            if isinstance(answer, PolicyAnswer):
                assert answer.value is None
                assert answer.to_dict()["value"] is None
                assert answer.records().rows[0]["action"] == answer.text
                assert "llq build love-letter --variant 2019" in str(answer)
            best = answer.best
            if isinstance(best, Keep):
                assert (best.card, best.first) in ((move.card, move.first), (move.card, None))
            else:
                assert best == move
            kinds.add((type(answer), type(best)))
    assert kinds == {(PlayAnswer, Action), (PolicyAnswer, Action), (PolicyAnswer, Keep)}


def test_values_are_asked_for_where_they_are_needed():
    """By default a lookup of a later turn wants values, and says what builds them."""
    with pytest.raises(TableMissing, match="llq build love-letter --variant 2019"):
        llq.lookup("spy", "king", variant="2019", seen=["guard", "priest"])
    with pytest.raises(TableMissing, match="2019-tokens"):
        llq.lookup("countess", "king", variant="2019-tokens", discarded=[1, 2], values=False)


def test_the_policy_says_so_where_no_game_leads():
    """One Princess alone cannot have been seen: its player would have lost."""
    with pytest.raises(IllegalState, match="no deal and no order of plays leads to Guard and Gua"):
        llq.lookup("guard", "guard", variant="2019", seen=["princess"], values=False)


def test_only_variants_with_second_choices_have_a_policy_table():
    """The classic deck's table is small enough: the message says so, and which to build."""
    with pytest.raises(IllegalState, match="classic Love Letter has no policy table"):
        llq.love_letter.table.open_policy("classic")


@pytest.fixture
def small(monkeypatch, tmp_path):
    """Return the name of a 2019 edition of eight cards, whose policy is built."""
    rules = with_copies(MODERN, (1, 2, 1, 1, 1, 0, 1, 0, 0, 1))
    monkeypatch.setitem(VARIANTS, "small-2019", replace(rules, variant="small-2019"))
    build_policy("small-2019", tmp_path)
    return "small-2019"


def test_players_of_a_2019_edition_have_their_order_and_value(small):
    """Table beats Strategic, who beats Random, each as the exact match says within four errors."""
    for pair in (("table", "strategic"), ("strategic", "random")):
        played = llq.love_letter.match(*pair, 2000, seed=1, variant=small)
        exact = llq.love_letter.exact.match(*pair, variant=small)
        assert played.score > 0.6
        assert abs(played.score - exact.win_prob - exact.draw_prob / 2) < 4 * played.score_error


@pytest.mark.long
def test_a_match_of_the_2019_edition():
    """Table against itself has the solved value within four standard errors.

    The solved game forgets the bottom, which so many games do not show.
    """
    match = llq.love_letter.match("table", "table", 40_000, seed=2, variant="2019")
    assert abs(match.score - 0.5452715) < 4 * match.score_error
    assert match.tokens is None
    assert llq.love_letter.match("table", "strategic", 2000, seed=1, variant="2019").score > 0.55


def test_tokens_are_counted_where_spies_earn_some():
    """With tokens a match says what each player earns; more than one token a game is earned."""
    match = llq.love_letter.match("strategic", "random", 2000, seed=1, variant="2019-tokens")
    assert match.unit == "tokens"
    assert sum(match.tokens) > 1
    assert match.lead == pytest.approx(match.tokens[0] - match.tokens[1])
    assert 0 < match.lead_error < 0.1


@pytest.mark.parametrize("player", ["table_discards", "exploiter", "solution"])
def test_players_that_cannot_play_the_edition_are_refused(player):
    """One line names the player, the edition and those who play it."""
    with pytest.raises(UnknownStrategy, match="cannot play 2019 Love Letter; it is played by: ran"):
        llq.love_letter.match(player, "random", 10, variant="2019")


def answer_to(row):
    """Return what a lookup answers to the situation of a row."""
    cards = [row[name] for name in ("card_1", "card_2", "card_3") if name in row]
    known = {
        name: row[name] for name in ("handmaid", "opponent_knows", "opponent") if row.get(name)
    }
    seen = [name for name in row["seen"].split(", ") if name]
    return llq.lookup(*cards, seen=seen, variant="2019", values=False, **known)


@pytest.mark.long
def test_rows_are_what_lookups_answer(monkeypatch):
    """Of early turns a row in 8,000 of both relations has the action or card of a lookup."""
    monkeypatch.setattr(policy_sql, "_FEWEST_PLAYED", 17)
    monkeypatch.setattr(policy_sql, "_FEWEST_KEPT", 16)
    plays, keeps = policy_sql.policy_relations(cached_policy(MODERN))
    assert plays.name == "love_letter_2019_policy"
    assert keeps.name == "love_letter_2019_keep"
    for relation, column in ((plays, "action"), (keeps, "keep")):
        assert set(relation.column_comments) == set(relation.columns)
        rows = len(relation.columns["n"])
        for at in np.arange(7, rows, 8000).tolist():
            row = {name: values[at] for name, values in relation.columns.items()}
            answer = answer_to(row)
            choice = answer.best.card if isinstance(answer.best, Keep) else answer.text
            assert row[column] == choice, row


def test_second_choices_of_2019_are_those_of_the_players(small):
    """In random rounds Table's policy plays and keeps what the match's player does, Random's any.

    Of three different cards Random keeps each in a third of the cases, in either order.
    """
    pytest.importorskip("pyspiel")
    game, random = llq.love_letter.openspiel_game(variant=small), np.random.RandomState(1)
    policy = llq.love_letter.rounds.openspiel_policy
    table, lots = (policy(player, variant=small) for player in ("table", "random"))
    player, choices = llq.love_letter.agent("table"), 0
    while choices < 5:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                chosen = player.choose(state.game_state)
                assert table.action_probabilities(state) == {chosen: 1.0}
                chances, legal = lots.action_probabilities(state), state.legal_actions()
                assert sum(chances.values()) == pytest.approx(1, abs=1e-12)
                assert set(chances) <= set(legal)
                if state.game_state.extra:
                    choices += 1
                    assert set(chances) == set(legal)
                    if len(legal) == 6:
                        assert set(chances.values()) == {1 / 6}
            state.apply_action(int(random.choice(state.legal_actions())))


def test_drills_of_2019_need_no_table_of_values(monkeypatch):
    """First turns are the shipped openings; late choices, solved alone, are asked beside them.

    Random plays Table's part, who would have to read the whole policy.
    """
    monkeypatch.setattr(drills, "_drill", drills._drill.__wrapped__)
    numbers = (10, 12, 13)
    late, keeps = 0, 0
    for number in numbers:
        players = {"table": llq.love_letter.agent("random", seed=3)}
        players["strategic"] = llq.love_letter.agent("strategic")
        monkeypatch.setattr(drills, "_agent", players.get)
        exercise = drill(number, seed=7, variant="2019")
        left = sum(exercise.answer.unseen.values())
        late += left <= 10
        if not exercise.past:
            assert exercise.answer == llq.lookup(*exercise.answer.hand, variant="2019")
        assert left <= 10 or "openings" in exercise.answer.source
        assert exercise.loss(exercise.strategic) > 0
        assert exercise.loss(exercise.answer.best) == 0
        if isinstance(exercise.answer, KeepAnswer):
            keeps += 1
            assert exercise.past[-1] == ("you", Action("Chancellor"))
            assert isinstance(exercise.strategic, Keep)
            assert exercise.strategic.card in exercise.answer.hand
    assert 0 < late < len(numbers)
    assert keeps == 1
    with pytest.raises(IllegalState, match="solution drills are of classic"):
        drill(kind="solution", variant="2019")


@pytest.mark.long
def test_a_round_is_judged_by_the_policy_that_comes_with_llq():
    """Where values are not stored, Table's own choices cost nothing, and Random's some."""
    played = llq.love_letter.play(["random", "table"], seed=5, variant="2019")
    judged, table = (llq.love_letter.analyse(played, seat) for seat in (0, 1))
    assert judged.cost > 0.05
    assert (table.cost, len(table.moves)) == (0, 6)
    for move in judged.moves:
        policy = llq.lookup(**question_of(played.states[move.place]), values=False)
        assert move.best.action.card == policy.best.card


@pytest.mark.long
def test_the_solved_policy_narrows_what_is_held():
    """Who plays Guard from a hand that Table plays so holds what Table would have kept.

    A play that Table never makes is named, and says no more than which cards can be there: not the
    King, which the player holds.
    """
    followed = FollowedParty(2, "King", ("0 Guard on 1, guessing Handmaid",), 1, "2019")
    beliefs = solved_beliefs(followed)
    assert beliefs.surprises == ()
    policy = {
        name: llq.lookup("Guard", name, variant="2019").text == "Guard, guessing Handmaid"
        for name in ("Spy", "Priest", "Baron", "Countess", "Princess")
    }
    possible = {card.card for card in held_cards(beliefs.round)}
    assert {name for name, is_played in policy.items() if is_played} == possible & set(policy)
    surprised = solved_beliefs(replace(followed, lines=("0 Guard on 1, guessing Countess",)))
    assert surprised.surprises == (1,)
    assert (surprised.round.likely[0] > 0).sum() == 9
    assert np.isclose(sum(card.chance for card in held_cards(surprised.round)), 1)
