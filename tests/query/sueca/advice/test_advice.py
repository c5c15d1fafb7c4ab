"""Advice and analyses: what is said of each card, from what, and how sure it is."""

import json

import numpy as np
import pytest

import llq
from llq.errors import IllegalState, UnknownStrategy
from llq.query.sueca.advice.advice import advise, find_results
from llq.query.sueca.advice.card_values import find_sampling
from llq.query.sueca.positions.notation import position as position_of
from llq.query.sueca.stakes import Stakes
from llq.solver.card_masks import cards_of, mask_of
from llq.solver.rng import streams
from llq.solver.sueca import engine
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.players import find_strategy
from llq.solver.sueca.playouts import monte_carlo, strong
from llq.solver.sueca.playouts.scratch import make_scratch
from llq.solver.sueca.positions.position import observe
from llq.solver.sueca.rules import DECK_MASK, TrumpFrom, card_name, find_card
from tests.custom_players import First
from tests.oracles.sueca import all_deals, mean_and_variance, outcomes, worth
from tests.solver.sueca.games import played, view

# South plays last: North's seven of diamonds is winning, the others hold one small spade each
LEFT = ["AC", "2C", "2D", "7D", "3D", "3S", "4S", "5S"]
PLAYED = [card_name(card) for card in cards_of(DECK_MASK) if card_name(card) not in LEFT]
ENDING = {"hand": "AC 2C", "trump": "H", "trick": "E:2D N:7D W:3D", "played": PLAYED}


@pytest.fixture(scope="module")
def ending():
    """Return the advice on an ending that is worked by hand."""
    return advise(position_of(points="45-54", **ENDING), "mc_extra:4000x2", 1)


def test_an_ending_worked_by_hand(ending):
    """The ace takes its own points at once; kept, it takes them if North has the highest spade."""
    ace, two = ending.actions
    assert (ending.best, ace.action, two.action) == ("AC", "AC", "2C")
    assert (ace.value, ace.standard_error, ace.win_prob) == (21, 0, 1)
    assert two.value == pytest.approx(10 + 11 / 3, abs=4 * two.standard_error)
    assert two.win_prob == pytest.approx(1 / 3, abs=0.03)
    assert (ace.total, two.total) == (66, 45 + two.value)
    # 11 points more that the kept ace takes make two thirds of the games, won instead of lost
    assert two.cost == pytest.approx(ace.value - two.value + 15 * (1 - two.game_points))
    assert two.cost_error == pytest.approx(two.standard_error * (1 + 2 * 15 / 11))
    assert (ending.deals, ending.hands, ending.games) == (6, 4000, 2)
    assert [ace.is_best, two.is_best, ace.is_close, two.is_close] == [True, False, True, False]
    assert ending.close == ("AC",)


def test_errors_count_hands_and_not_games(ending):
    """Both games of a hand end alike here: the error is that of 4000 hands, not of 8000 games."""
    two = ending.actions[1]
    spread = 11 * (1 / 3 * 2 / 3) ** 0.5
    assert two.standard_error == pytest.approx(spread / 4000**0.5, rel=0.05)


def test_without_points_no_chance_is_claimed():
    """Where points taken are not known there is no final total and no chance of winning."""
    cards = advise(position_of(**ENDING), "mc_extra:50x2").actions
    assert [(card.total, card.win_prob) for card in cards] == [(None, None)] * 2


# South plays last and has the one trump left; East's seven of diamonds is winning. With the trump
# South takes ten points and leads the king, which loses unless North has the ace: 10 + 15 / 3. With
# the king thrown off now, the trump takes the ace for sure: 11.
FOR_POINTS = {
    "hand": "2H KC", "trump": "H", "trick": "E:7D N:2D W:3D",
    "played": "S:A7KQJ654 H:A7KJQ6543 D:AKJQ654 C:7JQ65432",
}  # fmt: skip


@pytest.mark.parametrize("player", ["pimc:200/6", "mc_extra:100x2"])
def test_the_game_comes_before_points(player):
    """With 50 points, ten make 60, which is no win, and eleven are enough: the king is best."""
    advice = advise(position_of(points="50-45", **FOR_POINTS), player, 1)
    king, trump = advice.actions
    assert (advice.best, trump.action, king.action, king.value, king.win_prob) == (
        "KC", "2H", "KC", 11, 1,
    )  # fmt: skip
    assert trump.value == pytest.approx(15, abs=4 * (trump.standard_error or 0) + 1e-9)
    assert trump.win_prob == pytest.approx(1 / 3, abs=0 if advice.is_exact else 0.15)
    assert (advice.best_to_win, advice.best_for_points) == ("KC", "2H")
    assert advice.trade_offs == (f"2H takes more points: {trump.value:.2f} to KC's 11.00",)
    assert advice.trade_offs[0] in str(advice)
    assert advice.objective == "card points, and 15 a game"


