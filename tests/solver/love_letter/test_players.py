"""The built-in players' choices, case by case."""

from collections import Counter

import numpy as np

from llq.solver.jit import njit
from llq.solver.love_letter.match import advance
from llq.solver.love_letter.players import Strategy, find_strategy
from llq.solver.love_letter.rounds import engine
from llq.solver.love_letter.rounds.monte_carlo import Knowledge, play_out
from llq.solver.love_letter.rounds.turn_log import NO_LOG
from llq.solver.love_letter.table.states import UNKNOWN, State, state_space
from llq.solver.love_letter.variants import CLASSIC, HOBBIT
from llq.solver.love_letter.views import legal_actions
from llq.solver.rng import streams
from tests.solver.chi_square import misfit
from tests.solver.love_letter.rounds.test_engine import make_rows

GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = range(8)
OPPONENT, SELF = 0, 1
# Hands are played with one Guard and one Handmaid, Priest and Baron gone, so that every flag may
# be up, and as if the opponent held a Countess where nothing else is said.
SEEN = (1, 1, 1, 1, 0, 0, 0, 0)


def make_state(low, high, *, known=UNKNOWN, maid=False, seen=SEEN, rules=CLASSIC):
    """Return the state of a hand when some cards were seen."""
    unseen = np.array(rules.copies) - seen
    unseen[low] -= 1
    unseen[high] -= 1
    return State(low, high, tuple(unseen.clip(0).tolist()), known, maid, known != UNKNOWN)


def choices(strategy, state, n=1, *, playouts=1000, seed=1, rules=CLASSIC):
    """Return the actions that a player chooses in n trials, as a Counter."""
    space = state_space(rules)
    rows = make_rows(space, [state] * n, np.random.default_rng(seed))
    arena = engine.make_arena(space, playouts=playouts)
    advance(arena, (int(strategy), -1), 1, rows, streams(seed, 0, n), NO_LOG)
    return Counter(rules.plays[action] for action in rows[:, engine.ACTION])


def choice(strategy, state, **options):
    """Return the one action that a player chooses."""
    (action,) = choices(strategy, state, **options)
    return tuple(action)


def test_each_sentence_on_the_strategic_player():
    """Strategic plays what section 3.1.3 and the points settled beside it say."""
    for low, high, known, maid, action in [
        # A forced play comes first.
        (PRINCE, COUNTESS, UNKNOWN, False, (COUNTESS, -1)),
        (KING, COUNTESS, UNKNOWN, False, (COUNTESS, -1)),
        (PRINCE, COUNTESS, PRINCESS, False, (COUNTESS, -1)),
        # The Princess is never played.
        (COUNTESS, PRINCESS, UNKNOWN, False, (COUNTESS, -1)),
        # As a rule, the lowest card.
        (PRIEST, HANDMAID, UNKNOWN, False, (PRIEST, -1)),
        (HANDMAID, KING, UNKNOWN, False, (HANDMAID, -1)),
        (KING, PRINCESS, UNKNOWN, False, (KING, -1)),
        # A Guard names a card that is known.
        (GUARD, KING, COUNTESS, False, (GUARD, COUNTESS)),
        (GUARD, BARON, PRIEST, False, (GUARD, PRIEST)),
        # But for a known Guard, which may not be named.
        (GUARD, BARON, GUARD, False, (GUARD, PRINCE)),
        # A Baron is played where it is known to win, also where it is not the lowest.
        (BARON, HANDMAID, PRIEST, False, (BARON, -1)),
        (PRIEST, BARON, GUARD, False, (BARON, -1)),
        (BARON, PRINCESS, COUNTESS, False, (BARON, -1)),
        # Likewise a Prince on the Princess, beside a lower card.
        (PRIEST, PRINCE, PRINCESS, False, (PRINCE, OPPONENT)),
        (PRIEST, PRINCE, COUNTESS, False, (PRIEST, -1)),
        # A known card that gives no win: the lowest, even a losing Baron.
        (BARON, HANDMAID, KING, False, (BARON, -1)),
        (PRIEST, BARON, KING, False, (PRIEST, -1)),
        # Behind a Handmaid no card wins: the lowest.
        (PRIEST, PRINCE, PRINCESS, True, (PRIEST, -1)),
        (PRIEST, BARON, GUARD, True, (PRIEST, -1)),
        (BARON, HANDMAID, GUARD, True, (BARON, -1)),
        # Against an unknown card a Baron is played beside a King, Countess or Princess only.
        (BARON, HANDMAID, UNKNOWN, False, (HANDMAID, -1)),
        (BARON, PRINCE, UNKNOWN, False, (PRINCE, OPPONENT)),
        (BARON, PRINCE, UNKNOWN, True, (PRINCE, SELF)),
        (BARON, KING, UNKNOWN, False, (BARON, -1)),
        (BARON, COUNTESS, UNKNOWN, False, (BARON, -1)),
        (BARON, PRINCESS, UNKNOWN, False, (BARON, -1)),
        (PRIEST, BARON, UNKNOWN, False, (PRIEST, -1)),
        # A blind Guard names the card with most copies unseen, the lowest of several.
        (GUARD, HANDMAID, UNKNOWN, False, (GUARD, PRINCE)),
        (GUARD, PRINCE, UNKNOWN, False, (GUARD, PRIEST)),
        # The Prince is aimed at the opponent, behind a Handmaid at its player.
        (PRINCE, KING, UNKNOWN, False, (PRINCE, OPPONENT)),
        (PRINCE, PRINCE, UNKNOWN, False, (PRINCE, OPPONENT)),
        (PRINCE, PRINCESS, UNKNOWN, True, (PRINCE, SELF)),
    ]:
        assert choice(Strategy.STRATEGIC, make_state(low, high, known=known, maid=maid)) == action


