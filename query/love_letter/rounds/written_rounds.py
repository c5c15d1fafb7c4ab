"""Records of played rounds in words, as one seat saw them: by seats, or with *I* and *they*."""

from collections.abc import Iterator
from itertools import pairwise

from llq.query.love_letter.rounds.turn_text import write_play
from llq.solver.game_states import TERMINAL
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.rounds.action_text import PartyAction, action_of, play_text
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rounds.party_state import PartyState
from llq.solver.love_letter.rounds.record import PastTurn, PlayedTurn
from llq.solver.love_letter.rounds.referee import party_rules
from llq.solver.love_letter.rounds.round_row import RoundRow
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.turn import SEES_THEIRS, SWAPS, compares


def write_round(state: LoveLetterState | PartyState, seat: int) -> str:
    """Write a round from one player's view in round notation.

    Rounds of several and of the 2019 edition are in the notation of tables.
    """
    rules = state.rules
    if isinstance(state, PartyState) or rules.chooses_twice:
        return write_party(state, seat)
    names = [card.name for card in rules.cards]
    lines = [] if rules.variant == "classic" else [f"variant: {rules.variant}"]
    if state.shown:
        lines.append(f"face up: {', '.join(names[card] for card in sorted(state.shown))}")
    lines.append(f"dealt: {names[state.dealt[seat]]}")
    lines += [_turn_line(turn.seen_by(seat, rules)) for turn in state.turns]
    if state.current_player == seat:
        lines.append(f"I draw {names[state.drawn]}")
    elif state.current_player == TERMINAL and not lines[-1].endswith((": hit", ": won", ": lost")):
        lines.append(f"# the deck is empty; they held {names[state.hands[1 - seat]]}")
    return "\n".join(lines) + "\n"


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
    turns: list[tuple[str, list[str]]] = []  # each with its results
    dealt, face_up = "", list[str]()
    steps = pairwise(map(RoundRow.of, [*party.rows, party.row]))
    for move, row, (before, after) in zip(party.moves, party.rows, steps, strict=True):
        is_own, due = before.mover == seat, before.next_draw
        if due is None:
            action = action_of(party.rules, party.party, row, move)
            if before.is_play:
                text = f"{'I' if is_own else before.mover} {play_text(action)}"
                turns.append((text, _visible_results(party.rules, before, after, seat)))
            elif is_own:
                turns[-1][1].extend((f"kept {action.card}", f"{action.last} last"))
        elif due == referee.DUE_FACE_UP:
            face_up.append(names[move])
        elif due == referee.DUE_DRAWN:
            if is_own:
                turns.append((f"I draw {names[move]}", []))
        elif due == seat and not turns and not dealt:
            dealt = names[move]
        elif due == seat or (due > referee.DUE_DRAWN and is_own):
            _note_dealt_card(turns[-1][1], names[move])
    head = describe_table(party.rules.variant, party.players, seat, " ".join(face_up), dealt)
    lines = [f"{text}: {', '.join(results)}" if results else text for text, results in turns]
    return "\n".join([head, *lines]) + "\n"


def describe_table(variant: str, players: int, seat: int, face_up: str, dealt: str) -> str:
    """Return the first line of a record: the table and the cards at the beginning."""
    cards = f", face up {face_up}" if face_up else ""
    return f"# {variant}, {players} players, seat {seat}{cards}, dealt {dealt}"


def as_party(state: LoveLetterState) -> PartyState:
    """Convert a two-player round to multiplayer form, keeping cards and choices."""
    rules, turns = state.rules, state.begun_turns
    party = PartyState(party_rules(rules.variant, 2), 2, state.face_up)
    face_up, draws = iter(state.shown), iter([*(turn.drawn for turn in turns), state.drawn])
    later_turns = iter(turns)
    turn: PlayedTurn | None = None
    extra_draws: Iterator[int] = iter(())
    while True:
        if (due := party.now.next_draw) is not None:
            if due == referee.DUE_FACE_UP:
                card = next(face_up)
            elif due == referee.DUE_DRAWN:
                card = next(draws)
            elif due > referee.DUE_DRAWN:
                card = next(extra_draws)
            elif turn is None:
                card = state.dealt[due]
            else:
                card = turn.mine_after if due == turn.mover else turn.theirs_after
            party.apply(card)
        elif turn and party.is_second_choice and turn.second_choice != referee.UNKNOWN:
            last = rules.cards[turn.returned(rules)[-1]].name
            kept = rules.choice(turn.second_choice).card
            party.apply(party.find_action(PartyAction(kept, last=last)))
        elif (turn := next(later_turns, None)) is not None:
            extra_draws = iter(turn.drawn_extra)
            party.apply(party.find_action(_party_action(rules, turn)))
        else:
            return party


def _note_dealt_card(results: list[str], name: str) -> None:
    """Add a card dealt after a play to the play's results."""
    if results and results[-1].startswith("drew "):
        results[-1] += f" and {name}"
    else:
        results.append(f"drew {name}")


def _turn_line(turn: PastTurn) -> str:
    """Return a turn's line, with what it showed."""
    line = write_play(turn.action, turn.drawn)
    if turn.discarded is not None and (turn.result or turn.gained is None):
        return f"{line}, discard {turn.discarded}" + (": lost" if turn.result else "")
    if turn.gained is not None:
        return f"{line}, {'get' if turn.discarded is None else 'draw'} {turn.gained}"
    if turn.result:
        return f"{line}: {turn.result}"
    return line if turn.seen is None else f"{line}, see {turn.seen}"


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


def _visible_results(rules: Rules, before: RoundRow, after: RoundRow, seat: int) -> list[str]:
    names = [card.name for card in rules.cards]
    turn = after.last_turn
    may = rules.cards[turn.card].effect.row.may
    if turn.named >= 0:
        return ["missed" if turn.out < 0 else "out"]
    if compares(may) and turn.target >= 0:
        return ["tie"] if turn.out < 0 else [f"{turn.out} out", names[turn.gone]]
    if turn.gone >= 0:
        return [names[turn.gone]]
    if may & SEES_THEIRS and turn.target >= 0:
        if before.mover == seat:
            return [f"saw {names[before.hands[turn.target]]}"]
        if turn.target == seat and may & SWAPS:
            return [f"saw {names[after.hands[seat]]}"]
    return []
