"""One kingdom card with money: hands and fewest turns against exact fractions."""

from dataclasses import replace
from itertools import combinations_with_replacement

import numpy as np
import pytest

from llq.errors import IllegalState, UnknownCard
from llq.solver.dominion.kingdom.cards import (
    KingdomCard,
    certain_cards,
    find_card,
    kingdom_cards,
    read_cards,
)
from llq.solver.dominion.kingdom.choices import ChoiceHands, _kernel_inputs, _sum_hands, best_play
from llq.solver.dominion.kingdom.decks import Caps, DeckBox, Kind, money_box
from llq.solver.dominion.kingdom.fewest import KingdomGame
from llq.solver.dominion.kingdom.fresh import FreshGame
from llq.solver.dominion.kingdom.hands import KingdomHands
from tests.marks import long
from tests.oracles import dominion_kingdom as oracle

ODD = (
    KingdomCard("trio", 4, cards=3, actions=1),
    KingdomCard("inn", 4, actions=1, draw_to=6, coins=1),
    KingdomCard("hall", 4, draw_to=6, buys=1),
    KingdomCard("shelf", 4, draw_to=4, sets_aside=True),
    KingdomCard("stall", 4, cards=3, discards=2, buys=1, coins=1),
    KingdomCard("attic", 4, draw_to=6, discard_coins=1, buys=1),
)

SMALL_DECKS = (2, 1, 0, 2, 1, 0), (3, 0, 1, 1, 1, 1), (1, 0, 1, 4, 1, 0), (0, 0, 0, 5, 0, 0)
WHOLE_DECKS = (5, 1, 0, 2, 2, 0), (0, 0, 3, 2, 5, 0)
"""No deck of a game is smaller; a forced discard could do harm where a draw is cut short."""


def unlike(cards):
    """Return the first of the cards that give alike, whatever they cost."""
    alike = {"name": "any", "cost": 3, "source": "", "leaves_out": ""}
    return tuple({replace(card, **alike): card for card in reversed(cards)}.values())[::-1]


CARDS = (*unlike(certain_cards()), *ODD)
FEW_CARDS = CARDS[::4]
ORDERED = (
    *[card for card in unlike(certain_cards()) if not card.discards][::3],
    *[card for card in ODD if not card.discards],
    find_card("young_witch"),
)
DEAR = {"quay", "storeroom"}
CHOOSING = (
    *(card for card in kingdom_cards() if card.chooses and not card.trades),
    KingdomCard("cave", 4, cards=3, actions=2, buys=1, coins=1, discards=1),
    KingdomCard("maze", 4, cards=2, coins=1, discards=2, second_draw=True),
    KingdomCard("camp", 4, cards=4, buys=1, discard_coins=1, new_hand=True),
    KingdomCard("quay", 4, cards=1, discards=1, redraws=True),
)
CHOICES = [long(card) if card.name in DEAR else card for card in CHOOSING]


def facts(card):
    """Return a card as the oracle has it."""
    return oracle.Facts(**{name: getattr(card, name) or 0 for name in oracle.Facts._fields})


def box_of(card, deck):
    """Return a box of one deck and a Province more."""
    copper, silver, gold, copies, dead, provinces = deck
    kinds = (
        Kind("copper", 0, copper, copper),
        Kind("silver", 3, silver, silver),
        Kind("gold", 6, gold, gold),
        Kind(card.name, card.cost, copies, copies),
        Kind("province", 8, provinces, provinces + 1),
    )
    return DeckBox(kinds, dead, False, (card.name,))


def chances(card, deck, most_buys=9):
    """Return the chances of coins and buys of one deck, by the solver."""
    hands = KingdomHands(card, most_buys, 60)(box_of(card, deck))
    rows = zip(hands.coins.tolist(), hands.buys.tolist(), hands.chance[0].tolist(), strict=True)
    return {(coins, buys): p for coins, buys, p in rows if p > 0.0}


def test_hands_are_those_of_every_order_played_in_every_way():
    """No way to play any order of a small deck beats playing all one can, and the chances agree."""
    for card in ORDERED:
        for deck in WHOLE_DECKS if card.discards else SMALL_DECKS:
            expected = oracle.all_orders(facts(card), deck)
            assert oracle.hand_chances(facts(card), deck) == expected
            assert chances(card, deck) == pytest.approx(
                {outcome: float(p) for outcome, p in expected.items()}
            )