@pytest.mark.parametrize(("points", "to_win"), [("60-35", "2H"), ("30-65", "2H"), (None, None)])
def test_points_decide_where_no_game_depends_on_them(points, to_win):
    """Of a game won or lost already, or of unknown points, the card with most points is best."""
    advice = advise(position_of(points=points, **FOR_POINTS))
    assert (advice.best, advice.best_to_win, advice.trade_offs) == ("2H", to_win, ())
    assert ("points taken so far are not known" in str(advice)) == (points is None)


def test_games_count_as_the_table_plays():
    """With 79 points the king makes 90, one game, and the trump over 90 one time in three: two."""
    for stakes, king, trump in [
        ("", 1, 4 / 3),
        ("drawn=+1", 2, 2 + 1 / 3),
        ("drawn=x2", 2, 8 / 3),
        ("to=4 at=0-3", 1, 4 / 3),
        ("to=4, at=3-0", 1, 1),
        ("TO=10 AT=7-9 drawn=x2", 2, 2 + 1 / 3),
    ]:
        advice = advise(position_of(points="79-16", **FOR_POINTS), "pimc:200/6", stakes=stakes)
        cards = {card.action: card for card in advice.actions}
        assert (cards["KC"].game_points, cards["2H"].game_points) == pytest.approx((king, trump))
        assert cards["KC"].cost == pytest.approx(15 - 11 + 15 * (trump - king))
        assert ("where" in advice.objective) == (stakes != "")


def test_a_game_is_judged_by_the_stakes_it_is_played_for():
    """120 points count four where a table says so; a record, and its analysis, keep the stakes."""
    assert [Stakes.read(text).games(120, 9, 0) for text in ("", "120=4")] == [2, 4]
    game = llq.sueca.play(["random"] * 4, stakes="to=4 at=1-2 120=4 drawn=x2")
    (first, *_) = llq.sueca.analyse(game, player="mc_extra:4x1").cards
    assert str(first.answer.stakes) == "120=4 drawn=x2 to=4 at=1-2" == game.state.options["stakes"]
    assert game.states[7].options == game.state.options


def test_stakes_that_cannot_be_are_refused():
    """A word that is no stake, or a match that is over, is refused."""
    for stakes, reason in [
        ("double", "'double' is none of 120=4, drawn="),
        ("to=4 at=4-2", "at=4-2 is no score of a match to 4"),
        ("at=1-0", "no score of a match without an end, such as to=4"),
        ("drawn=+1 drawn=x2", "drawn is given twice"),
    ]:
        with pytest.raises(IllegalState, match=reason):
            llq.sueca.new_game(seed=1, stakes=stakes)


@pytest.mark.parametrize(("left", "games"), [(4, 40), (6, 14)])
def test_advice_ranks_as_strong_plays(left, games):
    """Cards differ in worth by what the player itself maximizes, of solved hands and of played."""
    player, work = find_strategy("strong:40"), make_scratch()
    for position in endings(30, left):
        settings = player.settings()
        row, cards = position.to_row(), len(position.legal)
        if not 0 < position.tricks_taken < len(position.played) // 4:
            continue  # points alone do not tell a played game of all tricks
        strong.try_cards(row, settings, streams(8, 0, 1), work)
        worth = find_results(position).worth[work.strong.taken[:cards, :games]].sum(axis=1)
        of_player = work.strong.worth[:cards]
        assert worth - worth[0] == pytest.approx(of_player - of_player[0], abs=0.01 * games)


def test_other_merits_are_told_apart_as_costs_are():
    """Another card is named where it has more by two errors of hand-by-hand differences."""
    compared = 0
    for position in endings(10, 4):
        advice = advise(position, "mc_extra:1000x2", 3)
        points = sampled(position, "mc_extra:1000x2", 3)
        own = position.points[position.seat % 2]
        totals = {card: samples.mean(axis=1) for card, samples in points.items()}
        wins = {card: (own + samples > 60).mean(axis=1) for card, samples in points.items()}
        for other, numbers in ((advice.best_to_win, wins), (advice.best_for_points, totals)):
            most = max(means.mean() for means in numbers.values())
            more = numbers[other] - numbers[advice.best]
            if other != advice.best:
                compared += 1
                assert numbers[other].mean() == most
                assert more.mean() > 2 * more.std(ddof=1) / 1000**0.5
            else:
                first = [means for means in numbers.values() if means.mean() == most]
                gaps = [means - numbers[advice.best] for means in first]
                assert any(gap.mean() <= 2 * gap.std(ddof=1) / 1000**0.5 for gap in gaps)
    assert 0 < compared < 8


