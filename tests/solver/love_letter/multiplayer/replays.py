"""Rounds by chance of the kernel, played again beside the referee of physical cards."""

import numpy as np

from llq.solver.love_letter.multiplayer import kernels, rounds
from llq.solver.love_letter.multiplayer.words import action_of
from llq.solver.rng import next_bits, streams
from llq.solver.splitmix import scale
from tests.oracles.love_letter_play import Referee

TABLES = [("classic", n) for n in (2, 3, 4)] + [("2019", n) for n in (2, 3, 4, 5, 6)]


def mostly_by_chance(party, row, stream, plays, referee):
    """Return a random action, one time in eight any legal one: the Princess too."""
    if next_bits(stream) % 8:
        return kernels.random_action(party.cards, party.setup, row, stream)
    return list(plays)[scale(next_bits(stream), len(plays))]


def compare_rounds(variant, players, count, seed, choose=mostly_by_chance):
    """Return the actions compared; fail at the first difference between kernel and referee."""
    rules, total = rounds.party_rules(variant, players), 0
    party = rounds.party(rules, players)
    names = [card.name for card in rules.cards]
    face_up = 3 if players == 2 else 0
    room = np.zeros(len(party.moves), dtype=np.int64)
    for index in range(count):
        stream, row = streams(seed, index, index + 1), party.fresh.copy()
        kernels.shuffle(row, stream)
        deck = row[rounds.POOL : rounds.POOL + rules.deck_size][::-1].tolist()
        referee = Referee(rules, deck, [*[None] * face_up, *range(players), 0])
        kernels.draw_in_order(party.cards, party.setup, row)
        while row[rounds.PHASE] != rounds.OVER:
            legal = room[: rounds.legal_actions(party.cards, party.setup, row, room)].tolist()
            plays = {action: as_told(rules, party, row, action) for action in legal}
            assert sorted(legal) == legal
            assert set(plays.values()) == referee.legal()
            assert len(legal) == len(referee.legal())
            assert row[rounds.MOVER] == referee.mover
            compare_tables(row, referee, names)
            action = choose(party, row, stream, plays, referee)
            on_table, out = len(referee.table), set(referee.out)
            referee.play(*plays[action])
            rounds.act(party.cards, party.setup, party.moves, row, action)
            kernels.draw_in_order(party.cards, party.setup, row)
            put_down = [card.kind for card in referee.table[on_table + 1 :]]
            assert row[rounds.GONE] == (put_down or [rounds.UNKNOWN])[0]
            assert {int(row[rounds.OUT])} - {rounds.UNKNOWN} == referee.out - out
            total += 1
        assert seats(row[rounds.WINNERS]) == referee.winners
        spy = row[rounds.SPY_TOKEN]
        assert (None if spy < 0 else spy) == referee.spy_winner
    return total


def draw_due(party, row, stream):
    """Draw what is due by chance, up to a player's choice or the end."""
    while row[rounds.PHASE] == rounds.CHANCE:
        places = rounds.places(row)
        place = scale(next_bits(stream), places) if places > 1 else 0
        kernels.take(party.cards, party.setup, row, place)


def as_told(rules, party, row, number):
    """Return an action of the kernel as the referee takes it."""
    action = action_of(rules, party, row, number)
    return action.card, action.target, action.guess or action.last


def compare_tables(row, referee, names):
    """Compare everything that lies on the table, hands, and who knows what."""
    alive = seats(row[rounds.ALIVE])
    assert alive == set(range(referee.players)) - referee.out
    assert seats(row[rounds.MAIDS]) == referee.protected
    assert rounds.deck_left(row) == len(referee.deck)
    for seat in range(referee.players):
        pile = referee.piles[seat]
        assert row[rounds.TOTAL + seat] == sum(referee.numbers[card.name] for card in pile)
        assert bool(row[rounds.SPIES] >> seat & 1) == any(card.name == "Spy" for card in pile)
        if seat in alive:
            excluded = {names[card] for card in seats(row[rounds.EXCLUDED + seat])}
            assert excluded == referee.misses[seat]
        if seat in alive and seat != referee.mover:
            assert [names[row[rounds.HAND + seat]]] == [c.name for c in referee.hands[seat]]
            knowing = {other for other in alive - {seat} if referee.knows(other, seat)}
            assert seats(row[rounds.KNOWN + seat]) & alive == knowing
    hand = [row[rounds.HAND + referee.mover], row[rounds.DRAWN], *row[rounds.EXTRA :][:2]]
    hand = [names[card] for card in hand if card >= 0]
    assert sorted(hand) == sorted(card.name for card in referee.hands[referee.mover])
    laid = [card.kind for card in referee.table]
    rest = [copies - laid.count(card) for card, copies in enumerate(referee.rules.copies)]
    assert row[rounds.REST : rounds.REST + len(rest)].tolist() == rest


def seats(bits):
    """Return the places of the bits that are set."""
    return {place for place in range(16) if int(bits) >> place & 1}
