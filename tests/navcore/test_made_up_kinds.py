"""Kinds that navcore doesn't know work in all operations on levels."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from made_up_kinds import (
    BEACON,
    BEACON_KIND,
    CABLE,
    MAST,
    POND,
    SNOW,
    Beacon,
    Cable,
    Pond,
    Snow,
    applied,
    made_up_kinds,
    made_up_level,
)
from msgspec.structs import replace
from sim_levels import change
from small_level import GATE, HALL, TABLE, box, small_level

from navcore import (
    Edit,
    Level,
    NavcoreError,
    Simulation,
    World,
)
from navcore.level import operations as op
from navcore.level.bases import Element, Join
from navcore.level.kinds import Kind, Words, registered
from navcore.level.near import places_near
from navcore.level.pick import PickIndex, pick_index
from navcore.sim.recording import Recorder, load_recording, save_recording

DRAWN = (POND, BEACON, MAST, CABLE)


@pytest.fixture(autouse=True)
def _kinds() -> Iterator[None]:
    with made_up_kinds():
        yield


@pytest.fixture
def level() -> Level:
    """The level with elements of all four kinds."""
    return made_up_level()


def ids_from(number: int) -> Callable[[], int]:
    """Return consecutive ids."""
    return itertools.count(number).__next__


def cable(level: Level, cable_id: int = CABLE) -> Cable:
    """The cable."""
    return level.of(Cable)[cable_id]


# Picking and moving.


def test_picking_and_boxing(level: Level) -> None:
    """By the bodies of the bases; chunks are never taken."""
    index = pick_index(level)
    assert index.at((13, 5), 0.1)[0] in {POND, CABLE}
    assert BEACON in index.at((2.2, 7), 0.1)
    middle = ((13 + 2) / 2, (5 + 7) / 2)
    assert CABLE in index.at(middle, 0.1)
    boxed = index.in_box((-50, -50), (50, 50))
    assert set(DRAWN) <= set(boxed)
    assert SNOW not in boxed
    locked = op.lock(level, [POND]).apply(level)
    assert POND not in pick_index(locked).in_box((-50, -50), (50, 50))


def test_the_index_follows_edits(level: Level) -> None:
    """A join's place changes when the joined elements move."""
    index = PickIndex(level)
    moved = op.move(level, [MAST], (0.0, 10.0)).apply(level)
    following, anew = index.following(moved), PickIndex(moved)
    for point in ((18, 17), (15.5, 11), (13, 5), (7.5, 6)):
        assert following.at(point, 0.2) == anew.at(point, 0.2)


def test_moving_mirroring_and_turning(level: Level) -> None:
    """Outline, place and facing follow; other values stay."""
    moved = applied(level, op.move(level, DRAWN, (1.0, -1.0)))
    assert moved.of(Pond)[POND] == replace(level.of(Pond)[POND], polygon=box(13, 3, 15, 5))
    assert moved.of(Beacon)[MAST] == replace(level.of(Beacon)[MAST], position=(19.0, 6.0))
    assert cable(moved) == cable(level)
    mirrored = applied(level, op.mirror(level, DRAWN, (10.0, 0.0), (10.0, 1.0)))
    assert mirrored.of(Beacon)[BEACON].position == (18.0, 7.0)
    assert mirrored.of(Beacon)[MAST].facing == pytest.approx(np.pi - 1.5)
    applied(level, op.turn(level, DRAWN, 0.5, (3.0, 3.0)))
    applied(level, op.scale(level, DRAWN, (2.0, 3.0), (3.0, 3.0)))
    applied(level, op.align(level, DRAWN, "left"))


def test_copies_of_a_join_join_the_copies(level: Level) -> None:
    """They may be duplicated or in arrays; a beacon that is not copied keeps its joins."""
    after = applied(level, op.duplicate(level, [POND, BEACON, CABLE], (0.0, 3.0), ids_from(500)))
    (new,) = [one for one in after.of(Cable).values() if one.id != CABLE]
    (pond,) = [one for one in after.of(Pond).values() if one.id != POND]
    (beacon,) = [one for one in after.of(Beacon).values() if one.id not in {BEACON, MAST}]
    assert (new.start, new.ends) == (pond.id, (beacon.id, MAST))
    assert (new.name, pond.water_depth, beacon.text) == ("cable_2", 1.5, "Mind the gate")
    maps = op.grid_maps(3, 2, (4.0, 5.0))
    many = applied(level, op.array(level, DRAWN, maps, ids_from(900)))
    assert [len(many.of(kind)) for kind in (Pond, Beacon, Cable)] == [6, 12, 6]
    assert len({one.start for one in many.of(Cable).values()}) == 6


