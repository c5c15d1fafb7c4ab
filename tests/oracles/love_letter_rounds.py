"""What a player who has seen a round should believe and expect, by going through every deal.

Chance and the opponent are followed from the deal on, branch by branch and merging nothing, as long
as the player sees what was seen; from there to the end, what a play wins.
"""

from llq.solver.game_states import CHANCE
from llq.solver.love_letter.rounds.game_state import LoveLetterState


def outcomes(state, policy):
    """Yield (state, chance) after what chance or the player to move may do."""
    choices = state.chance_outcomes() if state.current_player == CHANCE else policy(state).items()
    for choice, share in choices:
        if share:
            then = state.copy()
            then.apply(choice)
            yield then, share


def worlds(rules, seen, seat, policy):
    """Return [(state, chance)]: the rounds that look as ``seen`` to a seat, who is to move.

    Parameters
    ----------
    seen
        `LoveLetterState.information_state` of the seat.
    policy
        From a state in which the other player is to move to {action number: chance}.
    """
    wanted, found = seen.split(" "), []

    def anything(state):
        return dict.fromkeys(state.legal_actions(), 1.0)

    def follow(state, chance):
        if state.is_terminal:
            return
        if state.current_player != CHANCE:
            *turns, last = state.information_state(seat).split(" ")
            if turns != wanted[: len(turns)] or not wanted[len(turns)].startswith(last):
                return  # of a turn to be played only the card drawn is seen
            if [*turns, last] == wanted:
                found.append((state, chance))
                return
        for then, share in outcomes(state, anything if state.current_player == seat else policy):
            follow(then, chance * share)

    follow(LoveLetterState(rules), 1.0)
    return found


def expected(state, seat, policy):
    """Return what a seat wins from here on, half for a draw, both players playing a policy."""
    if state.is_terminal:
        return (1 + state.returns()[seat]) / 2
    return sum(share * expected(then, seat, policy) for then, share in outcomes(state, policy))