def test_hands_of_larger_decks_are_those_drawn_card_by_card():
    """A deck of thirteen cards has the chances of exact fractions."""
    for card in (*FEW_CARDS, find_card("library")):
        expected = oracle.hand_chances(facts(card), (3, 2, 1, 4, 2, 1))
        assert chances(card, (3, 2, 1, 4, 2, 1)) == pytest.approx(
            {outcome: float(p) for outcome, p in expected.items()}
        )


@pytest.mark.parametrize(
    ("name", "deck", "expected"),
    [
        ("smithy", (0, 0, 9, 1, 0, 0), {(15, 1): 0.5, (21, 1): 0.5}),  # it is in half the hands
        ("laboratory", (0, 0, 4, 5, 0, 0), {(12, 1): 1.0}),  # one is always in hand: all are drawn
    ],
)
def test_a_deck_of_golds_by_hand(name, deck, expected):
    """The chances of coins and buys are as counted by hand."""
    assert chances(find_card(name), deck) == pytest.approx(expected)


@pytest.mark.parametrize("card", CHOICES, ids=lambda card: card.name)
def test_choices_are_the_best_of_every_way_to_play(card):
    """Playing for what coins and buys are worth is as good as any way that the rules allow."""
    random = np.random.default_rng(31)
    for deck in ((4, 1, 1, 3, 2, 1), (2, 2, 2, 2, 4, 0)):
        box = box_of(card, deck)
        hands = ChoiceHands(1 + card.buys)(box)
        worth = np.sort(random.random((1 + card.buys, 1 + int(hands.coins.max()))))[:, ::-1]
        decks, turns = _kernel_inputs(card, box, hands)
        turns.worth[:] = worth.ravel()
        _sum_hands(decks[0], 5, turns, hands.chance[0])
        buys, coins = worth.shape

        def of(has: int, may: int, worth=worth, buys=buys, coins=coins) -> float:
            return float(worth[min(may, buys) - 1, min(has, coins - 1)])

        assert hands.chance.sum() == pytest.approx(1.0)
        assert (hands.chance @ worth.ravel())[0] == pytest.approx(
            oracle.least_worth(facts(card), deck, of), abs=1e-12
        )


@pytest.mark.parametrize("card", CHOICES, ids=lambda card: card.name)
def test_turns_with_choices_are_those_of_the_best_play(card):
    """Each deck has a turn more than the best play of its hands leaves to go.

    Cards of an even cost are bought by the best play, others by a rule: Provinces, then Golds.
    """
    rule = (4, 2) if card.cost % 2 else None
    fresh = KingdomGame(card, 1, Caps(0, 2, 1, 2), deck=(3, 1, 1, 2, 0, 0)).fresh()
    box, costs = fresh.box, (0, 3, 6, card.cost, 8)

    def fits(after: list[int]) -> bool:
        return all(n <= kind.most for n, kind in zip(after, box.kinds, strict=True))

    def bought(counts: list[int], coins: int, kinds: tuple[int, ...]) -> int:
        affordable = (kind for kind in kinds if costs[kind] <= coins)
        return next((kind for kind in affordable if fits(add(counts, kind))), -1)

    def add(counts: list[int], *kinds: int) -> list[int]:
        return [n + kinds.count(kind) for kind, n in enumerate(counts)]

    def choose(_: DeckBox, coins: int, buys: int) -> list[int]:
        assert buys
        return [bought(counts, coins, rule or ()) for counts in box.counts.tolist()]

    best = best_play(fresh, card, choose if rule else None)
    assert np.isfinite(best.value).any()
    for number, counts in enumerate(box.counts.tolist()):
        if np.isinf(best.value[number]):
            continue

        def to_go(coins: int, buys: int, counts=counts, number=number) -> float:
            stays = float(best.value[number])
            purchases = [
                some
                for size in range(1, min(buys, 1 + card.buys) + 1)
                for some in combinations_with_replacement(range(5), size)
                if sum(costs[kind] for kind in some) <= coins and fits(add(counts, *some))
            ]
            if rule:
                purchases = [(kind,) for kind in [bought(counts, coins, rule)] if kind >= 0]
                stays = np.inf if purchases else stays
            after = [add(counts, *some) for some in purchases]
            return min([stays, *(0.0 if a[-1] else best.value[box.number(a)] for a in after)])

        deck = (*counts[:4], box.others, counts[4])
        expected = 1 + oracle.least_worth(facts(card), deck, to_go)
        assert best.value[number] == pytest.approx(expected, abs=1e-9)


