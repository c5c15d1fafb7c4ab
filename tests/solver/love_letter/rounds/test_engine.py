"""The engine against a referee who plays its games again."""

from random import Random

import numpy as np
import pytest

from llq.solver.jit import njit
from llq.solver.love_letter.match import NO_LOG, advance, deal_games
from llq.solver.love_letter.players import Strategy
from llq.solver.love_letter.rounds import engine, monte_carlo
from llq.solver.love_letter.rules import Card, Effect, Rules, Scoring
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.variants import BATMAN, BIG, CLASSIC, HOBBIT, custom_deck
from llq.solver.love_letter.views import legal_actions
from llq.solver.rng import streams
from tests.oracles.love_letter_play import Referee
from tests.solver.love_letter.asking import with_copies
from tests.solver.love_letter.solved import solved

USER = -1

# A deck with a card of number 0, two kinds of one number and several of each effect.
ODD = Rules(
    "odd",
    1,
    (
        Card("Ring", 0, 1, Effect.YIELD, 7),
        Card("Guard", 1, 2, Effect.GUESS, 1),
        Card("Priest", 2, 1, Effect.LOOK, 2),
        Card("Baron", 3, 1, Effect.COMPARE, 3),
        Card("Baroness", 3, 1, Effect.COMPARE_LOW, 3),
        Card("Handmaid", 4, 1, Effect.PROTECT, 4),
        Card("Prince", 5, 2, Effect.REDRAW, 5),
        Card("King", 6, 1, Effect.SWAP, 6),
        Card("Princess", 8, 1, Effect.LOSE, 8),
    ),
    "this test",
)

ELEVEN = custom_deck((3, 1, 1, 1, 2, 1, 1, 1))


def make_rows(space, states, source, *, opponent=None):
    """Return a row for each state, the first player to move.

    The opponent's card is ``opponent``, else the state's, else one drawn from the unseen.
    """
    rows = np.zeros((len(states), engine.POOL + space.rules.deck_size), dtype=np.int64)
    stride = space.layout.stride
    for row, state in zip(rows, states, strict=True):
        pool = np.repeat(np.arange(len(state.unseen)), state.unseen)
        source.shuffle(pool)
        held = state.opponent if opponent is None else opponent
        place = np.flatnonzero(pool == held)[0] if held >= 0 else 0
        row[[engine.WINNER, engine.ACTION, engine.PENDING]] = -1
        row[engine.CODE] = np.dot(state.unseen, stride) + stride[state.low] + stride[state.high]
        row[engine.MAID] = state.maid
        exposed = state.high if state.hand_known == 2 else state.low
        row[engine.HAND] = exposed
        row[engine.DRAWN] = state.low + state.high - exposed
        row[engine.HAND + 1] = pool[place]
        row[engine.KNOWN] = state.hand_known > 0
        row[engine.KNOWN + 1] = state.known
        row[engine.LEFT] = len(pool) - 1
        row[engine.POOL : engine.POOL + len(pool) - 1] = np.delete(pool, place)
    return rows


@njit
def ranks_of(layout, rows):
    """Return the rank of the mover's state in each row."""
    ranks = np.empty(len(rows), dtype=np.int64)
    for index in range(len(rows)):
        ranks[index] = engine.state_rank(layout, rows[index])
    return ranks


@njit
def play_outs(arena, rows, actions, sources):
    """Return what each row's playout after an action comes to for the mover."""
    results = np.empty(len(rows), dtype=np.int64)
    for index in range(len(rows)):
        row = rows[index].copy()
        deal = monte_carlo.Knowledge(
            row[engine.HAND],
            row[engine.DRAWN],
            row[engine.HAND + 1],
            row[engine.MAID],
            row[engine.LEAD],
            arena.by_discards,
        )
        results[index] = monte_carlo.play_out(
            arena.cards, arena.plays, arena.options, actions[index], deal,
            row[engine.POOL :], row[engine.LEFT], sources[index : index + 1],
        )  # fmt: skip
    return results


