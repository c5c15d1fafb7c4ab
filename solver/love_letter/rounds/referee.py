"""The round of Love Letter for two to six players, turn by turn: rules as plain functions of a row.

A round is a *row* of int64, the fields named below. Plain functions in the part of Python that
numba compiles: `multiplayer.kernels` compiles them, a game that goes move by move runs them as they
are. Nothing here draws by chance: whoever holds the row says which place of the pool a card comes
from (`places`, `take`).

The pool is the deck and the card set aside together, shuffled as it is drawn from: each draw moves
a card to the end of those left, so the last one left is the card set aside. Cards that a
Chancellor returns lie below the pool in their order, and are drawn once only the card set aside is
left of it.

What everybody knows for certain is part of the row: who knows whose card (`KNOWN`), and which
cards a player cannot hold by what was seen of all (`EXCLUDED`): missed guesses since their last
turn, and what a lost comparison left.

References
----------
.. [1] Love Letter, rules of play, Alderac Entertainment Group, 2012.
.. [2] Love Letter, Z-Man Games, 2019. `editions` has each reading with its source.
"""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from llq.errors import IllegalState
from llq.solver.array_types import Ints
from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.editions import EDITIONS, edition
from llq.solver.love_letter.rules import Argument, Rules
from llq.solver.love_letter.turn import CardRows, is_forced, resolve
from llq.solver.love_letter.variants import rules as find_rules

MOST_SEATS, MOST_KINDS, MOST_RETURNED, MOST_DECK = 6, 10, 4, 21
ODDS, SPARE = MOST_SEATS, MOST_SEATS + 1
LIKELY_ROWS = MOST_SEATS + 2
"""Rows of the likelihoods of `multiplayer.beliefs`: one a seat, then ODDS, and SPARE to work in."""
UNKNOWN = -1
OFFICIAL_FACE_UP = 3
"""Cards laid face up where two play."""

(
    PHASE, MOVER, DRAWN, DRAWN_KNOWN, LEFT, LOW, END, DUE, TO_SHOW, ALIVE, MAIDS, SPIES, WINNERS,
    SPY_TOKEN, SEATS, CARD, TARGET, NAMED, OUT, GONE, TURNS,
) = range(21)  # fmt: skip
EXTRA = 21
DUE_FOR = EXTRA + 2
HAND = DUE_FOR + MOST_SEATS + 2
TOTAL = HAND + MOST_SEATS
KNOWN = TOTAL + MOST_SEATS
MAY_KNOW = KNOWN + MOST_SEATS
EXCLUDED = MAY_KNOW + MOST_SEATS
REST = EXCLUDED + MOST_SEATS
BOTTOM = REST + MOST_KINDS
RETURNED_BY = BOTTOM + MOST_RETURNED
POOL = RETURNED_BY + MOST_RETURNED
ROW = POOL + MOST_DECK
"""
PHASE        `CHANCE`, `PLAY`, `KEEP` or `OVER`
MOVER        seat to move
DRAWN        the mover's other card; DRAWN_KNOWN: a bit for each seat that knows it
LEFT         cards left in the pool, the card set aside among them
LOW, END     the first card of BOTTOM not yet drawn, and the end of those returned
DUE          entries of DUE_FOR, what the draws to come are for, the next one last
TO_SHOW      cards still to be laid face up, all by one entry of DUE_FOR
ALIVE, MAIDS, SPIES, WINNERS
             a bit for each seat: still in the round, protected, has put down a Spy, won
SPY_TOKEN    the seat that gets the Spy's token, else `UNKNOWN`
SEATS        number of players
CARD, TARGET, NAMED, OUT, GONE
             the last turn: the card played, the seat that it was aimed at, the card guessed, who
             went out by it, and the card put down besides the one played; `UNKNOWN` where none
TURNS        turns played
EXTRA        the Chancellor's draws
HAND         each player's card
TOTAL        each player's total of discarded numbers
KNOWN        a bit for each seat that knows a player's card
MAY_KNOW     a bit for each seat that all saw learn it, and that knows it unless it has been played
EXCLUDED     a bit for each card that a player cannot hold by what all have seen
REST         copies of each card that were not seen by all
BOTTOM       the cards returned, RETURNED_BY: a bit for the seat that knows each
POOL         the pool
"""

