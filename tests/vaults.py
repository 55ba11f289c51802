"""A level of two rooms with a locked door between them."""

from navcore.level.model import Area, Level, Profile, Ring, Settings

WEST, EAST = (1.0, 1.0), (9.0, 1.0)


def _rectangle(x0: float, z0: float, x1: float, z1: float) -> Ring:
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def vault(*profiles: Profile, needs: tuple[str, ...] = ("key",), **numbers: float) -> Level:
    """Return two rooms with a door between them that needs abilities, a key by default."""
    door = Area(id=2, name="door", polygon=_rectangle(5, 2, 6, 4), door=True, needs=needs)
    areas = (
        Area(id=1, name="west", polygon=_rectangle(0, 0, 5, 5)),
        door,
        Area(id=3, name="east", polygon=_rectangle(6, 0, 11, 5)),
    )
    plain = {"agent_radius": 0.3, "object_padding": 0.0, "boundary_padding": 0.3, **numbers}
    return Level(
        settings=Settings(**plain, boundary_follows_radius=True, profiles=profiles),
        areas={area.id: area for area in areas},
    )
