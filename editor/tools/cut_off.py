"""How much floor a door would cut off if it were shut."""

from functools import lru_cache

import numpy as np
from msgspec.structs import replace

from navcore.level.edit import Edit
from navcore.world import World


@lru_cache(maxsize=1)
def cut_off_by(world: World, door_id: int) -> float:
    """Square metres that could no longer be reached from the rest, were this open door shut.

    Of what falls apart the largest part is the rest. 0 for a door that the world does not have
    or that is shut already.
    """
    door = world.level.areas.get(door_id)
    if door is None or not door.available:
        return 0.0
    edit = Edit.put(world.level, [replace(door, available=False)])
    shut = world.update(edit.apply(world.level), edit, keep_lattice=True)
    layer = world.level.settings.layer_of(door)
    before, after = (one.on(layer).grid.regions.labels for one in (world, shut))
    cut = 0
    for region in np.unique(before[(before > 0) & (after == 0)]).tolist():
        parts = np.bincount(after[(before == region) & (after > 0)])
        cut += int(parts.sum() - parts.max(initial=0))
    return cut * world.grid.lattice.cell_size**2
