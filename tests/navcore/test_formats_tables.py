"""Terrains, storeys, links and painted ground in files."""

import json

import pytest

from navcore.errors import NavcoreError
from navcore.formats.level import read_level, write_level
from navcore.level.model import (
    Agent,
    Layer,
    Level,
    Link,
    Profile,
    Settings,
    Terrain,
    Tiles,
    Zone,
)
from navcore.level.tables import MOST_LAYERS, MOST_TERRAINS, TERRAINS
from navcore.world import World

RING = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0))


def text_with(**keys: object) -> str:
    """The text of a file with these keys."""
    return json.dumps({"format": "waywright-level", "version": 2, **keys})


def block(**fields: object) -> dict[str, object]:
    """A block of tiles as a file has it."""
    return {"id": Tiles.id_of(0, 0, 0, 0), "cx": 0, "cz": 0, "terrains": ["mud"],
            "runs": [1, 4096], **fields}  # fmt: skip


def test_everything_comes_back() -> None:
    """And the file says that it is of version 2."""
    level = Level(
        settings=Settings(
            terrains=(Terrain(name="ground"), Terrain(name="bog", cost=3.0, needs=("boots",))),
            layers=(Layer(name="ground"), Layer(name="cellar", floor_y=-3.0)),
            profiles=(Profile(name="cart", costs={"bog": 9.0}),),
            tile_size=0.5,
        ),
        elements={
            Zone: {1: Zone(id=1, polygon=RING, terrain="bog")},
            Link: {2: Link(id=2, start=RING[:1], end=RING[1:], to_layer="cellar", type="ladder")},
            Tiles: {9 + 2**52: Tiles(id=9 + 2**52, cx=0, cz=0, terrains=("bog",), runs=(1, 4096))},
        },
    )
    text = write_level(level)
    assert read_level(text, "x.json").level == level
    assert '"version": 2' in text
    assert '"from": [[0, 0]], "to": [[4, 0], [4, 4]], "toLayer": "cellar"' in text


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"terrains": [{"name": "bog", "cost": 0}]}, r"terrains\[0\].cost"),
        ({"terrains": [{"name": "bog", "cost": "NaN"}]}, r"terrains\[0\].cost"),
        ({"terrains": [{"name": ""}]}, r"terrains\[0\].name: must be a text that is not empty"),
        ({"terrains": [{"name": "a"}, {"name": "a"}]}, r"terrains\[1\].name: must be another"),
        ({"terrains": [{"name": "a", "colour": "red"}]}, r"colour: must be a colour like"),
        ({"profiles": [{"name": "a", "costs": {"mud": -1}}]}, r"profiles\[0\].costs"),
        ({"layers": [{"name": "cellar"}]}, r"layers\[0\].name: must be 'ground'"),
        ({"layers": [{"name": "ground"}] * 2}, r"layers\[1\].name: must be another"),
        ({"tiles": [block(runs=[1, 4095])]}, r"tiles\[0\].runs: must be pairs"),
        ({"tiles": [block(runs=[1, 4097, 0, -1])]}, r"tiles\[0\].runs: must be pairs"),
        ({"tiles": [block(runs=[2, 4096])]}, r"tiles\[0\].runs: must be numbers of terrains"),
        ({"links": [{"from": [], "to": [[1, 1]]}]}, r"links\[0\].from: must be one point or two"),
        ({"links": [{"from": [[0, 0]], "to": [[1, 1]] * 3}]}, r"links\[0\].to: must be one"),
        ({"links": [{"from": [[0, 0]]}]}, r"links\[0\]: \"to\" is missing"),
        ({"links": [{"from": [[0, 0]], "to": [[1, 1]], "type": "fly"}]}, r"links\[0\].type"),
        ({"links": [{"from": [[0, 0]], "to": [[1, 1]], "cost": 0}]}, r"links\[0\].cost"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(keys: dict[str, object], said: str) -> None:
    """The message has the path of the value and the allowed values."""
    with pytest.raises(NavcoreError, match=said):
        read_level(text_with(**keys), "x.json")


def test_there_are_so_many_rows_at_most() -> None:
    """A byte holds the number of a terrain; there are eight storeys (S1-039)."""
    names = [{"name": f"t{number}"} for number in range(MOST_TERRAINS + 1)]
    with pytest.raises(NavcoreError, match=r"terrains\[255\].name: must be one of 255 at most"):
        read_level(text_with(terrains=names), "x.json")
    storeys = [{"name": "ground"}, *names[:MOST_LAYERS]]
    with pytest.raises(NavcoreError, match=r"layers\[8\].name: must be one of 8 at most"):
        read_level(text_with(layers=storeys), "x.json")


def test_edits_are_checked_like_files() -> None:
    """A table is refused in an edit as in a file."""
    level = Level()
    with pytest.raises(NavcoreError, match="layers"):
        World.build(level.with_settings(Settings(layers=(Layer(name="cellar"),))))


def test_a_file_of_before_keeps_what_it_had_under_the_keys_of_new_kinds() -> None:
    """Earlier versions kept anything there."""
    text = json.dumps({"format": "waywright-level", "version": 1, "zones": [{"terrain": "mud"}],
                       "links": {"a": 1}, "tiles": []})  # fmt: skip
    loaded = read_level(text, "x.json")
    assert not loaded.level.of(Zone)
    assert json.loads(write_level(loaded.level))["zones"] == [{"terrain": "mud"}]
    assert json.loads(write_level(loaded.level))["links"] == {"a": 1}


def test_without_a_table_everything_lies_on_the_ground() -> None:
    """So files of before bake as they did."""
    agent = Agent(id=1, position=(0.0, 0.0), layer="sky")
    assert Settings().layer_of(agent) == "ground"
    assert Settings().layer_names == ("ground",)
    sky = Settings(layers=(Layer(name="ground"), Layer(name="sky")))
    assert sky.layer_of(agent) == "sky"
    assert sky.layer_names == ("ground", "sky")


def test_terrains_of_the_tile_source():
    """S1-034 and S3-042."""
    costs = {row.name: row.cost for row in TERRAINS}
    assert costs["ground"] == costs["grass"] == 1.0
    assert (costs["sand"], costs["mud"], costs["water"]) == (1.2, 1.5, 2.0)
    assert (costs["ice"], costs["snow"], costs["rock"]) == (0.8, 1.3, 1.1)
    assert costs["slow"] == 2.0
    assert next(row for row in TERRAINS if row.name == "water").needs == ("swim",)
