"""Record of a played round in words, as one seat saw it."""

from llq.solver.love_letter.multiplayer import rounds
from llq.solver.love_letter.multiplayer.game_state import PartyState
from llq.solver.love_letter.multiplayer.rounds import party_rules
from llq.solver.love_letter.multiplayer.words import (
    PartyAction,
    Row,
    action_of,
    next_due,
    turn_text,
)
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rounds.record import PlayedTurn
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.turn import SEES_THEIRS, SWAPS, compares


def write_party(state: PartyState | LoveLetterState, seat: int) -> str:
    """Return a player's record of a round in `watch` notation, after a table comment.

    A round of two is written as one of a table, if its edition has such.

    Examples
    --------
    >>> import llq
    >>> played = llq.love_letter.play(["thumb", "thumb", "random"], seed=5, variant="2019")
    >>> print(write_party(played.state, 0), end="")
    # 2019, 3 players, seat 0, dealt Priest
    I draw Chancellor
    I Priest on 1: saw Guard
    1 Guard on 0, guessing Chancellor: out
    2 Handmaid
    1 Guard
    2 Spy
    1 Handmaid
    2 Countess
    1 Spy
    2 Guard on 1, guessing Priest: missed
    1 Prince on 2: Guard
    2 Prince on 2: Princess
    """
    party = as_party(state) if isinstance(state, LoveLetterState) else state
    names = [card.name for card in party.rules.cards]
    turns: list[tuple[str, list[str]]] = []
    dealt, face_up = "", list[str]()
    for move, before, after in zip(
        party.moves, party.rows, [*party.rows[1:], party.row], strict=True
    ):
        is_own, phase = before[rounds.MOVER] == seat, before[rounds.PHASE]
        if phase == rounds.CHANCE:
            due = next_due(before)
            if due == rounds.DUE_FACE_UP:
                face_up.append(names[move])
            elif due == rounds.DUE_DRAWN:
                turns += [(f"I draw {names[move]}", [])] * is_own
            elif due == seat and not turns and not dealt:
                dealt = names[move]
            elif due == seat or (due > rounds.DUE_DRAWN and is_own):
                _, results = turns[-1]
                if results and results[-1].startswith("drew "):
                    results[-1] += f" and {names[move]}"
                else:
                    results.append(f"drew {names[move]}")
        elif phase == rounds.PLAY:
            action = action_of(party.rules, party.party, before, move)
            text = turn_text("I" if is_own else str(before[rounds.MOVER]), action)
            turns.append((text, _results(party, before, after, seat)))
        elif is_own:
            kept, _, last = party.party.moves[move].tolist()
            turns[-1][1].extend((f"kept {names[kept]}", f"{names[last]} last"))
    head = describe_table(party.rules.variant, party.players, seat, " ".join(face_up), dealt)
    lines = [text + f": {', '.join(results)}" * bool(results) for text, results in turns]
    return "\n".join([head, *lines]) + "\n"


def describe_table(variant: str, players: int, seat: int, face_up: str, dealt: str) -> str:
    """Return the first line of a record: the table and the cards at the beginning."""
    cards = f", face up {face_up}" * bool(face_up)
    return f"# {variant}, {players} players, seat {seat}{cards}, dealt {dealt}"


def as_party(state: LoveLetterState) -> PartyState:
    """Convert a two-player round to multiplayer form, keeping cards and choices."""
    rules = state.rules
    party = PartyState(party_rules(rules.variant, 2), 2, state.face_up)
    turns, face_up, extra, begun = state.begun_turns, iter(state.shown), iter(state.extra), 0
    while True:
        turn = turns[begun - 1] if begun else None
        phase = party.row[rounds.PHASE]
        if phase == rounds.CHANCE:
            due = next_due(party.row)
            if due == rounds.DUE_FACE_UP:
                card = next(face_up)
            elif due == rounds.DUE_DRAWN:
                card = turns[begun].drawn if begun < len(turns) else state.drawn
            elif due > rounds.DUE_DRAWN:
                card = next(extra)
            elif turn is None:
                card = state.dealt[due]
            else:
                card = turn.mine_after if due == turn.mover else turn.theirs_after
            party.apply(card)
        elif turn is not None and phase == rounds.KEEP and turn.second_choice != rounds.UNKNOWN:
            last = rules.cards[turn.returned(rules)[-1]].name
            kept = rules.choice(turn.second_choice).card
            party.apply(party.find_action(PartyAction(kept, last=last)))
        elif begun < len(turns):
            turn, begun = turns[begun], begun + 1
            extra = iter([*turn.drawn_extra] or state.extra)
            party.apply(party.find_action(_party_action(rules, turn)))
        else:
            return party


def _party_action(rules: Rules, turn: PlayedTurn) -> PartyAction:
    """Return a two-player turn's action in multiplayer form."""
    action = rules.actions[turn.action]
    is_aimed = rules.cards[rules.card(action.card)].effect.row.is_aimed
    if is_aimed and turn.maid:  # nobody can be aimed at
        return PartyAction(action.card)
    target = 1 - turn.mover if is_aimed or action.target else None
    if action.target == "self":
        target = turn.mover
    return PartyAction(action.card, target, action.guess)


def _results(state: PartyState, before: Row, after: Row, seat: int) -> list[str]:
    """Return a play's results, as visible from a seat."""
    names = [card.name for card in state.rules.cards]
    mover, target = before[rounds.MOVER], after[rounds.TARGET]
    out, discarded = after[rounds.OUT], after[rounds.GONE]
    may = state.party.cards[after[rounds.CARD], rounds.MAY]
    if after[rounds.NAMED] >= 0:
        return ["missed" if out < 0 else "out"]
    if compares(may) and target >= 0:
        return ["tie"] if out < 0 else [f"{out} out", names[discarded]]
    if discarded >= 0:
        return [names[discarded]]
    if may & SEES_THEIRS and target >= 0:
        if mover == seat:
            return [f"saw {names[before[rounds.HAND + target]]}"]
        if target == seat and may & SWAPS:
            return [f"saw {names[after[rounds.HAND + seat]]}"]
    return []
