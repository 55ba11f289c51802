"""Links of a grid are restored from `.json`; faults are reported with their place."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from grid_texts import DOORS, json_of, small_grid

from navcore.bake.grid import NavGrid
from navcore.bake.grid_links import GridLink
from navcore.errors import FormatError, NavcoreError
from navcore.formats import load_grid, save_grid
from navcore.formats.grid_json import read_grid_json, write_grid_json

LADDER = GridLink(id=20, name='the "long" one', type="ladder", start=((-5.1, -1.3),),
                  end=((-4.7, -0.9),), to_layer="loft", cells=((0, 0, 1, 1),), width=0.9,
                  cost_in_metres=2.8, needs=("climb",))  # fmt: skip
DITCH = GridLink(id=2**32 - 1, start=((-5.3, -1.0), (-4.5, -1.0)), end=((-5.3, -0.4), (-4.5, -0.4)),
                 cells=((0, 1, 0, 2), (1, 1, 1, 2)), cost_in_metres=0.6, seconds=0.75,
                 one_way=True)  # fmt: skip


def linked() -> NavGrid:
    """The small grid with two links."""
    grid = small_grid()
    return NavGrid(grid.lattice, grid.padded, grid.agent_radius, grid.object_padding, doors=DOORS,
                   links=(LADDER, DITCH))  # fmt: skip


def test_links_come_back(tmp_path: Path) -> None:
    """Each has its own line, and writing again gives the same text."""
    path = tmp_path / "inn.grid.json"
    save_grid(linked(), path)
    text = path.read_text(encoding="utf-8")
    assert (
        '{"id": 4294967295, "name": "", "type": "jump", "from": [[-5.3, -1], [-4.5, -1]], '
        '"to": [[-5.3, -0.4], [-4.5, -0.4]], "cells": [[0, 1, 0, 2], [1, 1, 1, 2]], "cost": 0.6, '
        '"seconds": 0.75, "oneWay": true, "width": 0, "needs": []}\n'
    ) in text
    assert '"toLayer": "loft"' in text
    loaded = read_grid_json(text, path)
    assert loaded.links == load_grid(path).links == (LADDER, DITCH)
    assert loaded.doors == DOORS
    assert write_grid_json(loaded.grid, loaded.doors) == text


def test_grid_without_links_says_nothing_of_them() -> None:
    """Its file is the same as in versions without links."""
    text = write_grid_json(small_grid(), DOORS)
    assert "links" not in text
    assert read_grid_json(text, "g.json").links == ()


def test_costs_of_1_everywhere_are_not_written() -> None:
    """Grass has the cost of the ground; a grid that is all mud lists its costs."""
    cells = [[1, 1], [0, 1]]
    assert "cost" not in write_grid_json(NavGrid.from_array(cells, cost=[[1, 1], [1, 1]]))
    assert '"cost"' in write_grid_json(NavGrid.from_array(cells, cost=[[2, 2], [2, 2]]))


def test_text_grid_has_no_place_for_links(tmp_path: Path) -> None:
    """It is refused, so that none is lost in silence."""
    with pytest.raises(NavcoreError, match=r"a \.txt grid has no place for links; write a \.json"):
        save_grid(linked(), tmp_path / "inn.grid.txt")
    assert not list(tmp_path.iterdir())


def test_link_may_cost_more_than_a_designer_can_say() -> None:
    """A teleport across a large map costs its length; keys of later versions are passed over."""
    far = msgspec.structs.replace(LADDER, cost_in_metres=12_000.0)
    entry = data_of(far) | {"sound": "whoosh"}
    assert read_grid_json(json_of(links=[entry]), "g.json").links == (far,)


def data_of(link: GridLink, **changes: Any) -> dict[str, Any]:
    """The entry of a link with these values; None leaves a key out."""
    data = msgspec.to_builtins(link) | changes
    return {key: value for key, value in data.items() if value is not None}


@pytest.mark.parametrize(
    ("links", "message"),
    [
        (3, r"links: must be a list \[\.\.\.\], got 3"),
        ([3], r"links\[0\]: must be an object"),
        ([data_of(DITCH), {}], r'links\[1\]: "cells" is missing, it must be a list of \[column'),
        ([data_of(DITCH, id=None)], r'links\[0\]: "id" is missing'),
        ([data_of(DITCH, id=0)], r"links\[0\].id: must be a whole number from 1"),
        ([data_of(DITCH, id=2**32)], r"links\[0\].id: must be a whole number from 1"),
        ([data_of(DITCH), data_of(DITCH)], r"links\[1\].id: must be another id than those before"),
        ([data_of(DITCH, type="wormhole")], r'links\[0\].type: must be "climb" or "drop"'),
        ([data_of(DITCH, cost=-1)], r"links\[0\].cost: must be a number of at least 0"),
        ([data_of(DITCH, cost="1")], r"links\[0\].cost: must be a finite number"),
        ([data_of(DITCH, seconds=-1)], r"links\[0\].seconds: must be a number of at least 0"),
        ([data_of(DITCH, width=1e9)], r"links\[0\].width: must be a number of at least 0, at most"),
        ([data_of(DITCH, oneWay=1)], r"links\[0\].oneWay: must be true or false"),
        ([data_of(DITCH, needs="key")], r"links\[0\].needs: must be a list of texts"),
        ([data_of(DITCH, toLayer=3)], r"links\[0\].toLayer: must be a text in quotes"),
        ([data_of(DITCH, name="a" * 1001)], r"links\[0\].name: must be a text of at most 1,000"),
        ([data_of(DITCH, **{"from": []})], r"links\[0\].from: must be one point or two"),
        ([data_of(DITCH, to=[[0, 0]] * 3)], r"links\[0\].to: must be one point or two"),
        ([data_of(DITCH, to=[[0, 1e300]])], r"links\[0\].to\[0\]: must be a point within"),
        ([data_of(DITCH, to=[0, 0])], r"links\[0\].to\[0\]: must be a point \[x, z\]"),
        ([data_of(DITCH, cells=7)], r"links\[0\].cells: must be a list of \[column, row"),
        ([data_of(DITCH, cells=[[0, 0, 5, 0]])], r"links\[0\].cells\[0\]: must be \[column, row"),
        ([data_of(DITCH, cells=[[0, 0, 0, 3]])], r"links\[0\].cells\[0\]: must be \[column, row"),
        ([data_of(DITCH, cells=[[0, 0, 1]])], r"links\[0\].cells\[0\]: must be \[column, row"),
        ([data_of(DITCH, cells=[[0, -1, 1, 0]])], r"links\[0\].cells\[0\]: must be \[column, row"),
        ([data_of(DITCH, cells=[[0, 0, 1.0, 0]])], r"links\[0\].cells\[0\]: must be \[column, row"),
    ],
)  # fmt: skip
def test_refused(links: object, message: str) -> None:
    """Refusals name the place of the fault."""
    with pytest.raises(FormatError, match=message):
        read_grid_json(json_of(links=json.loads(json.dumps(links))), "inn.json")
