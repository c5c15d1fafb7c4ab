"""A referee of Literature, and plain twins of what the solver knows and counts about the game.

Written from the article and McLeod's rules (`llq.solver.literature.rules` cites both), not from the
kernels. A card is a string, its rank's letter and then its suit's; a hand is a set of them. The
referee keeps the hands and the moves; what everyone has seen is read off the moves whenever it is
asked for. Chances are those of the issue's definition: deals are listed one by one, and each is
kept if the whole game, replayed from it, has only legal moves and the answers that were given.
"""

from collections import Counter
from itertools import combinations, pairwise
from math import comb
from typing import NamedTuple

PACKS = (("A23456", "89TJQK"), ("234567", "9TJQKA"))  # without sevens, without eights
SUITS = "CDHS"
JOKERS = 2  # the pack with a ninth half suit
HALF_SUITS = [half + suit for suit in SUITS for half in "LH"]


class Flags(NamedTuple):
    """A variant; a wrong claim gives the half suit to holders 0, opponents 1, nobody 2."""

    players: int
    out_of_turn: bool
    claimant_turn: bool
    wrong_claim: int
    claim_out: bool


class Ask(NamedTuple):
    """An ask and its answer."""

    seat: int
    target: int
    card: str
    hit: bool


class Claim(NamedTuple):
    """A claim, with the seat said to hold each card and the one that did."""

    seat: int
    half: str
    said: dict
    true: dict


class Pass(NamedTuple):
    """A turn passed by a mover without cards."""

    seat: int
    to: int


class RefusedError(Exception):
    """A move that the rules do not allow."""


def refuse_unless(condition, why):
    """Refuse a move that does not fulfil a condition."""
    if not condition:
        raise RefusedError(why)


def half_suits(pack):
    """Return the six cards of each half suit, in ascending order."""
    cards = {
        "LH"[half] + suit: [rank + suit for rank in PACKS[min(pack, 1)][half]]
        for suit in SUITS
        for half in (0, 1)
    }
    return cards | ({"EJ": ["8C", "8D", "8H", "8S", "XR", "XB"]} if pack == JOKERS else {})


