"""The built-in players: which cards they may choose, their names, and who peeks."""

import numpy as np
import pytest

from llq.errors import UnknownStrategy
from llq.solver.sueca import engine
from llq.solver.sueca.engine import HANDS
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.players import MOST_PLAYOUTS, STRATEGIES, choose_card, find_strategy
from llq.solver.sueca.playouts.scratch import make_scratch
from llq.solver.sueca.rules import TrumpFrom, card_name
from llq.solver.sueca.settings import Choice, Kind, Source
from tests.oracles.sueca import choices
from tests.solver.chi_square import FITS, even, misfit
from tests.solver.sueca.games import draws, played, stream_of

RULES = ("random", "obligated_trump", "obligated_trump_lead", "always_high", "third_hand_high")
HONEST = (
    "mc_normal:20",
    "mc_average:20",
    "mc_extra:10x2",
    "mc_extra_apart:10x2",
    "mc_shuffle:5/1000000",  # so long that the true hands are never taken
    "pimc:4/5",
    "rules",
    "trained",
    "strong:30/4",
)


@pytest.fixture(scope="module")
def work():
    """Return a thread's scratch."""
    return make_scratch()


@pytest.mark.parametrize("name", RULES)
def test_rules_choose_among_what_they_say(name, work):
    """A rule-based player draws lots among the oracle's cards, each with the same chance."""
    settings, different = find_strategy(name).settings(), 0
    for seed in range(40):
        row, referee = played(seed, seed)
        stream = stream_of(seed)
        drawn = [card_name(choose_card(row, settings, stream, work)) for _ in range(60)]
        able = choices(name, referee.hands[referee.seat], referee.table, referee.trump)
        assert misfit(drawn, even(able)) < FITS
        different += sorted(able) != sorted(referee.legal())
    assert different >= (0 if name == "random" else 5)


def others_in(row, number, seed=1):
    """Return rows in which the others hold hands that agree with all the mover has seen."""
    rows = np.tile(row, (number, 1))
    others = [HANDS + (engine.mover(row) + step) % 4 for step in (1, 2, 3)]
    rows[:, others] = draws(row, number, seed)
    return rows


def differences(name, work, decisions=20):
    """Return in how many decisions a player's card depends on the hidden hands.

    Its random numbers are the same every time, so one that does not peek chooses the very same card
    and leaves the stream where it was left.
    """
    settings, different = find_strategy(name).settings(), 0
    for seed in range(decisions):
        row, _ = played(seed, 7 * seed % 36, Deals(trump_from=TrumpFrom.LAST) if seed % 2 else None)
        results = set()
        for hidden in [row, *others_in(row, 4, seed)]:
            before, stream = hidden.copy(), stream_of(seed)
            card = choose_card(hidden, settings, stream, work)
            assert (before == hidden).all()
            results.add((int(card), int(stream[0])))
        different += len(results) > 1
    return different


def test_honest_players_do_not_peek(work):
    """Other hidden hands with the same view change neither a card nor a random number."""
    for name in [*RULES, *HONEST]:
        assert differences(name, work) == 0


def test_peeking_players_peek(work):
    """The thesis's players, who take the true hands, choose by what they may not see."""
    for name in ["mc_peek:10x2", "mc_shuffle:20/1", "mc_shuffle_new:20/1", "mc_shuffle:20/0"]:
        assert differences(name, work, decisions=72) >= 10


def test_drawings_are_counted_by_trick_and_suits_lacked(work):
    """Each drawing by shuffling is counted where it was made, and no other player's is."""
    for name, drawings in (("mc_shuffle:7/2", 7), ("mc_shuffle_new:7/2", 7), ("mc_extra:7x2", 0)):
        for seed in range(30):
            row, referee = played(seed, seed)
            work.drawings[:] = 0
            choose_card(row, find_strategy(name).settings(), stream_of(seed), work)
            voids = [len(referee.voids()[seat]) for seat in range(4) if seat != referee.seat]
            expected = drawings * len(referee.legal()) * (len(referee.legal()) > 1)  # hands apart
            assert work.drawings[0].sum() == work.drawings[0, seed // 4, sum(voids)] == expected
            assert (work.drawings[1] <= work.drawings[0]).all()


def test_names_find_strategies():
    """Each name finds its player, the thesis's letters theirs, in either case."""
    for name, strategy in STRATEGIES.items():
        assert find_strategy(name) is find_strategy(f" {name.upper().replace('_', '-')} ")
        assert find_strategy(name) == strategy
        assert strategy.name == name
        assert strategy.summary
    letters = {"R": "random", "T": "obligated_trump", "A": "always_high", "MC": "mc_extra"}
    for letter, name in letters.items():
        assert find_strategy(letter) is find_strategy(letter.lower()) is STRATEGIES[name]


def test_numbers_change_strategies():
    """Hands drawn, games with each and the limit of shuffling are taken from the name."""
    changed = find_strategy("MC:10x5")
    assert (changed.name, changed.shuffles, changed.playouts) == ("mc_extra:10x5", 10, 5)
    assert find_strategy("mc_average:10").playouts == 1
    assert find_strategy("mc_extra:7").playouts == 2
    limited = find_strategy("mc_shuffle:100x3/250")
    assert (limited.shuffles, limited.playouts, limited.limit) == (100, 3, 250)
    assert find_strategy(limited.name) == limited
    numbers = limited.settings().tolist()
    assert numbers[:7] == [Kind.MONTE_CARLO, 0, Choice.MEAN, 100, 3, Source.SHUFFLED, 250]
    timed = find_strategy("strong:.50s/6")
    assert (timed.name, timed.steps, timed.open_from) == ("strong:0.5s/6", 10_000_000, 6)
    assert find_strategy(timed.name) == timed
    assert find_strategy("mc:5x100").playouts == MOST_PLAYOUTS


def test_other_strategies_are_refused():
    """The error names what was asked and says what can be."""
    for text, message in [
        ("", "unknown player ''; choose one of random, "),
        ("greedy", "unknown player 'greedy'"),
        ("r:5", "'r:5': random takes no numbers; write random$"),
        ("always_high:", "'always_high:': always_high takes no numbers"),
        ("mc:", "write mc_extra:50 or :50x2"),
        ("mc:0", "hands and games must be at least 1; write mc_extra:50"),
        ("mc:5x0", "hands and games must be at least 1"),
        ("pimc:0", "at least 1; write pimc:20 or :20/6"),
        ("mc:-5", "write mc_extra:50"),
        ("mc:5.5", "write mc_extra:50"),
        ("mc:99999999999999999999", "write mc_extra:50"),
        ("mc:5x101", "at most 100 games for each deal drawn"),
        ("mc:5x2/7", "mc_extra does not shuffle again"),
        ("strong:5x2", "write strong:300/5, hands drawn"),
        ("strong:32769", "at most 32768"),
        ("strong:50/11", "from how many cards on"),
        ("strong:0.0001s", "0.0001 seconds a decision .* write strong:0.1s/5, with 0.001 to 100"),
        ("strong:1000s/6", "1000 seconds a decision"),
        ("strong:1s/11", "solving from 11 cards on"),
        ("strong:s", "write strong:20 or :20/6"),
    ]:
        with pytest.raises(UnknownStrategy, match=message):
            find_strategy(text)
