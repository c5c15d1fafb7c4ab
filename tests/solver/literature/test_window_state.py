"""Games with a window of claims, move by move: as the oracle has them, written, redrawn, many."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from llq.errors import IllegalAction, IllegalState
from llq.solver.literature.actions import Ask, Claim, Decline, Pass
from llq.solver.literature.game_state import LiteratureState
from llq.solver.literature.rules import Stage, card_name, cards_of, find_rules, half_suit_name
from llq.solver.literature.window_batch import WindowBatch
from llq.solver.literature.window_state import WindowState, begin_game
from tests.oracles.literature_windows import WindowReferee

VARIANTS = ["us54", "fishlab"]
PACK = find_rules("us54").pack


def begun(variant, seed, limit=None):
    """Return a game that draws its own cards, and its referee."""
    state = begin_game(find_rules(variant), None, limit, seed)
    hands = [{card_name(card, PACK) for card in cards_of(hand)} for hand in state.hands]
    return state, WindowReferee(variant, hands, state.turn)


def choice(state, random):
    """Return a legal action: mostly to decline, and of the claims now and then a right one."""
    legal = state.legal_actions()
    decline = state.action_count - 1
    if decline in legal and random.randrange(18):
        return decline
    claims = [action for action in legal if state.is_claim(action)]
    if claims and random.random() < 0.5:
        halves = sorted({state.action_of(action).half_suit for action in claims[::243]})
        half = random.choice(halves)
        number = next(h for h in range(9) if half_suit_name(h) == half)
        right = state.find_action(Claim(half, state.holders(number)))
        return right if right in legal else random.choice(claims)
    return random.choice(legal)


def repeat(referee, action):
    """Let the referee do what an action says."""
    if isinstance(action, Ask):
        referee.ask(*action)
    elif isinstance(action, Pass):
        referee.pass_turn(action.player)
    elif isinstance(action, Decline):
        referee.decline()
    else:
        cards = dict(zip(referee.halves[action.half_suit], action.holders, strict=True))
        if referee.variant == "fishlab" and action.half_suit == "EJ":  # its eights run S H D C
            names = ("8C", "8D", "8H", "8S", "XR", "XB")
            cards = dict(zip(names, action.holders, strict=True))
        referee.declare(action.half_suit, cards)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_move_by_move_is_the_oracles(variant):
    """Who acts, what is legal and what comes of it are the referee's, action by action.

    Every claim of a half suit that may be claimed is legal as long as it names the claimant's team.
    """
    for seed in range(6):
        state, referee = begun(variant, seed)
        random = Random(seed)
        while not state.is_terminal:
            legal = state.legal_actions()
            assert (state.stage.name, state.current_player) == (referee.stage.name, referee.seat)
            assert (state.action_count - 1 in legal) == referee.may_decline
            asks = {
                tuple(action) for action in map(state.action_of, legal[:400]) if type(action) is Ask
            }
            assert asks == (referee.legal_asks() if state.stage is Stage.ASK else set())
            claims = [action for action in legal if state.is_claim(action)]
            assert len(claims) == 729 * len(referee.declarable())
            action = choice(state, random)
            words = state.action_of(action)
            assert state.find_action(words) == action
            state.apply(words)
            repeat(referee, words)
        assert referee.seat is None
        lead = float(referee.score()[0] - referee.score()[1])
        assert state.returns() == [lead, -lead] * 3


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_is_written_and_read_again(variant):
    """As plain data it reads as the same game, which goes on alike."""
    state, _ = begun(variant, 11)
    random = Random(3)
    for _ in range(250):
        if not state.is_terminal:
            state.apply(choice(state, random))
    again = LiteratureState.from_dict(state.to_dict())
    assert isinstance(again, WindowState)
    assert again.legal_actions() == state.legal_actions()
    assert [again.information_state(seat) for seat in range(6)] == [
        state.information_state(seat) for seat in range(6)
    ]


@pytest.mark.parametrize("variant", VARIANTS)
def test_cards_are_redrawn_so_that_a_player_cannot_tell(variant):
    """A redrawn game looks the same to the player, after wrong claims too; other hands differ."""
    differ = wrong = 0
    for seed in range(8):
        state, _ = begun(variant, 100 + seed)
        random = Random(seed)
        for _ in range(120):
            if not state.is_terminal:
                state.apply(choice(state, random))
        if state.is_terminal:
            continue
        wrong += any(event.kind == "claim" and not event.held for event in state.events)
        player = random.randrange(6)
        other = state.resample(player, random)
        assert other.information_state(player) == state.information_state(player)
        assert other.hands[player] == state.hands[player]
        assert other.legal_actions() == state.legal_actions() or other.current_player != player
        differ += other.hands != state.hands
    assert differ
    assert wrong


def test_what_a_claim_hides_is_redrawn_evenly():
    """Each of six ways to have held the cards of a hidden claim comes up as often in 600 draws.

    Seat 1 claims three cards of seat 0, who sees how many, but not which, the others held.
    """
    state = begin_game(find_rules("fishlab"), None, None, None)
    low = [0, 1, 2, 3, 4, 5]
    hands = [[0, 1, 2], [3], [4], [5], [], []]
    rest = [card for card in range(54) if card not in low]
    for seat, hand in enumerate(hands):
        hand += [rest.pop() for _ in range(9 - len(hand))]
        assert seat < 6
    for card in (card for hand in hands for card in hand):
        state.apply(card)
    state.apply(0)
    state.apply(Decline())
    state.apply(Claim("LC", (1, 1, 1, 1, 1, 1)))
    found = {}
    random = Random(5)
    for _ in range(600):
        way = state._redrawn(0, 0, random)
        found[way] = found.get(way, 0) + 1
    assert set(found) == {
        (0, 0, 0, *way)
        for way in ((1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1))
    }
    assert max(found.values()) < 150  # of 100 each: five standard deviations


@pytest.mark.parametrize("variant", VARIANTS)
def test_many_games_side_by_side_are_the_same_games(variant):
    """Observations, masks, movers and rewards are those of the state, from deal to deal."""
    rules, random = find_rules(variant), np.random.default_rng(1)
    batch = WindowBatch(rules, 2, 7, 60)
    states = []
    for row in batch.rows:
        state = WindowState(rules, limit=60)
        state.hands = row[:6].tolist()
        state._begin(int(row[50]))
        states.append(state)
    ends = 0
    for _ in range(700):
        actions = []
        for index, state in enumerate(states):
            seen = state.observation(state.current_player)
            flat = np.concatenate([part.ravel() for part in seen.values()])
            np.testing.assert_array_equal(batch.observations[index], flat)
            assert batch.players[index] == state.current_player
            legal = np.flatnonzero(batch.masks[index])
            assert legal.tolist() == state.legal_actions()
            decline = state.action_count - 1
            can = decline in legal and random.random() < 0.97
            actions.append(decline if can else int(random.choice(legal)))
        batch.step(np.array(actions))
        for index, (state, action) in enumerate(zip(states, actions, strict=True)):
            state.apply(action)
            assert batch.ended[index] == state.is_terminal
            if state.is_terminal:
                np.testing.assert_array_equal(batch.rewards[index], state.returns())
                states[index] = fresh = WindowState(rules, limit=60)
                fresh.hands = batch.rows[index][:6].tolist()
                fresh._begin(int(batch.rows[index][50]))
                ends += 1
    assert ends > 2


def test_what_windows_do_not_allow_is_refused():
    """Claims are free there; nobody may ask before all have declined."""
    with pytest.raises(IllegalState, match="claims are 'free' where they have a window"):
        begin_game(find_rules("us54"), "known", None, 1)
    state, _ = begun("us54", 1)
    with pytest.raises(IllegalAction, match="is not legal"):
        state.apply(0)
    assert all(a <= b for a, b in pairwise(state.legal_actions()))
