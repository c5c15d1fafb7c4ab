"""The strong player in plain Python: signs from the moves as told, features from sets of cards.

Certain knowledge comes from the solver, whose own oracle is `literature`; so do the chances, whose
oracle is `literature_marginals`.
"""

from dataclasses import dataclass
from math import prod
from typing import Any

from llq.solver.literature.actions import Asked, Claimed
from tests.oracles.literature_views import Facts

HALF = 6
MOST = 4
POWER = 64


def share(number):
    """Return a count that levels off."""
    return number / (number + 2)


class Story:
    """The moves of a game as everyone heard them."""

    def __init__(self, moves, players):
        self.players = range(players)
        self.moves = moves

    def team(self, player):
        return [other for other in self.players if (other - player) % 2 == 0]

    def mates(self, player):
        return [other for other in self.team(player) if other != player]

    def opponents(self, player):
        return [other for other in self.players if (other - player) % 2]

    def shown_before(self, number):
        """Return the cards that each player had shown before a move."""
        shown = [set() for _ in self.players]
        for move in self.moves[:number]:
            if isinstance(move, Asked) and move.held:
                for cards in shown:
                    cards.discard(move.card)
                shown[move.seat].add(move.card)
            if isinstance(move, Claimed):
                for cards in shown:
                    cards -= set(cards_of_half(move.half_suit))
        return shown

    def asks(self, player):
        """Return the asks of a player, each with its number among all moves."""
        return [
            (number, move)
            for number, move in enumerate(self.moves)
            if isinstance(move, Asked) and move.seat == player
        ]

    def signs(self, player, card, needs):
        """Return the signs of a card in a hand, in the order of `reading.Sign`."""
        half = card // HALF
        own_asks = self.asks(player)
        in_half = [number for number, move in own_asks if move.card // HALF == half]
        last = in_half[-1] if in_half else -1
        elsewhere = [number for number, _ in own_asks if number > last]
        passed = [
            number
            for number in elsewhere
            if any(
                shown // HALF == half
                for opponent in self.opponents(player)
                for shown in self.shown_before(number)[opponent]
            )
        ]
        asks = [move for move in self.moves if isinstance(move, Asked)]
        to_player = [move for move in asks if move.target == player and move.card // HALF == half]
        shown = self.shown_before(len(self.moves))
        visible = {
            other: len(shown[other] & set(cards_of_half(half))) for other in self.team(player)
        }
        asked_by = {
            other: sum(move.card // HALF == half for _, move in self.asks(other))
            for other in self.players
        }
        vain = [move for move in asks if move.card == card and not move.held]
        return [
            len(in_half) > 0,
            len(in_half) > 1,
            len(in_half) > 2,
            bool(own_asks) and own_asks[-1][1].card // HALF == half,
            len(passed) > 0,
            share(len(elsewhere)) if in_half else 0,
            0 if in_half else share(len(elsewhere)),
            share(len(passed)),
            share(sum(not move.held for move in to_player)),
            share(sum(move.held for move in to_player)),
            share(sum(asked_by[other] for other in self.mates(player))),
            share(sum(asked_by[other] for other in self.opponents(player))),
            visible[player] / HALF,
            sum(visible[other] for other in self.mates(player)) / HALF,
            half in needs[player],
            sum(visible.values()) >= HALF - 2,
            share(sum(move.target in self.mates(player) for move in vain)),
        ]


def odds(signs, weights):
    """Return by how much the signs raise the odds of a card."""
    total = sum(weight * sign for weight, sign in zip(weights, signs, strict=True))
    return (1 + min(max(total, -MOST), MOST) / POWER) ** POWER


def cards_of_half(half):
    """Return the cards of a half suit."""
    return range(HALF * half, HALF * half + HALF)


@dataclass
class Outlook:
    """What the mover of a game expects."""

    story: Story
    seat: int
    hand: set
    facts: Facts
    own: tuple
    """The cards that the mover knows every player may and does hold."""
    common: tuple
    """Those that everyone knows."""
    least: list
    """The fewest cards of every half suit that the mover knows every player to have."""
    chances: Any
    dealt: float
    """The cards of a hand as dealt."""

    def __post_init__(self):
        (self.may, self.held), (self.common_may, self.common_held) = self.own, self.common
        self.us, self.them = self.story.team(self.seat), self.story.opponents(self.seat)
        self.shown = self.story.shown_before(len(self.story.moves))

    def has(self, player, half):
        """Return the chance that a player has a card of a half suit."""
        if self.least[player][half]:
            return 1
        return 1 - prod(1 - self.chances[player, card] for card in cards_of_half(half))

    def is_placed(self, card):
        """Return whether everyone knows which player of the mover's team has a card."""
        return any(card in self.common_held[player] for player in self.us)

    def sure(self, player, half):
        """Return an opponent's sure threat in a half suit."""
        return self.has(player, half) * sum(map(self.is_placed, cards_of_half(half))) / HALF

    def guess(self, player):
        """Return an opponent's best guess."""
        guesses = [0]
        for half in {card // HALF for card in self.facts.live}:
            for card in cards_of_half(half):
                if not self.is_placed(card):
                    team_chance = sum(self.chances[mate, card] for mate in self.us)
                    holders = sum(card in cards for cards in self.common_may)
                    guesses.append(self.has(player, half) * team_chance / max(holders - 1, 1))
        return max(guesses)

    def features(self, target, card):
        """Return the features of an ask, by name."""
        half, seat = card // HALF, self.seat
        cards, chance = set(cards_of_half(half)), self.chances[target, card]
        own_share = len(self.hand & cards) / HALF
        expected = [
            sum(self.chances[player, other_card] for player in team for other_card in cards) / HALF
            for team in (self.us, self.them)
        ]
        mates, opponents_share = expected[0] - own_share, expected[1]
        placed_ours = sum(len(self.held[player] & cards) for player in self.us)
        placed = placed_ours + sum(len(self.held[player] & cards) for player in self.them)
        public = sum(len(self.common_held[player] & cards - {card}) for player in self.us)
        alone = prod(1 - self.chances[target, other_card] for other_card in cards - {card})
        back = max(
            self.has(player, half) if player != target else 1 - alone for player in self.them
        )
        others = [p for p in self.story.players if p != target and card in self.may[p]]
        only = others[0] if len(others) == 1 else None
        new = not self.shown[seat] & cards and half not in self.facts.needs[seat]
        latest = [move.card // HALF for _, move in self.story.asks(seat)][-1:]
        hidden = len((self.hand - self.shown[seat]) & cards) / HALF
        known = card in self.common_held[target]
        threat = sum(self.sure(target, live) for live in {card // HALF for card in self.facts.live})
        hit = {
            "hit": 1,
            "hit_mine": own_share,
            "hit_mates": mates,
            "hit_theirs": opponents_share - 1 / HALF,
            "hit_claims": placed_ours + 1 == HALF,
            "hit_placed": ((placed_ours + 1) / HALF) ** 2,
            "hit_public": ((public + 1) / HALF) ** 2,
            "hit_known": known,
            "hit_back": back,
            "hit_whole": (expected[0] + 1 / HALF) ** 2,
        }
        miss = {
            "miss_sure": threat,
            "miss_guess": self.guess(target),
            "miss_back": self.has(target, half),
            "miss_back_mine": self.has(target, half) * hidden,
            "miss_size": self.facts.sizes[target] / self.dealt,
            "miss_finds": only in self.them,
            "miss_ours": only in self.us,
            "miss_narrows": 1 / max(len(others), 1),
            "miss_there": self.sure(target, half),
        }
        either = {
            "new": new,
            "new_mine": new * own_share,
            "new_mates": new * mates,
            "new_theirs": new * opponents_share,
            "tells": card not in self.facts.lacks[seat] and not known,
            "sure": card in self.held[target],
            "square": chance**2,
            "mine": own_share,
            "team": expected[0] ** 2,
            "latest": latest == [half],
            "placed": placed / HALF,
        }
        return (
            {name: chance * value for name, value in hit.items()}
            | {name: (1 - chance) * value for name, value in miss.items()}
            | either
        )
