"""Moves of Literature, with their public results."""

from collections.abc import Iterable, Iterator

from llq.query.literature.positions.card_text import claim_text
from llq.solver.literature.actions import Asked, Claimed, Move
from llq.solver.literature.game_state import LiteratureState
from llq.solver.literature.rules import Pack


def describe(
    before: LiteratureState, action: int, after: LiteratureState, *_: object
) -> tuple[str, str]:
    """Describe an action and its public consequences.

    >>> import llq
    >>> before = llq.literature.new_game(seed=1)
    >>> after = before.copy()
    >>> after.apply(before.legal_actions()[0])
    >>> describe(before, after.moves[-1], after, 0, 0)
    ('ask player 1 for the 2C', 'does not have it')
    """
    has_begun = len(before.moves) > before.rules.pack.cards + 1
    pack, earlier = before.rules.pack, before.events if not has_begun else []
    facts = [f"{claim} before the first move" for claim in _certain_claims(earlier, pack)]
    event, *claims = after.events[len(before.events) :]
    text = before.action_text(action)
    if isinstance(event, Asked):
        facts.append("has it" if event.held else "does not have it")
    elif isinstance(event, Claimed):
        text = f"claim {claim_text(event.half_suit, event.claimed, pack)}"
        wrong = f"wrong: {claim_text(event.half_suit, event.actual, pack)}"
        facts.append("right" if event.is_right else wrong)
    return text, "; ".join([*facts, *_certain_claims(claims, pack)])


def _certain_claims(events: Iterable[Move], pack: Pack) -> Iterator[str]:
    """Yield the automatic claims among some events in words."""
    for event in events:
        if isinstance(event, Claimed):
            yield f"player {event.seat} claims {claim_text(event.half_suit, event.actual, pack)}"
