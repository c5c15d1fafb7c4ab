"""A round's row in words: what stands in the columns of `referee`."""

from typing import NamedTuple, Self

from llq.solver.love_letter.rounds import referee


class SeenTurn(NamedTuple):
    """A player's observations of a turn; cards and seats by number, `UNKNOWN` for none."""

    card: int
    target: int = referee.UNKNOWN
    named: int = referee.UNKNOWN
    out: int = referee.UNKNOWN  # Seat that went out.
    gone: int = referee.UNKNOWN  # The card put down besides the one played.
    saw: int = referee.UNKNOWN  # The other player's card, if seen by a Priest, tie or King.
    drew: tuple[int, ...] = ()  # Cards drawn because of the play, by Prince or Chancellor.
    kept: int = referee.UNKNOWN
    # Lowest returned card of a Chancellor's choice; ``kept`` is the card kept.
    last: int = referee.UNKNOWN


class RoundRow(NamedTuple):
    """A row of `referee`, or a player's view; a card not there, or not seen, is `UNKNOWN`."""

    next_draw: int | None  # What the due draw is for, as in `referee.next_due`; None without one.
    is_play: bool  # The mover is to play one of two cards.
    is_keep: bool  # The mover is to keep one of several cards.
    mover: int
    drawn: int  # The mover's other card.
    hands: list[int]  # Each seat's card.
    known_to: list[int]  # A bit for each seat that knows each seat's card.
    alive: list[int]  # Seats still in the round.
    protected: list[int]  # Seats that cannot be aimed at.
    unseen: list[int]  # Copies of each card not seen by all; zeros follow the last card.
    pool: list[int]  # Cards left, the one set aside among them.
    last_turn: SeenTurn  # Without cards seen, drawn or kept.
    spy_seat: int  # Seat that gets the Spy's token.

    @classmethod
    def of(cls, row: referee.Row) -> Self:
        """Read a row."""
        row = row if isinstance(row, list) else row.tolist()
        phase, players = row[referee.PHASE], row[referee.SEATS]
        card, target, named, out, gone = row[referee.CARD : referee.GONE + 1]
        return cls(
            next_draw=referee.next_due(row) if phase == referee.CHANCE else None,
            is_play=phase == referee.PLAY,
            is_keep=phase == referee.KEEP,
            mover=row[referee.MOVER],
            drawn=row[referee.DRAWN],
            hands=row[referee.HAND :][:players],
            known_to=row[referee.KNOWN :][:players],
            alive=referee.seats_in(row[referee.ALIVE]),
            protected=referee.seats_in(row[referee.MAIDS]),
            unseen=row[referee.REST : referee.BOTTOM],
            pool=row[referee.POOL :][: row[referee.LEFT]],
            last_turn=SeenTurn(card, target, named, out, gone),
            spy_seat=row[referee.SPY_TOKEN],
        )
