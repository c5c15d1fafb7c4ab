"""Brackets that come with llq: of players whose exact loss takes too long."""

from llq.errors import IllegalState, TableMissing
from llq.query.love_letter.built_in_players import SOLUTION
from llq.query.love_letter.responses.best_responses import ResponseBracket
from llq.query.love_letter.responses.exploitability_table import BRACKETED, open_exploitability
from llq.query.love_letter.solution.table import Solution, open_solution
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Scoring


def stored_bracket(player: str, variant: str = "classic") -> ResponseBracket | None:
    """Return a player's stored best-response bracket: no cards face up, draws count half.

    Its ``origin`` has the command that searches for it again. None is returned for a player whose
    exact value is practical, and where the variant has no such table; `IllegalState` is raised
    where the solution here was learnt otherwise than the one that the bounds are of.
    """
    rules = variants.round_rules(variant)
    if player not in BRACKETED or not rules.is_plain:
        return None
    try:
        table = open_exploitability(rules.variant)
    except TableMissing:
        return None
    command = f"llq love-letter exploit {player} --within {BRACKETED[player]}"
    if rules.variant != "classic":
        command += f" --variant {rules.variant}"
    if player == SOLUTION:
        usual = Solution.make_spec(rules.variant).parameters
        if not usual.items() <= open_solution(rules.variant).info.spec.parameters.items():
            raise IllegalState(
                "the stored bounds are those of the solution that comes with llq, and the one here "
                f"was learnt otherwise; compute its own: {command}"
            )
    (row,) = (row for row in table.rows() if (row.policy, row.scoring) == (player, Scoring.HALF))
    least, most = row.exploitability
    return ResponseBracket(
        variant=rules.variant,
        policy=player,
        scoring=row.scoring,
        hand=None,
        face_up=0,
        first_lower=row.first,
        first_upper=row.first_most,
        second_lower=row.second,
        second_upper=row.second_most,
        exploitability_lower=least,
        exploitability_upper=most,
        width=max(row.first_most - row.first, row.second_most - row.second),
        situations=row.situations,
        playouts=0,
        origin=f"from table {table.info.spec.name}, content {table.info.content_hash[:12]}; "
        f"search again: {command}",
    )
