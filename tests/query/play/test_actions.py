"""Actions in words and by number, and what every game's answer has in common."""

import pytest

from llq import dominion, literature, love_letter, sueca
from llq.errors import WrongType

FRONTS = (love_letter, dominion, sueca, literature)


def first_turn(front):
    """Return a game at its first turn."""
    return front.new_game(seed=1)


@pytest.mark.parametrize("front", FRONTS, ids=lambda front: front.__name__)
def test_an_action_is_applied_in_words_or_by_number(front):
    """`apply` takes what `view().legal` has as well as the number of the same action."""
    by_number, in_words = first_turn(front), first_turn(front)
    for _ in range(5):
        number = by_number.legal_actions()[-1]
        action = next(a for a in in_words.view().legal if in_words.find_action(a) == number)
        by_number.apply(number)
        in_words.apply(action)
        assert by_number.to_dict() == in_words.to_dict()


@pytest.mark.parametrize("front", FRONTS, ids=lambda front: front.__name__)
def test_an_agent_plays_in_a_game_as_in_an_environment(front):
    """An agent called with a game answers for its mover; anything else is refused by name."""
    state = first_turn(front)
    name = {"llq.love_letter": "random", "llq.dominion": "picky", "llq.sueca": "always_high"}
    player = name.get(front.__name__, "possible")
    assert front.agent(player, seed=3)(state) == front.agent(player, seed=3).choose(state)
    for wrong in (3, None, "env", state.view()):
        with pytest.raises(WrongType, match="a game or an environment"):
            front.agent(player)(wrong)


def test_the_best_action_of_every_answer_can_be_applied(classic_file, dominion_file):
    """`best` of every game's answer is an action that `apply` takes, and `text` says it."""
    hand = love_letter.lookup("Priest", "Countess")
    deck = dominion.lookup("7 copper, 3 estate", coins=first_turn(dominion).coins, turn=1, turns=31)
    cards = sueca.advise(first_turn(sueca).view(), "mc_extra:5x2")
    asks = literature.advise(first_turn(literature).view())
    for front, answer in zip(FRONTS, (hand, deck, cards, asks), strict=True):
        state = first_turn(front)
        state.apply(answer.best)
        assert len(state.moves) > len(first_turn(front).moves)
        assert answer.text
        assert answer.to_dict()["text"] == answer.text
