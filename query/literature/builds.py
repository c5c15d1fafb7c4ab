"""Builds of Literature: policies and leagues."""

from typing import Annotated

from llq.query.inputs import Seed
from llq.query.league.questions import league_plan
from llq.query.questions import Input, question
from llq.query.tables.build_plans import Build

ArticleGames = Annotated[
    int, Input("Training games of the article's learner; 0 leaves it out.", low=0)
]
StrongGames = Annotated[int, Input("The same for the strong player, among 4 and among 6.", low=0)]
Untrained = Annotated[int, Input("Untrained networks of the article's kind.", low=0)]

plan_league = league_plan("literature", "quick,possible")


@question(examples=("--article-games 1000 --strong-games 0",), has_games=True, is_long=True)
def plan_policies(
    article_games: ArticleGames = 10_000,
    strong_games: StrongGames | None = None,
    seed: Seed = 1,
    untrained: Untrained = 5,
) -> Build:
    """Train Literature's networks and write the table of policies.

    Networks already stored with the same recipe are kept. By default this takes {takes} on two
    cores.
    """
    from llq.query.literature.policies.table import STRONG_GAMES
    from llq.query.literature.policies.training import default_games

    options = {
        "article_games": article_games,
        "strong_games": default_games() if strong_games is None else strong_games,
        "seed": seed,
        "untrained": untrained,
    }
    total = article_games + len(STRONG_GAMES) * options["strong_games"]
    return Build(f"Training networks in {total:,} games", options, games=total)
