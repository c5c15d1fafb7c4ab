"""Multiplayer turns in words.

Seats are 0, 1, 2, … in the order of play, 0 with the first turn; ``I`` is your own. Turns are
separated by semicolons or lines; ``#`` begins a comment, and case does not matter.

=====================================  ===========================================================
turn                                   meaning
=====================================  ===========================================================
``I draw King``                        the card that you draw for your turn
``0 Guard on 2, guessing Priest``      a guess that missed; ``: out`` behind it, one that was right
``0 Guard``                            any card that affects nobody, such as all are protected
``I Priest on 1: saw King``            what you saw; another's Priest is ``1 Priest on 0``
``1 Baron on 2: 2 out, Guard``         who went out, and their card; ``: tie`` where nobody did
``3 Prince on 1: Spy``                 the card discarded; ``, drew Guard`` where you draw
``3 Prince on 1: out``                 the Princess was discarded
``2 King on 0: saw Guard``             the card that you got, where it was with you
``1 Chancellor``                       another's; your own as the next line has it
``I Chancellor: drew Spy and King, kept King, Guard last``
                                       the card kept, and the one returned to lie lowest
``1 Princess: Guard``                  played the Princess, and held this too
=====================================  ===========================================================
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from llq.errors import IllegalState, LlqError
from llq.query.love_letter.notation import read_cards
from llq.query.love_letter.observation import OFFICIAL_FACE_UP
from llq.solver.love_letter.multiplayer import rounds
from llq.solver.love_letter.multiplayer.game_state import PartyState
from llq.solver.love_letter.multiplayer.rounds import compares, party_rules
from llq.solver.love_letter.multiplayer.watched_round import SeenTurn, WatchedRound
from llq.solver.love_letter.multiplayer.words import PartyAction, Row
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rules import Action, Argument, Consequence, Rules
from llq.solver.love_letter.turn import SEES_THEIRS, SWAPS
from llq.solver.love_letter.variants import rules as find_rules

_TURN = re.compile(
    r"(?P<seat>i|\d+)\s+(?:plays?\s+)?(?P<card>[a-z]+|\d)"
    r"(?:\s+on\s+(?P<target>i|me|\d+))?"
    r"(?:,?\s+guess(?:ing|es)\s+(?P<named>[a-z]+|\d))?"
    r"(?:\s*:\s*(?P<result>.*))?"
)
_DRAW = re.compile(r"i\s+draw\s+(?P<card>.+)")
_HEAD = re.compile(
    r"#\s*(?P<variant>[\w-]+), (?P<players>\d) players, seat (?P<seat>\d)"
    r"(?:, face up (?P<face_up>[^,]+))?, dealt (?P<dealt>.+)"
)
_EXAMPLE = "such as: 0 Guard on 2, guessing Priest: missed"

FORMS = (
    "I draw King",
    "0 Guard on 2, guessing Priest: missed",
    "0 Guard on 2, guessing Priest: out",
    "0 Handmaid",
    "I Priest on 1: saw King",
    "1 Baron on 2: 2 out, Guard",
    "3 Prince on 1: Spy",
    "3 Prince on me: Spy, drew Guard",
    "2 King on 0: saw Guard",
    "I Chancellor: drew Spy and King, kept King, Guard last",
    "1 Princess: Guard",
)
"""Turns of every kind, in words."""


@dataclass(frozen=True)
class FollowedParty:
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
        if (table := _HEAD.fullmatch(head.strip())) is None:
            return None
        followed = cls(
            int(table["players"]),
            table["dealt"],
            read_lines(turns),
            int(table["seat"]),
            table["variant"],
            table["face_up"] or "",
        )
        followed.round  # noqa: B018 - for its errors
        return followed

    @property
    def text(self) -> str:
        """The round in words: what `read` takes."""
        head = _head(self.variant, self.players, self.seat, self.face_up, self.dealt)
        return "\n".join([head, *self.lines])

    @cached_property
    def round(self) -> WatchedRound:
        """The round as watched from the player's seat; treat as read-only."""
        return watch(
            self.players,
            self.dealt,
            self.lines,
            seat=self.seat,
            variant=self.variant,
            face_up=self.face_up,
        )

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.round.is_over

    @property
    def is_to_choose(self) -> bool:
        """Whether the player's choice is pending."""
        is_own = not self.is_over and self.round.mover == self.seat
        return is_own and self.round.view[rounds.PHASE] in (rounds.PLAY, rounds.KEEP)

    @property
    def prompt(self) -> str:
        """Prompt for the next turn."""
        if self.is_to_choose:
            return "you keep" if self.round.view[rounds.PHASE] == rounds.KEEP else "you play"
        return "you draw" if self.round.mover == self.seat else f"{self.round.mover} plays"

    def hearing(self, text: str) -> Self:
        """Return the round after a line, inferring an omitted subject.

        What is kept of three cards joins the line of the Chancellor.

        Raises
        ------
        UnknownCard, IllegalState
            As `watch` does.
        """
        line, lines = text.strip(), self.lines
        if self.is_to_choose and self.round.view[rounds.PHASE] == rounds.KEEP:
            line, lines = f"{lines[-1]}, {line}", lines[:-1]
        elif not (_TURN.fullmatch(line.lower()) or _DRAW.fullmatch(line.lower())):
            is_own = self.round.mover == self.seat
            subject = "I" if is_own else str(self.round.mover)
            if is_own and not self.is_to_choose and not line.lower().startswith("draw "):
                subject = "I draw"
            line = f"{subject} {line}"
        after = replace(self, lines=(*lines, line))
        after.round  # noqa: B018 - for its errors
        return after

    def back(self) -> Self:
        """Return the round without its last line."""
        return replace(self, lines=self.lines[:-1])

    @property
    def own_choices(self) -> Iterator[tuple[int, Self, PartyAction]]:
        """The player's own choices: turn, preceding round and action."""
        turn = 0
        for number, line in enumerate(self.lines):
            before = replace(self, lines=self.lines[:number])
            seen = read_line(before.round, line)
            turn += isinstance(seen, SeenTurn)
            if isinstance(seen, int) or not before.is_to_choose:
                continue
            rules = before.round.rules
            names = [card.name for card in rules.cards]
            target, guess = (
                seen.target if seen.target >= 0 else None,
                names[seen.named] if seen.named >= 0 else None,
            )
            yield turn, before, PartyAction(names[seen.card], target, guess)
            if seen.kept >= 0:
                drawn = replace(before, lines=(*before.lines, line.partition(", kept ")[0]))
                yield turn, drawn, PartyAction(names[seen.kept], last=names[seen.last])


