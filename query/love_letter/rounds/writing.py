"""Rounds that were played, in the words of `llq.query.love_letter.rounds.notation`."""

from __future__ import annotations

from llq.errors import IllegalState
from llq.solver.game_states import TERMINAL
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rounds.record import PastTurn


def write_round(state: LoveLetterState, seat: int) -> str:
    """Return a round as a player saw it, in words that can be read again.

    Raises
    ------
    IllegalState
        The variant's cards look at the aside card: its rounds have no notation.

    Examples
    --------
    >>> import llq
    >>> played = llq.love_letter.play(["table", "strategic"], seed=1)
    >>> print(write_round(played.state, 1), end="")
    dealt: Guard
    they play Priest
    I draw Priest, play Guard, guessing Baron: missed
    they play Guard, guessing Handmaid: missed
    I draw Prince, play Priest, see Countess
    they play Baron: won
    """
    rules = state.rules
    if rules.tracks_aside:
        raise IllegalState(f"rounds of {rules.variant} Love Letter cannot be written in words")
    names = [card.name for card in rules.cards]
    lines = [] if rules.variant == "classic" else [f"variant: {rules.variant}"]
    if state.shown:
        lines.append(f"face up: {', '.join(names[card] for card in sorted(state.shown))}")
    lines.append(f"dealt: {names[state.dealt[seat]]}")
    lines += [_line(turn.seen_by(seat, rules)) for turn in state.turns]
    if state.current_player == seat:
        lines.append(f"I draw {names[state.drawn]}")
    elif state.current_player == TERMINAL and not _ends(lines[-1]):
        lines.append(f"# the deck is empty; they held {names[state.hands[1 - seat]]}")
    return "\n".join(lines) + "\n"


def _ends(line: str) -> bool:
    return line.endswith((": hit", ": won", ": lost"))


def _line(turn: PastTurn) -> str:
    """Return a turn in words."""
    action, is_own = turn.action, turn.is_own
    line = f"I draw {turn.drawn}, play {action.card}" if is_own else f"they play {action.card}"
    if action.guess is not None:
        line += f", guessing {action.guess}"
    if turn.discarded is not None:
        hits_player = turn.gained is not None
        line += " on me" if hits_player else " on them" if is_own else " on themselves"
        if turn.result:
            return f"{line}, discard {turn.discarded}: lost"
        return f"{line}, draw {turn.gained}" if hits_player else f"{line}, discard {turn.discarded}"
    if turn.gained is not None:
        return f"{line}, get {turn.gained}"
    if turn.result:
        return f"{line}: {turn.result}"
    return line if turn.seen is None else f"{line}, see {turn.seen}"