def check_games(rules, seats, games, seed, face_up=0):
    """Play games turn by turn, then have the referee play each again; return what was played."""
    space = state_space(rules)
    policy = solved(rules).actions if Strategy.TABLE in seats else None
    by_lead = None
    if Strategy.TABLE_DISCARDS in seats:
        solution = solved(rules, Scoring.DISCARDS)
        by_lead = engine.LeadPolicy.of(space, solution.leads, solution.actions)
    arena = engine.make_arena(space, policy=policy, by_lead=by_lead, playouts=3)
    rows, sources = deal_games(arena, seed, 0, games, face_up=face_up)
    histories, random = [[] for _ in rows], Random(seed)
    while True:
        playing = np.flatnonzero(rows[:, engine.WINNER] == engine.PLAYING)
        if not len(playing):
            break
        for index, rank in zip(playing, ranks_of(arena.layout, rows[playing]), strict=True):
            row = rows[index]
            state = engine.read_state(space, row)
            assert space.rank(state) == rank
            if seats[row[engine.MOVER]] == USER:
                action = random.choice(legal_actions(rules, state))
                row[engine.PENDING] = rules.action_numbers[action]
            histories[index].append(state)
        advance(arena, seats, 1, rows, sources, NO_LOG)
        for index in playing:
            histories[index].append(rules.plays[rows[index, engine.ACTION]])
    for row, history in zip(rows, histories, strict=True):
        referee = Referee(rules, row[engine.POOL :][::-1].tolist(), face_up)
        for state, action in zip(history[::2], history[1::2], strict=True):
            assert referee.winner is None
            hand, unseen, opponent, maid, exposed = referee.information()
            assert (state.low, state.high) == hand
            assert state.unseen == unseen
            assert state.maid == maid
            assert (state.opponent if state.known else None) == opponent
            known = [hand[state.hand_known - 1]] if state.hand_known else []
            assert known == exposed
            assert rules.actions[rules.plays.index(action)] in legal_actions(rules, state)
            referee.play(*action)
        assert row[engine.WINNER] == referee.winner
        assert row[engine.LEAD] == referee.totals[0] - referee.totals[1]
        guessed = rules.plays[row[engine.ACTION]].argument
        extra = row[engine.HIT] * rules.cards[guessed].guess_tokens
        tokens = [int(row[engine.WINNER] == seat) * (1 + extra) for seat in (0, 1)]
        assert tokens == referee.tokens
    return histories


@pytest.mark.parametrize(
    ("first", "second"), [*zip([USER, *Strategy], [*Strategy, USER], strict=True)]
)
def test_the_referee_agrees_with_every_turn_of_every_player(first, second):
    """Of 16 games of each in either seat, every information state and winner is the referee's."""
    check_games(ELEVEN, (int(first), int(second)), 16, 5 * first + second + 7)


@pytest.mark.parametrize(
    ("rules", "face_up"),
    [
        (ELEVEN, 3),
        (ODD, 0),
        (with_copies(HOBBIT, (1, 2, 1, 1, 1, 1, 1, 1, 1, 1)), 0),
        (with_copies(BATMAN, ELEVEN.copies), 3),
    ],
)
def test_the_referee_agrees_in_other_variants(rules, face_up):
    """So it is with three cards face up and with decks of other cards."""
    check_games(rules, (USER, int(Strategy.TABLE)), 20, 1, face_up)
    check_games(rules, (int(Strategy.MONTE_CARLO), int(Strategy.STRATEGIC)), 10, 2, face_up)


def test_the_referee_agrees_with_the_big_deck():
    """So it is with thirty cards, without a table."""
    check_games(BIG, (USER, int(Strategy.STRATEGIC)), 20, 1)


def test_the_recorded_games_hold_the_rare_turns():
    """500 games of any legal play have every action, and a Prince who draws the aside card."""
    histories = check_games(CLASSIC, (USER, USER), 500, 3)
    assert {action for history in histories for action in history[1::2]} == set(CLASSIC.plays)
    assert any(
        sum(history[-2].unseen) == 2 and CLASSIC.cards[history[-1].card].effect == Effect.REDRAW
        for history in histories
    )


def test_playouts_are_games_of_the_engine():
    """From 400 states, each playout ends as the engine's Random game with the same numbers."""
    space, arena = state_space(CLASSIC), engine.make_arena(state_space(CLASSIC))
    source = np.random.default_rng(1)
    states = [space.unrank(rank) for rank in source.integers(space.size, size=400)]
    rows = make_rows(space, states, source)
    rows[:, engine.LEAD] = source.integers(-3, 4, len(rows))
    actions = np.array(
        [CLASSIC.action_numbers[Random(i).choice(legal_actions(CLASSIC, s))]
         for i, s in enumerate(states)]
    )  # fmt: skip
    results = play_outs(arena, rows, actions, streams(8, 0, len(rows)))
    rows[:, engine.PENDING] = actions
    sources = streams(8, 0, len(rows))
    advance(arena, (USER, USER), 1, rows, sources, NO_LOG)
    advance(arena, (0, 0), 16, rows, sources, NO_LOG)
    assert np.array_equal(results, np.array([1, -1, 0])[rows[:, engine.WINNER]])
    assert set(results.tolist()) == {-1, 0, 1}