def test_kinds_that_are_not_moved_stay(level: Level) -> None:
    """They are neither moved nor copied with a selection; their snap points attract."""

    class Bolt(Beacon, frozen=True, kw_only=True, rename="camel"):
        """A place that is fixed."""

    with registered(Kind("bolts", Bolt, (Words("bolt", "a bolt", "{0} bolts"),), moved=False)):
        bolted = level.with_items({300: Bolt(id=300, position=(5.0, 7.0))})
        moved = applied(bolted, op.move(bolted, [BEACON, 300], (1.0, 0.0)))
        assert moved.of(Bolt) == bolted.of(Bolt)
        assert moved.of(Beacon)[BEACON].position == (3.0, 7.0)
        doubled = op.duplicate(bolted, [BEACON, 300], (1.0, 0.0), ids_from(500))
        assert [type(one) for one in doubled.after.values()] == [Beacon]
        index = pick_index(bolted)
        assert places_near(index, (5.1, 7.0), 0.2, most=4) == [(5.0, 7.0)]
        assert not places_near(index, (5.1, 7.0), 0.2, most=4, skip={300})
        guard = next(iter(bolted.agents.values()))
        assert not places_near(index, guard.position, 0.2, most=4)


# Properties, names, groups.


def test_fields_are_set_by_their_types(level: Level) -> None:
    """Texts, numbers, points, switches, references; limits and types hold."""
    after = applied(level, op.set_fields(level, [BEACON, MAST], text="Go", lit=(1, 2)))
    assert [(one.text, one.lit) for one in after.of(Beacon).values()] == [("Go", (1.0, 2.0))] * 2
    edit = op.set_fields(level, [POND], water_depth=3)
    assert edit.label == "Change water depth of pond"
    assert applied(level, edit).of(Pond)[POND].water_depth == 3.0
    assert cable(applied(level, op.set_fields(level, [CABLE], ends=(MAST,)))).ends == (MAST,)
    for element_id, fields in (
        (POND, {"water_depth": "deep"}),
        (POND, {"water_depth": float("nan")}),
        (BEACON, {"radius": 0.0}),
        (BEACON, {"text": 5}),
        (BEACON, {"lit": (1.0, float("inf"))}),
        (BEACON, {"water_depth": 1.0}),
        (CABLE, {"ends": (777,)}),
    ):
        with pytest.raises(NavcoreError):
            op.set_fields(level, [element_id], **fields)


def test_new_elements_come_last_under_names_of_their_kind(level: Level) -> None:
    """One way for all kinds."""
    edit = op.add(level, Beacon, lambda: 500, position=(1, 1), text="New")
    assert edit.label == "Place beacon_1"
    after = applied(level, edit)
    assert after.of(Beacon)[500] == Beacon(
        id=500, order=2.0, name="beacon_1", position=(1.0, 1.0), text="New"
    )
    pond = op.add(level, Pond, lambda: 501, polygon=box(0, 0, 1, 1), water_depth=1)
    assert pond.label == "Draw pond_1"
    snow = op.add(level, Snow, lambda: Snow.id_of(7, 0, 0, 0), cells=b"1")
    (chunk,) = snow.after.values()
    assert isinstance(chunk, Snow)
    assert chunk.name == ""
    with pytest.raises(NavcoreError, match="encloses nothing"):
        op.add(level, Pond, lambda: 501, polygon=((0, 0), (1, 1), (2, 2)), water_depth=1)


def test_names_groups_locks_and_order(level: Level) -> None:
    """As for any element; names are free."""
    after = applied(level, op.rename(level, MAST, "beacon"))
    assert [one.name for one in after.of(Beacon).values()] == ["beacon", "beacon"]
    applied(level, op.rename_all(level, op.numbered_names(after.of(Beacon).values(), "b_#")))
    grouped = applied(level, op.group(level, DRAWN))
    assert {grouped.element(one).group for one in (BEACON, MAST, CABLE)} == {"Group 1"}
    assert applied(grouped, op.ungroup(grouped, DRAWN)) is not grouped
    locked = applied(level, op.lock(level, DRAWN))
    assert all(locked.element(one).locked for one in DRAWN)
    reordered = applied(level, op.reorder(level, [MAST], BEACON))
    assert [one.id for one in reordered.elements() if isinstance(one, Beacon)] == [MAST, BEACON]


