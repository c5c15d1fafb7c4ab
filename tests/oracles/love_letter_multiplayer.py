"""A referee of Love Letter for two to six players, card by physical card.

Written from the rulebooks, not from the kernel: classic for two to four, the 2019 edition for two
to six. A card is an object; a player knows another's card if they have seen that very object and
nothing has happened since by which it may have changed unseen.
"""


class Physical:
    """One card of the pack."""

    def __init__(self, name):
        self.name = name


CLASSIC = {
    "Guard": 1, "Priest": 2, "Baron": 3, "Handmaid": 4, "Prince": 5, "King": 6, "Countess": 7,
    "Princess": 8,
}  # fmt: skip
NEW = {
    "Spy": 0, "Guard": 1, "Priest": 2, "Baron": 3, "Handmaid": 4, "Prince": 5, "Chancellor": 6,
    "King": 7, "Countess": 8, "Princess": 9,
}  # fmt: skip


class Referee:
    """A round from a deck of names in drawing order; ``aside`` was set aside face down."""

    def __init__(self, numbers, players, deck, aside, face_up=0, spies_of_all=False):
        self.numbers = numbers
        self.players = players
        self.deck = [Physical(name) for name in deck]
        self.aside = Physical(aside)
        self.spies_of_all = spies_of_all  # a Spy of someone out counts against the others too
        self.hands = [[] for _ in range(players)]
        self.piles = [[] for _ in range(players)]
        self.seen = [set() for _ in range(players)]
        self.protected = set()
        self.out = set()
        self.misses = [set() for _ in range(players)]
        self.winners = None
        self.spy_winner = None
        self.returning = False
        self.shown = [self.deck.pop(0) for _ in range(face_up)]
        for player in range(players):
            self.draw(player)
        self.mover = 0
        self.draw(0)

    def draw(self, player):
        card = self.deck.pop(0) if self.deck else self.aside
        self.hands[player].append(card)
        self.seen[player].add(card)

    def targets(self):
        return [
            player
            for player in range(self.players)
            if player != self.mover and player not in self.out and player not in self.protected
        ]

    def legal(self):
        """Return what the mover may do: (card, target, named), or (card kept, None, last)."""
        hand = [card.name for card in self.hands[self.mover]]
        if self.returning:
            return {
                (hand[i], None, hand[j])
                for i in range(len(hand))
                for j in range(len(hand))
                if i != j
            }
        names = set(hand)
        if "Countess" in names and names & {"King", "Prince"}:
            names = {"Countess"}
        actions = set()
        for name in names:
            targets = self.targets()
            if name == "Guard" and targets:
                actions |= {(name, t, n) for t in targets for n in self.numbers if n != "Guard"}
            elif name in ("Priest", "Baron", "King") and targets:
                actions |= {(name, t, None) for t in targets}
            elif name == "Prince":
                actions |= {(name, t, None) for t in [*targets, self.mover]}
            else:
                actions.add((name, None, None))
        return actions

    def knows(self, player, other):
        """Return whether a player knows another's card."""
        (card,) = self.hands[other]
        return card in self.seen[player]

    def put_down(self, player, card):
        self.hands[player].remove(card)
        self.piles[player].append(card)
        if card.name == "Princess":
            self.eliminate(player)

    def eliminate(self, player):
        self.out.add(player)
        self.protected.discard(player)
        while self.hands[player]:
            self.piles[player].append(self.hands[player].pop())

    def forget(self, player, card):
        for other in range(self.players):
            if other != player:
                self.seen[other].discard(card)

    def play(self, name, target=None, named=None):
        me = self.mover
        assert (name, target, named) in self.legal()
        if self.returning:
            self.give_back(name, named)
            return
        # Of two equal cards nobody can tell which one stayed.
        if len({card.name for card in self.hands[me]}) == 1:
            for card in self.hands[me]:
                self.forget(me, card)
        card = next(card for card in self.hands[me] if card.name == name)
        self.put_down(me, card)
        self.misses[me] = set()
        if name == "Handmaid":
            self.protected.add(me)
        elif name == "Chancellor":
            count = min(2, len(self.deck))
            for _ in range(count):
                self.draw(me)
            self.returning = count > 0
        elif target is not None:
            self.affect(name, target, named)
        if not self.returning:
            self.next_turn()

    def affect(self, name, target, named):
        me = self.mover
        if name == "Prince":
            self.put_down(target, self.hands[target][0])
            self.misses[target] = set()
            if target not in self.out:
                self.draw(target)
            return
        (mine,), (theirs,) = self.hands[me], self.hands[target]
        if name == "Guard":
            if theirs.name == named:
                self.eliminate(target)
            else:
                self.misses[target].add(named)
        elif name == "Priest":
            self.seen[me].add(theirs)
        elif name == "Baron":
            a, b = self.numbers[mine.name], self.numbers[theirs.name]
            if a == b:
                self.seen[me].add(theirs)
                self.seen[target].add(mine)
            else:
                loser, winner = (me, target) if a < b else (target, me)
                self.misses[winner] |= {
                    other for other, number in self.numbers.items() if number <= min(a, b)
                }
                self.eliminate(loser)
        elif name == "King":
            self.hands[me], self.hands[target] = self.hands[target], self.hands[me]
            self.misses[me], self.misses[target] = self.misses[target], self.misses[me]
            for player in (me, target):
                self.seen[player] |= {mine, theirs}

    def give_back(self, name, last):
        me, hand = self.mover, self.hands[self.mover]
        kept = next(card for card in hand if card.name == name)
        hand.remove(kept)
        lowest = next(card for card in hand if card.name == last)
        hand.remove(lowest)
        for card in (kept, *hand, lowest):
            self.forget(me, card)
        self.deck += [*hand, lowest]
        self.hands[me] = [kept]
        self.returning = False
        self.next_turn()

    def next_turn(self):
        left = [player for player in range(self.players) if player not in self.out]
        if len(left) == 1 or not self.deck:
            best = max(self.worth(player) for player in left)
            self.winners = {player for player in left if self.worth(player) == best}
            spies = {
                player
                for player in range(self.players)
                if any(card.name == "Spy" for card in self.piles[player])
                and (self.spies_of_all or player in left)
            }
            if len(spies) == 1 and spies <= set(left):
                (self.spy_winner,) = spies
            return
        self.mover = next(
            (self.mover + step) % self.players
            for step in range(1, self.players + 1)
            if (self.mover + step) % self.players in left
        )
        self.protected.discard(self.mover)
        self.draw(self.mover)

    def worth(self, player):
        """Return what decides at the end; in the classic rules discards break ties."""
        (card,) = self.hands[player]
        number = self.numbers[card.name]
        if "Spy" in self.numbers:
            return (number,)
        return (number, sum(self.numbers[card.name] for card in self.piles[player]))
