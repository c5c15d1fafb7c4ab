"""Matches of Literature on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llq.cli.output.printing import Format, print_rows, print_text, with_error

if TYPE_CHECKING:
    from llq.query.literature.matches.summary import Match


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
