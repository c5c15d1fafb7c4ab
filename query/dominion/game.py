"""Dominion in the registry: the solved tables by length, and every strategy's exact results."""

from pkgutil import resolve_name

from llq.query.league.kind import league_kind
from llq.query.table_kinds import Form, Game, TableKind, named
from llq.query.tables.build_times import build_takes

_HERE = "llq.query.dominion"
_WHOLE, _STRATEGIES = "dominion-31", "dominion-strategies"
_RACE, _KINGDOM = "dominion-race", "dominion-kingdom"
_TABLE_VIEWS = "state band purchase payout optimal policy policy_action"
_RACE_VIEWS = "situation end match answer penultimate duchy chance"

GAME = Game(
    name="dominion",
    title="Dominion",
    bot="optimal",
    forms=(
        Form(
            name="dominion_race",
            settings={"variant": "race"},
            players=lambda: resolve_name(f"{_HERE}.race.roster:money_players")(),
        ),
    ),
    most={"silver": 20, "turns": 200},
    tables=(
        TableKind(
            name="dominion",
            title="Payout and best purchase of every state of games up to a length",
            takes=build_takes(_WHOLE),
            class_name=f"{_HERE}.table.table:DominionTable",
            standard={_WHOLE: {"turns": 31}},
            names={
                _WHOLE: named("dominion", _TABLE_VIEWS),
                "dominion-{}": named("dominion_{}", _TABLE_VIEWS),
            },
            accuracy="exact, rounding below 1e-11 points",
        ),
        TableKind(
            name=_STRATEGIES,
            title="Exact results of every strategy: means, distributions, actions by turn",
            takes=build_takes(f"{_STRATEGIES}, 250 turns"),
            class_name=f"{_HERE}.strategies.table:DominionStrategies",
            resumes=True,
            standard={_STRATEGIES: {"turns": 100, "mean_turns": 100, "hazards": 20}},
            names={_STRATEGIES: named("dominion", "strategy distribution action chance_end")},
            accuracy="exact, but for columns low and high, which are bounds",
        ),
        TableKind(
            name=_KINGDOM,
            title="What every kingdom card saves on the way to 1 to 8 Provinces",
            takes=build_takes(_KINGDOM),
            class_name=f"{_HERE}.kingdom.table:KingdomTable",
            resumes=True,
            standard={_KINGDOM: {"provinces": 8}},
            names={_KINGDOM: ("dominion_kingdom_ranking",)},
            accuracy="exact within the caps on cards, but for column at_least, a bound",
        ),
        TableKind(
            name=_RACE,
            title="The two-player race: best buys, situations met, matches of rules",
            takes=build_takes(_RACE),
            class_name=f"{_HERE}.race.table:DominionRace",
            standard={_RACE: {"silver": 12, "gold": 10}},
            names={_RACE: named("dominion_race", _RACE_VIEWS)},
            accuracy="exact for fresh hands up to its Silver and Gold, in float32 steps",
        ),
        league_kind("dominion"),
    ),
    names={
        "player": "random greedy expensive picky monte_carlo monte_carlo_limit optimal",
        "race player": (
            "optimal big_money big_money_duchy big_money_ultimate big_money_penultimate greedy "
            "expensive random thesis"
        ),
        "menu": (
            "big_money big_money_duchy big_money_ultimate big_money_penultimate greedy expensive "
            "smithy moat laboratory council_room"
        ),
        "variant": "solitaire race",
        "card": (
            "black_cat chapel courtyard duchess faithful_hound herbalist moat pearl_diver "
            "secret_chamber chancellor fortune_teller great_hall harbinger market_square "
            "merchant_camp oasis oracle scheme storeroom swindler village warehouse watchtower "
            "woodcutter archer bureaucrat cardinal cutpurse fortress militia moneylender monument "
            "navigator noble_brigand nomad_camp scavenger secret_passage smithy spy "
            "walled_village workers_village young_witch bandit barbarian bazaar catacombs "
            "charlatan council_room coven embassy explorer festival ghost_ship groundskeeper inn "
            "jester laboratory legionary library lost_city mandarin margrave market mine "
            "mountebank old_witch pilgrim rabble scholar skirmisher sorcerer soothsayer torturer "
            "trading_post treasury vault werewolf witch witchs_hut goons hunting_grounds"
        ),
    },
    questions={
        "lookup": f"{_HERE}.table.lookups:lookup",
        "match": f"{_HERE}.matches:match",
        "race lookup": f"{_HERE}.race.answers:race_lookup",
        "race match": f"{_HERE}.race.matches:race_match",
        "race players": f"{_HERE}.race.roster:race_players",
        "kingdom ranking": f"{_HERE}.kingdom.lookups:kingdom_ranking",
        "kingdom turns": f"{_HERE}.kingdom.lookups:kingdom",
        "kingdom lookup": f"{_HERE}.kingdom.lookups:kingdom_lookup",
        "menus mistakes": f"{_HERE}.menus.review:menu_mistakes",
        "strategies match": f"{_HERE}.strategies.exact_matches:exact_match",
        "strategies simulate": f"{_HERE}.matches:simulate",
        "strategies scores": f"{_HERE}.strategies.exact_matches:strategy_scores",
        "players": f"{_HERE}.built_in_players:players",
        "verify": f"{_HERE}.questions:verify",
        "league": f"{_HERE}.questions:league",
        "check": f"{_HERE}.questions:check",
    },
    rooms={
        "race": "The two-player race: what to buy, matches, players.",
        "kingdom": "Money and one kingdom card: what helps, what to buy.",
        "menus": "Menus, ranked lists of what to buy: where they go wrong.",
        "strategies": "What strategies score, computed and simulated.",
    },
    warm_up=(
        "build dominion",
        "dominion match picky greedy -n 4",
        "dominion strategies match picky greedy",
        "dominion race match big_money greedy --silver 2 -n 4 --real",
        "dominion menus mistakes big_money --silver 2",
        "dominion strategies match optimal monte_carlo_limit",
        "dominion kingdom turns market --copies 1 --provinces 1",
        "dominion kingdom turns oracle --copies 1 --provinces 1",
        "dominion kingdom turns chapel --copies 1 --provinces 1",
        "build dominion-strategies --turns 3 --mean-turns 3 --hazards 2",
    ),
)