class Referee:
    """A game in which every move is checked; seats of one parity are a team."""

    def __init__(self, flags, hands, first, pack=0):
        self.flags = flags
        self.pack = pack
        self.halves = half_suits(pack)
        self.home = {card: half for half, cards in self.halves.items() for card in cards}
        self.hands = [set(hand) for hand in hands]
        assert sum(map(len, self.hands)) == len(set().union(*self.hands)) == len(self.home)
        self.first = self.turn = first
        self.owners = {}  # half suit: 0 or 1, or None for nobody
        self.moves = []
        self.turns = [(first, 0)]  # who had each turn, and how many moves came before it

    # What the rules say

    def team(self, seat):
        return range(seat % 2, self.flags.players, 2)

    def has_cards(self, team):
        return any(self.hands[seat] for seat in self.team(team))

    def is_over(self):
        if not any(self.hands):
            return True
        return not self.flags.claim_out and not (self.has_cards(0) and self.has_cards(1))

    def heirs(self):
        """Return whom a mover without cards passes to: team mates, or else whoever has cards."""
        if self.is_over() or self.hands[self.turn]:
            return set()
        for team in (self.turn, self.turn + 1):
            holders = {seat for seat in self.team(team) if self.hands[seat]}
            if holders:
                return holders
        raise AssertionError("nobody has cards in a game that is not over")

    def may_ask(self, target, card):
        """Return whether the mover may ask a seat for a card."""
        return (target, card) in self.legal()

    def legal(self):
        """Return the asks of the mover."""
        hand = self.hands[self.turn]
        wanted = {other for card in hand for other in self.halves[self.home[card]]} - hand
        targets = [seat for seat in self.team(self.turn + 1) if self.hands[seat]]
        return set() if self.is_over() else {(seat, card) for seat in targets for card in wanted}

    def holders(self, half):
        return {
            card: seat
            for card in self.halves[half]
            for seat, hand in enumerate(self.hands)
            if card in hand
        }

    # Moves

    def ask(self, target, card):
        refuse_unless(self.may_ask(target, card), f"{self.turn} asks {target} for {card}")
        hit = card in self.hands[target]
        self.moves.append(Ask(self.turn, target, card, hit))
        if hit:
            self.hands[target].remove(card)
            self.hands[self.turn].add(card)
        else:
            self._begin_turn(target)
        return hit

    def claim(self, seat, half, named):
        """Let a seat claim; ``said`` gives the team mate who holds each card."""
        refuse_unless(half not in self.owners, f"{half} was claimed")
        refuse_unless(seat == self.turn or self.flags.out_of_turn, f"it is not {seat}'s turn")
        refuse_unless(set(named) == set(self.halves[half]), f"{half} has other cards")
        refuse_unless(set(named.values()) <= set(self.team(seat)), "an opponent is named")
        holders = self.holders(half)
        right = named == holders
        is_opponents = any(holder % 2 != seat % 2 for holder in holders.values())
        if right:
            self.owners[half] = seat % 2
        elif self.flags.wrong_claim == 1 or (self.flags.wrong_claim == 0 and is_opponents):
            self.owners[half] = 1 - seat % 2
        else:
            self.owners[half] = None
        for hand in self.hands:
            hand.difference_update(self.halves[half])
        self.moves.append(Claim(seat, half, dict(named), holders))
        if right and self.flags.claimant_turn and seat != self.turn:
            self._begin_turn(seat)
        return right

    def pass_turn(self, to):
        refuse_unless(to in self.heirs(), f"{self.turn} passes to {to}")
        self.moves.append(Pass(self.turn, to))
        self._begin_turn(to)

    def _begin_turn(self, seat):
        self.turn = seat
        self.turns.append((seat, len(self.moves)))

    def repeat(self, move):
        """Make a move of another game, which must be legal here and have the same outcome."""
        if isinstance(move, Ask):
            refuse_unless(move.seat == self.turn, "another's turn")
            refuse_unless(self.ask(move.target, move.card) == move.hit, "another answer")
        elif isinstance(move, Claim):
            refuse_unless(self.holders(move.half) == move.true, "other holders")
            self.claim(move.seat, move.half, move.said)
        else:
            refuse_unless(move.seat == self.turn, "another's turn")
            self.pass_turn(move.to)

    # What everyone has seen

    def shown(self):
        """Return the seat of each card that somebody was seen to get and that is still held."""
        seen = {}
        for move in self.moves:
            if isinstance(move, Ask) and move.hit:
                seen[move.card] = move.seat
        return {card: seat for card, seat in seen.items() if self.home[card] not in self.owners}

    def lacks(self):
        """Return the cards, never shown and still held, that each seat was heard to lack."""
        shown = self.shown()
        lacking = [set() for _ in self.hands]
        for move in self.moves:
            if isinstance(move, Ask) and not move.hit and self.home[move.card] not in self.owners:
                for seat in (move.seat, move.target):
                    lacking[seat] |= {move.card} - set(shown)
        return lacking

    def needs(self):
        """Return the half suits of which each seat must hold a card that was never shown.

        That is so after an ask in it, with no card of it shown in their hand, until they give one
        that was not shown: it may have been the one they needed.
        """
        needed = [set() for _ in self.hands]
        seen = {}
        for move in self.moves:
            if isinstance(move, Claim):
                for halves in needed:
                    halves.discard(move.half)
            elif isinstance(move, Ask):
                half = self.home[move.card]
                if not any(seen.get(card) == move.seat for card in self.halves[half]):
                    needed[move.seat].add(half)
                if move.hit:
                    if move.card not in seen:
                        needed[move.target].discard(half)
                    seen[move.card] = move.seat
        return needed

    # Statistics

    def hits(self):
        counts = Counter(move.seat % 2 for move in self.moves if isinstance(move, Ask) and move.hit)
        return [counts[0], counts[1]]

    def wrong_claims(self):
        claims = [move for move in self.moves if isinstance(move, Claim)]
        counts = Counter(move.seat % 2 for move in claims if move.said != move.true)
        return [counts[0], counts[1]]

    def ask_backs(self):
        """Return the ask-backs of each team, and those with a claim in the same turn."""
        backs, claimed = [0, 0], [0, 0]
        starts = [start for _, start in self.turns]
        spans = zip(starts, [*starts[1:], len(self.moves)], strict=True)
        parts = [self.moves[start:end] for start, end in spans]
        for before, turn in pairwise(parts):
            miss = before[-1]
            asks = [move for move in turn if isinstance(move, Ask)]
            if not isinstance(miss, Ask) or not asks:
                continue  # it began otherwise
            me, taker, first = miss.target, miss.seat, asks[0]
            if first.target == taker and Ask(taker, me, first.card, True) in before:
                backs[me % 2] += 1
                after = turn[turn.index(first) :]
                half = self.home[first.card]
                claimed[me % 2] += half in [move.half for move in after if isinstance(move, Claim)]
        return backs, claimed


