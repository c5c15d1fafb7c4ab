"""The built-in players: which asks they choose among, and how often each."""

from collections import Counter

import numpy as np
import pytest

from llq.errors import UnknownStrategy
from llq.solver.literature import players
from llq.solver.literature.engine import PLAYERS, TURN
from llq.solver.literature.inference import knowledge, marginals, posterior
from llq.solver.literature.players import STRATEGIES, Kind, find_strategy
from llq.solver.literature.rules import find_card, find_rules
from llq.solver.literature.scratch import make_scratch
from llq.solver.rng import streams
from tests.solver.chi_square import FITS, even, misfit
from tests.solver.literature.games import BOTH, positions

SCRATCH = {number: make_scratch(number) for number in (4, 6, 8)}
WEIGHTS = np.zeros(0, dtype=np.float32)
DRAWS = 2000


def choose(row, kind, stream):
    """Return a built-in player's ask."""
    scratch = SCRATCH[int(row[PLAYERS])]
    code = players.choose(row, int(kind), WEIGHTS, stream, scratch, None)
    return players.ask_of(code)


def counts_of(row, kind):
    """Return how often each ask is chosen in many draws from one position."""
    stream = streams(17, 0, 1)
    return Counter(choose(row, kind, stream) for _ in range(DRAWS))


def asks_of(referee):
    """Return the mover's legal asks by the oracle, as the engine numbers cards."""
    return {(seat, find_card(card, referee.pack)) for seat, card in referee.legal()}


def possible_asks(row, referee):
    """Return the asks that may get the card as far as the mover's view says, or else all."""
    view = knowledge.make_view()
    knowledge.infer(row, int(row[TURN]), view)
    asks = asks_of(referee)
    return {ask for ask in asks if int(view.may[ask[0]]) >> ask[1] & 1} or asks


def check_even(counts, asks):
    """Check that each of some asks was made, as often, and no other."""
    assert counts.keys() == asks
    assert misfit(counts, even(asks)) < FITS


@pytest.mark.parametrize("rules", [*BOTH, find_rules("pagat", 6)])
@pytest.mark.parametrize("kind", [Kind.RANDOM, Kind.POSSIBLE])
def test_each_ask_is_chosen_as_often(rules, kind):
    """The random player makes every legal ask, the possible one each that may hit, as often."""
    for number, (row, referee) in enumerate(positions(rules, 2, asks=90)):
        if number % 40 == 3 and not referee.is_over():
            asks = asks_of(referee) if kind == Kind.RANDOM else possible_asks(row, referee)
            check_even(counts_of(row, kind), asks)


def test_who_can_get_nothing_makes_any_legal_ask():
    """A mover who knows that no ask gets a card chooses among all legal ones."""
    for seed in range(40):
        for row, referee in positions(find_rules("pagat", 6), seed, claims=0):
            if referee.is_over():
                continue
            view = knowledge.make_view()
            knowledge.infer(row, int(row[TURN]), view)
            asks = asks_of(referee)
            if not any(int(view.may[seat]) >> card & 1 for seat, card in asks):
                check_even(counts_of(row, Kind.POSSIBLE), asks)
                check_even(counts_of(row, Kind.GREEDY), asks)
                return
    pytest.fail("no such position was found")


@pytest.mark.parametrize("number", [4, 8])
@pytest.mark.parametrize("kind", [Kind.GREEDY, Kind.QUICK])
def test_a_player_asks_what_its_chances_say_is_likeliest(kind, number):
    """Early and late, with 4 and 8 players, the ask has the highest chance, exact or quick."""
    for row, referee in positions(find_rules("pagat", number), 4, asks=30):
        if referee.is_over():
            break
        target, card = choose(row, kind, streams(3, 0, 1))
        inference = SCRATCH[number].inference
        knowledge.infer(row, int(row[TURN]), inference.own)
        if kind == Kind.GREEDY:
            posterior.find_chances(row, inference.own, inference.chances)
            chances = inference.chances.held
        else:
            marginals.find_marginals(row, inference.own, inference.marginals)
            chances = inference.marginals.held
        assert chances[target, card] >= max(chances[ask] for ask in asks_of(referee)) - 1e-12
        assert (target, card) in asks_of(referee)


def test_ties_are_broken_evenly():
    """Of asks of equal highest value each is chosen as often, and no other."""
    scratch, stream = SCRATCH[4], streams(5, 0, 1)
    counts = Counter()
    for _ in range(DRAWS):
        scratch.asks[:6] = range(6)
        scratch.values[:6] = [0.1, 0.7, 0.3, 0.7, 0.7 - 1e-9, 0.7]
        counts[players.best_ask(6, stream, scratch)] += 1
    check_even(counts, {1, 3, 5})


def test_strategies_are_found_by_name():
    """Case, blanks and hyphens do not matter; what is unknown is refused with what there is."""
    for name, strategy in STRATEGIES.items():
        assert find_strategy(f" {name.upper()} ") is strategy
        assert strategy.name == name
    with pytest.raises(
        UnknownStrategy, match="'clever' is not a strategy of Literature; those are"
    ):
        find_strategy("clever")
