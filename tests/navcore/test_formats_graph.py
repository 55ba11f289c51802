"""Networks in files: format, round trips, and refusals that name the fault."""

import json
import random
from pathlib import Path
from typing import Any

import networks
import pytest

from navcore.errors import FormatError, NavcoreError
from navcore.formats import load_graph, open_file, save_graph, save_grid, save_level
from navcore.formats.graph_json import LoadedGraph, read_graph_json, write_graph_json
from navcore.graph.graph import Graph
from navcore.level.edit import Edit
from navcore.level.model import Area, Edge, Layer, Level, Settings, Waypoint
from navcore.level.operations.graphs import import_graph
from navcore.world import World

EXAMPLE = """{
  "format": "waywright-graph",
  "version": 1,
  "nextId": 8,
  "waypoints": [
    {"id": 3, "name": "gate", "position": [1, 0, 2], "type": "GuardPost", "radius": 1.5, \
"tags": ["north", "day"], "active": true},
    {"id": 7, "name": "", "position": [4, 0, 6], "type": "Navigation", "radius": 1, \
"tags": [], "active": false, "clearRadius": 0.8}
  ],
  "edges": [
    {"from": 3, "to": 7, "cost": 7.5, "bidirectional": false, "tags": ["secret"], \
"needs": ["key"]}
  ]
}
"""


def imported(level: Level, loaded: LoadedGraph, seed: int = 0) -> Level:
    """Return the level after importing a network."""
    rng = random.Random(seed)
    edit = import_graph(
        level, loaded.waypoints, loaded.edges, lambda: rng.randrange(1, 2**32),
        heights=loaded.heights,
    )  # fmt: skip
    return edit.apply(level)


def told(text: str) -> str:
    """Return the message about a refused file."""
    with pytest.raises(FormatError) as caught:
        read_graph_json(text, "net.json")
    return str(caught.value)


def with_changes(**changes: Any) -> str:
    """The example with other values: `waypoints_0_id=5`."""
    data = json.loads(EXAMPLE)
    for path, value in changes.items():
        *parts, last = path.split("__")
        inner = data
        for part in parts:
            inner = inner[int(part) if part.isdecimal() else part]
        inner[last] = value
    return json.dumps(data, indent=2)


def test_example_is_read_and_written_byte_for_byte() -> None:
    """Every field that files have, those that few need among them."""
    loaded = read_graph_json(EXAMPLE, "net.json")
    gate, well = loaded.waypoints
    assert (gate.id, gate.name, gate.position, gate.type) == (3, "gate", (1.0, 2.0), "guardPost")
    assert (gate.reach, gate.tags, gate.enabled) == (1.5, ("north", "day"), True)
    assert (well.enabled, well.clear_radius) == (False, 0.8)
    (edge,) = loaded.edges
    assert (edge.start, edge.end, edge.factor, edge.one_way) == (3, 7, 1.5, True)
    assert (edge.tags, edge.needs) == (("secret",), ("key",))
    assert write_graph_json(loaded.level) == EXAMPLE
    assert write_graph_json(imported(Level(), loaded)) == EXAMPLE


def test_tags_are_sets() -> None:
    """S3-022: none counts twice, and edges with the same ones in another order are the same."""
    text = with_changes(waypoints__0__tags=["a", "b", "a"], edges__0__tags=["x", "x"])
    loaded = read_graph_json(text, "net.json")
    assert loaded.waypoints[0].tags == ("a", "b")
    assert loaded.edges[0].tags == ("x",)
    doubled = Waypoint(id=5, position=(0.0, 0.0), tags=("a", "a"))
    text = write_graph_json(Level().with_items({5: doubled}))
    assert '"tags": ["a"]' in text
    assert write_graph_json(read_graph_json(text, "net.json").level) == text
    data = json.loads(EXAMPLE)
    del data["format"]
    one = {"from": 3, "to": 7, "tags": ["x", "y"]}
    data["edges"] = [one, {"from": 7, "to": 3, "bidirectional": False, "tags": ["y", "x"]}]
    (edge,) = read_graph_json(json.dumps(data), "net.json").edges
    assert (edge.start, edge.one_way, edge.tags) == (3, False, ("x", "y"))


