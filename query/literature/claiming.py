"""What one can claim: every half suit in play with its likeliest claim and the chance of that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.literature.reasons import Reasons
from llq.query.literature.words import half_suit_words, holder_groups
from llq.solver.literature import knowledge, posterior
from llq.solver.literature.engine import LIVE
from llq.solver.literature.posterior import Posterior
from llq.solver.literature.rules import HALF_SUITS, IN_HALF, card_name, half_suit_name

__all__ = ["ClaimValue", "list_claims"]

_SURE = 1e-9  # far above the error of a chance, far below one deal of those
_FEW = 1e8  # deals that are few enough for it


@dataclass(frozen=True, slots=True)
class ClaimValue:
    """The likeliest claim of a half suit.

    Parameters
    ----------
    half_suit
        Its name, such as ``LC``.
    holders
        The ranks that each player of your team then holds, by seat.
    chance
        The chance that the claim is right.
    is_certain
        Whether it is right in every deal that agrees.
    team_chance, their_chance
        The chance that your team, and that the other holds all six.
    why
        Why it is certain, or what it stands on.
    """

    half_suit: str
    holders: dict[int, str]
    chance: float
    is_certain: bool
    team_chance: float
    their_chance: float
    why: str

    def to_dict(self) -> dict[str, Any]:
        """Return the claim as plain data."""
        plain = {name: getattr(self, name) for name in self.__slots__}
        return plain | {"holders": {str(seat): ranks for seat, ranks in self.holders.items()}}

    @property
    def words(self) -> str:
        """The claim in notation, without the claimant: ``LC 1:A23 3:456``."""
        held = " ".join(f"{seat}:{ranks}" for seat, ranks in self.holders.items())
        return f"{self.half_suit} {held}"

    def __str__(self) -> str:
        """Return the claim and its chance."""
        chance = "certain" if self.is_certain else f"{self.chance:.1%}"
        return f"{self.words}: {chance} ({self.why})"


def list_claims(
    row: NDArray[np.int64], reasons: Reasons, chances: Posterior
) -> tuple[ClaimValue, ...]:
    """Return the likeliest claim of every half suit in play, likeliest first."""
    found = [
        _claim(row, half, reasons, chances)
        for half in range(HALF_SUITS)
        if int(row[LIVE]) >> IN_HALF * half & 1
    ]
    found.sort(key=lambda claim: (not claim.is_certain, -claim.chance, -claim.team_chance))
    return tuple(found)


def _claim(row: NDArray[np.int64], half: int, reasons: Reasons, chances: Posterior) -> ClaimValue:
    """Return the likeliest claim of a half suit."""
    me, pack = reasons.seats.me, reasons.rules.pack
    known = int(knowledge.knows_claim(row, me, half, reasons.view))
    said = known if known >= 0 else int(posterior.likeliest_claim(row, me, half, chances))
    chance = float(posterior.chance_of_claim(half, said, chances))
    deals, is_exact = chances.deals
    is_certain = known >= 0 or bool(is_exact and deals < _FEW and chance > 1 - _SURE)
    holders = [said >> 3 * place & 7 for place in range(IN_HALF)]
    return ClaimValue(
        half_suit=half_suit_name(half),
        holders=holder_groups(holders, half, pack),
        chance=1.0 if is_certain else chance,
        is_certain=is_certain,
        team_chance=float(posterior.chance_of_team(half, me & 1, chances)),
        their_chance=float(posterior.chance_of_team(half, 1 - (me & 1), chances)),
        why=_why(half, holders, reasons, is_certain),
    )


def _why(half: int, holders: list[int], reasons: Reasons, is_certain: bool) -> str:
    """Return what a claim stands on."""
    me, pack = reasons.seats.me, reasons.rules.pack
    words: dict[str, list[str]] = {}
    foreign = []
    for place, who in enumerate(holders):
        card = IN_HALF * half + place
        name = card_name(card, pack)
        sure = int(reasons.view.held[who]) >> card & 1
        team = any(
            int(reasons.view.may[mate]) >> card & 1
            for mate in range(me & 1, reasons.rules.players, 2)
        )
        if not team:
            foreign.append(name)
        elif who == me:
            words.setdefault("in your hand", []).append(name)
        elif sure:
            why = f"with {reasons.seats.name(who)}: {reasons.why_holds(who, card)}"
            words.setdefault(why, []).append(name)
        elif is_certain:
            words.setdefault("so in every deal that agrees", []).append(name)
        else:
            words.setdefault("not certain", []).append(name)
    if foreign:
        return f"the other team holds {' '.join(foreign)}"
    if list(words) == ["in your hand"]:
        return f"you hold all {half_suit_words(half)}"
    return "; ".join(f"{' '.join(names)} {why}" for why, names in words.items())
