"""Groups, locks and the drawing order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from level_strategies import levels
from msgspec.structs import replace
from small_level import CHEST, COOK, GATE, GUARD, HALL, TABLE, YARD, small_level

from navcore.errors import NavcoreError
from navcore.level import operations as op
from navcore.level.model import Level
from navcore.level.operations.organise import group_path


def grouped(**groups: str) -> Level:
    """The small level, with these elements, by name, in these groups."""
    level = small_level()
    for element in level.elements():
        level = op.set_group(level, [element.id], groups.get(element.name, "")).apply(level)
    return level


def groups(level: Level) -> dict[str, str]:
    """Return the names of the elements in a group."""
    return {element.name: element.group for element in level.elements() if element.group}


def names(level: Level) -> list[str]:
    """Names in drawing order."""
    return [element.name for element in level.elements()]


@pytest.mark.parametrize(
    ("text", "path"),
    [("", ""), (" Inn ", "Inn"), ("Inn / Kitchen/", "Inn/Kitchen"), ("//a///b", "a/b")],
)
def test_paths_are_tidied(text: str, path: str) -> None:
    """Spaces and slashes too many count for nothing."""
    assert group_path(text) == path


def test_putting_into_a_group_and_taking_out() -> None:
    """The label names the elements and the group."""
    level = small_level()
    edit = op.set_group(level, [TABLE, CHEST], " Inn / Kitchen")
    assert edit.label == "Put 2 obstacles into Kitchen"
    level = edit.apply(level)
    assert groups(level) == {"table": "Inn/Kitchen", "chest": "Inn/Kitchen"}
    assert not op.set_group(level, [TABLE], "Inn/Kitchen")
    out = op.set_group(level, [TABLE, HALL], "")
    assert out.label == "Take table out of Kitchen"
    assert op.set_group(grouped(table="A", chest="B"), [TABLE, CHEST], "").label == (
        "Take 2 obstacles out of 2 groups"
    )


def test_a_new_group_stands_inside_what_its_elements_share() -> None:
    """Its name is the next free one there."""
    level = grouped(table="Inn/Kitchen", chest="Inn/Hall", guard="Inn/Group 1", cook="Group 2")
    edit = op.group(level, [TABLE, CHEST])
    assert edit.label == "Group 2 obstacles"
    after = edit.apply(level)
    # Both groups were taken whole, and stay groups.
    assert groups(after) == {
        "table": "Inn/Group 2/Kitchen", "chest": "Inn/Group 2/Hall",
        "guard": "Inn/Group 1", "cook": "Group 2",
    }  # fmt: skip
    assert op.common_group(after, [TABLE, CHEST]) == "Inn/Group 2"
    plain = op.group(small_level(), [HALL, GUARD]).apply(small_level())
    assert plain.areas[HALL].group == plain.agents[GUARD].group == "Group 1"
    assert not op.group(level, [])


def test_a_group_of_which_a_part_is_grouped_leaves_that_part_flat() -> None:
    """The part that stays keeps the name."""
    level = grouped(table="Inn/Kitchen", cook="Inn/Kitchen", chest="Inn/Hall")
    after = op.group(level, [TABLE, CHEST]).apply(level)
    assert groups(after) == {
        "table": "Inn/Group 1", "chest": "Inn/Group 1/Hall", "cook": "Inn/Kitchen"
    }  # fmt: skip


def test_ungrouping_leads_one_group_out() -> None:
    """The shared group goes; groups inside it stay."""
    level = grouped(table="Inn/Kitchen", chest="Inn/Kitchen", guard="Inn")
    edit = op.ungroup(level, [TABLE, CHEST, GUARD])
    assert edit.label == "Ungroup 3 elements"
    assert groups(edit.apply(level)) == {"table": "Kitchen", "chest": "Kitchen"}
    one = op.ungroup(level, [TABLE])
    assert one.label == "Ungroup table"
    assert groups(one.apply(level))["table"] == "Inn"
    apart = grouped(table="A/B", chest="C", guard="A")
    assert groups(op.ungroup(apart, [TABLE, CHEST]).apply(apart)) == {"table": "A", "guard": "A"}
    assert not op.ungroup(level, [HALL])


def test_renaming_a_group_takes_all_inside_along() -> None:
    """Only whole names count: Inn is not Innkeeper."""
    level = grouped(table="Inn", chest="Inn/Kitchen", guard="Innkeeper")
    edit = op.rename_group(level, "Inn", "Tavern")
    assert edit.label == "Rename group Inn to Tavern"
    assert groups(edit.apply(level)) == {
        "table": "Tavern", "chest": "Tavern/Kitchen", "guard": "Innkeeper"
    }  # fmt: skip
    assert groups(op.rename_group(level, "Inn", "Inn/Old").apply(level))["chest"] == (
        "Inn/Old/Kitchen"
    )
    assert not op.rename_group(level, "Inn", " Inn ")


def test_a_group_moves_into_another_and_out_again() -> None:
    """It is the same operation; the label describes the visible effect."""
    level = grouped(table="Kitchen", chest="Inn")
    edit = op.rename_group(level, "Kitchen", "Inn/Kitchen")
    assert edit.label == "Put group Kitchen into Inn"
    level = edit.apply(level)
    assert groups(level) == {"table": "Inn/Kitchen", "chest": "Inn"}
    back = op.rename_group(level, "Inn/Kitchen", "Kitchen")
    assert back.label == "Take group Kitchen out of Inn"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Inn", "", "A group needs a name."),
        ("Inn", "Yard", "There is a group named Yard here already. Choose another name."),
        ("Inn", "Inn/Kitchen", "There is a group named Kitchen here already. Choose another name."),
        ("Mill", "Inn", "There is no group named Mill."),
    ],
)
def test_names_of_groups_that_are_refused(old: str, new: str, said: str) -> None:
    """The message is for designers."""
    level = grouped(table="Inn", chest="Inn/Kitchen", guard="Yard")
    with pytest.raises(NavcoreError, match=said):
        op.rename_group(level, old, new)


def test_locking_names_only_what_changes() -> None:
    """Elements that are locked already are not counted."""
    level = small_level()
    level = op.lock(level, [TABLE]).apply(level)
    assert level.obstacles[TABLE].locked
    edit = op.lock(level, [TABLE, CHEST, GATE])
    assert edit.label == "Lock 2 elements"
    assert op.lock(edit.apply(level), [GATE], locked=False).label == "Unlock gate"
    assert not op.lock(level, [TABLE])


def test_reordering_draws_elements_beside_another() -> None:
    """They are drawn before or after it, and keep their order."""
    level = small_level()
    edit = op.reorder(level, [GATE, YARD], HALL)
    assert edit.label == "Reorder 2 elements"
    assert names(edit.apply(level))[:3] == ["yard", "gate", "hall"]
    assert names(op.reorder(level, [HALL], GATE, after=True).apply(level))[:3] == [
        "yard", "gate", "hall"
    ]  # fmt: skip
    assert names(op.reorder(level, [HALL], YARD, after=True).apply(level))[:3] == [
        "yard", "hall", "gate"
    ]  # fmt: skip
    assert not op.reorder(level, [HALL], YARD)
    assert not op.reorder(level, [HALL], HALL)


def test_reordering_brings_into_the_group_of_the_other() -> None:
    """An element of another kind only comes into the group."""
    level = grouped(chest="Things")
    edit = op.reorder(level, [TABLE, COOK], CHEST, after=True)
    assert edit.label == "Put 2 elements into Things"
    after = edit.apply(level)
    assert groups(after) == {"table": "Things", "chest": "Things", "cook": "Things"}
    assert [e.name for e in after.elements() if e.id in {TABLE, CHEST}] == ["chest", "table"]
    assert after.agents[COOK].order == level.agents[COOK].order


def test_between_equal_orders_all_are_numbered_anew() -> None:
    """There is no number between two that are the same."""
    level = small_level()
    flat = {i: replace(level.areas[i], order=1.0) for i in (HALL, YARD, GATE)}
    level = level.with_items(flat)
    after = op.reorder(level, [GATE], YARD).apply(level)
    assert names(after)[:3] == ["hall", "gate", "yard"]


@given(levels(), st.data())
def test_reordering_moves_nothing_else(level: Level, data: st.DataObject) -> None:
    """For any orders, the others keep theirs, and the moved ones are consecutive."""
    ids = sorted(element.id for element in level.elements())
    if len(ids) < 2:
        return
    beside = data.draw(st.sampled_from(ids))
    chosen = data.draw(st.lists(st.sampled_from(ids), unique=True))
    after = data.draw(st.booleans())
    edit = op.reorder(level, chosen, beside, after=after)
    result = edit.apply(level)
    kind = type(level.element(beside))
    moved = [i for i in chosen if i != beside and type(level.element(i)) is kind]
    row = [e.id for e in level.elements() if type(e) is kind]
    kept = [i for i in row if i not in moved]
    at = kept.index(beside) + after
    expected = [*kept[:at], *(i for i in row if i in moved), *kept[at:]]
    assert [e.id for e in result.elements() if type(e) is kind] == expected
    assert edit.inverse().apply(result) == level
    assert bool(edit) == bool(edit.label)


@given(levels(), st.data())
def test_grouping_and_ungrouping_comes_back(level: Level, data: st.DataObject) -> None:
    """Paths are as before where they were tidy; each step is one edit with a name."""
    ids = sorted(element.id for element in level.elements())
    if not ids:
        return
    chosen = data.draw(st.lists(st.sampled_from(ids), unique=True, min_size=1))
    edit = op.group(level, chosen)
    made = edit.apply(level)
    path = op.common_group(made, chosen)
    assert {element.id for element in op.in_group(made, path)} == set(chosen)
    back = op.ungroup(made, chosen).apply(made)
    shared = op.common_group(level, chosen)
    assert all(element.group.startswith(shared) for element in op.in_group(back, shared or "-"))
    assert not op.in_group(back, path) or path == shared
    assert edit.label
