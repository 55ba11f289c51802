"""Gaps that are too narrow, in words: how wide, how wide they must be, and how to widen them."""

from collections.abc import Callable, Iterator
from math import atan2, dist, floor, sqrt
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from navcore.bake.profile import radius_in
from navcore.i18n import tr
from navcore.level.affine import Affine
from navcore.level.edit import Edit
from navcore.level.model import Element, Level, Obstacle, Point, Profile
from navcore.level.naming import called
from navcore.level.profiles import on_layer
from navcore.proof.clearances import Passage
from navcore.proof.ends import End
from navcore.proof.explanation import Mark, Reason, Relaxation
from navcore.proof.narrow_place import (
    NarrowPlace,
    around,
    narrow_place,
    nearest_obstacle,
    path_between,
)
from navcore.proof.relaxed import put_edit
from navcore.proof.verdicts import clearance_of, rounded_up
from navcore.proof.widening import cut_out, harms, lane_of, narrow_gaps
from navcore.world import World

Again: TypeAlias = Callable[[World], Relaxation | None]

_CENTIMETRE: Final = 0.01

_MOST_GAPS: Final = 3
"""Most gaps that one fix widens."""

_AROUND: Final = 3.0
"""Times the width of a gap within which others must not become too narrow."""


def told_width(
    world: World,
    profile: Profile,
    ends: tuple[End, End],
    relaxation: Relaxation,
    again: Again,
) -> tuple[Reason, str, tuple[Mark, ...], Edit | None]:
    """Return the sentence about a gap that is too narrow, its marks, and a fix.

    `again` finds the smallest relaxation in another world.
    """
    level = world.level
    found = narrow_place(world, profile, ends, relaxation)
    if found.passage is not None:
        passage = found.passage
        marks = [Mark(passage.place, passage.between[0], passage.ends, found.layer)]
        if passage.between[1] != passage.between[0]:
            other = level.element(passage.between[1])
            marks.append(Mark(other.anchor or passage.place, other.id, layer=found.layer))
        # If doors are shut as well, widening the gap is not enough for a path.
        alone = relaxation == Relaxation(width=relaxation.width)
        fix = _widened(world, profile, ends, passage, again) if alone else None
        needed = rounded_up(passage.always_from) if fix is None else fix.width
        text = _gap_text(level, passage, needed)
        return Reason.WIDTH, text, tuple(marks), None if fix is None else fix.edit
    if found.link is not None:
        radius = radius_in(profile, level.settings)
        said = tr("{0} lets agents of up to {1} m pass; this one is {2} m wide.")
        text = said.format(called([found.link]), f"{found.link.width:.2f}", f"{2 * radius:.2f}")
        label = tr("Widen {0}").format(called([found.link]))
        wide = Edit.put(level, [replace(found.link, width=2 * radius)], label)
        # Another place on the way may be too narrow, too, or a door shut.
        helps = path_between(put_edit(world, wide), profile, ends).ok
        marks = [Mark(found.place, found.link.id, layer=found.layer)]
        return Reason.WIDTH, text, tuple(marks), wide if helps else None
    return _place_reason(world, profile, ends, found, relaxation)


def _gap_text(level: Level, passage: Passage, needed: float) -> str:
    """Return how wide a gap is and must be: `needed` metres, as its fix makes it.

    From that width on it is passable at every grid alignment. Rules name the same width.
    """
    one, other = (level.element(key) for key in passage.between)
    width = f"{passage.width:.2f}"
    if one.id == other.id:
        edge = passage.sides == ("edge", "edge")
        said = tr("{0} is {1} m wide here") if edge else tr("The gap in {0} is {1} m wide")
        text = said.format(called([one]), width)
    else:
        text = tr("The gap between {0} and {1} is {2} m wide")
        text = text.format(called([one]), called([other]), width)
    if passage.verdict == "never":
        return tr("{0}; this agent needs {1} m.").format(text, f"{needed:.2f}")
    said = tr(
        "{0}, which is too narrow at this grid alignment; from {1} m on it is always passable."
    )
    return said.format(text, f"{needed:.2f}")


