"""Games of custom players, simulated or evaluated exactly.

The compiled simulator and evaluator know kinds of card and money bands. A custom player may look at
anything in the state, so decks count every card and each choice calls the player.
"""

from collections import defaultdict
from random import Random
from typing import Any

import numpy as np

from llq.errors import IllegalAction, UnknownStrategy
from llq.solver.array_types import Floats, Ints
from llq.solver.dominion.model import Model, Purchase
from llq.solver.dominion.players import Player
from llq.solver.dominion.rules import HAND_SIZE, Action, Rules
from llq.solver.dominion.solitaire.match import Simulation
from llq.solver.dominion.state import State
from llq.solver.jobs.game_blocks import play_blocks
from llq.solver.jobs.progress import Progress


def player_distribution(game: Rules, player: Player, turns: int) -> Floats:
    """Return the exact distribution of a custom player's final score in a game of a fixed length.

    Entry s is the chance of s points. The player must answer equal states equally. Time grows with
    the decks that the player can build: a second for 31 turns with three kinds of card.
    """
    model, random = Model(game), _NoRandom(player.name)
    decks: dict[tuple[int, ...], float] = {game.start: 1.0}
    for turn in range(1, turns + 1):
        next_decks: dict[tuple[int, ...], float] = defaultdict(float)
        for deck, chance in decks.items():
            coin_chances = model.coin_chances(deck)
            for coins in np.flatnonzero(coin_chances):
                card = _choice(player, State(game, deck, int(coins), turn, turns), random)
                bought = deck if card is None else (*deck[:card], deck[card] + 1, *deck[card + 1 :])
                next_decks[bought] += chance * float(coin_chances[coins])
        decks = next_decks
    scores = np.zeros(max(map(game.points, decks)) + 1)
    for deck, chance in decks.items():
        scores[game.points(deck)] += chance
    return scores


def simulate_player(
    game: Rules,
    player: Player,
    turns: int,
    games: int,
    *,
    seed: int,
    real: bool = False,
    progress: Progress = None,
) -> Simulation:
    """Return the scores of a custom player's games.

    Hands are drawn from the whole deck, or if ``real`` from the pile, by NumPy's Philox stream of
    key (seed, game number); the player's random numbers are another stream of the game.
    """
    value = np.array([card.value for card in game.cards])
    counts = np.zeros((turns, len(Purchase)), np.int64)

    def play(block: range) -> int:  # of one game
        return _play_game(game, player, (seed, block.start), value, counts, real)

    scores = play_blocks(
        play, range(games), 1, threads=1, has_custom_players=True, progress=progress
    )
    return Simulation(player.name, turns, seed, real, np.array(list(scores), np.int64), counts)


def _play_game(
    game: Rules, player: Player, key: tuple[int, int], value: Ints, counts: Ints, real: bool
) -> int:
    """Return a game's final score, and add its purchases to ``counts``."""
    hands, random = np.random.Generator(np.random.Philox(key=key)), Random(f"{key[0]} {key[1]}")
    deck, turns = np.array(game.start), len(counts)
    pile, discard = deck.copy(), np.zeros_like(deck)
    for turn in range(turns):
        if not real:
            pile = deck.copy()
        hand = hands.multivariate_hypergeometric(pile, min(HAND_SIZE, pile.sum()))
        pile = pile - hand
        if hand.sum() < HAND_SIZE:
            pile, discard = discard, np.zeros_like(deck)
            rest = hands.multivariate_hypergeometric(pile, HAND_SIZE - hand.sum())
            pile, hand = pile - rest, hand + rest
        state = State(game, tuple(deck.tolist()), int(hand @ value), turn + 1, turns)
        card = _choice(player, state, random)
        discard = discard + hand
        purchase = Purchase.PASS
        if card is not None:
            purchase = Purchase.TREASURE if game.cards[card].is_treasure else Purchase.VICTORY
            deck[card] += 1
            discard[card] += 1
        counts[turn, purchase] += 1
    return game.points(tuple(deck.tolist()))


def _choice(player: Player, state: State, random: Any) -> int | None:
    """Return the bought card's index in ``game.cards``, None for passing."""
    action = player.choose(state, random)
    legal = state.legal
    if not isinstance(action, Action) or action not in legal:
        raise IllegalAction(
            f"{player.name} chose {action!r} with {state.coins} coins; the legal actions are "
            f"{', '.join(map(repr, legal))}"
        )
    return None if action.card is None else state.game.place[action.card]


class _NoRandom:
    """Random source that rejects every use, for exact evaluation."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        raise UnknownStrategy(
            f"{self._name} uses random numbers, so the distribution of its scores is not exact"
        )
