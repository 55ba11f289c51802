"""How kinds look: the editor's table against that of navcore, and kinds that have no row."""

from made_up_kinds import BEACON, CABLE, POND, SNOW, made_up_kinds, made_up_level

from editor import resources
from editor.kinds import APPEARANCES, appearance_of, section_of
from editor.look import style
from editor.panels.outline.tree import is_listed
from editor.properties import LAST_ROWS, ROWS, rows_for
from navcore.level.kinds import all_kinds


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
    """From its words."""
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
    """Texts, numbers, switches and points that are its own; never what it joins."""
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
