"""Player names as people write them."""

import re

_FAMILIES = {
    "monte_carlo": "Monte Carlo", "mc": "Monte Carlo", "table": "Table", "solution": "Solution",
    "pimc": "PIMC",
}  # fmt: skip


def player_title(player: str) -> str:
    """Return a player's name as people write it.

    >>> [player_title(name) for name in ("table", "mc_extra_apart", "always_high", "untrained-1")]
    ['Table', 'Monte Carlo (extra apart)', 'Always high', 'Untrained 1']
    """
    for family, title in _FAMILIES.items():
        if player == family or player.startswith(f"{family}_"):
            detail = player.removeprefix(family).strip("_").replace("_", " ")
            return f"{title} ({detail})" if detail else title
    words = player.replace("_", " ").replace("-", " ")
    return words[:1].upper() + words[1:]


def with_titles(text: str) -> str:
    """Return a text with player names as display titles.

    >>> with_titles("mc_extra on the true hands")
    'Monte Carlo (extra) on the true hands'
    """
    return re.sub(r"\b[a-z]+(?:_[a-z]+)+\b", lambda name: player_title(name[0]), text)
