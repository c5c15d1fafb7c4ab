"""Built-in players' purchases in move-by-move solitaire games."""

from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from llq.query.dominion.built_in_players import built_in_name
from llq.query.dominion.table.table import WHOLE, open_table
from llq.solver.dominion.model import Model, Purchase
from llq.solver.dominion.players import StrategyName, weights
from llq.solver.dominion.rules import Rules
from llq.solver.dominion.solitaire.action_scoring import reduced
from llq.solver.dominion.solitaire.game_state import DominionState
from llq.solver.dominion.solitaire.states import DeckSpace
from llq.solver.dominion.variants import rules as standard_rules


def solitaire_choice(name: str, state: DominionState, random: Random, playouts: int) -> int:
    """Return the action that a player takes: the best treasure or victory card, or nothing."""
    kind = _choose(str(built_in_name(name, state.turns)), state, random, playouts)
    model = _model(state.rules)
    card = (None, *model.best[model.band(state.coins)])[kind]
    return 0 if card is None else 1 + state.rules.place[card.name]


def _choose(name: str, state: DominionState, random: Random, playouts: int) -> int:
    """Return the `Purchase` that a player makes."""
    model = _model(state.rules)
    band = model.band(state.coins)
    if name == StrategyName.MONTE_CARLO:
        return _playout_choice(state, model, band, random, playouts)
    codes = _codes(state.rules, name, state.turns)
    if codes is None:
        chances = weights(model, name)[band]
        return random.choices(range(len(Purchase)), chances.tolist())[0]
    turns, policy = codes
    bought = reduced(model, state.deck)
    place = DeckSpace(model.dims, turns).state(bought, state.turns - state.turn + 1)
    return int(policy[place]) >> 2 * band & 3


def _playout_choice(
    state: DominionState, model: Model, band: int, random: Random, playouts: int
) -> int:
    """Return the purchase kind with the best mean over random playouts."""
    from llq.solver.dominion.solitaire.match import play_games

    best, most = Purchase.PASS, -1.0
    for kind in (Purchase.VICTORY, Purchase.TREASURE, Purchase.PASS):
        card = (None, *model.best[band])[kind]
        if card is None and kind:
            continue
        deck = state.deck[:]
        if card is not None:
            deck[state.rules.place[card.name]] += 1
        score = float(state.rules.points(tuple(deck)))
        if state.turn < state.turns:
            rules = replace(state.rules, start=tuple(deck))
            seed = random.getrandbits(63)
            score = play_games(rules, "random", state.turns - state.turn, playouts, seed=seed).mean
        if score > most:
            best, most = kind, score
    return best


@lru_cache(maxsize=8)
def _model(rules: Rules) -> Model:
    return Model(rules)


@lru_cache(maxsize=4)
def _codes(rules: Rules, name: str, turns: int) -> tuple[int, Any] | None:
    """Return a policy's turns and codes, None for simple strategies."""
    if name == StrategyName.OPTIMAL and turns <= WHOLE and rules == standard_rules():
        return WHOLE, open_table(WHOLE).codes
    if name == StrategyName.OPTIMAL:
        from llq.solver.dominion.solitaire.solver import solve

        return turns, solve(rules, turns, codes=True).codes
    if name == StrategyName.MONTE_CARLO_LIMIT:
        from llq.solver.dominion.solitaire.solver import limit_codes

        return turns, limit_codes(rules, turns)
    return None