def sampled(position, player, seed):
    """Return what each card takes in the games that advice is from, (hands, games) by name."""
    strategy, sampling = find_sampling(player)
    points = sampling(position, strategy, seed).points
    cards = cards_of(mask_of(map(find_card, position.legal)))
    return dict(zip(map(card_name, cards), points, strict=True))


def test_deals_no_more_than_the_hands_drawn_are_all_counted():
    """Of 3,150 deals beside a budget of 5,000 hands each is solved, once."""
    items = {"hand": "C:AK D:32", "trump": "H", "voids": "W:C E:C", "points": "28-28", "seat": "S"}
    advice = advise(position_of(played="H:A7KJQ65432 C:7JQ632 D:KJQ654 S:Q6", **items))
    assert (advice.is_exact, advice.hands, advice.deals) == (True, 3150, 3150)
    assert {card.standard_error for card in advice.actions} == {None}


@pytest.mark.long
def test_a_solver_asked_for_more_takes_all_deals():
    """Of more deals than are taken unasked a player who may solve as many solves each."""
    position = next(position for position in endings(200, 4) if 5000 < position.deals < 7000)
    all_of_them = advise(position, f"pimc:{position.deals}/4")
    assert (all_of_them.is_exact, all_of_them.hands) == (True, position.deals)
    fewer = advise(position, f"pimc:{position.deals - 1}/4")
    assert (fewer.is_exact, fewer.hands) == (False, position.deals - 1)


def test_progress_tells_the_hands_looked_at():
    """Whoever waits is told how many hands are done, to the last, of random games and solved."""
    steps = []
    for player in ("mc_extra:3000x2", "pimc:200/6"):
        advise(position_of(**FOR_POINTS), player, progress=lambda *step: steps.append(step))
    assert steps[-2] == (3000, 3000)
    assert steps[-1] == (6, 6)


def endings(number, cards_left):
    """Yield what the mover sees in random games with so many cards in hand."""
    for row, _ in played_games(number, cards_left):
        yield observe(row)


def played_games(number, cards_left):
    """Yield the rows and referees of random games with so many cards in hand."""
    for game in range(number):
        cards = 40 - 4 * cards_left + game % 4
        yield played(game, cards, Deals(trump_from=TrumpFrom.LAST))


def mean_over_deals(row, referee, card, points):
    """Return how many deals agree with the mover's view, and what a card takes on average.

    ``points`` gives what North and South take by hands, trump, mover, trick and card.
    """
    seat, table = referee.seat, tuple(referee.table)
    totals = []
    for others in all_deals(*view(row, referee)):
        hands = [tuple(sorted(referee.hands[seat]))] * 4
        for step, hand in enumerate(others, start=1):
            hands[(seat + step) % 4] = tuple(sorted(hand))
        north = points(tuple(hands), referee.trump, seat, table, card)
        totals.append(worth(sum(hands, table)) - north if seat % 2 else north)
    return len(totals), float(sum(totals) / len(totals))


def test_values_are_those_of_random_play_over_all_deals():
    """In endings each card's value is, within its error, the mean over all deals and games."""
    scores = []
    for row, referee in played_games(12, 2):
        position = observe(row)
        for card in advise(position, "mc_extra:3000x2", 3).actions:
            deals, truth = mean_over_deals(row, referee, card.action, random_play)
            assert deals == position.deals
            scores.append((card.value - truth) / max(card.standard_error, 1e-9))
    assert len(scores) > 15
    assert max(map(abs, scores)) < 4


def random_play(*situation):
    """Return what North and South take on average if all play any legal card."""
    return mean_and_variance(outcomes(*situation))[0]


@pytest.mark.parametrize("player", ["mc_extra:300x2", "mc_average:300", "mc_extra_apart:90x5"])
def test_games_are_those_that_the_player_would_look_at(player):
    """Game by game they sum up to what the player's own kernel adds up, from the same seed."""
    for position in [*endings(4, 10), *endings(4, 6)]:
        strategy, sampling = find_sampling(player)
        points = sampling(position, strategy, 8).points.astype(np.int64)
        row, work = position.to_row(), make_scratch()
        legal = int(engine.legal_cards(row))
        monte_carlo.try_cards(row, legal, strategy.settings(), streams(8, 0, 1), work)
        cards = cards_of(legal)
        assert points.sum(axis=(1, 2)).tolist() == work.totals[cards].tolist()
        assert points.shape == (len(cards), strategy.shuffles, strategy.playouts)


