"""Messages about terrain: at a place, in the legend, while painting."""

from collections.abc import Mapping

from editor.tools.messages import short
from navcore.i18n import several, tr
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


def used(zones: int, tiles: int) -> str:
    """Return the elements of the level with a terrain."""
    if not (zones or tiles):
        return tr("Nothing is made of it.")
    return tr("{0} of it.").format(_counted(zones, tiles))


def deleted(name: str, zones: int, tiles: int) -> str:
    """A terrain was deleted; its zones and tiles are ground now."""
    if not (zones or tiles):
        return tr("{0} is deleted.").format(short(name))
    return tr("{0} is deleted. What was made of it is ground now: {1}.").format(
        short(name), _counted(zones, tiles)
    )


def own_costs(costs: Mapping[str, float]) -> str:
    """Return an agent type's own costs of terrains."""
    if not costs:
        return tr("As the terrains say.")
    return ", ".join(f"{short(name)} {factor(cost)}" for name, cost in costs.items())


def _counted(zones: int, tiles: int) -> str:
    parts = [several(zones, "1 drawn zone", "{0} drawn zones")] if zones else []
    if tiles:
        parts.append(several(tiles, "1 painted tile", "{0} painted tiles"))
    return ", ".join(parts)