def _place_reason(
    world: World,
    profile: Profile,
    ends: tuple[End, End],
    found: NarrowPlace,
    relaxation: Relaxation,
) -> tuple[Reason, str, tuple[Mark, ...], Edit | None]:
    """Return the reason for a place with too little room, where no two sides face each other."""
    level, fix = world.level, None
    near = nearest_obstacle(level, found.layer, found.place)
    needed = clearance_of("obstacle", radius_in(profile, level.settings), level.settings)
    reason = Reason.WIDTH
    marks = [Mark(found.place, layer=found.layer)]
    if near is not None and near[1] < needed:
        element, away = near
        # Rounded down, for "0.70 m, and needs 0.70 m" would be no reason.
        name, away_told = called([element]), f"{floor(away * 100) / 100:.2f}"
        needed_told = f"{needed:.2f}"
        if found.end is None:
            said = tr("{0} is in the way: paths pass {1} m from it, and this agent needs {2} m.")
            text = said.format(name, away_told, needed_told)
            if relaxation == Relaxation(width=relaxation.width):
                fix = _switched_off(world, profile, ends, element)
        else:
            said = tr("{0} is {1} m from {2}; this agent keeps {3} m.")
            text = said.format(ends[found.end].title, away_told, name, needed_told)
        marks.append(Mark(element.anchor or found.place, element.id, layer=found.layer))
        return reason, text, tuple(marks), fix
    if found.end is not None:
        said = tr("{0} is {1} m too close to the edge of the floor for this agent.")
        text = said.format(ends[found.end].title, f"{relaxation.width / 2:.2f}")
        return reason, text, tuple(marks), None
    said = tr("The floor at {0}, {1} is {2} m too narrow for this agent.")
    x, z = found.place
    text = said.format(f"{x:.2f}", f"{z:.2f}", f"{relaxation.width:.2f}")
    return reason, text, tuple(marks), None


def _switched_off(
    world: World, profile: Profile, ends: tuple[End, End], element: Element
) -> Edit | None:
    """Return the edit that disables an obstacle; None if it is locked or that makes no path."""
    if not isinstance(element, Obstacle) or element.locked:
        return None
    label = tr("Switch off {0}").format(called([element]))
    edit = Edit.put(world.level, [replace(element, enabled=False)], label)
    return edit if path_between(put_edit(world, edit), profile, ends).ok else None


class _Widening(NamedTuple):
    """An edit that widens a gap."""

    edit: Edit
    width: float
    """Width of the gap after it, metres."""


def _widened(
    world: World, profile: Profile, ends: tuple[End, End], passage: Passage, again: Again
) -> _Widening | None:
    """Return the edit that makes a gap always open, and widens other gaps on the path.

    A door is widened. Of obstacles the smaller one at the gap is moved, or the other one, or both
    by half. If a moved obstacle would leave the room or get in the way of anything else, it stays,
    and the missing width is cut off.
    """
    level, now = world.level, world
    wide: float | None = None
    for count in range(1, _MOST_GAPS + 1):
        first: World | None = None
        always = rounded_up(passage.always_from)
        # If the floor ends exactly at centres of cells, rounding decides: try a little more.
        for width in (always, always + _CENTIMETRE):
            label = tr("Widen to {0} m").format(f"{width:.2f}")
            if count > 1:
                label = tr("Widen {0} gaps").format(count)
            for edit, moves in _candidates(now.level, profile, passage, width):
                tried = put_edit(now, edit)
                if moves and _parts_floor(now, tried, profile, _storey(now.level, passage)):
                    continue
                if path_between(tried, profile, ends).ok:
                    made = Edit.between(level, tried.level, label)
                    return _Widening(made, width if wide is None else wide)
                first = first or tried
        if first is None or count == _MOST_GAPS:
            return None
        now, wide = first, always if wide is None else wide
        left = again(now)
        if left is None or not left.width or left != Relaxation(width=left.width):
            return None
        found = narrow_place(now, profile, ends, left).passage
        if found is None or found.place == passage.place:
            return None
        passage = found
    return None


