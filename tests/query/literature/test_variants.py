"""Rules by name, with some of them changed."""

from itertools import product

import pytest

from llq.errors import IllegalState
from llq.query.literature.matches.matches import match
from llq.query.literature.variants import rule_items
from llq.query.literature.variants import rules as find_variant
from llq.solver.literature.rules import RULES, WrongClaim


def test_what_is_said_of_rules_makes_them_again():
    """Every combination of flags is said in words from which the same rules come."""
    for name, players in [(variant, n) for variant in RULES for n in RULES[variant].player_counts]:
        yes_no = ("yes", "no")
        for turn, claimant, out, wrong in product(yes_no, yes_no, yes_no, WrongClaim):
            changes = [
                f"out_of_turn={turn}",
                f"claimant_turn={claimant}",
                f"claim-out = {out}",
                f"Wrong-Claim={wrong.name}",
            ]
            rules = find_variant(name, players, changes)
            assert (rules.out_of_turn, rules.claimant_turn, rules.claim_out, rules.wrong_claim) == (
                turn == "yes",
                claimant == "yes",
                out == "yes",
                wrong,
            )
            items = rule_items(rules)
            again = [
                f"{key}={value}" for key, value in items.items() if key not in ("rules", "players")
            ]
            assert find_variant(items["rules"], items["players"], again) == rules


def test_what_is_no_change_is_refused():
    """A change says which rule it knows and which value it takes."""
    for changes, reason in [
        (["foo=no"], "does not change a rule"),
        (["out_of_turn"], "does not change a rule"),
        (["out_of_turn=maybe"], "yes or no; got 'maybe'"),
        (["wrong_claim=mine"], "holders, opponents, nobody; got 'mine'"),
        (["players=6"], "does not change a rule"),
    ]:
        with pytest.raises(IllegalState, match=reason):
            find_variant("somani", None, changes)


def test_a_match_by_changed_rules_says_the_command_that_plays_it_again():
    """The command line of a match holds every rule that was changed."""
    rules = find_variant("pagat", 4, ["wrong_claim=nobody", "out_of_turn=yes"])
    duel = match("possible", "random", 4, 3, rules=rules)
    assert duel.command == (
        "llq literature match possible random -n 4 --seed 3 --rules pagat --players 4 "
        "--rule out_of_turn=yes --rule wrong_claim=nobody"
    )
