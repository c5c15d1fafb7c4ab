"""Possible next lines of a followed multiplayer round."""

from collections.abc import Iterator

from llq.errors import IllegalState
from llq.query.love_letter.multiplayer.advice import own_cards
from llq.query.love_letter.multiplayer.notation import FollowedParty, hear
from llq.query.love_letter.rounds.followed_rounds import Continuation, Play
from llq.solver.love_letter.multiplayer.rounds import compares, legal_actions
from llq.solver.love_letter.multiplayer.watched_round import WatchedRound
from llq.solver.love_letter.multiplayer.words import PartyAction, action_of, describe
from llq.solver.love_letter.turn import DISCARDS, EXCHANGES


def next_draws(followed: FollowedParty) -> list[str]:
    """Return card names for the player's possible draws; none out of turn."""
    if followed.is_over or followed.is_to_choose or followed.round.mover != followed.seat:
        return []
    return [name for name in followed.round.names if _can_hear(followed.round, f"I draw {name}")]


def next_plays(followed: FollowedParty) -> list[Play[PartyAction]]:
    """Return the mover's plays with their possible results."""
    round_ = followed.round
    is_own, view, party = round_.mover == followed.seat, round_.view, round_.party
    if followed.is_over or (is_own and not followed.is_to_choose):
        return []
    numbers = [number for number, move in enumerate(party.moves.tolist()) if move[1] >= 0]
    if is_own:
        room = [0] * len(party.moves)
        numbers = room[: legal_actions(party.cards, party.setup, view, room)]  # type: ignore[arg-type]
    plays = []
    for number in numbers:
        action = action_of(round_.rules, party, view, number)
        text = describe(round_.rules, party, view, number)
        if not is_own:
            text = text.replace("yourself", "themselves").replace(f" on {followed.seat}", " on you")
        if outcomes := tuple(_outcomes(followed, action)):
            plays.append(Play(action, text, outcomes))
    return plays


def _outcomes(followed: FollowedParty, action: PartyAction) -> Iterator[Continuation]:
    """Yield a play's possible results, each as an input line."""
    round_, me, target = followed.round, followed.round.mover, action.target
    if action.last is not None:
        yield Continuation("", f"kept {action.card}, {action.last} last")
        return
    is_own, names = me == followed.seat, round_.names
    row = round_.rules.cards[round_.rules.card(action.card)].effect.row
    line = f"{'I' if is_own else me} {action.card}"
    line += f" on {target}" if target is not None else ""
    line += f", guessing {action.guess}" if action.guess else ""
    endings = [("", "")]
    if action.guess:
        endings = [("missed", ": missed"), ("right", ": out")]
    elif compares(row.may) and target is not None:
        outs = [(out, name) for out in (target, me) for name in names[:-1]]
        endings = [("equal", ": tie")]
        endings += [
            (f"{_call(followed, out)} out with {n}", f": {out} out, {n}") for out, n in outs
        ]
    elif row.may & DISCARDS:
        endings = [(f"{name} put down", f": {name}") for name in names]
        if target == followed.seat:
            hand = {names[card] for card in own_cards(round_.view, followed.seat)}
            endings += [(f"you draw {n}", f": {card}, drew {n}") for card in hand for n in names]
    elif row.is_deadly:
        endings = [(f"beside {name}", f": {name}") for name in names]
    elif not _can_hear(round_, line):
        endings = [(f"you see {name}", f": saw {name}") for name in names]
        if row.may & EXCHANGES:
            pairs = [f"{a} and {b}" for a in names for b in names]
            endings = [(f"you draw {cards}", f": drew {cards}") for cards in (*names, *pairs)]
    listed = set[frozenset[str]]()
    for text, end in endings:
        words = frozenset(end.split())  # two cards that are drawn in either order are told once
        if words not in listed and _can_hear(round_, line + end):
            listed.add(words)
            yield Continuation(text, line + end)


def _call(followed: FollowedParty, seat: int) -> str:
    return "you are" if seat == followed.seat else f"{seat} is"


def _can_hear(round_: WatchedRound, line: str) -> bool:
    try:
        hear(round_.copy(), line)
    except IllegalState:
        return False
    return True
