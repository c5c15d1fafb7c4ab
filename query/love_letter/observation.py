"""Observations of a player, read into the state of a table or refused as impossible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, NamedTuple, TypedDict, Unpack

from llq.errors import IllegalState
from llq.query.love_letter.table.keeping import check_held
from llq.query.love_letter.table.stored_leads import explain_lead, list_leads, possible_leads
from llq.query.questions import Card as OfCard
from llq.query.questions import Cards as OfCards
from llq.query.questions import Input
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Consequence, Rules, Scoring
from llq.solver.love_letter.table.spies import MINE, THEIRS
from llq.solver.love_letter.table.states import UNKNOWN, Held, State, state_space

CardName = int | str
"""A card's printed number, name or unambiguous abbreviation."""

Cards = Iterable[CardName] | Mapping[CardName, int]
"""Several cards: a list, or copies by card."""

OFFICIAL_FACE_UP = 3
"""Cards laid open before the deal of two players: AEG 2012, "Setup"; the same in 2019."""

FEWEST_CARDS = 4
"""Cards that a round of two takes: both hands, the card laid aside and a draw."""


class Seen(TypedDict, total=False):
    """Arguments of `situation` besides the hand: the mover's observations and knowledge."""

    seen: Annotated[Cards, Input("Both players' discards, such as 1,1,5.", plain=OfCards)]
    face_up: Annotated[
        Cards, Input("The three cards laid face up first, by the official rule.", plain=OfCards)
    ]
    discarded: Annotated[
        Cards | None, Input("Your discards, instead of seen and lead.", plain=OfCards)
    ]
    opponent_discarded: Annotated[Cards | None, Input("The opponent's discards.", plain=OfCards)]
    lead: Annotated[
        int | None, Input("Your discard total minus the opponent's, where discards decide.")
    ]
    opponent: Annotated[
        CardName | None, Input("The opponent's card, if you know it.", plain=OfCard)
    ]
    opponent_knows: Annotated[
        CardName | None, Input("The card of your hand that the opponent knows.", plain=OfCard)
    ]
    handmaid: Annotated[bool, Input("The opponent is protected by a Handmaid.")]


class Situation(NamedTuple):
    """State and discard lead for a table lookup."""

    state: State
    lead: int = 0
    """The mover's discard total less the opponent's, or who has a Spy among their discards
    (`llq.solver.love_letter.table.spies`); 0 where a table depends on neither."""


def state(hand: Iterable[CardName], *, variant: str = "classic", **seen: Unpack[Seen]) -> State:
    """Return the mover's table state after the draw.

    Parameters
    ----------
    hand
        The two cards, by number or name.
    variant
        A variant of `rules`.
    **seen
        What else the player sees and knows, as in `lookup`.

    Raises
    ------
    UnknownGame
        There is no such variant.
    IllegalState
        No such situation can arise; the message says why. `UnknownCard` if there is no such card.

    Examples
    --------
    >>> import llq
    >>> llq.love_letter.state((1, 8), seen=[2], opponent=3)
    State(low=0, high=7, unseen=(4, 1, 2, 2, 2, 1, 1, 0), opponent=2, maid=False, known=True, \
hand_known=0)
    """
    return situation(variants.rules(variant), hand, **seen).state


def situation(
    rules: Rules,
    hand: Iterable[CardName],
    *,
    scoring: Scoring = Scoring.HALF,
    **seen: Unpack[Seen],
) -> Situation:
    """Return the mover's state after the draw, and the lead in discards.

    Everything but the hand of two cards is as in `llq.lookup`.
    """
    if rules.chooses_twice and scoring == Scoring.DISCARDS:
        raise IllegalState(
            f"in {rules.variant} Love Letter equal final cards are a tie: leave out scoring "
            f"{scoring}"
        )
    cards = sorted(rules.card(card) for card in hand)
    if len(cards) != 2:
        raise IllegalState(f"a player to move holds two cards; got {len(cards)}")
    observation = _observe(rules, cards, **seen)
    table_state = State(
        low=cards[0],
        high=cards[1],
        unseen=observation.unseen,
        opponent=observation.opponent,
        maid=bool(observation.handmaid),
        known=observation.opponent != UNKNOWN,
        hand_known=_find_known_card(rules, cards, observation.opponent_knows),
    )
    if reason := state_space(rules).explain(table_state):
        raise IllegalState(reason)
    if rules.spy_rule is not None:
        if observation.lead is not None:
            raise IllegalState(f"{rules.variant} Love Letter counts no discard totals: no lead")
        return Situation(table_state, _find_spies(rules, observation))
    return Situation(table_state, _find_lead(rules, scoring, observation))


def held_after_exchange(rules: Rules, hand: Iterable[CardName], **seen: Unpack[Seen]) -> Held:
    """Return a player's cards and observations after an exchange's draws.

    The hand has three cards, or two where one was left to draw; the card just played is among the
    discards. A Handmaid and what the opponent knows make no difference.
    """
    names = [card.name for card in rules.cards if card.effect.row.may & Consequence.EXCHANGES]
    if not names:
        raise IllegalState(
            f"{rules.variant} Love Letter has no card that draws two and keeps one of three: a "
            "player to move holds two cards; 2019 has the Chancellor"
        )
    if seen.pop("lead", None):
        raise IllegalState(f"after a {names[0]} there is no lead to give")
    cards = sorted(rules.card(card) for card in hand)
    observation = _observe(rules, cards, **seen)
    if not sum(observation.discards[rules.card(name)] for name in names):
        raise IllegalState(
            f"the {names[0]} just played is among the discards: give it, with all others"
        )
    spies = 0 if rules.spy_rule is None else _find_spies(rules, observation)
    held = Held(tuple(cards), observation.unseen, observation.opponent, spies)
    check_held(rules, held)
    return held


