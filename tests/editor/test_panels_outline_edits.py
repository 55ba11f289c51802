"""The outline's rows after edits, previews and undo equal new rows."""

import random

from hypothesis import given
from hypothesis import strategies as st
from outline_rows import RING, area, level_of, rows
from PySide6.QtCore import QItemSelection
from PySide6.QtTest import QAbstractItemModelTester

from editor.document import Document
from editor.panels.outline.model import OutlineModel
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Element, Level, Obstacle
from navcore.level.operations import delete, set_group


@given(st.integers(0, 2**32 - 1))
def test_following_edits_equals_a_new_outline(seed: int) -> None:
    """Random edits, with a search half of the time."""
    chance = random.Random(seed)
    document = Document(seed=seed)
    model = OutlineModel(document)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    search = chance.choice(["", "", "1", "door"])
    model.search(search)
    for _ in range(12):
        items: dict[int, Element | None] = {}
        for _ in range(chance.randint(1, 4)):
            number = chance.randint(1, 12)
            common = {
                "id": number, "name": f"n{number}_{chance.randint(0, 3)}",
                "group": chance.choice(["", "", "A", "B/C", "B", "B / D/"]),
                "order": float(chance.randint(0, 3)),
                "locked": chance.random() < 0.3,
            }  # fmt: skip
            items[number] = chance.choice(
                [
                    None,
                    Area(polygon=RING, door=chance.random() < 0.5, **common),
                    Obstacle(polygon=RING, enabled=chance.random() < 0.5, **common),
                    Agent(position=(0.0, 0.0), **common),
                ]
            )
        document.commit(Edit.change(document.level, items))
        if chance.random() < 0.3:
            document.stack.undo()
        fresh = OutlineModel(document)
        fresh.search(search)
        assert rows(model) == rows(fresh)
        for element in document.level.elements():
            index = model.index_of(element.id)
            shown = model.element_at(index)
            assert not index.isValid() or (shown is not None and shown == element)
            assert model.states(index) == (False, element.locked and index.isValid())
        for name, index in model.headings():
            ids = model.ids_at(index)
            assert index.data().endswith(f"  {len(ids)}")
            assert model.states(index) == (False, ids <= document.locked), name


@given(st.integers(0, 2**32 - 1))
def test_following_edits_of_many_elements_equals_a_new_outline(seed: int) -> None:
    """Many runs at once, rows that change places, also undone; in groups and without."""
    chance = random.Random(seed)

    def some(numbers: list[int]) -> list[Element]:
        return [
            area(
                number,
                order=float(chance.randint(0, 20)),
                group=chance.choice(["", "", "A"]),
                name=f"n{number}",
            )
            for number in numbers
        ]

    document = Document(level_of(*some([*range(1, 121)])), seed=seed)
    model = OutlineModel(document)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for _ in range(4):
        touched = chance.sample(range(1, 161), chance.randint(1, 90))
        items: dict[int, Element | None] = {one.id: one for one in some(touched)}
        items |= dict.fromkeys(chance.sample(touched, len(touched) // 3))
        document.commit(Edit.change(document.level, items))
        assert rows(model) == rows(OutlineModel(document))
        document.stack.undo()
        assert rows(model) == rows(OutlineModel(document))
        document.stack.redo()
        ids = frozenset(chance.sample(range(1, 161), chance.randint(1, 40)))
        chosen = QItemSelection()
        for first, last in model.section_runs(ids):
            chosen.select(first, last)
        shown = [model.element_at(index) for index in chosen.indexes()]
        assert {one.id for one in shown if one} == {i for i in ids if document.level.get(i)}


class TestManyDragged:
    """Many elements are dragged; the outline updates at the end."""

    def test_names_and_groups_of_a_preview_of_many_come_when_it_is_over(self) -> None:
        """Committed, taken back, or followed by another edit."""
        elements = [Obstacle(id=i, order=i, name=f"box_{i}", polygon=RING) for i in range(1, 100)]
        document = Document(Level().with_items({e.id: e for e in elements}))
        model = OutlineModel(document)
        start = document.level
        ids = [element.id for element in elements]
        document.preview(set_group(start, ids, "Boxes"))
        document.preview(set_group(start, ids, "Crates"))
        assert not model.index_of_group("Crates").isValid()
        document.commit(set_group(start, ids, "Crates"))
        assert model.index_of_group("Crates").isValid()
        document.preview(set_group(document.level, ids, "Bins"))
        document.cancel_preview()
        assert model.index_of_group("Crates").isValid()
        assert not model.index_of_group("Bins").isValid()
        document.preview(set_group(document.level, ids, "Bins"))
        document.swap(delete(document.level, [1]))
        assert model.index_of_group("Bins").isValid()
        assert not model.index_of(1).isValid()
