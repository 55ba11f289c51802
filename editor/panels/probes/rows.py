"""What the table of probes says of each path."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from editor.actions.workbench import Workbench
from editor.look.fields import number_text
from editor.services.clearances import Widths
from editor.services.path_facts import led_over
from editor.tools.messages import metres, number
from editor.tools.messages.agent_types import type_words
from editor.tools.messages.link import TYPES
from editor.tools.messages.probe import against_words, status_words
from navcore.i18n import mark, tr
from navcore.level.links import WALK_SPEED
from navcore.level.model import Point, Profile
from navcore.level.tables import GROUND
from navcore.path.result import PathResult
from navcore.proof.doors_passed import doors_passed
from navcore.proof.narrowest import narrowest_on

TITLES: Final = (
    mark("Path"), mark("For"), mark("Result"), mark("Length"), mark("Time"), mark("Cost"),
    mark("Narrowest"), mark("Doors"), mark("Links"), mark("Visited"), mark("Search"),
)  # fmt: skip
"""Of the columns."""

TIPS: Final = (
    "", mark("Agent type that walks, or what was searched over"), "",
    mark("Metres from start to end"), mark("Seconds at the usual speed, slower over terrain"),
    mark("What the search counts: metres before smoothing, times the cost of terrain, and links"),
    mark("The narrowest gap on the way, and its door"),
    mark("Doors that it leads through, in their order"), mark("Stairs, ladders, jumps and drops"),
    mark("Cells or waypoints that the search looked at"), mark("How long the search took"),
)  # fmt: skip

NUMBERS: Final = frozenset({3, 4, 5, 9, 10})
"""Columns with numbers, at the right."""


@dataclass(frozen=True, slots=True)
class ProbeRow:
    """One path."""

    kind: str
    """`probe`, `network`, `compared` or `pin`."""
    ends: tuple[Point, Point]
    layer: str
    """The storey of its start."""
    cells: tuple[str, ...]
    """A text for each column."""
    reached: bool
    number: int | None = None
    """That of a pin."""
    narrow: Point | None = None
    """Where its narrowest place is."""


WidthsOf = Callable[[Profile | None], Widths]


def rows_of(bench: Workbench, widths_of: WidthsOf) -> list[ProbeRow]:
    """The probe's path, those that it is compared with, then the pinned ones by number."""
    probe, settings = bench.probe, bench.run.world.level.settings
    rows: list[ProbeRow] = []
    make = _Rows(bench, widths_of)
    shown = bench.bake.shown_floor.profile_in(settings)
    if probe.result is not None:
        name = type_words(bench.bake.shown_floor.type_name)
        start = probe.storeys[0]
        rows.append(make.row("probe", tr("Probe"), name, probe.result, shown, start))
        if probe.over_network is not None:
            over = tr("over waypoints")
            rows.append(make.row("network", tr("Compared"), over, probe.over_network, shown, start))
        leg, other = probe.compared_leg, probe.compared
        if leg is not None and other is not None:
            words = against_words(probe.against)
            rows.append(make.row("compared", tr("Compared"), words, other, leg.profile, start))
    pins = probe.pins
    legs = [pin.leg(settings) for pin in pins.pins]
    for pin, leg, path in zip(pins.pins, legs, pins.paths(legs), strict=True):
        name, title = type_words(pin.type_name), str(pin.number)
        if path is None:
            rest = ("",) * (len(TITLES) - 3)
            cells = (title, name, tr("Searching"), *rest)
            ends = (pin.start, pin.goal)
            rows.append(ProbeRow("pin", ends, pin.storeys[0], cells, False, pin.number))
        else:
            args = ("pin", title, name, path, leg.profile, pin.storeys[0])
            rows.append(make.row(*args, pin.number))
    return rows


class _Rows:
    """Makes rows in the present world."""

    def __init__(self, bench: Workbench, widths_of: WidthsOf) -> None:
        self._world = bench.run.world
        self._document, self._widths_of = bench.document, widths_of

    def row(
        self,
        kind: str,
        title: str,
        whom: str,
        path: PathResult,
        profile: Profile | None,
        layer: str,
        number_: int | None = None,
    ) -> ProbeRow:
        world, level = self._world, self._world.level
        layer = layer if layer in level.settings.layer_names else GROUND
        facts = led_over(world, path, profile, layer)
        doors = [door.name for door in doors_passed(level, world.grid.lattice, path, layer)]
        narrow, place = self._narrowest(path, profile)
        walked = bool(len(path.points))
        over_cells = kind != "network"
        cost = path.cost * (world.grid.cell_size if over_cells else 1.0)
        seconds = path.length / WALK_SPEED if facts.seconds is None else facts.seconds
        links = [tr(TYPES.get(one, one)) for one in dict.fromkeys(facts.links)]
        cells = (
            title, whom, status_words(path),
            number_text(path.length, "m") if walked else "",
            tr("{0} s").format(round(seconds)) if walked else "",
            number_text(cost, "m") if walked else "",
            narrow, ", ".join(doors), ", ".join(links),
            f"{path.visited:,}", tr("{0} ms").format(number(path.time * 1000, 2)),
        )  # fmt: skip
        ends = (path.start, path.goal)
        return ProbeRow(kind, ends, layer, cells, path.ok, number_, place)

    def _narrowest(self, path: PathResult, profile: Profile | None) -> tuple[str, Point | None]:
        """Width and door of the narrowest gap, and its place; nothing over several storeys."""
        if path.layers or not len(path.points):
            return "", None
        found = self._widths_of(profile).of(self._document.level, profile)
        passage = narrowest_on(
            found, np.vstack([path.start, path.points]), aside=self._world.grid.cell_size
        )
        if passage is None:
            return "", None
        door = None if passage.door is None else self._document.level.areas.get(passage.door)
        wide = metres(passage.width)
        told = wide if door is None else tr("{0} at {1}").format(wide, door.name)
        return told, passage.place


def nearest_row(rows: Sequence[ProbeRow], chosen: ProbeRow | None) -> int | None:
    """The place of the row that is about the same path as one of before; None if it is gone."""
    if chosen is None:
        return None
    same = ((row.kind, row.number) == (chosen.kind, chosen.number) for row in rows)
    return next((place for place, one in enumerate(same) if one), None)


def box_of(row: ProbeRow) -> tuple[float, float, float, float]:
    """What has to be in view to see a path's ends."""
    (ax, az), (bx, bz) = row.ends
    aside = max(1.0, 0.1 * math.dist(*row.ends))
    return (min(ax, bx) - aside, min(az, bz) - aside, max(ax, bx) + aside, max(az, bz) + aside)
