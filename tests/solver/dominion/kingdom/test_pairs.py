"""Two kingdom cards with money: turns and games against every way to play them."""

from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.dominion.fewest.decks import Caps, DeckBox, Kind
from llq.solver.dominion.kingdom.cards import KingdomCard, find_card
from llq.solver.dominion.kingdom.fewest import KingdomGame
from llq.solver.dominion.kingdom.pair_rules import Pair, check_pair
from llq.solver.dominion.kingdom.pairs import (
    PairGame,
    PairHands,
    add_choices,
    turns_after,
)
from tests.oracles import dominion_pairs as oracle
from tests.solver.dominion.kingdom.test_kingdom import facts

NAMES = (
    *("courtyard", "moat", "village", "watchtower", "woodcutter", "militia", "smithy"),
    *("workers_village", "bazaar", "council_room", "embassy", "festival", "laboratory"),
    *("library", "mandarin", "market", "vault"),
)


def is_known(pair: Pair) -> bool:
    """Return whether the best play of a pair is known."""
    try:
        check_pair(pair)
    except IllegalState:
        return False
    return True


PAIRS = [pair for pair in combinations([find_card(name) for name in NAMES], 2) if is_known(pair)]
MOST_COINS, MOST_BUYS = 40, 6
FIRST, VALUES = 3, (1, 2, 3, 0, 0, 0, 0)


def worths(seed: int) -> np.ndarray:
    """Return whole numbers by buys and coins that more of either never makes smaller."""
    steps = np.random.default_rng(seed).integers(0, 9, (MOST_BUYS, MOST_COINS + 1))
    steps *= np.random.default_rng(seed + 1).random(steps.shape) < 0.4
    return steps.cumsum(0).cumsum(1)


def expected(pair: Pair, deck: tuple[int, ...], worth: np.ndarray) -> float:
    """Return the mean worth of a turn with a deck, by the solver."""
    names = "copper", "silver", "gold", *(card.name for card in pair)
    kinds = [Kind(name, 0, n, n) for name, n in zip(names, deck[:5], strict=True)]
    box = DeckBox((*kinds, Kind("province", 8, 0, 1)), deck[5])
    hands = PairHands(pair, MOST_BUYS, MOST_COINS)(box)
    if all(card.is_terminal for card in pair):
        add_choices(pair, box, -worth.reshape(1, -1).astype(float), hands)
    assert hands.chance.sum() == pytest.approx(1.0)
    return float(hands.chance[0] @ worth.ravel())


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair[0].name}-{pair[1].name}")
def test_no_way_to_play_a_turn_is_better(pair: Pair) -> None:
    """A turn is worth what the best of all plays gives, for the order of play as for discards."""
    cards = facts(pair[0]), facts(pair[1])
    for seed, deck in enumerate(((2, 1, 1, 2, 2, 2), (1, 2, 0, 3, 2, 3))):
        worth = worths(seed)
        best = oracle.most_worth(cards, deck, lambda c, b, w=worth: int(w[b - 1, c]))
        assert expected(pair, deck, worth) == pytest.approx(float(best)), deck


def smallest_values(pair: Pair, box: DeckBox, value: np.ndarray, deck: int) -> np.ndarray:
    """Return minus the turns to go by buys and coins, from the values of the decks bought."""
    found = np.full((MOST_BUYS, MOST_COINS + 1), -value[deck])
    copies = box.counts[deck]
    for buys in range(1, 3):
        for some in combinations_with_replacement(range(len(box.kinds)), buys):
            after = [int(n) + some.count(place) for place, n in enumerate(copies)]
            cost = sum(box.kinds[place].cost for place in some)
            if any(n > kind.most for n, kind in zip(after, box.kinds, strict=True)):
                continue
            to_go = value[box.number(after)] if after[-1] < box.goal else 0.0
            where = found[buys - 1 :, cost:]
            where[:] = np.maximum(where, -to_go)
    return found


@pytest.mark.parametrize(
    "names", [("village", "smithy"), ("moat", "woodcutter"), ("laboratory", "militia")]
)
def test_values_are_those_of_the_best_turn_from_each_deck(names: tuple[str, str]) -> None:
    """Each deck's turns are one more than the best play and purchase leave, by the slow twin."""
    pair = find_card(names[0]), find_card(names[1])
    game = PairGame(pair, 1, Caps(0, 2, 2, 1), deck=(4, 1, 1, 1, 0, 0))
    box, value = game.best.game.box, game.best.value
    assert box.decks > 8
    for deck in range(box.decks):
        *held, _ = box.counts[deck].tolist()
        worth = smallest_values(pair, box, value, deck)
        best = oracle.most_worth(
            (facts(pair[0]), facts(pair[1])),
            (*held, box.others),
            lambda coins, buys, w=worth: w[min(buys, 2) - 1, coins],
        )
        assert value[deck] == pytest.approx(1.0 - float(best))


