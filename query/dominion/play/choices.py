"""Built-in players' purchases in move-by-move games: alone, and in the race."""

from dataclasses import replace
from functools import cache, lru_cache
from random import Random

from llq.query.dominion.built_in_players import built_in_name, state_policy
from llq.query.dominion.race.notation import RaceSituation
from llq.query.dominion.race.roster import BEST, race_rule
from llq.query.dominion.race.table import open_race
from llq.solver.dominion.model import Model, Purchase
from llq.solver.dominion.players import StrategyName, purchase_chances
from llq.solver.dominion.race.game_state import CARDS, RaceState
from llq.solver.dominion.race.rules import COSTS, RANDOM, Buy, Seat
from llq.solver.dominion.race.space import RaceSpace, Split
from llq.solver.dominion.solitaire.action_scoring import reduced_decks
from llq.solver.dominion.solitaire.game_state import DominionState
from llq.solver.dominion.solitaire.states import DeckSpace

_BEYOND = "big_money_ultimate"
"""Player that replaces ``optimal`` beyond the race table's situations."""

_model = lru_cache(maxsize=8)(Model)
_state_policy = lru_cache(maxsize=4)(state_policy)
_race_table = cache(open_race)


def race_choice(name: str, state: RaceState, random: Random) -> int:
    """Return a race player's purchase."""
    if name == BEST:
        view = state.view()
        seat = view.seat.name.lower()
        situation = RaceSituation(
            mine=view.mine, theirs=view.theirs, left=view.left, coins=view.coins, seat=seat
        )
        action = _race_table().get(situation)
        if action is not None and action in view.legal:
            return state.find_action(action)
        name = _BEYOND
    legal = state.legal_actions()
    buy = _rule_buy(name, state)
    if buy == RANDOM:  # Random: nothing, the best treasure or the best victory card
        treasures = [buy for buy in legal if buy in (Buy.SILVER, Buy.GOLD)]
        victories = [buy for buy in legal if buy not in (Buy.PASS, Buy.SILVER, Buy.GOLD)]
        return random.choice([0, *treasures[-1:], *victories[-1:]])
    return buy if buy in legal else 0


def _rule_buy(name: str, state: RaceState) -> int:
    """Return a rule's purchase, legal or not."""
    rule = race_rule(name)
    assert rule is not None  # for mypy: best play is not a rule
    race, decks = state.race, state.decks
    provinces, duchies = (
        (decks[0][place], decks[1][place]) for place in map(CARDS.index, ("province", "duchy"))
    )
    first, second = (  # with no room, the decks as they are alone
        replace(side, silver=deck[1], gold=deck[2], silver_room=0, gold_room=0)
        for side, deck in zip(race.sides, decks, strict=True)
    )
    space = RaceSpace(replace(race, first=first, second=second))
    layer, rank = space.rank(Split(provinces, duchies))
    band = sum(state.coins >= cost for cost in COSTS) - 1
    return int(rule(space, layer, Seat(state.current_player))[rank, 0, band])


def solitaire_choice(name: str, state: DominionState, random: Random, playouts: int) -> int:
    """Return the action that a player takes: the best treasure or victory card, or nothing."""
    model, player = _model(state.rules), str(built_in_name(name, state.turns))
    band = model.band(state.coins)
    if player == StrategyName.MONTE_CARLO:
        kind: int = _playout_choice(state, model, band, random, playouts)
    elif policy := _state_policy(player, state.turns, state.rules):
        bought = reduced_decks(model, state.deck)
        place = DeckSpace(model.dims, policy.turns).state(bought, state.turns - state.turn + 1)
        kind = int(policy.codes[place]) >> 2 * band & 3
    else:
        chances = purchase_chances(model, player)[band].tolist()
        kind = random.choices(range(len(Purchase)), chances)[0]
    card = (None, *model.best[band])[kind]
    return 0 if card is None else 1 + state.rules.place[card.name]


def _playout_choice(
    state: DominionState, model: Model, band: int, random: Random, playouts: int
) -> int:
    """Return the purchase kind with the best mean over random playouts."""
    from llq.solver.dominion.solitaire.match import play_games

    best, best_score = Purchase.PASS, -1.0
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
        if score > best_score:
            best, best_score = kind, score
    return best
