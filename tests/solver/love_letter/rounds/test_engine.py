"""The engine against a referee who plays its games again."""

from random import Random

import numpy as np
import pytest

from llq.solver.jit import njit
from llq.solver.love_letter import variants
from llq.solver.love_letter.match import _tokens, advance, deal_games
from llq.solver.love_letter.players import Strategy
from llq.solver.love_letter.rounds import engine, monte_carlo
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rounds.turn_log import NO_LOG
from llq.solver.love_letter.rules import Card, Effect, Rules, Scoring
from llq.solver.love_letter.table.states import State, state_space
from llq.solver.love_letter.views import View, legal_actions
from llq.solver.rng import streams
from tests.oracles.love_letter_play import Referee
from tests.solver.love_letter.asking import with_copies
from tests.solver.love_letter.solved import solved

USER = -1
SELVES = (Strategy.RANDOM, Strategy.STRATEGIC, Strategy.MONTE_CARLO)

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

ELEVEN = variants.custom_deck((3, 1, 1, 1, 2, 1, 1, 1))
TEN = (2, 1, 1, 1, 0, 1, 2, 1, 0, 1)
"""Copies of 2019, so few that most rounds come to the cards at the bottom."""
SMALL_TOKENS = with_copies(variants.MODERN_TOKENS, TEN)


def make_rows(space, states, source):
    """Return a row for each state, the first player to move; a hidden opponent's card is drawn."""
    rows = np.zeros((len(states), engine.POOL + space.rules.deck_size), dtype=np.int64)
    stride = space.layout.stride
    for row, state in zip(rows, states, strict=True):
        pool = np.repeat(np.arange(len(state.unseen)), state.unseen)
        source.shuffle(pool)
        place = np.flatnonzero(pool == state.opponent)[0] if state.opponent >= 0 else 0
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
    """Play games choice by choice, then have the referee play each again; return what was played.

    Where both players are users a game in plain Python goes the same way, field by field.
    """
    space = state_space(rules)
    policy = solved(rules).actions if Strategy.TABLE in seats else None
    by_lead = None
    if Strategy.TABLE_DISCARDS in seats:
        solution = solved(rules, Scoring.DISCARDS)
        by_lead = engine.LeadPolicy.of(space, solution.leads, solution.actions)
    arena = engine.make_arena(space, policy=policy, by_lead=by_lead, playouts=3)
    rows, sources = deal_games(arena, seed, 0, games, face_up=face_up)
    states = [LoveLetterState(rules, face_up, int(source)) for source in streams(seed, 0, games)]
    histories, random, both_ask = [[] for _ in rows], Random(seed), seats == (USER, USER)
    while (playing := np.flatnonzero(rows[:, engine.WINNER] == engine.PLAYING)).size:
        for index in playing:
            row = rows[index]
            state = engine.read_held(space, row) or engine.read_state(space, row)
            histories[index].append(state)
            if isinstance(state, State):
                assert space.rank(state) == engine.state_rank(arena.layout, row)
            if seats[row[engine.MOVER]] == USER:
                row[engine.PENDING] = rules.action_numbers[random.choice(View(rules, state).legal)]
            if both_ask:
                expected, pending = row.copy(), int(row[engine.PENDING])
                expected[[engine.ACTION, engine.PENDING]], expected[engine.HIT] = -1, 0
                assert np.array_equal(states[index].row(space), expected)
                states[index].apply(pending)
        advance(arena, seats, 1, rows, sources, NO_LOG)
        for index in playing:
            histories[index].append(int(rows[index, engine.ACTION]))
    guess_tokens = np.array([card.guess_tokens for card in rules.cards])
    guessed = guess_tokens[arena.plays[rows[:, engine.ACTION], engine.ARGUMENT]]
    tokens = _tokens(rules, rows, guessed).T.tolist()
    for row, history, game, earned in zip(rows, histories, states, tokens, strict=True):
        referee = replay(rules, row, history, face_up)
        assert row[engine.WINNER] == referee.winner
        assert row[engine.LEAD] == referee.totals[0] - referee.totals[1]
        assert not both_ask or list(game.tokens()) == referee.tokens
        tie_of_wins = referee.winner == 2 and not rules.spy_rule  # a win for neither
        assert earned == ([0, 0] if tie_of_wins else referee.tokens)
    return histories


