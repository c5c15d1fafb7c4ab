"""Followed rounds at a table of two to six, told by the numbers of seats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from llq.errors import IllegalState
from llq.query.answers import Records
from llq.query.love_letter.rounds import seat_notation
from llq.query.love_letter.rounds.followed_rounds import (
    BeliefTable,
    Choices,
    FollowedRound,
    RoundWords,
    TrackedRound,
)
from llq.query.love_letter.rounds.other_seats import HeldCard, held_cards, held_lines, seat_words
from llq.query.love_letter.rounds.party_advice import PartyAdvice, advise_party
from llq.query.love_letter.rounds.policy_beliefs import surprise_note
from llq.query.love_letter.rounds.remembered_rounds import RememberedRound
from llq.query.love_letter.rounds.written_rounds import describe_table
from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.rounds.action_text import PartyAction, action_of, describe, play_text
from llq.solver.love_letter.rounds.watched_round import WatchedRound
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.variants import rules as find_rules

if TYPE_CHECKING:  # help loads no compiler
    from llq.solver.love_letter.responses.round_likelihoods import RoundLikelihoods

_TABLE = re.compile(r"#\s*([\w-]+), (\d) players, seat (\d)(?:, face up (.+?))?, dealt (.+)")
"""First line of a round at numbered seats, as `describe_table` writes it."""


class SolvedBeliefs(NamedTuple):
    """Round with solved-policy likelihoods of the opponent's cards."""

    round: WatchedRound
    surprises: tuple[int, ...]
    """Turns, counted from 1, that the policy never plays; they tell only the possible cards."""


