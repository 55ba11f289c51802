"""Names of many elements: numbering, replacing, and refusal of duplicate names of areas."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_level import CHEST, COOK, GATE, GUARD, HALL, TABLE, YARD, box, small_level

from navcore.errors import NavcoreError
from navcore.level import operations as op
from navcore.level.model import Agent, Area, Level, Obstacle
from navcore.level.operations.names import common_pattern

LEVEL = small_level()


def named_level(names: list[str]) -> Level:
    """Return areas with these names, without duplicates, then as many obstacles."""
    areas = [
        Area(id=number, order=number, name=name, polygon=box(number, 0, number + 1, 1))
        for number, name in enumerate(dict.fromkeys(names), 1)
    ]
    obstacles = [
        Obstacle(id=100 + number, order=number, name=name, polygon=box(number, 2, number + 1, 3))
        for number, name in enumerate(names, 1)
    ]
    return Level().with_items({element.id: element for element in (*areas, *obstacles)})


named_levels = st.lists(st.text("abA_1", min_size=1, max_size=4), max_size=6).map(named_level)


def of(*ids):
    """Elements of the small level."""
    return [LEVEL.element(element_id) for element_id in ids]


def grid(columns, rows, step=3.0):
    """Obstacles in rows, the topmost first, each a little lower than the one to its left."""
    return [
        Obstacle(
            id=101 + row * columns + column, order=-column, name="old",
            polygon=box(
                column * step, -row * step - 0.1 * column,
                column * step + 1, 1 - row * step - 0.1 * column,
            ),
        )
        for row in range(rows)
        for column in range(columns)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("pattern", "start", "names"),
    [
        ("table_##", 1, ["table_01", "table_02"]),
        ("table_#", 9, ["table_9", "table_10"]),
        ("###", 0, ["000", "001"]),
        ("  a##b#", 7, ["a07b7", "a08b8"]),
        ("##", 99, ["99", "100"]),
    ],
)
def test_a_pattern_numbers_in_the_order_given(pattern, start, names):
    """The first gets the first number."""
    assert list(op.numbered_names(of(TABLE, CHEST), pattern, start).items()) == list(
        zip((TABLE, CHEST), names, strict=True)
    )


def test_a_pattern_needs_a_place_for_the_number():
    """Otherwise all would get the same name."""
    with pytest.raises(NavcoreError, match="Type # or ## where the number goes"):
        op.numbered_names(of(TABLE), "table")
    with pytest.raises(NavcoreError, match="0 or more"):
        op.numbered_names(of(TABLE), "table_#", -1)


@given(
    ids=st.sets(st.integers(1, 10**6), min_size=1, max_size=60),
    pattern=st.text(alphabet="ab_#7 ", max_size=8).filter(lambda text: "#" in text),
    start=st.integers(0, 2000),
)
def test_numbered_names_all_differ_and_none_is_left_out(ids, pattern, start):
    """One name for each, with as many digits as the pattern has signs, or more."""
    elements = [Agent(id=element_id, position=(0.0, 0.0)) for element_id in ids]
    names = op.numbered_names(elements, pattern, start)
    assert set(names) == ids
    assert len(set(names.values())) == len(ids)
    form = re.sub("#+", lambda run: rf"\d{{{len(run[0])},}}", pattern.strip())
    assert all(re.fullmatch(form, name) for name in names.values())


def test_one_reads_rows_from_top_to_bottom():
    """Rows that are not quite level still count as rows."""
    elements = grid(5, 4)
    assert [e.id for e in op.reading_order(reversed(elements))] == [e.id for e in elements]
    assert op.reading_order([]) == []


@given(st.permutations(grid(3, 3) + of(GUARD, COOK)))
def test_reading_order_does_not_depend_on_the_order_given(elements):
    """Only their places matter."""
    expected = op.reading_order(grid(3, 3) + of(GUARD, COOK))
    assert op.reading_order(elements) == expected


def test_renaming_all_is_one_edit_with_a_label():
    """It is one undo step, and elements that keep their names aren't counted."""
    edit = op.rename_all(LEVEL, {TABLE: "desk_1", CHEST: " desk_2 "})
    after = edit.apply(LEVEL)
    assert (after.obstacles[TABLE].name, after.obstacles[CHEST].name) == ("desk_1", "desk_2")
    assert edit.label == "Rename 2 obstacles"
    one = op.rename_all(LEVEL, {TABLE: "desk", CHEST: "chest"})
    assert one.label == "Rename table to desk"
    assert not op.rename_all(LEVEL, {TABLE: "table"})
    with pytest.raises(KeyError):
        op.rename_all(LEVEL, {99: "nobody"})


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ({HALL: "yard"}, "Another area is named yard. Names of areas must differ."),
        ({HALL: "gate"}, "Another door is named gate. Names of areas must differ."),
        ({HALL: "room", YARD: "room"}, "2 areas would be named room. Names must differ."),
        ({GATE: "  "}, "A door needs a name."),
        ({HALL: ""}, "An area needs a name."),
    ],
)
def test_areas_keep_names_of_their_own(names, sentence):
    """A refusal names the element."""
    with pytest.raises(NavcoreError, match=re.escape(sentence)):
        op.rename_all(LEVEL, names)