CHANCE, PLAY, KEEP, OVER = range(4)
DUE_DRAWN, DUE_FACE_UP, DUE_EXTRA = range(MOST_SEATS, MOST_SEATS + 3)
"""A draw's destination; smaller numbers are a seat's hand."""

EFFECT, NUMBER, VALUE, COPIES, FIRST, IS_SPY, NAME, AIM, GUESSES, MAY, BARRED = range(11)
"""Columns of `Party.cards`: effect and number in the form for `turn.resolve`; NAME, a card's place
among those that may be guessed; AIM, one of the next three; GUESSES, 1 if it names a card; MAY, all
its possible consequences; BARRED, a bit per card that forbids playing it."""
AT_NOBODY, AT_OTHERS, AT_ANYBODY = range(3)
AT_LAST, AT_NEXT = -1, -2
"""Places of a card returned by a Chancellor: below the others, or above them."""
PLAYERS, KINDS, NAMES, SPY_RULE, BY_DISCARDS, FIRST_KEEP, FACE_UP, KNOWS_RETURNED, SHOWS_OUT = (
    range(9)
)
"""Fields of `Party.setup`; KNOWS_RETURNED, 1 if who returns a card knows it when it is drawn;
SHOWS_OUT, 1 if who goes out shows and puts down the card in hand."""
_NO_SPIES, _REMAINING = range(2)
"""Values of SPY_RULE, as in `rules.GameArrays`: no Spy counts, or only of players still in."""

Row = list[int] | Ints
"""A round, as list or array."""

PARTIES = ("classic", "2019")
"""Editions supported at multiplayer tables."""
_PARTY_RULES = {"2019": replace(find_rules("2019-tokens"), variant="2019")}
"""Variants scored by tokens at multiplayer tables."""
_VALUE_WEIGHT = 1_000_000  # of a final card, above any total of discards


class Party(NamedTuple):
    """Rules for a given number of players, in the kernels' form; all int64.

    Actions are numbered by card, then by whom they are aimed at, counted from the mover on (0 is
    nobody, or the mover for a card that may be aimed at its player), then by the card named; the
    choices of a Chancellor, by the card kept and the one that lies last, follow.
    """

    cards: Ints  # (cards, 11): each card's columns EFFECT to BARRED.
    setup: Ints  # (9,): the fields PLAYERS to SHOWS_OUT.
    # (actions, 3): card, offset of the target seat, named card; for a Chancellor's choice the card
    # kept, `AT_LAST` or `AT_NEXT`, and the returned card that lies there.
    moves: Ints
    fresh: Ints  # (ROW,): a round before any card is drawn; seat 0 has the first turn.


class PlainParty(NamedTuple):
    """A `Party` as lists, quick in plain Python."""

    cards: list[list[int]]
    setup: list[int]
    moves: list[list[int]]
    fresh: list[int]


def party_rules(variant: str = "classic", players: int = 4) -> Rules:
    """Return an edition's rules for a given number of players."""
    rules = find_rules(variant)
    box = next((box for box in EDITIONS.values() if rules.variant in box.variants), None)
    if box is None or box.name not in PARTIES:
        raise IllegalState(
            f"tables of three and more play {' or '.join(PARTIES)}; {rules.variant} is for two"
        )
    least, most = box.players
    if type(players) is not int or not least <= players <= most:
        others = [
            f"{name} {edition(name).players[0]} to {edition(name).players[1]}"
            for name in PARTIES
            if name != box.name
        ]
        raise IllegalState(
            f"{box.name} Love Letter is for {least} to {most} players ({', '.join(others)}); got "
            f"{players!r}"
        )
    return _PARTY_RULES.get(rules.variant, rules) if rules.spy_rule is None else rules


@lru_cache(maxsize=32)
def party(rules: Rules, players: int, face_up: int | None = None) -> Party:
    """Return the rules of a table; by default three cards lie face up where two play."""
    tables = plain_party(rules, players, face_up)
    return Party(*(np.array(table, dtype=np.int64) for table in tables))