def initial_hands(hands, moves):
    """Return the hands that were dealt, given those after some moves."""
    hands = [set(hand) for hand in hands]
    for move in reversed(moves):
        if isinstance(move, Claim):
            for card, seat in move.true.items():
                hands[seat].add(card)
        elif isinstance(move, Ask) and move.hit:
            hands[move.seat].remove(move.card)
            hands[move.target].add(move.card)
    return hands


def unlocated(referee, seat):
    """Return the cards that a seat has never seen, and how many of them each other seat holds."""
    shown = referee.shown()
    hidden = [hand - set(shown) for hand in referee.hands]
    cards = sorted(set().union(*(hand for other, hand in enumerate(hidden) if other != seat)))
    return cards, {other: len(hand) for other, hand in enumerate(hidden) if other != seat and hand}


def number_of_splits(rooms):
    """Return the ways to give cards to seats that have room for so many each."""
    total, left = 1, sum(rooms.values())
    for room in rooms.values():
        total *= comb(left, room)
        left -= room
    return total


def splits(cards, rooms):
    """Yield every way to give cards to seats that have room for so many each."""
    if not rooms:
        yield {}
        return
    (seat, room), *rest = rooms.items()
    for chosen in combinations(cards, room):
        left = [card for card in cards if card not in chosen]
        for others in splits(left, dict(rest)):
            yield {seat: chosen, **others}


def agreeing_hands(referee, seat):
    """Yield the hands that a seat cannot tell from the true ones, each equally likely.

    Every card that the seat has never seen is given to every other one in turn; the deal that this
    comes from is found by undoing the moves, and the game is replayed from it.
    """
    shown = referee.shown()
    cards, rooms = unlocated(referee, seat)
    known = [
        set(hand) if other == seat else {card for card in hand if card in shown}
        for other, hand in enumerate(referee.hands)
    ]
    for split in splits(cards, rooms):
        hands = [hand | set(split.get(other, ())) for other, hand in enumerate(known)]
        dealt = initial_hands(hands, referee.moves)
        again = Referee(referee.flags, dealt, referee.first, referee.pack)
        try:
            for move in referee.moves:
                again.repeat(move)
        except RefusedError:
            continue
        assert again.hands == hands
        yield hands


class Count(NamedTuple):
    """How many deals agree, in all and with what."""

    deals: int
    held: Counter
    claims: Counter


def count_deals(referee, seat):
    """Return how many deals agree with what a seat has seen, and in how many of them what is so.

    ``held`` counts those in which a seat holds a card; ``claims`` those in which a half suit, the
    first of a pair, has the holders that are the second, in the order of its cards.
    """
    deals, held, claims = 0, Counter(), Counter()
    live = [half for half in referee.halves if half not in referee.owners]
    for hands in agreeing_hands(referee, seat):
        deals += 1
        holder_of = {card: other for other, hand in enumerate(hands) for card in hand}
        held.update((other, card) for card, other in holder_of.items())
        for half in live:
            claims[half, tuple(holder_of[card] for card in referee.halves[half])] += 1
    return Count(deals, held, claims)
