"""Edit: mirror, align, distribute, combine."""

from collections.abc import Callable, Collection
from functools import partial
from itertools import islice
from typing import Final, Literal

from editor.actions.table import Action, drawn, row, selected, several_selected
from editor.actions.targets import commit, companions_of, free_or_say, say_what_stays
from editor.actions.workbench import Workbench
from editor.tools.gesture import added
from editor.tools.lines import AXES
from editor.tools.mirror import MirrorTool
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Level, Point, Polygon
from navcore.level.naming import NewId
from navcore.level.operations.arrange import Edge


def _mirror(along: Point, bench: Workbench) -> None:
    """About the line through the pivot, or the middle of what moves, that runs this way."""
    bench.canvas.settle()
    ids, level = free_or_say(bench), bench.document.level
    if ids:
        start = bench.document.selection.pivot or _place_in(bench, ids, (0.0, 0.0))
        end, things = added(start, along), companions_of(bench, ids)
        commit(bench, lambda: operations.mirror_together(level, ids, things, start, end), _SAME)
        say_what_stays(bench)


def _mirror_beside(side: Point, bench: Workbench) -> None:
    """Add a mirrored copy of the selection beside it, about its outermost line on this side."""
    bench.canvas.settle()
    document = bench.document
    ids = document.selection.ids - document.unseen
    ids |= companions_of(bench, ids).ids
    tool = next(t for t in bench.canvas.gestures.tools if isinstance(t, MirrorTool))
    start = _place_in(bench, ids, side)
    end = added(start, _UPRIGHT if side[0] else _LEVEL)
    join = tool.joins.on
    edit = commit(
        bench,
        lambda: operations.mirror_copies(
            document.level, ids, start, end, document.new_id, join=join
        ),
        _SAME,
    )
    if edit:
        document.select(document.selection.ids | edit.after.keys())


def _place_in(bench: Workbench, ids: Collection[int], shares: Point) -> Point:
    """A place in the box around elements, by shares of half its sides: 0, 0 is the middle."""
    placed = operations.lying(map(bench.document.level.element, ids))
    x0, z0, x1, z1 = operations.bounds_of(placed) if placed else (0.0, 0.0, 0.0, 0.0)
    # Halves of whole numbers: a side is met to the last bit.
    u, v = (1 + shares[0]) / 2, (1 + shares[1]) / 2
    return (x0 * (1 - u) + x1 * u, z0 * (1 - v) + z1 * v)


def _choose_mirror(bench: Workbench) -> None:
    gestures = bench.canvas.gestures
    gestures.choose(next(tool for tool in gestures.tools if isinstance(tool, MirrorTool)))


def _place_pivot(bench: Workbench) -> None:
    """Under the mouse, snapped, or in the middle; where it lies already, it is put back."""
    bench.canvas.settle()
    gestures, document = bench.canvas.gestures, bench.document
    view, pointer = gestures.view(), gestures.pointer
    middle = _place_in(bench, document.selection.ids, (0.0, 0.0))
    place = middle if pointer is None else view.snap(pointer.position, ())
    document.place_pivot(None if place == document.selection.pivot else place)
    gestures.choose(gestures.tools[0])


def _put_pivot_back(bench: Workbench) -> None:
    bench.canvas.settle()
    bench.document.place_pivot(None)


def _has_pivot(bench: Workbench) -> bool:
    return bench.document.selection.pivot is not None


_LEVEL, _UPRIGHT = AXES
_SAME: Final = "Nothing changes: it looks the same in the mirror."
_IN_LINE: Final = "Nothing moves: it is in line already."
_SPREAD: Final = "Nothing moves: the gaps are equal already."


def _align(edge: Edge, bench: Workbench) -> None:
    bench.canvas.settle()
    ids, level = free_or_say(bench), bench.document.level
    if ids:
        commit(bench, lambda: _follow(bench, operations.align(level, ids, edge)), _IN_LINE)
        say_what_stays(bench)


def _distribute(axis: Literal["x", "z"], bench: Workbench) -> None:
    bench.canvas.settle()
    ids, level = free_or_say(bench), bench.document.level
    if ids:
        commit(bench, lambda: _follow(bench, operations.distribute(level, ids, axis)), _SPREAD)


def _follow(bench: Workbench, edit: Edit) -> Edit:
    """Return the edit, and what belongs to the rooms that it moves, as the switch is set."""
    taken = bench.settings.take_along
    return operations.follow_rooms(bench.document.level, edit) if taken else edit


