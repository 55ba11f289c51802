"""The document: all changes go through it, and undo is exact."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from small_level import TABLE, small_level

import editor.undo
from editor.document import Arrival, Document
from navcore.errors import EditConflict
from navcore.formats import write_level
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Point
from navcore.level.operations import add_area, delete, move, move_handles
from navcore.level.pick import pick_index

SQUARE: tuple[Point, ...] = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))


@pytest.fixture
def document(qapp: object) -> Document:
    """A document with one area, `hall`."""
    made = Document(seed=1)
    made.commit(add_area(made.level, SQUARE, made.new_id, name="hall"))
    made.stack.setClean()
    return made


def hall(document: Document) -> Area:
    """The area named `hall`."""
    found = document.level.area_named("hall")
    assert found is not None
    return found


def shift(document: Document, dx: float) -> Edit:
    """An edit that moves the hall."""
    return move(document.level, [hall(document).id], (dx, 0.0))


def test_a_commit_is_one_step_and_undo_is_identity(document: Document) -> None:
    """A commit is one step and undo is identity."""
    before = document.level
    document.commit(shift(document, 1.0))
    assert document.stack.count() == 2
    assert hall(document).polygon[0] == (1.0, 0.0)
    document.stack.undo()
    assert document.level == before
    document.stack.redo()
    assert hall(document).polygon[0] == (1.0, 0.0)


def test_previews_start_from_the_level_before_the_gesture(document: Document) -> None:
    """Previews start from the level before the gesture."""
    start = document.level
    element_id = hall(document).id
    for step in range(1, 6):
        document.preview(move(start, [element_id], (step / 10, 0.0)))
    assert document.dragging
    assert hall(document).polygon[0] == (0.5, 0.0)
    assert document.stack.count() == 1
    document.commit(move(start, [element_id], (0.6, 0.0)))
    assert not document.dragging
    assert document.stack.count() == 2
    document.stack.undo()
    assert document.level == start


def test_undo_twice_drag_and_escape_keep_redo_and_the_saved_state(document: Document) -> None:
    """Undo twice drag and escape keep redo and the saved state."""
    for step in (1.0, 1.0):
        document.commit(shift(document, step))
    document.mark_saved(Path("level.json"))
    document.stack.undo()
    document.stack.undo()
    assert not document.stack.isClean()
    document.preview(shift(document, 9.0))
    document.cancel_preview()
    assert document.stack.canRedo()
    document.stack.redo()
    document.stack.redo()
    assert document.stack.isClean()
    assert hall(document).polygon[0] == (2.0, 0.0)


def test_an_edit_that_does_not_fit_changes_nothing(document: Document) -> None:
    """An edit that does not fit changes nothing."""
    edit = shift(document, 1.0)
    document.commit(delete(document.level, [hall(document).id]))
    before, count = document.level, document.stack.count()
    with pytest.raises(EditConflict):
        document.commit(edit)
    assert document.level is before
    assert document.stack.count() == count
    assert not document.dragging


def test_spinning_is_one_step_and_typing_is_another(document: Document) -> None:
    """Spinning is one step and typing is another."""
    key = document.new_merge_key()
    for _ in range(3):
        document.commit(shift(document, 0.5), merge_key=key)
    assert document.stack.count() == 2
    document.commit(shift(document, 0.5))
    assert document.stack.count() == 3
    document.stack.undo()
    document.stack.undo()
    assert hall(document).polygon[0] == (0.0, 0.0)


def test_spinning_there_and_back_leaves_no_step(document: Document) -> None:
    """Spinning there and back leaves no step."""
    key = document.new_merge_key()
    document.commit(shift(document, 0.5), merge_key=key)
    document.commit(shift(document, -0.5), merge_key=key)
    assert document.stack.count() == 1
    assert document.stack.isClean()


def test_spinning_does_not_swallow_the_saved_state(document: Document) -> None:
    """Spinning does not swallow the saved state."""
    key = document.new_merge_key()
    document.commit(shift(document, 0.5), merge_key=key)
    document.mark_saved(Path("level.json"))
    document.commit(shift(document, 0.5), merge_key=key)
    assert not document.stack.isClean()
    document.stack.undo()
    assert document.stack.isClean()
    assert hall(document).polygon[0] == (0.5, 0.0)


def test_the_selection_never_names_what_is_gone(document: Document) -> None:
    """Deleted elements are deselected, and selected again when they come back."""
    element = hall(document)
    document.select(frozenset({element.id, 77}), {element.id: frozenset({1, 9})})
    assert document.selection.ids == {element.id}
    assert document.selection.handles == {element.id: frozenset({1})}
    seen: list[frozenset[int]] = []
    document.changed.connect(lambda _: seen.append(document.selection.ids))
    document.commit(delete(document.level, [element.id]))
    assert seen == [frozenset()]
    document.stack.undo()
    assert document.selection.ids == {element.id}


def test_a_corner_that_goes_leaves_the_selection(document: Document) -> None:
    """A corner that goes leaves the selection."""
    element = hall(document)
    document.select(frozenset({element.id}), {element.id: frozenset({3})})
    ring = element.polygon[:3]
    document.commit(Edit.put(document.level, [replace(element, polygon=ring)]))
    assert document.selection.ids == {element.id}
    assert document.selection.handles == {}


def test_loading_starts_a_new_stack(document: Document) -> None:
    """Loading starts a new stack."""
    told: list[object] = []
    document.loaded.connect(told.append)
    document.preview(move_handles(document.level, {hall(document).id: {0}}, (1.0, 1.0)))
    document.load(Level(), Path("other.json"))
    assert document.level == Level()
    assert document.stack.count() == 0
    assert document.stack.isClean()
    assert told == [Path("other.json")]


def test_ids_are_new_and_repeat_with_the_seed(qapp: object) -> None:
    """Ids are new and repeat with the seed."""
    one, other = Document(seed=5), Document(seed=5)
    assert [one.new_id() for _ in range(5)] == [other.new_id() for _ in range(5)]


def test_undo_stack_forgets_its_older_half(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Steps take only so much memory; those that are left lead back and forth as before."""
    document = Document(small_level(), seed=1)
    levels = [write_level(document.level)]
    step = 2000 + 4 * 112
    monkeypatch.setattr(editor.undo, "MOST_BYTES", 10 * step)
    told: list[int] = []
    document.stack.indexChanged.connect(told.append)
    for number in range(11):
        document.commit(move(document.level, [TABLE], (0.5, 0.0)))
        levels.append(write_level(document.level))
        if number == 7:
            document.mark_saved(tmp_path / "level.json")
    assert document.stack.count() == document.stack.index() == 5
    assert document.stack.forgotten == 6
    assert told[-1] == 5
    assert document.stack.cleanIndex() == 2
    for number in range(10, 5, -1):
        document.stack.undo()
        assert write_level(document.level) == levels[number]
        assert document.stack.isClean() == (number == 8)
    assert not document.stack.canUndo()
    for number in range(7, 12):
        document.stack.redo()
        assert write_level(document.level) == levels[number]


