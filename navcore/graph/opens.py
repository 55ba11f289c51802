"""Find the areas and obstacles of one storey that matter to agents with some abilities."""

from collections.abc import Collection
from typing import NamedTuple

from msgspec.structs import replace

from navcore.level.model import Area, Level, Obstacle, Settings


class Opens(NamedTuple):
    """Storey, abilities and doors that decide what counts as floor."""

    layer: str
    abilities: frozenset[str]
    through_doors: bool

    def area(self, level: Level, key: int) -> Area | None:
        """Return an area with its availability for these agents; None if not on the storey."""
        area = level.areas.get(key)
        if area is None or level.settings.layer_of(area) != self.layer:
            return None
        if self.through_doors and area.door and not area.available:
            area = replace(area, available=True)
        return replace(area, needs=()) if self.abilities.issuperset(area.needs) else area

    def obstacle(self, level: Level, key: int) -> Obstacle | None:
        """Return an obstacle; None if it's not on the storey."""
        obstacle = level.obstacles.get(key)
        if obstacle is None or level.settings.layer_of(obstacle) != self.layer:
            return None
        return obstacle


def drawn_among(ids: Collection[int], *levels: Level) -> list[int]:
    """Return the given ids that belong to an area or an obstacle in one of the levels."""
    some = set(ids)
    shapes = (held for level in levels for held in (level.areas, level.obstacles))
    drawn = {key for held in shapes for key in held.keys() & some}
    return [key for key in ids if key in drawn] if drawn else []


def with_outer_edge(settings: Settings) -> Settings:
    """Return the settings with boundary padding, so that sources have the outer edge."""
    return replace(settings, boundary_padding=max(settings.boundary_padding, settings.cell_size))


def floors_differ(a: Settings, b: Settings) -> bool:
    """Return whether the settings differ in a way that changes the floor."""
    return a.seam != b.seam or a.layer_names != b.layer_names