def watch(
    players: int,
    dealt: str | int,
    turns: str | Sequence[str] = (),
    *,
    seat: int = 0,
    variant: str = "classic",
    face_up: str | Sequence[str | int] = (),
) -> WatchedRound:
    """Return one seat's view of a multiplayer round, checking every turn.

    Parameters
    ----------
    players
        How many sit at the table.
    dealt
        The card dealt to the player.
    turns
        The turns so far: text, separated by semicolons or lines, or a list of text.
    seat
        The player's; seat 0 has the first turn.
    face_up
        The cards laid face up, three where two play.

    Raises
    ------
    UnknownCard, UnknownGame
        There is no such card or edition.
    IllegalState
        No round can go so; the message says why, and in which turn.

    Examples
    --------
    >>> import llq
    >>> turns = "0 Guard on 1, guessing Baron; I draw Guard"
    >>> round_ = llq.love_letter.rounds.watch(4, "King", turns, seat=1)
    >>> round_.mover, round_.alive()
    (1, [0, 1, 2, 3])
    """
    rules = party_rules(variant, players)
    text = face_up if isinstance(face_up, str) else ",".join(map(str, face_up))
    cards = [rules.card(name) for name in read_cards(rules, text)]
    if len(cards) not in (0, OFFICIAL_FACE_UP):
        raise IllegalState(
            f"no cards lie face up at the start, or {OFFICIAL_FACE_UP}; got {len(cards)}"
        )
    round_ = WatchedRound(rules, players, seat, rules.card(_number(dealt)), cards)
    for number, line in enumerate(read_lines(turns), start=1):
        try:
            hear(round_, line)
        except LlqError as error:
            raise type(error)(f"turn {number}, {line[:60]!r}: {error}") from None
    return round_


def read_lines(turns: str | Sequence[str]) -> tuple[str, ...]:
    """Return the lines of turns, without comments."""
    texts = re.split("[;\n]", turns) if isinstance(turns, str) else turns
    return tuple(line for text in texts if (line := text.split("#")[0].strip()))


