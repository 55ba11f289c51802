"""Implementation of the commands: options in, answer out. Nothing here prints."""

import argparse
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from msgspec.structs import replace

from navcore.bake.grid import NavGrid
from navcore.bake.profile import profile_called
from navcore.cli.answer import Answer, json_line, table
from navcore.errors import LevelTooLarge
from navcore.formats import Opened, open_file
from navcore.formats.grid_header import header_of
from navcore.level.model import Layer, Level, Link, Point, Profile
from navcore.level.profiles import on_layer
from navcore.level.storeys import storeys_of
from navcore.level.tables import GROUND
from navcore.path.options import Journey, Over
from navcore.path.result import PathResult, Status
from navcore.proof.problems import problems
from navcore.world import World

_ISLANDS_SHOWN: Final = 10

_OF_ONE_STOREY: Final = frozenset({"terrains", "floorY", "walkableCells", "walkableArea"})
"""Keys of `info` whose values depend on the storey."""

_TEXTS: Final[Mapping[str, Callable[[Any], str]]] = {
    "walkableArea": "{:.2f} m2".format,
    "layers": ", ".join,
    "states": ", ".join,
    "terrains": lambda rows: ", ".join(f"{row['name']} {row['area']:.2f} m2" for row in rows),
    "links": lambda counts: ", ".join(f"{count} {name}" for name, count in counts.items()),
}
"""Formatting of `info` values that are not printed unchanged."""

_REASONS: Final[Mapping[Status, str]] = {
    Status.COMPLETE: "the path leads to the goal",
    Status.PARTIAL: "the goal is out of reach; the path leads as near as possible",
    Status.ALREADY_THERE: "start and goal are the same point",
    Status.NO_PATH: "no path leads to the goal",
    Status.LIMIT_REACHED: "the search gave up at its limit; there may still be a way",
    Status.BAD_START: "no floor to walk on near the start",
    Status.BAD_END: "no floor to walk on near the goal",
    Status.UNSEEN_START: "no waypoint is in sight of the start",
    Status.UNSEEN_END: "no waypoint is in sight of the goal",
}


def path(options: argparse.Namespace) -> Answer:
    """Finds the way between two points of a level or grid."""
    opened = open_file(options.file)
    world = world_of(opened.content, options.file, options).in_state(options.state)
    start = (options.start_x, options.start_z)
    goal = (options.goal_x, options.goal_z)
    find = world.find_path_to_nearest if options.nearest else world.find_path
    profile = profile_from(options, world.level)
    how: Journey = {
        "profile": profile,
        "layer": profile.layer,
        "goal_layer": options.goal_layer or None,
        "over": options.over,
    }
    if options.over == "cells":
        how |= {"engine": options.engine, "smoothing": options.smoothing}
    result = find(start, goal, **how)
    data = _path_data(result, world, profile, options.over)
    text = json_line(data) if options.json else _path_text(result, data)
    return Answer(text, result.ok, opened.warnings)


def info(options: argparse.Namespace) -> Answer:
    """Describe the contents of a level or grid."""
    opened = open_file(options.file)
    world = world_of(opened.content, options.file, options)
    data = _info_data(opened, world, options.layer or GROUND)
    every = not options.layer and len(data.get("storeys", ())) > 1
    text = json_line(data) if options.json else _info_text(options.file, data, every=every)
    return Answer(text, notes=opened.warnings)


def profile_from(options: argparse.Namespace, level: Level) -> Profile:
    """Return the profile that options name, with the radius and on the storey that they say.

    Raises:
        UnknownProfile: if the level has none of the name.
    """
    profile = profile_called(options.profile, level.settings)
    if options.radius is not None:
        profile = replace(profile, radius=options.radius)
    return on_layer(profile, options.layer) if options.layer else profile


def world_of(content: Level | NavGrid, file: Path, options: argparse.Namespace) -> World:
    """Return the world of a file's contents; a level is baked.

    Raises:
        LevelTooLarge: if it needs more cells than the options allow.
    """
    if not isinstance(content, Level):
        return World.from_grid(content)
    try:
        return World.build(content, max_cells=options.max_cells)
    except LevelTooLarge as error:
        more = "" if error.cells is None else "; --max-cells N allows more"
        message = f"{file}: {error}{more}"
        raise LevelTooLarge(message, error.cells) from error


def _walkable_cells(grid: NavGrid) -> int:
    return int(np.count_nonzero(grid.walkable))


def _square_metres(grid: NavGrid, cells: int) -> float:
    return cells * grid.cell_size**2


