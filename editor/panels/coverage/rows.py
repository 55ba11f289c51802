"""Table of everything that sees no waypoint: agents and spawn points, then patches of floor."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from editor.look.fields import number_text
from editor.look.row_table import Column, RowModel
from editor.look.style import SIZE
from navcore.graph.uncovered import Patch
from navcore.i18n import mark, tr
from navcore.level.model import Agent, Level, Point, Waypoint
from navcore.level.naming import called
from navcore.level.pick import pick_index


@dataclass(frozen=True, slots=True)
class Unseeing:
    """One row: an element or a patch of floor that sees no waypoint."""

    icon: str
    what: str
    """A name, or that it is floor."""
    where: str
    """The area that contains it, or its place."""
    place: Point
    """Metres."""
    element: int | None = None
    patch: Patch | None = None

    @property
    def cells(self) -> tuple[str, str, str]:
        """The texts of the row."""
        area = "" if self.patch is None else area_text(self.patch.area)
        return self.what, self.where, area


def area_text(area: float) -> str:
    """Square metres in words."""
    return tr("{0} m²").format(f"{area:,.1f}")


def rows_of(level: Level, ids: Sequence[int], patches: Sequence[Patch]) -> list[Unseeing]:
    """Return a row for each of these agents and spawn points of a level, and for each patch."""
    rows = list[Unseeing]()
    for one in map(level.get, ids):
        if isinstance(one, Agent | Waypoint):
            picture = "agent" if isinstance(one, Agent) else "waypoint"
            where = _where(level, one.position)
            rows.append(Unseeing(picture, called([one]), where, one.position, one.id))
    for patch in patches:
        where = _where(level, patch.place)
        rows.append(Unseeing("area", tr("floor"), where, patch.place, patch=patch))
    return rows


def _where(level: Level, place: Point) -> str:
    """Return the areas there, the smallest first by its name; the place where there is none."""
    found = pick_index(level).at(place, 0.0)
    areas = [level.areas[hit] for hit in found if hit in level.areas and level.areas[hit].name]
    if areas:
        return areas[0].name
    return tr("{0}, {1}").format(*map(number_text, place))


class UnseeingRows(RowModel[Unseeing]):
    """The rows that are listed."""

    columns = (
        Column(mark("Sees no waypoint")),
        Column(mark("Where")),
        Column(mark("Area"), number=True, width=SIZE.label_column),
    )

    def cells(self, row: Unseeing) -> tuple[str, ...]:
        """Return what, where, how large."""
        return row.cells

    def key(self, row: Unseeing) -> Hashable:
        """Return its element, or the place of the patch."""
        return row.element if row.patch is None else row.patch.place

    def sign(self, row: Unseeing) -> tuple[str, str]:
        """Return an agent, a waypoint or floor."""
        return (row.icon, "text")
