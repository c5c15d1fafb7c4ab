"""Moves of Literature, with their public results."""

from llq.query.literature.positions.card_text import claim_text
from llq.solver.literature.game_state import LiteratureState
from llq.solver.literature.positions.public_record import Event
from llq.solver.literature.rules import Pack


def told(
    before: LiteratureState, action: int, after: LiteratureState, *_eyes: int | None
) -> tuple[str, str]:
    """Describe an action and its public consequences.

    >>> import llq
    >>> before = llq.literature.new_game(seed=1)
    >>> after = before.copy()
    >>> after.apply(before.legal_actions()[0])
    >>> told(before, after.moves[-1], after, 0, 0)
    ('ask player 1 for the 2C', 'does not have it')
    """
    has_begun = len(before.moves) > before.rules.pack.cards + 1
    first, claimed = before.events if not has_begun else [], after.events[len(before.events) :]
    pack = before.rules.pack
    facts = [f"{_claim(event, pack)} before the first move" for event in first]
    event, *claims = claimed
    text = before.action_text(action)
    if event.kind == "ask":
        facts.append("has it" if event.held else "does not have it")
    elif event.kind == "claim":
        text = f"claim {claim_text(event.target, event.said, pack)}"
        wrong = f"wrong: {claim_text(event.target, event.true, pack)}"
        facts.append("right" if event.held else wrong)
    return text, "; ".join([*facts, *(_claim(claim, pack) for claim in claims)])


def _claim(event: Event, pack: Pack) -> str:
    """Return an automatic, certain claim in words."""
    return f"player {event.seat} claims {claim_text(event.target, event.true, pack)}"
