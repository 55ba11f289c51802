"""Edit: mirror, align, distribute, combine."""

from collections.abc import Callable, Collection
from functools import partial
from itertools import islice
from typing import Final, Literal

from editor.actions.table import Action, row, selected, several_selected
from editor.actions.targets import commit, free_or_say, say_what_stays
from editor.actions.workbench import Workbench
from editor.tools.gesture import added
from editor.tools.lines import AXES
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Level, Point, Polygon
from navcore.level.naming import NewId
from navcore.level.operations.arrange import Edge


def _mirror(along: Point, bench: Workbench) -> None:
    """About the line through the middle of what moves that runs this way."""
    bench.canvas.settle()
    ids, level = free_or_say(bench), bench.document.level
    if ids:
        lies = operations.lying(map(level.element, ids))
        x0, z0, x1, z1 = operations.bounds_of(lies) if lies else (0.0, 0.0, 0.0, 0.0)
        middle = ((x0 + x1) / 2, (z0 + z1) / 2)
        commit(bench, lambda: operations.mirror(level, ids, middle, added(middle, along)), _SAME)
        say_what_stays(bench)


_LEVEL, _UPRIGHT = AXES
_SAME: Final = "Nothing changes: it looks the same in the mirror."
_IN_LINE: Final = "Nothing moves: it is in line already."
_SPREAD: Final = "Nothing moves: the gaps are equal already."


def _align(edge: Edge, bench: Workbench) -> None:
    bench.canvas.settle()
    ids, level = free_or_say(bench), bench.document.level
    if ids:
        commit(bench, lambda: operations.align(level, ids, edge), _IN_LINE)
        say_what_stays(bench)


def _distribute(axis: Literal["x", "z"], bench: Workbench) -> None:
    bench.canvas.settle()
    ids, level = free_or_say(bench), bench.document.level
    if ids:
        commit(bench, lambda: operations.distribute(level, ids, axis), _SPREAD)


def _combine(operation: Callable[[Level, Collection[int], NewId], Edit], bench: Workbench) -> None:
    bench.canvas.settle()
    ids, document = free_or_say(bench), bench.document
    if ids:
        edit = commit(bench, lambda: operation(document.level, ids, document.new_id))
        _select_left(bench, edit)


def _select_left(bench: Workbench, edit: Edit) -> None:
    """Select what an edit left of what it worked on, beside what else is selected."""
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


ROWS: Final[tuple[Action, ...]] = (
    row("mirror_x", "Edit/Arrange/Mirror", "Left and right", partial(_mirror, _UPRIGHT),
        enabled=selected),
    row("mirror_z", "Edit/Arrange/Mirror", "Up and down", partial(_mirror, _LEVEL),
        enabled=selected),
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
