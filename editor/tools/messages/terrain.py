"""What is said about terrain: at a place, in the legend, while it is painted."""

from editor.tools.messages import short
from navcore.i18n import tr
from navcore.level.model import Profile, Terrain
from navcore.level.tiles import can_enter, cost_for

_TIMES = "\N{MULTIPLICATION SIGN}"


def factor(cost: float) -> str:
    """`× 1.5`."""
    return f"{_TIMES} {round(cost, 3):g}"


def facts(terrain: Terrain, profile: Profile | None) -> str:
    """`mud, cost × 1.5`, or what an agent type lacks for it."""
    if not can_enter(terrain, profile):
        has = set() if profile is None else set(profile.abilities)
        lacks = ", ".join(need for need in terrain.needs if need not in has)
        return tr("{0}, requires {1}").format(short(terrain.name), short(lacks))
    return tr("{0}, cost {1}").format(short(terrain.name), factor(cost_for(terrain, profile)))
