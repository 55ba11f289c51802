"""Texts of the table of probes for each path."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from editor.actions.workbench import Workbench
from editor.look.fields import number_text
from editor.look.row_table import Column
from editor.look.style import SIZE
from editor.panels.probes.passed import FoundPath, PassedBy
from editor.services.pins import leg_of
from editor.services.route_legs import is_walked_alike
from editor.tools.messages import number
from editor.tools.messages.probe import against_words, status_words, walks_words
from navcore.i18n import mark, tr
from navcore.level.model import Point
from navcore.path.result import PathResult

COLUMNS: Final = tuple(
    Column(title, tip, number=number, width=width)
    for (title, tip, number), width in zip(
        (
            (mark("Path"), "", False),
            (mark("For"), mark("Agent type that walks, or what was searched over"), False),
            (mark("Result"), "", False),
            (mark("Length"), mark("Metres from start to end"), True),
            (mark("Time"), mark("Seconds at the usual speed, slower over terrain"), True),
            (
                mark("Cost"),
                mark(
                    "What the search counts: metres before smoothing, times the cost of terrain, "
                    "and links"
                ),
                True,
            ),
            (mark("Narrowest"), mark("The narrowest gap on the way, and its door"), False),
            (mark("Doors"), mark("Doors that it leads through, in their order"), False),
            (mark("Links"), mark("Stairs, ladders, jumps and drops"), False),
            (mark("Visited"), mark("Cells or waypoints that the search looked at"), True),
            (mark("Search"), mark("How long the search took"), True),
        ),
        SIZE.probe_columns,
        strict=True,
    )
)
"""Columns of the table."""

_TIME: Final = 4
_PASSED: Final = slice(6, 9)
"""Columns with what a path passes."""


@dataclass(frozen=True, slots=True, eq=False)
class ProbeRow:
    """One path."""

    kind: str
    """`probe`, `network`, `compared` or `pin`."""
    ends: tuple[Point, Point]
    layer: str
    """Storey of the start."""
    cells: tuple[str, ...]
    """A text for each column."""
    reached: bool
    number: int | None = None
    """Number of a pin."""
    narrow: Point | None = None
    """Place of the narrowest passage."""
    path: PathResult | None = None
    """The path, if it is known."""


Known: TypeAlias = Mapping[tuple[str, int | None], ProbeRow]
"""Rows of before, by kind and number."""


def rows_of(
    bench: Workbench, passed_by: PassedBy, before: Sequence[ProbeRow] = ()
) -> list[ProbeRow]:
    """Return rows for the probe's path, paths to compare with, then pinned ones by number.

    `before` are rows of the same paths in a level that is being dragged: if a path is unchanged,
    the row keeps its text until the drag is over.
    """
    known = {(row.kind, row.number): row for row in before}
    passed_by.begin()
    probe, settings = bench.probe, bench.run.world.level.settings
    rows: list[ProbeRow] = []
    shown = bench.bake.shown_floor
    if probe.result is not None and probe.ends is not None:
        name = walks_words(shown.type_name, bench.document.state.name)
        own = leg_of(*probe.ends, probe.storeys, shown.profile_in(settings), settings)
        path = FoundPath(own, probe.storeys[0], probe.result)
        rows.append(_row(bench, passed_by, path, known, tr("Probe"), name))
        beside = tr("Compared")
        if probe.over_network is not None:
            over = path._replace(result=probe.over_network, over_cells=False)
            rows.append(_row(bench, passed_by, over, known, beside, tr("waypoints"), "network"))
        leg, other = probe.compared_leg, probe.compared
        if leg is not None and other is not None:
            found = FoundPath(leg, probe.storeys[0], other, leg.smoothed is None)
            words = against_words(probe.against)
            rows.append(_row(bench, passed_by, found, known, beside, words, "compared"))
    pins = probe.pins
    legs = [pin.leg(settings) for pin in pins.pins]
    for pin, leg, result in zip(pins.pins, legs, pins.paths(legs), strict=True):
        name, title = walks_words(pin.type_name, pin.state), str(pin.number)
        if result is None:
            rest = ("",) * (len(COLUMNS) - 3)
            cells = (title, name, tr("Searching"), *rest)
            ends = (pin.start, pin.goal)
            rows.append(ProbeRow("pin", ends, pin.storeys[0], cells, False, pin.number))
        else:
            found = FoundPath(leg, pin.storeys[0], result)
            rows.append(_row(bench, passed_by, found, known, title, name, "pin", pin.number))
    return rows


def _row(
    bench: Workbench,
    passed_by: PassedBy,
    path: FoundPath,
    known: Known,
    title: str,
    whom: str,
    kind: str = "probe",
    pin: int | None = None,
) -> ProbeRow:
    result, row = path.result, known.get((kind, pin))
    cell = bench.run.world.grid.cell_size if path.over_cells else 1.0
    if row is not None and row.path is not None and is_walked_alike(row.path, result):
        passed = [*row.cells[_PASSED]]
        time, narrow = row.cells[_TIME], row.narrow
    else:
        time, narrow, *passed = passed_by.by(path, (kind, pin))
    walked = bool(len(result.points))
    cells = (
        title, whom, status_words(result),
        number_text(result.length, "m") if walked else "", time,
        number_text(result.cost * cell, "m") if walked else "", *passed,
        f"{result.visited:,}", tr("{0} ms").format(number(result.time * 1000, 2)),
    )  # fmt: skip
    ends = (result.start, result.goal)
    return ProbeRow(kind, ends, path.layer, cells, result.ok, pin, narrow, result)


def box_of(row: ProbeRow) -> tuple[float, float, float, float]:
    """Return a box around a path's ends, with a margin."""
    (ax, az), (bx, bz) = row.ends
    margin = max(1.0, 0.1 * math.dist(*row.ends))
    return (min(ax, bx) - margin, min(az, bz) - margin, max(ax, bx) + margin, max(az, bz) + margin)
