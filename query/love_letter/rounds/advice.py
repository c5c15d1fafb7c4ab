"""Advice in a round, by beliefs about the other hands after the whole history.

The table of two forgets what was played: to it all unseen cards are equally likely. Here each play
is weighted by `policy_beliefs`. Against each card that the opponent may hold, its value is the
table's, so from the next turn on both players play by the table. At numbered seats every play is
valued by playouts over believed deals.
"""

import os
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from llq.errors import IllegalState, TableMissing, WrongType
from llq.query.love_letter.built_in_players import SOLUTION
from llq.query.love_letter.observation import situation
from llq.query.love_letter.rounds import other_seats, policy_beliefs
from llq.query.love_letter.rounds.advised_plays import (
    AdvisedAction,
    PartyAdvice,
    PartyValue,
    RoundAdvice,
    Solved,
)
from llq.query.love_letter.rounds.followed_rounds import FollowedRound
from llq.query.love_letter.rounds.notation import seen_of
from llq.query.love_letter.rounds.reading import view_of
from llq.query.love_letter.table.action_ranking import rank_actions
from llq.query.love_letter.table.lookups import lookup
from llq.query.love_letter.table.table import cached_table
from llq.query.players import check_seed
from llq.solver.arguments import check_integer
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.rounds.action_text import PartyAction, action_of, describe
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rounds.party_state import PartyState
from llq.solver.love_letter.rounds.watched_round import WatchedRound
from llq.solver.love_letter.rules import Action, Choice, Keep
from llq.solver.love_letter.views import View, legal_actions

_HINT_PLAYOUTS = 20_000


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
    hits = {card.card: card.chance * (not hand.maid) for card in hidden.cards}
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


def advise_party(
    round_: WatchedRound, *, playouts: int = 50_000, seed: int = 1, by_tokens: bool = False
) -> PartyAdvice:
    """Return ranked actions for the mover in a multiplayer round.

    Parameters
    ----------
    round_
        As `watch` returns it; the player is to move, and has drawn.
    playouts
        About how many playouts for all plays; half of the plays are dropped after each share.
    seed
        Of the playouts.
    by_tokens
        Whether to rank plays by tokens in place of the share of the win.

    Raises
    ------
    IllegalState
        It is not the player's turn to choose, or a number is out of range.

    Examples
    --------
    >>> import llq
    >>> turns = "0 Priest on 1; I draw Guard; "
    >>> round_ = llq.love_letter.rounds.watch(4, "Princess", turns, seat=1)
    >>> llq.love_letter.rounds.advise_party(round_, playouts=4000).best.card
    'Guard'
    """
    view, seat, reason = round_.view, round_.seat, ""
    if round_.is_over:
        reason = "the round is over"
    elif round_.mover != seat:
        reason = f"seat {round_.mover} is to move"
    elif view[referee.PHASE] not in (referee.PLAY, referee.KEEP):
        reason = "say what you drew, such as: I draw Guard"
    if reason:
        raise IllegalState(f"advice is for your own turn, with both cards in hand: {reason}")
    check_integer("playouts", playouts, 1, 10**7)
    return value_plays(round_, playouts, check_seed(seed), by_tokens=by_tokens)