@dataclass(frozen=True)
class FollowedParty(TrackedRound):
    """Multiplayer round followed by one player, line by line.

    Parameters
    ----------
    players, dealt, seat, variant, face_up
        As in `watch`.
    lines
        The turns so far, and the player's draws.

    Examples
    --------
    >>> followed = FollowedParty(4, "King", seat=1).hearing("Guard on 1, guessing Baron")
    >>> followed = followed.hearing("guard").hearing("guard on 3, guessing Priest: out")
    >>> followed.lines[1:], followed.round.alive()
    (('I draw guard', 'I guard on 3, guessing Priest: out'), [0, 1, 2])
    """

    players: int
    dealt: str
    lines: tuple[str, ...] = ()
    seat: int = 0
    variant: str = "classic"
    face_up: str = ""

    next_lines: ClassVar[tuple[str, ...]] = seat_notation.FORMS

    def __post_init__(self) -> None:
        """Write an edition by one name."""
        object.__setattr__(self, "variant", find_rules(self.variant).variant)

    @classmethod
    def read(cls, text: str) -> Self | None:
        r"""Parse a round's text, returning None if the first line describes no table.

        Raises
        ------
        UnknownCard, UnknownGame, IllegalState
            As `watch` does.

        Examples
        --------
        >>> followed = FollowedParty.read("# 2019, 4 players, seat 1, dealt King\n0 Spy")
        >>> followed.prompt, followed == FollowedParty.read(followed.text)
        ('you draw', True)
        """
        head, _, turns = text.strip().partition("\n")
        if (table := _TABLE.fullmatch(head.strip())) is None:
            return None
        variant, players, seat, face_up, dealt = table.groups()
        lines = seat_notation.read_lines(turns)
        return cls(int(players), dealt, lines, int(seat), variant, face_up or "")._checked()

    @property
    def text(self) -> str:
        """The round in words: what `read` takes."""
        head = describe_table(self.variant, self.players, self.seat, self.face_up, self.dealt)
        return "\n".join([head, *self.lines])

    @cached_property
    def round(self) -> RememberedRound:
        """The round as watched from the player's seat; treat as read-only."""
        return seat_notation.watch(
            self.players,
            self.dealt,
            self.lines,
            seat=self.seat,
            variant=self.variant,
            face_up=self.face_up,
        )

    @property
    def words(self) -> RoundWords:
        """Words for the round as it stands."""
        mover, seats = self.round.mover, seat_words(self.seat, self.players)
        assumptions = {None: "by rules of thumb or at random", "table": "as the table does"}
        if self.players != 2 or not self.rules.chooses_twice:
            del assumptions["table"]
        place = f" (seat {mover})" if self.players > 2 else ""
        return RoundWords(
            title=f"At a table of {self.players}",
            heading=f"{self.variant.capitalize()} rules; you are seat {self.seat}, dealt "
            f"{self.dealt}" + (f"; face up {self.face_up}" if self.face_up else ""),
            lines=self.lines,
            example="0 Guard on 2, guessing Priest",
            mover=seats.get(mover, "").capitalize() + place,
            ending="The round is over",
            seats=seats,
            assumptions=assumptions,
        )

    def hearing(self, text: str) -> Self:
        """Return the round after a line, inferring an omitted subject.

        What is kept of three cards joins the line of the Chancellor.
        """
        line, lines = text.strip(), self.lines
        if self._is_to_keep:
            line, lines = f"{lines[-1]}, {line}", lines[:-1]
        elif not seat_notation.is_whole_line(line):
            subject = "I" if self.is_own_turn else str(self.round.mover)
            lacks_verb = self.prompt == "you draw" and not line.lower().startswith("draw ")
            verb = "draw " if lacks_verb else ""
            line = f"{subject} {verb}{line}"
        return replace(self, lines=(*lines, line))._checked()

    def back(self) -> Self:
        """Return the round without its last line."""
        return replace(self, lines=self.lines[:-1])

    @property
    def own_choices(self) -> Iterator[tuple[int, RememberedRound, PartyAction]]:
        """The player's own choices: turn, round before it and action."""
        names = self.round.names
        for number, (before, turn, _) in enumerate(self.round.heard_turns, start=1):
            if before.mover != self.seat:
                continue
            target = None if turn.target < 0 else turn.target
            guess = [*names, None][turn.named]
            yield number, before, PartyAction(names[turn.card], target, guess)
            if turn.kept >= 0:
                drawn = before.copy()
                drawn.hear(turn._replace(kept=referee.UNKNOWN, last=referee.UNKNOWN))
                yield number, drawn, PartyAction(names[turn.kept], last=names[turn.last])

    # What may come next

    def _check(self, line: str) -> None:
        if not self._is_to_keep:  # every legal choice of cards to keep may be made
            seat_notation.hear(self.round.copy(), line)

    def _choices(self) -> Choices:
        rules, party, view, is_own = self.rules, self.round.party, self.round.view, self.is_own_turn
        plays = [number for number, move in enumerate(party.moves.tolist()) if move[1] >= 0]
        for number in referee.legal_numbers(party, view) if is_own else plays:
            action = action_of(rules, party, view, number)
            text = describe(rules, party, view, number)
            line = f"{'I' if is_own else self.round.mover} {play_text(action)}"
            if not is_own:
                text = text.replace("yourself", "themselves").replace(f" on {self.seat}", " on you")
            elif action.last is not None:
                line = f"kept {action.card}, {action.last} last"
            yield action, text, line, self._endings(action, line)

    def _endings(self, action: PartyAction, line: str) -> list[tuple[str, str]]:
        if action.last is not None:  # cards to keep
            return [("", "")]
        round_, names, target = self.round, self.round.names, action.target
        row = self.rules.cards[self.rules.card(action.card)].effect.row
        if action.guess:
            return [("missed", ": missed"), ("right", ": out")]
        if effects.compares(row.may) and target is not None:
            endings = [("equal", ": tie")]
            for out in (target, round_.mover):
                player = "you are" if out == self.seat else f"{out} is"
                endings += [
                    (f"{player} out with {name}", f": {out} out, {name}") for name in names[:-1]
                ]
            return endings
        if row.may & effects.DISCARDS:
            endings = [(f"{name} put down", f": {name}") for name in names]
            for own in dict.fromkeys(round_.hand) if target == self.seat else ():
                endings += [(f"you draw {name}", f": {own}, drew {name}") for name in names]
            return endings
        if row.is_deadly:
            return [(f"beside {name}", f": {name}") for name in names]
        if self._fits(line):
            return [("", "")]
        if row.may & effects.EXCHANGES:
            pairs = [f"{first} and {second}" for first in names for second in names]
            return [(f"you draw {cards}", f": drew {cards}") for cards in (*names, *pairs)]
        return [(f"you see {name}", f": saw {name}") for name in names]

    # What the others may hold, advice and reports

    def believe(self, policy: str | None) -> BeliefTable:
        """Return beliefs about the other hands, under a policy or rules of thumb."""
        round_, surprises = party_beliefs(self, policy)
        cards, words = self._held.get(policy) or held_cards(round_), self.words
        seats = list(dict.fromkeys(card.seat for card in cards))
        mark = "#" if len(seats) > 1 else ""
        chances = {(card.card, card.seat): card.chance for card in cards}
        return BeliefTable(
            title="What the others may hold",
            headings=["Card", *(mark + words.seats[seat].capitalize() for seat in seats)],
            rows=[
                (name, [chances.get((name, seat), 0.0) for seat in seats]) for name in round_.names
            ],
            meanings={
                "The chances": f"from all they played, if they play {words.assumptions[policy]}"
            },
            text="\n".join(held_lines(cards, words.seats)),
            note=surprise_note("table", surprises),
        )

    def advise(self, policy: str | None) -> PartyAdvice:
        """Return what to play or keep; see `advise_party`."""
        advised = advise_party(party_beliefs(self, policy).round)
        self._held[policy] = advised.held
        return advised

    @cached_property
    def _held(self) -> dict[str | None, tuple[HeldCard, ...]]:
        """The others' likely cards by policy, as advice has dealt them."""
        return {}

    def _facts(self, policy: str | None) -> dict[str, Any]:
        return {
            "players": self.players,
            "seat": self.seat,
            "round": self.lines,
            "is_over": self.is_over,
            "held": self.records(policy).rows,
        }

    def records(self, policy: str | None) -> Records:
        """Return what the others may hold as flat rows, for CSV."""
        cards = self._held.get(policy, ())
        if not (cards or self.is_over):
            cards = held_cards(party_beliefs(self, policy).round)
        return Records(HeldCard._fields, [card._asdict() for card in cards])


