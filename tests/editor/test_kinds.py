"""Looks of kinds: the editor's table against navcore's, and kinds without a row."""

from itertools import combinations

from made_up_kinds import BEACON, CABLE, POND, SNOW, made_up_kinds, made_up_level
from small_level import small_level

from editor import resources
from editor.kinds import APPEARANCES, appearance_of, section_of
from editor.look import style
from editor.panels.outline.tree import is_listed
from editor.properties import LAST_ROWS, ROWS, rows_for
from navcore.level.kinds import all_kinds
from navcore.level.model import Edge, Obstacle, Waypoint


def test_every_variant_of_every_kind_has_a_row() -> None:
    """And every row is that of a kind; in the order in which files have them."""
    stems = [words.stem for kind in all_kinds() if kind.picked for words in kind.variants]
    assert [row.stem for row in APPEARANCES] == stems


def test_rows_name_icons_colours_and_properties_that_there_are() -> None:
    """Nothing in the table is misspelt."""
    keys = {row.needs for row in ROWS}
    for row in APPEARANCES:
        assert resources.path(f"icons/{row.icon}.svg").is_file()
        assert not row.colour or hasattr(style.current(), row.colour)
        assert row.properties is not None
        assert row.properties <= keys


def test_a_kind_without_a_row_gets_one() -> None:
    """It is made of the kind's words."""
    with made_up_kinds():
        level = made_up_level()
        pond = appearance_of(level.element(POND))
        assert (pond.icon, pond.title, pond.others) == ("element", "Ponds", "Other ponds")
        assert resources.path(f"icons/{pond.icon}.svg").is_file()
        assert hasattr(style.current(), pond.colour)
        sections = [section_of(element) for element in level.elements()]
        assert sections == sorted(sections)
        assert not is_listed(level.element(SNOW))


def test_properties_of_a_kind_without_a_row_are_its_fields() -> None:
    """Its own texts, numbers, switches and points, but not the elements that it joins."""
    last = [row.key for row in LAST_ROWS]
    with made_up_kinds():
        level = made_up_level()
        shown = {i: [r.key for r in rows_for([level.element(i)])] for i in (POND, BEACON, CABLE)}
        both = rows_for([level.element(POND), level.element(CABLE)])
    assert shown == {
        POND: [
            "name", "group", "centre", "size", "turn", "own_water_depth", "own_frozen_over", *last,
        ],
        BEACON: ["name", "group", "position", "facing", "radius", "own_text", *last],
        CABLE: ["name", "group", "own_slack", *last],
    }  # fmt: skip
    assert [row.key for row in both] == ["group", *last]


def test_rows_of_many_are_those_that_each_of_them_has():
    """Elements of one kind may have other rows: rectangles, players, agents with stops."""
    level = small_level().with_items({
        901: Waypoint(id=901, position=(1.0, 1.0)),
        902: Waypoint(id=902, position=(2.0, 1.0), type="cover"),
        903: Edge(id=903, start=901, end=902),
        904: Obstacle(id=904, polygon=((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))),
    })  # fmt: skip
    every = [one for held in level.held.values() for one in held.values()]
    # Of one element alone, and of two that are alike: some rows stand for several only.
    needs = {e.id: {r.needs for r in rows_for([e]) + rows_for([e, e])} for e in every}
    plain = {r.needs for r in ROWS if r.count == "any" and not r.unless and not r.storeys}
    for size in (2, 3):
        for some in combinations(every, size):
            shared = set.intersection(*(needs[element.id] for element in some))
            found = {row.needs for row in rows_for(some)}
            assert shared & plain <= found <= shared
