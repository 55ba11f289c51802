"""Path tests and run tests as elements: files, handles, references, storeys, types."""

from pathlib import Path

import pytest
from made_up_kinds import applied
from msgspec.structs import replace
from small_level import GATE, HALL, YARD, small_level

from navcore import World
from navcore.errors import NavcoreError
from navcore.formats import read_level, write_level
from navcore.formats.elements import read_elements, write_elements
from navcore.level.affine import Affine
from navcore.level.edit import Edit
from navcore.level.kinds import words_of
from navcore.level.model import Layer, PathTest, Profile
from navcore.level.operations import add, delete
from navcore.level.operations.profiles import delete_profile, rename_profile
from navcore.level.operations.storey_elements import move_to_storey, set_end_storey
from navcore.level.operations.storeys import rename_storey
from navcore.level.pick import pick_index
from navcore.level.storeys import layers_of

THROUGH, ALL = 41, 42


def level_with_tests():
    """The small level with a test through the gate, and one of a run."""
    return small_level().with_items(
        {
            THROUGH: PathTest(
                id=THROUGH, name="through", start=(2.0, 2.0), end=(18.0, 6.0), passes=(GATE,),
                avoids=(YARD,), max_length=30.0,
            ),
            ALL: PathTest(
                id=ALL, name="all", order=1, start=(5.0, 7.0), expect="arrival", max_seconds=90.0,
                state="Night",
            ),
        }
    )  # fmt: skip


def test_files_hold_tests_in_an_array_that_older_programs_keep():
    """One element a line; the file needs no newer version."""
    text = write_level(level_with_tests())
    assert '"version": 1' in text
    assert (
        '{"id": 41, "name": "through", "from": [2, 2], "to": [18, 6], "maxLength": 30, '
        '"passes": [3], "avoids": [2]}'
    ) in text
    assert '"expect": "arrival"' in text
    assert read_level(text, Path("a.json")).level == level_with_tests()


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ('{"id": 9, "to": [1, 1]}', "from"),
        ('{"id": 9, "from": [1, 1]}', "to: must be a place"),
        ('{"id": 9, "from": [1, 1], "to": [2, 2], "expect": "arrival"}', "to: must be left out"),
        ('{"id": 9, "from": [1, 1], "to": [2, 2], "expect": "luck"}', "expect"),
        ('{"id": 9, "from": [1, 1], "to": [2, 2], "maxLength": -1}', "maxLength"),
    ],
)
def test_a_file_with_a_test_that_makes_no_sense_is_refused_by_the_place_in_it(row, told):
    """All faults of files are refused like this."""
    with pytest.raises(NavcoreError, match=told):
        read_level(
            f'{{"format": "waywright-level", "version": 1, "tests": [{row}]}}', Path("a.json")
        )


def test_tests_go_through_the_clipboard():
    """This holds for both kinds of tests."""
    tests = [*level_with_tests().of(PathTest).values()]
    assert [*read_elements(write_elements([replace(tests[0], passes=(), avoids=()), tests[1]]))]


def test_ends_are_handles_and_move_with_the_test():
    """A run test has one."""
    level = level_with_tests()
    through, everybody = (level.element(one) for one in (THROUGH, ALL))
    assert through.points == ((2.0, 2.0), (18.0, 6.0))
    assert everybody.points == ((5.0, 7.0),)
    assert not through.allows(((1.0, 1.0),))
    assert through.with_points(((1.0, 1.0), (3.0, 3.0)), (0, 1)).end == (3.0, 3.0)
    assert everybody.with_points(((1.0, 1.0),), (0,)).end is None
    moved = through.moved(Affine.translation((1.0, -1.0)))
    assert moved.points == ((3.0, 1.0), (19.0, 5.0))


def test_a_click_takes_a_test_at_its_ends_and_not_between():
    """There is no line to hit."""
    index = pick_index(level_with_tests())
    assert THROUGH in index.at((2.1, 2.0), 0.2)
    assert THROUGH in index.at((18.0, 6.1), 0.2)
    assert THROUGH not in index.at((10.0, 4.0), 0.2)
    assert THROUGH in index.in_box((17.0, 5.0), (19.0, 7.0), touched=True)
    assert THROUGH not in index.in_box((9.0, 3.0), (11.0, 5.0), touched=True)


def test_an_area_that_goes_is_named_no_more():
    """No reference to it remains."""
    level = level_with_tests()
    after = applied(level, delete(level, [GATE, HALL]))
    assert after.element(THROUGH).passes == ()
    assert after.element(THROUGH).avoids == (YARD,)


def test_tests_follow_their_agent_type():
    """Renamed with it, and without it when it goes."""
    level = level_with_tests()
    typed = Edit.put(
        level,
        [
            replace(level.settings, profiles=(Profile(name="cart"),)),
            replace(level.element(THROUGH), profile="cart"),
        ],
    ).apply(level)
    renamed = applied(typed, rename_profile(typed, "cart", "wagon"))
    assert renamed.element(THROUGH).profile == "wagon"
    assert applied(renamed, delete_profile(renamed, "wagon")).element(THROUGH).profile == ""


def test_an_end_may_lie_on_another_storey():
    """Ends of links may, too."""
    level = level_with_tests()
    layers = (Layer(name="ground"), Layer(name="upper", floor_y=3.0))
    level = Edit.put(level, [replace(level.settings, layers=layers)]).apply(level)
    level = applied(level, set_end_storey(level, [THROUGH], "upper"))
    assert layers_of(level.settings, level.element(THROUGH)) == ("ground", "upper")
    renamed = applied(level, rename_storey(level, "upper", "attic"))
    assert renamed.element(THROUGH).to_layer == "attic"
    raised = applied(level, move_to_storey(level, [THROUGH], "upper"))
    assert layers_of(raised.settings, raised.element(THROUGH))[0] == "upper"


def test_new_tests_have_names_of_their_kind():
    """Numbered."""
    level = small_level()
    edit = add(level, PathTest, lambda: 50, start=(1.0, 1.0), end=(2.0, 2.0))
    made = edit.apply(level).element(50)
    assert (made.name, words_of(made).one) == ("test_1", "a path test")
    run = add(level, PathTest, lambda: 51, start=(1.0, 1.0), expect="arrival").after[51]
    assert (run.name, words_of(run).one) == ("run_test_1", "a run test")


def test_nothing_is_baked_anew_for_a_test():
    """Cells know nothing of tests."""
    level = level_with_tests()
    world = World.build(level)
    edit = Edit.put(level, [replace(level.element(THROUGH), start=(3.0, 2.0))])
    assert world.update(edit.apply(level), edit).grid is world.grid