def write_party(state: PartyState | LoveLetterState, seat: int) -> str:
    """Return a player's record of a round in `watch` notation, after a table comment.

    A round of two is written as one of a table, if its edition has such.

    Examples
    --------
    >>> import llq
    >>> played = llq.love_letter.play(["thumb", "thumb", "random"], seed=5, variant="2019")
    >>> print(write_party(played.state, 0), end="")
    # 2019, 3 players, seat 0, dealt Priest
    I draw Chancellor
    I Priest on 1: saw Guard
    1 Guard on 0, guessing Chancellor: out
    2 Handmaid
    1 Guard
    2 Spy
    1 Handmaid
    2 Countess
    1 Spy
    2 Guard on 1, guessing Priest: missed
    1 Prince on 2: Guard
    2 Prince on 2: Princess
    """
    if isinstance(state, LoveLetterState):
        state = as_party(state)
    names = [card.name for card in state.rules.cards]
    turns: list[tuple[str, list[str]]] = []
    dealt, drawn, face_up = "", list[str](), list[str]()
    for move, before, after in zip(
        state.moves, state.rows, [*state.rows[1:], state.row], strict=True
    ):
        me = before[rounds.MOVER]
        subject = "I" if me == seat else str(me)
        if before[rounds.PHASE] == rounds.CHANCE:
            due = before[rounds.DUE_FOR + before[rounds.DUE] - 1]
            if due == rounds.DUE_DRAWN and me == seat:
                turns.append((f"I draw {names[move]}", []))
            elif due == rounds.DUE_FACE_UP:
                face_up.append(names[move])
            elif due == seat and not turns and not dealt:
                dealt = names[move]
            elif due == seat or (due > rounds.DUE_DRAWN and me == seat):
                drawn.append(names[move])
                is_last = (
                    after[rounds.PHASE] != rounds.CHANCE
                    or after[rounds.DUE_FOR + after[rounds.DUE] - 1] == rounds.DUE_DRAWN
                )
                if is_last:
                    turns[-1][1].append(f"drew {' and '.join(drawn)}")
                    drawn = []
        elif before[rounds.PHASE] == rounds.KEEP:
            if me == seat:
                kept, _, last = state.party.moves[move].tolist()
                turns[-1][1].extend((f"kept {names[kept]}", f"{names[last]} last"))
        else:
            line = f"{subject} {names[after[rounds.CARD]]}"
            line += f" on {after[rounds.TARGET]}" if after[rounds.TARGET] >= 0 else ""
            line += f", guessing {names[after[rounds.NAMED]]}" if after[rounds.NAMED] >= 0 else ""
            turns.append((line, _results(state, before, after, seat)))
    lines = [line + f": {', '.join(results)}" * bool(results) for line, results in turns]
    table = _head(state.rules.variant, state.players, seat, " ".join(face_up), dealt)
    return "\n".join([table, *lines]) + "\n"


def _head(variant: str, players: int, seat: int, face_up: str, dealt: str) -> str:
    up = f", face up {face_up}" * bool(face_up)
    return f"# {variant}, {players} players, seat {seat}{up}, dealt {dealt}"


def as_party(state: LoveLetterState) -> PartyState:
    """Convert a two-player round to multiplayer form, keeping cards and choices."""
    rules = state.rules
    party = PartyState(party_rules(rules.variant, 2), 2, state.face_up)
    turns = [*state.turns, *([state.begun] if state.begun else [])]
    face_up, extra, begun = iter(state.shown), iter(state.extra), 0
    while True:
        turn = turns[begun - 1] if begun else None
        if party.row[rounds.PHASE] == rounds.CHANCE:
            due = party.row[rounds.DUE_FOR + party.row[rounds.DUE] - 1]
            if due == rounds.DUE_FACE_UP:
                card = next(face_up)
            elif due == rounds.DUE_DRAWN:
                card = turns[begun].drawn if begun < len(turns) else state.drawn
            elif due > rounds.DUE_DRAWN:
                card = next(extra)
            elif turn is None:
                card = state.dealt[due]
            else:
                card = turn.mine_after if due == turn.mover else turn.theirs_after
            party.apply(card)
        elif (
            turn is not None
            and party.row[rounds.PHASE] == rounds.KEEP
            and turn.choice != rounds.UNKNOWN
        ):
            last = rules.cards[turn.returned(rules)[-1]].name
            kept = rules.choice(turn.choice).card
            party.apply(party.find_action(PartyAction(kept, last=last)))
        elif begun < len(turns):
            turn, begun = turns[begun], begun + 1
            extra = iter([*turn.drawn_extra] or state.extra)
            action, other = rules.actions[turn.action], 1 - turn.mover
            is_aimed = rules.cards[rules.card(action.card)].effect.row.is_aimed
            target = {"self": turn.mover, "opponent": other}.get(
                action.target or "", other if is_aimed else None
            )
            if is_aimed and turn.maid:  # nobody can be aimed at
                action, target = Action(action.card), None
            party.apply(party.find_action(PartyAction(action.card, target, action.guess)))
        else:
            return party


