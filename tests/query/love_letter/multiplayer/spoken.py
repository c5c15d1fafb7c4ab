"""Rounds by the rule of thumb, told in words as each seat saw them."""

import numpy as np

from llq.query.love_letter.multiplayer.followed_party import FollowedParty
from llq.solver.love_letter.multiplayer import kernels, rounds
from llq.solver.love_letter.multiplayer.thumb import thumb_action
from llq.solver.rng import streams
from tests.solver.love_letter.multiplayer.replays import draw_due


def tell(variant, players, number, seat):
    """Yield each line that a seat hears of a round, with the round as the seat sees it then.

    The first pair has the card dealt. What a line leads to is None inside of a turn.
    """
    rules = rounds.party_rules(variant, players)
    party = rounds.party(rules, players, 0)
    names = [card.name for card in rules.cards]
    stream = streams(64, number, number + 1)
    row = party.fresh.copy()
    draw_due(party, row, stream)
    yield names[row[rounds.HAND + seat]], None
    while row[rounds.PHASE] != rounds.OVER:
        me = int(row[rounds.MOVER])
        if me == seat:
            yield f"I draw {names[row[rounds.DRAWN]]}", None
        hands = row[rounds.HAND : rounds.HAND + players].tolist()
        own_drawn = int(row[rounds.DRAWN])
        action = thumb_action(party.cards, party.setup, row, stream)
        card = int(party.moves[action, 0])
        kernels.act(party.cards, party.setup, party.moves, row, action)
        drawn = take_all(party, row, stream, seat)
        line = f"{'I' if me == seat else me} {names[card]}"
        target, named, out, gone = (
            int(row[field]) for field in (rounds.TARGET, rounds.NAMED, rounds.OUT, rounds.GONE)
        )
        line += f" on {target}" * (target >= 0)
        line += f", guessing {names[named]}" if named >= 0 else ""
        kept = hands[me] + own_drawn - card
        results = []
        if names[card] == "Guard" and target >= 0:
            results = ["missed" if out < 0 else "out"]
        elif names[card] == "Baron" and target >= 0:
            results = ["tie"] if out < 0 else [f"{out} out", names[gone]]
        elif gone >= 0:
            results = [names[gone]]
        elif names[card] in ("Priest", "King") and target >= 0:
            if me == seat:
                results = [f"saw {names[hands[target]]}"]
            elif target == seat and names[card] == "King":
                results = [f"saw {names[kept]}"]
        results += [f"drew {' and '.join(names[card] for card in drawn)}"] * bool(drawn)
        if row[rounds.PHASE] == rounds.KEEP:
            action = thumb_action(party.cards, party.setup, row, stream)
            held, _, last = party.moves[action].tolist()
            if me == seat:
                results += [f"kept {names[held]}", f"{names[last]} last"]
            kernels.act(party.cards, party.setup, party.moves, row, action)
        view = np.zeros_like(row)
        rounds.see(row, seat, view)
        yield line + f": {', '.join(results)}" * bool(results), view
        draw_due(party, row, stream)


def take_all(party, row, stream, seat):
    """Draw what a play makes somebody draw, and return what the seat sees of it."""
    seen = []
    while row[rounds.PHASE] == rounds.CHANCE:
        due = row[rounds.DUE_FOR + row[rounds.DUE] - 1]
        if due == rounds.DUE_DRAWN:
            break
        is_own = due == seat or (due > rounds.DUE_DRAWN and row[rounds.MOVER] == seat)
        bits = int(kernels.next_bits(stream))
        place = (bits >> 32) * rounds.places(row) >> 32
        card = rounds.take(party.cards, party.setup, row, place)
        seen += [card] * bool(is_own)
    return seen


def begin(variant, players, number):
    """Return a round as its player has it before any turn, and the lines that they hear of it."""
    seat = number % players
    dealt, *lines = [line for line, _ in tell(variant, players, number, seat)]
    return FollowedParty(players, dealt, seat=seat, variant=variant), lines
