"""Levels with states: two rooms with two doors between them, and an obstructing crate."""

from msgspec.structs import replace
from sim_levels import box
from two_rooms import two_rooms

from navcore.level.model import Level, Obstacle, State, Zone

FRONT, BACK, CRATE = 102, 103, 200
STRANGER = 999
"""An id that no element has."""

ALARM = State("Alarm", {FRONT: False, BACK: False})
NIGHT = State("Night", {FRONT: False}, (CRATE,))
MOVED = State("Moved", {}, (), (201,))


def with_states(level: Level, *states: State) -> Level:
    """Return the level with only these states."""
    return level.with_settings(replace(level.settings, states=states))


def rooms_with_states(*states: State) -> Level:
    """Return a left and a right room with states, three by default.

    A front and a back door join the rooms. The right room has a crate and a zone that is off.
    """
    crate = Obstacle(id=CRATE, name="crate", polygon=box(9, 8, 11, 11))
    spare = Zone(id=201, name="spare", polygon=box(12, 1, 14, 3), terrain="mud", enabled=False)
    level = two_rooms(second_door=True).with_items({CRATE: crate, 201: spare})
    return with_states(level, *(states or (ALARM, NIGHT, MOVED)))
