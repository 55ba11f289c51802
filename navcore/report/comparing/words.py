"""A comparison as text for people and as plain data for JSON."""

from collections.abc import Iterable
from typing import Final

from navcore.i18n import grouped
from navcore.level.model import Point
from navcore.level.tables import GROUND
from navcore.proof.problem import Problem
from navcore.report.comparing.comparison import Comparison
from navcore.report.comparing.floors import FloorChange
from navcore.report.comparing.patches import Patch
from navcore.report.findings import Json

Row = tuple[str, str, str]
"""Kind, position, and a sentence."""

SMALL: Final = 0.5
"""Area in square metres below which floor gets no line of its own."""


def rows_of(found: Comparison) -> dict[str, list[Row]]:
    """Return the rows of a comparison by heading, in the order of the report."""
    rows: dict[str, list[Row]] = {
        "problems": [_problem(one, "new") for one in found.new]
        + [_problem(one, "gone") for one in found.gone],
        "tests": [
            ("passes" if one.passed else "fails", _where(one.place, one.layer), one.text)
            for one in found.tests
        ],
        "agents": [
            ("worse" if one.worse else "better", _where(one.place, one.layer), one.text)
            for one in found.agents
        ],
        "floor": [row for floor in found.floors for row in _floor(floor)],
        "doors": [
            ("more" if one.now > one.was else "less", _where(one.place, one.layer), one.text)
            for one in found.doors
        ],
        "drawing": [(one.what, _where(one.place, one.layer), one.text) for one in found.changes],
    }
    return {heading: listed for heading, listed in rows.items() if listed}


def floor_sentences(floor: FloorChange) -> list[tuple[str, Patch | None, str]]:
    """Return what changed on a storey: `lost`, `gained`, `cut off` or `joined`, where, and how."""
    who = f" for {floor.type}" if floor.type else ""
    told: list[tuple[str, Patch | None, str]] = []
    for what, patches, words in (
        ("cut off", floor.cut_off, "{0} m² of {1} can't be reached any more{2}"),
        ("joined", floor.joined, "{0} m² of {1} can be reached now{2}"),
        ("lost", floor.lost_at, "{0} m² of floor lost in {1}{2}"),
        ("gained", floor.gained_at, "{0} m² of floor gained in {1}{2}"),
    ):
        for patch in patches:
            if patch.area >= SMALL:
                room = patch.room or "no area"
                told.append((what, patch, words.format(grouped(patch.area, 1), room, who)))
    return told


def json_of(found: Comparison, files: tuple[str, str]) -> Json:
    """Return a comparison as an object of JSON."""
    return {
        "format": "waywright-diff",
        "old": files[0],
        "new": files[1],
        "same": found.same,
        "changes": [
            {"what": one.what, "kind": one.kind, "id": one.id, "name": one.name, "text": one.text,
             "place": one.place, "layer": one.layer}
            for one in found.changes
        ],
        "floors": [
            {"type": one.type, "layer": one.layer, "lost": one.lost, "gained": one.gained,
             "lostAt": _patches(one.lost_at), "gainedAt": _patches(one.gained_at),
             "cutOff": _patches(one.cut_off), "joined": _patches(one.joined)}
            for one in found.floors
        ],
        "agents": [
            {"id": one.id, "name": one.name, "text": one.text, "worse": one.worse,
             "place": one.place, "layer": one.layer}
            for one in found.agents
        ],
        "tests": [
            {"id": one.id, "name": one.name, "text": one.text, "passed": one.passed}
            for one in found.tests
        ],
        "doors": [
            {"id": one.id, "name": one.name, "text": one.text, "was": one.was, "now": one.now}
            for one in found.doors
        ],
        "newProblems": [_data(one) for one in found.new],
        "goneProblems": [_data(one) for one in found.gone],
    }  # fmt: skip


def _patches(patches: Iterable[Patch]) -> list[Json]:
    return [{"area": one.area, "place": one.place, "room": one.room} for one in patches]


def _data(one: Problem) -> Json:
    return {
        "code": one.code, "severity": one.severity, "text": one.text, "elements": one.elements,
        "about": one.about, "place": one.place, "layer": one.layer,
    }  # fmt: skip


def _problem(one: Problem, state: str) -> Row:
    return (f"{state} {one.severity}", _where(one.place, one.layer), f"{one.code}: {one.text}")


def _floor(floor: FloorChange) -> list[Row]:
    rows = [
        (what, _where(None if patch is None else patch.place, floor.layer), text)
        for what, patch, text in floor_sentences(floor)
    ]
    if floor.lost or floor.gained:
        who = f" for {floor.type}" if floor.type else ""
        storey = "" if floor.layer == GROUND else f" on {floor.layer}"
        total = (
            f"{grouped(floor.lost, 1)} m² lost, {grouped(floor.gained, 1)} m² gained{storey}{who}"
        )
        rows.append(("in all", "", total))
    return rows


def _where(place: Point | None, layer: str) -> str:
    storey = "" if layer == GROUND else f" {layer}"
    return "" if place is None else f"{place[0]:.2f}, {place[1]:.2f}{storey}"
