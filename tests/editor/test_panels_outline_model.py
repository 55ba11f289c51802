"""The rows of the outline: they follow every edit as if they had been put in anew."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QItemSelection, QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from editor.document import Document
from editor.panels.outline_model import MANY, OutlineModel
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level, Obstacle

RING = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))


def area(number: int, **fields: object) -> Area:
    """An area with this id."""
    values = {"name": f"area_{number}", "polygon": RING, "order": float(number)} | fields
    return Area(id=number, **values)


def level_of(*elements: Area | Obstacle | Agent) -> Level:
    """A level with these elements."""
    return Level().with_items({element.id: element for element in elements})


def rows(model: OutlineModel) -> list[tuple[str, list[str]]]:
    """Every heading with the texts below it."""
    found = []
    for number in range(model.rowCount()):
        heading = model.index(number, 0)
        names = [
            model.index(row, 0, heading).data(Qt.ItemDataRole.DisplayRole)
            for row in range(model.rowCount(heading))
        ]
        found.append((heading.data(Qt.ItemDataRole.DisplayRole), names))
    return found


@pytest.fixture
def inn(qapp: object) -> Document:
    """Two rooms, two doors, a grouped table, an agent."""
    return Document(
        level_of(
            area(1, name="hall"),
            area(2, name="cellar", available=False),
            area(3, name="gate", door=True),
            area(4, name="hatch", door=True, available=False),
            Obstacle(id=5, name="bar", polygon=RING),
            Obstacle(id=6, name="table", polygon=RING, group="Furniture", tags=("oak",)),
            Obstacle(id=7, name="chair", polygon=RING, group="Furniture", enabled=False, order=1),
            Agent(id=8, position=(0.0, 0.0)),
        )
    )


def test_sections_by_kind_and_group_with_counts(inn: Document) -> None:
    """Sections by kind and group with counts."""
    assert rows(OutlineModel(inn)) == [
        ("Areas  2", ["hall", "cellar (off)"]),
        ("Doors  2", ["gate", "hatch (shut)"]),
        ("Obstacles  1", ["bar"]),
        ("Furniture  2", ["table", "chair (off)"]),
        ("Agents  1", ["agent"]),
    ]


def test_search_finds_names_kinds_groups_and_tags(inn: Document) -> None:
    """Search finds names kinds groups and tags."""
    model = OutlineModel(inn)
    for text, found in (
        ("HALL", ["hall"]),
        ("oak", ["table"]),
        ("furni", ["table", "chair (off)"]),
        ("door", ["gate", "hatch (shut)"]),
        ("obstacle cha", ["chair (off)"]),
        ("dragon", []),
    ):
        model.search(text)
        assert [name for _, names in rows(model) for name in names] == found
    model.search("")
    assert len(rows(model)) == 5


def test_what_is_renamed_out_of_the_search_goes(inn: Document) -> None:
    """What is renamed out of the search goes."""
    model = OutlineModel(inn)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.search("a")
    bar = inn.level.obstacles[5]
    inn.commit(Edit.put(inn.level, [replace(bar, name="desk", tags=("x",))]))
    assert "desk" in [name for _, names in rows(model) for name in names]
    model.search("bar")
    inn.stack.undo()
    assert [name for _, names in rows(model) for name in names] == ["bar"]


def test_renaming_in_place(inn: Document) -> None:
    """Renaming in place."""
    model = OutlineModel(inn)
    refused: list[object] = []
    model.refused.connect(refused.append)
    assert model.setData(model.index_of(1), " great_hall ")
    assert inn.level.areas[1].name == "great_hall"
    assert inn.stack.undoText() == "Rename hall to great_hall"
    assert not model.setData(model.index_of(1), "cellar")
    assert refused == ["Another area is named cellar. Names of areas must differ."]
    assert not model.setData(model.index_of(1), "")
    assert inn.level.areas[1].name == "great_hall"
    assert model.setData(model.index_of(6), "bar")
    assert model.setData(model.index_of(8), "cook")


def test_dragging_a_corner_disturbs_no_row(inn: Document) -> None:
    """Dragging a corner disturbs no row."""
    model = OutlineModel(inn)
    told: list[object] = []
    for signal in (model.dataChanged, model.modelReset, model.rowsInserted):
        signal.connect(lambda *_: told.append(1))
    hall = inn.level.areas[1]
    inn.preview(Edit.put(inn.level, [replace(hall, polygon=(*RING, (2.0, 2.0)))]))
    assert told == []


def test_few_rows_come_and_go_without_a_reset(inn: Document) -> None:
    """Few rows come and go without a reset."""
    model = OutlineModel(inn)
    told: list[str] = []
    model.modelReset.connect(lambda: told.append("reset"))
    model.rowsInserted.connect(lambda *_: told.append("in"))
    model.rowsRemoved.connect(lambda *_: told.append("out"))
    inn.commit(Edit.put(inn.level, [area(20), area(21)]))
    inn.commit(Edit.remove(inn.level, [20]))
    assert told == ["in", "in", "out"]
    inn.commit(Edit.put(inn.level, [area(100 + n) for n in range(MANY + 1)]))
    assert told[3:] == ["reset"]


def test_runs_of_neighbours_are_selected_together(inn: Document) -> None:
    """Runs of neighbours are selected together."""
    model = OutlineModel(inn)
    inn.commit(Edit.put(inn.level, [area(30 + n) for n in range(10)]))
    ids = frozenset({1, 2, 30, 31, 35, 3})
    selection = QItemSelection()
    runs = list(model.section_runs(ids))
    for first, last in runs:
        selection.select(first, last)
    found = [model.element_at(index) for index in selection.indexes()]
    assert {element.id for element in found if element} == ids
    assert len(runs) == 3


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
        items: dict[int, Area | Obstacle | Agent | None] = {}
        for _ in range(chance.randint(1, 4)):
            number = chance.randint(1, 12)
            common = {
                "id": number, "name": f"n{number}_{chance.randint(0, 3)}",
                "group": chance.choice(["", "", "A", "B/C"]), "order": float(chance.randint(0, 3)),
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


def test_headings_hold_no_element(inn: Document) -> None:
    """Headings hold no element."""
    model = OutlineModel(inn)
    assert model.element_at(model.index(0, 0)) is None
    assert model.element_at(QModelIndex()) is None
    assert not model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsSelectable


def test_the_model_itself_has_an_owner_or_none(inn: Document) -> None:
    """Asked without an index, `parent` means the object that owns the model."""
    model = OutlineModel(inn)
    assert model.parent() is None
    model.setParent(inn)
    assert model.parent() is inn
    model.setParent(None)
