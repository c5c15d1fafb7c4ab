"""Advice in a round of two, by beliefs about the other hand after the whole history.

The table of two forgets what was played: to it all unseen cards are equally likely. Here each play
is weighted by `policy_beliefs`. Against each card that the opponent may hold, its value is the
table's, so from the next turn on both players play by the table.
"""

import os
from dataclasses import asdict, replace
from typing import Any

from llq.errors import WrongType
from llq.query.love_letter.built_in_players import SOLUTION
from llq.query.love_letter.observation import situation
from llq.query.love_letter.rounds import policy_beliefs
from llq.query.love_letter.rounds.advised_plays import AdvisedAction, RoundAdvice
from llq.query.love_letter.rounds.followed_rounds import FollowedRound
from llq.query.love_letter.rounds.notation import seen_of
from llq.query.love_letter.rounds.reading import view_of
from llq.query.love_letter.table.action_ranking import rank_actions
from llq.query.love_letter.table.table import cached_table
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rules import Action
from llq.solver.love_letter.views import View, legal_actions


def advise(
    round_: View | FollowedRound | LoveLetterState,
    policy: str = "table",
    *,
    path: str | os.PathLike[str] | None = None,
) -> RoundAdvice:
    """Return the best play in a round, given beliefs about the opponent's hand.

    Parameters
    ----------
    round_
        A player's view of a round, such as a custom player gets or `read_game` returns; a round
        that goes move by move, seen by its mover; or one that is followed at a table, in which the
        player is to move.
    policy
        How the opponent is taken to play: ``table``, or ``solution``, which remembers.
    path
        The folder of the tables, as in `llq.lookup`.

    Raises
    ------
    WrongType
        It is not a round.
    IllegalState
        It is not the player's turn, or there is no such policy.
    TableMissing, StaleTable, CorruptTable
        As `llq.lookup` and `llq.love_letter.solution.open` do.

    Examples
    --------
    >>> import llq
    >>> round_ = llq.love_letter.rounds.game("King", "they play Guard, guessing Baron", "Guard")
    >>> answer = llq.love_letter.rounds.advise(round_)
    >>> answer.by_table.text, answer.differs
    ('Guard, guessing Priest', True)
    >>> answer.text
    'Guard, guessing Handmaid'
    """
    view: Any = round_
    if isinstance(round_, FollowedRound):
        view = view_of(round_.round)
    elif isinstance(round_, LoveLetterState) and not round_.is_terminal:
        view = round_.view()
    if not isinstance(view, View):
        raise WrongType(
            "advice is for a player's view of a round that goes on, such as "
            f"llq.love_letter.rounds.game returns, or a FollowedRound; got {round_!r}"
        )
    rules, history, hand = view.rules, view.history, view.state
    state, _ = situation(rules, view.hand, **seen_of(view))
    table = cached_table(rules, path=path)
    answer = table.answer(state)
    chances = policy_beliefs.find_chances(rules, policy, len(history.face_up), path)
    hidden = policy_beliefs.follow_hidden(rules, history, chances)
    if hidden.weights is None:  # the deck cannot lie so; the cards seen are all there is to go by
        gains = {rules.action_numbers[play.action]: play.value for play in answer.actions}
    else:
        gains = table.gains(state, hidden.weights)
    mixture: dict[Action, float] = {}
    if policy == SOLUTION:
        past = [turn.action for turn in history.turns]
        mixture = dict(zip(legal_actions(rules, hand), chances(state, past).tolist(), strict=True))
    hits = {card.card: 0.0 if hand.maid else card.chance for card in hidden.cards}
    table_values = {play.action: play.value for play in answer.actions}
    plays = [
        AdvisedAction(
            **asdict(ranked),
            table_value=table_values[ranked.action],
            hit=hits.get(ranked.action.guess or ""),
            chance=mixture.get(ranked.action),
        )
        for ranked in rank_actions(rules, gains)
    ]
    best = [play for play in plays if play.is_best and play.hit != 0]
    if best:  # a guess that cannot hit leads only if none can
        plays = best + [replace(play, is_best=False) for play in plays if play not in best]
    return RoundAdvice(
        actions=tuple(plays),
        unit=answer.unit,
        source=answer.source,
        policy=policy,
        cards=hidden.cards,
        surprises=hidden.surprises,
        by_table=answer,
    )