def _results(state: PartyState, before: Row, after: Row, seat: int) -> list[str]:
    """Return a play's results, as visible from a seat."""
    names, me, target = (
        [card.name for card in state.rules.cards],
        before[rounds.MOVER],
        after[rounds.TARGET],
    )
    out, gone, may = (
        after[rounds.OUT],
        after[rounds.GONE],
        state.party.cards[after[rounds.CARD], rounds.MAY],
    )
    if after[rounds.NAMED] >= 0:
        return ["missed" if out < 0 else "out"]
    if compares(may) and target >= 0:
        return ["tie"] if out < 0 else [f"{out} out", names[gone]]
    if gone >= 0:
        return [names[gone]]
    if may & SEES_THEIRS and target >= 0:
        if me == seat:
            return [f"saw {names[before[rounds.HAND + target]]}"]
        if target == seat and may & SWAPS:
            return [f"saw {names[after[rounds.HAND + seat]]}"]
    return []


def hear(round_: WatchedRound, line: str) -> None:
    """Read one line into a round, modified in place."""
    event = read_line(round_, line)
    if isinstance(event, int):
        round_.draw(event)
    else:
        round_.hear(event)


def read_line(round_: WatchedRound, line: str) -> SeenTurn | int:
    """Return the turn, or the player's draw, described by a line."""
    text = line.strip().lower().rstrip(".")
    if draw := _DRAW.fullmatch(text):
        return round_.rules.card(_number(draw["card"]))
    match = _TURN.fullmatch(text)
    if match is None:
        raise IllegalState(f"not a turn; {_EXAMPLE}")
    seat = _seat(match["seat"], round_.seat)
    if seat != round_.mover:
        raise IllegalState(f"it is the turn of seat {round_.mover}; got {seat}")
    return _read_turn(round_.rules, match, seat, round_.seat)


def _read_turn(rules: Rules, match: re.Match[str], mover: int, own: int) -> SeenTurn:
    """Return the turn described by a matched line."""
    card = rules.card(_number(match["card"]))
    target = _seat(match["target"], own) if match["target"] else rounds.UNKNOWN
    named = rules.card(_number(match["named"])) if match["named"] else rounds.UNKNOWN
    turn = SeenTurn(card, target, named)
    return _with_result(rules, turn, match["result"] or "", mover, own)


def _with_result(rules: Rules, turn: SeenTurn, text: str, mover: int, own: int) -> SeenTurn:
    """Return a turn completed by the text after its colon."""
    row = rules.cards[turn.card].effect.row
    guesses, redraws = row.argument == Argument.CARD, row.may & Consequence.DISCARDS
    for part in filter(None, (part.strip() for part in text.split(","))):
        words = part.split()
        if part in ("missed", "tie", "no effect"):
            continue
        if part == "out":
            out = mover if row.is_deadly else turn.target
            gone = turn.named if guesses else turn.gone
            if redraws:
                gone = next(i for i, c in enumerate(rules.cards) if c.effect.row.is_deadly)
            turn = turn._replace(out=out, gone=gone)
        elif words[-1] == "out":
            turn = turn._replace(out=_seat(words[0], own))
            if guesses:
                turn = turn._replace(gone=turn.named)
        elif words[0] in ("saw", "got"):
            turn = turn._replace(saw=_card(rules, words[1:]))
        elif words[0] == "drew":
            cards = read_cards(rules, " ".join(words[1:]).replace(" and ", " "))
            turn = turn._replace(drew=tuple(map(rules.card, cards)))
        elif words[0] == "kept":
            turn = turn._replace(kept=_card(rules, words[1:]))
        elif words[-1] == "last":
            turn = turn._replace(last=_card(rules, words[:-1]))
        else:
            turn = turn._replace(gone=_card(rules, words))
    if row.is_deadly:
        turn = turn._replace(out=mover)
    if redraws and turn.gone >= 0:
        is_deadly = rules.cards[turn.gone].effect.row.is_deadly
        turn = turn._replace(out=turn.target if is_deadly else turn.out)
    if turn.kept >= 0 and turn.last < 0:
        raise IllegalState("say which card lies lowest, such as: kept King, Guard last")
    return turn


def _card(rules: Rules, words: Sequence[str]) -> int:
    return rules.card(_number(" ".join(words)))


def _number(name: str | int) -> str | int:
    return int(name) if isinstance(name, str) and name.strip().isdecimal() else name


def _seat(word: str, own: int) -> int:
    return own if word in ("i", "me") else int(word[:9])