def value_plays(
    round_: other_seats.SeenRound, playouts: int, seed: int = 1, *, by_tokens: bool = False
) -> PartyAdvice:
    """Return advice for the mover by playouts, and by a table where two play and one answers."""
    from llq.solver.love_letter.multiplayer import playouts as trials

    rules, seat, view = round_.rules, round_.seat, round_.view
    players = int(view[referee.SEATS])
    table, room = other_seats.playout_room(rules.variant, players)
    room.stream[0] = np.uint64(seed % 2**64)
    count = trials.value_actions(table, view, seat, round_.likely, playouts, by_tokens, room)
    sums = room.sums[:count]
    weight = sums[:, trials.WEIGHT]
    means = sums[:, : trials.SQUARES] / weight[:, None]
    values = means[:, trials.TOKENS if by_tokens else trials.SHARE]
    spread = sums[:, trials.SQUARES] - values**2 * sums[:, trials.WEIGHT_SQUARES]
    errors = (np.sqrt(np.maximum(spread, 0.0)) / weight).tolist()
    costs = np.maximum(values[0] - values, 0.0).tolist()
    plays = zip(room.actions[:count].tolist(), values.tolist(), errors, costs, strict=True)
    actions = tuple(
        PartyValue(
            action=action_of(rules, table, view, number),
            text=describe(rules, table, view, number),
            value=value,
            by_thumb=value,
            thumb_error=error,
            cost=cost,
            standard_error=error,
            is_best=index == 0,
            win_prob=float(means[index, trials.WINS]),
            tokens=float(means[index, trials.TOKENS]),
            playouts=int(sums[index, trials.DEALS]),
        )
        for index, (number, value, error, cost) in enumerate(plays)
    )
    total = int(sums[:, trials.PLAYED].sum())
    advice = PartyAdvice(
        actions=actions,
        unit="tokens" if by_tokens else "win share",
        source=f"{total:,} playouts by rules of thumb over deals from beliefs, seed {seed}",
        hand=tuple(rules.cards[card].name for card in referee.hand_cards(view, seat)),
        seat=seat,
        players=players,
        held=other_seats.held_cards(round_, seed),
        seed=seed,
    )
    solved = None if by_tokens or players != 2 else _look_up(round_)
    return advice if solved is None else _order_by_table(advice, solved)


def hint_party(state: PartyState) -> PartyAdvice:
    """Return the mover's actions at a table of several, with playout values."""
    return value_plays(other_seats.seat_view(state, state.current_player), _HINT_PLAYOUTS)


def _look_up(round_: other_seats.SeenRound) -> Solved | None:
    """Look up the visible cards in the two-player tables; None if no table answers."""
    rules, seat, view = round_.rules, round_.seat, round_.view
    names, other = [card.name for card in rules.cards], 1 - seat
    known = int(view[referee.HAND + other])
    copies = zip(names, rules.copies, view[referee.REST :].tolist(), strict=False)
    is_known = view[referee.PHASE] == referee.PLAY and view[referee.KNOWN + seat] >> other & 1
    try:
        return lookup(
            *(names[card] for card in referee.hand_cards(view, seat)),
            chancellor=bool(view[referee.PHASE] == referee.KEEP),
            variant=rules.variant,
            values=False,
            seen=[name for name, count, left in copies for _ in range(count - left)],
            opponent=names[known] if known >= 0 else None,
            opponent_knows=names[view[referee.HAND + seat]] if is_known else None,
            handmaid=bool(view[referee.MAIDS] >> other & 1),
        )
    except (TableMissing, IllegalState):
        return None


def _order_by_table(advice: PartyAdvice, solved: Solved) -> PartyAdvice:
    """Return playout advice reordered by a solved table, with available table values."""
    plays = []
    for play in advice.actions:
        alike = (twin for twin in solved.actions if _is_same(twin.action, play.action, advice))
        if (twin := next(alike, None)) is not None:
            play = replace(play, value=twin.value, cost=twin.cost, standard_error=None)
        is_best = twin.is_best if twin else _is_same(solved.best, play.action, advice)
        plays.append(replace(play, is_best=is_best))
    plays.sort(key=lambda play: (not play.is_best, -play.value * bool(solved.actions)))
    if not solved.actions:  # what playouts say that another choice than the policy's costs
        costs = [0.0 if play.is_best else max(plays[0].value - play.value, 0.0) for play in plays]
        plays = [replace(play, cost=cost) for play, cost in zip(plays, costs, strict=True)]
    unit = solved.unit if solved.actions else advice.unit
    return replace(advice, actions=tuple(plays), unit=unit, by_table=solved)


def _is_same(move: Choice, action: PartyAction, advice: PartyAdvice) -> bool:
    """Return whether a table of two and a table of several mean the same action."""
    if isinstance(move, Keep):
        rest = list(advice.hand)
        rest.remove(action.card)
        rest.remove(action.last or "")
        return move.card == action.card and move.first in (None, rest[0] if rest else action.last)
    target = move.target and ("self" if action.target == advice.seat else "opponent")
    return (move.card, move.target, move.guess) == (action.card, target, action.guess or move.guess)
