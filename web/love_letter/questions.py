"""Love Letter situations as query parameters and links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import Self, TypeVar
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from llq.errors import IllegalState, TooLarge
from llq.query.love_letter.notation import read_cards
from llq.query.love_letter.observation import Seen
from llq.query.love_letter.rounds.analysis import JudgedMove, TurnQuestion
from llq.solver.love_letter.rules import Action, Choice, Rules, Scoring
from llq.solver.love_letter.table.states import UNKNOWN, Held, State
from llq.solver.love_letter.variants import rules as find_rules
from llq.web.pages.move_costs import judged_moves
from llq.web.pages.panels import Panel

LegalChoice = TypeVar("LegalChoice", bound=Choice)

PILES = ("seen", "discarded", "opponent_discarded")
"""Discard lists: shared, own, and opponent's."""

_MOST_CHARACTERS = 400
"""Character limit of a parameter, above any deck by name."""


@dataclass(frozen=True, kw_only=True)
class HandQuestion:
    """Hand, known facts and page options; cards are named as in `card_key`.

    Fields are as in `llq.lookup`, ``knows`` its ``opponent_knows``.
    """

    hand: tuple[str, ...] = ("1", "8")
    seen: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    opponent_discarded: tuple[str, ...] = ()
    face_up: tuple[str, ...] = ()
    opponent: str = ""
    knows: str = ""
    handmaid: str = ""
    chancellor: str = ""
    """``yes`` if a card must be kept."""
    lead: str = ""
    variant: str = "classic"
    scoring: str = "half"
    play: str = ""
    """Action with displayed outcomes, in `action_key` form."""

    @classmethod
    def read(cls, query: QueryParams) -> Self:
        """Return a query's situation, defaults in unstated parts."""
        texts = {
            field.name: query[field.name].strip() for field in fields(cls) if field.name in query
        }
        for name, text in texts.items():
            if len(text) > _MOST_CHARACTERS:
                raise TooLarge(f"{name} has at most {_MOST_CHARACTERS} characters; got {len(text)}")
        rules = find_rules(texts.get("variant", cls.variant))
        lists = {
            name: tuple(card_key(rules, card) for card in read_cards(rules, texts.pop(name)))
            for name in ("hand", *PILES, "face_up")
            if name in texts
        }
        for name in ("opponent", "knows"):
            if texts.get(name):
                texts[name] = card_key(rules, rules.cards[rules.card(texts[name])].name)
        texts["variant"] = rules.variant
        return cls(**lists, **texts)  # type: ignore[arg-type]  # by field, either kind

    @classmethod
    def of_state(cls, rules: Rules, state: State | Held, face_up: tuple[str, ...] = ()) -> Self:
        """Return the situation of a state."""
        keys = [card_key(rules, card.name) for card in rules.cards]
        hand = state.hand if isinstance(state, Held) else (state.low, state.high)
        seen = [
            key
            for card, key in enumerate(keys)
            for _ in range(
                rules.copies[card] - state.unseen[card] - hand.count(card) - face_up.count(key)
            )
        ]
        common = cls(
            hand=tuple(keys[card] for card in hand),
            seen=tuple(seen),
            face_up=face_up,
            variant=rules.variant,
        )
        if isinstance(state, Held):
            opponent = "" if state.opponent == UNKNOWN else keys[state.opponent]
            return replace(common, opponent=opponent, chancellor="yes")
        return replace(
            common,
            opponent=keys[state.opponent] if state.known else "",
            knows=keys[hand[state.hand_known - 1]] if state.hand_known else "",
            handmaid="yes" if state.maid else "",
        )

    @property
    def rules(self) -> Rules:
        """The variant's rules."""
        return find_rules(self.variant)

    @property
    def is_told_apart(self) -> bool:
        """Whether discards are given per player."""
        is_joint = bool(self.seen or self.lead)
        is_apart = bool(self.discarded or self.opponent_discarded)
        counts = self.scoring == Scoring.DISCARDS or self.rules.spy_rule is not None
        return is_apart or (counts and not is_joint)

    @property
    def gone(self) -> tuple[str, ...]:
        """Cards discarded or face up, in nobody's hand."""
        return (*self.seen, *self.discarded, *self.opponent_discarded, *self.face_up)

    @property
    def known(self) -> Seen:
        """The player's knowledge without the lead, in `llq.lookup` form."""
        facts = Seen(
            seen=self.seen,
            face_up=self.face_up,
            opponent=self.opponent or None,
            opponent_knows=self.knows or None,
            handmaid=bool(self.handmaid),
        )
        if not self.is_told_apart:
            return facts
        return facts | Seen(discarded=self.discarded, opponent_discarded=self.opponent_discarded)

    def leading(self, scoring: str) -> Seen:
        """Return ``known``, plus the lead for scoring by discards."""
        if scoring != Scoring.DISCARDS or not self.lead:
            return self.known
        try:
            return self.known | Seen(lead=int(self.lead))
        except ValueError:
            raise IllegalState(f"lead must be an integer; got {self.lead!r}") from None

    def link(self, path: str = "/love-letter", /, **changes: str | tuple[str, ...]) -> str:
        """Return the situation's address with changes; plays are dropped unless named."""
        changed = replace(self, **({"play": ""} | changes))  # type: ignore[arg-type]
        return f"{path}?{urlencode(changed.values(), safe=',')}"

    def values(self, without: Iterable[str] = ()) -> dict[str, str]:
        """Return the link's query parameters: the hand, and every non-default field."""
        texts = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if (value != field.default or field.name == "hand") and field.name not in without:
                texts[field.name] = value if isinstance(value, str) else ",".join(value)
        return texts

    def after(self, state: State, lead: int, plays: Sequence[Action]) -> HandQuestion:
        """Return the later situation reached by some plays."""
        question = HandQuestion.of_state(self.rules, state, self.face_up)
        if self.scoring == Scoring.DISCARDS:
            question = self._with_lead(question, lead, plays)
        return replace(question, scoring=self.scoring)

    def _with_lead(self, later: HandQuestion, lead: int, plays: Sequence[Action]) -> HandQuestion:
        """Add the lead to a later situation, directly or through separate discards.

        Cards that Princes put down, besides the plays, are attributed so that the lead comes out.
        """
        if self.is_told_apart:
            rules = self.rules
            play_keys = [card_key(rules, action.card) for action in plays]
            before = (*self.discarded, *self.opponent_discarded)
            put_down = Counter(later.seen) - Counter((*before, *play_keys))
            keys = [*play_keys, *put_down.elements()]
            for owners in product((0, 1), repeat=len(keys) - len(play_keys)):
                piles = [self.discarded, self.opponent_discarded]
                for key, owner in zip(keys, (0, 1, *owners), strict=True):
                    piles[owner] = (*piles[owner], key)
                discarded, opponent_discarded = (sort_keys(rules, pile) for pile in piles)
                if _total(rules, discarded) - _total(rules, opponent_discarded) == lead:
                    return replace(
                        later, seen=(), discarded=discarded, opponent_discarded=opponent_discarded
                    )
        return replace(later, lead=str(lead))


