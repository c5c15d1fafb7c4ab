"""Advice and matches of Literature on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from llq.cli.output.printing import Format, print_rows, print_text, stdout, with_error

if TYPE_CHECKING:
    from llq.query.literature.advice.advice import Advice
    from llq.query.literature.matches.summary import Match

__all__ = ["print_advice", "print_match"]

_WIDTH = 100
_FEW = 8  # asks and claims that are shown unless all are asked for


def print_advice(advice: Advice, *, knowledge: bool, grid: bool, every: bool) -> None:
    """Print advice as a panel with tables in it."""
    seats, position = advice.seats, advice.game.position
    parts: list[RenderableType] = [
        Text(" ".join(position.hand) or "no cards"),
        *(Text(fact) for fact in advice.facts),
    ]
    if advice.actions:
        parts.append(_asks(advice, every))
    if advice.claims:
        parts += _claims(advice, every)
    parts.append(_players(advice))
    if knowledge:
        parts += [_counts(advice), _others(advice), *_reasons(advice)]
    if grid:
        parts.append(_grid(advice))
    parts.append(Text(advice.source.replace("; ", "\n"), style="dim"))
    width = min(stdout.width, _WIDTH) if stdout.is_terminal else _WIDTH
    title = f"{seats.name(position.seat).capitalize()}: {advice.text}"
    stdout.draw(Panel(Group(*parts), title=Text(title), padding=(1, 2), width=width), width=width)


def print_match(match: Match) -> None:
    """Print a match as a table of both teams."""
    pairs = [
        ("games won", f"{match.wins}", f"{match.losses}"),
        ("half suits a game", *(f"{mean:.2f}" for mean in match.half_suits)),
        ("asks that hit", *(f"{share:.1%}" for share in match.hits)),
        ("ask-backs", *(f"{number}" for number in match.ask_backs)),
        ("claims after them", *(f"{number}" for number in match.back_claims)),
        ("wrong claims", *(f"{number}" for number in match.wrong_claims)),
    ]
    rows = [{"": name, "first": first, "second": second} for name, first, second in pairs]
    print_rows(rows, Format.table, title=f"{match.first} v {match.second}", as_given=True)
    assert match.lead is not None  # for mypy: in Literature there always is one
    assert match.lead_error is not None
    decided = ""
    if match.decided_prob is not None:
        share = with_error(f"{match.decided_prob:.1%}", match.decided_error or 0.0, ".1%")
        decided = f"; of those decided the first won {share}"
    interval = "the same on every deal, so without an error"
    if match.interval and match.lead_error:
        low, high = match.interval
        interval = f"95 % {low:+.2f} to {high:+.2f}, z {match.z:.1f}"
    lines = [
        f"{match.deals} deals, 2 games each; {match.draws} drawn, {match.given_up} of them given "
        f"up after {match.limit} asks{decided}",
        f"score {with_error(f'{match.score:.1%}', match.score_error, '.1%')}; lead "
        f"{with_error(f'{match.lead:+.2f}', match.lead_error)} half suits a game ({interval})",
        f"{with_error(f'{match.asks:.1f}', match.asks_error, '.1f')} asks a game; seed "
        f"{match.seed}; {match.rules}",
        *([match.command] if match.command else []),
    ]
    for line in lines:
        print_text(line)


def _table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    """Return an empty table."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    for name in columns:
        table.add_column(name, justify="right" if name in right else "left", overflow="fold")
    return table


def _asks(advice: Advice, every: bool) -> Table:
    """Return the asks, best first."""
    from llq.query.literature.advice.asks import group_asks

    table = _table("ask", "for", "chance", "value", "why", right=("chance", "value"))
    groups = group_asks(advice.actions)
    for asks, why in groups if every else groups[:_FEW]:
        ask = asks[0]
        table.add_row(
            advice.seats.label(ask.target),
            " ".join(other.card for other in asks),
            _percent(ask.chance),
            f"{ask.value:.3f}",
            "; ".join(why),
            style="bold green" if ask.is_best else "",
        )
    table.columns[1].max_width = 11
    for column in table.columns[2:4]:
        column.no_wrap = True
    if not every and len(groups) > _FEW:
        left = sum(len(asks) for asks, _ in groups[_FEW:])
        table.add_row("…", "", "", "", f"{left} other asks: --all shows them", style="dim")
    return table


