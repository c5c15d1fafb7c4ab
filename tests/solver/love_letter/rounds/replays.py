"""Rounds by chance of the kernel, played again beside the oracle of physical cards."""

import numpy as np

from llq.solver.love_letter.multiplayer import kernels
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.rounds.action_text import action_of
from llq.solver.rng import next_bits, streams
from llq.solver.splitmix import scale
from tests.oracles.love_letter_play import Referee

TABLES = [("classic", n) for n in (2, 3, 4)] + [("2019", n) for n in (2, 3, 4, 5, 6)]


def mostly_by_chance(party, row, stream, plays, oracle):
    """Return a random action, one time in eight any legal one: the Princess too."""
    if next_bits(stream) % 8:
        return kernels.random_action(party.cards, party.setup, row, stream)
    return list(plays)[scale(next_bits(stream), len(plays))]


def compare_rounds(variant, players, count, seed, choose=mostly_by_chance):
    """Return the actions compared; fail at the first difference between kernel and oracle."""
    rules, total = referee.party_rules(variant, players), 0
    party = referee.party(rules, players)
    names = [card.name for card in rules.cards]
    face_up = 3 if players == 2 else 0
    room = np.zeros(len(party.moves), dtype=np.int64)
    for index in range(count):
        stream, row = streams(seed, index, index + 1), party.fresh.copy()
        kernels.shuffle(row, stream)
        deck = row[referee.POOL : referee.POOL + rules.deck_size][::-1].tolist()
        oracle = Referee(rules, deck, [*[None] * face_up, *range(players), 0])
        kernels.draw_in_order(party.cards, party.setup, row)
        while row[referee.PHASE] != referee.OVER:
            legal = room[: referee.legal_actions(party.cards, party.setup, row, room)].tolist()
            plays = {action: as_told(rules, party, row, action) for action in legal}
            assert sorted(legal) == legal
            assert set(plays.values()) == oracle.legal()
            assert len(legal) == len(oracle.legal())
            assert row[referee.MOVER] == oracle.mover
            compare_tables(row, oracle, names)
            action = choose(party, row, stream, plays, oracle)
            on_table, out = len(oracle.table), set(oracle.out)
            oracle.play(*plays[action])
            referee.act(party.cards, party.setup, party.moves, row, action)
            kernels.draw_in_order(party.cards, party.setup, row)
            put_down = [card.kind for card in oracle.table[on_table + 1 :]]
            assert row[referee.GONE] == (put_down or [referee.UNKNOWN])[0]
            assert {int(row[referee.OUT])} - {referee.UNKNOWN} == oracle.out - out
            total += 1
        assert seats(row[referee.WINNERS]) == oracle.winners
        spy = row[referee.SPY_TOKEN]
        assert (None if spy < 0 else spy) == oracle.spy_winner
    return total


def draw_due(party, row, stream):
    """Draw what is due by chance, up to a player's choice or the end."""
    while row[referee.PHASE] == referee.CHANCE:
        places = referee.places(row)
        place = scale(next_bits(stream), places) if places > 1 else 0
        kernels.take(party.cards, party.setup, row, place)


def as_told(rules, party, row, number):
    """Return an action of the kernel as the oracle takes it."""
    action = action_of(rules, party, row, number)
    return action.card, action.target, action.guess or action.last


def compare_tables(row, oracle, names):
    """Compare everything that lies on the table, hands, and who knows what."""
    alive = seats(row[referee.ALIVE])
    assert alive == set(range(oracle.players)) - oracle.out
    assert seats(row[referee.MAIDS]) == oracle.protected
    assert referee.deck_left(row) == len(oracle.deck)
    for seat in range(oracle.players):
        pile = oracle.piles[seat]
        assert row[referee.TOTAL + seat] == sum(oracle.numbers[card.name] for card in pile)
        assert bool(row[referee.SPIES] >> seat & 1) == any(card.name == "Spy" for card in pile)
        if seat in alive:
            excluded = {names[card] for card in seats(row[referee.EXCLUDED + seat])}
            assert excluded == oracle.misses[seat]
        if seat in alive and seat != oracle.mover:
            assert [names[row[referee.HAND + seat]]] == [c.name for c in oracle.hands[seat]]
            knowing = {other for other in alive - {seat} if oracle.knows(other, seat)}
            assert seats(row[referee.KNOWN + seat]) & alive == knowing
    hand = [row[referee.HAND + oracle.mover], row[referee.DRAWN], *row[referee.EXTRA :][:2]]
    hand = [names[card] for card in hand if card >= 0]
    assert sorted(hand) == sorted(card.name for card in oracle.hands[oracle.mover])
    laid = [card.kind for card in oracle.table]
    rest = [copies - laid.count(card) for card, copies in enumerate(oracle.rules.copies)]
    assert row[referee.REST : referee.REST + len(rest)].tolist() == rest


def seats(bits):
    """Return the places of the bits that are set."""
    return {place for place in range(16) if int(bits) >> place & 1}
