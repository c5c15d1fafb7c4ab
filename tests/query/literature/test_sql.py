"""Literature's views: the tables' numbers under names."""

import numpy as np
import pytest

import llq

pytestmark = pytest.mark.usefixtures("policies_file", "literature_matches_file", "openings_file")


@pytest.fixture(scope="module")
def connection(policies_file, literature_matches_file, openings_file):
    """Return a connection to the database."""
    with llq.connect() as connection:
        yield connection


def test_policies_are_there_with_their_recipes(connection, literature_policies):
    """Every stored policy is a row with its learner, recipe and seed."""
    rows = connection.execute(
        "SELECT policy, learner, trained_games, seed, weights, command FROM literature_policy"
    ).fetchall()
    assert [row[0] for row in rows] == list(literature_policies.names)
    for (_, learner, games, seed, size, command), policy in zip(
        rows, literature_policies.policies, strict=True
    ):
        assert (learner, seed, size) == (policy.learner, policy.recipe["seed"], len(policy.weights))
        assert games == policy.recipe.get("games", 0)
        assert command == literature_policies.command
    query = "SELECT recipe->>'seed' FROM literature_policy WHERE policy = 'untrained-2'"
    assert connection.execute(query).fetchall() == [("2",)]


def test_curves_and_weights_are_the_table_s(connection, literature_policies):
    """Each measure of each block, and each weight, is a row."""
    for policy in literature_policies.policies:
        for measure, values in policy.curve.items():
            if measure != "games":
                rows = connection.execute(
                    "SELECT games, value FROM literature_curve "
                    "WHERE policy = ? AND measure = ? ORDER BY games",
                    [policy.name, measure],
                ).fetchall()
                wanted = zip(policy.curve["games"], values, strict=True)
                assert rows == [(games, value) for games, value in wanted]
        found = connection.execute(
            "SELECT weight FROM literature_weight WHERE policy = ? ORDER BY place", [policy.name]
        ).fetchnumpy()["weight"]
        assert found.tobytes() == policy.weights.tobytes()


def test_every_game_is_a_row(connection, literature_matches):
    """Games have the table's numbers under the names of who played."""
    table = literature_matches
    for even, odd, players in (("greedy", "article", 4), ("random", "random", 6)):
        found = connection.execute(
            "SELECT * FROM literature_game WHERE even = ? AND odd = ? AND players = ? "
            "ORDER BY game",
            [even, odd, players],
        ).fetchnumpy()
        rows = table.rows(even, odd, players)
        assert np.array_equal(found["game"], table.game[rows])
        for name in ("asks", "starter", "finished"):
            assert np.array_equal(found[name], table.fields[name][rows])
        for name in ("half_suits", "hits", "wrong_claims", "ask_backs", "back_claims"):
            for team, side in enumerate(("even", "odd")):
                assert np.array_equal(found[f"{name}_{side}"], table.fields[name][rows, team])
        wanted = [("even", "odd", "draw")[winner] for winner in table.winner[rows]]
        assert found["winner"].tolist() == wanted
        assert set(found["rules"]) == {"somani" if players == 4 else "pagat"}


def test_matches_are_the_library_s(connection, literature_matches):
    """Shares, lengths and all standard errors are those of `MatchTable.match`."""
    rows = connection.execute(
        "SELECT first, second, players, games, wins, draws, losses, win_prob, standard_error, "
        "score, score_error, decided_prob, decided_error, asks, asks_error, lead, lead_error "
        "FROM literature_match"
    ).fetchall()
    assert len(rows) == 5 * 5 + 2 * 2
    for first, second, players, *numbers in rows:
        found = literature_matches.lookup(first, second, players)
        wanted = [
            found.games, found.wins, found.draws, found.losses,
            found.win_prob, found.standard_error, found.score, found.score_error,
            found.decided_prob, found.decided_error, found.asks, found.asks_error,
            found.lead, found.lead_error,
        ]  # fmt: skip
        assert numbers == pytest.approx(wanted, rel=1e-9, abs=1e-12)


