"""The rules as data."""

from functools import partial

import pytest

from llq.errors import IllegalAction, IllegalState, UnknownCard, UnknownGame, UnknownStrategy
from llq.solver.love_letter.editions import edition
from llq.solver.love_letter.players import find_strategy
from llq.solver.love_letter.rules import Action, Play
from llq.solver.love_letter.solution.automata import make_memory
from llq.solver.love_letter.variants import (
    BATMAN,
    BIG,
    CLASSIC,
    HOBBIT,
    VARIANTS,
    custom_deck,
    rules,
)


def test_actions_are_in_the_order_that_decides_ties():
    """Actions go by card, then guess, then opponent before self, each once."""
    assert len(CLASSIC.actions) == 7 + 1 + 1 + 1 + 2 + 1 + 1 + 1
    assert list(CLASSIC.plays) == sorted(set(CLASSIC.plays))
    assert all(play.argument != 0 for play in CLASSIC.plays if play.card == 0)


def test_first_action_brackets_the_actions_of_each_card():
    """The kernels' index of actions agrees with the list of actions."""
    first = CLASSIC.arrays.first_action
    for card in range(8):
        of_card = CLASSIC.plays[first[card] : first[card + 1]]
        assert {play.card for play in of_card} == {card}


def test_enough_of_a_name_is_a_card():
    """A number, or the beginning of a name or of its words in any case, or initials, is a card."""
    for variant, name, card in [
        ("classic", 1, "Guard"),
        ("classic", "8", "Princess"),
        ("classic", "princess", "Princess"),
        ("classic", " Guard ", "Guard"),
        ("classic", "g", "Guard"),
        ("classic", "prie", "Priest"),
        ("classic", "prince", "Prince"),
        ("classic", "COUNT", "Countess"),
        ("hobbit", 0, "The One Ring"),
        ("hobbit", "ring", "The One Ring"),
        ("hobbit", "tor", "The One Ring"),
        ("hobbit", "tauriel", "Tauriel"),
        ("batman", "tf", "Two-Face"),
        ("batman", "ivy", "Poison Ivy"),
    ]:
        assert rules(variant).cards[rules(variant).card(name)].name == card


def test_other_names_are_refused_with_the_cards_there_are():
    """What may be several cards, or is of another edition, says so; never the first that fits."""
    for variant, name, message in [
        ("classic", "p", "more than one card 'p': Priest or Prince or Princess"),
        ("classic", "princ", "more than one card 'princ': "),
        ("hobbit", 3, "more than one card 3: Legolas or Tauriel"),
        ("classic", "spy", "^classic Love Letter has no card.*2019 has such"),
        ("2019", "Smaug", "^2019 Love Letter has no card.*hobbit has such"),
        *(("classic", name, "1 Guard, 2 Priest") for name in [0, 9, "Joker", "", -1, 1.5]),
    ]:
        with pytest.raises(UnknownCard, match=message):
            rules(variant).card(name)


def test_actions_in_words():
    """An action is described by names, with its guess or target; another is refused."""
    assert CLASSIC.describe(Action("Guard", guess="Baron")) == "Guard, guessing Baron"
    assert CLASSIC.describe(Action("Prince", target="opponent")) == "Prince on the opponent"
    assert CLASSIC.describe(Action("Prince", target="self")) == "Prince on yourself"
    assert CLASSIC.describe(Action("Countess")) == "Countess"
    for wrong in (Action("Guard"), Action("Guard", guess="Guard"), Action("Joker")):
        with pytest.raises(IllegalAction, match="has no action"):
            CLASSIC.describe(wrong)


def test_an_action_in_words_is_one_play():
    """Every action of every variant has words of its own, those of its play: also of both 3s."""
    for variant in VARIANTS:
        game = rules(variant)
        assert len({*game.actions}) == len(game.plays) == len(game.actions)
        for number, (action, play) in enumerate(zip(game.actions, game.plays, strict=True)):
            assert game.action_numbers[action] == number
            assert action.card == game.cards[play.card].name
            if action.guess is not None:
                assert game.cards[play.argument].name == action.guess
            elif action.target is None:
                assert play == Play(play.card)
            else:
                assert ["opponent", "self"][play.argument] == action.target


