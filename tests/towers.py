"""A level with a hall on every storey, all at the same place."""

from navcore.level.edit import Edit
from navcore.level.model import Area, Item, Layer, Level, Obstacle, Ring, Settings
from navcore.world import World


def rectangle(x0: float, z0: float, x1: float, z1: float) -> Ring:
    """Return a rectangle along the axes."""
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def tower(*names: str, **numbers: float) -> Level:
    """Return a hall on every storey, with a wall all across it on the ground storey."""
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
    """Return the world after these elements or settings replaced others."""
    edit = Edit.put(world.level, items)
    return world.update(edit.apply(world.level), edit, **options)