def test_next_id_is_free() -> None:
    """After the last id there is, the least that no waypoint has."""
    last = 2**32 - 1
    for ids, free in (((), 1), ((5, 9), 10), ((last,), 1), ((1, 2, last - 1, last), 3)):
        level = Level().with_items({one: Waypoint(id=one, position=(1.0, one % 7)) for one in ids})
        assert json.loads(write_graph_json(level))["nextId"] == free


def test_round_trip_is_byte_stable() -> None:
    """Random networks, with factors that no decimal number writes."""
    for seed in range(60):
        rng = random.Random(seed)
        level = networks.random_level(rng, 40, storeys=seed % 2 == 0)
        odd = [
            Edge(id=one.id, start=one.start, end=one.end, factor=rng.random() * rng.choice((1, 99)))
            for one in level.of(Edge).values()
        ]
        level = Edit.put(level, odd).apply(level)
        text = write_graph_json(level)
        bare = Level(settings=level.settings)
        again = imported(bare, read_graph_json(text, "net.json"), seed)
        assert write_graph_json(again) == text, seed
        for one in level.of(Waypoint).values():
            found = again.of(Waypoint)[one.id]
            assert (found.position, found.type, found.tags) == (one.position, one.type, one.tags)
            assert again.settings.layer_of(found) == level.settings.layer_of(one)


def test_paths_over_a_file_need_no_level_of_ones_own() -> None:
    """A game that has only the file finds its paths."""
    data = with_changes(waypoints__1__active=True)
    graph = Graph.of(read_graph_json(data, "net.json").level)
    assert graph.find_path(3, 7, abilities=("key",)).cost == 7.5
    assert not graph.find_path(7, 3, abilities=("key",)).ok


@pytest.mark.parametrize(
    ("changes", "where", "what"),
    [
        ({"edges__0__to": 9}, "edges[0].to", "the id of a waypoint in this file, got 9"),
        ({"edges__0__to": 3}, "edges[0].to", "another waypoint"),
        (
            {"waypoints__1__id": 3},
            "waypoints[1].id",
            "an id that no other waypoint has, got 3, which waypoints[0] has, too",
        ),
        ({"waypoints__1__id": 0}, "waypoints[1].id", "a whole number from 1"),
        ({"waypoints__0__type": "Cafe"}, "waypoints[0].type", '"GuardPost" or "Spawn"'),
        ({"waypoints__0__type": []}, "waypoints[0].type", '"Navigation"'),
        ({"waypoints__0__position": [1, 2]}, "waypoints[0].position", "[x, y, z]"),
        ({"waypoints__0__position": [1, 0, 1e12]}, "waypoints[0].position", "within"),
        ({"waypoints__0__radius": -1}, "waypoints[0].radius", "at least 0"),
        ({"waypoints__0__tags": [1]}, "waypoints[0].tags", "a list of texts"),
        ({"waypoints__0__active": 1}, "waypoints[0].active", "true or false"),
        ({"waypoints__0__name": 1}, "waypoints[0].name", "a text"),
        ({"waypoints": {}}, "waypoints", "a list"),
        ({"waypoints": [1]}, "waypoints[0]", "an object"),
        ({"edges__0__cost": -1}, "edges[0].cost", "from 0 to 5000"),
        ({"edges__0__cost": 5001}, "edges[0].cost", "1000 times its length"),
        ({"edges__0__cost": None}, "edges[0].cost", "a number"),
        ({"edges__0__bidirectional": "no"}, "edges[0].bidirectional", "true or false"),
        ({"version": 2}, "version", "this file is of version 2"),
        ({"version": 0}, "version", "a whole number from 1"),
        ({"format": "waywright-level"}, "format", '"waywright-graph"'),
    ],
)
def test_faults_name_the_element(changes: dict[str, Any], where: str, what: str) -> None:
    """They name file, line, element and the allowed values."""
    message = told(with_changes(**changes))
    assert message.startswith("net.json, line ")
    assert f"{where}:" in message
    assert what in message


def test_faults_of_the_text_name_the_element_too() -> None:
    """NaN is no JSON; an id that is missing has no value to point at."""
    for odd in ("NaN", "-Infinity", "inf"):
        message = told(EXAMPLE.replace("7.5", odd))
        assert f"edges[0].cost: must be a finite number, got {odd}" in message
    message = told(EXAMPLE.replace('"id": 7, ', ""))
    assert 'waypoints[1]: "id" is missing' in message
    assert "object" in told("[]")