def test_what_is_obvious_is_best():
    """The seven may go on the partner's ace, which wins for sure; it never goes on the others'."""
    hand = "S:AK72 H:765 D:2 C:A7"
    assert "7H" in advise(position_of(hand, "C", trick="E:3H N:AH W:4H")).close
    lost = advise(position_of(hand, "C", trick="E:3H N:4H W:AH")).actions
    assert lost[-1].action == "7H"
    assert lost[-1].cost > 5 > 2 * lost[-1].cost_error
    assert not lost[-1].is_close


def test_the_same_seed_gives_the_same_answer():
    """The same seed gives the same answer, another seed another within the errors."""
    position = position_of("S:AK72 H:765 D:2 C:A7", "C")
    first, again, other = (advise(position, "strong:200/6", seed) for seed in (4, 4, 5))
    assert first == again != other
    values = {card.action: card for card in other.actions}
    for card in first.actions:
        error = (card.standard_error**2 + values[card.action].standard_error ** 2) ** 0.5
        assert abs(card.value - values[card.action].value) < 4.5 * error


def test_a_difference_is_surer_than_its_terms():
    """Cards are tried on the same hands, so differences err less than values do together."""
    position = position_of("S:AK72 H:765 D:2 C:7", "C", played="2C 3C 4C 5C", seat="S")
    best, *others = advise(position).actions  # by points alone, which values are in too
    for card in others:
        assert card.cost_error < 0.95 * (best.standard_error**2 + card.standard_error**2) ** 0.5
        assert card.is_close == (card.cost <= 2 * card.cost_error)
    costs = [card.cost for card in others]
    assert costs == sorted(costs)
    assert costs[0] >= 0


def test_cards_of_the_same_value_are_all_best():
    """Where every card takes the same, as the last two of a suit do, all are best at no cost."""
    left = {"hand": "3C 2C", "trump": "H", "trick": "E:2D N:7D W:3D"}
    others = [card for card in PLAYED if card != "3C"] + ["AC"]
    advice = advise(position_of(points="56-54", **left, played=others))
    assert [card.action for card in advice.ties] == ["2C", "3C"]
    assert [card.cost for card in advice.actions] == [0, 0]
    assert advice.best == "2C"


def test_a_single_legal_card_is_valued_too():
    """Where there is no choice the card still has its value."""
    (card,) = advise(position_of("S:AK72 H:765 D:2 C:A7", "C", trick="N:3D")).actions
    assert (card.action, card.is_best, card.cost) == ("2D", True, 0)
    assert card.standard_error > 0


def test_the_answer_says_what_it_is_based_on(ending):
    """Words, plain data and the line by line answer hold the same numbers."""
    assert ending.source == (
        "4,000 hands drawn uniformly from 6 that agree with the play; 2 random games each: "
        "mc_extra:4000x2, seed 1"
    )
    plain = json.loads(json.dumps(ending.to_dict()))
    assert (plain["seat"], plain["hand"], plain["best"]) == ("south", ["AC", "2C"], "AC")
    assert [card["value"] for card in plain["actions"]] == [card.value for card in ending.actions]
    assert "on the table 2D 7D 3D, trick 9, 45 points to 54" in str(ending)
    assert "  AC   21.00 ± 0.00  wins 100.0% *" in str(ending).splitlines()
    assert ending.source in str(ending)
    assert not ending.is_exact


def test_points_are_those_of_the_movers_team():
    """West's advice counts what West and East have, and who lacks what is said of the others."""
    position = position_of(
        "AC 2C", "H", trick="S:2D E:7D N:3D", played=PLAYED, points="54-45", voids="E:H W:D"
    )
    advice = llq.sueca.advise(position, "mc_extra:50x2")
    assert advice.actions[0].total == 66
    assert advice.facts[-2:] == ("45 points to 54", "East lacks H")


def test_players_who_cannot_advise_are_refused():
    """Who weighs no cards, or would look at true hands that a position has not, does not advise."""
    for player, reason in [
        (First(), "First object at .* does not advise: name a built-in"),
        ("R", "random does not advise"),
        ("T", "does not advise"),
        ("mc_normal", "mc_normal does not advise"),
        ("mc_peek", "mc_peek does not advise"),
        ("pimc_peek", "pimc_peek does not advise"),
        ("mc_shuffle", "mc_shuffle does not advise"),
        ("nobody", "unknown player 'nobody'"),
        ("mc_extra:1x2", "a standard error needs two hands"),
        ("mc_extra:50x200", "at most 100 games"),
        ("mc_extra:9999999x2", "at most 2,000,000 games"),
        ("mc_extra:many", "write mc_extra:50"),
    ]:
        with pytest.raises(UnknownStrategy, match=reason):
            advise(position_of("S:AK72 H:765 D:2 C:A7", "C"), player)


