"""Rounds that a player cannot tell from the actual one, drawn with exact probabilities.

The opponent's card now is drawn by how many *worlds* agree with each, then the turns are undone one
by one, again by worlds. A world says which card, copies told apart, every draw brought: all are
equally likely. Before a turn of the opponent there are two ways: they held the card they played and
drew the one they kept, or held the one they kept and drew the one they played. Rounds with
exchanges are redrawn by swaps, as in `round_state`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import TYPE_CHECKING, TypeVar

from llq.solver.love_letter.rounds.record import PlayedTurn
from llq.solver.love_letter.rounds.rule_tables import tabulate
from llq.solver.love_letter.table.states import UNKNOWN
from llq.solver.love_letter.turn import SEES_THEIRS, SHOWS_OWN, SWAPS, resolve

if TYPE_CHECKING:  # a round asks for its resampling
    from llq.solver.love_letter.rounds.game_state import LoveLetterState


Round = TypeVar("Round", bound="LoveLetterState")


def resample(state: Round, player: int, random: Random) -> Round:
    """Return a round indistinguishable to ``player``; a player must be to move."""
    turns, opponent = state.turns, 1 - player

    @cache
    def worlds(count: int, after: int) -> int:
        """Return the number of worlds with this opposing card after ``count`` turns."""
        if not count:
            return 1
        return sum(worlds(count - 1, before) for before, _ in undone(count - 1, after))

    @cache
    def undone(number: int, after: int) -> list[tuple[int, int]]:
        """Return the opponent's possible cards before a turn, each with the card drawn for it."""
        return list(_undo(state, turns[number], player, after))

    # Draw the opponent's card now and, in their turn, the card that they have drawn.
    unseen = state.rest
    unseen[state.hands[player]] -= 1
    if state.current_player == player:
        unseen[state.drawn] -= 1
    hidden = {state.hands[opponent]: 1} if state.known[opponent] else dict(enumerate(unseen))
    weights = [max(copies, 0) * worlds(len(turns), card) for card, copies in hidden.items()]
    (opponent_card,) = random.choices(list(hidden), weights)
    unseen[opponent_card] -= 1
    drawn = state.drawn
    if state.current_player == opponent:
        (drawn,) = random.choices(range(len(unseen)), unseen)

    # Undo the turns, last first.
    redrawn: list[tuple[int, int]] = []  # after each turn: the opponent's card, the next one drawn
    for number in reversed(range(len(turns))):
        redrawn.append((opponent_card, drawn))
        ways = undone(number, opponent_card)
        weights = [worlds(number, before) for before, _ in ways]
        ((opponent_card, opponent_draw),) = random.choices(ways, weights)
        drawn = turns[number].drawn if turns[number].mover == player else opponent_draw

    # Play the round again with these cards.
    world = type(state)(state.rules, state.face_up)
    hands = (state.dealt[player], opponent_card)
    for card in (hands[player], drawn, hands[opponent], *state.shown):
        world.apply(card)
    for turn, (opponent_card, drawn) in zip(turns, reversed(redrawn), strict=True):
        _play_again(world, turn, player, opponent_card)
        world.apply(drawn)
    return world


def _undo(
    state: LoveLetterState, turn: PlayedTurn, player: int, after: int
) -> Iterator[tuple[int, int]]:
    """Yield the opponent's card before a turn and the card drawn, once per world.

    ``after`` is the opponent's card after the turn.
    """
    card, argument = state.rules.plays[turn.action]
    rules, consequences, is_own = state.rules, turn.consequences(state.rules), turn.mover == player
    mine_after, theirs_after, shows = turn.mine_after, turn.theirs_after, SEES_THEIRS
    if not is_own:
        mine_after, theirs_after, shows = theirs_after, mine_after, SHOWS_OWN
    if consequences & shows and after != theirs_after:
        return
    kept, gone = turn.kept(rules), turn.discarded(rules)  # by the mover, before any effect
    other = after  # the opponent's card, less the one played
    if gone is not None and gone[0] != player:
        other = gone[1]
    if consequences & SWAPS:
        other = mine_after
    hands = (kept, other) if is_own else (other, turn.theirs)
    if resolve(tabulate(rules).cards, card, argument, *hands, turn.maid) != consequences:
        return
    if is_own:
        yield other, UNKNOWN
    elif turn.action in tabulate(rules).legal[card, other, turn.maid]:
        yield card, other
        if other != card:
            yield other, card


def _play_again(world: LoveLetterState, turn: PlayedTurn, player: int, opponent_card: int) -> None:
    """Take a turn in another world, up to the next player's draw."""
    world.apply(turn.action)
    mine = turn.mine_after if turn.mover == player else turn.theirs_after
    hands = (mine, opponent_card) if player == 0 else (opponent_card, mine)
    gone = turn.discarded(world.rules)
    if gone is not None:
        world.apply(hands[gone[0]])
