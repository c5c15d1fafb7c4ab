"""Move-by-move players of multiplayer rounds, and their hints for people."""

from random import Random
from typing import Any

import numpy as np

from llq.query.love_letter.multiplayer.advice import PartyAdvice, SeatView, value_plays
from llq.query.love_letter.multiplayer.matches import PLAYOUTS
from llq.query.players import PlayerInfo
from llq.solver.love_letter.multiplayer import rounds
from llq.solver.love_letter.multiplayer.game_state import PartyState

USUAL = "reader"
"""Default player at a multiplayer table."""

_HINT_PLAYOUTS = 20_000

_PLAYERS = (
    PlayerInfo("random", "any card, target and guess, but never the Princess by choice"),
    PlayerInfo("thumb", "rules of thumb: uses a card that is known, else plays the lower one"),
    PlayerInfo("certain", "playouts over all deals that fit what is certain"),
    PlayerInfo("reader", "playouts over deals that are likely by what the others have played"),
)


def party_players() -> tuple[PlayerInfo, ...]:
    """Return the built-in multiplayer players.

    Examples
    --------
    >>> import llq
    >>> [player.name for player in llq.love_letter.rounds.party_players()]
    ['random', 'thumb', 'certain', 'reader']
    """
    return _PLAYERS


def is_party_player(name: object) -> bool:
    """Return whether a name belongs to a built-in multiplayer player."""
    return isinstance(name, str) and name in [player.name for player in party_players()]


def sits_at_tables(name: object) -> bool:
    """Return whether a built-in player plays at tables alone, of two or several, by seats."""
    return is_party_player(name) and name != "random"


def choose_action(
    state: PartyState, name: str, random: Random, playouts: int = PLAYOUTS, by_tokens: bool = False
) -> int:
    """Return a built-in player's action, based only on the mover's view."""
    from llq.solver.love_letter.multiplayer import kernels
    from llq.solver.love_letter.multiplayer import playouts as trials
    from llq.solver.love_letter.multiplayer.thumb import thumb_action

    stream = np.array([random.getrandbits(64)], dtype=np.uint64)
    view, likely = beliefs_of(state, state.current_player, is_certain=name == "certain")
    if name in ("random", "thumb"):
        choose = kernels.random_action if name == "random" else thumb_action
        return int(choose(state.party.cards, state.party.setup, view, stream))
    room = trials.make_room(state.party)
    room.stream[0] = stream[0]
    trials.value_actions(state.party, view, state.current_player, likely, playouts, by_tokens, room)
    return int(room.actions[0])


def hint(state: PartyState) -> PartyAdvice:
    """Return the mover's actions with playout values."""
    seat = state.current_player
    return value_plays(SeatView(state.rules, seat, *beliefs_of(state, seat)), _HINT_PLAYOUTS)


def beliefs_of(state: PartyState, seat: int, *, is_certain: bool = False) -> tuple[Any, Any]:
    """Return a seat's view and the likelihoods of other players' cards."""
    from llq.solver.love_letter.multiplayer.beliefs import BY_CHANCE, watch

    likely = np.ones((rounds.LIKELY_ROWS, len(state.rules.cards)))
    likely[-2] = float(not is_certain)  # the odds of playing by chance
    share = 1.0 if is_certain else BY_CHANCE
    cards = state.party.cards
    stops = [row for row in [*state.rows, state.row] if row[rounds.PHASE] != rounds.CHANCE]
    views = np.zeros((2, rounds.ROW), dtype=np.int64)
    for number, row in enumerate(stops):
        views[0] = views[1]
        rounds.see(np.array(row, dtype=np.int64), seat, views[1])
        if number:
            watch(cards, views[0], views[1], seat, share, likely)
    return views[1], likely