def _combine(operation: Callable[[Level, Collection[int], NewId], Edit], bench: Workbench) -> None:
    bench.canvas.settle()
    ids, document = free_or_say(bench), bench.document
    if ids:
        edit = commit(bench, lambda: operation(document.level, ids, document.new_id))
        _select_left(bench, edit)


def _select_left(bench: Workbench, edit: Edit) -> None:
    """Select the elements that remain after an edit, in addition to the selection."""
    made = frozenset(i for i, item in edit.after.items() if item is not None)
    bench.document.select(bench.document.selection.ids | made)


def _three_selected(bench: Workbench) -> bool:
    return len(bench.document.selection.ids) > 2


def _polygons_selected(bench: Workbench) -> bool:
    level = bench.document.level
    polygons = (i for i in bench.document.selection.ids if isinstance(level.get(i), Polygon))
    return len(list(islice(polygons, 2))) > 1


def _any_polygon(bench: Workbench) -> bool:
    return any(issubclass(kind, Polygon) for kind in bench.document.level.held)


def _choose_split(bench: Workbench) -> None:
    gestures = bench.canvas.gestures
    gestures.choose(next(tool for tool in gestures.tools if tool.name == "split"))


def _edges() -> list[Action]:
    edges: tuple[tuple[Edge, str], ...] = (
        ("left", "Left"), ("centre", "Centre"), ("right", "Right"),
        ("top", "Top"), ("middle", "Middle"), ("bottom", "Bottom"),
    )  # fmt: skip
    return [
        row(
            f"align_{edge}",
            "Edit/Arrange/Align",
            text,
            partial(_align, edge),
            enabled=several_selected,
        )
        for edge, text in edges
    ]


def _sides() -> list[Action]:
    sides: tuple[tuple[str, Point, str], ...] = (
        ("left", (-1.0, 0.0), "Copy to the left"), ("right", (1.0, 0.0), "Copy to the right"),
        ("above", (0.0, 1.0), "Copy above"), ("below", (0.0, -1.0), "Copy below"),
    )  # fmt: skip
    menu = "Edit/Arrange/Mirror"
    return [
        row(f"mirror_{name}", menu if name != "left" else f"{menu}|", text,
            partial(_mirror_beside, side), enabled=selected,
            tip="A mirrored copy beside what is selected")
        for name, side, text in sides
    ]  # fmt: skip


ROWS: Final[tuple[Action, ...]] = (
    row("mirror_x", "Edit/Arrange/Mirror", "Left and right", partial(_mirror, _UPRIGHT),
        enabled=selected),
    row("mirror_z", "Edit/Arrange/Mirror", "Up and down", partial(_mirror, _LEVEL),
        enabled=selected),
    row("tool_mirror", "Edit/Arrange/Mirror|", "About a line", _choose_mirror, "Shift+M",
        enabled=drawn, checked=lambda b: isinstance(b.canvas.gestures.tool, MirrorTool),
        icon="mirror", tip="An edge, two points or an axis; with a copy or without"),
    *_sides(),
    row("pivot", "Edit/Arrange/Pivot", "Set at the mouse", _place_pivot, "Shift+V",
        enabled=selected, tip="What is selected turns and scales about the pivot"),
    row("pivot_back", "Edit/Arrange/Pivot", "Back to the middle", _put_pivot_back,
        enabled=_has_pivot),
    *_edges(),
    row("distribute_x", "Edit/Arrange/Distribute", "Across", partial(_distribute, "x"),
        enabled=_three_selected, tip="Equal gaps from left to right"),
    row("distribute_z", "Edit/Arrange/Distribute", "Up and down", partial(_distribute, "z"),
        enabled=_three_selected, tip="Equal gaps from bottom to top"),
    row("unite", "Edit/Combine", "Unite", partial(_combine, operations.union),
        enabled=_polygons_selected, tip="Areas that touch become one, and so do obstacles"),
    row("subtract", "Edit/Combine", "Subtract", partial(_combine, operations.subtract),
        enabled=_polygons_selected,
        tip="Obstacles and doors are cut out of floor, else the smallest out of the others"),
    row("tool_split", "Edit/Combine", "Split along a line", _choose_split, enabled=_any_polygon,
        checked=lambda b: b.canvas.gestures.tool.name == "split", icon="split",
        tip="Cut areas and obstacles in two"),
)  # fmt: skip
