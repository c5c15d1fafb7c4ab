"""Race players' purchases in move-by-move games, from a table or rule."""

from dataclasses import replace
from functools import cache
from random import Random

from llq.query.dominion.race.notation import RaceSituation
from llq.query.dominion.race.roster import BEST, race_rule
from llq.query.dominion.race.table import DominionRace, open_race
from llq.solver.dominion.race.game_state import CARDS, RaceState
from llq.solver.dominion.race.rules import COSTS, RANDOM, Buy, Seat
from llq.solver.dominion.race.space import RaceSpace, Split

_BEYOND = "big_money_ultimate"
"""Player that replaces ``optimal`` beyond the table's situations."""


def race_choice(name: str, state: RaceState, random: Random) -> int:
    """Return a race player's purchase."""
    if name == BEST:
        view = state.view()
        situation = RaceSituation(
            mine=view.mine,
            theirs=view.theirs,
            left=view.left,
            coins=view.coins,
            seat=view.seat.name.lower(),
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


@cache
def _race_table() -> DominionRace:
    return open_race()


def _rule_buy(name: str, state: RaceState) -> int:
    """Return a rule's purchase, legal or not."""
    rule = race_rule(name)
    assert rule is not None  # for mypy: best play is not a rule
    race, decks = state.race, state.decks
    sides = (race.first, race.second)
    provinces, duchies = (
        (decks[0][place], decks[1][place]) for place in map(CARDS.index, ("province", "duchy"))
    )
    first, second = (  # with no room, the decks as they are alone
        replace(side, silver=deck[1], gold=deck[2], silver_room=0, gold_room=0)
        for side, deck in zip(sides, decks, strict=True)
    )
    space = RaceSpace(replace(race, first=first, second=second))
    layer, rank = space.rank(Split(provinces, duchies))
    band = sum(state.coins >= cost for cost in COSTS) - 1
    return int(rule(space, layer, Seat(state.current_player))[rank, 0, band])
