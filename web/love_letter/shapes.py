"""Shapes of Love Letter's own answers."""

from typing import Any

from pydantic import Field

from llq.query.love_letter.responses.exploitability_table import Exploited
from llq.web.http.shapes import Computed, Listed, Shape


class Outcome(Shape):
    """An immediate outcome of a play."""

    shown: str | None = Field(description="The card that the play shows.")
    result: str = Field(description="How the round stands then.")
    chance: float
    value: float = Field(description="Its value to the player.")
    replies: list[dict[str, Any]] = Field(description="The opponent's plays, likeliest first.")


class OutcomesOfPlay(Computed):
    """Possible outcomes of a play."""

    outcomes: list[Outcome]


class CardBelief(Shape):
    """Probability of an opponent's card."""

    card: str
    chance: float = Field(description="Given what the policy plays.")
    uniform: float = Field(description="If every unseen card were as likely.")


class CardBeliefs(Computed):
    """Card beliefs about the opponent."""

    variant: str
    policy: str
    condition: str = Field(description="What the chances are given.")
    reached: float | None = Field(description="How often a round reaches this.")
    cards: list[CardBelief]


class ExactChances(Computed):
    """Exact chances of two players."""

    first: str = Field(description="Who has the first turn.")
    second: str = Field(description="The other player.")
    win_prob: float = Field(description="Chance that the first wins.")
    draw_prob: float
    loss_prob: float = Field(description="Chance that the second wins.")
    error_bound: float = Field(description="No chance is further from the true one.")


class ExploitedPlayers(Computed):
    """Exploitability of every player."""

    variant: str
    players: list[Exploited]


class Rules(Listed):
    """A variant's cards and actions."""

    variant: str
    rules: str = Field(description="The rules and their version.")
    unit: str = Field(description="Of values.")
    source: str = Field(description="Where the rules are printed.")
    cards: list[dict[str, Any]] = Field(description="Name, number, copies and effect of each.")
    actions: list[dict[str, Any]] = Field(description="Each action as data and in words.")
