"""Shapes of answers, as the API and assistants' tools describe them in JSON schema.

A shape names what all answers of its sort have; a game's answer may have more beside it.
"""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from llq.query.players import PlayerInfo

Action = dict[str, Any] | str | None
"""Plain action: an object, card name or null."""


class Shape(BaseModel):
    """Plain data, open to further fields."""

    model_config = ConfigDict(extra="allow")


class Provenance(Shape):
    """Origin of an answer."""

    file: str | None = Field(description="The table's file, if it comes from one.")
    content_hash: str | None = Field(description="The SHA-256 of what the table holds.")
    rules: str | None = Field(description="The rules and their version.")
    accuracy: str = Field(description="How exact the numbers are.")


class Problem(BaseModel):
    """Problem details in the form of RFC 9457."""

    title: str = Field(description="The error's class in llq.")
    status: int
    detail: str = Field(description="What is wrong, and what to do about it.")


class Listed(Shape):
    """Answer made of lists."""

    permalink: str = Field(description="The address that asks the same again.")


class Players(Listed):
    """Players available for matches."""

    players: list[PlayerInfo]


class Computed(Listed):
    """An answer with numbers."""

    provenance: Provenance


class AdvisedAction(Shape):
    """A legal action and its value."""

    action: Action = Field(description="The action as data.")
    text: str = Field(description="The action in words.")
    value: float | None = Field(description="What it is worth to its player, in the unit.")
    cost: float | None = Field(description="The value of the best action less this one's.")
    standard_error: float | None = Field(description="Of the value; null where it is exact.")
    is_best: bool = Field(description="Whether no action is better.")


class Advised(Computed):
    """A recommendation with all action values."""

    best: Action = Field(description="The best action as data.")
    text: str = Field(description="The best action in words.")
    value: float | None = Field(description="The value of the best action.")
    unit: str = Field(description="Of the values.")
    actions: list[AdvisedAction] = Field(description="Every legal action, best first.")
    source: str = Field(description="What the values rest on.")


class Played(Computed):
    """The result of a simulated match."""

    first: str = Field(description="A player.")
    second: str = Field(description="The other.")
    games: int = Field(description="Games played.")
    seed: int = Field(description="The seed: the same gives the same games.")
    wins: int = Field(description="Games that the first won.")
    draws: int
    losses: int = Field(description="Games that the second won.")
    win_prob: float = Field(description="Share of the games that the first won.")
    standard_error: float | None = Field(description="Of win_prob.")
    draw_prob: float
    loss_prob: float
    score: float = Field(description="Wins and half the draws, as a share of the games.")
    score_error: float | None = Field(description="Of score.")
    lead: float | None = Field(
        None, description="Mean lead of the first in a game, where it has one."
    )
    lead_error: float | None = Field(None, description="Of lead.")
    unit: str | None = Field(None, description="Of the lead.")
    low: float | None = Field(None, description="Lower end of the 95 % interval of the lead.")
    high: float | None = Field(None, description="Upper end of it.")
    z: float | None = Field(None, description="The lead in standard errors.")
    rules: str
    command: str | None = Field(description="The command that plays the same games.")
