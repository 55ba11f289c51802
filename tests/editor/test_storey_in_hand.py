"""The current storey: elements on other storeys, and switching storeys."""

import random

import pytest
from msgspec.structs import replace
from small_level import GUARD, HALL, TABLE, YARD, small_level

from editor.document import Document
from navcore.level.edit import Edit
from navcore.level.model import Link
from navcore.level.operations import set_fields
from navcore.level.operations.storey_elements import move_to_storey
from navcore.level.operations.storeys import (
    add_storey,
    delete_storey,
    exchange_storeys,
    rename_storey,
)
from navcore.level.storeys import layers_of

STAIRS = 50


@pytest.fixture
def document(qapp):
    """The small level with two more storeys; the yard and its chest are upstairs."""
    level = small_level().with_items(
        {STAIRS: Link(id=STAIRS, start=((1.0, 1.0),), end=((2.0, 1.0),), to_layer="upper")}
    )
    for name in ("upper", "attic"):
        level = add_storey(level, name).apply(level)
    level = move_to_storey(level, [YARD], "upper").apply(level)
    return Document(level)


def expected(document):
    """Return the expected elements on other storeys."""
    level, name = document.level, document.storey.name
    if name is None:
        return frozenset()
    return frozenset(
        element.id
        for held in level.held.values()
        for element in held.values()
        if name not in layers_of(level.settings, element)
    )


def test_links_between_storeys_lie_on_both(document):
    """They are on no third one."""
    storey = document.storey
    assert storey.apart == {YARD}
    storey.show("upper")
    assert not storey.apart & {YARD, STAIRS}
    storey.show("attic")
    assert STAIRS in storey.apart


def test_hidden_elements_and_other_storeys_are_unseen(document):
    """Only hidden elements are counted as hidden."""
    document.hide({TABLE})
    assert document.unseen == {TABLE, YARD}
    assert document.hidden == {TABLE}
    document.storey.show(None)
    assert document.unseen == {TABLE}


def test_what_lies_elsewhere_is_kept_up_edit_by_edit(document):
    """It equals a new computation after edits, undo and redo of all kinds."""
    chance = random.Random(5)
    for _ in range(200):
        level = document.level
        ids = [element.id for element in level.elements()]
        names = level.settings.layer_names
        what = chance.randrange(7)
        if what == 0:
            document.storey.show(chance.choice([*names, None]))
        elif what == 1:
            document.commit(move_to_storey(level, chance.sample(ids, 2), chance.choice(names)))
        elif what == 2:
            document.commit(set_fields(level, [chance.choice(ids)], note=str(chance.random())))
        elif what == 3 and document.stack.canUndo():
            document.stack.undo()
        elif what == 4 and document.stack.canRedo():
            document.stack.redo()
        elif what == 5 and len(names) < 5:
            document.commit(add_storey(level))
        elif what == 6 and len(names) > 2:
            gone = chance.choice(names[1:])
            document.commit(delete_storey(level, gone, to="ground"))
        assert document.storey.apart == expected(document)
        assert document.unseen == expected(document)
        assert document.storey.name in {None, *document.level.settings.layer_names}


def test_a_renamed_storey_stays_in_hand(document):
    """One that is gone gives way to the ground."""
    told = []
    document.storey.changed.connect(told.append)
    document.storey.show("upper")
    document.commit(rename_storey(document.level, "upper", "first"))
    document.commit(exchange_storeys(document.level, "first", 1))
    assert document.storey.name == "first"
    document.commit(delete_storey(document.level, "first"))
    assert document.storey.name == "ground"
    document.stack.undo()
    assert document.selection.ids == {YARD, STAIRS}
    assert document.storey.name == "first"
    assert told == ["upper", "first", "ground", "first"]


def test_another_level_begins_on_its_ground(document):
    """The storey before doesn't matter."""
    document.storey.show("upper")
    document.load(small_level(), None)
    assert document.storey.name == "ground"
    assert not document.storey.several
    assert not document.storey.apart


def test_an_edit_elsewhere_brings_its_storey(document):
    """So does undo of it; for several storeys all are shown."""
    document.commit(set_fields(document.level, [YARD], note="x"))
    assert document.storey.name == "upper"
    document.storey.show("ground")
    document.stack.undo()
    assert document.storey.name == "upper"
    document.commit(set_fields(document.level, [YARD, HALL], note="x"))
    assert document.storey.name is None


def test_a_preview_brings_nothing(document):
    """Only committed edits do."""
    document.preview(set_fields(document.level, [YARD], note="x"))
    assert document.storey.name == "ground"
    document.cancel_preview()


def test_what_is_selected_is_in_sight(document):
    """So are handles; changing the storey deselects elements on other storeys."""
    document.select(frozenset({GUARD, STAIRS}), {GUARD: frozenset({0})})
    assert document.storey.name == "ground"
    document.storey.show("upper")
    assert document.selection.ids == {STAIRS}
    document.select(frozenset({YARD, STAIRS}))
    assert document.storey.name == "upper"
    document.select(frozenset({YARD, GUARD}))
    assert document.storey.name is None


def test_going_up_and_down(document):
    """It goes from all storeys to the lowest or the highest, and back to the last one."""
    storey = document.storey
    assert storey.names == ("ground", "upper", "attic")
    assert (storey.next(1), storey.next(-1)) == ("upper", None)
    storey.show("upper")
    storey.toggle_all()
    assert storey.name is None
    assert (storey.next(1), storey.next(-1)) == ("ground", "attic")
    storey.toggle_all()
    assert storey.name == "upper"


def test_strays_of_old_files_lie_on_the_ground(document):
    """The storey that they name doesn't matter."""
    hall = replace(document.level.element(HALL), layer="sky")
    document.commit(Edit.put(document.level, [hall], "Name a storey"))
    assert document.storey.name == "ground"
    assert HALL not in document.storey.apart