@pytest.mark.parametrize("name", ["smithy", "market", "library"])
def test_a_useless_second_card_changes_nothing(name: str) -> None:
    """Beside a card that gives nothing, a card needs the turns that it needs alone."""
    caps = Caps(1, 12, 10, 3)
    alone = KingdomGame(find_card(name), 2, caps).best.turns
    for idle in (KingdomCard("idle", 9), KingdomCard("waiting", 9, cards=1, actions=1)):
        pair = find_card(name), idle
        assert PairGame(pair, 2, caps).best.turns == pytest.approx(alone, abs=1e-9)
        assert PairGame(pair[::-1], 2, caps).best.turns == pytest.approx(alone, abs=1e-9)


def test_a_pair_is_no_worse_than_either_card() -> None:
    """Two cards for sale need no more turns than one, and no fewer than their bound."""
    pair = find_card("laboratory"), find_card("smithy")
    game = PairGame(pair, 2)
    alone = [KingdomGame(card, 2, supply=5).best.turns for card in pair]
    assert game.best.turns < min(alone)
    assert game.best.turns - 1e-5 < game.at_least <= game.best.turns + 1e-9


@pytest.mark.parametrize("names", [("village", "smithy"), ("militia", "smithy")])
def test_games_played_take_the_turns_computed(names: tuple[str, str]) -> None:
    """Dealing cards and playing them by the rules gives the turns within four standard errors."""
    random = np.random.default_rng(29)
    pair = find_card(names[0]), find_card(names[1])
    best = PairGame(pair, 1).best
    box, to_go = best.game.box, turns_after(best)
    top, lengths = int(best.game.outcomes.coins.max()), []
    for _ in range(1500):
        deck, turns = 0, 0
        while deck >= 0:
            turns += 1
            counts = [*box.counts[deck].tolist(), box.others]
            order = random.permutation(np.repeat(np.arange(len(counts)), counts)).tolist()
            coins = min(play(pair, order, to_go[deck]), top)
            which = int(best.choice[deck, coins])
            deck = deck if which < 0 else int(best.game.tables.target[deck, which])
        lengths.append(turns)
    error = np.std(lengths, ddof=1) / np.sqrt(len(lengths))
    assert abs(np.mean(lengths) - best.turns) < 4 * error


def play(pair: Pair, order: list[int], to_go: np.ndarray) -> int:
    """Return the coins of a turn with a shuffled deck, played for the fewest turns to go."""
    hand, drawn, actions, coins = order[:5], 5, 1, 0
    while actions and (held := [place for place in (0, 1) if FIRST + place in hand]):
        rest = order[drawn:]
        worth = [mean_to_go(pair[place], hand, rest, coins, to_go) for place in held]
        first = [place for place in held if not pair[place].is_terminal]
        place = first[0] if first else held[int(np.argmin(worth))]
        hand.remove(FIRST + place)
        hand += rest[: pair[place].cards]
        drawn += pair[place].cards
        actions += pair[place].actions - 1
        coins += pair[place].coins
    return coins + sum(VALUES[kind] for kind in hand)


def mean_to_go(
    card: KingdomCard, hand: list[int], rest: list[int], coins: int, to_go: np.ndarray
) -> float:
    """Return the mean turns to go if a card of a hand is the last that is played."""
    coins += card.coins + sum(VALUES[kind] for kind in hand)
    ways, total = 0, 0.0
    for drawn, n in oracle.some_of(tuple(rest.count(kind) for kind in range(7)), card.cards):
        money = coins + sum(n * value for n, value in zip(drawn, VALUES, strict=True))
        ways, total = ways + n, total + n * to_go[min(money, len(to_go) - 1)]
    return total / ways


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("smithy", "smithy"), "a pair is of two cards"),
        (("village", "embassy"), "embassy and village: what to discard or set aside"),
        (("library", "festival"), "library and festival: what to discard or set aside"),
    ],
)
def test_pairs_without_a_known_best_play_are_refused(names: tuple[str, str], words: str) -> None:
    """A pair whose best play is not known has an error of one line."""
    with pytest.raises(IllegalState, match=words):
        PairGame((find_card(names[0]), find_card(names[1])), 1).solve()
