"""Games for the tests: rows of the engine beside the oracle's referee."""

from dataclasses import replace
from itertools import product

import numpy as np

from llq.solver.card_masks import cards_of, mask_of
from llq.solver.literature import engine, turns
from llq.solver.literature.actions import Asked, Passed
from llq.solver.literature.log import decode_move, encode_holders
from llq.solver.literature.rules import (
    HALF_SIZE,
    MOST_HALF_SUITS,
    Pack,
    WrongClaim,
    card_name,
    find_card,
    find_half_suit,
    find_rules,
    half_suit_cards,
    half_suit_name,
)
from llq.solver.literature.scratch import make_inference
from llq.solver.rng import next_bits, scale, streams
from tests.oracles import literature_views
from tests.oracles.literature import Ask, Claim, Flags, Pass, Referee

INFERENCES = {players: make_inference(players) for players in (4, 6, 8)}
BOTH = [find_rules(), find_rules("pagat", 4)]
PACKS = (Pack.WITHOUT_SEVENS, Pack.WITHOUT_EIGHTS)


def all_rules(players):
    """Return every combination of pack and flags."""
    switch = (False, True)
    names = ("pack", "out_of_turn", "claimant_turn", "wrong_claim", "claim_out")
    combinations = product(PACKS, switch, switch, WrongClaim, switch)
    pagat = find_rules("pagat", players)
    return [replace(pagat, **dict(zip(names, flags, strict=True))) for flags in combinations]


def flags_of(rules):
    """Return the flags as the oracle knows them."""
    return Flags(**{name: int(getattr(rules, name)) for name in Flags._fields})


def names(mask, pack):
    """Return the names of a set of cards."""
    return {card_name(card, pack) for card in cards_of(int(mask))}


def mask(cards, pack):
    """Return the set of some names."""
    return mask_of(find_card(card, Pack(pack)) for card in cards)


def facts_of(row):
    """Return what everyone has seen, for the oracle of views."""
    players = row[engine.PLAYERS]
    shown, lacks, needs = (
        [set(cards_of(int(mask))) for mask in row[column : column + players]]
        for column in (engine.SHOWN, engine.LACKS, engine.NEEDS)
    )
    live, sizes = set(cards_of(int(row[engine.LIVE]))), row[engine.SIZES :][:players].tolist()
    return literature_views.Facts(live, sizes, shown, lacks, needs)


def hands_of(row, pack):
    """Return every player's hand as names."""
    return [names(hand, pack) for hand in row[engine.HANDS : engine.HANDS + row[engine.PLAYERS]]]


def number(value, stream):
    """Return a number in 0 … value - 1 from a stream."""
    return int(scale(np.uint64(next_bits(stream)), value))


def move_of(entry, pack):
    """Return an entry of the engine's log as the oracle's move."""
    move = decode_move(int(entry))
    if isinstance(move, Asked):
        return Ask(move.seat, move.target, card_name(move.card, pack), move.held)
    if isinstance(move, Passed):
        return Pass(move.seat, move.target)
    assert int(entry) >> 8 & 1 == move.is_right
    cards = [card_name(card, pack) for card in half_suit_cards(move.half_suit)]
    by_card = [dict(zip(cards, seats, strict=True)) for seats in (move.claimed, move.actual)]
    return Claim(move.seat, half_suit_name(move.half_suit), *by_card)


def dealt(rules, seed):
    """Return the row of a game that was just dealt, and a referee who has seen it."""
    row = engine.new_row(rules)
    engine.deal(row, streams(seed, 0, 1))
    hands, first = hands_of(row, rules.pack), int(row[engine.FIRST])
    return row, Referee(flags_of(rules), hands, first, rules.pack)


def follow(row, referee):
    """Let the referee make the moves of the log that it has not seen yet."""
    for entry in row[engine.LOG + len(referee.moves) : engine.LOG + row[engine.LOGGED]]:
        referee.repeat(move_of(entry, referee.pack))


def bad_claim(row, stream):
    """Let somebody who may claim guess who holds a half suit; the row is modified in place."""
    halves = [half for half in range(MOST_HALF_SUITS) if row[engine.LIVE] >> HALF_SIZE * half & 1]
    half = halves[number(len(halves), stream)]
    players, turn = int(row[engine.PLAYERS]), int(row[engine.TURN])
    seat = number(players, stream) if row[engine.OUT_OF_TURN] else turn
    mates = range(seat & 1, players, 2)
    claimed = encode_holders([mates[number(len(mates), stream)] for _ in range(HALF_SIZE)])
    engine.claim(row, seat, half, claimed, engine.holders(row, half))


