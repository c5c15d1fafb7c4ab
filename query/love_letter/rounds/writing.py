"""Rounds that were played, in the words of `llq.query.love_letter.rounds.notation`."""

from __future__ import annotations

from llq.errors import IllegalState
from llq.solver.game_states import TERMINAL
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rounds.record import Turn
from llq.solver.love_letter.rules import Effect, Rules, Target

__all__ = ["write_round"]

_COMPARISONS = (Effect.COMPARE, Effect.COMPARE_LOW)


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
    lines += [_line(rules, turn, is_own=turn.mover == seat) for turn in state.turns]
    if state.current_player == seat:
        lines.append(f"I draw {names[state.drawn]}")
    elif state.current_player == TERMINAL and not _ends(lines[-1]):
        lines.append(f"# the deck is empty; they held {names[state.hands[1 - seat]]}")
    return "\n".join(lines) + "\n"


def _ends(line: str) -> bool:
    return line.endswith((": hit", ": won", ": lost"))


def _line(rules: Rules, turn: Turn, *, is_own: bool) -> str:
    """Return a turn in words."""
    names = [card.name for card in rules.cards]
    card, argument = rules.plays[turn.action]
    effect = rules.cards[card].effect
    kept = turn.drawn if card == turn.mine else turn.mine
    line = f"I draw {names[turn.drawn]}, play" if is_own else "they play"
    line += f" {names[card]}"
    if effect == Effect.LOSE:
        return f"{line}: lost"
    if effect == Effect.REDRAW:
        hits_mover = bool(turn.maid) or argument == Target.SELF
        hits_player = hits_mover == is_own
        line += " on me" if hits_player else " on them" if is_own else " on themselves"
        gone, new = (kept, turn.mine_after) if hits_mover else (turn.theirs, turn.theirs_after)
        if rules.cards[gone].effect == Effect.LOSE:
            return f"{line}, discard {names[gone]}: lost"
        return f"{line}, draw {names[new]}" if hits_player else f"{line}, discard {names[gone]}"
    if effect == Effect.GUESS:
        line += f", guessing {names[argument]}"
    if turn.maid:
        return line
    if effect == Effect.GUESS:
        return f"{line}: {'hit' if argument == turn.theirs else 'missed'}"
    if effect == Effect.LOOK and is_own:
        return f"{line}, see {names[turn.theirs]}"
    if effect == Effect.SWAP:
        return f"{line}, get {names[turn.theirs if is_own else kept]}"
    if effect in _COMPARISONS:
        if kept == turn.theirs:
            return f"{line}: equal"
        is_ahead = rules.cards[kept].number > rules.cards[turn.theirs].number
        return f"{line}: {'won' if is_ahead == (effect == Effect.COMPARE) else 'lost'}"
    return line