def _path_data(result: PathResult, world: World, profile: Profile, over: Over) -> dict[str, Any]:
    return {
        "status": str(result.status),
        "start": result.start,
        "goal": result.goal,
        "snappedStart": result.snapped_start,
        "snappedGoal": result.snapped_goal,
        "points": result.points.tolist(),
        "floorY": world.on(profile.layer).grid.floor_y,
        "layers": list(result.layers),
        "links": _links_data(result, world, profile),
        "terrain": [
            {"name": share.terrain.name, "metres": share.metres, "cost": share.cost}
            for share in world.terrain_on(result, profile=profile)
        ],
        "length": float(result.length),
        "cost": float(result.cost),
        "visited": int(result.visited),
        "heapOperations": result.heap_operations,
        "seconds": result.time,
        "step": result.step,
        **({"nodes": result.nodes.tolist(), "rays": result.rays} if over == "graph" else {}),
    }


def _links_data(result: PathResult, world: World, profile: Profile) -> list[dict[str, Any]]:
    """Return the links of a path, in the direction in which it takes them."""
    start = result.start if result.snapped_start is None else result.snapped_start
    stops = [start, *result.points.tolist()]
    layers = (profile.layer, *(result.layers or (profile.layer,) * len(result.points)))
    found = []
    for row in np.flatnonzero(result.links).tolist():
        link = world.level.element(int(result.links[row]))
        assert isinstance(link, Link)
        found.append(
            {
                "id": link.id,
                "name": link.name,
                "type": link.type,
                "layer": layers[row],
                "toLayer": layers[row + 1],
                "from": stops[row],
                "to": stops[row + 1],
            }
        )
    return found


def _path_text(result: PathResult, data: Mapping[str, Any]) -> str:
    rows: list[tuple[str, ...]] = [("status", f"{result.status}: {_REASONS[result.status]}")]
    for name, point in (("start", result.snapped_start), ("goal", result.snapped_goal)):
        if point is not None:
            rows.append((name, f"moved to the nearest floor at {_point_text(point)}"))
    unit, what = ("m", "waypoints") if "nodes" in data else ("cells", "cells")
    rows += [
        ("length", f"{result.length:.2f} m"),
        ("cost", f"{result.cost:.2f} {unit}"),
        ("visited", f"{result.visited} {what} in {result.time * 1e3:.2f} ms"),
        ("points", str(len(result.points))),
    ]
    if len(result.nodes):
        rows.append(("over", ", ".join(map(str, result.nodes.tolist()))))
    if data["links"]:
        rows.append(("links", ", ".join(one["name"] or one["type"] for one in data["links"])))
    text = table(rows)
    shares = [
        (one["name"], f"{one['metres']:.2f}", f"{one['cost']:.2f}") for one in data["terrain"]
    ]
    if any(name != GROUND for name, *_ in shares):
        text += "\n" + table(shares, ("terrain", "metres", "cost"))
    if len(result.points):
        points = [[f"{x:.3f}", f"{z:.3f}"] for x, z in result.points.tolist()]
        headers = ["x", "z"]
        if result.layers:
            headers.append("storey")
            points = [[*point, layer] for point, layer in zip(points, result.layers, strict=True)]
        if data["links"]:
            headers.append("by")
            names = {one["id"]: one["name"] or one["type"] for one in data["links"]}
            by = [names.get(key, "") for key in result.links.tolist()]
            points = [[*point, name] for point, name in zip(points, by, strict=True)]
        text += "\n" + table(points, headers)
    return text


def _point_text(point: Point) -> str:
    return f"{point[0]:.2f}, {point[1]:.2f}"


def _info_data(opened: Opened, world: World, layer: str) -> dict[str, Any]:
    grid = world.on(layer).grid
    data: dict[str, Any]
    if isinstance(opened.content, Level):
        data = {
            "kind": "level",
            **_level_data(opened.content),
            "storeys": [_storey_data(world, layer) for layer in storeys_of(world.level.settings)],
            "terrains": _terrains_data(world, layer),
            "links": dict(Counter(link.type for link in opened.content.of(Link).values())),
        }
    else:
        shut = sum(not door.open for door in opened.doors)
        data = {"kind": "grid", "doors": len(opened.doors), "shutDoors": shut}
        data["state"], data["states"] = opened.state, list(opened.states)
        data["links"] = dict(Counter(link.type for link in opened.content.links))
    islands = [
        {"cells": cells, "area": round(_square_metres(grid, cells), 6)}
        for cells in _island_sizes(grid)
    ]
    walkable = _walkable_cells(grid)
    return {
        **data,
        **header_of(grid),
        "walkableCells": walkable,
        "walkableArea": round(_square_metres(grid, walkable), 6),
        "islands": islands,
        "problems": [
            {
                "code": problem.code,
                "text": problem.text,
                "elements": list(problem.elements),
                "place": list(problem.place),
            }
            for problem in problems(world)
            if problem.fails
        ],
    }