def test_files_of_other_programs() -> None:
    """Places as objects, no names, and each direction of a two-way edge by itself (X-028)."""
    text = """{"version": 1, "nextId": 4,
      "waypoints": [{"id": 1, "name": null, "position": {"x": 0, "y": 2.5, "z": 0}},
                    {"id": 2, "position": [3, 2.5, 4], "tags": []},
                    {"id": 3, "position": [3, 0, 4]}],
      "edges": [{"from": 1, "to": 2, "cost": 5, "bidirectional": true},
                {"from": 2, "to": 1, "cost": 5, "bidirectional": false},
                {"from": 1, "to": 3, "cost": 1, "bidirectional": false},
                {"from": 1, "to": 3, "cost": 1, "bidirectional": false},
                {"from": 2, "to": 3, "cost": 2.5}]}"""
    loaded = read_graph_json(text, "net.json")
    found = [(one.start, one.end, one.factor, one.one_way) for one in loaded.edges]
    assert found == [(1, 2, 1.0, False), (1, 3, 0.2, True), (2, 3, 1.0, False)]
    assert loaded.heights == (2.5, 2.5, 0.0)
    assert loaded.notes == (
        "2 edges were duplicates.",
        "1 edge joins waypoints in one place, and costs nothing.",
    )


def test_waypoints_come_to_the_storey_at_their_height() -> None:
    """Those that name none; the ground where the level has no others."""
    layers = (Layer(name="ground"), Layer(name="upper", floor_y=3.0))
    settings = Settings(layers=layers, floor_y=1.0)
    data = with_changes(waypoints__0__position=[1, 3.1, 2], waypoints__1__layer="upper")
    loaded = read_graph_json(data, "net.json")
    level = imported(Level(settings=settings), loaded)
    assert [level.of(Waypoint)[one].layer for one in (3, 7)] == ["upper", "upper"]
    assert '"position": [1, 4, 2]' in write_graph_json(level)
    assert imported(Level(), loaded).of(Waypoint)[3].layer == "ground"


def test_importing_twice_changes_nothing() -> None:
    """Elements with a known id are updated, and keep the values that files don't have."""
    loaded = read_graph_json(EXAMPLE, "net.json")
    level = imported(Level(), loaded)
    edit = import_graph(level, loaded.waypoints, loaded.edges, lambda: 99)
    assert not edit
    noted = Edit.put(
        level, [Waypoint(id=3, position=(9.0, 9.0), note="by the well", group="posts")]
    ).apply(level)
    again = imported(noted, loaded)
    gate = again.of(Waypoint)[3]
    assert (gate.position, gate.name, gate.note, gate.group) == (
        (1.0, 2.0), "gate", "by the well", "posts",
    )  # fmt: skip
    assert len(again.of(Edge)) == 1


def edges_of(*edges: Edge) -> Level:
    """Return three waypoints with these edges."""
    waypoints = [Waypoint(id=i, name=f"w{i}", position=(float(i), 0.0)) for i in (1, 2, 3)]
    return Edit.put(Level(), [*waypoints, *edges]).apply(Level())


@pytest.mark.parametrize(
    ("held", "read"),
    [
        # Parallel edges, in another order than by their ids.
        (
            (Edge(id=10, start=1, end=2, factor=3.0), Edge(id=11, start=1, end=2, tags=("a",))),
            (Edge(id=1, start=1, end=2, tags=("a",)), Edge(id=2, start=1, end=2, factor=3.0)),
        ),
        # A two-way edge from its other end.
        ((Edge(id=10, start=3, end=2),), (Edge(id=1, start=2, end=3),)),
        # Two that lead opposite ways.
        (
            (
                Edge(id=10, start=1, end=2, one_way=True),
                Edge(id=11, start=2, end=1, one_way=True),
            ),
            (Edge(id=1, start=2, end=1, one_way=True), Edge(id=2, start=1, end=2, one_way=True)),
        ),
    ],
)
def test_edges_that_are_the_same_stay(held: tuple[Edge, ...], read: tuple[Edge, ...]) -> None:
    """No id gets the fields of another one, and none is doubled."""
    level = edges_of(*held)
    assert not import_graph(level, (), read, lambda: 99)


