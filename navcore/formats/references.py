"""References of elements in files to elements that the file lacks, as merges leave behind.

What can't be placed is refused: an edge without a waypoint at an end, a stop that is only a
waypoint. A stop that has a place keeps it and loses its waypoint, as when the waypoint is deleted,
and a note says so. The route of an agent and the areas of a path test stay as they are: a problem
or a test that fails tells of them, and nothing is lost.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from navcore.formats.checks import Fault, FaultError
from navcore.formats.json_text import Source
from navcore.formats.level_keys import Elements
from navcore.formats.positions import ValuePath, path_text
from navcore.formats.progress import looked_at
from navcore.level.bases import Element, Join
from navcore.level.kinds import may_refer, referred_words, refers
from navcore.level.stops import UNPLACED, WithStops

__all__ = ["settled"]

_MOST_NOTES: Final = 8


def settled(
    arrays: Iterable[Elements], held: Mapping[type[Element], dict[int, Any]], source: Source
) -> Iterator[str]:
    """Settle references to missing elements in `held`, and yield notes about what changed.

    Raises:
        Cancelled: if the job of the source is cancelled.
        FaultError: for the first element that can't do without what is missing.
    """
    changed: list[tuple[ValuePath, int]] = []
    for array in arrays:
        if not refers(array.type):
            continue
        allowed = [found for kind, found in held.items() if may_refer(array.type, kind)]
        for index, element in enumerate(looked_at([*held[array.type].values()], source.job)):
            missing = {
                one for one in element.references if not any(one in found for found in allowed)
            }
            now = element
            for one in sorted(missing.intersection(element.required)):
                path = (array.key, index, *_place_of(one, element, array))
                if not (isinstance(element, WithStops) and _is_placed(element, one)):
                    fit = f"the id of {referred_words(array.type)} of this level"
                    raise FaultError(Fault(path, fit))
                now = now.released((one,))
                changed.append((path, one))
            if now is not element:
                held[array.type][element.id] = now
    for path, one in changed[:_MOST_NOTES]:
        where = f"{source.path}: {path_text(path)} on line {source.line_of(path)}"
        yield f"{where}: the level has no waypoint {one}, so the stop only keeps its place"
    if len(changed) > _MOST_NOTES:
        yield f"{source.path}: {len(changed) - _MOST_NOTES} more stops at missing waypoints"


def _is_placed(element: WithStops, waypoint: int) -> bool:
    """Return whether all stops of an element at a waypoint have a place of their own."""
    return all(
        goal is not UNPLACED
        for goal, stop in zip(element.goals, element.stops, strict=False)
        if stop.waypoint == waypoint
    )


def _place_of(reference: int, element: Element, array: Elements) -> ValuePath:
    """Return the path of the field with a reference; empty if no single field has it."""
    for column in array.columns:
        value = getattr(element, column.field)
        if isinstance(element, Join) and column.field in element.joins:
            if value == reference:
                return (column.key,)
            if isinstance(value, tuple) and reference in value:
                return (column.key, value.index(reference))
        if isinstance(element, WithStops):
            if column.field == "route" and value == reference:
                return (column.key,)
            if column.field == "stops" and reference in (found := [one.waypoint for one in value]):
                return (column.key, found.index(reference), "waypoint")
    return ()