def _island_sizes(grid: NavGrid) -> list[int]:
    """Return cells of the islands, the largest first."""
    return sorted(grid.regions.sizes[1:].tolist(), reverse=True)


def _storey_data(world: World, layer: Layer) -> dict[str, Any]:
    """Return the walkable area of a storey, and its number of islands."""
    grid = world.on(layer.name).grid
    walkable = _walkable_cells(grid)
    return {
        "name": layer.name,
        "floorY": layer.floor_y,
        "walkableCells": walkable,
        "walkableArea": round(_square_metres(grid, walkable), 6),
        "islands": len(_island_sizes(grid)),
        "terrains": _terrains_data(world, layer.name),
    }


def _terrains_data(world: World, layer: str) -> list[dict[str, Any]]:
    """Return the area of each terrain on a storey, in the order of the table."""
    storey = world.on(layer)
    cells = storey.terrain
    assert cells is not None
    names = [terrain.name for terrain in cells.table]
    counts = np.bincount(
        cells.cells[1:-1, 1:-1][storey.floor != 0].ravel(), minlength=len(names)
    ).tolist()
    found = Counter[str]()
    for name, count in zip(names, counts, strict=True):
        found[name] += count
    return [
        {"name": name, "cells": count, "area": round(_square_metres(storey.grid, count), 6)}
        for name, count in found.items()
        if count
    ]


def _level_data(level: Level) -> dict[str, Any]:
    doors = [area for area in level.areas.values() if area.door]
    enabled = sum(obstacle.enabled for obstacle in level.obstacles.values())
    return {
        "title": level.settings.title,
        "description": level.settings.description,
        "areas": len(level.areas) - len(doors),
        "doors": len(doors),
        "shutDoors": sum(not door.available for door in doors),
        "obstacles": enabled,
        "disabledObstacles": len(level.obstacles) - enabled,
        "agents": len(level.agents),
        "layers": list(level.settings.layer_names),
        "states": [state.name for state in level.states],
    }


def _info_text(file: Path, data: Mapping[str, Any], *, every: bool) -> str:
    """Return the text of `info`; with `every`, a row for each storey instead of details."""
    islands = [] if every else data["islands"]
    rows: list[tuple[str, ...]] = [("file", str(file))]
    for key, value in data.items():
        if key in {"islands", "problems", "storeys"} or value in ("", {}, []):
            continue
        if every and key in _OF_ONE_STOREY:
            continue
        if key == "terrains" and _is_plain(value):
            continue
        rows.append((key, _TEXTS.get(key, str)(value)))
    if not every:
        rows.append(("islands", str(len(islands))))
    text = table(rows)
    if every:
        text += "\n" + _storeys_text(data["storeys"])
    if len(islands) > 1:
        shown = islands[:_ISLANDS_SHOWN]
        text += "\n" + table(
            [
                (str(at), str(island["cells"]), f"{island['area']:.2f}")
                for at, island in enumerate(shown, 1)
            ],
            ("island", "cells", "m2"),
        )
        if len(islands) > len(shown):
            text += f"and {len(islands) - len(shown)} smaller\n"
    for problem in data["problems"]:
        text += f"{problem['code']} at {_point_text(problem['place'])}: {problem['text']}\n"
    return text


def _storeys_text(storeys: Sequence[Mapping[str, Any]]) -> str:
    """Return a row for each storey, with its terrains where one has some."""
    rows = [
        (
            storey["name"], f"{storey['floorY']:.2f}", str(storey["walkableCells"]),
            f"{storey['walkableArea']:.2f}", str(storey["islands"]),
            _TEXTS["terrains"](storey["terrains"]),
        )
        for storey in storeys
    ]  # fmt: skip
    heads = ("storey", "floorY", "cells", "m2", "islands", "terrains")
    count = 5 if all(_is_plain(storey["terrains"]) for storey in storeys) else 6
    return table([row[:count] for row in rows], heads[:count])


def _is_plain(terrains: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether ground is the only terrain."""
    return [terrain["name"] for terrain in terrains] == [GROUND]
