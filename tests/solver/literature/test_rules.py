"""Rules as data, and names of cards and half suits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llq.errors import IllegalState, UnknownCard, UnknownGame
from llq.solver.card_masks import cards_of, mask_of
from llq.solver.literature import rules
from tests.oracles import literature as oracle

PICTURES = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


@pytest.mark.parametrize("pack", rules.Pack)
def test_every_card_is_found_by_its_name_in_any_spelling(pack):
    """A card's name, in either case, with 10 for T or its suit drawn, finds that card again."""
    assert len({rules.card_name(card, pack) for card in range(pack.cards)}) == pack.cards
    for card in range(pack.cards):
        name = rules.card_name(card, pack)
        spellings = {name, name.lower(), f" {name} ", name.replace("T", "10")}
        spellings.add(name[0] + PICTURES.get(name[1], name[1]))
        assert {rules.find_card(spelling, pack) for spelling in spellings} == {card}


@pytest.mark.parametrize("pack", rules.Pack)
def test_half_suits_hold_the_six_cards_that_the_rules_give_them(pack):
    """Each pack's half suits are the article's, McLeod's or FishAI's, in order of their ranks."""
    for half, cards in oracle.half_suits(pack).items():
        first = 6 * rules.find_half_suit(half, pack)
        assert [rules.card_name(card, pack) for card in range(first, first + 6)] == cards


def test_half_suits_are_found_by_their_names():
    """A half suit's name finds it again, in either case and with the suit drawn."""
    for half in range(rules.HALF_SUITS):
        name = rules.half_suit_name(half)
        for spelling in (name, name.lower(), name[0] + PICTURES[name[1]]):
            assert rules.find_half_suit(spelling) == half
    assert rules.half_suit_name(rules.find_half_suit("ej", rules.Pack.WITH_JOKERS)) == "EJ"


@pytest.mark.parametrize("pack", rules.Pack)
def test_other_names_are_refused_with_how_cards_are_written(pack):
    """The message repeats what was asked, and says how cards and half suits are written."""
    for name in ["", "A", "1S", "AX", "XS", "ASS", "10", "S10", "♥♥"]:
        with pytest.raises(UnknownCard, match="not a card of this pack: write a rank of") as raised:
            rules.find_card(name, pack)
        assert repr(name) in str(raised.value)
        assert all(rank in str(raised.value) for rank in "".join(pack.ranks))
    for name in ["", "L", "C", "CL", "XC", "LX", "LCC", "EJ"]:
        with pytest.raises(
            UnknownCard, match=f"'{name}' is not a half suit: write L or H and a suit of"
        ):
            rules.find_half_suit(name)


def test_the_card_that_a_pack_is_without_is_refused():
    """Sevens are no cards of the article's pack, nor eights of McLeod's, nor jokers of either."""
    for name, pack in (("7S", rules.Pack.WITHOUT_SEVENS), ("8S", rules.Pack.WITHOUT_EIGHTS)):
        with pytest.raises(UnknownCard, match=name):
            rules.find_card(name, pack)
        assert rules.find_card(name, rules.Pack(1 - pack)) >= 0
        with pytest.raises(UnknownCard, match="XR"):
            rules.find_card("XR", pack)
    with pytest.raises(UnknownCard, match="joker XR or XB"):
        rules.find_card("AX", rules.Pack.WITH_JOKERS)


@given(st.integers(0, rules.DECK))
def test_sets_of_cards_are_their_cards(mask):
    """A set is the same after its cards were listed and put together again, even twice."""
    cards = cards_of(mask)
    assert cards == sorted(set(cards))
    assert mask_of(cards) == mask_of(cards + cards) == mask
    assert len(cards) == mask.bit_count()


def test_variants_are_those_of_their_sources():
    """The article's game and McLeod's differ in the flags that their texts differ in."""
    somani, pagat, us54 = rules.find_rules(), rules.find_rules("pagat"), rules.find_rules("us54")
    assert (somani.players, pagat.players) == (4, 6)
    assert somani.settings() == (4, 1, 1, rules.WrongClaim.HOLDERS, 0, rules.DECK)
    assert pagat.settings() == (6, 0, 0, rules.WrongClaim.HOLDERS, 1, rules.DECK)
    assert us54.settings() == (6, 1, 1, rules.WrongClaim.OPPONENTS, 1, 2**54 - 1)
    assert (somani.pack, pagat.pack) == (rules.Pack.WITHOUT_SEVENS, rules.Pack.WITHOUT_EIGHTS)
    for name in rules.RULES:
        assert rules.RULES[name].player_counts == ((6,) if name == "us54" else rules.PLAYER_COUNTS)
        for players in rules.RULES[name].player_counts:
            assert rules.find_rules(name, players).players == players
            assert rules.find_rules(name, players).rules_id == f"literature/{name}"
    assert rules.CARDS % 4 == rules.CARDS % 6 == rules.CARDS % 8 == 0


def test_unknown_variants_and_numbers_of_players_are_refused():
    """The message says which there are."""
    with pytest.raises(UnknownGame, match=r"unknown variant 'canasta' .* somani, pagat"):
        rules.find_rules("canasta")
    for players in (0, 2, 5, 10):
        with pytest.raises(IllegalState, match=f"for 4, 6 or 8 players; got {players}"):
            rules.find_rules("pagat", players)
    with pytest.raises(IllegalState, match="us54 is for 6 players; got 4"):
        rules.find_rules("us54", 4)
