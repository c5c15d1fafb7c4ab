"""A referee of Literature with 54 cards and declare windows: the rules of FishAI and of FishLab.

Written from their documents, not from a kernel: ``us54`` is RULES_US54.md of MeagerPotato/FishAI
and its test vectors, ``fishlab`` docs/BOT_PACKAGE.md and the rules of engine/src/fish.hpp and
game.hpp of dylann4500/fishbot. Every decision is a move: to ask, to declare, to let the offer of a
declare window pass, and to pass the turn. A card is its rank's letter and its suit's, the jokers XR
and XB; a half suit is L or H and its suit, EJ the eights and jokers.
"""

from enum import Enum
from itertools import pairwise

from tests.oracles.literature import refuse_unless

SEATS = 6
NEEDED = 5
"""Half suits with which a team has won at once, us54 §1 row 19."""
LADDER = (0.995, 0.98, 0.95, 0.90, 0.80, 0.65, 0.50, None)
"""The confidences of FishLab's forced endgame, fish.hpp ``forcedTh``; at None one must declare."""
MOST_ASKS = 400
"""Of FishLab, fish.hpp ``maxAsks``: what is left then goes to who holds more of it."""
SUITS = {"us54": "CDHS", "fishlab": "SHDC"}
"""The order of the half suits, which FishLab's forced endgame goes by."""
JOKERS = ("8C", "8D", "8H", "8S", "XR", "XB")


class Stage(Enum):
    """What the seat to act may do."""

    WINDOW = "declare any half suit, or decline"
    ASK = "ask"
    PASS = "pass the turn to a team mate"
    FORCED = "declare one half suit or, but on the last rung, decline"
    OVER = "nothing"


def half_suits(variant):
    """Return the six cards of each half suit, in the order of a variant."""
    ranks = {"L": "234567", "H": "9TJQKA"}
    suited = [(half, suit) for suit in SUITS[variant] for half in "LH"]
    cards = {half + suit: [rank + suit for rank in ranks[half]] for half, suit in suited}
    eights = [f"8{suit}" for suit in SUITS[variant]]
    return {**cards, "EJ": [*eights, *JOKERS[4:]]}


