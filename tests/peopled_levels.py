"""Random agents and waypoints for levels without them."""

from random import Random

from reason_levels import SIDE

from navcore.level.model import Agent, Level, Waypoint


def peopled(level: Level, seed: int, columns: int = 3, rows: int = 2) -> Level:
    """Return the level with agents, sometimes a player, and waypoints at random places."""
    random = Random(seed)
    storeys = level.settings.layer_names

    def place() -> tuple[float, float]:
        return (random.uniform(0, columns * SIDE), random.uniform(0, rows * SIDE))

    items: dict[int, Agent | Waypoint] = {}
    for n in range(random.randint(0, 5)):
        items[1000 + n] = Agent(
            id=1000 + n, order=0.0, name=f"agent_{n}", position=place(),
            goals=tuple(place() for _ in range(random.randint(0, 2))),
            player=random.random() < 0.3, layer=random.choice(storeys),
        )  # fmt: skip
    for n in range(random.randint(0, 3)):
        items[2000 + n] = Waypoint(
            id=2000 + n, order=0.0, name=f"w_{n}", position=place(), layer=random.choice(storeys)
        )
    return level.with_items(dict(items))
