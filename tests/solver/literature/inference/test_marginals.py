"""Quick chances: as the plain-Python twin fits them, certain where the view is, near exact ones."""

import numpy as np
import pytest

from llq.solver.card_masks import cards_of
from llq.solver.literature.engine import LIVE, NEEDS, PLAYERS, SHOWN, SIZES, TURN
from llq.solver.literature.inference import knowledge, posterior
from llq.solver.literature.inference.counting import make_posterior
from llq.solver.literature.inference.knowledge import make_view
from llq.solver.literature.inference.marginals import NEAR, ROUNDS, find_marginals, make_marginals
from llq.solver.literature.rules import HALF, HALF_SIZE, HALF_SUITS, MOST_CARDS, find_rules
from tests.oracles.literature_marginals import fit
from tests.solver.literature.games import positions

DAMPED = 4


def views(players, games=3, every=7):
    """Yield rows of some games with the mover's view."""
    for game in range(games):
        moments = positions(find_rules("pagat", players), 50 + game, claims=4 * (game % 2))
        for number, (row, referee) in enumerate(moments):
            if number % every == 2 and not referee.is_over():
                view = make_view()
                assert knowledge.infer(row, int(row[TURN]), view)
                yield row, view


def expected(row, view, prior=None):
    """Return the chances that the twin finds, as an array."""
    players = range(int(row[PLAYERS]))
    sure = 0
    for player in players:
        sure |= int(view.held[player])
    free = cards_of(int(row[LIVE]) & ~sure)
    holders = {
        card: [player for player in players if int(view.may[player]) >> card & 1] for card in free
    }
    rooms = {
        player: int(row[SIZES + player]) - int(view.held[player]).bit_count() for player in players
    }
    needed = []
    for player in players:
        unseen = int(view.held[player]) & ~int(row[SHOWN + player])
        for half in range(HALF_SUITS):
            cards = HALF << HALF_SIZE * half
            if int(row[NEEDS + player]) >> half & 1 and not unseen & cards and rooms[player]:
                possible = [card for card in cards_of(cards) if player in holders.get(card, ())]
                needed.append((player, possible))
    chances = np.zeros((8, MOST_CARDS))
    for player in players:
        chances[player, cards_of(int(view.held[player]))] = 1
    for ask, chance in fit(holders, rooms, needed, ROUNDS, NEAR, DAMPED, prior).items():
        chances[ask] = chance
    return chances


@pytest.mark.parametrize("players", [4, 6, 8])
@pytest.mark.parametrize("has_prior", [False, True])
def test_quick_chances_are_those_of_the_plain_twin(players, has_prior):
    """Early and late, after guessed claims, with odds of its own or none, they agree to 1e-9."""
    out, compared, prior = make_marginals(), 0, None
    if has_prior:
        out.prior[:] = np.exp(np.random.default_rng(4).normal(size=out.prior.shape))
        prior = {place: float(odds) for place, odds in np.ndenumerate(out.prior)}
    for row, view in views(players, every=14 if has_prior else 7):
        find_marginals(row, view, out)
        wanted = expected(row, view, prior)
        np.testing.assert_allclose(out.held, wanted, rtol=0, atol=1e-9)
        assert ((out.held == 1) >= (wanted == 1)).all()
        assert ((out.held == 0) >= (wanted == 0)).all()
        compared += 1
    assert compared > 7


@pytest.mark.parametrize("players", [4, 6])
def test_quick_chances_are_near_the_exact_ones(players):
    """Over the free cards they are off by less than 0.02 on average, a fifth of an even guess."""
    out, space, errors, even = make_marginals(), make_posterior(players), [], []
    for row, view in views(players, games=2, every=11):
        find_marginals(row, view, out)
        assert posterior.find_chances(row, view, space)
        may = np.array([[int(mask) >> card & 1 for card in range(MOST_CARDS)] for mask in view.may])
        may[int(row[PLAYERS]) :] = 0
        may[:, [not int(row[LIVE]) >> card & 1 for card in range(MOST_CARDS)]] = 0
        pairs = (may == 1) & (may.sum(0) > 1)
        errors += abs(out.held - space.held)[pairs].tolist()
        even += abs(may / may.sum(0).clip(1) - space.held)[pairs].tolist()
    assert len(errors) > 400
    assert np.mean(errors) < 0.02
    assert np.mean(errors) < 0.2 * np.mean(even)
