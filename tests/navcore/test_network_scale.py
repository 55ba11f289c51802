"""The work of an edit of a network depends on the size of the edit, not of the level."""

from collections import Counter
from collections.abc import Callable

import pytest

from navcore.level import canonical, plain
from navcore.level.bases import Place
from navcore.level.edit import Edit
from navcore.level.model import Area, Edge, Level, Waypoint
from navcore.level.operations import move
from navcore.level.pick import PickIndex
from navcore.world import World

NEAR = tuple(1 + row * 1000 + column for row in range(2, 6) for column in range(2, 6))
"""Ids of sixteen waypoints, which every network here has."""


def network(side: int) -> Level:
    """Waypoints in rows on one floor, a metre apart; edges to the right and up."""
    far = float(side)
    floor = Area(id=9_000_001, polygon=((-1.0, -1.0), (far, -1.0), (far, far), (-1.0, far)))
    items: dict[int, Area | Waypoint | Edge] = {floor.id: floor}
    for row in range(side):
        for column in range(side):
            number = 1 + row * 1000 + column
            items[number] = Waypoint(id=number, position=(float(column), float(row)))
            if column + 1 < side:
                items[2_000_000 + number] = Edge(
                    id=2_000_000 + number, start=number, end=number + 1
                )
            if row + 1 < side:
                up = 4_000_000 + number
                items[up] = Edge(id=up, start=number, end=number + 1000)
    level = Level().with_items(items)
    level.referring(())
    return level


def watch(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count accesses to elements by kind of access."""
    counts: Counter[str] = Counter()

    def counted(name: str, asked: Callable[..., object]) -> Callable[..., object]:
        def ask(*arguments: object) -> object:
            counts[name] += 1
            return asked(*arguments)

        return ask

    for owner, name in (
        (Level, "get"), (Edge, "followed"), (Edge, "body"), (Place, "body"),
    ):  # fmt: skip
        found = getattr(owner, name)
        monkeypatch.setattr(owner, name, counted(f"{owner.__name__}.{name}", found))
    many = plain.are_plain

    def are_plain(elements: list[object], kind: type) -> bool:
        counts["plain"] += len(elements)
        return many(elements, kind)

    monkeypatch.setattr(canonical, "are_plain", are_plain)
    return counts


EDITS: dict[str, Callable[[Level], Edit]] = {
    "move": lambda level: move(level, NEAR, (0.25, 0.25)),
    "delete": lambda level: Edit.remove(level, NEAR),
}


@pytest.mark.parametrize("name", [*EDITS])
@pytest.mark.parametrize("back", [False, True])
def test_edit_looks_at_no_more_in_a_larger_network(
    name: str, back: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Making, applying, indexing and baking it, there and back."""
    seen: list[Counter[str]] = []
    for side in (12, 30):
        level = network(side)
        world, index = World.build(level), PickIndex(level)
        with monkeypatch.context() as patched:
            counts = watch(patched)
            edit = EDITS[name](level)
            after = edit.apply(level)
            if back:
                world, index = world.update(after, edit), index.following(after)
                counts.clear()
                level, edit = after, edit.inverse()
                after = edit.apply(level)
            world.update(after, edit)
            index.following(after)
            seen.append(counts)
    assert seen[0] == seen[1]
    assert seen[0].total() < 40 * len(EDITS[name](network(12)).after)


def test_moving_waypoints_asks_no_edge_where_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Edges follow the storey of their waypoints alone."""
    level = network(12)
    counts = watch(monkeypatch)
    edit = move(level, NEAR, (0.25, 0.25))
    assert edit.after.keys() == {*NEAR}
    assert counts["Edge.followed"] == 0


def test_putting_what_is_there_changes_nothing_and_is_not_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Moving a whole network leaves its edges unchanged."""
    level = network(12)
    counts = watch(monkeypatch)
    assert not Edit.put(level, [*level.of(Waypoint).values(), *level.of(Edge).values()])
    assert counts["plain"] == 0
    assert counts["Edge.followed"] == 0