def test_areas_may_change_names_with_each_other_and_obstacles_share_one():
    """Only the names at the end count."""
    after = op.rename_all(LEVEL, {HALL: "yard", YARD: "hall"}).apply(LEVEL)
    assert (after.areas[HALL].name, after.areas[YARD].name) == ("yard", "hall")
    assert op.rename_all(LEVEL, {TABLE: "hall", CHEST: "hall", GUARD: ""})


def test_names_are_found_and_replaced():
    """Everywhere in a name, in any case unless it must match."""
    level = op.rename_all(LEVEL, {TABLE: "Table_table", CHEST: "stable"}).apply(LEVEL)
    elements = list(level.elements())
    assert op.replaced_names(elements, "table", "desk") == {TABLE: "desk_desk", CHEST: "sdesk"}
    assert op.replaced_names(elements, "Table", "desk", match_case=True) == {TABLE: "desk_table"}
    assert op.replaced_names(elements, "", "desk") == {}
    assert op.replaced_names(elements, ".", "desk") == {}
    assert op.replaced_names(elements, "stable", r"\1") == {CHEST: r"\1"}


@given(named_levels, st.text("abA", max_size=2), st.text("ab ", max_size=2))
def test_what_replacing_leaves_is_found_no_more(level, find, replacement):
    """Only changing names are listed, and the edit accepts them or gives the reason."""
    elements = list(level.elements())
    names = op.replaced_names(elements, find, replacement, match_case=True)
    for element in elements:
        expected = element.name.replace(find, replacement).strip() if find else element.name
        assert names.get(element.id, element.name) == expected
    check_renamed(level, names)


@given(named_levels, st.sampled_from(["#", "a_##"]), st.integers(0, 3))
def test_numbering_a_whole_level_gives_unique_names(level, pattern, start):
    """Areas, obstacles and agents in one row."""
    names = op.numbered_names(op.reading_order(level.elements()), pattern, start)
    assert len(names) == len(list(level.elements()))
    check_renamed(level, names)


def check_renamed(level: Level, names: dict[int, str]) -> None:
    """Check that there is one edit that gives these names, or a message about an area."""
    faults = op.name_faults(level, names)
    if faults:
        assert all(isinstance(level.element(element_id), Area) for element_id in faults)
        with pytest.raises(NavcoreError):
            op.rename_all(level, names)
        return
    edit = op.rename_all(level, names)
    after = edit.apply(level)
    for element in level.elements():
        assert after.element(element.id).name == names.get(element.id, element.name).strip()
    changed = [after.areas[i] for i in names if i in after.areas]
    for area in changed:
        assert [a.id for a in after.areas.values() if a.name == area.name] == [area.id]
    assert edit.inverse().apply(after) == level


@pytest.mark.parametrize(
    ("names", "pattern"),
    [
        (["table_1", "table_2"], "table_##"),
        (["table-01", "table"], "table_##"),
        (["table", "chair"], "obstacle_##"),
        (["", ""], "obstacle_##"),
        (["no#1", "no#2"], "no_##"),
    ],
)
def test_a_pattern_to_begin_with_comes_from_the_names_that_are(names, pattern):
    """It is the most frequent name, else the kind."""
    elements = [
        Obstacle(id=number, name=name, polygon=box(0, 0, 1, 1))
        for number, name in enumerate(names, 1)
    ]
    assert common_pattern(elements) == pattern
    assert common_pattern([*elements[:1], *of(GUARD)]).endswith("_##")
    assert common_pattern([]) == "element_##"
