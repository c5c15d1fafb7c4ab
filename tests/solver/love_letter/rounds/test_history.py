"""What players remember of a round: the referee of physical cards plays it again and agrees."""

from itertools import chain, groupby

import pytest

import llq
from llq.errors import IllegalState
from llq.solver.love_letter.match import MatchOptions, simulate
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.variants import CLASSIC, HOBBIT, MODERN
from llq.solver.splitmix import stream
from tests.oracles.love_letter_play import Referee
from tests.solver.love_letter.rounds.test_engine import as_told


class Diarist:
    """A custom player: any legal action, and every view is kept."""

    name = "diarist"

    def __init__(self):
        self.views = []

    def choose(self, view, random):
        action = random.choice(view.legal)
        self.views.append((view, action))
        return action


def diaries(rules, seed, face_up):
    """Return the views and actions of one game by turn: two of a turn with a second choice."""
    pair = Diarist(), Diarist()
    simulate(rules, *pair, 1, seed, MatchOptions(face_up=face_up))
    views = sorted(pair[0].views + pair[1].views, key=turn_number)
    turns = [list(choices) for _, choices in groupby(views, turn_number)]
    assert [turn_number(choices[0]) for choices in turns] == list(range(len(turns)))
    return turns


def turn_number(choice):
    """Return how many turns came before that of a view and an action."""
    return len(choice[0].history.turns)


def remembered_hand(history):
    """Return the hand of a player who goes by the history alone."""
    hand = [history.dealt]
    for turn in history.turns:
        if turn.is_own:
            hand.append(turn.drawn)
            hand.remove(turn.action.card)
        if turn.gained:
            hand = [turn.gained]
    return [*hand, history.drawn]


def deck_of(rules, seed, face_up, turns):
    """Return the cards of a game as kinds, in the order in which they were drawn."""
    state = LoveLetterState(rules, face_up, stream(seed, 0))
    for _, action in chain.from_iterable(turns):
        state.apply(rules.action_numbers[action])
    return state.pool[::-1]


@pytest.mark.parametrize(
    ("rules", "face_up", "games"),
    [(CLASSIC, 0, 100), (CLASSIC, 3, 100), (HOBBIT, 0, 200), (MODERN, 0, 100)],
)
def test_a_referee_plays_the_remembered_round_again(rules, face_up, games):
    """With the deck that was dealt, every turn of the referee's is as both players remember it."""
    met = set()
    for seed in range(games):
        turns = diaries(rules, seed, face_up)
        dealing = [0, 0, 1, *[None] * face_up]
        deck = deck_of(rules, seed, face_up, turns)
        referee = Referee(rules, deck, dealing, forgets_returned=True)
        for number, ((view, action), *second) in enumerate(turns):
            me, on_table = referee.mover, len(referee.table)
            hand, unseen, _, was_protected, _ = referee.information()
            assert view.history.is_first == (me == 0)
            assert view.hand == tuple(rules.cards[kind].name for kind in hand)
            assert view.state.unseen == unseen
            assert sorted(remembered_hand(view.history)) == sorted(view.hand)
            referee.play(*as_told(rules, referee, rules.action_numbers[action]))
            kept, drawn, returned = None, [], []
            for _, keep in second:
                hand_names = [card.name for card in referee.hands[me]]
                drawn = hand_names[1:]
                kept, _, last = as_told(rules, referee, rules.action_numbers[keep])
                hand_names.remove(kept)
                returned = sorted(hand_names, key=lambda name, last=last: name == last)
                referee.play(kept, None, last)
                met.add("returned")
            for (later, _), *_ in turns[number + 1 : number + 3]:
                turn = later.history.turns[number]
                seat = 1 - int(later.history.is_first)
                assert turn.is_own == (seat == me)
                assert turn.action == action
                assert turn.drawn == (view.history.drawn if turn.is_own else None)
                assert turn.extra == (tuple(drawn) if turn.is_own else ())
                assert turn.returned == (tuple(returned) if turn.is_own else ())
                assert not second or turn.gained == (kept if turn.is_own else None)
                put_down = [card.name for card in referee.table[on_table + 1 :]]
                assert ([turn.discarded] if turn.discarded else []) == put_down
                effect = rules.cards[rules.card(action.card)].effect.name
                assert turn.has_missed == (effect == "GUESS" and not was_protected)
                card = referee.hands[1 - seat][0]
                is_shown = effect in ("COMPARE", "COMPARE_LOW", "SWAP")
                is_shown = (is_shown or (effect == "LOOK" and turn.is_own)) and not was_protected
                assert (turn.seen is not None) == is_shown
                if is_shown:
                    met.add((effect, turn.is_own))
                    assert turn.seen == card.name
                    assert card in referee.seen[seat]
                    assert later.opponent == card.name or turn is not later.history.turns[-1]
                if turn.gained is not None:
                    met.add((effect, "gained", turn.is_own))
    assert ("LOOK", True) in met
    assert ("LOOK", False) not in met
    assert {("COMPARE", True), ("COMPARE", False), ("SWAP", True), ("SWAP", False)} <= met
    assert {("REDRAW", "gained", True), ("REDRAW", "gained", False)} <= met
    assert ("returned" in met) == rules.chooses_twice


def test_there_is_no_history_where_a_state_alone_is_asked_about():
    """Exact matches ask once in every state, and say so to a player who wants more."""

    class Rememberer:
        name = "rememberer"

        def choose(self, view, random):
            return view.legal[len(view.history.turns) % len(view.legal)]

    with pytest.raises(IllegalState, match="this view has no history"):
        llq.love_letter.exact.match(Rememberer(), "strategic", variant="deck-2-1-1-0-1-0-1-1")
    assert llq.love_letter.match(Rememberer(), "strategic", games=20).games == 20
