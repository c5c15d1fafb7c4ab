"""The race: two players share a supply, and the Provinces end the game.

`lookup` returns a `RaceAnswer`: the best buy, and an `ActionValue` for every other, its chance
to win. `situation` checks the `RaceSituation`. `match` returns a `RaceMatch` of two of the
`players`, exact and played out. `build` solves the race and stores a `DominionRace`, best play and
the situations that it meets; `open` opens it. A race that goes move by move is a `RaceState`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.answers import ActionValue as ActionValue
    from llq.query.dominion.race.answers import RaceAnswer as RaceAnswer
    from llq.query.dominion.race.answers import race_lookup
    from llq.query.dominion.race.matches import RaceMatch as RaceMatch
    from llq.query.dominion.race.matches import race_match
    from llq.query.dominion.race.notation import RaceSituation as RaceSituation
    from llq.query.dominion.race.notation import race_situation
    from llq.query.dominion.race.roster import race_players
    from llq.query.dominion.race.table import DominionRace as DominionRace
    from llq.query.dominion.race.table import build_race, open_race
    from llq.solver.dominion.race.game_state import RaceState as RaceState

    build = build_race
    lookup = race_lookup
    match = race_match
    open = open_race
    players = race_players
    situation = race_situation
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
