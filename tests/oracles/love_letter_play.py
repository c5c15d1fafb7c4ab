"""A referee of Love Letter for two to six players, card by physical card.

Written from the rulebooks, not from the kernels: of a variant only data are read, each card's
number, final value, tokens and the name of its effect. A card is an object; a player knows
another's card if they have seen that very object and nothing has happened since by which it may
have changed unseen.
"""

from itertools import permutations

GUARD, PRIEST, BARON, HANDMAID = "GUESS", "LOOK", "COMPARE", "PROTECT"
PRINCE, KING, COUNTESS, PRINCESS = "REDRAW", "SWAP", "YIELD", "LOSE"
LOW_BARON, CHANCELLOR = "COMPARE_LOW", "EXCHANGE"


class Physical:
    """One card of the pack."""

    def __init__(self, kind, card):
        self.kind, self.name, self.number = kind, card.name, card.number
        self.effect, self.is_spy = card.effect.name, card.is_spy


class Referee:
    """A round from a deck of kinds in drawing order, the aside card last.

    ``dealing`` is the seat that gets each card of the deal, None for one laid face up. Whoever
    returns cards by a Chancellor knows them when they are drawn, unless ``forgets_returned``.
    """

    def __init__(self, rules, deck, dealing, forgets_returned=False):
        self.rules, self.forgets_returned = rules, forgets_returned
        self.numbers = {card.name: card.number for card in rules.cards}
        self.splits_ties = any(card.effect.name == CHANCELLOR for card in rules.cards)
        *self.deck, self.aside = (Physical(kind, rules.cards[kind]) for kind in deck)
        self.players = 1 + max(seat for seat in dealing if seat is not None)
        self.hands, self.piles = ([[] for _ in range(self.players)] for _ in range(2))
        self.seen, self.misses = ([set() for _ in range(self.players)] for _ in range(2))
        self.totals, self.tokens = [0] * self.players, [0] * self.players
        self.table = []  # face-up cards, discards and the hands of who is out, all public
        self.protected, self.out = set(), set()
        self.mover, self.returning = 0, False
        self.winners = self.spy_winner = None
        for seat in dealing:
            if seat is None:
                self.table.append(self.deck.pop(0))
            else:
                self.draw(seat)

    @property
    def winner(self):
        """The seat that has won a round of two, 2 in a tie, None before the end."""
        return None if self.winners is None else 2 if len(self.winners) == 2 else min(self.winners)

    def draw(self, player):
        card = self.deck.pop(0) if self.deck else self.aside
        self.hands[player].append(card)
        self.seen[player].add(card)

    def targets(self):
        shielded = {self.mover} | self.out | self.protected
        return [player for player in range(self.players) if player not in shielded]

    def legal(self):
        """Return what the mover may do: (card, target, named), or (card kept, None, last)."""
        hand = self.hands[self.mover]
        if self.returning:
            return {(kept.name, None, last.name) for kept, last in permutations(hand, 2)}
        effects = {card.effect for card in hand}
        if COUNTESS in effects and effects & {KING, PRINCE}:
            hand = [card for card in hand if card.effect == COUNTESS]
        targets, actions = self.targets(), set()
        nameable = [card.name for card in self.rules.cards if card.effect.name != GUARD]
        for card in hand:
            if card.effect == GUARD and targets:
                actions |= {(card.name, target, named) for target in targets for named in nameable}
            elif card.effect in (PRIEST, BARON, LOW_BARON, KING) and targets:
                actions |= {(card.name, target, None) for target in targets}
            elif card.effect == PRINCE:
                actions |= {(card.name, target, None) for target in [*targets, self.mover]}
            else:
                actions.add((card.name, None, None))
        return actions

    def knows(self, player, other):
        """Return whether a player knows another's card."""
        (card,) = self.hands[other]
        return card in self.seen[player]

    def information(self):
        """Return what the mover of two knows: hand, unseen, opponent, maid, exposed, as kinds."""
        me, opponent = self.mover, 1 - self.mover
        unseen = list(self.rules.copies)
        for card in self.table + self.hands[me]:
            unseen[card.kind] -= 1
        return (
            tuple(sorted(card.kind for card in self.hands[me])),
            tuple(unseen),
            self.hands[opponent][0].kind if self.knows(me, opponent) else None,
            opponent in self.protected,
            [card.kind for card in self.hands[me] if card in self.seen[opponent]],
        )

    def put_down(self, player, card):
        self.hands[player].remove(card)
        self.piles[player].append(card)
        self.table.append(card)
        self.totals[player] += card.number
        if card.effect == PRINCESS:
            self.eliminate(player)

    def eliminate(self, player):
        self.out.add(player)
        self.protected.discard(player)
        self.piles[player] += self.hands[player]
        self.table += self.hands[player]
        self.hands[player] = []

    def forget(self, player, cards):
        """Let the others lose sight of some cards of a player."""
        for other in set(range(self.players)) - {player}:
            self.seen[other].difference_update(cards)

    def play(self, name, target=None, named=None):
        me = self.mover
        assert (name, target, named) in self.legal()
        if self.returning:
            self.give_back(name, named)
            return
        if len({card.kind for card in self.hands[me]}) == 1:  # nobody can tell which one stayed
            self.forget(me, self.hands[me])
        card = next(card for card in self.hands[me] if card.name == name)
        self.put_down(me, card)
        self.misses[me] = set()
        if card.effect == HANDMAID:
            self.protected.add(me)
        elif card.effect == CHANCELLOR:
            count = min(2, len(self.deck))
            for _ in range(count):
                self.draw(me)
            self.returning = count > 0
        elif target is not None:
            self.affect(card.effect, target, named)
        if not self.returning:
            self.next_turn()

    def affect(self, effect, target, named):
        """Carry out an effect on a player."""
        me = self.mover
        if effect == PRINCE:
            self.put_down(target, self.hands[target][0])
            self.misses[target] = set()
            if target not in self.out:
                self.draw(target)
            return
        (mine,), (theirs,) = self.hands[me], self.hands[target]
        if effect == GUARD and theirs.name == named:
            self.tokens[me] += self.rules.cards[theirs.kind].guess_tokens
            self.eliminate(target)
        elif effect == GUARD:
            self.misses[target].add(named)
        elif effect == PRIEST:
            self.seen[me].add(theirs)
        elif effect == KING:
            self.hands[me], self.hands[target] = self.hands[target], self.hands[me]
            self.misses[me], self.misses[target] = self.misses[target], self.misses[me]
        sign = {BARON: 1, LOW_BARON: -1}.get(effect, 0)
        ahead = sign * (mine.number - theirs.number)
        if ahead:
            loser, winner = (target, me) if ahead > 0 else (me, target)
            lost = sign * self.hands[loser][0].number
            self.misses[winner] |= {
                n for n, number in self.numbers.items() if sign * number <= lost
            }
            self.eliminate(loser)
        elif effect in (BARON, LOW_BARON, KING):
            for player in (me, target):
                self.seen[player] |= {mine, theirs}

    def give_back(self, name, last):
        """Keep a card and return the others, the one named drawn last."""
        me, hand = self.mover, self.hands[self.mover]
        self.forget(me, hand)
        kept = next(card for card in hand if card.name == name)
        hand.remove(kept)
        hand.sort(key=lambda card: card.name == last)
        self.deck += hand
        if self.forgets_returned:
            self.seen[me].difference_update(hand)
        self.hands[me], self.returning = [kept], False
        self.next_turn()

    def next_turn(self):
        """Pass the turn, or end the round."""
        left = [player for player in range(self.players) if player not in self.out]
        if len(left) == 1 or not self.deck:
            self.end(left)
            return
        seats = [(self.mover + step) % self.players for step in range(1, self.players)]
        self.mover = next(seat for seat in seats if seat in left)
        self.protected.discard(self.mover)
        self.draw(self.mover)

    def end(self, left):
        """Compare the hands that are left, and give tokens to winners and for a Spy."""
        best = max(self.worth(player) for player in left)
        self.winners = {player for player in left if self.worth(player) == best}
        if len(self.winners) == 1 or self.splits_ties:
            for player in self.winners:
                self.tokens[player] += 1
        counted = range(self.players) if self.rules.spy_rule == "sole" else left
        spies = [seat for seat in counted if any(card.is_spy for card in self.piles[seat])]
        if self.rules.spy_rule and len(spies) == 1 and spies[0] in left:
            (self.spy_winner,) = spies
            self.tokens[self.spy_winner] += 1

    def worth(self, player):
        """Return what decides at the end; without a Chancellor discards break ties."""
        (card,) = self.hands[player]
        discards = 0 if self.splits_ties else self.totals[player]
        return self.rules.cards[card.kind].value, discards