def test_outlines_of_a_kind_unite_and_split(level: Level) -> None:
    """They are also cut out of the elements below."""
    twin = replace(level.of(Pond)[POND], id=500, name="", polygon=box(13, 4, 16, 6))
    two = level.with_items({500: twin})
    united = applied(two, op.union(two, [POND, 500, HALL], ids_from(900)))
    assert [one.id for one in united.of(Pond).values()] == [POND]
    assert united.of(Pond)[POND].water_depth == 1.5
    split = applied(level, op.split(level, [POND], (13, 0), (13, 9), ids_from(900)))
    assert [one.water_depth for one in split.of(Pond).values()] == [1.5, 1.5]
    cut = applied(level, op.subtract(level, [POND, 2], ids_from(900)))
    assert not cut.of(Pond)
    assert cut.of(Cable) == {}


# References.


def test_a_join_goes_with_what_it_joins_and_undo_brings_both_back(level: Level) -> None:
    """This is one edit for every way of deleting."""
    for edit in (op.delete(level, [POND]), Edit.put(level, []).then(Edit.remove(level, [POND]))):
        assert edit.after == {POND: None, CABLE: None}
        after = applied(level, edit)
        assert CABLE not in after.of(Cable)
        assert edit.inverse().apply(after).element(CABLE) == level.element(CABLE)


def test_a_join_of_several_loses_one_and_goes_with_the_last(level: Level) -> None:
    """It stays as long as it joins something at each end."""
    one = applied(level, op.delete(level, [BEACON]))
    assert cable(one).ends == (MAST,)
    none = applied(one, op.delete(one, [MAST]))
    assert not none.of(Cable)
    assert not applied(level, op.delete(level, [BEACON, MAST])).of(Cable)


class Tag(Join, frozen=True, kw_only=True, rename="camel"):
    """A join that may join joins."""

    joins: ClassVar[tuple[str, ...]] = ("of",)
    of: int


def test_joins_of_joins_go_with_them(level: Level) -> None:
    """The chain may have any length, and new joins of the same edit."""
    with registered(Kind("tagged", Tag, (Words("tag", "a tag", "{0} tags"),))):
        chain: list[Element] = [Tag(id=200, of=CABLE), Tag(id=201, of=200), Tag(id=202, of=201)]
        tagged = applied(level, Edit.put(level, chain))
        edit = op.delete(tagged, [POND])
        assert edit.after == dict.fromkeys([POND, CABLE, 200, 201, 202])
        applied(tagged, edit)
        both = Edit.change(tagged, {POND: None, 203: Tag(id=203, of=CABLE)})
        assert 203 not in both.apply(tagged).of(Tag)


@pytest.mark.parametrize(
    "wrong", [Cable(id=500, start=POND, ends=(999,)), Cable(id=500, start=0, ends=())]
)
def test_an_edit_that_would_leave_a_reference_to_nothing_is_refused(
    level: Level, wrong: Cable
) -> None:
    """Files with such references are refused: levels never have one."""
    with pytest.raises(NavcoreError, match=r"cable 500 refers to .*, which is not in the level"):
        Edit.put(level, [wrong])


# Worlds and runs.


def test_worlds_are_built_and_updated_as_without_them(level: Level) -> None:
    """They are no floor, and no edit of them changes it."""
    plain, world = World.build(small_level()), World.build(level)
    assert world.grid.padded.tobytes() == plain.grid.padded.tobytes()
    edit = op.move(level, DRAWN, (1.0, 0.0))
    updated = world.update(edit.apply(level), edit)
    assert updated.level == edit.apply(level)
    assert updated.grid.padded.tobytes() == plain.grid.padded.tobytes()
    both = op.delete(level, [POND, TABLE])
    after = both.apply(level)
    assert (
        world.update(after, both).grid.padded.tobytes() == World.build(after).grid.padded.tobytes()
    )
    assert updated.find_path((2, 2), (18, 6)).ok == plain.find_path((2, 2), (18, 6)).ok