def test_an_edge_becomes_one_way_and_two_way_again() -> None:
    """It stays the same edge; the way back does not stay beside it."""
    level = edges_of(Edge(id=10, start=1, end=2, note="stairs"))
    once = import_graph(level, (), [Edge(id=1, start=2, end=1, one_way=True)], lambda: 99)
    after = once.apply(level)
    assert [*after.of(Edge).values()] == [
        Edge(id=10, start=2, end=1, one_way=True, note="stairs", order=after.of(Edge)[10].order)
    ]
    back = import_graph(after, (), [Edge(id=1, start=1, end=2)], lambda: 99).apply(after)
    assert back == level
    apart = import_graph(after, (), [Edge(id=1, start=1, end=2, one_way=True)], lambda: 99)
    assert len(apart.apply(after).of(Edge)) == 2


def test_ids_of_other_elements_are_drawn_anew() -> None:
    """An area has the id 3: the waypoint gets another one, and its edge follows (S3-021)."""
    square = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0))
    level = Edit.put(Level(), [Area(id=3, polygon=square)]).apply(Level())
    level = imported(level, read_graph_json(EXAMPLE, "net.json"))
    (edge,) = level.of(Edge).values()
    assert level.areas.keys() == {3}
    assert level.of(Waypoint)[edge.start].name == "gate"
    assert edge.end == 7


def test_files_are_written_whole_and_over_networks_only(tmp_path: Path) -> None:
    """Networks never overwrite levels or grids, nor these a network."""
    level = read_graph_json(EXAMPLE, "net.json").level
    path = tmp_path / "net.json"
    save_graph(level, path)
    save_graph(level, path)
    assert path.read_text(encoding="utf-8") == EXAMPLE
    assert [one.id for one in load_graph(path).waypoints] == [3, 7]
    with pytest.raises(NavcoreError, match="import it into one"):
        open_file(path)
    with pytest.raises(NavcoreError, match="not a grid"):
        save_grid(World.build(Level()).grid, path)
    save_level(Level(), tmp_path / "level.json")
    with pytest.raises(NavcoreError, match="holds a level"):
        save_graph(level, tmp_path / "level.json")
    (tmp_path / "notes.json").write_text('{"mine": 1}', encoding="utf-8")
    with pytest.raises(NavcoreError, match="not a network"):
        save_graph(level, tmp_path / "notes.json")
    with pytest.raises(NavcoreError, match=r"\.json"):
        save_graph(level, tmp_path / "net.txt")
    with pytest.raises(NavcoreError, match="gone"):
        load_graph(tmp_path / "gone.json")


def test_costs_of_files_come_back_to_the_digit() -> None:
    """For any length, the factor that a level stores gives the same cost again."""
    rng = random.Random(7)
    rows: list[dict[str, Any]] = []
    for key in range(1, 401, 2):
        ends = [[round(rng.uniform(-50, 50), 3), 0.0, round(rng.uniform(-50, 50), 3)]
                for _ in range(2)]  # fmt: skip
        rows += [{"id": key + n, "position": end, "type": "Navigation"}
                 for n, end in enumerate(ends)]  # fmt: skip
    edges = [
        {"from": key, "to": key + 1, "cost": round(rng.uniform(0.0, 99.0), rng.randrange(4))}
        for key in range(1, 401, 2)
    ]
    text = json.dumps({"version": 1, "waypoints": rows, "edges": edges})
    written = write_graph_json(read_graph_json(text, "net.json").level)
    assert [one["cost"] for one in json.loads(written)["edges"]] == [one["cost"] for one in edges]
    assert write_graph_json(read_graph_json(written, "net.json").level) == written


def test_equal_networks_give_equal_bytes() -> None:
    """The order of drawing doesn't matter: waypoints are sorted by id, edges by their ends."""
    waypoints = [Waypoint(id=key, position=(float(key), 0.0)) for key in (5, 2, 9, 4)]
    edges = [Edge(id=20 + n, start=a, end=b)
             for n, (a, b) in enumerate(((9, 2), (2, 5), (4, 9), (2, 4)))]  # fmt: skip
    texts = set()
    for one in range(4):
        turned = [*waypoints[one:], *waypoints[:one]], [*edges[one:], *edges[:one]]
        elements = {Waypoint: {w.id: w for w in turned[0]}, Edge: {e.id: e for e in turned[1]}}
        texts.add(write_graph_json(Level(elements=elements)))
    (text,) = texts
    data = json.loads(text)
    assert [one["id"] for one in data["waypoints"]] == [2, 4, 5, 9]
    assert [(one["from"], one["to"]) for one in data["edges"]] == [(2, 4), (2, 5), (4, 9), (9, 2)]