@lru_cache(maxsize=32)
def plain_party(rules: Rules, players: int, face_up: int | None = None) -> PlainParty:
    """Return the rules of a table as lists; parameters as `party` takes them."""
    shown = (OFFICIAL_FACE_UP if players == 2 else 0) if face_up is None else face_up
    most = min(rules.deck_size - players - 2, OFFICIAL_FACE_UP)
    if type(shown) is not int or not 0 <= shown <= most:
        raise IllegalState(f"0 to {most} cards can lie face up; got {shown!r}")
    return _lay_table(rules, players, shown, [DUE_DRAWN, *reversed(range(players)), DUE_FACE_UP])


@lru_cache(maxsize=32)
def plain_pair(rules: Rules, face_up: int) -> PlainParty:
    """Return the rules of the two-player game: actions are numbered as in ``rules.plays``.

    Cards are laid face up after the deal, what an exchange returns is forgotten, and nobody shows
    the card with which they go out.
    """
    cards, setup, *_, fresh = _lay_table(rules, 2, face_up, [DUE_FACE_UP, 1, DUE_DRAWN, 0])
    setup = [*setup[:KNOWS_RETURNED], 0, 0]
    moves = []
    for card, argument in rules.plays:
        aim, named = cards[card][AIM], argument if cards[card][GUESSES] else UNKNOWN
        moves.append([card, 1 - argument if aim == AT_ANYBODY else aim, named])
    return PlainParty(cards, setup, moves + _keep_moves(rules, AT_NEXT), fresh)


# The cards


def _lay_table(rules: Rules, players: int, face_up: int, due: list[int]) -> PlainParty:
    """Return a table's rules, with the draws ``due`` for the deal, the first one last."""
    kinds = len(rules.cards)
    guesses = [card.effect.row.argument == Argument.CARD for card in rules.cards]
    nameable = [card for card, is_guess in enumerate(guesses) if not is_guess]
    cards: list[list[int]] = []
    moves: list[list[int]] = []
    for number, card in enumerate(rules.cards):
        first, effect = len(moves), card.effect.row
        aim = AT_ANYBODY if effect.argument == Argument.TARGET else int(effect.is_aimed)
        moves.append([number, 0, UNKNOWN])
        if guesses[number]:
            moves += [[number, seat, name] for seat in range(1, players) for name in nameable]
        elif aim:
            moves += [[number, seat, UNKNOWN] for seat in range(1, players)]
        barred = sum(1 << other for other in range(kinds) if is_forced(rules.arrays, other, number))
        name = nameable.index(number) if number in nameable else UNKNOWN
        cards.append(
            [
                int(card.effect), card.number, card.value, card.copies, first, int(card.is_spy),
                name, aim, int(guesses[number]), int(effect.may), barred,
            ]
        )  # fmt: skip
    spy_rule, by_discards = int(rules.arrays.spy_rule[0]), int(rules.counts_discards)
    setup = [players, kinds, len(nameable), spy_rule, by_discards, len(moves), face_up, 1, 1]
    moves += _keep_moves(rules, AT_LAST)
    return PlainParty(cards, setup, moves, _fresh_row(cards, players, face_up, due))


def _keep_moves(rules: Rules, place: int) -> list[list[int]]:
    """Return the moves of a Chancellor's choices, whose second card goes to ``place``."""
    kinds = range(len(rules.cards) if rules.chooses_twice else 0)
    return [[kept, place, other] for kept in kinds for other in kinds]


def _fresh_row(cards: list[list[int]], players: int, face_up: int, due: list[int]) -> list[int]:
    """Return a round before the first draw; seat 0 has the first turn."""
    pool = [number for number, card in enumerate(cards) for _ in range(card[COPIES])]
    row = [0] * max(ROW, POOL + len(pool))
    for field in (DRAWN, EXTRA, EXTRA + 1, SPY_TOKEN, CARD, TARGET, NAMED, OUT, GONE):
        row[field] = UNKNOWN
    row[HAND : HAND + MOST_SEATS] = [UNKNOWN] * MOST_SEATS
    row[SEATS], row[ALIVE] = players, (1 << players) - 1
    row[REST : REST + len(cards)] = [card[COPIES] for card in cards]
    row[POOL : POOL + len(pool)] = pool
    row[LEFT], row[TO_SHOW] = len(pool), face_up
    due = [draw for draw in due if face_up or draw != DUE_FACE_UP]
    row[DUE_FOR : DUE_FOR + len(due)] = due
    row[DUE] = len(due)
    return row


