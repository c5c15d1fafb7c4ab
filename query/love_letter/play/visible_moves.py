"""Moves of Love Letter, as one player hears of them."""

from __future__ import annotations

from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rounds.record import Turn
from llq.solver.love_letter.rules import Effect, Look, Rules, Target

__all__ = ["discards_of", "told"]


def told(
    before: LoveLetterState, action: int, after: LoveLetterState, seat: int, sees: int | None
) -> tuple[str, str]:
    """Return an action in words, and what it showed.

    Parameters
    ----------
    before, after
        The round before the action, and once all that it brought is done.
    seat
        Whom the words are for.
    sees
        Whose eyes they are told by; None tells what was hidden too.

    Examples
    --------
    >>> import llq
    >>> before = llq.love_letter.new_game(seed=1)
    >>> after = before.copy()
    >>> after.apply(7)
    >>> [told(before, 7, after, 0, sees) for sees in (0, 1, None)]
    [('Priest', 'drew Countess; saw Guard'), ('Priest', ''), \
('Priest', 'drew Countess; held Priest; saw Guard')]
    """
    turn, rules = after.turns[-1], before.rules
    is_own = turn.mover == seat
    play = rules.plays[action]
    text = before.action_text(action)
    if rules.cards[play.card].effect == Effect.REDRAW and not is_own:
        whom = "themselves" if turn.maid or play.argument == Target.SELF else "you"
        text = f"{rules.cards[play.card].name} on {whom}"
    facts = _facts(rules, turn, sees)
    return text, "; ".join(facts)


def discards_of(state: LoveLetterState) -> tuple[list[str], list[str]]:
    """Return the cards that lie before each player, by seat, in the order they were put down.

    Examples
    --------
    >>> import llq
    >>> played = llq.love_letter.play(["table", "strategic"], seed=1)
    >>> discards_of(played.state)
    (['Priest', 'Guard', 'Baron'], ['Guard', 'Priest'])
    """
    rules = state.rules
    found: tuple[list[str], list[str]] = ([], [])
    for turn in state.turns:
        card, argument = rules.plays[turn.action]
        found[turn.mover].append(rules.cards[card].name)
        if rules.cards[card].effect == Effect.REDRAW:
            hits_mover = bool(turn.maid) or argument == Target.SELF
            kept = turn.drawn if card == turn.mine else turn.mine
            seat = turn.mover if hits_mover else 1 - turn.mover
            found[seat].append(rules.cards[kept if hits_mover else turn.theirs].name)
    return found


def _facts(rules: Rules, turn: Turn, sees: int | None) -> list[str]:
    """Return what a player, or one who sees all, learnt from a turn."""
    names = [card.name for card in rules.cards]
    played, argument = rules.plays[turn.action]
    effect = rules.cards[played].effect
    kept = turn.drawn if played == turn.mine else turn.mine
    is_mover, is_other = sees in (turn.mover, None), sees in (1 - turn.mover, None)
    facts = [f"drew {names[turn.drawn]}"] if is_mover else []
    if sees is None:
        facts.append(f"held {names[turn.mine]}")
    if effect == Effect.LOSE:
        return [*facts, "out of the round"]
    if effect == Effect.REDRAW:
        hits_mover = bool(turn.maid) or argument == Target.SELF
        gone, new = (kept, turn.mine_after) if hits_mover else (turn.theirs, turn.theirs_after)
        facts.append(f"{names[gone]} discarded")
        if rules.cards[gone].effect == Effect.LOSE:
            return [*facts, "out of the round"]
        return facts + [f"{names[new]} drawn for it"] * (is_mover if hits_mover else is_other)
    if effect == Effect.LOOK_EITHER and argument == Look.ASIDE:
        return facts + [f"saw {names[turn.aside]} aside"] * is_mover
    if effect in (Effect.PROTECT, Effect.YIELD, Effect.NOTHING):
        return facts
    if turn.maid:
        return [*facts, "no effect: the Handmaid protects"]
    if effect == Effect.GUESS:
        facts.append("right" if argument == turn.theirs else "missed")
    elif effect in (Effect.LOOK, Effect.LOOK_EITHER):
        facts += [f"saw {names[turn.theirs]}"] * is_mover
    elif effect == Effect.SWAP:
        facts.append(f"{names[kept]} for {names[turn.theirs]}")
    elif effect == Effect.REDEAL:
        facts += [f"dealt {names[turn.mine_after]}"] * is_mover
        facts += [f"the other was dealt {names[turn.theirs_after]}"] * (sees is None)
        facts += [f"dealt {names[turn.theirs_after]}"] * (sees == 1 - turn.mover)
    elif kept == turn.theirs:
        facts.append(f"both hold {names[kept]}")
    else:
        facts.append(f"{names[kept]} against {names[turn.theirs]}")
    return facts
