"""Terrain and links of a path, and its duration."""

from typing import Final

from editor.tools.probe_facts import NO_FACTS, ProbeFacts, Stretch
from navcore.level.links import WALK_SPEED
from navcore.level.model import Link, Profile
from navcore.path.result import PathResult
from navcore.world import World

_LEAST: Final = 0.01
"""Least relative difference between a terrain's cost and plain ground that is shown."""


def led_over(world: World, result: PathResult, profile: Profile | None, layer: str) -> ProbeFacts:
    """Return the terrains and links of a path that was found in a world, and the time they take.

    `layer` is the storey of the path's start.
    """
    links = world.level.of(Link)
    passed = [links[int(one)] for one in result.links if int(one) in links]
    layers = {name or layer for name in result.layers} or {layer}
    if not passed and all(world.grid_on(profile, name).cost is None for name in layers):
        # All cells cost the same: splitting the path at each of them would take a millisecond.
        return NO_FACTS
    shares = world.terrain_on(result, profile=profile, layer=layer)
    dear = [share for share in shares if abs(share.cost - share.metres) > _LEAST * share.metres]
    if not (dear or passed):
        return NO_FACTS
    terrains = sorted(dear, key=lambda share: -share.cost)
    slow = (share.cost if share.terrain.slows else share.metres for share in shares)
    taken = result.link_cost * world.grid.cell_size if passed else 0.0
    return ProbeFacts(
        terrains=tuple(Stretch(one.terrain.name, one.metres, one.cost) for one in terrains),
        links=tuple(link.type for link in passed),
        seconds=(sum(slow) + taken) / WALK_SPEED,
    )
