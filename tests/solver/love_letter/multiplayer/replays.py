"""Rounds by chance of the kernel, played again beside the referee of physical cards."""

import numpy as np

from llq.solver.love_letter.multiplayer import kernels, rounds
from llq.solver.rng import next_bits, streams
from llq.solver.splitmix import scale
from tests.oracles.love_letter_multiplayer import CLASSIC, NEW, Referee

TABLES = [("classic", n) for n in (2, 3, 4)] + [("2019", n) for n in (2, 3, 4, 5, 6)]


def compare_rounds(variant, players, count, seed):
    """Return the actions compared; fail at the first difference between kernel and referee."""
    rules = rounds.party_rules(variant, players)
    party = rounds.party(rules, players)
    sources, total = streams(seed, 0, count), 0
    names = [card.name for card in rules.cards]
    face_up = 3 if players == 2 else 0
    legal = np.zeros(len(party.moves), dtype=np.int64)
    for index in range(count):
        actions, end = random_round(party, sources[index : index + 1])
        total += len(actions)
        deck = end[rounds.POOL : rounds.POOL + rules.deck_size][::-1].tolist()
        *drawn, aside = (names[card] for card in deck)
        numbers = NEW if "Spy" in names else CLASSIC
        spies_of_all = variant == "2019-tokens-sole"
        referee = Referee(numbers, players, drawn, aside, face_up, spies_of_all)
        row = party.fresh.copy()
        row[rounds.POOL : rounds.POOL + rules.deck_size] = deck[::-1]
        kernels.draw_in_order(party.cards, party.setup, row)
        for action in actions:
            listed = legal[: rounds.legal_actions(party.cards, party.setup, row, legal)].tolist()
            assert sorted(listed) == listed
            assert {words(party, names, row, a) for a in listed} == referee.legal()
            assert len(listed) == len(referee.legal())
            assert row[rounds.MOVER] == referee.mover
            compare_tables(row, referee, names)
            referee.play(*words(party, names, row, action))
            rounds.act(party.cards, party.setup, party.moves, row, action)
            kernels.draw_in_order(party.cards, party.setup, row)
        assert row[rounds.PHASE] == rounds.OVER
        assert seats(row[rounds.WINNERS]) == referee.winners
        spy = row[rounds.SPY_TOKEN]
        assert (None if spy < 0 else spy) == referee.spy_winner
        assert (row[: rounds.POOL] == end[: rounds.POOL]).all()
    return total


def random_round(party, stream):
    """Return the actions of a round that the kernel plays by chance, and its row at the end."""
    row, actions = party.fresh.copy(), []
    draw_due(party, row, stream)
    while row[rounds.PHASE] != rounds.OVER:
        actions.append(kernels.random_action(party.cards, party.setup, row, stream))
        kernels.act(party.cards, party.setup, party.moves, row, actions[-1])
        draw_due(party, row, stream)
    return actions, row


def draw_due(party, row, stream):
    """Draw what is due by chance, up to a player's choice or the end."""
    while row[rounds.PHASE] == rounds.CHANCE:
        places = rounds.places(row)
        place = scale(next_bits(stream), places) if places > 1 else 0
        kernels.take(party.cards, party.setup, row, place)


def words(party, names, row, action):
    """Return an action of the kernel as the referee takes it."""
    card, offset, named = party.moves[action].tolist()
    if offset < 0:
        return names[card], None, names[named]
    me = int(row[rounds.MOVER])
    target = (me + offset) % int(row[rounds.SEATS]) if offset else None
    if offset == 0 and names[card] == "Prince":
        target = me
    return names[card], target, None if named < 0 else names[named]


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
            knowing = {p for p in alive - {seat} if referee.knows(p, seat)}
            assert seats(row[rounds.KNOWN + seat]) & alive == knowing
    held = [row[rounds.HAND + referee.mover], row[rounds.DRAWN], *row[rounds.EXTRA :][:2]]
    held = [names[card] for card in held if card >= 0]
    assert sorted(held) == sorted(card.name for card in referee.hands[referee.mover])
    seen = [card.name for pile in (*referee.piles, referee.shown) for card in pile]
    pack = deck_names(referee)
    for card, name in enumerate(names):
        assert row[rounds.REST + card] == pack.count(name) - seen.count(name)


def deck_names(referee):
    """Return the names of all cards of the referee's pack."""
    places = (referee.deck, referee.shown, [referee.aside], *referee.hands, *referee.piles)
    return [card.name for card in {card for place in places for card in place}]


def seats(bits):
    """Return the places of the bits that are set."""
    return {place for place in range(16) if int(bits) >> place & 1}