def test_the_bound_is_below_the_best_play():
    """The relaxed game takes no more turns."""
    for card in CHOOSING:
        game = KingdomGame(card, 1, Caps(0, 1, 1, 2), deck=(2, 1, 1, 2, 0, 0))
        assert game.at_least <= game.best.turns + 1e-9


@pytest.mark.parametrize("name", ["warehouse", "chapel"])
def test_what_needs_certain_play_refuses_other_cards(name):
    """The hands of the race say in one line that a card's play is a choice."""
    card = find_card(name)
    with pytest.raises(IllegalState, match=f"{name}: its best play depends on what the coins"):
        KingdomHands(card)(money_box(1, card=card))


START = (2, 1, 1, 0, 2, 0)


@pytest.mark.parametrize("card", FEW_CARDS[::2], ids=lambda card: card.name)
def test_fewest_turns_are_those_of_exact_fractions(card):
    """Each reachable deck of a small game has the value that exact fractions give it."""
    caps, limit = Caps(0, 2, 2, 2), (2, 2, 2, 2, 2, 1)
    game = KingdomGame(card, 1, caps, deck=(2, 1, 1, 2, 0, 0))
    decks = oracle.decks(facts(card), START, limit)
    assert len(decks) > 9
    box = game.best.game.box
    for deck in decks:
        turns = oracle.fewest_turns(facts(card), deck, limit)
        number = box.number((*deck[:4], deck[5]))
        assert game.best.value[number] == pytest.approx(np.inf if turns is None else float(turns))


def test_two_provinces_with_two_buys_in_exact_fractions():
    """Two Provinces may be bought in one turn, and values stay those of exact fractions."""
    card = find_card("woodcutter")
    limit = (2, 1, 3, 2, 2, 2)
    game = KingdomGame(card, 2, Caps(0, 1, 3, 2), deck=(2, 1, 2, 2, 0, 0))
    turns = oracle.fewest_turns(facts(card), (2, 1, 2, 0, 2, 0), limit)
    assert turns is not None
    assert game.best.turns == pytest.approx(float(turns))


def test_a_useless_card_changes_nothing():
    """A card that gives nothing is never bought: the turns are those of money alone."""
    money = FreshGame(money_box(2, Caps(1, 12, 10))).optimum().turns
    game = KingdomGame(KingdomCard("idle", 2), 2, Caps(1, 12, 10, 2))
    assert game.best.turns == pytest.approx(money)
    assert game.copies_bought()[0] == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["smithy", "woodcutter", "laboratory"])
def test_visits_and_copies_reproduce_the_value(name):
    """Turns met on the way sum to the expected turns, and the copies' chances to 1."""
    game = KingdomGame(find_card(name), 1, Caps(1, 12, 10))
    assert game.best.visits(120).sum() == pytest.approx(game.best.turns)
    assert game.copies_bought().sum() == pytest.approx(1.0)
    assert game.at_least <= game.best.turns + 1e-9


def test_caps_hardly_matter_and_the_bound_says_so():
    """Raising every cap moves the optimum less than the relaxed box says it can."""
    card = find_card("smithy")
    game = KingdomGame(card, 2)
    wide = KingdomGame(card, 2, Caps(3, 30, 20)).best.turns
    assert game.at_least - 1e-9 <= wide <= game.best.turns + 1e-9
    assert game.best.turns - game.at_least < 1e-5