Followed = FollowedParty | FollowedRound
"""A round followed in either notation."""


def party_beliefs(followed: FollowedParty, policy: str | None = None) -> SolvedBeliefs:
    """Return a round with ``table`` beliefs, or rule-of-thumb beliefs by default."""
    if policy is None:
        return SolvedBeliefs(followed.round, ())
    if policy != "table":
        raise IllegalState(f"at numbered seats policy is table, or left out; got {policy!r:.40}")
    return solved_beliefs(followed)


def solved_beliefs(followed: FollowedParty) -> SolvedBeliefs:
    """Return a two-player round with beliefs from the opponent's solved policy.

    Raises
    ------
    IllegalState
        More than two play, or the edition's policy has no second choices.
    TableMissing, StaleTable, CorruptTable
        As `llq.love_letter.table.open_policy` does.

    Examples
    --------
    >>> import llq
    >>> lines = ("0 Guard on 1, guessing Handmaid", "I draw Guard")
    >>> followed = llq.love_letter.rounds.FollowedParty(2, "King", lines, 1, "2019")
    >>> [f"{card.card} {card.chance:.0%}" for card in llq.love_letter.rounds.held_cards(
    ...     solved_beliefs(followed).round)][:3]
    ['Chancellor 100%']
    """
    rules = find_rules(followed.variant)
    if followed.players != 2 or not rules.chooses_twice:
        raise IllegalState(
            "beliefs about table at numbered seats are for two players of the 2019 edition; got "
            f"{followed.players} of {followed.variant}"
        )
    likely, surprises = _likelihoods(rules).after(followed.round.history)
    round_ = followed.round.copy()
    round_.believe(1 - followed.seat, likely)
    return SolvedBeliefs(round_, surprises)


@lru_cache(maxsize=1)
def _likelihoods(rules: Rules) -> RoundLikelihoods:
    """Return opponent-card likelihoods under a variant's policy."""
    from llq.query.love_letter.exact.matches import make_policies
    from llq.solver.love_letter.responses.round_likelihoods import RoundLikelihoods

    (policy,) = make_policies(rules, ["table"])
    return RoundLikelihoods(rules, policy)


def start_followed(
    dealt: str,
    variant: str | None = None,
    players: int | None = None,
    seat: int = 0,
    face_up: str = "",
    lines: tuple[str, ...] = (),
) -> Followed:
    """Return a round to follow: at seats by a number of players or an edition of such rounds."""
    if players is not None or find_rules(variant or "classic").chooses_twice:
        party = FollowedParty(players or 2, dealt, lines, seat, variant or "classic", face_up)
        return party._checked()
    items = {"variant": variant, "face up": face_up, "dealt": dealt}
    return FollowedRound.read("\n".join(f"{name}: {text}" for name, text in items.items() if text))