def deck_left(row: Row) -> int:
    """Return the deck's number of cards, without the card set aside; 0 or less when empty."""
    return int(row[LEFT] - 1 + row[END] - row[LOW])


def unseen_cards(view: Row, unseen: Row) -> int:
    """Return the number of unseen cards in a view; ``unseen`` gets each card's copies, in place."""
    total = 0
    for card in range(len(unseen)):
        unseen[card] = view[REST + card]
        total += unseen[card]
    for seat in range(view[SEATS]):
        total -= _take_seen(view[HAND + seat], unseen)
    for field in (DRAWN, EXTRA, EXTRA + 1):
        total -= _take_seen(view[field], unseen)
    for place in range(view[LOW], view[END]):
        total -= _take_seen(view[BOTTOM + place], unseen)
    return int(total)


def _take_seen(card: int, unseen: Row) -> int:
    """Take a seen card, if any, out of the unseen; return the number taken."""
    if card < 0:
        return 0
    unseen[card] -= 1
    return 1


def places(row: Row) -> int:
    """Return how many places the next draw may come from, all equally likely."""
    return int(row[LEFT]) if row[LEFT] > 1 else 1


def take(cards: CardRows, setup: Row, row: Row, place: int) -> int:
    """Return the card drawn from a place, moved in place to its destination."""
    known = 0
    left = row[LEFT]
    if left > 1:
        card = row[POOL + place]
        row[POOL + place] = row[POOL + left - 1]
        row[POOL + left - 1] = card
        row[LEFT] = left - 1
    elif row[LOW] < row[END]:
        card, known = row[BOTTOM + row[LOW]], row[RETURNED_BY + row[LOW]]
        row[LOW] += 1
    else:
        card = row[POOL]
        row[LEFT] = 0
    row[DUE] -= 1
    due = row[DUE_FOR + row[DUE]]
    if due < MOST_SEATS:
        row[HAND + due] = card
        row[KNOWN + due] = row[MAY_KNOW + due] = known & ~(1 << due)
    elif due == DUE_DRAWN:
        row[DRAWN], row[DRAWN_KNOWN] = card, known & ~(1 << row[MOVER])
    elif due == DUE_FACE_UP:
        row[REST + card] -= 1
        row[TO_SHOW] -= 1
        row[DUE] += row[TO_SHOW] > 0
    else:
        row[EXTRA + due - DUE_EXTRA] = card
    if row[DUE] == 0:
        if due < MOST_SEATS and row[TURNS] > 0:  # a Prince's
            end_turn(cards, setup, row)
        else:
            row[PHASE] = KEEP if due >= DUE_EXTRA else PLAY
    return int(card)


def _put_down(cards: CardRows, row: Row, seat: int, card: int) -> None:
    row[REST + card] -= 1
    row[TOTAL + seat] += cards[card][NUMBER]
    if cards[card][IS_SPY]:
        row[SPIES] |= 1 << seat


# Turns


def open_seats(row: Row) -> int:
    """Return a bit for each seat the mover may target."""
    return int(row[ALIVE] & ~row[MAIDS] & ~(1 << row[MOVER]))


def is_barred(cards: CardRows, card: int, other: int) -> bool:
    """Return whether a card is barred by a forced card in the same hand."""
    return bool(cards[card][BARRED] >> other & 1)


def wins_comparison(cards: CardRows, card: int, is_mover: bool, kept: int, lost: int) -> bool:
    """Return whether a kept card, the mover's or the target's, wins a comparison with another."""
    if is_mover:
        return resolve(cards, card, 0, kept, lost, 0) & effects.WINS != 0
    return resolve(cards, card, 0, lost, kept, 0) & effects.LOSES != 0