@pytest.mark.parametrize(
    ("name", "supply", "drawn", "kept"), [("council_room", 10, 9, 9), ("warehouse", 1, 8, 4)]
)
def test_simulated_turns_are_those_computed(name, supply, drawn, kept):
    """Playing the optimum with shuffled decks gives its turns within four standard errors.

    A hand with the card draws so many, and keeps those of the most coins: one Warehouse, of whose
    other cards three are discarded, leaves no choice.
    """
    random = np.random.default_rng(13)
    game = KingdomGame(find_card(name), 1, supply=supply)
    best, box = game.best, game.best.game.box
    outcomes = zip(best.game.outcomes.coins.tolist(), best.game.outcomes.buys.tolist(), strict=True)
    place = {outcome: number for number, outcome in enumerate(outcomes)}
    top, lengths = int(best.game.outcomes.coins.max()), []
    for _ in range(300):
        deck, turns = (7, 0, 0, 0, 0), 0
        while not deck[-1]:
            turns += 1
            cards = np.repeat([0, 1, 2, 3, 4, 4], [*deck, 3])
            order = random.permutation(cards).tolist()
            plays = 3 in order[:5]
            hand = [(1, 2, 3, 0, 0)[kind] for kind in order[: drawn if plays else 5]]
            coins = sum(sorted(hand, reverse=True)[: kept if plays else 5])
            buys = 1 + game.card.buys * plays
            which = best.choice[box.number(deck), place[min(coins, top), buys]]
            bought = best.game.bought[which] if which >= 0 else ()
            deck = tuple(n + bought.count(i) for i, n in enumerate(deck))
        lengths.append(turns)
    error = np.std(lengths, ddof=1) / np.sqrt(len(lengths))
    assert abs(np.mean(lengths) - best.turns) < 4 * error


def test_bad_cards_are_refused_in_one_line():
    """A file that holds no card says why in one line."""
    for text, words in [
        ("", "no card"),
        ("x = 1", "a card is a table"),
        ("[x]\ncards = 1", "lacks a cost"),
        ("[x]\ncost = -1", "cost must be an integer from 0 to 20"),
        ("[x]\ncost = true", "cost must be an integer"),
        ("[x]\ncost = 2\ncards = 99", "cards must be an integer from 0 to 10"),
        ("[x]\ncost = 2\ndraws = 1", "unknown fields: draws"),
        ("[x]\ncost = 2\ncards = 1\ndraw_to = 7", "not both"),
        ("[x]\ncost = 2\nsets_aside = true", "goes with draw_to"),
        ("[x]\ncost = 2\nsource = 3", "source must be text"),
        ("[x]\ncost = 2\nup_to = 9", "up_to is 0 to 5; trades are tables"),
        ("[x]\ncost = 2\nup_to = 1\ncards = 1", "up_to gives nothing else"),
        ("[x]\ncost = 2\ntrades = [1]", "some of copper, estate"),
        ("[x]\ncost = 2\ntrades = [{ silver = 1 }]", "a silver for a gold"),
        ("[x]\ncost = 2\ntrades = [{ coins = 3 }]", "trades are tables that trash"),
        ("[x]\ncost = 2\ntrades = [{ copper = 0.5 }]", "trades are tables that trash"),
        ("[x]\ncost = 2\nnew_hand = 1", "new_hand must be true or false"),
        ("[x]\ncost = 2\nactions = 1\nredraws = true", "only a card without actions may have"),
        ("[x]\ncost = 2\nredraws = true\nnew_hand = true", "exclude each other"),
        ("[x]\ncost = 2\ncards = 1\ndiscards = 2", "must draw as many"),
        ("[gold]\ncost = 2", "a card of the game already"),
        ('["a b"]\ncost = 2', "not a card name"),
        ("[x", "not TOML"),
    ]:
        with pytest.raises(IllegalState, match=words) as caught:
            read_cards(text)
        assert "\n" not in str(caught.value)


def test_cards_are_found_by_name():
    """Names may have blanks and capitals; an unknown one lists those there are."""
    assert find_card("Council Room").name == "council_room"
    with pytest.raises(UnknownCard, match="'cellar'; llq dominion kingdom ranking lists"):
        find_card("cellar")


def test_no_purchase_takes_an_eleventh_copy():
    """The pile has ten copies, in a relaxed box too."""
    box = money_box(1, Caps(0, 1, 1), card=find_card("moat"), copies=10, relaxed=True)
    assert (box.targets([(3,)]) == -2).all()