def test_two_barons_leave_the_strategic_player_no_choice():
    """Of two Barons Strategic plays one."""
    assert choice(Strategy.STRATEGIC, make_state(BARON, BARON, seen=(1,) + (0,) * 7)) == (BARON, -1)


def test_the_random_player_is_uniform_where_section_3_1_1_says_so():
    """2,800 choices fit the even chances of card, guess and target by the chi-square test."""
    for low, high, maid, chances in [
        (GUARD, PRINCE, False,
         {(GUARD, g): 1 / 14 for g in range(1, 8)} | {(PRINCE, t): 1 / 4 for t in (0, 1)}),
        (GUARD, PRINCE, True,
         {(GUARD, g): 1 / 14 for g in range(1, 8)} | {(PRINCE, SELF): 1 / 2}),
        (GUARD, GUARD, False, {(GUARD, g): 1 / 7 for g in range(1, 8)}),
        (PRINCE, PRINCESS, False, {(PRINCE, t): 1 / 2 for t in (0, 1)}),
        (PRIEST, KING, False, {(PRIEST, -1): 1 / 2, (KING, -1): 1 / 2}),
        (PRINCE, COUNTESS, False, {(COUNTESS, -1): 1}),
        (BARON, PRINCESS, False, {(BARON, -1): 1}),
    ]:  # fmt: skip
        counts = choices(Strategy.RANDOM, make_state(low, high, maid=maid), 2_800)
        assert misfit(counts, chances) < 3.29  # exceeded once in 2,000 seeds


def test_the_monte_carlo_player_takes_a_sure_win():
    """Whatever the seed, it plays what wins at once and what is forced."""
    for low, high, known, action in [
        (GUARD, KING, COUNTESS, (GUARD, COUNTESS)),
        (GUARD, GUARD, PRIEST, (GUARD, PRIEST)),
        (GUARD, PRINCESS, BARON, (GUARD, BARON)),
        (HANDMAID, PRINCE, PRINCESS, (PRINCE, OPPONENT)),
        (PRINCE, PRINCE, PRINCESS, (PRINCE, OPPONENT)),
        (PRINCE, PRINCESS, PRIEST, (PRINCE, OPPONENT)),
        (BARON, KING, GUARD, (BARON, -1)),
        (BARON, PRINCESS, UNKNOWN, (BARON, -1)),
        (KING, COUNTESS, UNKNOWN, (COUNTESS, -1)),
    ]:
        state = make_state(low, high, known=known)
        assert choices(Strategy.MONTE_CARLO, state, 20).keys() == {action}