def legal_actions(cards: CardRows, setup: Row, row: Row, actions: Row) -> int:
    """Return the number of legal actions, written ascending into ``actions`` in place."""
    if row[PHASE] == KEEP:
        return _list_keeps(setup, row, actions)
    if row[PHASE] != PLAY:
        return 0
    own_card, drawn = row[HAND + row[MOVER]], row[DRAWN]
    low, high = min(own_card, drawn), max(own_card, drawn)
    count = 0
    if not is_barred(cards, low, high):
        count = _list_plays(cards, setup, row, low, actions, count)
    if low != high and not is_barred(cards, high, low):
        count = _list_plays(cards, setup, row, high, actions, count)
    return count


def _list_plays(cards: CardRows, setup: Row, row: Row, card: int, actions: Row, count: int) -> int:
    """Return ``count`` extended by a card's plays, written into ``actions`` in place."""
    targets, players, names = open_seats(row), setup[PLAYERS], setup[NAMES]
    first, aim = cards[card][FIRST], cards[card][AIM]
    if aim != AT_OTHERS or targets == 0:
        actions[count] = first
        count += 1
    if aim == AT_NOBODY:
        return count
    for offset in range(1, players):
        if not targets >> (row[MOVER] + offset) % players & 1:
            continue
        if cards[card][GUESSES]:
            for name in range(names):
                actions[count] = first + 1 + (offset - 1) * names + name
                count += 1
        else:
            actions[count] = first + offset
            count += 1
    return count


def _list_keeps(setup: Row, row: Row, actions: Row) -> int:
    """Return the number of a Chancellor's choices, written ascending into ``actions`` in place."""
    first, second, third = row[HAND + row[MOVER]], row[EXTRA], row[EXTRA + 1]
    kinds, count = setup[KINDS], 0
    for kept in range(kinds):
        has_kept = first == kept or second == kept or third == kept
        for last in range(kinds):
            copies = int(first == last) + int(second == last) + int(third == last)
            if has_kept and copies > (kept == last):
                actions[count] = setup[FIRST_KEEP] + kept * kinds + last
                count += 1
    return count


def act(cards: CardRows, setup: Row, moves: CardRows, row: Row, action: int) -> None:
    """Make the mover's legal action in place, leaving its draws due."""
    card, offset, named = moves[action]
    me = row[MOVER]
    if offset < 0:
        count = 2 if row[EXTRA + 1] >= 0 else 1
        if offset == AT_NEXT and count == 2:
            named = row[HAND + me] + row[EXTRA] + row[EXTRA + 1] - card - named
        keep(cards, setup, row, card, named, count)
        return
    target = UNKNOWN
    if offset > 0:
        target = me + offset
        if target >= row[SEATS]:
            target -= row[SEATS]
        if row[MAIDS] >> target & 1:  # only the two-player game lets that be played
            target = UNKNOWN
    elif cards[card][AIM] == AT_ANYBODY:
        target = me
    # Find who goes out by it, and which card is put down.
    kept = row[DRAWN] if card == row[HAND + me] else row[HAND + me]
    is_alone = 1 if target < 0 or target == me else 0
    other = kept if is_alone else row[HAND + target]
    effect = resolve(cards, card, named if cards[card][GUESSES] else 0, kept, other, is_alone)
    out, gone = UNKNOWN, UNKNOWN
    if effect & effects.LOSES:
        out, gone = me, kept
    elif effect & (effects.WINS | effects.DISCARDS):
        gone = other
        if effect & effects.WINS:
            out = target
    row[CARD], row[TARGET], row[NAMED], row[OUT], row[GONE] = card, target, named, out, gone
    play_out_turn(cards, setup, row, cards[card][MAY] if out >= 0 else effect)


