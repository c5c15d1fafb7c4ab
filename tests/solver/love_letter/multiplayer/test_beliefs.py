"""What one player sees and infers: certain facts exact, likelihoods against enumeration."""

from itertools import permutations

import numpy as np
import pytest

from llq.solver.love_letter.multiplayer import kernels
from llq.solver.love_letter.multiplayer.beliefs import CARELESS, deal_hidden, watch
from llq.solver.love_letter.multiplayer.thumb import thumb_action, thumb_card
from llq.solver.love_letter.rounds import referee
from llq.solver.rng import streams
from tests.solver.love_letter.rounds.replays import TABLES, draw_due, seats

SHARE = 0.2


def follow(variant, players, deals, seed, share, visit, choose=thumb_action):
    """Play rounds, by the rule of thumb by default, and visit each play as every seat sees it."""
    party = referee.party(referee.party_rules(variant, players), players)
    kinds = len(party.cards)
    for number in range(deals):
        stream = streams(seed, number, number + 1)
        row = party.fresh.copy()
        draw_due(party, row, stream)
        likely = np.ones((players, referee.LIKELY_ROWS, kinds))
        views = np.zeros((players, 2, referee.ROW), dtype=np.int64)
        for seat in range(players):
            referee.see(row, seat, views[seat, 1])
        while row[referee.PHASE] != referee.OVER:
            action = choose(party.cards, party.setup, row, stream)
            kernels.act(party.cards, party.setup, party.moves, row, action)
            draw_due(party, row, stream)
            for seat in range(players):
                views[seat, 0] = views[seat, 1]
                referee.see(row, seat, views[seat, 1])
                watch(party.cards, views[seat, 0], views[seat, 1], seat, share, likely[seat])
                visit(party, row, seat, views[seat, 1], likely[seat], stream)


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_what_happened_is_never_held_to_be_impossible(variant, players):
    """Every true hand keeps a likelihood above 0, and every deal drawn fits what is certain."""
    room = np.zeros(referee.ROW, dtype=np.int64)

    def visit(party, row, seat, view, likely, stream):
        unseen = np.zeros(len(party.cards), dtype=np.int64)
        for other in seats(row[referee.ALIVE]) - {seat}:
            assert likely[other, row[referee.HAND + other]] > 0
        if row[referee.PHASE] == referee.OVER or row[referee.MOVER] != seat:
            return
        assert deal_hidden(view, likely, stream, unseen, room) > 0
        for other in seats(row[referee.ALIVE]) - {seat}:
            card = room[referee.HAND + other]
            assert not row[referee.EXCLUDED + other] >> int(card) & 1
            if row[referee.KNOWN + other] >> seat & 1:
                assert card == row[referee.HAND + other]
        copies = np.bincount(
            [*room[referee.POOL : referee.POOL + row[referee.LEFT]], *cards_in_hands(room)],
            minlength=len(party.cards),
        )
        assert copies.tolist() == row[referee.REST : referee.REST + len(copies)].tolist()

    follow(variant, players, 16, 5, SHARE, visit)


def cards_in_hands(row):
    """Return all cards that are neither put down nor in the pool."""
    fields = [*range(referee.HAND, referee.HAND + referee.MOST_SEATS), referee.DRAWN, referee.EXTRA]
    cards = [row[field] for field in (*fields, referee.EXTRA + 1)]
    cards += list(row[referee.BOTTOM + row[referee.LOW] : referee.BOTTOM + row[referee.END]])
    return [int(card) for card in cards if card >= 0]


def test_likelihoods_joined_are_the_chances_of_all_deals_counted():
    """After two plays seen by a third player the joint chances are those of a full count."""
    party = referee.party(referee.party_rules("classic", 3), 3)
    names = [card.name for card in referee.party_rules("classic", 3).cards]
    prince, handmaid, priest, baron = map(names.index, ("Prince", "Handmaid", "Priest", "Baron"))
    # Seat 2 holds a Priest; seat 0 plays a Prince on seat 2, who puts it down and draws a Baron;
    # then seat 1 plays a Handmaid.
    view = party.fresh.copy()
    view[referee.POOL :] = -1
    for card in (-1, -1, priest, -1):
        view[referee.POOL] = card
        referee.take(party.cards, party.setup, view, 0)
    likely = np.ones((referee.LIKELY_ROWS, len(names)))
    begin = view.copy()
    turns = (prince, 2, priest, [baron, -1]), (handmaid, -1, -1, [-1])
    for card, target, put_down, drawn in turns:
        before = view.copy()
        view[referee.CARD : referee.GONE + 1] = card, target, -1, -1, put_down
        referee.play_out_turn(party.cards, party.setup, view, party.cards[card, referee.MAY])
        for new in drawn:
            view[referee.POOL] = new
            referee.take(party.cards, party.setup, view, 0)
        watch(party.cards, before, view, 2, SHARE, likely)
        if card == prince:
            before_second = view.copy()
    # Count: hands of 0 and 1, their draws, and nothing else matters.
    pack = [card for card, row in enumerate(party.cards) for _ in range(row[referee.COPIES])]
    for card in (priest, baron):
        pack.remove(card)
    counted = np.zeros((len(names), len(names)))
    for hand, drawn, other, second in set(permutations(pack, 4)):
        ways = 1.0
        left = list(pack)
        for card in (hand, drawn, other, second):
            ways *= left.count(card)
            left.remove(card)
        chance = plays(party, begin, 0, hand, drawn, prince)
        chance *= plays(party, before_second, 1, other, second, handmaid)
        left_over = hand + drawn - prince, other + second - handmaid
        if chance:
            counted[left_over] += ways * chance
    unseen = np.bincount(pack, minlength=len(names))
    for card in (prince, handmaid):
        unseen[card] -= 1
    joined = np.outer(unseen, unseen) - np.diag(unseen)
    joined = joined * np.outer(likely[0], likely[1])
    assert np.allclose(joined / joined.sum(), counted / counted.sum(), atol=1e-12)


def plays(party, view, seat, first, second, card):
    """Return how likely the assumed policy plays a card of two, both ways of holding them."""
    if card not in (first, second):
        return 0.0
    kept = first + second - card
    if kept == card:
        return 1.0
    if referee.is_barred(party.cards, card, kept):
        return 0.0
    is_thumb = thumb_card(party.cards, view, seat, first, second) == card
    share = SHARE + (1 - SHARE) * CARELESS
    return (1 - share) * is_thumb + share / 2


def test_play_by_chance_is_told_from_the_rule_of_thumb():
    """Odds that seats play by chance are mostly raised by such rounds, and lowered by thumb."""
    medians = []
    for choose in (kernels.random_action, thumb_action):
        odds = []

        def visit(party, row, seat, view, likely, stream, odds=odds):
            if row[referee.PHASE] == referee.OVER:
                odds.extend(likely[-2, [other for other in range(4) if other != seat]])

        follow("2019", 4, 30, 7, SHARE, visit, choose)
        medians.append(np.median(odds))
    assert medians[0] > 1 > medians[1]


def test_the_owner_of_returned_cards_knows_who_draws_them():
    """Once the deck is down to what a Chancellor returned, the watcher's view has the draw."""
    draws = []

    def visit(party, row, seat, view, likely, stream):
        drawn = view[referee.DRAWN]
        if row[referee.MOVER] != seat and row[referee.PHASE] == referee.PLAY and drawn >= 0:
            assert drawn == row[referee.DRAWN]
            assert row[referee.LEFT] <= 1
            draws.append(drawn)

    follow("2019", 3, 40, 8, SHARE, visit)
    assert draws
