"""Players written in Python: any object with ``choose(state)``, simulated or evaluated exactly.

The compiled simulator and evaluator know kinds of card and money bands. A user's player may look at
anything in its state, so here decks are full and every choice is a call.
"""

from collections import defaultdict

import numpy as np
import numpy.typing as npt

from llq.errors import IllegalAction
from llq.solver.dominion.match import Simulation
from llq.solver.dominion.model import Action, Model
from llq.solver.dominion.players import State, Strategy
from llq.solver.dominion.rules import HAND_SIZE, Game

__all__ = ["player_distribution", "simulate_player"]


def player_distribution(game: Game, player: Strategy, turns: int) -> npt.NDArray[np.float64]:
    """Return the exact distribution of a player's final score in a game of `turns` turns.

    The player must answer equal states equally. Time grows with the decks that it can get into:
    a second or so for 31 turns if it buys three kinds of card.

    Returns
    -------
    ndarray of float64, shape (most points + 1,)
        Chance of each final score.

    Raises
    ------
    IllegalAction
        The player names a card that the coins do not pay for.

    Examples
    --------
    >>> from llq.solver.dominion.rules import dominion
    >>> class OnlyEstates:
    ...     def choose(self, state):
    ...         return "estate" if state.coins >= 2 else None
    >>> player_distribution(dominion(), OnlyEstates(), 2).round(4).tolist()
    [0.0, 0.0, 0.0, 0.0, 0.0152, 0.9848]
    """
    model = Model(game)
    money = model.hands @ np.array(model.class_values)
    decks: dict[tuple[int, ...], float] = {game.start: 1.0}
    for turn in range(turns):
        after: dict[tuple[int, ...], float] = defaultdict(float)
        for deck, chance in decks.items():
            ways = model.hand_ways(deck)
            total = np.bincount(money, ways) / ways.sum()
            for coins in np.flatnonzero(total):
                state = State(game, deck, int(coins), turn, turns - turn)
                card = _choice(player, state)
                bought = deck if card is None else (*deck[:card], deck[card] + 1, *deck[card + 1 :])
                after[bought] += chance * float(total[coins])
        decks = after
    scores = np.zeros(max(map(game.points, decks)) + 1)
    for deck, chance in decks.items():
        scores[game.points(deck)] += chance
    return scores


def simulate_player(
    game: Game, player: Strategy, turns: int, games: int, *, seed: int, real: bool = False
) -> Simulation:
    """Return the scores of games of a player written in Python.

    Game i is played with NumPy's Philox stream of key (seed, i).

    Raises
    ------
    IllegalAction
        The player names a card that the coins do not pay for.
    """
    value = np.array([card.value for card in game.cards])
    scores, counts = np.zeros(games, np.int64), np.zeros((turns, len(Action)), np.int64)
    for number in range(games):
        random = np.random.Generator(np.random.Philox(key=[seed, number]))
        deck = np.array(game.start)
        pile, discard = deck.copy(), np.zeros_like(deck)
        for turn in range(turns):
            if not real:
                pile = deck.copy()
            hand = random.multivariate_hypergeometric(pile, min(HAND_SIZE, pile.sum()))
            pile = pile - hand
            if hand.sum() < HAND_SIZE:
                pile, discard = discard, np.zeros_like(deck)
                rest = random.multivariate_hypergeometric(pile, HAND_SIZE - hand.sum())
                pile, hand = pile - rest, hand + rest
            coins = int(hand @ value)
            state = State(game, tuple(deck.tolist()), coins, turn, turns - turn)
            card = _choice(player, state)
            discard = discard + hand
            counts[turn, _action(game, card)] += 1
            if card is not None:
                deck[card] += 1
                discard[card] += 1
        scores[number] = game.points(tuple(deck.tolist()))
    return Simulation(type(player).__name__, turns, seed, real, scores, counts)


def _choice(player: Strategy, state: State) -> int | None:
    """Return the place in ``game.cards`` of the card that a player buys, None for passing."""
    name = player.choose(state)
    if name is None:
        return None
    for place, card in enumerate(state.game.cards):
        if card.name == name and card.cost <= state.coins:
            return place
    raise IllegalAction(f"{name!r} cannot be bought with {state.coins} coins")


def _action(game: Game, card: int | None) -> Action:
    if card is None:
        return Action.PASS
    return Action.TREASURE if game.cards[card].is_treasure else Action.VICTORY
