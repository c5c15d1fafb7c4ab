"""Rounds of the 2019 edition by the real rules: kernel, plain Python and a referee of cards."""

from random import Random

import numpy as np
import pytest

from llq.solver.love_letter.match import NO_LOG, advance, deal_games
from llq.solver.love_letter.players import Strategy
from llq.solver.love_letter.rounds import engine
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.turn import ENDS, WINS
from llq.solver.love_letter.variants import MODERN, MODERN_TOKENS, custom_deck
from llq.solver.love_letter.views import keep_numbers
from llq.solver.rng import streams
from tests.oracles.love_letter_play import Referee
from tests.solver.love_letter.asking import with_copies

USER = -1
SMALL = with_copies(MODERN_TOKENS, (2, 1, 1, 1, 0, 1, 2, 1, 0, 1))
"""Ten cards, so that most rounds come to the cards at the bottom."""


def play_alike(rules, games, seed, face_up=0):
    """Play games of any legal choices thrice, compare them choice by choice; count by kind."""
    space, random = state_space(rules), Random(seed)
    arena = engine.make_arena(space)
    rows, sources = deal_games(arena, seed, 0, games, face_up=face_up)
    states = [LoveLetterState(rules, face_up, int(s)) for s in streams(seed, 0, games)]
    taken = [[] for _ in states]
    while (playing := np.flatnonzero(rows[:, engine.WINNER] == engine.PLAYING)).size:
        for index in playing.tolist():
            state, row = states[index], rows[index].copy()
            row[engine.ACTION], row[engine.HIT] = -1, 0  # a state keeps its turns instead
            assert np.array_equal(state.row(space), row)
            assert engine.read_held(space, row) == state.held()
            action = random.choice(state.legal_actions())
            taken[index].append((state.held() or state.state(), action))
            state.apply(action)
            rows[index, engine.PENDING] = action
        advance(arena, (USER, USER), 1, rows, sources, NO_LOG)
    for row, state, choices in zip(rows, states, taken, strict=True):
        check_game(rules, row, state, choices, face_up)
    return sum(len(choices) for choices in taken), sum(
        action >= len(rules.plays) for choices in taken for _, action in choices
    )


def check_game(rules, row, state, choices, face_up):
    """Have the referee play a game again: what the mover knows, and who wins what."""
    referee = Referee(rules, row[engine.POOL :][::-1].tolist(), face_up)
    for seen, action in choices:
        hand, unseen, opponent, maid, exposed = referee.information()
        assert seen.unseen == unseen
        if action >= len(rules.plays):
            assert referee.drawn
            assert seen.hand == hand
            assert seen.opponent == (-1 if opponent is None else opponent)
            assert action in keep_numbers(rules, hand)
            referee.keep(*divmod(action - len(rules.plays), len(rules.cards)))
            continue
        assert not referee.drawn
        assert (seen.low, seen.high, seen.maid) == (*hand, maid)
        assert (seen.opponent if seen.known else None) == opponent
        assert ([hand[seen.hand_known - 1]] if seen.hand_known else []) == exposed
        referee.play(*rules.plays[action])
    assert state.is_terminal
    assert row[engine.WINNER] == referee.winner
    lead = referee.tokens[0] - referee.tokens[1]
    assert state.returns() == [lead, -lead]


@pytest.mark.parametrize(
    ("rules", "face_up"),
    [(MODERN, 0), (MODERN_TOKENS, 3), (SMALL, 0)],
    ids=["wins", "tokens-face-up", "small"],
)
def test_three_referees_agree_with_every_choice(rules, face_up):
    """Of 100 games each every row, state, second choice, winner and token is the same."""
    choices, keeps = play_alike(rules, 100, 11, face_up)
    assert choices > 300
    assert keeps > 30


def test_bottom_cards_are_drawn_last_and_in_order():
    """A Chancellor's returned cards come in their order once all others of the deck are drawn.

    Drawn: Guard, Chancellor and Guard; of Priest and Baron the player keeps the Guard.
    """
    rules = with_copies(MODERN, (0, 3, 1, 1, 1, 0, 1, 0, 0, 1))
    state = LoveLetterState(rules)
    for card in (1, 6, 1):  # to the first player, for the turn, to the second
        state.apply(card)
    state.apply(rules.actions.index(("Chancellor", None, None)))
    for card in (2, 3):
        state.apply(card)
    assert state.view().hand == ("Guard", "Priest", "Baron")
    state.apply(rules.keep_number(1, 3))
    assert state.bottom == [3, 2]
    (own,), (other,) = ([turn.seen_by(seat, rules) for turn in state.turns] for seat in (0, 1))
    assert (own.extra, own.returned) == (("Priest", "Baron"), ("Baron", "Priest"))
    assert own.gained == "Guard"
    assert not (other.extra)
    assert not (other.returned)
    assert not (other.gained)
    # Guard, Handmaid, Princess are left of the deck and aside: two draws by chance, then the Baron.
    state.apply(4)
    state.apply(state.legal_actions()[-1])  # the Handmaid
    state.apply(1)
    state.apply(state.legal_actions()[0])
    assert state.chance_outcomes() == [(3, 1.0)]
    state.apply(3)
    assert state.deck_left == 1


@pytest.mark.parametrize(
    "rules", [with_copies(MODERN, SMALL.copies), SMALL, custom_deck((2, 2, 0, 2, 0, 0, 0, 0))]
)
def test_who_ties_in_2019_earns_a_token(rules):
    """The winner of a round earns a token; who ties does so in 2019 alone; a Spy is one more."""
    random, ties = Random(29), 0
    for seed in range(150):
        state = LoveLetterState(rules, 0, seed)
        assert state.tokens() == (0, 0)
        while not state.is_terminal:
            state.apply(random.choice(state.legal_actions()))
        is_over_early = state.turns[-1].does(rules) & ENDS
        lead = (state.hands[0] - state.hands[1], rules.counts_discards * state.lead(0))
        is_tie = not is_over_early and lead == (0, 0)
        earned = [int(is_tie and rules.chooses_twice)] * 2
        if is_over_early:
            won = state.turns[-1].does(rules) & WINS
            earned[state.turns[-1].mover if won else 1 - state.turns[-1].mover] = 1
        elif not is_tie:
            earned[int(lead < (0, 0))] = 1
        more = [got - base for got, base in zip(state.tokens(), earned, strict=True)]
        assert sorted(more) in ([[0, 0], [0, 1]] if rules.spy_rule is not None else [[0, 0]])
        ties += is_tie
    assert ties


@pytest.mark.parametrize("strategy", [Strategy.RANDOM, Strategy.STRATEGIC, Strategy.MONTE_CARLO])
def test_built_in_players_choose_what_is_legal(strategy):
    """In 200 rounds of each player against itself every choice of theirs is legal."""
    space = state_space(MODERN)
    arena = engine.make_arena(space, playouts=3)
    rows, sources = deal_games(arena, 9, 0, 200)
    keeps = 0
    while (playing := np.flatnonzero(rows[:, engine.WINNER] == engine.PLAYING)).size:
        before = rows[playing].copy()
        advance(arena, (int(strategy),) * 2, 1, rows, sources, NO_LOG)
        for row, action in zip(before, rows[playing, engine.ACTION].tolist(), strict=True):
            held = engine.read_held(space, row)
            if held is not None:
                assert action in keep_numbers(MODERN, held.hand)
                keeps += 1
            else:
                assert action < len(MODERN.plays)
    assert keeps > 50