def test_pairs_are_differences_game_by_game(connection, literature_matches):
    """A difference is that of both scores, its error that of the deals' differences."""
    table = literature_matches

    def scores(player, opponent):
        if player == opponent:
            return np.full(200, 0.5)
        sides = []
        for team, pair in enumerate(((player, opponent), (opponent, player))):
            winner = table.winner[table.rows(*pair)]
            sides.append(np.where(winner < 0, 0.5, winner == team))
        return np.mean(sides, axis=0)

    for player, other, opponent in (
        ("article", "untrained-1", "possible"), ("greedy", "possible", "possible")
    ):  # fmt: skip
        (row,) = connection.execute(
            "SELECT difference, difference_error, unpaired_error, z, deals FROM literature_paired "
            "WHERE first = ? AND instead_of = ? AND second = ? AND players = 4",
            [player, other, opponent],
        ).fetchall()
        one, two = scores(player, opponent), scores(other, opponent)
        paired = (one - two).std(ddof=1) / 200**0.5
        unpaired = ((one.var(ddof=1) + two.var(ddof=1)) / 200) ** 0.5
        difference = (one - two).mean()
        wanted = (difference, paired, unpaired, difference / paired, 200)
        assert row == pytest.approx(wanted)


def test_openings_are_the_library_s(connection, literature_openings):
    """Each opening's row is what its lookup gives, exact chances as the nearest numbers."""
    rows = connection.execute(
        "SELECT players, pattern, count, hand_prob, hit_prob, hit_chance, value, standard_error, "
        "win_prob, draw_prob, loss_prob, played_by FROM literature_opening"
    ).fetchall()
    assert len(rows) == 125 + 40 + 18
    for players, pattern, count, hand, hit, chance, *numbers, by in rows:
        shape = tuple(map(int, pattern.split("-")))
        found = literature_openings.lookup(shape, count, players)
        assert (hand, hit) == pytest.approx((float(found.hand_prob), float(found.hit_prob)))
        assert chance == str(found.hit_prob)
        wanted = [
            found.value,
            found.standard_error,
            found.win_prob,
            found.draw_prob,
            found.loss_prob,
        ]
        assert numbers == pytest.approx(wanted)
        assert by == found.by


def test_legal_asks_are_counted(connection):
    """The cards of a pattern's openings are all that its hand may ask for."""
    rows = connection.execute(
        "SELECT players, pattern, sum(cards) FROM literature_opening GROUP BY ALL"
    ).fetchall()
    for players, pattern, cards in rows:
        held = [int(count) for count in pattern.split("-") if count != "6"]
        assert cards == 6 * len(held) - sum(held)
        assert sum(map(int, pattern.split("-"))) == 48 // players


def test_the_best_opening_is_compared_on_the_same_deals(connection, literature_openings):
    """Each pattern's best is its first by value, ahead of the second by a paired difference."""
    rows = connection.execute(
        "SELECT players, pattern, best_count, second_count, difference, difference_error "
        "FROM literature_opening_best"
    ).fetchall()
    assert len({row[:2] for row in rows}) == len(rows) == 50 + 20 + 10
    for players, pattern, best, second, lead, error in rows:
        shape = tuple(map(int, pattern.split("-")))
        first, *rest = literature_openings.openings(shape, players)
        assert first.value == literature_openings.lookup(shape, best, players).value
        if not rest:
            assert (second, lead, error) == (None, None, None)
        else:
            wanted = literature_openings.difference(shape, best, second, players)
            assert (lead, error) == pytest.approx(wanted)


def test_games_of_openings_add_up(connection):
    """The games behind an opening have its mean and its shares."""
    rows = connection.execute(
        "SELECT any_value(o.value) - avg(g.lead), "
        "any_value(o.win_prob) - avg((g.result = 1)::INT), "
        "any_value(o.hit_share) - avg(g.hit::INT), any_value(o.asks) - avg(g.asks) "
        "FROM literature_opening o JOIN literature_opening_game g USING (players, pattern, count) "
        "GROUP BY players, pattern, count"
    ).fetchall()
    assert np.allclose(np.array(rows), 0)