def test_what_is_no_question_is_refused():
    """What is no position or no seed is refused in words."""
    for position, seed, reason in [
        ("x", 1, "a position, of llq.sueca.position; got 'x'"),
        (position_of(**FOR_POINTS), -1, "a seed must be a non-negative integer; got -1"),
    ]:
        with pytest.raises(IllegalState, match=reason):
            advise(position, seed=seed)


def test_a_budget_of_seconds_is_the_same_answer_every_time():
    """Advice within a time draws what its steps allow, and says the same again."""
    hand = position_of("S:AK72 H:765 D:2 C:A7", "C", trick="N:2H W:4H")
    answers = [advise(hand, "strong:0.02s/6") for _ in range(2)]
    assert str(answers[0]) == str(answers[1])
    assert answers[0].player == "strong:0.02s/6"


@pytest.mark.parametrize(
    ("items", "best", "wins"),
    [
        (
            {
                "seat": "S",
                "hand": "QD 5C AC",
                "trump": "C",
                "points": "46-34",
                "played": "S:AKJQ42 H:A7JQ65432 D:AKJ65432 C:7KQ63",
            },
            "QD",
            {"QD": 1.0, "5C": 0.979},
        ),
        (
            {
                "hand": "JS 4H 3D",
                "trump": "H",
                "tricks": "N 2S 3S AS QS; S 5D 6H 2D 6D; E 7C 3C 7H JC; W AH 3H 5H 4D; "
                "W KH 2H KC KD; W JH 5S 5C 2C; W QH 4S QC 6S",
            },
            "4H",
            {"4H": 1.0, "JS": 0.834},
        ),
    ],
)
def test_a_sure_win_is_not_given_up_for_points(items, best, wins):
    """A card that wins less and scores fewer games is not best for the points that it takes."""
    advice = llq.sueca.advise(llq.sueca.position(**items))
    assert advice.best == best
    win_probs = {card.action: card.win_prob for card in advice.actions}
    assert {card: win_probs[card] for card in wins} == pytest.approx(wins, abs=5e-4)
    assert all(card.cost >= 0 for card in advice.actions)
    assert advice.best_for_points != best


JUDGE = "mc_extra:4x1"


def test_an_analysis_has_the_advice_of_every_choice():
    """Each choice's cost is the advice's, asked for at that moment; forced cards are no choice."""
    record = llq.sueca.play(["random"] * 4, seed=3)
    for seat in (0, 3):
        expected = []
        state = llq.sueca.new_game(seed=3)
        for card in record.state.played:
            if state.current_player == seat and len(state.legal_actions()) > 1:
                advice = llq.sueca.advise(state.view(), JUDGE, 5)
                costs = {value.text: value.cost for value in advice.actions}
                trick = 1 + len(state.played) // 4
                expected.append((trick, state.action_text(card), costs[state.action_text(card)]))
            state.apply(card)
        judged = [
            (judged_card.trick, judged_card.chosen.text, judged_card.cost)
            for judged_card in llq.sueca.analyse(record, seat, player=JUDGE, seed=5).cards
        ]
        assert sorted(judged) == expected
        assert [cost for *_, cost in judged] == sorted((cost for *_, cost in judged), reverse=True)


@pytest.mark.parametrize("front", [llq.sueca, llq.literature])
def test_only_games_of_its_own_and_their_seats_are_analysed(front):
    """Another game's record, or a fifth seat, is refused with the reason."""
    with pytest.raises(IllegalState, match="love-letter"):
        front.analyse(llq.love_letter.play(["random", "random"], seed=1), 0)
    with pytest.raises(IllegalState, match="seats are 0 to 3"):
        front.analyse(front.play(["random"] * 4, seed=1), 4)


@pytest.mark.long
def test_strong_judges_unless_another_is_named():
    """Without a player the advice is that of `advise`; rules compares no cards and is refused."""
    record = llq.sueca.play(["rules", "strong:20/4"] * 2, seed=1)
    judged = llq.sueca.analyse(record, 1).cards[0].answer
    assert judged.player == "strong:5000/6"
    assert judged.to_dict() == llq.sueca.advise(judged.position).to_dict()
    with pytest.raises(UnknownStrategy, match="rules does not advise"):
        llq.sueca.analyse(record, 1, player="rules")