def test_recordings_hold_edits_of_them(level: Level, tmp_path: Path) -> None:
    """Changed in a run, written, read and resumed: the same levels and the same agents."""
    run = Simulation(World.build(level), seed=1)
    recorder = Recorder(run)
    for step in range(120):
        match step:
            case 20:
                change(run, op.set_fields(run.world.level, [BEACON], text="Changed"))
            case 40:
                snow = replace(run.world.level.of(Snow)[SNOW], cells=b"other")
                change(run, Edit.put(run.world.level, [snow]))
            case 60:
                change(run, op.delete(run.world.level, [POND]))
            case 80:
                change(run, op.set_fields(run.world.level, [GATE], available=False))
        run.step()
        recorder.take()
    path = tmp_path / "run.wwrec"
    save_recording(recorder.recording, path)
    loaded = load_recording(path)
    assert loaded.level == level
    assert [one.request for one in loaded.inputs] == [
        one.request for one in recorder.recording.inputs
    ]
    for tick in (0, 3, 7, loaded.ticks - 1):
        ours, theirs = recorder.recording.resume(tick), loaded.resume(tick)
        assert ours.world.level == theirs.world.level
        assert np.array_equal(ours.agents.positions, theirs.agents.positions)


# What is refused and what is made plain.


def test_values_of_programs_become_plain() -> None:
    """Arrays, lists and numpy's numbers, in every field."""
    made: list[Any] = [
        Pond(
            id=np.int64(7), polygon=np.array(box(0, 0, 1, 1)), water_depth=np.float32(0.5),
            springs=[np.array((1, 2))],
        ),
        Beacon(id=8, position=[1, 2], lit=np.array((3, 4)), radius=np.float64(2)),
        Cable(id=9, start=np.int64(7), ends=[np.int64(8)]),
    ]  # fmt: skip
    level = applied(Level(), Edit.change(Level(), {int(one.id): one for one in made}))
    pond, beacon, join = level.of(Pond)[7], level.of(Beacon)[8], level.of(Cable)[9]
    assert type(pond.water_depth) is float
    assert pond.springs == ((1.0, 2.0),)
    assert (beacon.position, beacon.lit) == ((1.0, 2.0), (3.0, 4.0))
    assert {type(one) for one in (pond.id, join.start, *join.ends)} == {int}


POND_7 = Pond(id=7, polygon=box(0, 0, 1, 1), water_depth=1.0)
BEACON_7 = Beacon(id=7, name="b", position=(1.0, 2.0))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (replace(POND_7, water_depth=float("inf")), "pond 7: waterDepth must be a finite number"),
        (replace(POND_7, springs=((1, 2, 3),)), "pond 7: springs: a point must be two numbers"),
        (replace(POND_7, springs=((1.0, 2e9),)), "pond 7: springs 1 is at"),
        (replace(POND_7, polygon=((0.0, 0.0), (1e10, 0.0), (1.0, 1.0))), "pond 7: corner 2 is at"),
        (replace(BEACON_7, position=(1, 2, 3)), "beacon 'b': a place must be two numbers"),
        (replace(BEACON_7, position=(1.0, 2e9)), "beacon 'b': position is at"),
        (replace(BEACON_7, lit=5), "beacon 'b': lit must be two numbers"),
        (replace(BEACON_7, radius=-1), "beacon 'b': radius must be a number over 0"),
        (replace(BEACON_7, text=None), "beacon 'b': text must be a text"),
        (replace(BEACON_7, id=0), "an id must be a whole number over 0"),
        (Cable(id=7, start="x", ends=()), "cable 7: start must be a whole number"),
        (Cable(id=7, start=1, ends=5), "cable 7: ends must be a list of whole numbers"),
        (Snow(id=7, cells=b""), "snow 7: the id of a chunk must come from Chunk.id_of"),
    ],
)
def test_wrong_values_are_refused(wrong: Any, message: str) -> None:
    """In edits and in levels that worlds are built of."""
    with pytest.raises(NavcoreError, match=message):
        Edit.change(Level(), {wrong.id: wrong})
    with pytest.raises(NavcoreError, match=message.replace("an id must", ".*an id must")):
        World.build(Level(elements={type(wrong): {wrong.id: wrong}}))


def test_every_row_says_what_its_elements_are_called() -> None:
    """Words, tags and ids come from the table."""
    assert (BEACON_KIND.tag, BEACON_KIND.ids) == ("beacon", range(1, 2**32))
