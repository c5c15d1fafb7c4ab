"""Likeliest claims of half suits in play, with their chances."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from llq.query.answers import plain_action
from llq.query.literature.advice.explanations import Reasons
from llq.query.literature.positions.card_text import half_suit_words, holder_groups, join
from llq.solver.literature.actions import Claim
from llq.solver.literature.rules import card_name, half_suit_cards, half_suit_name

_SURE = 1e-9  # far above the error of a chance, far below one deal of those
_FEW = 1e8  # deals that are few enough for it


@dataclass(frozen=True, slots=True)
class ClaimValue:
    """A half suit's likeliest claim, or the reason for none.

    Parameters
    ----------
    half_suit
        Its name, such as ``LC``.
    action
        The claim, as a player makes it; None if your team cannot hold all six.
    holders
        The ranks that each player of your team then holds, by seat; none if your team cannot hold
        all six.
    chance
        The chance that the claim is right.
    is_certain
        Whether it is right in every deal that agrees.
    team_chance, their_chance
        The chance that your team, and that the other holds all six.
    why
        Why it is certain, what it stands on, or why no claim of it can be right.
    """

    half_suit: str
    action: Claim | None
    holders: dict[int, str]
    chance: float
    is_certain: bool
    team_chance: float
    their_chance: float
    why: str

    def to_dict(self) -> dict[str, Any]:
        """Return the claim as plain data."""
        return {name: getattr(self, name) for name in self.__slots__} | {
            "action": plain_action(self.action),
            "holders": {str(seat): ranks for seat, ranks in self.holders.items()},
        }

    @property
    def text(self) -> str:
        """The claim's notation without claimant: ``LC 1:A23 3:456``."""
        holders = (f"{seat}:{ranks}" for seat, ranks in self.holders.items())
        return " ".join([self.half_suit, *holders])

    def __str__(self) -> str:
        """Return the claim and its chance."""
        chance = "certain" if self.is_certain else f"{self.chance:.1%}"
        return f"{self.text}: {chance if self.holders else 'impossible'} ({self.why})"


def list_claims(reasons: Reasons) -> tuple[ClaimValue, ...]:
    """Return the likeliest claim of every half suit in play, likeliest first."""
    claims = [_claim(half, reasons) for half in reasons.perspective.half_suits]
    claims.sort(key=lambda claim: (not claim.is_certain, -claim.chance, -claim.team_chance))
    return tuple(claims)


def _claim(half: int, reasons: Reasons) -> ClaimValue:
    perspective, me, pack = reasons.perspective, reasons.seats.me, reasons.rules.pack
    team_chance = perspective.team_chance(half, me & 1)
    their_chance = perspective.team_chance(half, 1 - (me & 1))
    if team_chance == 0:
        why = _explain_impossible(half, reasons)
        return ClaimValue(half_suit_name(half), None, {}, 0.0, False, 0.0, their_chance, why)
    certain_holders = perspective.certain_claim(half)
    holders = perspective.likeliest_claim(half) if certain_holders is None else certain_holders
    chance, deals = perspective.claim_chance(half, holders), perspective.deals
    is_sure = deals is not None and deals < _FEW and chance > 1 - _SURE
    is_certain = certain_holders is not None or is_sure
    return ClaimValue(
        half_suit=half_suit_name(half),
        action=Claim(half_suit_name(half), holders),
        holders=holder_groups(holders, half, pack),
        chance=1.0 if is_certain else chance,
        is_certain=is_certain,
        team_chance=team_chance,
        their_chance=their_chance,
        why=_explain_claim(half, holders, reasons, is_certain),
    )


def _explain_claim(half: int, holders: Sequence[int], reasons: Reasons, is_certain: bool) -> str:
    """Explain where a claim has each card from, equal reasons together."""
    names: dict[str, list[str]] = {}
    for card, holder in zip(half_suit_cards(half), holders, strict=True):
        if holder == reasons.seats.me:
            why = "in your hand"
        elif reasons.facts.holds(holder) >> card & 1:
            why = f"with {reasons.seats.name(holder)}: {reasons.why_holds(holder, card)}"
        else:
            why = "so in every deal that agrees" if is_certain else "not certain"
        names.setdefault(why, []).append(card_name(card, reasons.rules.pack))
    if list(names) == ["in your hand"]:
        return f"you hold all {half_suit_words(half)}"
    return "; ".join(f"{' '.join(cards)} {why}" for why, cards in names.items())


def _explain_impossible(half: int, reasons: Reasons) -> str:
    """Explain why your team cannot hold a whole half suit."""
    facts, team = reasons.facts, reasons.seats.me & 1
    possible = 0
    for mate in range(team, reasons.rules.players, 2):
        possible |= facts.may_hold(mate)
    foreign = [card for card in half_suit_cards(half) if not possible >> card & 1]
    if foreign:
        names = " ".join(card_name(card, reasons.rules.pack) for card in foreign)
        return f"the other team holds {names}"
    counts = []
    for seat in range(1 - team, reasons.rules.players, 2):
        low, high = facts.count_bounds(seat, half)
        if low:
            number = f"{low}" if low == high else f"{low} to {high}"
            counts.append(f"{reasons.seats.name(seat)} has {number} of them")
    return join(counts) if counts else "in no deal that agrees does your team hold all six"