def replay(rules, row, history, face_up):
    """Return the referee at the end of a game, having compared what the mover knew each time."""
    deck, dealing = row[engine.POOL :][::-1].tolist(), [0, 0, 1, *[None] * face_up]
    referee = Referee(rules, deck, dealing, forgets_returned=True)
    for state, action in zip(history[::2], history[1::2], strict=True):
        hand, unseen, opponent, maid, exposed = referee.information()
        assert state.unseen == unseen
        if isinstance(state, State):
            assert (state.low, state.high, state.maid) == (*hand, maid)
            assert (state.opponent if state.known else None) == opponent
            assert ([hand[state.hand_known - 1]] if state.hand_known else []) == exposed
        else:
            assert (state.hand, state.opponent) == (hand, -1 if opponent is None else opponent)
        referee.play(*as_told(rules, referee, action))
    return referee


def as_told(rules, referee, action):
    """Return an action of the kernel as the referee takes it."""
    me, names = referee.mover, [card.name for card in rules.cards]
    if action >= len(rules.plays):
        keep, first = divmod(action - len(rules.plays), len(names))
        rest = [card.kind for card in referee.hands[me]]
        rest.remove(keep)
        rest.remove(first)
        return names[keep], None, names[(rest or [first])[0]]
    card, argument = rules.plays[action]
    match rules.cards[card].effect:
        case Effect.REDRAW:
            return names[card], (1 - me, me)[argument], None
        case Effect.GUESS if referee.targets():
            return names[card], 1 - me, names[argument]
    (play,) = {legal for legal in referee.legal() if legal[0] == names[card]}
    return play


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
        (with_copies(variants.HOBBIT, (1, 2, 1, 1, 1, 1, 1, 1, 1, 1)), 0),
        (with_copies(variants.BATMAN, ELEVEN.copies), 3),
        (variants.BIG, 0),
    ],
)
def test_the_referee_agrees_in_other_variants(rules, face_up):
    """So it is with three cards face up and decks of other cards; with thirty without a table."""
    if rules is not variants.BIG:
        check_games(rules, (USER, int(Strategy.TABLE)), 20, 1, face_up)
    check_games(rules, (int(Strategy.RANDOM), USER), 20, 3, face_up)
    check_games(rules, (int(Strategy.MONTE_CARLO), int(Strategy.STRATEGIC)), 10, 2, face_up)


@pytest.mark.parametrize(
    ("rules", "player", "face_up"),
    [
        *((variants.MODERN, player, 0) for player in (USER, *SELVES)),
        (variants.MODERN_TOKENS, USER, 3),
        (SMALL_TOKENS, USER, 0),
        (with_copies(variants.MODERN, TEN), USER, 0),
    ],
)
def test_the_referee_agrees_with_every_choice_of_2019(rules, player, face_up):
    """Of 100 rounds of a player against itself, with second choices, Spies and shared wins."""
    histories = check_games(rules, (int(player), int(player)), 100, 11, face_up)
    assert sum(action >= len(rules.plays) for history in histories for action in history[1::2]) > 25


def test_the_recorded_games_hold_the_rare_turns():
    """500 games of any legal play have every action, and a Prince who draws the aside card."""
    histories = check_games(variants.CLASSIC, (USER, USER), 500, 3)
    actions = {action for history in histories for action in history[1::2]}
    assert actions == set(range(len(variants.CLASSIC.plays)))
    assert any(
        sum(history[-2].unseen) == 2
        and variants.CLASSIC.cards[variants.CLASSIC.plays[history[-1]].card].effect == Effect.REDRAW
        for history in histories
    )


def test_playouts_are_games_of_the_engine():
    """From 400 states, each playout ends as the engine's Random game with the same numbers."""
    space, arena = state_space(variants.CLASSIC), engine.make_arena(state_space(variants.CLASSIC))
    source = np.random.default_rng(1)
    states = [space.unrank(rank) for rank in source.integers(space.size, size=400)]
    rows = make_rows(space, states, source)
    rows[:, engine.LEAD] = source.integers(-3, 4, len(rows))
    actions = np.array(
        [variants.CLASSIC.action_numbers[Random(i).choice(legal_actions(variants.CLASSIC, state))]
         for i, state in enumerate(states)]
    )  # fmt: skip
    results = play_outs(arena, rows, actions, streams(8, 0, len(rows)))
    rows[:, engine.PENDING] = actions
    sources = streams(8, 0, len(rows))
    advance(arena, (USER, USER), 1, rows, sources, NO_LOG)
    advance(arena, (0, 0), 16, rows, sources, NO_LOG)
    assert np.array_equal(results, np.array([1, -1, 0])[rows[:, engine.WINNER]])
    assert set(results.tolist()) == {-1, 0, 1}
