"""Slow reference of the rules of crowds, written from their descriptions, to test fast code."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from naive import may_pass

from navcore.bake.grid import NavGrid
from navcore.level.model import Point

Cell = tuple[int, int]


@dataclass
class Person:
    """An agent of a crowd with the values that rules use; metres, metres per second, ticks."""

    id: int
    place: Point
    radius: float = 0.45
    walks: bool = True
    heading: Point = (1.0, 0.0)
    velocity: Point = (0.0, 0.0)
    ahead: float = 0.0
    """Smoothed count of agents in front of it."""
    hindered: int = 0
    """Number of ticks without progress."""
    through: int = -1
    """Step at which it left a gate."""
    held: bool = False
    """True if it waits at a gate."""

    def came_out(self, step: int) -> bool:
        """Return whether it left a gate in the last six seconds."""
        return self.through >= 0 and step - self.through <= 360


def goes_first(one: Person, other: Person, step: int) -> bool:
    """Return whether `one` has right of way over `other`."""
    if one.walks != other.walks:
        return one.walks
    if one.held != other.held:
        return other.held
    if one.came_out(step) != other.came_out(step):
        return one.came_out(step)
    if _dot(one.heading, other.heading) > -0.5:
        together = (one.heading[0] + other.heading[0], one.heading[1] + other.heading[1])
        farther = _dot(_minus(one.place, other.place), together)
        if farther:
            return farther > 0
    if abs(one.ahead - other.ahead) > 1.5:
        return one.ahead < other.ahead
    if abs(one.hindered - other.hindered) > 10:
        return one.hindered > other.hindered
    return (_drawn(one.id), one.id) < (_drawn(other.id), other.id)


def _drawn(number: int) -> int:
    """Return the random number of an id, 0 to 1,048,575."""
    return (number % 2**16 * 40503 + (number >> 16) % 2**16 * 30011) % 2**20


def gets(one: Person, others: Sequence[Person], way: Point, speed: float, far: float) -> float:
    """Return how far an agent can go straight before it touches another, at most `far` metres.

    Only the twelve agents that it would touch first count, of those that aren't behind it and that
    it could touch within `far`.
    """
    widest = max(person.radius for person in (one, *others))
    time = far / speed
    minded = []
    for other in others:
        away = _minus(other.place, one.place)
        apart = math.hypot(*away)
        comes = other.velocity if other.walks else (0.0, 0.0)
        nearer = -time * _dot(comes, away) / apart if apart else 0.0
        is_near = apart <= 2 * far + one.radius + widest and _dot(away, way) >= -one.radius
        if is_near and apart - one.radius - other.radius <= far + nearer:
            minded.append((apart**2 - (one.radius + other.radius) ** 2, away, comes, other))
    minded.sort(key=lambda row: row[0])
    soonest = time
    for _, away, comes, other in minded[:12]:
        relative = (way[0] * speed - comes[0], way[1] * speed - comes[1])
        soonest = min(soonest, _touches(away, relative, one.radius + other.radius))
    return soonest * speed


def _touches(away: Point, relative: Point, reach: float) -> float:
    """Return the time at which two discs first touch; 0 if they overlap and approach."""
    nears = _dot(away, relative)
    if nears <= 0:
        return math.inf
    if math.hypot(*away) <= reach:
        return 0.0
    # |away - t relative| = reach, the smaller root.
    a, b, c = _dot(relative, relative), -2 * nears, _dot(away, away) - reach**2
    under = b * b - 4 * a * c
    return math.inf if under <= 0 else (-b - math.sqrt(under)) / (2 * a)


def _overlap(one: Person, other: Person) -> float:
    """Return how deep two overlap, as a share of both radii."""
    return 1.0 - math.dist(one.place, other.place) / (one.radius + other.radius)


def push_apart(
    grid: NavGrid, people: Sequence[Person], passes: int, step: int, most: float = 0.02
) -> list[Point]:
    """Return all positions after pushing each overlapping pair apart, pass by pass.

    A pair separates by 0.8 of its overlap. Pairs that overlap by more than 0.12 of both radii are
    then pushed apart to that, in eight more passes. If one of two walks, the one with right of way
    moves 0.4 as far as the other. Agents aren't pushed off the floor: those that can't move
    straight slide along x or z, or at 45 degrees, and overlap without room for either remains.
    Each agent moves by at most `most` in total.
    """
    start = [person.place for person in people]
    now = start.copy()

    def push(k: int, dx: float, dz: float) -> bool:
        """Move an agent as far as possible; return whether there was room."""
        along = [(dx, 0.0), (0.0, dz)]
        first, last = along if abs(dx) >= abs(dz) else along[::-1]
        askew = [(0.5 * (dx - dz), 0.5 * (dx + dz)), (0.5 * (dx + dz), 0.5 * (dz - dx))]
        ways = [(dx, dz), *([first] if any(first) else []), *askew, *([last] if any(last) else [])]
        for way in ways:
            to = (now[k][0] + way[0], now[k][1] + way[1])
            if way in askew:
                # Slide along a wall only if the floor continues in that direction for 5 cm.
                far = math.hypot(*way)
                on = 0.05 / far if far else 0.0
                beyond = (now[k][0] + on * way[0], now[k][1] + on * way[1])
                if not far or not may_pass(grid, now[k], beyond):
                    continue
            if may_pass(grid, now[k], to):
                now[k] = to
                return True
        return False

    pairs = [(i, j) for i in range(len(people)) for j in range(i + 1, len(people))]
    deep = [(i, j) for i, j in pairs if _overlap(people[i], people[j]) > 0.12]
    for i, j in pairs * passes:
        _push_pair(people, now, i, j, step, push)
    for i, j in deep * 8:
        _push_pair(people, now, i, j, step, push, 0.88)
    for k, place in enumerate(start):
        dx, dz = _minus(now[k], place)
        far = math.hypot(dx, dz)
        if far > most:
            now[k] = place
            push(k, dx * (most / far), dz * (most / far))
    return now


def _push_pair(
    people: Sequence[Person],
    now: Sequence[Point],
    i: int,
    j: int,
    step: int,
    push: Callable[[int, float, float], bool],
    part: float = 1.0,
) -> None:
    """Push a pair apart until it is at this part of both radii."""
    one, other = people[i], people[j]
    away = _minus(now[j], now[i])
    apart, reach = math.hypot(*away), part * (one.radius + other.radius)
    if reach - apart <= 1e-6:
        return
    turn = math.tau * ((one.id * 40503 % 1024 + other.id * 30011 % 1024) / 1024)
    ux, uz = (away[0] / apart, away[1] / apart) if apart else (math.cos(turn), math.sin(turn))
    far = 0.8 * (reach - apart)
    first = goes_first(_at(one, now[i]), _at(other, now[j]), step)
    share = (0.4 if first else 1.0) / 1.4 if one.walks or other.walks else 0.5
    mine, yours = far * share, far * (1 - share)
    if push(i, -mine * ux, -mine * uz):
        if not push(j, yours * ux, yours * uz):
            push(i, -yours * ux, -yours * uz)
    elif not push(j, far * ux, far * uz):
        push(j, yours * ux, yours * uz)


def _at(person: Person, place: Point) -> Person:
    return Person(**{**vars(person), "place": place})


def crowded_radius(targets: Sequence[Point], radius: float, target: Point) -> float:
    """Return the radius in metres of the crowd that shares a target; 0 for a single agent."""
    count = sum(one == target for one in targets)
    return 1.1 * radius * math.sqrt(count) if count > 1 else 0.0


def covered(cells: npt.NDArray[np.bool_], diameter: int) -> npt.NDArray[np.bool_]:
    """Return the cells covered by discs of a diameter that lie on floor, by trying all discs."""
    middle = (diameter - 1) / 2
    across = (np.arange(diameter) - middle) ** 2
    disc = across[:, None] + across[None] <= (diameter / 2) ** 2
    found = np.zeros_like(cells)
    for row in range(cells.shape[0] - diameter + 1):
        for column in range(cells.shape[1] - diameter + 1):
            window = (slice(row, row + diameter), slice(column, column + diameter))
            if cells[window][disc].all():
                found[window] |= disc
    return found


def chords(walkable: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Return the length of the shorter run of floor through each cell, along its row or column."""
    found = np.zeros(walkable.shape, np.int64)
    for row, column in np.argwhere(walkable).tolist():
        found[row, column] = min(
            _run(walkable[row].tolist(), column), _run(walkable[:, column].tolist(), row)
        )
    return found


