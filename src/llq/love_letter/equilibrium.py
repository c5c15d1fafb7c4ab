"""Certified equilibria of small Love Letter decks, with perfect recall.

`solve` returns the `Equilibrium` of a deck: each `Opening`, and every `PlayChance` after a history.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.love_letter.equilibrium.answers import Equilibrium as Equilibrium
    from llq.query.love_letter.equilibrium.answers import Opening as Opening
    from llq.query.love_letter.equilibrium.answers import PlayChance as PlayChance
    from llq.query.love_letter.equilibrium.equilibria import equilibrium

    solve = equilibrium
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
