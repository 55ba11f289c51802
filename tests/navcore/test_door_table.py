"""The table of doors: its order, locked doors, and keys."""

import pytest
from msgspec.structs import replace
from sim_levels import box

from navcore import Profile, World, load_level
from navcore.errors import Cancelled
from navcore.level.model import Agent, Area, Level, Settings, Waypoint
from navcore.proof.door_effects.table import door_table


def locked() -> Level:
    """A hall with the player and a key, and a vault behind a door that requires it."""
    items: dict[int, Area | Agent | Waypoint] = {
        1: Area(id=1, order=1.0, name="hall", polygon=box(0, 0, 6, 5)),
        2: Area(id=2, order=2.0, name="vault", polygon=box(6.5, 0, 10, 5)),
        3: Area(id=3, order=3.0, name="door", door=True, polygon=box(6, 1, 6.5, 3), needs=("key",)),
        4: Agent(id=4, order=4.0, name="player", position=(1, 1), player=True),
        5: Waypoint(id=5, order=5.0, name="hook", position=(2, 4), gives=("key",)),
    }
    return Level(settings=Settings(cell_size=0.25, agent_radius=0.3)).with_items(dict(items))


def test_locked_door_is_told_for_agents_with_the_key() -> None:
    """With the step in which the key is had, and the cells that its effect is about."""
    table = door_table(World.build(locked()))
    (row,) = table.rows
    assert row.keyed
    assert row.effect.lost.areas == (2,)
    assert row.step == 1
    (lock,) = row.locks
    assert (lock.ability, lock.is_had, lock.givers, lock.step) == ("key", False, (5,), 1)
    cells = table.effects_of(row).mask(row.effect.lost, "ground")
    assert cells.sum() * 0.25**2 == pytest.approx(row.effect.lost.square_metres)
    assert table.mattering == 1


def test_type_with_the_key_has_it_from_the_start() -> None:
    """Nothing is worked out for others then."""
    table = door_table(World.build(locked()), Profile(name="thief", abilities=("key",)))
    (row,) = table.rows
    assert not row.keyed
    assert table.keyed is None
    assert row.step == 0
    assert row.effect.lost.areas == (2,)


def test_key_that_nothing_gives_never_opens() -> None:
    """The step is none."""
    level = locked()
    hook = replace(level.of(Waypoint)[5], gives=())
    (row,) = door_table(World.build(level.with_items({5: hook}))).rows
    assert row.step is None


def test_rows_are_doors_that_matter_then_sets_then_the_rest() -> None:
    """Each group is ordered by floor."""
    table = door_table(World.build(load_level("sample_levels/tavern.json")))
    ranks = [
        1 if row.why != "alone" else 0 if row.effect.matters else 2 for row in table.rows
    ]  # fmt: skip
    assert ranks == sorted(ranks)
    for rank in set(ranks):
        sizes = [r.square_metres for r, own in zip(table.rows, ranks, strict=True) if own == rank]
        assert sizes == sorted(sizes, reverse=True)
    assert len(table.of_doors) == 8


def test_table_stops_when_asked() -> None:
    """It stops between two pieces of work."""
    calls = []

    def rest() -> None:
        calls.append(1)
        if len(calls) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        door_table(World.build(locked()), rest=rest)
    assert len(calls) == 3