def _run(line: Sequence[bool], at: int) -> int:
    first = last = at
    while first > 0 and line[first - 1]:
        first -= 1
    while last + 1 < len(line) and line[last + 1]:
        last += 1
    return last + 1 - first


@dataclass
class Valley:
    """A narrow place on a path; positions are numbers of cells along the path."""

    least: int
    """Lowest clearance class in it."""
    bottom: int
    """First position of that class."""
    begins: int
    """First position, 0 if the path starts in it."""
    ends: int | None
    """First position beyond it; None if the path ends in it."""
    highest: int
    """Highest class of its cells: below that of the floor before it."""


def valleys(classes: Sequence[int], open_class: int) -> list[Valley]:
    """Return the narrow places along a path, from the classes of its cells; 0 touches walls.

    A narrow place extends from its bottom in both directions to the first cell whose class is more
    than one above, or to an end of the path; no class between is lower than the bottom's.
    """
    found: list[Valley] = []
    known = [(at, one) for at, one in enumerate(classes) if one or not at]
    known[0] = (0, classes[0] or open_class)
    for k, (at, least) in enumerate(known):
        left = right = k
        while left > 0 and known[left - 1][1] <= least + 1:
            left -= 1
        while right + 1 < len(known) and known[right + 1][1] <= least + 1:
            right += 1
        inside = [one for _, one in known[left : right + 1]]
        if least == open_class or least != min(inside) or inside.index(least) != k - left:
            continue
        # Floor between the previous narrow place and this one.
        since = found[-1].ends if found else None
        before = [one for place, one in known[:k] if since is not None and place >= since]
        top = max(before) if found else open_class
        found.append(
            Valley(
                least=least,
                bottom=at,
                begins=known[left - 1][0] + 1 if left else 0,
                ends=known[right + 1][0] if right + 1 < len(known) else None,
                highest=max(least + 1, min(top, open_class) - 1),
            )
        )
    return found


