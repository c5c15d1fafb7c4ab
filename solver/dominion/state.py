"""A player's view in Dominion's game of one: what a choice may depend on."""

from dataclasses import dataclass

from llq.solver.dominion.rules import Action, Rules, deck_words


@dataclass(frozen=True)
class State:
    """A player's view when choosing: S = (D, m, t) of Definition 2.9 and the game's length.

    Parameters
    ----------
    game
        The rules.
    deck
        Copies of each card of ``game.cards``, the hand included.
    coins
        m, the money in hand.
    turn
        The turn being played; the first is 1, so that t of the paper is one less.
    turns
        Length of the game.
    """

    game: Rules
    deck: tuple[int, ...]
    coins: int
    turn: int
    turns: int

    @property
    def turns_to_go(self) -> int:
        """Turns left, this one included."""
        return self.turns - self.turn + 1

    @property
    def legal(self) -> tuple[Action, ...]:
        """Affordable purchases, passing first."""
        return self.game.legal_actions(self.coins)

    @property
    def cards(self) -> dict[str, int]:
        """Card counts of the deck, by name."""
        return {card.name: n for card, n in zip(self.game.cards, self.deck, strict=True)}

    def __str__(self) -> str:
        return f"{deck_words(self.cards)}; {self.coins} coins, turn {self.turn} of {self.turns}"