def test_equal_counts_go_to_the_first_considered():
    """Without playouts all counts are 0: lower card, lower guess, opponent; the Prince last."""
    for low, high, maid, action in [
        (GUARD, KING, False, (GUARD, PRIEST)),
        (PRIEST, KING, False, (PRIEST, -1)),
        (PRINCE, KING, False, (KING, -1)),  # the Prince's count must be greater
        (HANDMAID, PRINCE, False, (HANDMAID, -1)),
        (PRINCE, PRINCE, False, (PRINCE, OPPONENT)),
        (PRINCE, PRINCE, True, (PRINCE, SELF)),
    ]:
        state = make_state(low, high, maid=maid)
        assert choice(Strategy.MONTE_CARLO, state, playouts=0) == action


@njit
def count_all(arena, pool, left, theirs, low, high, options, playouts, trials, stream):
    """Choose as section 3.1.2 is written: every option's playouts in full, then the maximum."""
    counts = np.zeros(len(options), dtype=np.int64)
    for _ in range(trials):
        best, chosen = -1, -1
        for index in range(len(options)):
            wins = 0
            for _ in range(playouts):
                opponent = theirs if theirs >= 0 else engine.draw(pool, left + 1, stream)
                result = play_out(
                    arena.cards, arena.plays, arena.options, options[index],
                    Knowledge(low, high, opponent, 0, 0, True), pool, left, stream,
                )  # fmt: skip
                wins += result == 1
            if wins > best:
                best, chosen = wins, index
        counts[chosen] += 1
    return counts


def test_stopping_early_does_not_change_the_monte_carlo_player():
    """With 7 playouts an option, 1,000 choices are spread as when all are played out."""
    trials, low, high = 1_000, GUARD, HANDMAID
    state = make_state(low, high)
    counts = choices(Strategy.MONTE_CARLO, state, trials, playouts=7)
    legal = [CLASSIC.action_numbers[action] for action in legal_actions(CLASSIC, state)]
    pool = np.repeat(np.arange(8), state.unseen)
    expected = count_all(
        engine.make_arena(state_space(CLASSIC)), pool, len(pool) - 1, -1, low, high,
        np.array(legal), 7, trials, streams(2, 0, 1),
    )  # fmt: skip
    observed = np.array([counts[CLASSIC.plays[number]] for number in legal])
    statistic = ((observed - expected) ** 2 / np.maximum(observed + expected, 1)).sum()
    assert statistic < 26.1  # at most 7 degrees of freedom: exceeded once in 2,000 seeds


def test_names_of_players():
    """Built-in players go by their names in any case."""
    assert find_strategy("Monte-Carlo") is Strategy.MONTE_CARLO


def test_the_strategic_player_reads_the_reversed_baron_as_a_mirror():
    """Tauriel is played where she wins at once, else as the lowest card beside 3 or less."""
    for hand, known, action in [
        (("Tauriel", "Bard"), "Gandalf", "Tauriel"),  # 2 is lower than 4: it wins at once
        (("Tauriel", "Thorin"), "Gandalf", "Tauriel"),  # it loses, but is the lowest
        (("Tauriel", "Thorin"), None, "Thorin"),
        (("Tauriel", "Legolas"), None, "Tauriel"),  # Legolas only beside 6 and more
        (("The One Ring", "Tauriel"), None, "The One Ring"),
        (("The One Ring", "Tauriel"), "Bard", "Tauriel"),
        (("The One Ring", "Bilbo"), None, "The One Ring"),
        (("Tauriel", "Arkenstone"), None, "Tauriel"),
    ]:
        names = [card.name for card in HOBBIT.cards]
        seen = [int(name == "Bard" and name not in hand) for name in names]
        opponent = UNKNOWN if known is None else names.index(known)
        low, high = sorted(map(names.index, hand))
        state = make_state(low, high, known=opponent, seen=seen, rules=HOBBIT)
        played, _ = choice(Strategy.STRATEGIC, state, rules=HOBBIT)
        assert names[played] == action
