"""Rounds of Love Letter that a player cannot tell from the one played, exactly as likely.

The opponent's card and the aside card now are drawn by how many *worlds* agree with each, then the
turns are undone one by one, again by worlds. A world says which card, copies told apart, every draw
brought: all are equally likely. What the opponent held before a turn of theirs is either the card
they played, and they drew the one they kept, or that one, and they drew the one they played.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from llq.errors import IllegalState
from llq.solver.love_letter.rounds.record import PlayedTurn
from llq.solver.love_letter.rounds.rule_tables import tabulate
from llq.solver.love_letter.table.states import UNKNOWN
from llq.solver.love_letter.turn import (
    REDEALS,
    SEES_ASIDE,
    SEES_THEIRS,
    SHOWS_OWN,
    SWAPS,
    resolve,
)

if TYPE_CHECKING:  # a round asks for its resampling
    from llq.solver.love_letter.rounds.game_state import LoveLetterState

Hidden = tuple[int, int]
"""The opponent's card, and the aside card or -1 where the variant does not tell it apart."""


def resample(state: LoveLetterState, player: int, random: Random) -> LoveLetterState:
    """Return a round that a player cannot tell from this one.

    Raises
    ------
    IllegalState
        It is not a player's turn, or the round's turns may have second choices.
    """
    if state.rules.chooses_twice:
        raise IllegalState(
            f"hidden cards of {state.rules.variant} Love Letter are not redrawn: a Chancellor's "
            "cards at the bottom of the deck would have to be undone too"
        )
    if state.current_player < 0:
        raise IllegalState("hidden cards can be redrawn only in a player's turn")
    turns, opponent = state.turns, 1 - player

    @cache
    def worlds(count: int, after: Hidden) -> int:
        """Return how many worlds lead to this after ``count`` turns."""
        if not count:
            return 1
        return sum(worlds(count - 1, before) for before, _ in undone(count - 1, after))

    @cache
    def undone(number: int, after: Hidden) -> list[tuple[Hidden, int]]:
        """Return what was hidden before a turn, and the card that the opponent drew for it."""
        return list(_undo(state, turns[number], player, after))

    unseen = state.rest[:]
    unseen[state.hands[player]] -= 1
    if state.current_player == player:
        unseen[state.drawn] -= 1
    ends = {end: n * worlds(len(turns), end) for end, n in _ends(state, player, unseen)}
    after = _pick(ends, random)
    unseen[after[0]] -= 1
    if after[1] != UNKNOWN:
        unseen[after[1]] -= 1
    drawn = state.drawn
    if state.current_player == opponent:
        (drawn,) = random.choices(range(len(unseen)), unseen)

    story: list[tuple[Hidden, int]] = []  # after each turn: what is hidden, the next card drawn
    for number in reversed(range(len(turns))):
        story.append((after, drawn))
        ways = undone(number, after)
        after, theirs = ways[_index([worlds(number, before) for before, _ in ways], random)]
        drawn = turns[number].drawn if turns[number].mover == player else theirs
    world = type(state)(state.rules, state.face_up)
    hands = (state.dealt[player], after[0])
    for card in (hands[player], drawn, hands[opponent], *state.shown):
        world.apply(card)
    if after[1] != UNKNOWN:
        world.apply(after[1])
    for turn, (then, drawn) in zip(turns, reversed(story), strict=True):
        _play_again(world, turn, player, then)
        world.apply(drawn)
    return world.with_stream(None if state.is_callers_chance else random.getrandbits(64))


def _ends(state: LoveLetterState, player: int, unseen: list[int]) -> Iterator[tuple[Hidden, int]]:
    """Yield what may be hidden now, and the number of ways by copies."""
    cards, theirs, aside = range(len(unseen)), state.hands[1 - player], state.pool[0]
    sure = state.known[1 - player], state.looked[player] or not state.rules.tracks_aside
    if not state.rules.tracks_aside:
        aside = UNKNOWN
    for one in [theirs] if sure[0] else cards:
        for other in [aside] if sure[1] else cards:
            left, ways = unseen[:], 1
            for card, is_sure in sorted(zip((one, other), sure, strict=True), key=_by_surety):
                if card != UNKNOWN:
                    ways *= 1 if is_sure else max(left[card], 0)
                    left[card] -= 1
            yield (one, other), ways


def _by_surety(card: tuple[int, int]) -> bool:
    return not card[1]


def _undo(
    state: LoveLetterState, turn: PlayedTurn, player: int, after: Hidden
) -> Iterator[tuple[Hidden, int]]:
    """Yield what was hidden before a turn, once for each world, and the card the opponent drew."""
    (card, argument), (theirs, aside) = state.rules.plays[turn.action], after
    rules, does, is_own = state.rules, turn.does(state.rules), turn.mover == player
    mine_after = turn.mine_after if is_own else turn.theirs_after
    kept, gone = turn.kept(rules), turn.discarded(rules)  # by the mover, before any effect
    others = [(theirs, aside)]  # the opponent's card, less the one played, and the aside card
    if gone is not None and gone[0] != player:
        others = [(gone[1], aside)]
    if does & SEES_ASIDE and is_own and aside != turn.aside:
        return
    if does & (SEES_THEIRS if is_own else SHOWS_OWN) and theirs != (
        turn.theirs_after if is_own else turn.mine_after
    ):
        return
    if does & SWAPS:
        others = [(mine_after, aside)]
    if does & REDEALS:
        mine, dealt = kept if is_own else turn.theirs, (mine_after, theirs, aside)
        rests = [(dealt[at - 2], dealt[at - 1]) for at in range(3) if dealt[at] == mine]
        others = [pair for rest in rests for pair in (rest, rest[::-1])]
    cards = tabulate(rules).cards
    for other, aside_before in others:
        hands = (kept, other) if is_own else (other, turn.theirs)
        if resolve(cards, card, argument, *hands, turn.maid) != does:
            continue
        if is_own:
            yield (other, aside_before), UNKNOWN
        elif turn.action in state.legal_for(card, other, turn.maid):
            yield (card, aside_before), other
            if other != card:
                yield (other, aside_before), card


def _play_again(world: LoveLetterState, turn: PlayedTurn, player: int, then: Hidden) -> None:
    """Take a turn in another world, up to the next player's draw."""
    world.apply(turn.action)
    mine = turn.mine_after if turn.mover == player else turn.theirs_after
    hands = (mine, then[0]) if player == 0 else (then[0], mine)
    gone = turn.discarded(world.rules)
    if gone is not None:
        world.apply(hands[gone[0]])
    elif turn.does(world.rules) & REDEALS:
        world.apply(then[1])
        world.apply(hands[1 - turn.mover])


def _pick(weights: dict[Hidden, int], random: Random) -> Hidden:
    return list(weights)[_index(list(weights.values()), random)]


def _index(weights: list[int], random: Random) -> int:
    return random.choices(range(len(weights)), weights)[0]
