"""Edits are exact, invertible, joinable, and refused if they don't fit."""

from collections.abc import Mapping

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from navcore.errors import EditConflict, NavcoreError
from navcore.level.edit import Edit, id_of
from navcore.level.model import SETTINGS_ID, Agent, Area, Item, Level, Obstacle, Settings

RING = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0))
IDS = (1, 2, 3, 4)


def item(kind: int, item_id: int, flavour: int) -> Item | None:
    """Return one of a few items, so that random edits repeat items."""
    name = f"name {flavour}"
    return (
        None,
        Area(id=item_id, name=name, polygon=RING),
        Obstacle(id=item_id, name=name, polygon=RING),
        Agent(id=item_id, name=name, position=(float(flavour), 0.0)),
    )[kind]


changes = st.dictionaries(
    st.sampled_from(IDS), st.tuples(st.integers(0, 3), st.integers(0, 1)), max_size=4
)
titles = st.sampled_from([None, "", "a"])


def changed(level: Level, chosen: Mapping[int, tuple[int, int]], title: str | None) -> Edit:
    """The edit of random changes."""
    items = {item_id: item(kind, item_id, flavour) for item_id, (kind, flavour) in chosen.items()}
    if title is not None:
        items[SETTINGS_ID] = Settings(title=title)
    return Edit.change(level, items, "change")


@given(st.lists(st.tuples(changes, titles), min_size=1, max_size=5))
@settings(max_examples=150)
def test_inverse_and_joined_edits(steps: list) -> None:
    """Undo gives the level before; joined edits give the level after, and undo it as well."""
    start = level = Level()
    joined: Edit | None = None
    for chosen, title in steps:
        edit = changed(level, chosen, title)
        after = edit.apply(level)
        assert edit.inverse().apply(after) == level
        assert edit.inverse().inverse() == edit
        joined = edit if joined is None else joined.then(edit)
        level = after
    assert joined is not None
    assert joined.apply(start) == level
    assert joined.inverse().apply(level) == start
    assert Edit.between(start, level).apply(start) == level
    assert bool(joined) == (start != level)


@given(changes, changes, changes)
@settings(max_examples=60)
def test_joining_is_associative(first: dict, second: dict, third: dict) -> None:
    """It does not matter which edits are joined first."""
    a = changed(Level(), first, None)
    b = changed(a.apply(Level()), second, None)
    c = changed(b.apply(a.apply(Level())), third, None)
    assert a.then(b).then(c) == a.then(b.then(c))


def test_what_stays_equal_is_left_out() -> None:
    """An edit contains only differing elements, and is false if there are none."""
    hall = Area(id=1, name="hall", polygon=RING)
    level = Edit.put(Level(), [hall]).apply(Level())
    assert not Edit.put(level, [Area(id=1, name="hall", polygon=RING)])
    assert not Edit.remove(level, [2])
    edit = Edit.put(level, [hall, Area(id=2, polygon=RING)], "add")
    assert (set(edit.after), edit.label) == ({2}, "add")
    assert Edit().apply(level) is level


def test_edit_that_does_not_fit() -> None:
    """An edit made for another level is refused, and says which item."""
    hall = Area(id=1, name="hall", polygon=RING)
    edit = Edit.put(Level(), [hall])
    level = edit.apply(Level())
    with pytest.raises(EditConflict, match="item 1 is"):
        edit.apply(level)
    other = Edit.change(level, {1: msgspec.structs.replace(hall, name="yard")})
    with pytest.raises(EditConflict, match="item 1"):
        other.then(edit)


def test_labels_of_joined_edits() -> None:
    """The later label wins, if there is one."""
    first = Edit.put(Level(), [Area(id=1, polygon=RING)], "draw")
    level = first.apply(Level())
    assert first.then(Edit.remove(level, [1], "delete")).label == "delete"
    assert first.then(Edit.remove(level, [1])).label == "draw"


def test_settings_can_not_be_removed() -> None:
    """A level without settings does not exist."""
    with pytest.raises(EditConflict, match="settings"):
        Edit.remove(Level(), [SETTINGS_ID])


def test_an_item_stands_under_its_own_id() -> None:
    """A map that files an item under another id is refused before it corrupts a level."""
    with pytest.raises(EditConflict, match="item 2 stands under the id 1"):
        Edit.change(Level(), {1: Area(id=2, polygon=RING)})


def test_id_of() -> None:
    """Settings have an id of their own that no element has."""
    assert id_of(Settings()) == SETTINGS_ID
    assert id_of(Area(id=7, polygon=RING)) == 7


@pytest.mark.parametrize("far", [1.1e9, 1e300, -1.7e308, float("inf"), float("nan")])
def test_places_too_far_out_are_refused_with_their_element(far: float):
    """So that no level is saved that can't be read or baked again."""
    ring = ((0.0, 0.0), (1.0, 0.0), (far, 1.0))
    with pytest.raises(NavcoreError, match=r"area 'hall': corner 3 is at"):
        Edit.put(Level(), [Area(id=1, name="hall", polygon=ring)])
    guard = Agent(id=1, name="guard", position=(0.0, 0.0), goals=((1.0, 1.0), (2.0, far)))
    with pytest.raises(NavcoreError, match=r"agent 'guard': stop 2 is at"):
        Edit.put(Level(), [guard])


@given(changes, changes, titles)
def test_what_differs_among_ids(first: dict, second: dict, title: str | None) -> None:
    """The ids in an edit suffice to find the differences of two levels."""
    level = changed(Level(), first, None).apply(Level())
    edit = changed(level, second, title)
    after = edit.apply(level)
    assert Edit.between(level, after, among=edit.after) == Edit.between(level, after)
    assert Edit.between(level, after, among=[*edit.after, 10**6]) == Edit.between(level, after)
