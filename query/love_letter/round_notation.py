"""Notation of a round of Love Letter, as one player sees it.

In a file an item or a turn is a line; in JSON ``turns`` is a list. ``#`` begins a comment; blank
lines and case do not matter.

===========  ====================  ================================================================
item         such as               meaning
===========  ====================  ================================================================
dealt        ``King``              your card before the first turn
face up      ``1 1 5``             the three cards laid face up first, by the official rule
variant      ``hobbit``            the variant; classic by default
drawn        ``Guard``             the card that you drew for the turn to be played now, in place of
                                   a last line such as ``I draw Guard``
===========  ====================  ================================================================

Turns are as `llq.query.love_letter.turn_text` says, in the order of play. A line such as
``they play Baron`` is a Baron that found two equal cards: else the round would be over.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any

from llq.errors import IllegalAction, IllegalState
from llq.query.love_letter.notation import read_cards
from llq.query.love_letter.observation import OFFICIAL_FACE_UP, Seen
from llq.query.love_letter.turn_text import ENDS, SpokenTurn, read_turn
from llq.query.notation import Items, Notation
from llq.query.reading import locate_errors, source_name
from llq.solver.love_letter import variants
from llq.solver.love_letter.exact.round_replay import Round, replay
from llq.solver.love_letter.past_turns import History, PastTurn
from llq.solver.love_letter.rules import Action, Effect, Rules
from llq.solver.love_letter.states import UNKNOWN, State, state_space
from llq.solver.love_letter.views import View, legal_actions

__all__ = ["NOTATION", "Reading", "begin_reading", "game", "read_game", "seen_of"]

NOTATION = Notation(
    what="game",
    items=("variant", "dealt", "face_up", "drawn"),
    listed="turns",
    bare_entries=True,
)
"""The items of a round, and its turns."""

_COMPARISONS = (Effect.COMPARE, Effect.COMPARE_LOW)
_NOT_TO_BE_DRAWN = 3  # of the cards not seen: both hands and the aside card


def game(
    dealt: str | int,
    turns: str | Sequence[str] = (),
    drawn: str | int | None = None,
    *,
    face_up: str | Sequence[str | int] = (),
    variant: str = "classic",
) -> View:
    """Return what a player sees after some turns of a round, every one of them checked.

    Parameters
    ----------
    dealt
        The player's card before the first turn.
    turns
        The turns so far: text, separated by semicolons or lines, or a list of text.
    drawn
        The card drawn for the turn to be played now, unless the last of ``turns`` says it.
    face_up, variant
        As in `llq.lookup`.

    Returns
    -------
    View
        Its ``state`` is what tables take, its ``history`` what a solution remembers.

    Raises
    ------
    UnknownCard, UnknownGame
        There is no such card or variant.
    IllegalState, IllegalAction
        No round can come to this; the message says why, and in which turn.

    Examples
    --------
    >>> import llq
    >>> view = llq.love_letter.game("King", "they play Guard, guessing Baron: missed", "Guard")
    >>> view.hand, view.history.turns[0].has_missed
    (('Guard', 'King'), True)
    """
    items = {"dealt": dealt, "drawn": drawn, "face_up": face_up, "variant": variant}
    return _build(NOTATION.parse(items | {"turns": turns}))


def read_game(path: str | os.PathLike[str], **items: Any) -> View:
    """Return what a player sees in the round that a file holds; ``-`` reads standard input.

    Parameters
    ----------
    items
        Items in place of those of the file, as in `game`; None leaves the file's.

    Raises
    ------
    UnknownCard, UnknownGame, IllegalState, IllegalAction
        As `game` does, or the file cannot be read; the message names the line.
    """
    found, over = NOTATION.read(path), NOTATION.parse(items)
    found.items |= over.items
    found.entries = over.entries or found.entries
    with locate_errors(source_name(path)):
        if not (found.items or found.entries):
            raise IllegalState("the file is empty: a game has dealt, and the turns so far")
        return _build(found)


def seen_of(view: View, *, by_discards: bool = False) -> Seen:
    """Return what a player sees as `llq.lookup` takes it; the lead only if discards decide."""
    rules, state, history = view.rules, view.state, view.history
    gone = [
        card.name
        for index, (card, left) in enumerate(zip(rules.cards, state.unseen, strict=True))
        for _ in range(card.copies - left - (state.low, state.high).count(index))
    ]
    for name in history.face_up:
        gone.remove(name)
    return {
        "seen": gone,
        "face_up": list(history.face_up),
        "lead": replay(rules, history)[-1].lead if by_discards else None,
        "opponent": view.opponent,
        "opponent_knows": view.opponent_knows,
        "handmaid": view.handmaid,
    }


def _build(items: Items) -> View:
    """Return what a player sees by some items."""
    reading = begin_reading(items)
    for entry in items.entries:
        with locate_errors(entry.where):
            reading.take(read_turn(reading.rules, str(entry.what)))
            if reading.winner is not None:
                raise IllegalState("the round was over with this turn: there is nothing to look up")
    drawn = _cards(reading.rules, items, "drawn")
    if len(drawn) > 1 or (drawn and reading.drawn):
        raise IllegalState("one card is drawn for the turn to be played now: say it once")
    if drawn:
        with locate_errors(items.items["drawn"].where):
            reading.take(SpokenTurn(True, drawn[0], None, None, None, {}, ""))
    return reading.view()


def begin_reading(items: Items) -> Reading:
    """Return a round before its first turn, by the items that say so."""
    rules = variants.rules(items.text("variant", "classic").strip() or "classic")
    if rules.tracks_aside:
        raise IllegalState(
            f"rounds of {rules.variant} Love Letter cannot be read: its cards look at the aside "
            "card; give the state by the options of a lookup"
        )
    face_up = sorted(_cards(rules, items, "face_up"), key=rules.card)
    if len(face_up) not in (0, OFFICIAL_FACE_UP):
        raise IllegalState(f"no card or {OFFICIAL_FACE_UP} lie face up; got {len(face_up)}")
    dealt = _cards(rules, items, "dealt")
    if len(dealt) != 1:
        raise IllegalState(
            f"a game needs dealt: your one card before the first turn, such as dealt: King; got "
            f"{len(dealt)} cards"
        )
    for name in {*face_up, *dealt}:
        copies = rules.cards[rules.card(name)].copies
        if (face_up + dealt).count(name) > copies:
            raise IllegalState(f"the deck has {copies} {name}, fewer than dealt and face up")
    return Reading(rules, face_up, dealt[0])


def _cards(rules: Rules, items: Items, name: str) -> list[str]:
    if name not in items.items:
        return []
    with locate_errors(items.items[name].where):
        return read_cards(rules, items.text(name))


class Reading:
    """A round as far as it was read: what the player knows, and the turns."""

    def __init__(self, rules: Rules, face_up: list[str], dealt: str) -> None:
        self.rules = rules
        self.face_up, self.dealt = tuple(face_up), dealt
        self.known = Round(rules, face_up, dealt)
        self.turns: list[PastTurn] = []
        self.said = SpokenTurn(True, None, None, None, None, {}, "")
        self.is_first = True
        self.drawn = ""
        self.winner: bool | None = None
        """Whether the player won, once a turn has ended the round."""

    def copy(self) -> Reading:
        """Return the round as it is, to be read on apart from this one."""
        other = copy(self)
        other.known, other.turns = copy(self.known), self.turns.copy()
        other.known.unseen = self.known.unseen.copy()
        return other

    @property
    def cards_left(self) -> int:
        """How many cards the deck holds."""
        return sum(self.known.unseen) - _NOT_TO_BE_DRAWN

    def view(self) -> View:
        """Return what the player sees now.

        Raises
        ------
        IllegalState
            It is not the player's turn.
        """
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

    def take(self, said: SpokenTurn) -> None:
        """Go on by one turn.

        Raises
        ------
        IllegalState, IllegalAction
            It cannot be.
        """
        if self.drawn:
            raise IllegalState(f"nothing may follow 'I draw {self.drawn}', the turn to be played")
        if self.turns and self.turns[-1].is_own == said.is_own:
            whose = "the opponent's" if said.is_own else "your own"
            raise IllegalState(f"two turns of one player: {whose} comes in between")
        if self.winner is not None:
            raise IllegalState("nothing may follow the turn that ended the round")
        if self.cards_left <= 0:
            raise IllegalState("no card is left to be drawn: the round was over before this turn")
        if not self.turns:
            self.is_first = said.is_own
        if said.drawn is not None:
            self._check_left(said.drawn, "be drawn", self._hands())
        if said.played is None:
            self.drawn = said.drawn or ""
            return
        if said.result in ENDS:
            self.winner = self._winner(said)
            return
        turn = self._turn(said)
        if said.is_own:
            self.known.play(turn, said.drawn or "")
        else:
            self.known.watch(turn)
        self.turns.append(turn)

    def _winner(self, said: SpokenTurn) -> bool:
        """Return whether the player wins by a turn that ends the round, if it can."""
        self.said = said
        action, maid = self.action(said)
        card = self.rules.cards[self.rules.card(action.card)]
        mine, theirs = self._hands_after(said, card.name)
        if card.effect == Effect.LOSE:
            return not said.is_own
        if card.effect == Effect.REDRAW:
            hits_player = (action.target == "self") == said.is_own
            held = mine if hits_player else theirs
            gone = said.told.get("discard", held)
            if gone is None or self.rules.cards[self.rules.card(gone)].effect != Effect.LOSE:
                raise IllegalState(f"a {card.name} ends the round only by what it makes discard")
            self._told({"see": gone}, "see", held, "")
            return not hits_player
        if maid or card.effect not in (Effect.GUESS, *_COMPARISONS):
            raise IllegalState(f"a {card.name}{' behind a Handmaid' * maid} ends no round")
        if card.effect == Effect.GUESS:
            held = theirs if said.is_own else mine
            self._told({"see": action.guess or ""}, "see", held, "")
        elif mine == theirs:
            raise IllegalState(f"the {card.name} compared two equal cards: nobody was out")
        return (said.result != "lost") == said.is_own

    def _turn(self, said: SpokenTurn) -> PastTurn:
        """Return a turn with all that follows from it, if it can be."""
        self.said = said
        action, maid = self.action(said)
        card = self.rules.cards[self.rules.card(action.card)]
        mine, theirs = self._hands_after(said, card.name)
        if said.result == "equal" and card.effect not in _COMPARISONS:
            raise IllegalState(f"a {card.name} compares nothing")
        if said.result == "missed" and card.effect != Effect.GUESS:
            raise IllegalState(f"a {card.name} cannot miss")
        discarded = gained = seen = None
        told = dict(said.told)
        if card.effect == Effect.LOSE:
            raise IllegalState(f"whoever plays the {card.name} loses: the round was over")
        if card.effect == Effect.REDRAW:
            hits_player = (action.target == "self") == said.is_own
            discarded, gained = self._redraw(mine if hits_player else theirs, told, hits_player)
        elif not maid:
            if card.effect == Effect.GUESS and action.guess == (theirs if said.is_own else mine):
                whose = "they held" if said.is_own else "you hold"
                raise IllegalState(f"{whose} the {action.guess} guessed: the round was over")
            if card.effect in _COMPARISONS:
                if theirs is not None and theirs != mine:
                    raise IllegalState(
                        f"the {card.name} compared {mine} and {theirs}: the round was over"
                    )
                seen = self._opponents(mine, "be the equal card that goes on with the round")
            elif card.effect == Effect.LOOK and said.is_own:
                seen = self._told(told, "see", theirs, "I draw …, play Priest, see King")
            elif card.effect == Effect.LOOK:
                self._told(told, "see", mine, "")
            elif card.effect == Effect.SWAP:
                gained = self._told(told, "get", theirs, "play King, get Guard")
                seen = mine
        if told:
            verb, shown = next(iter(told.items()))
            why = " behind a Handmaid" if maid else ""
            raise IllegalState(f"a {card.name}{why} lets nobody {verb} a {shown}")
        return PastTurn(
            is_own=said.is_own,
            action=action,
            drawn=said.drawn,
            discarded=discarded,
            gained=gained,
            seen=seen,
            has_missed=card.effect == Effect.GUESS and not maid,
        )

    def action(self, said: SpokenTurn) -> tuple[Action, bool]:
        """Return the action of a turn, if its player may take it, and whether a Handmaid is up."""
        rules = self.rules
        maid = self.known.maid if said.is_own else self.known.own_maid
        on_mover = None if said.on_player is None else said.on_player == said.is_own
        card = rules.cards[rules.card(said.played or "")]
        target = None
        if card.effect == Effect.REDRAW:
            if maid and on_mover is False:
                raise IllegalAction(f"behind a Handmaid a {card.name} hits whoever plays it")
            if on_mover is None and not maid:
                raise IllegalState(
                    f"say whom the {card.name} hits: '{card.name} on me' or '{card.name} on them'"
                )
            target = "self" if maid or on_mover else "opponent"
        elif on_mover is not None:
            raise IllegalState(f"a {card.name} has no target to choose: leave out me and them")
        if card.effect == Effect.GUESS and said.guess is None:
            raise IllegalState(f"say what the {card.name} guesses: '{card.name}, guessing Baron'")
        if card.effect != Effect.GUESS and said.guess is not None:
            raise IllegalState(f"a {card.name} guesses nothing, but {said.guess} is named")
        action = Action(card.name, guess=said.guess, target=target)
        if action not in rules.action_numbers:
            raise IllegalAction(f"a {card.name} cannot guess a {said.guess}")
        if said.is_own:
            self._check_own(said, action)
        else:
            self._check_theirs(card.name)
        return action, maid

    def _check_own(self, said: SpokenTurn, action: Action) -> None:
        """Refuse an action that the player's two cards do not allow."""
        rules, known = self.rules, self.known
        hand = [rules.cards[known.card].name, said.drawn]
        if action.card not in hand:
            raise IllegalAction(f"you held {hand[0]} and {hand[1]}, no {action.card} to play")
        state = known.decision(said.drawn or "", -1).state
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
                raise IllegalAction(f"with the {rules.cards[held].name} no {card} may be played")

    def _hands_after(self, said: SpokenTurn, card: str) -> tuple[str, str | None]:
        """Return the player's card after a play, and the opponent's if it is known."""
        names = [one.name for one in self.rules.cards]
        mine, held = names[self.known.card], self.known.opponent
        if said.is_own and card == mine:
            mine = said.drawn or ""
        theirs = None if held < 0 else names[held]
        if not said.is_own and theirs == card:
            theirs = None
        return mine, theirs

    def _redraw(
        self, held: str | None, told: dict[str, str], hits_player: bool
    ) -> tuple[str, str | None]:
        """Return the card that a Prince discards, and what the player draws for it."""
        discarded = told.pop("discard", held)
        if discarded is None:
            raise IllegalState("say what they discard: 'play Prince on them, discard Baron'")
        if held is not None and discarded != held:
            raise IllegalState(f"the card discarded is a {held}, not a {discarded}")
        if held is None:
            self._opponents(discarded, "be discarded")
        if self.rules.cards[self.rules.card(discarded)].effect == Effect.LOSE:
            raise IllegalState(f"whoever discards the {discarded} loses: the round was over")
        if not hits_player:
            return discarded, None
        if "draw" not in told:
            raise IllegalState("say what you draw for it: 'they play Prince on me, I draw Guard'")
        drawn = told.pop("draw")
        self._check_left(drawn, "be drawn", self._out_of_deck())
        return discarded, drawn

    def _told(self, told: dict[str, str], verb: str, known: str | None, example: str) -> str:
        """Return the card that a turn showed, as it was said or known before."""
        said = told.pop(verb, known)
        if said is None:
            raise IllegalState(f"say which card: '{example}'")
        if known is not None and said != known:
            raise IllegalState(f"that card is a {known}, not a {said}")
        return said if known is not None else self._opponents(said, f"be there to {verb}")

    def _opponents(self, card: str, what: str) -> str:
        """Return a card that the opponent holds, if there is one left."""
        held = self.known.opponent
        if held < 0 or self.rules.cards[held].name != card:
            self._check_left(card, what, self._out_of_deck())
        return card

    def _hands(self) -> list[str]:
        """Return the cards in hand that the player knows of as a turn begins."""
        names = [card.name for card in self.rules.cards]
        return [names[one] for one in (self.known.card, self.known.opponent) if one >= 0]

    def _out_of_deck(self) -> list[str]:
        """Return these with the card drawn for the turn, or played by the opponent."""
        held, said = self._hands(), self.said
        if said.is_own:
            return [*held, said.drawn or ""]
        if said.played in held[1:]:
            return held
        return [*held, said.played or ""]

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
