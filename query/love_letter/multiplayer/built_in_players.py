"""The built-in players of tables of several."""

from __future__ import annotations

from llq.query.players import PlayerInfo

_PLAYERS = (
    PlayerInfo("random", "any card, target and guess, but never the Princess by choice"),
    PlayerInfo("thumb", "rules of thumb: uses a card that is known, else plays the lower one"),
    PlayerInfo("certain", "play-outs over all deals that fit what is certain"),
    PlayerInfo("reader", "play-outs over deals that are likely by what the others have played"),
)


def party_players() -> tuple[PlayerInfo, ...]:
    """Return the built-in players of tables of several.

    Examples
    --------
    >>> import llq
    >>> [player.name for player in llq.love_letter.rounds.party_players()]
    ['random', 'thumb', 'certain', 'reader']
    """
    return _PLAYERS
