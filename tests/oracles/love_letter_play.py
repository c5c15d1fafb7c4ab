"""A referee of Love Letter who plays a recorded game again, card by physical card.

Written from the rules, not from the kernel. A card is an object with its kind as ``kind``; a player
knows the opponent's card if they have ever seen that very object, so knowledge needs no flags.
"""

GUARD, PRIEST, BARON, HANDMAID = "GUESS", "LOOK", "COMPARE", "PROTECT"
PRINCE, KING, COUNTESS, PRINCESS = "REDRAW", "SWAP", "YIELD", "LOSE"
LOW_BARON, CHANCELLOR = "COMPARE_LOW", "EXCHANGE"


class Physical:
    """One card of the pack."""

    def __init__(self, kind):
        self.kind = kind


class Referee:
    """A game from a deck in drawing order, the aside card last.

    ``rules`` gives each kind's ``effect.name``, ``number`` and ``value`` by ``rules.cards[kind]``.
    The aside card stays the last of the deck, so what a Chancellor returns goes in just before it.
    """

    def __init__(self, rules, deck, face_up=0):
        self.rules = rules
        self.deck = [Physical(kind) for kind in deck]
        self.seen = [set(), set()]  # by each player, in either hand
        self.table = []  # discards and face-up cards, all public
        self.totals = [0, 0]
        self.protected = [False, False]
        self.hands = [[], []]
        self.mover = 0
        self.winner = None
        self.tokens = [0, 0]
        self.piles = [[], []]  # what each player has discarded
        self.drawn = 0  # by a Chancellor, whose player is to keep a card
        for player in (0, 0, 1):
            self.draw(player)
        self.table += [self.deck.pop(0) for _ in range(face_up)]

    def draw(self, player):
        card = self.deck.pop(0)
        self.hands[player].append(card)
        self.seen[player].add(card)

    def effect(self, card):
        return self.rules.cards[card.kind].effect.name

    def information(self):
        """Return what the mover knows: hand, unseen, opponent, maid, known, exposed."""
        me, them = self.mover, 1 - self.mover
        hand = sorted(card.kind for card in self.hands[me])
        unseen = list(self.rules.copies)
        for card in self.table + self.hands[me]:
            unseen[card.kind] -= 1
        (theirs,) = self.hands[them]
        known = theirs in self.seen[me]
        exposed = [card.kind for card in self.hands[me] if card in self.seen[them]]
        return (
            tuple(hand),
            tuple(unseen),
            theirs.kind if known else None,
            self.protected[them],
            exposed,
        )

    def discard(self, player, card):
        self.hands[player].remove(card)
        self.table.append(card)
        self.piles[player].append(card)
        self.totals[player] += self.rules.cards[card.kind].number
        if self.effect(card) == PRINCESS:
            self.winner = 1 - player

    def play(self, kind, argument):
        """Play one card of a kind; ``argument`` is the kind guessed or 0 / 1: opponent / self."""
        me, them = self.mover, 1 - self.mover
        effects = [self.effect(card) for card in self.hands[me]]
        if COUNTESS in effects and (PRINCE in effects or KING in effects):
            assert self.rules.cards[kind].effect.name == COUNTESS
        # Of two equal cards the one is played that the opponent has seen.
        card = max(
            (card for card in self.hands[me] if card.kind == kind),
            key=lambda card: card in self.seen[them],
        )
        self.protected[me] = False
        self.discard(me, card)
        shielded = self.protected[them]
        match self.effect(card):
            case effect if effect == HANDMAID:
                self.protected[me] = True
            case effect if effect == PRINCE:
                assert not (shielded and argument == 0)
                target = them if argument == 0 else me
                self.discard(target, self.hands[target][0])
                if self.winner is None:
                    self.draw(target)
            case effect if effect == CHANCELLOR:
                for _ in range(min(2, len(self.deck) - 1)):
                    self.draw(me)
                    self.drawn += 1
            case effect if not shielded:
                self.affect(effect, argument)
        if not self.drawn:
            self.end_turn()

    def keep(self, kind, first):
        """Keep a card of a kind and put the others at the bottom, one of kind ``first`` above."""
        me, them = self.mover, 1 - self.mover
        hand = self.hands[me]
        kept = next(card for card in hand if card.kind == kind)
        upper = next(card for card in hand if card.kind == first and card is not kept)
        others = [card for card in hand if card not in (kept, upper)]
        self.deck[-1:-1] = [upper, *others]
        self.hands[me], self.drawn = [kept], 0
        self.seen[them].difference_update(hand)  # they do not see which is which
        self.seen[me].difference_update([upper, *others])  # as a state forgets what was returned
        self.end_turn()

    def end_turn(self):
        """Compare hands where the deck is empty, count tokens, or pass the turn."""
        _me, them = self.mover, 1 - self.mover
        is_out = self.winner is not None
        if not is_out and len(self.deck) <= 1:
            self.compare_at_the_end()
        if self.winner is None:
            self.mover = them
            self.draw(them)
            return
        winners = (0, 1) if self.winner == 2 else (self.winner,)
        if self.winner != 2 or self.rules.chooses_twice:
            for player in winners:
                self.tokens[player] += 1
        if is_out:
            self.piles[1 - self.winner] += self.hands[1 - self.winner]
        self.count_spies(winners if is_out else (0, 1))

    def count_spies(self, remaining):
        """Give a token to the only player still in the round with a Spy, by the variant's rule."""
        spied = [any(self.rules.cards[card.kind].is_spy for card in pile) for pile in self.piles]
        with_spy = [player for player in remaining if spied[player]]
        if self.rules.spy_rule == "sole" and all(spied):
            with_spy = []
        if self.rules.spy_rule is not None and len(with_spy) == 1:
            self.tokens[with_spy[0]] += 1

    def affect(self, effect, argument):
        """Carry out an effect on an opponent who is not protected."""
        me, them = self.mover, 1 - self.mover
        (mine,), (theirs,) = self.hands[me], self.hands[them]
        if effect == GUARD:
            assert self.rules.cards[argument].effect.name != GUARD
            if theirs.kind == argument:
                self.winner = me
                self.tokens[me] += self.rules.cards[argument].guess_tokens
        elif effect == PRIEST:
            self.seen[me].add(theirs)
        elif effect in (BARON, LOW_BARON):
            self.seen[me].add(theirs)
            self.seen[them].add(mine)
            numbers = [self.rules.cards[card.kind].number for card in (mine, theirs)]
            if numbers[0] != numbers[1]:
                best = max(numbers) if effect == BARON else min(numbers)
                self.winner = (me, them)[numbers.index(best)]
        elif effect == KING:
            self.hands = self.hands[::-1]
            for seen in self.seen:
                seen.update((mine, theirs))

    def compare_at_the_end(self):
        """Decide by the last cards, then by the totals discarded; 2 is a draw.

        In the edition with the Chancellor equal cards are a tie.
        """
        finals = [
            (self.rules.cards[hand[0].kind].value, 0 if self.rules.chooses_twice else total)
            for hand, total in zip(self.hands, self.totals, strict=True)
        ]
        self.winner = 2 if finals[0] == finals[1] else finals.index(max(finals))