def likely_ask(row, referee, stream):
    """Return a legal ask of the mover, more often than not one that gets the card."""
    asks = sorted(referee.legal())
    hits = [ask for ask in asks if ask[1] in referee.hands[ask[0]]]
    choice = hits if hits and number(5, stream) < 3 else asks
    return choice[number(len(choice), stream)]


def positions(rules, seed, claims=10, asks=400):
    """Yield the row and the referee of a game before each ask and, last, at its end.

    One ask in ``claims`` has a guessed claim before it, none if it is 0.
    """
    row, referee = dealt(rules, seed)
    stream = streams(-1 - seed, 0, 1)
    inference = INFERENCES[rules.players]
    for _ in range(asks):
        going = turns.advance(row, stream, inference)
        follow(row, referee)
        if going and claims and number(claims, stream) == 0:
            bad_claim(row, stream)
            follow(row, referee)
            going = turns.advance(row, stream, inference)
            follow(row, referee)
        yield row, referee
        if not going:
            return
        target, card = likely_ask(row, referee, stream)
        engine.ask(row, target, find_card(card, rules.pack), card in referee.hands[target])
        follow(row, referee)


def ended(rules, seed, claims=10):
    """Return the row and the referee of a game at its end."""
    *_, (row, referee) = positions(rules, seed, claims)
    return row, referee


def check(row, referee):
    """Compare everything that a row says with the referee's game."""
    pack, players = referee.pack, referee.flags.players
    shown, needs = referee.shown(), referee.needs()
    assert hands_of(row, pack) == referee.hands
    assert [names(cards, pack) for cards in row[engine.SHOWN : engine.SHOWN + players]] == [
        {card for card, holder in shown.items() if holder == seat} for seat in range(players)
    ]
    lacks = [names(cards, pack) for cards in row[engine.LACKS : engine.LACKS + players]]
    assert [cards - set(shown) for cards in lacks] == referee.lacks()
    assert not any(cards & hand for cards, hand in zip(lacks, referee.hands, strict=True))
    assert row[engine.NEEDS : engine.NEEDS + players].tolist() == [
        sum(1 << find_half_suit(half, pack) for half in halves) for halves in needs
    ]
    assert row[engine.SIZES : engine.SIZES + 8].tolist() == [
        *map(len, referee.hands),
        *[0] * (8 - players),
    ]
    assert not any(row[column + players : column + 8].any() for column in (0, 8, 16, 24))
    assert row[engine.TURN] == referee.turn
    owners = {None: engine.NOBODY, 0: 0, 1: 1}
    assert row[engine.OWNERS : engine.OWNERS + MOST_HALF_SUITS].tolist() == [
        owners[referee.owners[half]] if half in referee.owners else engine.UNCLAIMED
        for half in map(half_suit_name, range(MOST_HALF_SUITS))
    ]
    assert names(row[engine.LIVE], pack) == set().union(*referee.hands)
    asks = sum(isinstance(move, Ask) for move in referee.moves)
    assert row[engine.ASKS] == asks
    assert row[engine.LOGGED] == len(referee.moves)
    assert row[engine.HITS : engine.HITS + 2].tolist() == referee.hits()
    assert row[engine.WRONG_CLAIMS : engine.WRONG_CLAIMS + 2].tolist() == referee.wrong_claims()
    backs, claimed = referee.ask_backs()
    assert row[engine.ASK_BACKS : engine.ASK_BACKS + 2].tolist() == backs
    assert row[engine.BACK_CLAIMS : engine.BACK_CLAIMS + 2].tolist() == claimed
    assert row[engine.FIRST] == referee.first
    assert row[engine.PENDING] == -1
    # What may be done
    assert bool(engine.is_over(row)) == referee.is_over()
    assert {seat for seat in range(8) if engine.pass_targets(row) >> seat & 1} == referee.heirs()
    if not referee.is_over():
        targets = [seat for seat in range(players) if engine.targets(row) >> seat & 1]
        cards = names(engine.askable(row[engine.HANDS + row[engine.TURN]]), pack)
        assert {(target, card) for target in targets for card in cards} == referee.legal()
        assert bool(engine.can_ask(row)) == bool(referee.legal())
    assert [int(engine.claims_won(row, team)) for team in (0, 1)] == [
        list(referee.owners.values()).count(team) for team in (0, 1)
    ]


def played_beside(rules, seed):
    """Return the row and the referee of a game at its end, compared before every ask."""
    for row, referee in positions(rules, seed):
        check(row, referee)
    return row, referee