def move_costs(moves: Iterable[JudgedMove]) -> tuple[Panel, dict[str, str]]:
    """Return the table of a round's judged moves, with links to the explorer."""
    linked = [
        (turn_words(move), explorer_link(move.question) if move.question else "", move)
        for move in moves
    ]
    return judged_moves(linked, "turn")


def turn_words(move: JudgedMove) -> str:
    """Return a move's turn, and whether it is the choice of what to keep."""
    return f"{move.turn}, keep" if move.chosen.text.startswith("keep ") else f"{move.turn}"


def explorer_link(turn: TurnQuestion) -> str:
    """Return the explorer's address for a turn's view."""
    question = HandQuestion(
        hand=tuple(turn[name] for name in ("card_1", "card_2", "card_3") if name in turn),
        seen=tuple(turn.get("seen", ())),
        discarded=tuple(turn.get("discarded", ())),
        opponent_discarded=tuple(turn.get("opponent_discarded", ())),
        face_up=tuple(turn["face_up"]),
        opponent=turn["opponent"] or "",
        knows=turn["opponent_knows"] or "",
        handmaid="yes" if turn["handmaid"] else "",
        chancellor="yes" if turn.get("chancellor") else "",
        variant=turn["variant"],
    )
    return question.link()


def sort_keys(rules: Rules, keys: Iterable[str]) -> tuple[str, ...]:
    """Return cards in rule order."""
    return tuple(sorted(keys, key=rules.card))


def card_key(rules: Rules, name: str) -> str:
    """Return a card's number, or its name if numbers repeat."""
    number = rules.cards[rules.card(name)].number
    is_unique = [card.number for card in rules.cards].count(number) == 1
    return str(number) if is_unique else name


def action_key(action: Choice) -> str:
    """Return an action in address form, such as ``guard-priest``."""
    return "-".join(part for part in action if part).lower().replace(" ", "-")


def find_action(legal: Iterable[LegalChoice], key: str) -> LegalChoice:
    """Return the legal action of a key."""
    actions = {action_key(action): action for action in legal}
    if key not in actions:
        raise IllegalState(f"no legal play {key!r}; legal are {', '.join(actions)}")
    return actions[key]


def _total(rules: Rules, keys: Iterable[str]) -> int:
    return sum(rules.cards[rules.card(key)].number for key in keys)
