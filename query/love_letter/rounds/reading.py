"""Turns told by *I* and *they*, read into a round of two."""

from llq.errors import IllegalState
from llq.query.love_letter.rounds.remembered_rounds import HeardTurn, RememberedRound
from llq.query.love_letter.rounds.turn_text import ENDINGS, SpokenTurn
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.rounds.referee import UNKNOWN
from llq.solver.love_letter.rounds.round_row import SeenTurn
from llq.solver.love_letter.rules import Action, Argument, Consequence
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.turn import compares
from llq.solver.love_letter.views import View


class RoundOfTwo(RememberedRound):
    """Round of two by I and they; policies weigh the opponent's possible cards."""

    @property
    def remembered_turns(self) -> tuple[HeardTurn, ...]:
        """The turns so far, except one that put a player out."""
        return tuple(heard for heard in self.heard_turns if heard.turn.out < 0)

    def call(self, seat: int) -> str:
        """Return a seat's name in messages."""
        return "the player" if seat == self.seat else "the opponent"

    def weigh(self, before: object) -> None:
        """Leave likelihoods alone."""


def view_of(round_: RememberedRound) -> View:
    """Return the player's view of a round, which ends with the player's draw."""
    if not round_.drawn and round_.has_played_last:
        raise IllegalState(
            "it is the opponent's turn: end with what they play and the card that you draw"
        )
    if not round_.drawn:
        raise IllegalState(
            "the card drawn for this turn is missing: end with a line such as 'I draw Guard'"
        )
    view = round_.decision
    if reason := state_space(view.rules).explain(view.state):
        raise IllegalState(reason)
    return view


def take_turn(round_: RememberedRound, spoken: SpokenTurn) -> None:
    """Record a turn or a draw in a round, modified in place."""
    _check_order(round_, spoken)
    if spoken.drawn is not None:
        round_.draw(round_.rules.card(spoken.drawn))
    if spoken.played is not None:
        action = _action(round_, spoken, spoken.played)
        round_.hear(_seen_turn(round_, spoken, action), action)


def _check_order(round_: RememberedRound, spoken: SpokenTurn) -> None:
    """Raise IllegalState unless a turn of its player may follow."""
    if round_.drawn:
        raise IllegalState(f"nothing may follow 'I draw {round_.drawn}', the turn to be played")
    if round_.has_played_last == spoken.is_own:
        missing = "the opponent's" if spoken.is_own else "your own"
        raise IllegalState(f"two turns in a row by one player: {missing} is missing in between")
    if round_.winner is not None:
        raise IllegalState("nothing may follow the turn that ended the round")
    if round_.is_over:
        raise IllegalState("no card is left to be drawn: the round was over before this turn")


def _action(round_: RememberedRound, spoken: SpokenTurn, played: str) -> Action:
    """Return a turn's action, without checking its legality."""
    rules = round_.rules
    on_mover = None if spoken.target is None else (spoken.target == "me") == spoken.is_own
    card = rules.cards[rules.card(played)]
    target, argument = None, card.effect.row.argument
    if argument == Argument.TARGET:
        maid = not referee.open_seats(round_.view)
        if maid and on_mover is False:
            raise IllegalState(f"against a Handmaid a {card.name} can only hit its own player")
        if on_mover is None and not maid:
            raise IllegalState(
                f"say whom the {card.name} hits: '{card.name} on me' or '{card.name} on them'"
            )
        target = "self" if maid or on_mover else "opponent"
    elif spoken.target is not None:
        raise IllegalState(f"a {card.name} has no target to choose: leave out {spoken.target}")
    if argument == Argument.CARD and spoken.guess is None:
        raise IllegalState(f"say what the {card.name} guesses: '{card.name}, guessing Baron'")
    action = Action(card.name, guess=spoken.guess, target=target)
    if action not in rules.action_numbers:
        does = "cannot guess" if argument == Argument.CARD else "guesses nothing, not"
        raise IllegalState(f"a {card.name} {does} a {spoken.guess}")
    return action


def _seen_turn(round_: RememberedRound, spoken: SpokenTurn, action: Action) -> SeenTurn:
    """Return a spoken turn in seat notation."""
    rules, cards = round_.rules, spoken.cards
    card, mover = rules.card(action.card), round_.mover
    row = rules.cards[card].effect.row
    is_comparison, is_guess = compares(int(row.may)), bool(row.may & Consequence.HITS)
    if {"equal": not is_comparison, "missed": not is_guess}.get(spoken.result):
        raise IllegalState(f"the result of a {action.card} is never {spoken.result}")
    named = rules.card(action.guess) if action.guess else UNKNOWN
    target = mover if action.target == "self" else 1 - mover
    if action.target is None and not (row.is_aimed and referee.open_seats(round_.view)):
        target = named = UNKNOWN
    hands = round_.hands_beside(card)
    discard = rules.card(cards["discard"]) if "discard" in cards else UNKNOWN
    out = mover if row.is_deadly else UNKNOWN
    if row.may & Consequence.DISCARDS:
        discard = hands[target] if discard < 0 else discard
        is_deadly = discard >= 0 and rules.cards[discard].effect.row.is_deadly
        out = target if is_deadly else UNKNOWN
    elif spoken.result in ENDINGS and (is_comparison or is_guess) and target >= 0:
        out = target if spoken.result == "won" else mover
    if spoken.result in ENDINGS and out < 0:
        maid = "" if referee.open_seats(round_.view) else " against a Handmaid"
        raise IllegalState(f"a {action.card}{maid} ends no round so")
    if out >= 0 and discard < 0:
        discard = named if is_guess else hands[out]
    shown = cards.get("see", cards.get("get"))
    if target == round_.seat and mover != target and not row.may & Consequence.SHOWS_OWN:
        own = rules.cards[hands[target]].name
        if shown not in (None, own):
            raise IllegalState(f"the player holds {own}; got {shown}")
        shown = None
    return SeenTurn(
        card, target, named, out, discard,
        saw=UNKNOWN if shown is None else rules.card(shown),
        drew=(rules.card(cards["draw"]),) if "draw" in cards else (),
    )  # fmt: skip
