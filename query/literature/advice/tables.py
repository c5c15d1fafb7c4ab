"""Advice tables: asks, claims, certain facts about players, and card chances."""

from collections.abc import Mapping, Sequence
from typing import Any

from llq.query.answers import Row, Table
from llq.query.literature.advice.asks import AskValue, group_asks
from llq.query.literature.advice.claims import ClaimValue
from llq.query.literature.advice.deductions import Bounds, Deduction, span
from llq.query.literature.positions.card_text import Seats, spell_out

CLAIM = ("half_suit", "holders", "chance", "is_certain", "team_chance", "their_chance", "why")
"""Names of a claim's row of CSV."""

_FEW = 8
"""Rows of asks shown by default."""

_CARDS_A_LINE = 4


def ask_table(asks: Sequence[AskValue], seats: Seats, *, every: bool = False) -> Table:
    """Return the asks, best first; equivalent cards share a row."""
    groups = group_asks(asks)
    rows = []
    for alike, why in groups if every else groups[:_FEW]:
        target, cards = seats.label(alike[0].target), _lines_of([ask.card for ask in alike])
        chance, value = _percent(alike[0].chance), f"{alike[0].value:.3f}"
        rows.append(Row((target, cards, chance, value, "; ".join(why)), alike[0].is_best))
    if len(groups) > len(rows):
        hidden = sum(len(group.asks) for group in groups[_FEW:])
        rows.append(Row(("…", "", "", "", f"{hidden} other asks: --all shows them")))
    return Table(("ask", "for", "chance", "value", "why"), tuple(rows), ("chance", "value"))


def claim_table(claims: Sequence[ClaimValue], *, every: bool = False) -> Table:
    """Return the claims, likeliest first, and the half suits that cannot be claimed."""
    candidates = [claim for claim in claims if every or claim.team_chance]
    rows = tuple(
        Row(
            (
                claim.text,
                "certain" if claim.is_certain else _percent(claim.chance),
                _percent(claim.team_chance),
                _percent(claim.their_chance),
                claim.why,
            ),
            claim.is_certain,
        )
        for claim in candidates
    )
    team_headings = ("your team has all", "they have all")
    headings = ("claim", "right", *team_headings, "what it stands on") if candidates else ()
    excluded = ", ".join(claim.half_suit for claim in claims if claim not in candidates)
    note = f"cannot be claimed, the other team has cards: {excluded}" if excluded else ""
    return Table(headings, rows, headings[1:4], note=note)


def player_table(players: Sequence[Deduction], seats: Seats) -> Table:
    """Return the certain facts about every player."""
    rows = (
        (
            seats.label(player.seat),
            "yours" if player.is_mate else "theirs",
            f"{player.size}",
            " ".join(player.holds) or "-",
            f"{player.lacks}",
        )
        for player in players
    )
    headings = ("player", "team", "cards", "certainly holds", "lacks")
    return Table(headings, _rows(rows), ("cards", "lacks"))


def knowledge_tables(players: Sequence[Deduction], seats: Seats) -> tuple[Table, ...]:
    """Return tables of half-suit counts, others' knowledge, and reasons."""
    counts = (
        (half, *(span(player.counts[half]) for player in players)) for half in players[0].counts
    )
    knowledge: list[tuple[str, ...]] = []
    cards: dict[tuple[str, str], list[str]] = {}
    for player in players:
        label, bounds = seats.label(player.seat), player.knows_counts.items()
        least = ", ".join(f"{low} {half}" for half, (low, _) in bounds if low)
        if player.seat != seats.me:
            known = " ".join(player.knows) or "-"
            knowledge.append((label, known, least or "-", f"{player.knows_lacked}"))
        for card, why in player.why.items():
            cards.setdefault((label, why), []).append(card)
    reasons = _rows((label, " ".join(names), why) for (label, why), names in cards.items())
    headings = ("knows", "that you hold", "at least", "that you lack")
    return (
        Table(("cards of", *(seats.label(player.seat) for player in players)), _rows(counts)),
        Table(headings, _rows(knowledge), headings[-1:]),
        *([Table(("player", "holds", "because"), reasons)] if reasons else []),
    )


def grid_table(chances: Mapping[str, Sequence[float]], ranks: Sequence[str], seats: Seats) -> Table:
    """Return every card's chance of being in each hand: suits and players by ranks."""
    rows: list[Sequence[str]] = []
    for suit in "CDHS":
        cards = [rank + suit for rank in ranks]
        if not any(card in chances for card in cards):
            continue
        rows += [("",) * (len(ranks) + 1)] if rows else []
        rows.append(("", *(card if card in chances else "" for card in cards)))
        for seat in range(seats.players):
            cells = (chance_text(chances[card][seat]) if card in chances else "" for card in cards)
            rows.append((seats.label(seat), *cells))
    return Table(("chance, %", *ranks), _rows(rows), tuple(ranks))


def in_words(table: Table) -> Table:
    """Return a table with half suits in words, ``low spades`` for ``LS``."""
    return table._replace(
        rows=tuple(row._replace(cells=tuple(map(spell_out, row.cells))) for row in table.rows),
        note=spell_out(table.note),
    )


def claim_record(claim: ClaimValue) -> dict[str, Any]:
    """Return a claim as a CSV row."""
    plain = claim.to_dict() | {"holders": claim.text.partition(" ")[2]}
    return {name: plain[name] for name in CLAIM}


def player_record(player: Deduction) -> dict[str, Any]:
    """Return a player's certain facts as a CSV row."""
    return {
        "player": player.seat,
        "size": player.size,
        "holds": " ".join(player.holds),
        "lacks": player.lacks,
        "may_hold": " ".join(player.may_hold),
        "counts": _bounds_text(player.counts),
        "knows": " ".join(player.knows),
        "knows_counts": _bounds_text(player.knows_counts),
    }


def _bounds_text(bounds: Bounds) -> str:
    return " ".join(f"{half}:{low}-{high}" for half, (low, high) in bounds.items())


def chance_text(chance: float) -> str:
    """Return a chance in percent, in three characters at most."""
    if chance in (0, 1):
        return "yes" if chance else "·"
    return ">99" if chance > 0.995 else "<1" if chance < 0.005 else f"{100 * chance:.0f}"


def _rows(cells: Any) -> tuple[Row, ...]:
    return tuple(Row(tuple(row)) for row in cells)


def _lines_of(cards: Sequence[str]) -> str:
    starts = range(0, len(cards), _CARDS_A_LINE)
    return "\n".join(" ".join(cards[start : start + _CARDS_A_LINE]) for start in starts)


def _percent(chance: float) -> str:
    """Return a chance in percent; zero looks different from a small chance."""
    return "-" if chance == 0 else f"{chance:.1%}" if chance >= 0.001 else "<0.1%"
