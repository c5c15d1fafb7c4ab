"""The second choices of an exchange against the oracle, and the packing of a policy."""

from itertools import combinations_with_replacement, islice

import numpy as np

from llq.solver.love_letter.table.exchange import NO_ORDER, Draw, list_options
from llq.solver.love_letter.table.keep_places import held_groups, keep_index, keep_place
from llq.solver.love_letter.table.policy_packing import fill_gaps, state_groups, state_place
from llq.solver.love_letter.table.states import UNKNOWN, Held, state_space
from llq.solver.love_letter.turn import make_branches
from llq.solver.love_letter.variants import MODERN, MODERN_SOLE, MODERN_TOKENS
from tests.oracles import love_letter_2019 as oracle
from tests.solver.love_letter.asking import KING, SETS, SMALL, SPIES, with_copies
from tests.solver.love_letter.solved import keeps_of, solved


def held_choices(rules):
    """Yield the entry, the hand and the unseen cards, the opponent's card and the Spies of each."""
    space, (index, _) = state_space(rules), keep_index(rules)
    kinds = range(len(rules.cards))
    for code, counts in enumerate(space.unseen.tolist()):
        cards = [card for card in kinds for _ in range(counts[card])]
        for size in (2, 3):
            for hand in combinations_with_replacement(kinds, size):
                number = (index.pair if size == 2 else index.hand)[hand]
                start = index.start[code * index.hands + number]
                if start < 0:
                    continue
                rest = cards[:]
                for card in hand:
                    rest.remove(card)
                for place, opponent in enumerate([None, *sorted(set(rest)) * index.knows[code]]):
                    for spies in range(index.width[code]):
                        entry = start + place * index.width[code] + spies
                        yield entry, hand, tuple(rest), opponent, spies


def test_every_second_choice_of_small_decks_equals_the_oracle():
    """The card kept is the oracle's in every entry, and the order where it is all that is drawn."""
    for rules, copies in [(MODERN, SMALL), (MODERN_TOKENS, SPIES), (MODERN_SOLE, KING)]:
        rules = with_copies(rules, copies)
        keeps = keeps_of(rules)
        game, room = oracle.Game(rules), make_branches(len(rules.cards)).exchange
        entries_met = set()
        for entry, hand, unseen, opponent, spies in held_choices(rules):
            draw = Draw(hand[1], hand[-1], len(unseen) + len(hand) - 1)
            list_options(hand[0], draw, room)
            keep, first = room.options[keeps[entry]].tolist()
            expected, order = game.keep(hand, unseen, opponent, SETS[spies])
            assert (keep, first) == (expected, first if first == NO_ORDER else order[0])
            entries_met.add(entry)
        assert len(entries_met) == len(keeps) == keep_index(rules)[1]


def test_a_policy_packs_every_choice_once():
    """Groups hold each state in which a player chooses once, and each second choice once."""
    rules = with_copies(MODERN_TOKENS, SPIES)
    space, leads = state_space(rules), solved(rules).leads
    entries = np.concatenate([group for _, group in state_groups(space, leads)])
    assert len(np.unique(entries)) == len(entries)
    states = space.unrank_many(np.arange(space.size))
    chooses = (states.opponent < 0) | (states.known == 1)
    block = np.searchsorted(space.block_start, np.arange(space.size), side="right") - 1
    widths = leads.width[space.block_cell[block]].astype(np.int64)
    assert np.array_equal(np.sort(entries), np.flatnonzero(np.repeat(chooses, widths)))
    choices = np.concatenate([group.entries for group in held_groups(rules)])
    assert np.array_equal(np.sort(choices), np.arange(len(keeps_of(rules))))


def test_one_choice_is_found_where_it_is_packed():
    """Of states and of second choices, each seventh, the place in the packing is their entry's."""
    rules = with_copies(MODERN_TOKENS, SPIES)
    space, leads = state_space(rules), solved(rules).leads
    entries = np.concatenate([group for _, group in state_groups(space, leads)])
    place_of, compared = np.full(entries.max() + 1, -1), 0
    place_of[entries] = np.arange(len(entries))
    for rank in range(0, space.size, 7):
        state = space.unrank(rank)
        cell, place = space.cell_and_place(rank)
        for lead in range(leads.width[cell]):
            entry = leads.start[cell] + place * leads.width[cell] + lead
            if state.opponent == UNKNOWN or state.known:
                assert state_place(space, leads, state, lead) == place_of[entry]
                compared += 1
    assert compared > 50
    choices = np.concatenate([group.entries for group in held_groups(rules)])
    place_of[choices] = np.arange(len(choices))
    for entry, hand, rest, opponent, spies in islice(held_choices(rules), 0, None, 7):
        unseen = tuple(rest.count(card) for card in range(len(rules.cards)))
        held = Held(hand, unseen, UNKNOWN if opponent is None else opponent, spies)
        assert keep_place(rules, held) == place_of[entry]


def test_what_no_game_reaches_packs_as_what_comes_before():
    """Gaps have the value before them, and those at the beginning the first one."""
    values, reached = np.array([9, 1, 2, 3], dtype=np.uint8), np.array([True, False, True, False])
    assert fill_gaps(values, reached).tolist() == [9, 9, 2, 2]
