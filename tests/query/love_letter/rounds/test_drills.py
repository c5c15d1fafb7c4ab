"""Drills: positions of real rounds in which the rule of thumb, or the table, does not do best."""

import pytest

import llq
from llq.errors import IllegalAction, IllegalState, UnknownGame
from llq.query.love_letter.rounds.drills import KINDS, Verdict, drill
from llq.solver.love_letter.rules import Action
from llq.solver.love_letter.variants import CLASSIC

NUMBERS = (0, 1, 2, 6, 7, 10)


pytestmark = pytest.mark.usefixtures("standard_tables")


@pytest.fixture(scope="module", params=KINDS)
def drills(request):
    """Return some questions of a list of each kind, which together have every verdict."""
    return [drill(number, kind=request.param) for number in NUMBERS]


def test_a_list_is_the_same_for_everyone(drills):
    """A question depends on seed, number and kind alone, and lists of two seeds differ."""
    task = drills[2]
    draw = drill.__globals__["_drill"].__wrapped__  # without its cache
    assert draw(task.seed, NUMBERS[2], task.kind, "classic") == task
    assert [drill(n, seed=2, kind=task.kind).state for n in range(2)] != [
        position.state for position in drills[:2]
    ]


def test_a_question_has_something_to_get_wrong(drills):
    """The choice that a question is asked for loses something; what is best loses nothing."""
    for task in drills:
        best = {play.action for play in task.answer.ties}
        if task.solution is None:
            assert task.loss(task.strategic) > 0
            assert task.strategic not in best
            assert task.loss(task.answer.best) == 0
        else:
            assert any(
                play.chance > 0 and play.action not in best for play in task.solution.actions
            )
            assert task.loss(task.solution.best) == 0


def test_what_the_solution_plays_is_right(drills):
    """A play of the mix costs nothing, any other what it wins less than the mix; one is best."""
    verdicts = set()
    for task in drills:
        assert [play.is_best for play in task.plays] == [True] + [False] * (len(task.plays) - 1)
        assert task.plays[0].verdict == Verdict.RIGHT
        if task.solution is None:
            right = {play.action for play in task.answer.ties}
            costs = {play.action: play.cost for play in task.answer.actions}
        else:
            chances = {play.action: play.chance for play in task.solution.actions}
            right = {action for action, chance in chances.items() if chance}
            values = {play.action: play.value for play in task.plays}
            mean = sum(chances[action] * values[action] for action in values)
            costs = {action: max(0, mean - value) for action, value in values.items()}
            advice = llq.love_letter.rounds.advise(task.view, "solution")
            assert values == {play.action: play.value for play in advice.actions}
        for play in task.plays:
            assert (play.verdict == Verdict.RIGHT) == (play.action in right)
            assert play.cost == (0 if play.action in right else pytest.approx(costs[play.action]))
            if play.action not in right:
                limits = {Verdict.RARE: (0, 0.02), Verdict.WRONG: (0.02, 0.1)}
                least, most = limits.get(play.verdict, (0.1, 1))
                assert least <= play.cost < most
            verdicts.add(play.verdict)
    assert verdicts == set(Verdict)


def test_the_answer_is_the_tables(drills):
    """Values are those that a lookup of the position gives; what is asked can come up."""
    classic = llq.love_letter.table.open()
    for task in drills:
        assert task.answer.actions == classic.answer(task.state).actions
        assert len(task.answer.actions) > 1


def test_the_round_so_far_leads_to_the_position(drills):
    """The players took turns, the other one last, and every card played is among those seen."""
    for task in drills:
        players = [player for player, _ in task.past]
        assert players == [("they", "you")[n % 2] for n in range(len(players))][::-1]
        hand = (task.state.low, task.state.high)
        gone = [
            copies - left - hand.count(card)
            for card, (copies, left) in enumerate(
                zip(CLASSIC.copies, task.state.unseen, strict=True)
            )
        ]
        for card in CLASSIC.cards:
            played = sum(action.card == card.name for _, action in task.past)
            assert played <= gone[CLASSIC.card(card.name)]


def test_costly_positions_are_asked_more_often():
    """By the weights, the mean cost over questions is above that of positions as they come up."""
    losses = [drill(number).loss(drill(number).strategic) for number in range(3)]
    assert sum(losses) / len(losses) > 0.1


def test_what_is_no_question_is_refused():
    """A kind, a number and an action that do not exist say what would be right."""
    with pytest.raises(UnknownGame, match="strategic, solution"):
        drill(kind="hard")
    with pytest.raises(IllegalState, match="-1"):
        drill(-1)
    with pytest.raises(IllegalAction, match="legal are"):
        drill(0).loss(Action("Princess", guess="Guard"))