@pytest.mark.parametrize(
    ("find", "name", "error", "message"),
    [
        (rules, "tempest", UnknownGame, r"'tempest'.*classic"),
        (edition, "2018", UnknownGame, r"unknown edition '2018'.*2019.*choose one of classic"),
        (find_strategy, "greedy", UnknownStrategy, r"'greedy'.*random, strategic, monte_carlo, ta"),
        (partial(make_memory, CLASSIC), "elephant", UnknownStrategy, "last-two-actions"),
    ],
)
def test_unknown_names_are_refused(find, name, error, message):
    """A variant, edition, player or memory that does not exist is an error with those that do."""
    with pytest.raises(error, match=message):
        find(name)


def test_decks_of_the_variants():
    """Each variant has the cards that its sources give."""
    assert (CLASSIC.deck_size, CLASSIC.copies) == (16, (5, 2, 2, 2, 2, 1, 1, 1))
    assert [card.number for card in CLASSIC.cards] == [1, 2, 3, 4, 5, 6, 7, 8]
    middle = [("Guard", "GUESS"), ("Priest", "LOOK"), ("Baron", "COMPARE")]
    middle += [("Handmaid", "PROTECT"), ("Prince", "REDRAW")]
    king, last = ("King", "SWAP"), [("Countess", "YIELD"), ("Princess", "LOSE")]
    assert [(card.name, card.effect.name) for card in CLASSIC.cards] == [*middle, king, *last]
    modern = ("2019", "2019-tokens", "2019-tokens-sole")
    assert list(VARIANTS) == ["classic", "hobbit", "big", "batman", *modern]
    for game in map(rules, modern):
        assert (game.deck_size, game.copies) == (21, (2, 6, 2, 2, 2, 2, 2, 1, 1, 1))
        assert [card.number for card in game.cards] == [card.value for card in game.cards]
        assert [card.number for card in game.cards] == list(range(10))
        assert [(card.name, card.effect.name) for card in game.cards] == [
            ("Spy", "NOTHING"), *middle, ("Chancellor", "EXCHANGE"), king, *last
        ]  # fmt: skip
        assert [card.name for card in game.cards if card.is_spy] == ["Spy"]
    assert [rules(name).spy_rule for name in modern] == [None, "remaining", "sole"]
    assert (HOBBIT.deck_size, HOBBIT.copies) == (17, (1, 5, 2, 1, 1, 2, 2, 1, 1, 1))
    assert [card.number for card in HOBBIT.cards] == [0, 1, 2, 3, 3, 4, 5, 6, 7, 8]
    assert [card.value for card in HOBBIT.cards] == [7, 1, 2, 3, 3, 4, 5, 6, 7, 8]
    assert BIG.copies == (10, 4, 4, 4, 4, 2, 1, 1)
    assert BATMAN.copies == CLASSIC.copies
    assert [card.guess_tokens for card in BATMAN.cards] == [0, 1, 1, 0, 1, 1, 1, 1]
    assert {game.unit for game in VARIANTS.values()} == {"win probability", "token lead"}
    for name, game in VARIANTS.items():
        assert rules(name) is game


def test_a_custom_deck():
    """Counts make a variant that is found again by its name."""
    deck = custom_deck([5, 2, 2, 2, 2, 1, 0, 3])
    assert deck.variant == "deck-5-2-2-2-2-1-0-3"
    assert deck.copies == (5, 2, 2, 2, 2, 1, 0, 3)
    assert rules(deck.variant) == deck
    assert hash(rules(deck.variant)) == hash(deck)


def test_a_deck_that_cannot_be_played_is_refused():
    """The message says what a deck is and what was given."""
    for copies, message in [
        ([], "eight|8 integers.*got nothing"),
        ([5, 2], "got 5,2"),
        ([5, 2, 2, 2, 2, 1, 1, -1], "0 to 99"),
        ([5, 2, 2, 2, 2, 1, 1, 100], "0 to 99"),
        ([5, 2, 2, 2, 2, 1, 1, 1.5], "integers"),
        ([1, 0, 0, 1, 0, 0, 0, 1], "needs 4 cards.*has 3"),
    ]:
        with pytest.raises(IllegalState, match=message):
            custom_deck(copies)
        with pytest.raises((IllegalState, UnknownGame)):
            rules("deck-" + "-".join(map(str, copies)))
