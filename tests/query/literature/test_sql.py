"""Literature's views: the tables' numbers under names."""

import pytest

import llq

pytestmark = pytest.mark.usefixtures("policies_file")


@pytest.fixture(scope="module")
def connection(policies_file):
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
        weights = connection.execute(
            "SELECT weight FROM literature_weight WHERE policy = ? ORDER BY place", [policy.name]
        ).fetchnumpy()["weight"]
        assert weights.tobytes() == policy.weights.tobytes()
