"""Any-angle shortest paths, compared with shapely on slightly thicker walls."""

import math
import random

import numpy as np
import pytest
import shapely
from hypothesis import example, given, settings
from scipy.sparse.csgraph import dijkstra
from strategies import generators

from navcore.bench.anyangle import Corners
from navcore.bench.maps import made
from navcore.bench.smoothing import any_angle_from_files, any_angle_made, smooth
from navcore.errors import FormatError

HAIR = 1e-6


def plain_length(walkable: np.ndarray, start: tuple, goal: tuple) -> float:
    """Return the shortest path around slightly enlarged walls, which closes gaps at corners."""
    depth, width = walkable.shape
    blocked = np.pad(~walkable, 1, constant_values=True)
    boxes = [shapely.box(x - 1, z - 1, x, z) for z, x in np.argwhere(blocked).tolist()]
    walls = shapely.union_all(boxes)
    grown = walls.buffer(HAIR, join_style="mitre")
    solid = walls.buffer(HAIR / 2, join_style="mitre")
    bends = shapely.get_coordinates(grown)
    inside = (bends >= 0).all(axis=1) & (bends <= (width, depth)).all(axis=1)
    nodes = np.vstack(((start, goal), np.unique(bends[inside], axis=0)))
    one, other = np.triu_indices(len(nodes), 1)
    segments = shapely.linestrings(np.stack((nodes[one], nodes[other]), axis=1))
    shapely.prepare(solid)
    clear = ~shapely.intersects(solid, segments)
    lengths = np.zeros((len(nodes), len(nodes)))
    lengths[one[clear], other[clear]] = np.hypot(*(nodes[one] - nodes[other])[clear].T)
    return float(dijkstra(lengths, directed=False, indices=0)[1])


@given(generators)
@settings(max_examples=60)
@example(random.Random(3))
def test_shortest_ways_off_the_cells(rng: random.Random) -> None:
    """They are between centres of cells and between corners, reachable or not."""
    depth, width = rng.randint(1, 6), rng.randint(1, 6)
    share = rng.uniform(0.1, 0.5)
    walkable = np.array([[rng.random() > share for _ in range(width)] for _ in range(depth)])
    walkable[rng.randrange(depth), rng.randrange(width)] = True
    cells = np.argwhere(walkable).tolist()
    ends = [(x + 0.5, z + 0.5) for z, x in (rng.choice(cells), rng.choice(cells))]
    found = Corners(walkable).shortest(*ends)
    expected = plain_length(walkable, *ends)
    if ends[0] == ends[1]:
        assert found == 0.0
    else:
        assert found == pytest.approx(expected, abs=1e-4)


def test_what_blocks_and_what_only_touches() -> None:
    """A wall may be touched; a gap between two cells that meet at a corner is none."""
    drawn = ["....", ".#..", "..#.", "...."]
    corners = Corners(np.array([[mark == "." for mark in row] for row in drawn]))
    # Along the edge of a cell.
    assert corners.shortest((0.0, 1.0), (3.0, 1.0)) == 3.0
    # Past the pinch at (2, 2), around one of the two.
    expected = (
        math.dist((1.5, 2.5), (2, 3))
        + 1
        + math.dist((3, 3), (3, 2))
        + math.dist((3, 2), (2.5, 1.5))
    )
    assert corners.shortest((1.5, 2.5), (2.5, 1.5)) == pytest.approx(expected)


def test_tables_of_lengths(tmp_path) -> None:
    """Ends at corners of cells are in a free cell beside them; an impossible length is reported."""
    map_file, table = tmp_path / "hall.map", tmp_path / "hall.csv"
    rows = ["....", ".@@.", "....", "...."]
    map_file.write_text("type octile\nheight 4\nwidth 4\nmap\n" + "\n".join(rows) + "\n")
    header = "sx,sy,gx,gy,euclid_optimal\n"
    table.write_text(header + "0,0,4,0,4\n1,1,3,2,3\n0,1,0,4,3\n")
    case = any_angle_from_files(map_file, table, 10)
    assert case.lengths == (4.0, 3.0, 3.0)
    result = smooth(case, rounds=1, budget=0.1)
    assert [standing.wrong for standing in result.standings] == [0] * len(result.standings)
    assert all(standing.extra["excessMax"] >= -0.01 for standing in result.standings)
    table.write_text(header + "0,0,4,0,5\n")
    result = smooth(any_angle_from_files(map_file, table, 10), rounds=1, budget=0.1)
    assert result.standings[0].wrong == 1
    assert result.standings[0].ratio is None
    refused = {
        "2,1.5,4,4,9\n": "line 2: start and goal",
        "0,0,x,0,4\n": "gx must be",
        "0,0,0,0,0\n": "line 2: euclid_optimal must be over 0",
        "": "at least one",
    }
    for line, told in refused.items():
        table.write_text(header + line)
        with pytest.raises(FormatError, match=told):
            any_angle_from_files(map_file, table, 10)


def test_generated_cases() -> None:
    """They are between the straight line and the path over the cells."""
    case = any_angle_made("random25", 16, 12)
    straight = [math.dist(*pair) for pair in case.ends]
    assert all(low <= length < math.inf for low, length in zip(straight, case.lengths, strict=True))
    assert case.walkable.tobytes() == made("random25", 16, 12).walkable.tobytes()
