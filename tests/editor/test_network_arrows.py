"""Arrow heads of edges: on those that lead one way, and on no others (S3-071, S3-080)."""

import numpy as np

from editor.canvas.camera import Camera
from editor.canvas.painting.network import _lines_of
from editor.canvas.painting.network_arrays import NetworkArrays
from navcore.level.model import Edge, Level, Waypoint


def test_only_edges_that_lead_one_way_have_arrow_heads() -> None:
    """Two more lines each, which end beyond the middle, toward where the edge leads."""
    items = {i: Waypoint(id=i, position=(10.0 * i, 0.0)) for i in (1, 2, 3)}
    edges = {
        11: Edge(id=11, start=1, end=2),
        12: Edge(id=12, start=3, end=2, one_way=True),
    }
    network = NetworkArrays()
    network.follow(Level().with_items(items | edges))
    camera = Camera(x=20.0, z=0.0, scale=20.0, width=800, height=400)
    rows = np.arange(2)
    plain, one_way = (_lines_of(network, rows[[number]], camera) for number in (0, 1))
    assert len(plain) == 1
    assert len(one_way) == 3
    (start_x, _, end_x, _), heads = one_way[0], one_way[1:]
    assert start_x > end_x
    assert (heads[:, 2] < (start_x + end_x) / 2).all()
    assert (heads[:, 0] > heads[:, 2]).all()