class WindowReferee:
    """A game of ``us54`` or ``fishlab`` in which every move is checked."""

    def __init__(self, variant, hands, turn, owners=()):
        self.variant = variant
        self.halves = half_suits(variant)
        self.home = {card: half for half, cards in self.halves.items() for card in cards}
        self.hands = [set(hand) for hand in hands]
        self.owners = dict(owners)
        """The team that has each half suit that was declared."""
        self.turn = turn
        self.asks = 0
        self.public = []
        """What everyone has seen: asks, passes, and declarations with who truly held the cards,
        or, once FishLab's declarer was wrong, only how many each of them held."""
        self._open()

    # Who acts

    def _open(self):
        """Offer the window, us54 §3: from the holder of the turn; game.hpp: from seat 0."""
        first = self.turn if self.variant == "us54" else 0
        self.stage, self.seat, self.declined = Stage.WINDOW, first, 0
        self.forced_half, self.rung = None, None

    def _end(self):
        self.stage, self.seat = Stage.OVER, None

    def _ask_next(self):
        """Go on after everyone has declined."""
        if self.variant == "fishlab":
            if (out := self._out_team()) is not None:
                self._climb(1 - out)
                return
            if not self.hands[self.turn]:
                self.stage, self.seat = Stage.PASS, self.turn
                return
            if not self.can_ask():
                self.stage, self.seat, self.rung = Stage.FORCED, self.turn, len(LADDER) - 1
                self.forced_half = next(h for h in self.live() if self._has(self.turn, h))
                return
        self.stage, self.seat = Stage.ASK, self.turn

    def _climb(self, team):
        """Begin the forced endgame, game.hpp ``forcedEndgame``, from its first rung."""
        self.stage, self.seat, self.rung = Stage.FORCED, team, 0
        self.forced_half = self.live()[0]

    def _out_team(self):
        """Return the team without cards, None if both have some."""
        return next((team for team in (0, 1) if not any(self.hands[team::2])), None)

    def _has(self, seat, half):
        return bool(self.hands[seat].intersection(self.halves[half]))

    def live(self):
        """Return the half suits in play, in the variant's order."""
        return [half for half in self.halves if half not in self.owners]

    def legal_asks(self):
        """Return the asks of the holder of the turn."""
        hand = self.hands[self.turn]
        wanted = {other for card in hand for other in self.halves[self.home[card]]} - hand
        targets = [seat for seat in range(SEATS) if seat % 2 != self.turn % 2 and self.hands[seat]]
        return {(seat, card) for seat in targets for card in wanted}

    def can_ask(self):
        """Return whether the holder of the turn has a legal ask."""
        hand, theirs = self.hands[self.turn], self.hands[1 - self.turn % 2 :: 2]
        return any(theirs) and any(not hand.issuperset(self.halves[self.home[c]]) for c in hand)

    def heirs(self):
        """Return the team mates with cards."""
        return [s for s in range(self.turn % 2, SEATS, 2) if s != self.turn and self.hands[s]]

    @property
    def may_decline(self):
        """Whether the seat to act may decline: us54 §3.2, not where no ask can follow."""
        if self.stage is Stage.FORCED:
            return LADDER[self.rung] is not None
        return self.stage is Stage.WINDOW and (self.variant == "fishlab" or self.can_ask())

    def declarable(self):
        """Return the half suits that the seat to act may declare."""
        if self.stage is Stage.FORCED:
            return [self.forced_half]
        return self.live() if self.stage is Stage.WINDOW else []

    # Moves

    def ask(self, target, card):
        refuse_unless(self.stage is Stage.ASK, "nobody may ask now")
        refuse_unless((target, card) in self.legal_asks(), f"{self.turn} asks {target} for {card}")
        hit = card in self.hands[target]
        self.asks += 1
        self.public.append(("ask", self.turn, target, card, hit))
        if hit:
            self.hands[target].remove(card)
            self.hands[self.turn].add(card)
        else:
            self.turn = target
        if self.variant == "fishlab" and self.asks == MOST_ASKS:
            self._adjudicate()
        else:
            self._open()
        return hit

    def decline(self):
        refuse_unless(self.may_decline, "the seat to act must do something else")
        if self.stage is Stage.WINDOW:
            self.declined += 1
            self.seat = (self.seat + 1) % SEATS
            if self.declined == SEATS:
                self._ask_next()
            return
        if self.seat + 2 < SEATS:
            self.seat += 2
            return
        self.seat %= 2
        following = [half for here, half in pairwise(self.live()) if here == self.forced_half]
        if following:
            self.forced_half = following[0]
        else:
            self.forced_half, self.rung = self.live()[0], self.rung + 1

    def declare(self, half, said):
        """Let the seat to act declare; ``said`` gives the team mate who holds each card."""
        refuse_unless(half in self.declarable(), f"{half} may not be declared now")
        refuse_unless(set(said) == set(self.halves[half]), f"{half} has other cards")
        team, seat = self.seat % 2, self.seat
        is_endgame = self.stage is Stage.FORCED and self._out_team() is not None
        refuse_unless(all(holder % 2 == team for holder in said.values()), "opponents are named")
        true = {card: s for s, hand in enumerate(self.hands) for card in hand if card in said}
        right = said == true
        self.owners[half] = team if right else 1 - team
        for hand in self.hands:
            hand.difference_update(said)
        shown = true
        if self.variant == "fishlab" and not right:  # hand sizes are public, holders are not
            shown = tuple([*true.values()].count(s) for s in range(SEATS))
        was_forced = self.stage is Stage.FORCED
        self.public.append(("declare", seat, half, dict(said), right, shown, was_forced))
        won = max(list(self.owners.values()).count(t) for t in (0, 1))
        if not self.live() or (self.variant == "us54" and won >= NEEDED):
            self._end()
        elif self.variant == "us54":
            self._resume()
        elif is_endgame:
            self._climb(team)
        else:
            self._open()
        return right

    def _resume(self):
        """Open the window again, us54 §4: a holder of the turn who is out of cards passes it.

        Where the team is out too, the next seat with cards has it. So the newer engine has it,
        athena-env/src/vectors.rs (vector 8); by the document, and the engine before, whoever is
        emptied by another's declaration does not choose: the next seat with cards has the turn.
        """
        if not self.hands[self.turn] and self.heirs():
            self.stage, self.seat = Stage.PASS, self.turn
            return
        while not self.hands[self.turn]:
            self.turn = (self.turn + 1) % SEATS
        self._open()

    def pass_turn(self, to):
        refuse_unless(self.stage is Stage.PASS, "nobody may pass now")
        refuse_unless(to in self.heirs(), f"{self.turn} passes to {to}")
        self.public.append(("pass", self.turn, to))
        self.turn = to
        self._open()

    def _adjudicate(self):
        """Give what is left to who holds more of it or, where that is even, its lowest card."""
        for half in self.live():
            teams = [
                next(seat % 2 for seat, hand in enumerate(self.hands) if card in hand)
                for card in self.halves[half]
            ]
            odd = sum(teams)
            self.owners[half] = teams[0] if odd == 3 else int(odd > 3)
            for hand in self.hands:
                hand.difference_update(self.halves[half])
        self._end()

    # The result

    def score(self):
        """Return the half suits of either team."""
        return [list(self.owners.values()).count(team) for team in (0, 1)]
