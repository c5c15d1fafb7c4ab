"""Move-by-move players of multiplayer rounds."""

from random import Random

import numpy as np

from llq.query.love_letter.rounds.other_seats import seat_view
from llq.query.players import PlayerInfo
from llq.solver.love_letter.rounds.party_state import PartyState

USUAL = "reader"
"""Default player at a multiplayer table."""
PLAYOUTS = 5000
"""Playouts of a decision by default."""


def party_players() -> tuple[PlayerInfo, ...]:
    """Return the built-in multiplayer players.

    Examples
    --------
    >>> import llq
    >>> [player.name for player in llq.love_letter.rounds.party_players()]
    ['random', 'thumb', 'certain', 'reader']
    """
    return (
        PlayerInfo("random", "any card, target and guess, but never the Princess by choice"),
        PlayerInfo("thumb", "rules of thumb: uses a card that is known, else plays the lower one"),
        PlayerInfo("certain", "playouts over all deals that fit what is certain"),
        PlayerInfo("reader", "playouts over deals that are likely by what the others have played"),
    )


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
    from llq.solver.love_letter.multiplayer.playouts import make_room, value_actions
    from llq.solver.love_letter.multiplayer.thumb import thumb_action

    stream = np.array([random.getrandbits(64)], dtype=np.uint64)
    _, seat, view, likely = seat_view(state, state.current_player, is_certain=name == "certain")
    if name in ("random", "thumb"):
        choose = kernels.random_action if name == "random" else thumb_action
        return int(choose(state.party.cards, state.party.setup, view, stream))
    room = make_room(state.party)
    room.stream[0] = stream[0]
    value_actions(state.party, view, seat, likely, playouts, by_tokens, room)
    return int(room.actions[0])
