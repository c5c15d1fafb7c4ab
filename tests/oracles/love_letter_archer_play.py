"""A referee of Archer, who plays a recorded game again, card by physical card."""

from tests.oracles.love_letter_play import Referee

LOOK_EITHER, REDEAL = "LOOK_EITHER", "REDEAL"


class ArcherReferee(Referee):
    """As `Referee`; the deck's last card is the aside card, and a player may see it."""

    def information(self):
        """Return what the mover knows, then the aside card or None, then whether they know it."""
        me, them = self.mover, 1 - self.mover
        aside = self.deck[-1]
        known = aside.kind if aside in self.seen[me] else None
        return (*super().information(), known, aside in self.seen[them])

    def play(self, kind, argument, dealt=None):
        """Play one card; ``dealt`` are the kinds of the mover's, the other's and the aside card.

        A Priest's ``argument`` is 0 for the opponent's and 1 for the aside card.
        """
        self.dealt = dealt
        effect = self.rules.cards[kind].effect.name
        if effect == LOOK_EITHER and argument == 1:
            self.seen[self.mover].add(self.deck[-1])
        assert not (effect == LOOK_EITHER and argument == 0 and self.protected[1 - self.mover])
        super().play(kind, argument)

    def affect(self, effect, argument):
        me, them = self.mover, 1 - self.mover
        if effect == LOOK_EITHER and argument == 0:
            self.seen[me].update(self.hands[them])
        elif effect == REDEAL:
            cards = [self.hands[me][0], self.hands[them][0], self.deck[-1]]
            assert sorted(card.kind for card in cards) == sorted(self.dealt)
            for seen in self.seen:
                seen.difference_update(cards)
            deal = []
            for kind in self.dealt:
                deal.append(next(card for card in cards if card.kind == kind))
                cards.remove(deal[-1])
            self.hands[me], self.hands[them], self.deck[-1] = [deal[0]], [deal[1]], deal[2]
            self.seen[me].add(deal[0])
            self.seen[them].add(deal[1])
        else:
            super().affect(effect, argument)

    def compare_at_the_end(self):
        """Decide by the last cards alone."""
        self.totals = [0, 0]
        super().compare_at_the_end()
