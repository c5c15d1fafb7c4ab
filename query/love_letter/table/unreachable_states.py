"""Explanations of states that no game reaches, with the missing fact."""

from collections.abc import Callable

from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.states import State


def explain_unreachable(rules: Rules, state: State, can_come_up: Callable[[State], bool]) -> str:
    """Explain why a legal state is unreachable, and what knowledge is missing."""
    cards = rules.cards
    seen = [
        f"{count} {card.name}"
        for index, card in enumerate(cards)
        if (count := card.copies - state.unseen[index] - state[:2].count(index))
    ]
    exposed = cards[state.high if state.hand_known == 2 else state.low].name
    facts = {
        f"a hand of {cards[state.low].name} and {cards[state.high].name}": True,
        f"with {', '.join(seen) or 'nothing'} seen": True,
        "the opponent's card known": state.known,
        f"the {exposed} known to the opponent": state.hand_known,
        "a Handmaid up": state.maid,
    }
    described = ", ".join(fact for fact, is_true in facts.items() if is_true)
    return (
        f"no deal and no order of plays leads to {described}, "
        f"with no or with three cards face up at the start{_suggest_remedy(state, can_come_up)}"
    )


def _suggest_remedy(state: State, can_come_up: Callable[[State], bool]) -> str:
    """Return the missing fact that alone would make a state reachable, if any."""
    exposed = range(3 if state.low != state.high else 2)
    known_states = [
        state._replace(opponent=card, known=True) for card, left in enumerate(state.unseen) if left
    ]
    later_discard = "one more card has been discarded, by the opponent since you saw the card"
    remedies: dict[str, list[State]] = {
        later_discard: _discard_one_more(state) if state.known else [],
        "the opponent knows one of your cards": [
            state._replace(hand_known=card) for card in exposed
        ],
        "the opponent's Handmaid is up": [state._replace(maid=not state.maid)],
        "you know the opponent's card": known_states,
        "both know a card": [
            informed._replace(hand_known=card) for informed in known_states for card in exposed
        ],
    }
    for fact, changed_states in remedies.items():
        if any(can_come_up(changed) for changed in changed_states if changed != state):
            return f"; it can come up if {fact}"
    return ""


def _discard_one_more(state: State) -> list[State]:
    later = []
    for card, left in enumerate(state.unseen):
        if left > (card == state.opponent):
            unseen = list(state.unseen)
            unseen[card] -= 1
            later.append(state._replace(unseen=tuple(unseen)))
    return later
