"""What players remember of a round: the referee of physical cards plays it again and agrees."""

import pytest

import llq
from llq.errors import IllegalState
from llq.solver.love_letter.match import simulate
from llq.solver.love_letter.variants import CLASSIC, HOBBIT
from tests.oracles.love_letter_play import Referee


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
    """Return the views and actions of one game, in turn order."""
    pair = Diarist(), Diarist()
    simulate(rules, *pair, 1, seed, face_up=face_up)
    views = sorted(pair[0].views + pair[1].views, key=lambda one: len(one[0].history.turns))
    assert [len(view.history.turns) for view, _ in views] == list(range(len(views)))
    return views


def drawn_order(rules, views):
    """Return the cards of a game as kinds, in the order in which they were drawn."""
    kinds = {card.name: kind for kind, card in enumerate(rules.cards)}
    histories = [view.history for view, _ in views]
    last = {history.is_first: history for history in histories}
    first = histories[0]
    second = last.get(False)
    rest = list(rules.copies)
    for name in (first.dealt, first.drawn, *first.face_up):
        rest[kinds[name]] -= 1
    if second is None:  # the game was over before the second player's turn
        return None
    deck = [first.dealt, first.drawn, second.dealt, *first.face_up]
    rest[kinds[second.dealt]] -= 1
    for number, history in enumerate(histories[1:], 1):
        for seat in (True, False):
            if seat in last and len(last[seat].turns) >= number:
                turn = last[seat].turns[number - 1]
                if turn.discarded is not None and turn.gained is not None:
                    deck.append(turn.gained)
                    rest[kinds[turn.gained]] -= 1
                    break
        else:
            turn = histories[number].turns[number - 1]
            if turn.discarded is not None:  # drawn by who never had another turn
                return None
        deck.append(history.drawn)
        rest[kinds[history.drawn]] -= 1
    left = [kind for kind, count in enumerate(rest) for _ in range(count)]
    return [kinds[name] for name in deck] + left


@pytest.mark.parametrize(
    ("rules", "face_up", "games"), [(CLASSIC, 0, 100), (CLASSIC, 3, 100), (HOBBIT, 0, 200)]
)
def test_a_referee_plays_the_remembered_round_again(rules, face_up, games):
    """Both players' memories make one deck; with it every turn is as both remember it."""
    kinds = {card.name: kind for kind, card in enumerate(rules.cards)}
    met = set()
    for seed in range(games):
        views = diaries(rules, seed, face_up)
        deck = drawn_order(rules, views)
        if deck is None:
            continue
        referee = Referee(rules, deck, face_up)
        for number, (view, action) in enumerate(views):
            me = referee.mover
            hand, unseen, *_ = referee.information()
            assert view.history.is_first == (me == 0)
            assert tuple(kinds[name] for name in view.hand) == hand
            assert view.state.unseen == unseen
            on_table = len(referee.table)
            was_protected = view.handmaid
            play = rules.plays[rules.action_numbers[action]]
            referee.play(*play)
            for later, _ in views[number + 1 : number + 3]:
                turn = later.history.turns[number]
                seat = 1 - int(later.history.is_first)
                assert turn.is_own == (seat == me)
                assert turn.action == action
                assert turn.drawn == (view.history.drawn if turn.is_own else None)
                gone = [rules.cards[card.kind].name for card in referee.table[on_table + 1 :]]
                assert ([turn.discarded] if turn.discarded else []) == gone
                effect = rules.cards[kinds[action.card]].effect.name
                assert turn.has_missed == (effect == "GUESS" and not was_protected)
                card = referee.hands[1 - seat][0]
                is_shown = effect in ("COMPARE", "COMPARE_LOW", "SWAP")
                is_shown = (is_shown or (effect == "LOOK" and turn.is_own)) and not was_protected
                assert (turn.seen is not None) == is_shown
                if is_shown:
                    met.add((effect, turn.is_own))
                    assert kinds[turn.seen] == card.kind
                    assert card in referee.seen[seat]
                if turn.gained is not None:
                    met.add((effect, "gained", turn.is_own))
    assert ("LOOK", True) in met
    assert ("LOOK", False) not in met
    assert {("COMPARE", True), ("COMPARE", False), ("SWAP", True), ("SWAP", False)} <= met
    assert {("REDRAW", "gained", True), ("REDRAW", "gained", False)} <= met


def test_what_a_turn_shows_is_what_the_player_knows():
    """The card that was seen is the one that the view calls known, until it may have changed."""
    checked = 0
    for seed in range(50):
        for view, _ in diaries(CLASSIC, seed, 0):
            turns = view.history.turns
            if turns and not turns[-1].is_own and turns[-1].seen:
                assert view.opponent == turns[-1].seen
                checked += 1
            own = [view.history.dealt]
            for turn in turns:
                if turn.is_own:
                    own.append(turn.drawn)
                    own.remove(turn.action.card)
                if turn.gained:
                    own = [turn.gained]
            assert sorted([*own, view.history.drawn]) == sorted(view.hand)
    assert checked > 5


def test_there_is_no_history_where_a_state_alone_is_asked_about():
    """Exact matches ask once in every state, and say so to a player who wants more."""

    class Rememberer:
        name = "rememberer"

        def choose(self, view, random):
            return view.legal[len(view.history.turns) % len(view.legal)]

    with pytest.raises(IllegalState, match="this view has no history"):
        llq.love_letter.exact.match(Rememberer(), "strategic", variant="deck-2-1-1-0-1-0-1-1")
    assert llq.love_letter.match(Rememberer(), "strategic", games=20).games == 20