def play_out_turn(cards: CardRows, setup: Row, row: Row, may: int) -> None:
    """Carry out the turn of the row's fields CARD to GONE; ``row`` in place.

    Hands may be `UNKNOWN`, as in the row of what one player sees; ``may`` are the consequences that
    the play had, or may have.
    """
    me, card, target, named = row[MOVER], row[CARD], row[TARGET], row[NAMED]
    out, gone = row[OUT], row[GONE]
    row[TURNS] += 1
    # Put down the played card: of two equal cards nobody knows which.
    if card == row[HAND + me] or (row[HAND + me] < 0 <= row[DRAWN] and card != row[DRAWN]):
        row[KNOWN + me] = 0 if row[DRAWN] == card else row[DRAWN_KNOWN]
        row[HAND + me] = row[DRAWN]
    row[DRAWN], row[DRAWN_KNOWN] = UNKNOWN, 0
    row[EXCLUDED + me] = 0
    _put_down(cards, row, me, card)
    # Apply its effect on hands and on what is known of them.
    if may & effects.PROTECTS:
        row[MAIDS] |= 1 << me
    elif may & effects.EXCHANGES:
        count = min(deck_left(row), 2)
        for number in range(count):
            row[DUE_FOR + number] = DUE_EXTRA + count - 1 - number
        row[DUE] = max(count, 0)
    elif target >= 0 and may & effects.DISCARDS:
        _put_down(cards, row, target, gone)
        if out < 0:
            _replace_hand(row, target, UNKNOWN)
            row[DUE_FOR], row[DUE] = target, 1
    elif target >= 0 and out >= 0 and may & effects.REVEALS and setup[SHOWS_OUT]:  # a comparison
        winner = me + target - out
        for kept in range(len(cards)):
            if not wins_comparison(cards, card, winner == me, kept, gone):
                row[EXCLUDED + winner] |= 1 << kept
    elif target >= 0 and out < 0:
        if named >= 0:
            row[EXCLUDED + target] |= 1 << named
        if may & effects.SWAPS:
            _swap_hands(row, me, target)
        for field in (KNOWN, MAY_KNOW):
            if may & effects.SEES_THEIRS:
                row[field + target] |= 1 << me
            if may & effects.SHOWS_OWN:
                row[field + me] |= 1 << target
    # Take who is out from the round.
    if out >= 0:
        row[ALIVE] &= ~(1 << out)
        row[MAIDS] &= ~(1 << out)
        if setup[SHOWS_OUT]:
            if not may & effects.DISCARDS:
                _put_down(cards, row, out, gone)
            _replace_hand(row, out, UNKNOWN)
        elif not may & effects.DISCARDS:  # of the card kept hidden only a Spy counts
            row[SPIES] |= cards[gone][IS_SPY] << out
            row[GONE] = UNKNOWN
    if row[DUE]:
        row[PHASE] = CHANCE
    else:
        end_turn(cards, setup, row)


def _replace_hand(row: Row, seat: int, card: int) -> None:
    """Give a seat a card of which nobody else knows anything, in place."""
    row[HAND + seat] = card
    row[KNOWN + seat] = row[MAY_KNOW + seat] = row[EXCLUDED + seat] = 0


def _swap_hands(row: Row, me: int, target: int) -> None:
    """Swap two hands with all that is known of them, in place."""
    for field in (HAND, KNOWN, MAY_KNOW, EXCLUDED):
        swapped = row[field + me]
        row[field + me] = row[field + target]
        row[field + target] = swapped
    for field in (KNOWN, MAY_KNOW):
        row[field + target] &= ~(1 << target)
        row[field + me] &= ~(1 << me)


def keep(cards: CardRows, setup: Row, row: Row, kept: int, last: int, count: int) -> None:
    """Keep a card and return ``count`` others to the bottom, ``last`` lowest, in place.

    Both cards are `UNKNOWN` in the row of a player who does not see them.
    """
    me, known = row[MOVER], setup[KNOWS_RETURNED] << row[MOVER]
    if count == 2:
        other = UNKNOWN
        if kept >= 0:
            other = row[HAND + me] + row[EXTRA] + row[EXTRA + 1] - kept - last
        row[BOTTOM + row[END]], row[RETURNED_BY + row[END]] = other, known
        row[END] += 1
    row[BOTTOM + row[END]], row[RETURNED_BY + row[END]] = last, known
    row[END] += 1
    row[EXTRA] = row[EXTRA + 1] = UNKNOWN
    _replace_hand(row, me, kept)
    end_turn(cards, setup, row)


