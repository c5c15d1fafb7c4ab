"""A round read turn by turn: each turn is checked against the rules and what is known so far."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from llq.errors import IllegalAction, IllegalState
from llq.query.love_letter.rounds.turn_text import ENDINGS, SpokenTurn
from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.responses.round_replay import Round
from llq.solver.love_letter.rounds.record import History, PastTurn, is_comparison
from llq.solver.love_letter.rounds.rule_tables import may_do
from llq.solver.love_letter.rules import Action, Argument, Consequence, Rules
from llq.solver.love_letter.table.states import UNKNOWN, State, state_space
from llq.solver.love_letter.views import View, legal_actions

_NOT_TO_BE_DRAWN = 3  # of the cards not seen: both hands and the aside card


class Reading:
    """A round as far as it was read: what the player knows, and the turns."""

    def __init__(self, rules: Rules, face_up: list[str], dealt: str) -> None:
        self.rules = rules
        self.face_up, self.dealt = tuple(face_up), dealt
        self.known = Round(rules, face_up, dealt)
        self.turns: list[PastTurn] = []
        self.spoken = SpokenTurn(True, None, None, None, None, {}, "")
        self.is_first = True
        self.drawn = ""
        self.winner: bool | None = None
        """Whether the player won, once a turn has ended the round."""

    def copy(self) -> Reading:
        """Return a copy of the round, to be read on independently."""
        other = copy(self)
        other.known, other.turns = copy(self.known), self.turns.copy()
        other.known.unseen = self.known.unseen.copy()
        return other

    @property
    def cards_left(self) -> int:
        """How many cards the deck holds."""
        return sum(self.known.unseen) - _NOT_TO_BE_DRAWN

    def view(self) -> View:
        """Return what the player sees now."""
        if not self.drawn:
            is_theirs = bool(self.turns) and self.turns[-1].is_own
            raise IllegalState(
                "it is the opponent's turn: end with what they play and the card that you draw"
                if is_theirs
                else "the card drawn for this turn is missing: end with a line such as 'I draw "
                "Guard'"
            )
        state = self.known.decision(self.drawn, -1).state
        if reason := state_space(self.rules).explain(state):
            raise IllegalState(reason)
        record = History(self.is_first, self.face_up, self.dealt, self.drawn, tuple(self.turns))
        return View(self.rules, state, record)

    def take(self, spoken: SpokenTurn) -> None:
        """Go on by one turn."""
        if self.drawn:
            raise IllegalState(f"nothing may follow 'I draw {self.drawn}', the turn to be played")
        if self.turns and self.turns[-1].is_own == spoken.is_own:
            whose = "the opponent's" if spoken.is_own else "your own"
            raise IllegalState(f"two turns in a row by one player: {whose} is missing in between")
        if self.winner is not None:
            raise IllegalState("nothing may follow the turn that ended the round")
        if self.cards_left <= 0:
            raise IllegalState("no card is left to be drawn: the round was over before this turn")
        if not self.turns:
            self.is_first = spoken.is_own
        if spoken.drawn is not None:
            self._check_left(spoken.drawn, "be drawn", self._hands())
        if spoken.played is None:
            self.drawn = spoken.drawn or ""
            return
        if spoken.result in ENDINGS:
            self.winner = self._winner(spoken)
            return
        turn = self._turn(spoken)
        if spoken.is_own:
            self.known.play(turn, spoken.drawn or "")
        else:
            self.known.watch(turn)
        self.turns.append(turn)

    def _winner(self, spoken: SpokenTurn) -> bool:
        """Return whether the player wins by a turn that ends the round, if it can."""
        self.spoken = spoken
        action, maid = self.action(spoken)
        card = self.rules.cards[self.rules.card(action.card)]
        mine, theirs = self._hands_after(spoken, card.name)
        may = may_do(self.rules, self.rules.action_numbers[action], maid)
        if card.effect.row.is_deadly:
            return not spoken.is_own
        if may & effects.DISCARDS:
            hits_player = (action.target == "self") == spoken.is_own
            held = mine if hits_player else theirs
            gone = spoken.cards.get("discard", held)
            if gone is None or not self._is_deadly(gone):
                raise IllegalState(f"a {card.name} ends the round only by what it makes discard")
            self._shown({"see": gone}, "see", held, "")
            return not hits_player
        if not may & effects.ENDS:
            raise IllegalState(f"a {card.name}{' against a Handmaid' * maid} ends no round")
        if may & effects.HITS:
            held = theirs if spoken.is_own else mine
            self._shown({"see": action.guess or ""}, "see", held, "")
        elif mine == theirs:
            raise IllegalState(f"the {card.name} compared two equal cards: nobody was out")
        return (spoken.result != "lost") == spoken.is_own

    def _turn(self, spoken: SpokenTurn) -> PastTurn:
        """Return a turn and its consequences, if it is possible."""
        self.spoken = spoken
        action, maid = self.action(spoken)
        card = self.rules.cards[self.rules.card(action.card)]
        mine, theirs = self._hands_after(spoken, card.name)
        number, row = self.rules.action_numbers[action], card.effect.row
        may = may_do(self.rules, number, maid)
        if spoken.result == "equal" and not is_comparison(row.may):
            raise IllegalState(f"a {card.name} compares nothing")
        if spoken.result == "missed" and not row.may & Consequence.HITS:
            raise IllegalState(f"a {card.name} cannot miss")
        discarded = gained = seen = None
        shown_cards = dict(spoken.cards)
        if row.is_deadly:
            raise IllegalState(f"playing the {card.name} loses: the round was over")
        if may & effects.DISCARDS:
            hits_player = (action.target == "self") == spoken.is_own
            discarded, gained = self._redraw(
                mine if hits_player else theirs, shown_cards, hits_player
            )
        elif may & effects.HITS and action.guess == (theirs if spoken.is_own else mine):
            whose = "they held" if spoken.is_own else "you hold"
            raise IllegalState(f"{whose} the {action.guess} guessed: the round was over")
        elif is_comparison(may):
            if theirs is not None and theirs != mine:
                raise IllegalState(
                    f"the {card.name} compared {mine} and {theirs}: the round was over"
                )
            seen = self._opponents(mine, "be the equal card that goes on with the round")
        elif may & effects.SWAPS:
            gained = self._shown(shown_cards, "get", theirs, "play King, get Guard")
            seen = mine
        elif may & (effects.SEES_THEIRS if spoken.is_own else effects.SHOWS_OWN):
            seen = self._shown(shown_cards, "see", theirs, "I draw …, play Priest, see King")
        elif may & effects.REVEALS:
            self._shown(shown_cards, "see", mine, "")
        if shown_cards:
            verb, shown = next(iter(shown_cards.items()))
            why = " against a Handmaid" if maid else ""
            raise IllegalState(f"a {card.name}{why} lets nobody {verb} a {shown}")
        return PastTurn(
            is_own=spoken.is_own,
            action=action,
            drawn=spoken.drawn,
            discarded=discarded,
            gained=gained,
            seen=seen,
            result="missed" if may & effects.HITS else "equal" if is_comparison(may) else "",
            is_exposed=bool(may & (effects.SHOWS_OWN if spoken.is_own else effects.SEES_THEIRS)),
        )

    def action(self, spoken: SpokenTurn) -> tuple[Action, bool]:
        """Return the action of a turn, if its player may take it, and whether a Handmaid is up."""
        rules = self.rules
        maid = self.known.maid if spoken.is_own else self.known.own_maid
        on_mover = None if spoken.target is None else (spoken.target == "me") == spoken.is_own
        card = rules.cards[rules.card(spoken.played or "")]
        target, argument = None, card.effect.row.argument
        if argument == Argument.TARGET:
            if maid and on_mover is False:
                raise IllegalAction(f"against a Handmaid a {card.name} can only hit its own player")
            if on_mover is None and not maid:
                raise IllegalState(
                    f"say whom the {card.name} hits: '{card.name} on me' or '{card.name} on them'"
                )
            target = "self" if maid or on_mover else "opponent"
        elif spoken.target is not None:
            raise IllegalState(f"a {card.name} has no target to choose: leave out {spoken.target}")
        if argument == Argument.CARD and spoken.guess is None:
            raise IllegalState(f"say what the {card.name} guesses: '{card.name}, guessing Baron'")
        if argument != Argument.CARD and spoken.guess is not None:
            raise IllegalState(f"a {card.name} guesses nothing, but {spoken.guess} is named")
        action = Action(card.name, guess=spoken.guess, target=target)
        if action not in rules.action_numbers:
            raise IllegalAction(f"a {card.name} cannot guess a {spoken.guess}")
        if spoken.is_own:
            self._check_own(spoken, action)
        else:
            self._check_theirs(card.name)
        return action, maid

    def _check_own(self, spoken: SpokenTurn, action: Action) -> None:
        """Refuse an action that the player's two cards do not allow."""
        rules, known = self.rules, self.known
        hand = [rules.cards[known.card].name, spoken.drawn]
        if action.card not in hand:
            raise IllegalAction(f"you held {hand[0]} and {hand[1]}, no {action.card} to play")
        state = known.decision(spoken.drawn or "", -1).state
        if action not in legal_actions(rules, state):
            raise IllegalAction(
                f"{rules.describe(action)} was not allowed with {hand[0]} and {hand[1]}"
            )

    def _check_theirs(self, card: str) -> None:
        """Refuse a card that the opponent cannot have held, or not have played."""
        rules, known = self.rules, self.known
        held = known.opponent
        if held < 0 or rules.cards[held].name != card:
            self._check_left(card, "be played", self._hands())
        if held >= 0 and rules.cards[held].name != card:
            both = sorted((held, rules.card(card)))
            theirs = State(both[0], both[1], (), UNKNOWN, False, False, 0)
            if card not in [action.card for action in legal_actions(rules, theirs)]:
                raise IllegalAction(
                    f"with the {rules.cards[held].name} in hand no {card} may be played"
                )

    def _hands_after(self, spoken: SpokenTurn, card: str) -> tuple[str, str | None]:
        """Return the player's card after a play, and the opponent's if it is known."""
        names = [card.name for card in self.rules.cards]
        mine, held = names[self.known.card], self.known.opponent
        if spoken.is_own and card == mine:
            mine = spoken.drawn or ""
        theirs = None if held < 0 else names[held]
        if not spoken.is_own and theirs == card:
            theirs = None
        return mine, theirs

    def _redraw(
        self, held: str | None, shown_cards: dict[str, str], hits_player: bool
    ) -> tuple[str, str | None]:
        """Return the card that a Prince discards, and what the player draws for it."""
        discarded = shown_cards.pop("discard", held)
        if discarded is None:
            raise IllegalState("say what they discard: 'play Prince on them, discard Baron'")
        if held is not None and discarded != held:
            raise IllegalState(f"the card discarded is a {held}, not a {discarded}")
        if held is None:
            self._opponents(discarded, "be discarded")
        if self._is_deadly(discarded):
            raise IllegalState(f"discarding the {discarded} loses: the round was over")
        if not hits_player:
            return discarded, None
        if "draw" not in shown_cards:
            raise IllegalState("say what you draw for it: 'they play Prince on me, I draw Guard'")
        drawn = shown_cards.pop("draw")
        self._check_left(drawn, "be drawn", self._out_of_deck())
        return discarded, drawn

    def _name(self, card: int) -> str | None:
        return None if card < 0 else self.rules.cards[card].name

    def _is_deadly(self, card: str) -> bool:
        return self.rules.cards[self.rules.card(card)].effect.row.is_deadly

    def _shown(
        self, shown_cards: dict[str, str], verb: str, known: str | None, example: str
    ) -> str:
        """Return the card that a turn showed, as it was said or known before."""
        card = shown_cards.pop(verb, known)
        if card is None:
            raise IllegalState(f"say which card: '{example}'")
        if known is not None and card != known:
            raise IllegalState(f"that card is a {known}, not a {card}")
        return card if known is not None else self._opponents(card, f"be there to {verb}")

    def _opponents(self, card: str, what: str) -> str:
        """Return a card that the opponent holds, if there is one left."""
        held = self.known.opponent
        if held < 0 or self.rules.cards[held].name != card:
            self._check_left(card, what, self._out_of_deck())
        return card

    def _hands(self) -> list[str]:
        """Return the cards out of the deck that the player knows of as a turn begins."""
        known = self.known
        cards = (known.card, known.opponent)
        return [name for name in map(self._name, cards) if name is not None]

    def _out_of_deck(self) -> list[str]:
        """Return these with the card drawn for the turn, or played by the opponent."""
        held, spoken = self._hands(), self.spoken
        if spoken.is_own:
            return [*held, spoken.drawn or ""]
        if spoken.played == self._name(self.known.opponent):
            return held
        return [*held, spoken.played or ""]

    def _check_left(self, card: str, what: str, held: Iterable[str]) -> None:
        """Refuse a card of which every copy is elsewhere."""
        kind = self.rules.card(card)
        if self.known.unseen[kind] - list(held).count(card) < 1:
            copies = self.rules.cards[kind].copies
            raise IllegalState(
                f"no {card} is left to {what}: of {copies} in the deck all are seen or in hand"
                if copies
                else f"the deck has no {card}"
            )
