"""Copies of elements: pasted from elsewhere, or made again along the last move."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from navcore.i18n import tr
from navcore.level.affine import Affine
from navcore.level.bases import nothing
from navcore.level.companions import copied_with
from navcore.level.edit import Edit
from navcore.level.kinds import kind_of
from navcore.level.model import Agent, Edge, Element, Level, Point, Ring, Route
from navcore.level.naming import (
    Names,
    NewId,
    called,
    fresh_id,
    last_order,
    names_in,
    played_no_more,
)
from navcore.level.operations.transform import all_moved, bounds_of, lying
from navcore.level.side_names import mirrored_name
from navcore.level.states import copied_states

_SAME: Final = 1e-6
"""Metres and radians within which a copy counts as moved and turned, not reshaped."""
_DIGITS: Final = 9
_NONE: Final[Mapping[int, int]] = MappingProxyType({})


class Copier:
    """Makes copies for one level: new ids, free names, last among their kind.

    A copy keeps group, note and all other properties, but is not locked, because the user is
    editing it. A copy only becomes the player if the level, or an earlier copy, has none; other
    copies of the player get another name. A mirrored `tower_east` becomes `tower_west` if that name
    is free.
    """

    def __init__(self, level: Level, new_id: NewId) -> None:
        """Copies that go into this level."""
        self._new_id = new_id
        self._used: set[int] = set()
        self._names = Names(names_in(level))
        self._level = level
        self._has_player = any(agent.player for agent in level.agents.values())
        self._last: dict[type[Element], float] = {}
        """Greatest order so far, by type."""

    def copies(
        self,
        elements: Iterable[Element],
        affine: Affine,
        *,
        handles: bool = False,
        twins: Mapping[int, int] = _NONE,
    ) -> list[tuple[Element, Element]]:
        """Return copies of the elements after the map, each with its original.

        References between copied elements lead to the copies, other references to the level's
        elements. An element with a missing reference that it needs is left out.

        Args:
            elements: The elements to copy.
            affine: The map from an element to its copy.
            handles: Whether to map handles that a move leaves in place: goals of agents.
            twins: For elements that are not copied: id -> id of the element that replaces a copy.
        """
        given = [element for element in elements if kind_of(element).moved]
        moved = all_moved(given, affine, handles=handles)
        made = [(e, self._copy(m, affine)) for e, m in zip(given, moved, strict=True)]
        ids = {**twins, **{element.id: copy.id for element, copy in made}}
        found: list[tuple[Element, Element]] = []
        for element, copy in made:
            strange = [i for i in copy.references if i not in ids and self._level.get(i) is None]
            kept = copy.renumbered(ids).released(strange)
            if kept is not None and not self._is_joined(kept):
                found.append((element, kept))
        return found

    def _is_joined(self, copy: Element) -> bool:
        """Return whether an edge would join waypoints that are joined already."""
        if not isinstance(copy, Edge):
            return False
        ends, near = set(copy.references), self._level.referring(copy.references)
        return any(isinstance(one, Edge) and set(one.references) == ends for one in near)

    def _copy(self, element: Element, affine: Affine) -> Element:
        order = self._last.get(type(element))
        if order is None:
            order = last_order(self._level, type(element))
        self._last[type(element)] = order + 1
        copied = element
        if isinstance(element, Agent) and element.player:
            if self._has_player:
                copied = replace(element, player=False, name=played_no_more(element.name))
            self._has_player = True
        return replace(
            copied,
            id=fresh_id(self._new_id, self._used),
            name=self._named(copied.name, affine) if copied.name else "",
            order=order + 1,
            locked=False,
        )

    def _named(self, name: str, affine: Affine) -> str:
        """Return the name of a copy."""
        image = mirrored_name(name, affine)
        return self._names.take(name if image in self._names else image)


def with_walked_routes(level: Level, elements: Iterable[Element]) -> list[Element]:
    """Return the elements, and the routes that agents among them share."""
    listed = [*elements]
    ids = {element.id for element in listed}
    shared = {one.route for one in listed if isinstance(one, Agent) and one.route is not None}
    routes = level.of(Route)
    return [*listed, *(routes[i] for i in sorted(shared - ids) if i in routes)]


def without_known_routes(level: Level, elements: Iterable[Element]) -> list[Element]:
    """Return the elements without routes that their agents walk and that the level has.

    Copies of agents therefore walk the same route in the same level, and a copy of the route in
    another level.
    """
    listed = [*elements]
    walked = {one.route for one in listed if isinstance(one, Agent)}
    return [
        one for one in listed
        if not (isinstance(one, Route) and one.id in walked and one.id in level.of(Route))
    ]  # fmt: skip


def paste(level: Level, elements: Sequence[Element], vector: Point, new_id: NewId) -> Edit:
    """Paste elements from anywhere into the level, moved by `vector`, metres.

    They keep everything except ids, taken names and locks. Goals of agents stay where they are, as
    in every move. See `without_known_routes` for what is left out. States switch copies like the
    level's elements with the same ids.

    Raises:
        NavcoreError: if the vector is not finite.
    """
    affine, copier = Affine.translation(vector), Copier(level, new_id)
    elements = without_known_routes(level, elements)
    copies = copier.copies(elements, affine)
    label = tr("Paste {0}").format(called(elements)) if copies else ""
    return Edit.put(level, [*(copy for _, copy in copies), *copied_states(level, copies)], label)


def landing(elements: Iterable[Element], at: Point, step: float | None) -> Point:
    """Return the vector that moves the middle of the elements to `at`, metres.

    With a `step`, the corner that lands nearest to `at` is put on the grid, so that elements that
    lay on the grid lie on it again.
    """
    listed = lying(elements)
    if not listed:
        return (0.0, 0.0)
    x0, z0, x1, z1 = bounds_of(listed)
    vector = (at[0] - (x0 + x1) / 2, at[1] - (z0 + z1) / 2)
    if step is None:
        return (round(vector[0], _DIGITS) + 0.0, round(vector[1], _DIGITS) + 0.0)
    middle = ((x0 + x1) / 2, (z0 + z1) / 2)
    corners = [corner for element in listed for corner in _corners(element)]
    x, z = min(corners, key=lambda corner: (math.dist(corner, middle), corner))
    return (_to_grid(x, vector[0], step), _to_grid(z, vector[1], step))


def duplicate_along(
    level: Level, ids: Collection[int], affine: Affine, new_id: NewId
) -> tuple[Edit, Mapping[int, Element]]:
    """Copy the elements with a map; also return the original of each copy.

    Copies come last among their kind, in the same order. A copy of the player is not a player.

    Raises:
        KeyError: if an id is not the level's.
    """
    wanted = set(ids)
    elements = copied_with(level, wanted)
    copies = Copier(level, new_id).copies(elements, affine)
    label = tr("Duplicate {0}").format(called(e for e in elements if e.id in wanted))
    settings = copied_states(level, copies)
    edit = Edit.put(level, [*(copy for _, copy in copies), *settings], label).copying(copies)
    return edit, {copy.id: element for element, copy in copies}


def motion_of(pairs: Iterable[tuple[Element, Element]]) -> Affine | None:
    """Return the one move and turn that takes each first element to its second.

    None if there is none: an element was reshaped, mirrored, or moved differently.
    """
    listed = [(one, other) for one, other in pairs if _corners(one)]
    if not listed or any(not _alike(one, other) for one, other in listed):
        return None
    before = [corner for one, _ in listed for corner in _corners(one)]
    after = [corner for _, other in listed for corner in _corners(other)]
    affine = _motion(before, after, _turn_of_headings(listed))
    if affine is None:
        return None
    for one, other in listed:
        if one.heading is None or other.heading is None:
            continue
        if abs(math.remainder(affine.heading(one.heading) - other.heading, math.tau)) > _SAME:
            return None
    near = all(math.dist(affine(a), b) <= _SAME for a, b in zip(before, after, strict=True))
    return affine if near else None


def _motion(before: Sequence[Point], after: Sequence[Point], facing: float) -> Affine | None:
    """The move and turn that leads from the first corners to the second, judged by two."""
    start, end = before[0], after[0]
    far = max(range(len(before)), key=lambda index: math.dist(before[index], start))
    turn = facing
    if math.dist(before[far], start) > _SAME:
        old = math.atan2(before[far][1] - start[1], before[far][0] - start[0])
        new = math.atan2(after[far][1] - end[1], after[far][0] - end[0])
        turn = math.remainder(new - old, math.tau)
    quarter = round(turn / (math.pi / 2)) * (math.pi / 2)
    if abs(turn - quarter) <= _SAME:
        turn = quarter
    vector = (round(end[0] - start[0], _DIGITS) + 0.0, round(end[1] - start[1], _DIGITS) + 0.0)
    if turn == 0:
        return Affine.translation(vector)
    turned = Affine.rotation(turn, start)
    return Affine(
        turned.a, turned.b, turned.c, turned.d, turned.e + vector[0], turned.f + vector[1]
    )


def _turn_of_headings(pairs: Iterable[tuple[Element, Element]]) -> float:
    for one, other in pairs:
        if one.heading is not None and other.heading is not None:
            return math.remainder(other.heading - one.heading, math.tau)
    return 0.0


def _alike(one: Element, other: Element) -> bool:
    return type(one) is type(other) and len(_corners(one)) == len(_corners(other))


def _corners(element: Element) -> Ring:
    body = element.body(nothing)
    return body.trace if body is not None else ()


def _to_grid(value: float, shift: float, step: float) -> float:
    """Return the shift nearest to `shift` that makes the value a multiple of the step."""
    return round(round((value + shift) / step) * step - value, _DIGITS) + 0.0