def _claims(advice: Advice, every: bool) -> list[RenderableType]:
    """Return the claims, likeliest first, and those of the other team."""
    table = _table(
        "claim", "right", "team", "they", "what it stands on", right=("right", "team", "they")
    )
    shown = [claim for claim in advice.claims if every or claim.team_chance]
    for claim in shown:
        table.add_row(
            claim.text,
            "certain" if claim.is_certain else _percent(claim.chance),
            _percent(claim.team_chance),
            _percent(claim.their_chance),
            claim.why,
            style="bold green" if claim.is_certain else "",
        )
    for column in table.columns[:4]:
        column.no_wrap = True
    gone = [claim.half_suit for claim in advice.claims if claim not in shown]
    rest: list[RenderableType] = []
    if gone:
        rest = [Text(f"cannot be claimed, the other team has cards: {' '.join(gone)}")]
    return [table, *rest] if shown else rest


def _players(advice: Advice) -> Table:
    """Return what is certain about every player."""
    table = _table("player", "team", "cards", "certainly holds", "lacks", right=("cards", "lacks"))
    for one in advice.players:
        table.add_row(
            advice.seats.label(one.seat),
            "yours" if one.is_mate else "theirs",
            f"{one.size}",
            " ".join(one.holds) or "-",
            f"{one.lacks}",
        )
    return table


def _counts(advice: Advice) -> Table:
    """Return the bounds on every player's cards of every half suit."""
    halves = list(advice.players[0].counts)
    table = _table("cards of", *halves)
    for one in advice.players:
        bounds = (_span(*one.counts[half]) for half in halves)
        table.add_row(advice.seats.label(one.seat), *bounds)
    return table


def _others(advice: Advice) -> Table:
    """Return what the others know about the hand."""
    table = _table("knows", "that you hold", "at least", "that you lack", right=("that you lack",))
    for one in advice.players:
        if one.seat != advice.seats.me:
            fewest = (f"{low} {half}" for half, (low, _) in one.knows_counts.items() if low)
            table.add_row(
                advice.seats.label(one.seat),
                " ".join(one.knows) or "-",
                ", ".join(fewest) or "-",
                f"{one.knows_lacked}",
            )
    return table


def _reasons(advice: Advice) -> list[RenderableType]:
    """Return why players certainly hold what they do."""
    table = _table("player", "holds", "because")
    for one in advice.players:
        whys: dict[str, list[str]] = {}
        for card, why in one.why.items():
            whys.setdefault(why, []).append(card)
        for why, cards in whys.items():
            table.add_row(advice.seats.label(one.seat), " ".join(cards), why)
    return [table] if table.row_count else []


def _grid(advice: Advice) -> Table:
    """Return every card's chance of being in each hand: suits and players by ranks."""
    low, high = advice.game.position.rules.pack.ranks
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    table.add_column("chance, %", no_wrap=True)
    for rank in low + high:
        table.add_column(rank, justify="right", no_wrap=True)
    for suit in "CDHS":
        cards = [rank + suit for rank in low + high]
        if not any(card in advice.chances for card in cards):
            continue
        table.add_row(*["", *(card if card in advice.chances else "" for card in cards)])
        for seat in range(advice.seats.players):
            cells = [
                _cell(advice.chances[card][seat]) if card in advice.chances else ""
                for card in cards
            ]
            table.add_row(
                advice.seats.label(seat), *cells, end_section=seat + 1 == advice.seats.players
            )
    return table


def _cell(chance: float) -> str:
    """Return a chance in three characters."""
    if chance in (0, 1):
        return "yes" if chance else "·"
    return ">99" if chance > 0.995 else "<1" if chance < 0.005 else f"{100 * chance:.0f}"


def _percent(chance: float) -> str:
    """Return a chance in percent; zero looks different from a small chance."""
    return "-" if chance == 0 else f"{chance:.1%}" if chance >= 0.001 else "<0.1%"


def _span(low: int, high: int) -> str:
    """Return bounds."""
    return f"{low}" if low == high else f"{low}-{high}"