def end_turn(cards: CardRows, setup: Row, row: Row) -> None:
    """Pass the turn, or end the round, in place."""
    alive = row[ALIVE]
    if alive & (alive - 1) == 0 or deck_left(row) <= 0:
        _finish(cards, setup, row)
        return
    later = alive >> row[MOVER] + 1 << row[MOVER] + 1
    bit = int(later & -later if later else alive & -alive)
    seat = (bit > 1) + (bit > 2) + (bit > 4) + (bit > 8) + (bit > 16)  # its place, with no branch
    row[MOVER] = seat
    row[MAIDS] &= ~(1 << seat)
    row[DUE_FOR], row[DUE], row[PHASE] = DUE_DRAWN, 1, CHANCE


def _finish(cards: CardRows, setup: Row, row: Row) -> None:
    """End the round in place: compare cards, then discards if they count; award the Spy's token."""
    winners, best = 0, -1
    for seat in range(row[SEATS]):
        if row[ALIVE] >> seat & 1:
            worth = 0
            if row[HAND + seat] >= 0:
                worth = cards[row[HAND + seat]][VALUE] * _VALUE_WEIGHT
            if setup[BY_DISCARDS]:
                worth += row[TOTAL + seat]
            if worth > best:
                winners, best = 0, worth
            if worth == best:
                winners |= 1 << seat
    row[WINNERS] = winners
    spies = row[SPIES]
    if setup[SPY_RULE] == _REMAINING:
        spies &= row[ALIVE]
    is_sole = spies != 0 and spies & (spies - 1) == 0
    if setup[SPY_RULE] != _NO_SPIES and is_sole and spies & row[ALIVE]:
        seat = 0
        while not spies >> seat & 1:
            seat += 1
        row[SPY_TOKEN] = seat
    row[PHASE] = OVER


def see(row: Row, seat: int, view: Row) -> None:
    """Write a seat's view of a round into ``view``, in place."""
    for field in range(ROW):
        view[field] = row[field]
    for other in range(row[SEATS]):
        if other != seat and not row[KNOWN + other] >> seat & 1:
            view[HAND + other] = UNKNOWN
            view[KNOWN + other] = row[MAY_KNOW + other] & ~(1 << seat)
    if row[MOVER] != seat:
        if not row[DRAWN_KNOWN] >> seat & 1:
            view[DRAWN] = UNKNOWN
        view[EXTRA] = view[EXTRA + 1] = UNKNOWN
    for place in range(row[END]):
        if not row[RETURNED_BY + place] >> seat & 1:
            view[BOTTOM + place] = UNKNOWN
    for place in range(row[LEFT]):
        view[POOL + place] = UNKNOWN


# What a row says


def seats_in(bits: int) -> list[int]:
    """Return the seats of a row's bits, such as those of ALIVE."""
    return [seat for seat in range(MOST_SEATS) if bits >> seat & 1]


def is_chance(row: Row) -> bool:
    """Return whether a card is due to be drawn."""
    return bool(row[PHASE] == CHANCE)


def next_due(row: Row) -> int:
    """Return what the next draw is for: a seat, or one of DUE_DRAWN to DUE_EXTRA + 1."""
    return int(row[DUE_FOR + row[DUE] - 1])


def legal_numbers(party: Party | PlainParty, row: Row) -> list[int]:
    """Return the mover's legal actions, ascending; empty unless a player is to choose."""
    legal = [0] * len(party.moves)
    return legal[: legal_actions(party.cards, party.setup, row, legal)]


def hand_cards(row: Row, seat: int) -> list[int]:
    """Return the cards in a player's hand, ascending."""
    return sorted(held_cards(row, seat))


def held_cards(row: Row, seat: int) -> list[int]:
    """Return the cards in a player's hand, the one drawn after the one held."""
    cards = [row[HAND + seat]]
    if row[MOVER] == seat:
        cards += [row[DRAWN], row[EXTRA], row[EXTRA + 1]]
    return [int(card) for card in cards if card >= 0]
