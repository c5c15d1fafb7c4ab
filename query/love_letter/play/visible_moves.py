"""Love Letter moves as seen by one player."""

from typing import Any

from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rounds.party_state import PartyState
from llq.solver.love_letter.rounds.record import PlayedTurn
from llq.solver.love_letter.rounds.round_row import RoundRow
from llq.solver.love_letter.rounds.rule_tables import may_do
from llq.solver.love_letter.rules import Rules


def describe(
    before: LoveLetterState | PartyState,
    action: int,
    after: Any,
    seat: int | None,
    sees: int | None,
) -> tuple[str, str]:
    """Describe an action and its revealed information.

    ``after`` is the round once all that the action brought is done. The words are for ``seat``, or
    for all at the table, and told by the eyes of ``sees``; None tells what was hidden too.
    """
    if isinstance(before, PartyState):
        return _party_move(before, action, after, seat, sees)
    rules = before.rules
    if after.extra or before.extra:
        return _exchange_move(before, action, after, seat, sees)
    turn = after.turns[-1]
    text, discard = before.action_text(action), turn.discarded(rules)
    if discard is not None and turn.mover != seat:
        other = "the other" if seat is None else "you"
        target = "themselves" if discard[0] == turn.mover else other
        text = f"{rules.actions[action].card} on {target}"
    return text, "; ".join(_facts(rules, turn, sees))


def discards_of(state: LoveLetterState | PartyState) -> tuple[list[str], ...]:
    """Return each player's discards by seat, in discard order."""
    names = [card.name for card in state.rules.cards]
    return tuple([names[card] for card in state.discards(seat)] for seat in range(state.players))


def _exchange_move(
    before: LoveLetterState, action: int, after: LoveLetterState, seat: int | None, sees: int | None
) -> tuple[str, str]:
    """Describe one choice of an exchange; see `describe`."""
    names, mover = [card.name for card in before.rules.cards], before.current_player
    is_shown = sees in (mover, None)
    if after.extra:
        facts = f"draws {len(after.extra)} card{'s' if len(after.extra) > 1 else ''}"
        if is_shown:
            cards = " and ".join(names[card] for card in after.extra)
            facts = f"drew {names[before.drawn]}; draws {cards}"
        return before.action_text(action), facts
    if is_shown and mover == seat:
        return before.action_text(action), ""
    kept = f"kept {names[after.hands[mover]]}" if is_shown else ""
    return f"keep one of {1 + len(after.turns[-1].returned(before.rules))}", kept


def _facts(rules: Rules, turn: PlayedTurn, sees: int | None) -> list[str]:
    """Return a turn's revealed facts, for one player or an omniscient viewer."""
    names = [card.name for card in rules.cards]
    does, may, kept = turn.consequences(rules), turn.may(rules), turn.kept(rules)
    is_mover, is_other = sees in (turn.mover, None), sees in (1 - turn.mover, None)
    facts = [f"drew {names[turn.drawn]}"] if is_mover else []
    if sees is None:
        facts.append(f"held {names[turn.mine]}")
    if (discard := turn.discarded(rules)) is not None:
        facts.append(f"{names[discard[1]]} discarded")
        if does & effects.ENDS:
            return [*facts, "out of the round"]
        hits_mover = discard[0] == turn.mover
        drawn = turn.mine_after if hits_mover else turn.theirs_after
        if is_mover if hits_mover else is_other:
            facts.append(f"{names[drawn]} drawn for it")
        return facts
    if turn.maid and not may and may_do(rules, turn.action, 0):
        return [*facts, "no effect: the Handmaid protects"]
    if may & effects.HITS:
        facts.append("right" if does & effects.HITS else "missed")
    elif effects.compares(may):
        tie, against = f"both hold {names[kept]}", f"{names[kept]} against {names[turn.theirs]}"
        facts.append(tie if kept == turn.theirs else against)
    elif does & effects.ENDS:
        facts.append("out of the round")
    elif does & effects.SWAPS:
        facts.append(f"{names[kept]} for {names[turn.theirs]}")
    else:
        if does & effects.SEES_THEIRS and is_mover:
            facts.append(f"saw {names[turn.theirs]}")
        if does & effects.SHOWS_OWN and is_other:
            facts.append(f"saw {names[kept]}")
    return facts


def _party_move(
    before: PartyState, action: int, after: PartyState, seat: int | None, sees: int | None
) -> tuple[str, str]:
    """Describe an action at a table of several; see `describe`."""
    mover, text = before.current_player, before.action_text(action)
    if before.is_second_choice:
        is_hidden = sees not in (mover, None)
        return ("returns cards to the bottom" if is_hidden else text), ""
    if mover != seat:
        if after.now.last_turn.target == seat:
            text = text.replace(f" on {seat}", " on you")
        text = text.replace(" on yourself", " on themselves")
    facts = _party_facts(before, after.now, seat, sees)
    if after.is_terminal:
        facts.append(_ending(after, seat))
    return text, "; ".join(facts)


def _party_facts(
    before: PartyState, after: RoundRow, seat: int | None, sees: int | None
) -> list[str]:
    """Return what a play revealed, as in `describe`."""
    cards, facts = before.rules.cards, list[str]()
    turn, target = after.last_turn, after.last_turn.target
    may = cards[turn.card].effect.row.may
    if turn.named >= 0:
        facts.append("missed" if turn.out < 0 else "right")
    elif turn.gone >= 0:
        facts.append(f"{cards[turn.gone].name} put down")
    if turn.out >= 0:
        facts.append("you are out" if turn.out == seat else f"{turn.out} is out")
    elif effects.compares(may) and target >= 0:
        facts.append("equal cards")
    if may & effects.SEES_THEIRS and not effects.compares(may) and target >= 0:
        if sees in (before.current_player, None):
            facts.append(f"saw {cards[before.hands[target]].name}")
        elif sees == target and may & effects.SWAPS:
            facts.append(f"got {cards[after.hands[target]].name}")
    return facts


def _ending(state: PartyState, seat: int | None) -> str:
    """Return the round's winners, in words."""
    names = ["you" if player == seat else str(player) for player in range(state.players)]
    text = f"won by {' and '.join(names[winner] for winner in state.winners)}"
    spy = state.now.spy_seat
    return text if spy < 0 else f"{text}, the Spy's token to {names[spy]}"
