"""Checks of a turn against the rules and what the player who follows the round knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llq.errors import IllegalState
from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.rounds import referee

if TYPE_CHECKING:
    from llq.solver.love_letter.rounds.round_row import SeenTurn
    from llq.solver.love_letter.rounds.watched_round import WatchedRound


def check_turn(round_: WatchedRound, turn: SeenTurn) -> None:
    """Check the mover's turn; raise `IllegalState` if it cannot be."""
    names, cards, card = round_.names, round_.party.cards, turn.card
    name, hands = names[card], round_.hands_beside(card)
    kept, is_aimed, is_shown = hands[round_.mover], turn.target >= 0, turn.gone >= 0
    if kept >= 0 and referee.is_barred(cards, card, kept):
        raise IllegalState(f"beside {name} the {names[kept]} must be played")
    _check_target(round_, turn)
    if turn.out >= 0 and turn.out not in (round_.mover, turn.target):
        raise IllegalState(f"{round_.call(turn.out)} cannot go out by that {name}")
    may = int(cards[card, referee.MAY])
    is_last_pair = len(round_.alive()) == 2  # the round ends, and nobody need show a card
    if cards[card, referee.GUESSES] and is_aimed:
        _check_guess(round_, turn, hands)
    elif effects.compares(may) and is_aimed:
        if turn.out >= 0 and not (is_shown or is_last_pair):
            raise IllegalState(f"say the card of who went out, such as: {turn.out} out, Guard")
        _check_comparison(round_, turn, hands)
    elif may & effects.DISCARDS:
        _check_discard(round_, turn, hands)
    elif may == effects.LOSES:
        if turn.out != round_.mover or not (is_shown or is_last_pair):
            raise IllegalState(f"say the other card of who played {name}, such as: Guard")
    elif turn.out >= 0 or is_shown:
        raise IllegalState(f"nobody discards by that {name}")
    _check_sight(round_, turn, hands)


def check_held(round_: WatchedRound, seat: int, known: int, card: int) -> None:
    """Check that a seat, whose card is ``known`` unless `UNKNOWN`, may hold another."""
    if known not in (referee.UNKNOWN, card):
        names = round_.names
        raise IllegalState(f"{round_.call(seat)} holds {names[known]}; got {names[card]}")


def _check_target(round_: WatchedRound, turn: SeenTurn) -> None:
    """Check a play's target and named card."""
    view, cards, name = round_.view, round_.party.cards, round_.names[turn.card]
    aim, targets = cards[turn.card, referee.AIM], referee.open_seats(view)
    if turn.target >= 0:
        is_own = aim == referee.AT_ANYBODY and turn.target == round_.mover
        if aim == referee.AT_NOBODY:
            raise IllegalState(f"{name} is aimed at nobody")
        is_seat = turn.target in range(view[referee.SEATS])
        if not is_seat or not (targets >> turn.target & 1 or is_own):
            raise IllegalState(
                f"{name} cannot be aimed at {round_.call(turn.target)}: out of the round, "
                "protected, or the player's own"
            )
    elif aim == referee.AT_ANYBODY or (aim == referee.AT_OTHERS and targets):
        raise IllegalState(f"say at whom {name} is aimed, such as: {name} on 1")
    if cards[turn.card, referee.GUESSES] and turn.target >= 0:
        if turn.named < 0 or cards[turn.named, referee.GUESSES]:
            raise IllegalState(
                f"{name} names a card of another kind, such as: guessing {round_.names[-1]}"
            )
    elif turn.named >= 0:
        raise IllegalState(f"{name} names no card" + " here" * int(aim == referee.AT_OTHERS))


def _check_guess(round_: WatchedRound, turn: SeenTurn, hands: list[int]) -> None:
    names, known, is_hit = round_.names, hands[turn.target], turn.out == turn.target
    if known >= 0 and is_hit != (known == turn.named):
        raise IllegalState(
            f"{round_.call(turn.target)} holds {names[known]}: guessing {names[turn.named]} "
            + ("misses" if is_hit else "is right: say out")
        )
    if turn.out == round_.mover:
        raise IllegalState(f"nobody goes out by their own {names[turn.card]}")


def _check_comparison(round_: WatchedRound, turn: SeenTurn, hands: list[int]) -> None:
    names, own_card, other = round_.names, hands[round_.mover], hands[turn.target]
    if turn.gone >= 0 and hands[turn.out] not in (referee.UNKNOWN, turn.gone):
        raise IllegalState(f"{round_.call(turn.out)} holds {names[hands[turn.out]]}")
    if own_card >= 0 and other >= 0:
        effect = effects.resolve(round_.party.cards, turn.card, 0, own_card, other, 0)
        expected = round_.mover if effect & effects.LOSES else referee.UNKNOWN
        if effect & effects.WINS:
            expected = turn.target
        if turn.out != expected:
            raise IllegalState(
                f"{names[own_card]} against {names[other]}: "
                + ("nobody goes out" if expected < 0 else f"{round_.call(expected)} goes out")
            )


def _check_discard(round_: WatchedRound, turn: SeenTurn, hands: list[int]) -> None:
    if turn.gone < 0:
        raise IllegalState("say which card was discarded, such as: Prince on 1: Guard")
    check_held(round_, turn.target, hands[turn.target], turn.gone)
    is_deadly = round_.party.cards[turn.gone, referee.MAY] == effects.LOSES
    if is_deadly != (turn.out == turn.target):
        raise IllegalState(f"whoever discards the {round_.names[-1]} is out, and nobody else")


def _check_sight(round_: WatchedRound, turn: SeenTurn, hands: list[int]) -> None:
    """Check whether the player sees the other's card by a turn."""
    may, is_own = int(round_.party.cards[turn.card, referee.MAY]), round_.mover == round_.seat
    is_shown = (is_own and may & effects.SEES_THEIRS) or (
        turn.target == round_.seat and may & effects.SHOWS_OWN
    )
    is_seen = turn.target >= 0 and is_shown and not effects.compares(may)
    if is_seen and turn.saw < 0 and hands[turn.target if is_own else round_.mover] < 0:
        raise IllegalState("say the card that you saw, such as: saw King")
    if turn.saw >= 0 and not (is_seen or effects.compares(may)):
        raise IllegalState(f"you see no card by that {round_.names[turn.card]}")