class _Observation(NamedTuple):
    """Facts that a player sees and knows besides the hand, by the cards' indices."""

    discards: list[int]
    """Copies of each card in both piles."""
    own: list[int]
    theirs: list[int]
    is_split: bool
    """Whether the piles are given apart; otherwise ``own`` and ``theirs`` are empty."""
    unseen: tuple[int, ...]
    opponent: int
    lead: int | None
    opponent_knows: CardName | None
    """As given: a card of a hand of two, of no interest after an exchange."""
    handmaid: bool


def _observe(
    rules: Rules,
    hand: list[int],
    *,
    seen: Cards = (),
    face_up: Cards = (),
    discarded: Cards | None = None,
    opponent_discarded: Cards | None = None,
    lead: int | None = None,
    opponent: CardName | None = None,
    opponent_knows: CardName | None = None,
    handmaid: bool = False,
) -> _Observation:
    shown = _count_face_up(rules, face_up)
    discards = _count_cards(rules, "seen", seen)
    is_split = discarded is not None or opponent_discarded is not None
    if is_split and (any(discards) or lead is not None):
        raise IllegalState("give discarded and opponent_discarded, or seen and lead, not both")
    own = _count_cards(rules, "discarded", discarded or ())
    theirs = _count_cards(rules, "opponent_discarded", opponent_discarded or ())
    if is_split:
        discards = [sum(copies) for copies in zip(own, theirs, strict=True)]
    unseen = _count_unseen(rules, hand, discards, shown)
    known_card = UNKNOWN if opponent is None else rules.card(opponent)
    return _Observation(
        discards, own, theirs, is_split, unseen, known_card, lead, opponent_knows, handmaid=handmaid
    )


def _count_face_up(rules: Rules, face_up: Cards) -> list[int]:
    shown = _count_cards(rules, "face_up", face_up)
    if sum(shown) not in (0, OFFICIAL_FACE_UP):
        raise IllegalState(
            f"no cards lie face up at the start, or {OFFICIAL_FACE_UP}; got {sum(shown)}"
        )
    return shown


def _find_spies(rules: Rules, observation: _Observation) -> int:
    """Return players with a discarded Spy, as in `llq.solver.love_letter.table.spies`."""
    spies = 0
    for index, card in enumerate(rules.cards):
        if card.is_spy:
            if observation.discards[index] and not observation.is_split:
                raise IllegalState(
                    f"a {card.name} may earn its player a token: give discarded and "
                    "opponent_discarded, the discards of each, instead of seen"
                )
            spies |= MINE * bool(observation.own[index]) | THEIRS * bool(observation.theirs[index])
    return spies


def _count_unseen(
    rules: Rules, hand: list[int], discards: list[int], face_up: list[int]
) -> tuple[int, ...]:
    unseen = []
    for index, card in enumerate(rules.cards):
        in_hand, seen = hand.count(index), discards[index] + face_up[index]
        if in_hand + seen > card.copies:
            raise IllegalState(
                f"the deck has {card.copies} {card.name}: "
                f"{in_hand} in the hand and {seen} seen is {in_hand + seen}"
            )
        unseen.append(card.copies - in_hand - seen)
    return tuple(unseen)


def _find_known_card(rules: Rules, hand: list[int], name: CardName | None) -> int:
    """Return the hand card known to the opponent: 0 none, 1 lower, 2 higher."""
    if name is None:
        return 0
    exposed = rules.card(name)
    if exposed not in hand:
        raise IllegalState(
            f"the opponent cannot know a {rules.cards[exposed].name} in a hand of "
            f"{rules.cards[hand[0]].name} and {rules.cards[hand[1]].name}"
        )
    return 1 + hand.index(exposed)


def _count_cards(rules: Rules, argument: str, cards: Cards) -> list[int]:
    if isinstance(cards, str):
        raise IllegalState(
            f"{argument} is a list of cards or copies by card, not the text {cards!r}"
        )
    counts = [0] * len(rules.cards)
    pairs = cards.items() if isinstance(cards, Mapping) else ((card, 1) for card in cards)
    for card, count in pairs:
        if count < 0:
            raise IllegalState(f"{count} copies of {card} cannot have been seen")
        counts[rules.card(card)] += count
    return counts


def _find_lead(rules: Rules, scoring: Scoring, observation: _Observation) -> int:
    """Return the lead in discards, having checked that the discards allow it."""
    lead = observation.lead
    if observation.is_split and scoring == Scoring.DISCARDS:
        piles = zip(observation.own, observation.theirs, rules.cards, strict=True)
        lead = sum((own - theirs) * card.number for own, theirs, card in piles)
    if scoring == Scoring.HALF and not lead:
        return 0
    possible = possible_leads(rules, observation.discards)
    if lead is not None and (scoring == Scoring.HALF or lead not in possible):
        raise IllegalState(explain_lead(scoring, lead, possible))
    if lead is None and len(possible) > 1:
        raise IllegalState(
            "the lead in discards decides between equal final cards: give lead, your discard total "
            f"less the opponent's (one of {list_leads(possible)}), or discarded and "
            "opponent_discarded"
        )
    return next(iter(possible)) if lead is None else lead
