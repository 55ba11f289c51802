"""Two rooms, and runs in these."""

from sim_levels import box

from navcore.level.model import Area, Level, Settings
from navcore.sim.simulation import Simulation


def two_rooms(*, second_door: bool) -> Level:
    """Return rooms left and right of x = 8, with a door at z = 2 and perhaps one at z = 10.

    Only the doors connect the rooms: if they are closed, no agent can pass.
    """
    areas = [
        Area(id=100, name="left", polygon=box(0, 0, 7.6, 12)),
        Area(id=101, name="right", polygon=box(8.8, 0, 16, 12)),
        Area(id=102, name="door", door=True, polygon=box(7.6, 1, 8.8, 3)),
    ]
    if second_door:
        areas.append(Area(id=103, name="back_door", door=True, polygon=box(7.6, 9, 8.8, 11)))
    level = Level(settings=Settings(agent_radius=0.2, object_padding=0.1))
    return level.with_items({area.id: area for area in areas})


def set_door(run: Simulation, name: str, *, is_open: bool) -> None:
    """Request the world with this door open or closed."""
    run.change_world(run.world.set_area_available(name, is_open))
