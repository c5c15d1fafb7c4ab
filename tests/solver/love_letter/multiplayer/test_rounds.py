"""The round for two to six players: kernel against the referee, and truths worked by hand."""

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.love_letter.multiplayer import kernels, rounds
from tests.oracles.love_letter_multiplayer import NEW, Referee
from tests.solver.love_letter.multiplayer.replays import TABLES, compare_rounds, seats, words


@pytest.mark.parametrize(("variant", "players"), [*TABLES, ("2019-tokens-sole", 4)])
def test_rounds_by_chance_are_the_referees(variant, players):
    """Every legal action, hand, protection, fact known and result is the referee's."""
    assert compare_rounds(variant, players, 25, seed=29) > 100


def start(variant, players, deck):
    """Return a table, a round of a deck in drawing order, the card set aside last, and names."""
    rules = rounds.party_rules(variant, players)
    party = rounds.party(rules, players, 0)
    names = [card.name for card in rules.cards]
    rest = [name for card in rules.cards for name in [card.name] * card.copies]
    for name in deck:
        rest.remove(name)
    order = [names.index(name) for name in [*deck, *rest]]
    row = party.fresh.copy()
    row[rounds.POOL : rounds.POOL + len(order)] = order[::-1]
    kernels.draw_in_order(party.cards, party.setup, row)
    return party, row, names


def play(party, row, names, *play):
    """Make the legal action of some words."""
    room = np.zeros(len(party.moves), dtype=np.int64)
    legal = room[: rounds.legal_actions(party.cards, party.setup, row, room)].tolist()
    (action,) = (a for a in legal if words(party, names, row, a) == play)
    rounds.act(party.cards, party.setup, party.moves, row, action)
    kernels.draw_in_order(party.cards, party.setup, row)


def test_who_is_out_plays_no_more_and_the_next_in_the_round_does():
    """A right guess puts seat 1 out, so seat 2 is next; everybody sees the card."""
    deck = ["Guard", "Priest", "Baron", "King", "Guard", "Prince"]
    party, row, names = start("classic", 4, deck)
    play(party, row, names, "Guard", 1, "Priest")
    assert seats(row[rounds.ALIVE]) == {0, 2, 3}
    assert row[rounds.MOVER] == 2
    assert names[row[rounds.GONE]] == "Priest"
    assert row[rounds.REST + names.index("Priest")] == 1


def test_a_handmaid_protects_from_all_until_the_players_next_turn():
    """Behind Handmaids a Guard does nothing; the protection ends as the player draws."""
    deck = ["Handmaid", "Guard", "Guard", "Guard", "Handmaid", "Guard", "Priest"]
    party, row, names = start("2019", 3, deck)
    play(party, row, names, "Handmaid", None, None)
    room = np.zeros(len(party.moves), dtype=np.int64)
    count = rounds.legal_actions(party.cards, party.setup, row, room)
    assert {words(party, names, row, a)[1] for a in room[:count].tolist()} - {None} == {2}
    play(party, row, names, "Guard", 2, "Spy")
    play(party, row, names, "Guard", 1, "Spy")
    assert (row[rounds.MOVER], row[rounds.MAIDS]) == (0, 0)


def test_only_survivors_spies_count_unless_the_rule_says_all():
    """One Spy of a survivor and one of somebody out: a token, or none by the other reading."""
    for spies_of_all, token in ((False, 0), (True, None)):
        variant = "2019-tokens-sole" if spies_of_all else "2019"
        rules = rounds.party_rules(variant, 3)
        party = rounds.party(rules, 3)
        row = party.fresh.copy()
        row[rounds.ALIVE], row[rounds.SPIES], row[rounds.LEFT] = 0b101, 0b011, 1
        row[rounds.HAND : rounds.HAND + 3] = 5, -1, 1
        rounds.end_turn(party.cards, party.setup, row)
        assert (row[rounds.WINNERS], row[rounds.SPY_TOKEN]) == (0b001, -1 if token is None else 0)


@pytest.mark.parametrize(("variant", "winners"), [("classic", {2}), ("2019", {0, 2})])
def test_equal_final_cards(variant, winners):
    """The higher discards win by the classic rules; in the 2019 edition all who are equal do."""
    party = rounds.party(rounds.party_rules(variant, 3), 3)
    row = party.fresh.copy()
    row[rounds.LEFT] = 1
    row[rounds.HAND : rounds.HAND + 3] = 4, 2, 4
    row[rounds.TOTAL : rounds.TOTAL + 3] = 6, 20, 7
    rounds.end_turn(party.cards, party.setup, row)
    assert seats(row[rounds.WINNERS]) == winners


def test_returned_cards_are_drawn_last_and_known_to_who_returned_them():
    """The Chancellor's player knows the last draws, in the order in which they were returned."""
    deck = ["Chancellor", "Spy", "Guard", "King", "Priest", "Baron", "Handmaid"]
    party, row, names = start("2019", 3, deck)
    play(party, row, names, "Chancellor", None, None)
    assert row[rounds.PHASE] == rounds.KEEP
    play(party, row, names, "King", None, "Priest")
    bottom = [names[card] for card in row[rounds.BOTTOM : rounds.BOTTOM + 2]]
    assert bottom == ["Baron", "Priest"]
    assert seats(row[rounds.RETURNED_BY]) == {0}


@pytest.mark.parametrize(
    ("variant", "players", "text"),
    [
        ("2019", 7, "2019 Love Letter is for 2 to 6 players (classic 2 to 4); got 7"),
        ("classic", 5, "classic Love Letter is for 2 to 4 players (2019 2 to 6); got 5"),
        ("hobbit", 4, "tables of three and more play classic or 2019; hobbit is for two"),
    ],
)
def test_a_table_that_no_box_is_for_is_one_line(variant, players, text):
    """The message names the edition, and what fits it."""
    with pytest.raises(IllegalState) as raised:
        rounds.party_rules(variant, players)
    assert str(raised.value) == text


def test_the_princess_is_out_however_she_is_put_down():
    """Played by choice or discarded for a Prince she puts her player out: the referee agrees."""
    deck = ["Princess", "Guard", "Guard", "Prince", "Spy", "King"]
    for played in (("Princess", None, None), ("Prince", 0, None)):
        party, row, names = start("2019", 3, deck)
        rules = rounds.party_rules("2019", 3)
        rest = [card.name for card in rules.cards for _ in range(card.copies)]
        for name in deck:
            rest.remove(name)
        referee = Referee(NEW, 3, [*deck, *rest[:-1]], rest[-1])
        play(party, row, names, *played)
        referee.play(*played)
        assert seats(row[rounds.ALIVE]) == {1, 2} == set(range(3)) - referee.out
        assert row[rounds.MOVER] == referee.mover == 1
