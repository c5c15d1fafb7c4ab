"""The built-in players of tables of several."""

import numpy as np
import pytest

from llq.errors import UnknownStrategy
from llq.solver.love_letter.multiplayer import kernels, playouts
from llq.solver.love_letter.multiplayer.beliefs import deal_hidden
from llq.solver.love_letter.multiplayer.match import find_party_player, play_rounds
from llq.solver.love_letter.multiplayer.thumb import thumb_action
from llq.solver.love_letter.rounds import referee
from llq.solver.rng import streams
from tests.oracles.love_letter_thumb import allowed
from tests.solver.love_letter.rounds.replays import TABLES, compare_rounds, draw_due


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_the_rule_of_thumb_plays_as_its_sentences_say(variant, players):
    """Each of its plays is one that the rule, written again for the referee, allows."""

    def thumb(party, row, stream, plays, oracle):
        action = thumb_action(party.cards, party.setup, row, stream)
        assert plays[action] in allowed(oracle)
        return action

    compare_rounds(variant, players, 25, 77, thumb)


def results(variant, names, deals, seed, count=300, first=0):
    """Return the sums of every deal's rotations, from deal ``first`` of the seed on."""
    party = referee.party(referee.party_rules(variant, len(names)), len(names))
    players = np.array([find_party_player(name) for name in names], dtype=np.int64)
    sums = np.zeros((deals, len(names), 3))
    seeds = streams(seed, first, first + deals)
    play_rounds(party, players, count, 0.15, False, seeds, playouts.make_room(party), sums)
    return sums


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_shares_of_a_deal_add_up_and_players_alike_get_the_same(variant, players):
    """A deal is won once in each rotation; with one player in all seats shares are equal."""
    sums = results(variant, ["thumb"] * players, 1000, 3)
    assert np.allclose(sums[:, :, 1].sum(axis=1), players)
    means = sums[:, :, 1] / players
    errors = means.std(axis=0, ddof=1) / np.sqrt(len(sums))
    assert (abs(means.mean(axis=0) - 1 / players) <= 5 * errors).all()


@pytest.mark.long
def test_play_outs_beat_the_rule_of_thumb_and_it_beats_chance():
    """Clearly, at a table of four: by more than five standard errors."""
    for names in (["reader", *["thumb"] * 3], ["thumb", *["random"] * 3]):
        share = results("2019", names, 300, 11)[:, 0, 1] / 4
        assert share.mean() - 0.25 > 5 * share.std(ddof=1) / np.sqrt(len(share))


def test_guesses_that_share_play_outs_are_worth_what_each_is_by_itself():
    """Each guess agrees with play-outs of its own, over other deals, within five errors."""
    party = referee.party(referee.party_rules("2019", 3), 3)
    row, view, stream = party.fresh.copy(), party.fresh.copy(), streams(21, 0, 1)
    kernels.shuffle(row, stream)
    guard, hand = 1, [referee.HAND, referee.DRAWN]
    kernels.draw_in_order(party.cards, party.setup, row)
    while guard not in row[hand]:
        action = thumb_action(party.cards, party.setup, row, stream)
        kernels.act(party.cards, party.setup, party.moves, row, action)
        kernels.draw_in_order(party.cards, party.setup, row)
    seat = int(row[referee.MOVER])
    kernels.see(row, seat, view)
    room = playouts.make_room(party)
    likely = room.likely[seat].copy()
    likely[-2] = 0.0  # nobody plays by chance
    room.stream[0] = 5
    count = playouts.value_actions(party, view, seat, likely, 30_000, False, room)
    moves = party.moves[room.actions[:count]]
    sums, played = room.sums[:count].copy(), room.sums[:count, playouts.PLAYED].sum()
    is_guess = (moves[:, 0] == guard) & (moves[:, 1] > 0)
    assert is_guess.sum() == 18
    assert sums[:, playouts.DEALS].sum() > 1.5 * played
    for number in np.flatnonzero(is_guess)[::6]:
        results = np.zeros((500, 2))
        for sample in results:
            weight = deal_hidden(view, likely, stream, room.unseen, room.rows[0])
            kernels.act(party.cards, party.setup, party.moves, room.rows[0], room.actions[number])
            draw_due(party, room.rows[0], stream)
            while room.rows[0][referee.PHASE] != referee.OVER:
                action = thumb_action(party.cards, party.setup, room.rows[0], stream)
                kernels.act(party.cards, party.setup, party.moves, room.rows[0], action)
                draw_due(party, room.rows[0], stream)
            winners = int(room.rows[0][referee.WINNERS])
            sample[:] = weight, (winners >> seat & 1) / winners.bit_count()
        weights, values = results.T
        mean = (weights * values).sum() / weights.sum()
        error = np.sqrt((weights**2 * (values - mean) ** 2).sum()) / weights.sum()
        shared = sums[number, playouts.SHARE] / sums[number, playouts.WEIGHT]
        assert abs(shared - mean) < 5 * error + 0.01


def test_a_deal_is_the_same_alone_and_among_others():
    """Deals depend on the seed and their number only, so blocks may be played anywhere."""
    names = ["reader", "certain", "random"]
    together = results("2019", names, 4, 9, count=50)
    alone = results("2019", names, 1, 9, count=50, first=3)
    assert (alone[0] == together[3]).all()


def test_an_unknown_player_is_one_line():
    """The message lists those that there are."""
    with pytest.raises(UnknownStrategy, match="random, thumb, certain, reader"):
        find_party_player("nobody")