def along(start: Point, points: Sequence[Point], far: float) -> Point | None:
    """Return the point at a distance along a path, metres; None beyond its end."""
    for point in points:
        length = math.dist(start, point)
        if far <= length:
            share = far / length if length else 0.0
            return (
                start[0] + share * (point[0] - start[0]),
                start[1] + share * (point[1] - start[1]),
            )
        start, far = point, far - length
    return None


@dataclass
class NarrowPlace:
    """A narrow place: its cells, and its mouths as sums of columns and rows and numbers of cells.

    `narrowest` are the cells that the widest paths between all mouths can't avoid.
    """

    cells: set[Cell]
    mouths: list[tuple[int, int, int]]
    narrowest: set[Cell]


def narrow_place(classes: npt.NDArray[np.uint8], cell: Cell, rim: int, beyond: int) -> NarrowPlace:
    """Return the cells (row, column) connected to `cell` with classes of at most `rim`.

    The floor beyond are the cells that touch these, and those up to `beyond` cells farther. Each
    connected group of it is a mouth of the place.
    """

    def grown(
        start: set[Cell], allowed: Callable[[Cell], bool], *, corners: bool, most: int = 2**31
    ) -> set[Cell]:
        found, rest = set(start), set(start)
        while rest and most:
            rest = {
                near
                for one in rest
                for near in _beside(one, corners=corners)
                if near not in found and allowed(near)
            }
            found |= rest
            most -= 1
        return found

    cells = grown({cell}, lambda one: 0 < classes[one] <= rim, corners=False)
    touching = {near for one in cells for near in _beside(one, corners=True) if classes[near] > rim}
    floor = grown(touching, lambda one: bool(classes[one] > rim), corners=False, most=beyond)
    groups, rest = [], floor
    while rest:
        groups.append(grown({min(rest)}, floor.__contains__, corners=True))
        rest = rest - groups[-1]
    mouths = [(sum(c for _, c in one), sum(r for r, _ in one), len(one)) for one in groups]
    return NarrowPlace(cells, sorted(mouths), _narrowest(classes, cells, groups))


def _narrowest(
    classes: npt.NDArray[np.uint8], cells: set[Cell], mouths: list[set[Cell]]
) -> set[Cell]:
    """Return the cells of the highest class that connect all mouths, together with wider ones."""
    for least in range(int(classes.max()), 0, -1):
        rest = {one for one in cells if classes[one] >= least}
        found: set[Cell] = set()
        while rest:
            part, joined, new = set(), set(), {min(rest)}
            while new:
                part |= new
                near = {near for one in new for near in _beside(one, corners=True)}
                reached = [n for n, mouth in enumerate(mouths) if n not in joined and near & mouth]
                joined.update(reached)
                new = {near for one in new for near in _beside(one, corners=False)}
                for n in reached:
                    new |= {near for one in mouths[n] for near in _beside(one, corners=True)}
                new = (new & rest) - part
            rest -= part
            if len(joined) == len(mouths):
                found |= {one for one in part if classes[one] == least}
        if found:
            return found
    return set()


def _beside(place: Cell, *, corners: bool) -> list[Cell]:
    row, column = place
    return [
        (row + dz, column + dx)
        for dz in (-1, 0, 1)
        for dx in (-1, 0, 1)
        if (corners or not (dx and dz)) and (dx or dz)
    ]


def _minus(one: Point, other: Point) -> Point:
    return (one[0] - other[0], one[1] - other[1])


def _dot(one: Point, other: Point) -> float:
    return one[0] * other[0] + one[1] * other[1]
