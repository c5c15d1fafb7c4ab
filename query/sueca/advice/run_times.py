"""Rough run times, for what a command says before it plays."""

from __future__ import annotations

from collections.abc import Sequence

from llq.query.sueca.advice.card_values import FEW_DEALS
from llq.query.sueca.advice.quantities import OPEN
from llq.solver.sueca.players import Player, Strategy, find_strategy
from llq.solver.sueca.playouts.strong import STEPS_A_SECOND
from llq.solver.sueca.positions.position import Position
from llq.solver.sueca.rules import HAND_SIZE, SEATS
from llq.solver.sueca.settings import Kind, Source

# Measured on a core of 2026 by benchmarks/sueca.py; within a factor of two or so.
_GAME = 1e-6  # of any player
_PLAYOUT = {  # of a sampling player, a random game for each card of a hand played from ten cards on
    Source.DRAWN: 1.1e-6,
    Source.SHUFFLED: 16e-6,
    Source.SHUFFLED_ASIDE: 14e-6,
    Source.TRUE: 0.9e-6,
}
_INFERRED = 7e-5  # of strong, a hand drawn, in a whole game
_ADVISED = 2e-5  # likewise in advice
_APART = 1.8  # times as much where each card has hands of its own
_CUSTOM = 2e-4
_OPEN = 0.05  # the value of a deal with open hands
_SOLVED = (0, 0, 0, 3e-6, 1e-5, 4e-5, 1.5e-4, 5e-4, 1.7e-3, 8e-3, 2e-2)
"""Solving every card of one deal, by cards in hand."""


def game_seconds(seats: Sequence[Strategy | Player]) -> float:
    """Return about how many seconds of a core a game of these players takes."""
    return _GAME + sum(map(_player_seconds, seats))


def deal_seconds(player: str) -> float:
    """Return about how many seconds of a core a deal takes that a player plays in all four seats.

    Parameters
    ----------
    player
        A strategy, or ``open`` for open hands.
    """
    return _OPEN if player == OPEN else game_seconds([find_strategy(player)] * SEATS)


def advice_seconds(position: Position, player: Strategy) -> float:
    """Return about how many seconds of a core a player's advice takes."""
    cards = len(position.hand)
    if player.steps:
        return player.steps / STEPS_A_SECOND
    if player.kind is Kind.STRONG:
        solved = max(player.deals, player.shuffles // 5) if cards <= player.open_from else 0
        return player.shuffles * _ADVISED + solved * _SOLVED[cards]
    if player.kind is not Kind.PIMC or cards > player.open_from:
        return player.shuffles * player.playouts * _PLAYOUT[player.source]
    return min(position.deals, max(FEW_DEALS, player.deals)) * _SOLVED[cards]


def _player_seconds(player: Strategy | Player) -> float:
    if not isinstance(player, Strategy):
        return _CUSTOM
    if not player.is_sampling:
        return 0.0
    if player.steps:
        return HAND_SIZE * player.steps / STEPS_A_SECOND
    if player.kind is Kind.STRONG:
        return player.shuffles * _INFERRED + player.deals * sum(_SOLVED[6 : player.open_from + 1])
    playouts = player.shuffles * player.playouts * _PLAYOUT[player.source]
    seconds = playouts * (_APART if player.apart and player.source is Source.DRAWN else 1.0)
    if player.kind is Kind.PIMC:
        seconds += player.deals * sum(_SOLVED[: player.open_from + 1])
    return seconds