def _parts_floor(before: World, after: World, profile: Profile, storey: str) -> bool:
    """Return whether moving an obstacle leaves some floor disconnected.

    Opening a gap joins two regions of the floor, so there should be fewer of them.
    """
    there = on_layer(profile, storey)
    return before.grid_for(there).regions.count <= after.grid_for(there).regions.count


def _candidates(
    level: Level, profile: Profile, gap: Passage, width: float
) -> Iterator[tuple[Edit, bool]]:
    """Edits after which a gap is `width` metres wide and that harm nothing, see `_wider`."""
    settings = level.settings
    radius = radius_in(profile, settings)
    # The corners of a blocked cell reach beyond what blocks it.
    clearance = clearance_of("obstacle", radius, settings) + settings.cell_size * sqrt(0.5)
    reach = _AROUND * width + gap.depth
    before: set[frozenset[int]] | None = None
    for edit, moves in _wider(level, gap, width):
        if harms(level, edit, clearance):
            continue
        storey = _storey(level, gap)
        if before is None:
            before = narrow_gaps(around(level, storey, gap.place, reach), profile, gap.place, reach)
        wider = around(edit.apply(level), storey, gap.place, reach)
        if narrow_gaps(wider, profile, gap.place, reach) <= before:
            yield edit, moves


def _storey(level: Level, gap: Passage) -> str:
    return level.settings.layer_of(level.element(gap.between[0]))


def _wider(level: Level, gap: Passage, width: float) -> Iterator[tuple[Edit, bool]]:
    """Edits after which a gap is `width` metres wide, and whether they move obstacles.

    The smallest comes first.
    """
    (x, z), (to_x, to_z) = gap.ends
    if gap.between[0] == gap.between[1] and gap.between[0] in level.areas:
        door = level.areas[gap.between[0]]
        if door.door and not door.locked:
            factor = width / gap.width
            turn = atan2(to_z - z, to_x - x)
            wide = door.moved(Affine.scaling(factor, 1.0, gap.place, turn=turn))
            yield Edit.put(level, [wide]), False
        return
    more, length = width - gap.width, dist(*gap.ends)
    away = ((x - to_x) / length * more, (z - to_z) / length * more)
    steps = dict(zip(gap.between, (away, (-away[0], -away[1])), strict=True))
    free = [
        obstacle
        for key in steps
        if (obstacle := level.obstacles.get(key)) is not None and not obstacle.locked
    ]
    free.sort(key=lambda one: (_size(one), one.id))
    if gap.between[0] != gap.between[1]:
        for obstacle in free:
            yield Edit.put(level, [_moved(obstacle, steps[obstacle.id], 1.0)]), True
        if len(free) == len(steps):
            yield Edit.put(level, [_moved(one, steps[one.id], 0.5) for one in free]), True
    ids = {one.id for one in free}
    first, second = (key in ids for key in gap.between)
    # For one obstacle that bends around a gap a single side is enough.
    sides = (first, second and len(steps) == len(gap.between))
    if any(sides):
        items = cut_out(level, free, lane_of(gap, width, sides))
        if items and None not in items.values():
            yield Edit.change(level, items), False


def _moved(obstacle: Obstacle, step: Point, share: float) -> Obstacle:
    return obstacle.carried(Affine.translation((step[0] * share, step[1] * share)))


def _size(obstacle: Obstacle) -> float:
    xs, zs = zip(*obstacle.polygon, strict=True)
    return float((max(xs) - min(xs)) * (max(zs) - min(zs)))
