"""A hall on every storey of a level, one above the other."""

from navcore.level.edit import Edit
from navcore.level.model import Area, Item, Layer, Level, Obstacle, Ring, Settings
from navcore.world import World


def rectangle(x0: float, z0: float, x1: float, z1: float) -> Ring:
    """A ring along the axes."""
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def tower(*names: str, **numbers: float) -> Level:
    """A hall on every storey; on the ground a wall goes right across it."""
    storeys = ("ground", *names)
    halls = [
        Area(id=1 + row, name=f"hall_{name}", layer=name, polygon=rectangle(0, 0, 12, 6))
        for row, name in enumerate(storeys)
    ]
    wall = Obstacle(id=50, name="wall", polygon=rectangle(5, -1, 6, 7))
    layers = tuple(Layer(name=name) for name in storeys)
    items = {one.id: one for one in (*halls, wall)}
    return Level(settings=Settings(layers=layers, **numbers)).with_items(items)


def put(world: World, *items: Item, **options: bool) -> World:
    """The world after these elements or settings took the place of others."""
    edit = Edit.put(world.level, items)
    return world.update(edit.apply(world.level), edit, **options)
