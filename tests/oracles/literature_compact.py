"""The features of `llq.solver.literature.policies.compact` in plain Python, card by card.

Views and chances come from the solver, whose own oracles are in `literature`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.literature import engine
from llq.solver.literature.engine import HANDS, LIVE, PLAYERS, SIZES, TURN
from llq.solver.literature.inference import knowledge, posterior
from llq.solver.literature.inference.knowledge import count_of, make_view
from llq.solver.literature.rules import CARDS, HALF_SUITS, IN_HALF, cards_of

Facts = tuple[list[set[int]], list[set[int]], list[list[int]]]
"""By player: cards they may hold, cards they hold, the fewest of each half suit."""


def features_after(
    row: NDArray[np.int64], target: int, card: int, held: bool
) -> dict[int, dict[str, float]]:
    """Return the features of each half suit in play, by name, if the mover's ask ended so."""
    seat, players = int(row[TURN]), int(row[PLAYERS])
    chances = posterior.make_posterior(players)
    view = make_view()
    knowledge.infer(row, seat, view)
    posterior.find_chances(row, view, chances)
    after = row.copy()
    engine.ask(after, target, card, held)
    own = make_view()
    knowledge.infer(after, seat, own)
    seen = {seat: _facts(own)}
    for player in range(players):
        if player != seat and after[SIZES + player]:
            other = make_view()
            knowledge.infer_other(after, own, player, other)
            seen[player] = _facts(other)
    may, holds, fewest = seen[seat]

    def chance(player: int, this: int) -> float:
        if this in holds[player]:
            return 1.0
        if this not in may[player]:
            return 0.0
        rest = 1 - chances.held[target, card] if this == card and not held else 1.0
        return min(1.0, float(chances.held[player, this]) / rest)

    team = [player for player in range(players) if (player - seat) % 2 == 0]
    mates = [player for player in team if player != seat]
    opponents = [player for player in range(players) if player not in team]
    live = [half for half in range(HALF_SUITS) if after[LIVE] >> IN_HALF * half & 1]
    found: dict[int, dict[str, float]] = {}
    for half in live:
        cards = set(range(IN_HALF * half, IN_HALF * half + IN_HALF))
        hand = cards & set(cards_of(int(after[HANDS + seat])))
        teams = {this: min(1.0, sum(chance(p, this) for p in team)) for this in cards}
        has = {
            player: 1.0
            if fewest[player][half]
            else 1 - float(np.prod([1 - chance(player, this) for this in sorted(cards)]))
            for player in range(players)
        }

        def known(player: int, group: list[int], cards: set[int] = cards) -> int:
            return sum(len(seen[player][1][holder] & cards) for holder in group)

        def takes(
            player: int, cards: set[int] = cards, has: dict[int, float] = has
        ) -> tuple[float, float]:
            foes = opponents if player in team else team
            guesses = 0
            for this in cards:
                holders = [p for p in range(players) if this in seen[player][0][p]]
                guesses += len(holders) == 2 and any(p in foes for p in holders)
            return known(player, foes, cards) * has[player] / 6, guesses * has[player] / 6

        mates_see = [player for player in mates if player in seen]
        foes_see = [player for player in opponents if player in seen]
        mine = takes(seat) if hand else (0.0, 0.0)
        mover = takes(target) if not held and target in seen else (0.0, 0.0)
        rest = [takes(player) for player in foes_see if held or player != target]
        theirs = [takes(player) for player in mates_see]
        found[half] = {
            "mine": len(hand) / 6,
            "mates": (sum(teams.values()) - len(hand)) / 6,
            "team_all": float(np.prod(list(teams.values()))),
            "opponents_all": float(np.prod([1 - share for share in teams.values()])),
            "mate_has": max(has[player] for player in mates),
            "mover_has": 0.0 if held else has[target],
            "opponent_has": max(has[player] for player in opponents),
            "mover_takes": mover[0],
            "opponent_takes": max((pair[0] for pair in rest), default=0.0),
            "i_take": known(seat, opponents) / 6 if hand else 0.0,
            "mate_takes": max((pair[0] for pair in theirs), default=0.0),
            "i_place": known(seat, list(range(players))) / 6,
            "team_placed": known(seat, team) / 6,
            "mate_places": max((known(p, team + opponents) / 6 for p in mates_see), default=0.0),
            "mate_team_placed": max((known(p, team) / 6 for p in mates_see), default=0.0),
            "opponent_places": max((known(p, team + opponents) / 6 for p in foes_see), default=0.0),
            "opponent_team_placed": max((known(p, opponents) / 6 for p in foes_see), default=0.0),
            "shown_low": max(
                (sum(seen[p][2][holder][half] for holder in team) / 6 for p in foes_see),
                default=0.0,
            ),
            "i_guess": mine[1] / has[seat] if hand else 0.0,
            "mate_guesses": max((pair[1] for pair in theirs), default=0.0),
            "mover_guesses": mover[1],
            "opponent_guesses": max((pair[1] for pair in rest), default=0.0),
            "best_chance": max(chance(p, this) for p in opponents for this in cards)
            if hand
            else 0.0,
        }
    ours = sum(int(after[SIZES + player]) for player in team)
    cards_live = 6 * len(live)
    deal = CARDS / players
    for half in live:
        found[half] |= {
            "all_mover_takes": sum(found[h]["mover_takes"] for h in live) / 2,
            "all_opponent_takes": sum(found[h]["opponent_takes"] for h in live) / 2,
            "all_i_take": sum(found[h]["i_take"] for h in live) / 2,
            "all_mate_takes": sum(found[h]["mate_takes"] for h in live) / 2,
            "team_share": ours / cards_live,
            "in_play": cards_live / CARDS,
            "mover_size": int(after[SIZES + int(after[TURN])]) / deal / 2,
            "my_size": int(after[SIZES + seat]) / deal / 2,
            "all_best_chance": max(found[h]["best_chance"] for h in live),
        }
    return found


def _facts(view: knowledge.View) -> Facts:
    """Return a view as sets."""
    players = range(8)
    return (
        [set(cards_of(int(view.may[player]))) for player in players],
        [set(cards_of(int(view.held[player]))) for player in players],
        [[count_of(int(view.low[player]), half) for half in range(8)] for player in players],
    )
