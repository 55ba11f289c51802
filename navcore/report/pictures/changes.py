"""Picture of the differences between two levels: the new level with marked changes."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.bake.grid_differences import GAINED, LOST, Differences
from navcore.bake.lattice import Lattice
from navcore.errors import NavcoreError
from navcore.i18n import several
from navcore.level.bases import Element, Polygon
from navcore.level.model import Level, Profile
from navcore.level.tables import GROUND
from navcore.report.comparing.comparison import Comparison
from navcore.report.comparing.elements import Change, anchor_of
from navcore.report.comparing.floors import CUT_OFF, JOINED, on_same_cells
from navcore.report.pictures import layout, style
from navcore.report.pictures.finding import Box, joined_box, points_of
from navcore.report.pictures.floor import change_shapes
from navcore.report.pictures.frame import Frame
from navcore.report.pictures.level import level_parts, outline_of
from navcore.report.pictures.shapes import Disc, Part, Pattern, Picture, Shape, Text
from navcore.report.pictures.terrain import terrain_parts
from navcore.world import World

_WIDTH: Final = 960
_HEIGHTS: Final = (360, 900)
_AROUND: Final = 0.08
"""Margin around the shown box, as a share of its size."""
_LEAST: Final = 12.0
"""Metres that a picture shows across, at least."""
_NAMED: Final = 24
"""Most elements whose names are shown."""
_DASH: Final = (4.0, 3.0)


def changes_picture(old: World, new: World, found: Comparison, names: tuple[str, str]) -> Picture:
    """Return the picture of the differences between an old and a new world.

    It shows the storey with the most changes, and the part of it that contains changes.
    """
    layer = _storey(found, new.level)
    differences = _differences(on_same_cells(old, new), new, layer)
    head = _head(found, names, layer)
    top = layout.head_height(head, _WIDTH)
    changed_cells = _changed_cells(found, differences, layer)
    box = _box(old, new, found, changed_cells, layer)
    inner = _WIDTH - 2 * style.MARGIN
    frame = Frame.around(box, (style.MARGIN, top), inner, _HEIGHTS)
    marks = [one for one in found.new if one.layer == layer]
    keep = tuple(one.place for one in marks)
    tints = [shape for one in changed_cells for shape in change_shapes(frame, *one)]
    parts = level_parts(frame, new, layer, keep=keep, over_floor=tints)
    changed = [one for one in found.changes if one.layer == layer and one.id]
    for change in changed:
        parts += _shown(frame, old.level, new.level, change)
    parts += _names(frame, old.level, new.level, changed)
    for floor in found.floors:
        if floor.layer == layer and not floor.type:
            for patch in (*floor.cut_off, *floor.joined):
                word = "cut off" if patch in floor.cut_off else "joined"
                x, y = frame.to_pixel(patch.place)
                text = f"{patch.area:.1f} m² {word}"
                colour = style.ERROR if word == "cut off" else style.DOOR_OPEN
                parts.append(Text(x, y, text, style.SMALL, colour, "middle", True, style.OUTSIDE))
    for problem in marks:
        parts += layout.mark_at(*frame.to_pixel(problem.place), problem.severity)
    ways = {
        looks[way] for _, cells, looks in changed_cells for way in looks if (cells == way).any()
    }
    legend = [layout.FLOOR, *(_SWATCHES[one] for one in Pattern if one in ways), *_LEGEND]
    legend += [swatch for swatch, _ in terrain_parts(frame, new, layer)]
    return layout.laid_out(head, frame, parts, legend, _WIDTH)


_LEGEND: Final = (
    layout.Swatch("changed", Shape((), line=style.ACCENT, width=2.0)),
    layout.Swatch("as it was, or removed", Shape((), line=style.TEXT2, width=1.5, dash=_DASH)),
)


_SWATCHES: Final = {
    Pattern.LOST: layout.LOST, Pattern.GAINED: layout.GAINED,
    Pattern.CUT_OFF: layout.CUT_OFF, Pattern.JOINED: layout.JOINED,
}  # fmt: skip

_Cells: TypeAlias = tuple[Lattice, npt.NDArray[np.uint8], dict[int, Pattern]]
"""Lattice, kind of change of each cell, and the pattern of each kind."""


def _changed_cells(found: Comparison, differences: Differences | None, layer: str) -> list[_Cells]:
    """Return changed cells for agents without a type; `cut_off` lies beneath lost floor."""
    reaches = [one.reach for one in found.floors if one.layer == layer and not one.type]
    shown: list[_Cells] = [
        (one.lattice, one.cells, {CUT_OFF: Pattern.CUT_OFF, JOINED: Pattern.JOINED})
        for one in reaches
        if one is not None
    ]
    if differences is not None:
        looks = {LOST: Pattern.LOST, GAINED: Pattern.GAINED}
        shown.append((differences.lattice, differences.cells, looks))
    return shown


def _storey(found: Comparison, level: Level) -> str:
    """Return the storey with the most changes; the ground if it is one of them."""
    told = [one.layer for one in found.changes if one.place is not None]
    told += [one.layer for one in found.new]
    told += [one.layer for one in found.floors]
    counts = Counter(layer for layer in told if layer in level.settings.layer_names)
    return max(counts, key=lambda layer: (counts[layer], layer == GROUND), default=GROUND)


def _differences(old: World, new: World, layer: str) -> Differences | None:
    if layer not in old.level.settings.layer_names:
        return None
    own = Profile(layer=layer)
    try:
        return Differences(old.grid_for(own), new.grid_for(own))
    except NavcoreError:
        return None  # Too far apart to have any floor in common.


def _head(found: Comparison, names: tuple[str, str], layer: str) -> layout.Head:
    counts = [
        (len(found.changes), "1 change", "{0} changes"),
        (len(found.new), "1 new problem", "{0} new problems"),
        (len(found.gone), "1 problem gone", "{0} problems gone"),
    ]
    title = ", ".join(several(*count) for count in counts if count[0]) or "the same"
    told = [one.text for one in found.new] + [f"{one.text}." for one in found.agents]
    told += [f"{one.text}." for one in found.changes]
    where = "" if layer == GROUND else f", {layer}"
    worst = found.new[0].severity if found.new else ""
    return layout.Head(title, " ".join(told), f"{names[0]} to {names[1]}{where}",
                       worst if worst in {"error", "warning"} else "")  # fmt: skip


def _box(old: World, new: World, found: Comparison, changed: Iterable[_Cells], layer: str) -> Box:
    """Return the shown box: the changes, or the whole level if they fill most of it."""
    lattice = new.grid.lattice
    whole = (lattice.min_x, lattice.min_z, lattice.max_x, lattice.max_z)
    places = [one.place for one in found.new if one.layer == layer]
    for change in found.changes:
        if change.layer == layer and change.id:
            for level in (old.level, new.level):
                one = level.get(change.id)
                places += points_of(level, one) if isinstance(one, Element) else ()
    for own, cells, _ in changed:
        rows, columns = np.nonzero(cells)
        if len(rows):
            places += (
                own.centre_of(int(column), int(row))
                for row, column in ((rows.min(), columns.min()), (rows.max(), columns.max()))
            )
    if not places:
        return whole
    x, z = places[0]
    box = joined_box((x, z, x, z), places)
    around = [max(_AROUND * (box[axis + 2] - box[axis]), 1.0) for axis in (0, 1)]
    box = (box[0] - around[0], box[1] - around[1], box[2] + around[0], box[3] + around[1])
    more = [max(0.0, _LEAST - (box[axis + 2] - box[axis])) / 2 for axis in (0, 1)]
    return (box[0] - more[0], box[1] - more[1], box[2] + more[0], box[3] + more[1])


def _shown(frame: Frame, old: Level, new: Level, change: Change) -> Iterator[Part]:
    """Yield an element's old outline, dashed, and its new one."""
    was, now = old.get(change.id), new.get(change.id)
    if isinstance(was, Polygon):
        if not isinstance(now, Polygon) or was.polygon != now.polygon:
            yield from outline_of(frame, was.polygon, style.TEXT2, dash=_DASH)
    elif isinstance(was, Element):
        before = anchor_of(old, was)
        moved = not isinstance(now, Element) or anchor_of(new, now) != before
        if before is not None and moved:
            yield Disc(*frame.to_pixel(before), 8.0, line=style.TEXT2, width=2.0, dash=_DASH)
    if isinstance(now, Polygon):
        yield from outline_of(frame, now.polygon, style.ACCENT)
    elif isinstance(now, Element):
        at = anchor_of(new, now)
        if at is not None:
            yield Disc(*frame.to_pixel(at), 9.0, line=style.OUTSIDE, width=4.0)
            yield Disc(*frame.to_pixel(at), 9.0, line=style.ACCENT, width=2.0)


def _names(frame: Frame, old: Level, new: Level, changes: Iterable[Change]) -> Iterator[Text]:
    named = [one for one in changes if one.name][:_NAMED]
    for change in named:
        level = old if change.what == "removed" else new
        one = level.get(change.id)
        if isinstance(one, Element):
            points = points_of(level, one)
            if points and frame.sees(points):
                ring = frame.to_pixels(points if isinstance(one, Polygon) else points[:1])
                x, y = float(ring[:, 0].mean()), float(ring[:, 1].min()) - 12.0
                colour = style.TEXT2 if change.what == "removed" else style.ACCENT
                yield Text(x, y, change.name, style.SMALL, colour, "middle", halo=style.OUTSIDE)