def test_undo_stack_without_the_saved_step_is_never_clean(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The saved level can't be reached by undo, so everything counts as unsaved."""
    document = Document(small_level(), seed=1)
    document.mark_saved(tmp_path / "level.json")
    monkeypatch.setattr(editor.undo, "MOST_BYTES", 10_000)
    for _ in range(6):
        document.commit(move(document.level, [TABLE], (0.5, 0.0)))
    while document.stack.canUndo():
        document.stack.undo()
        assert not document.stack.isClean()
    assert document.stack.forgotten
    document.load(small_level(), None)
    assert not document.stack.forgotten


def test_undo_stack_counts_what_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps that were taken back and replaced take nothing."""
    document = Document(small_level(), seed=1)
    monkeypatch.setattr(editor.undo, "MOST_BYTES", 10_000)
    for _ in range(20):
        document.commit(move(document.level, [TABLE], (0.5, 0.0)))
        document.commit(move(document.level, [TABLE], (0.5, 0.0)))
        document.stack.undo()
        document.stack.undo()
    assert not document.stack.forgotten


def test_loading_hands_over_what_was_prepared_before_anybody_hears_of_it(qapp: object) -> None:
    """Preparations see only the arriving level.

    `load` hands over their results, then sends signals.
    """
    document, told = Document(), []
    level = small_level()

    def prepare(prepared: Level) -> Callable[[], None]:
        assert prepared is level
        told.append("prepared")
        return lambda: told.append("handed over")

    document.preparations.append(prepare)
    document.changed.connect(lambda _: told.append("changed"))
    arrival = Arrival.of(level, document.level, document.preparations)
    assert told == ["prepared"]
    document.load(level, None, arrival)
    assert told == ["prepared", "handed over", "changed"]
    assert document.level is level


def test_arrival_for_another_level_than_the_open_one_leads_to_the_same(document: Document) -> None:
    """Edits made while a file was read are gone, and elements are locked as in the file."""
    box = Obstacle(id=77, polygon=SQUARE, locked=True)
    level = Level(obstacles={77: box})
    arrival = Arrival.of(level, Level(), document.preparations)
    edits: list[Edit] = []
    document.changed.connect(edits.append)
    open_before = document.level
    document.load(level, None, arrival)
    assert edits == [Edit.between(open_before, level)]
    assert document.locked == {77}
    assert pick_index(level).level is level
