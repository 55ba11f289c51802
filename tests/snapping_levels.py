"""Hypothesis strategies for snapping: small levels, places and grid steps."""

from types import MappingProxyType

from hypothesis import strategies as st

from editor.canvas.grid_steps import STEPS
from navcore.level.model import Level, Obstacle

coarse = st.integers(-12, 12).map(lambda number: number / 4)
fine = st.floats(-3, 3)
rings = st.lists(st.tuples(coarse, coarse), min_size=3, max_size=5).map(tuple)
places = st.tuples(coarse | fine, coarse | fine)


@st.composite
def levels(draw):
    """Draw a level of up to five small polygons around the origin, some locked."""
    polygons = [
        Obstacle(id=n + 1, order=n, polygon=ring, locked=draw(st.booleans()))
        for n, ring in enumerate(draw(st.lists(rings, max_size=5)))
    ]
    return Level(obstacles=MappingProxyType({polygon.id: polygon for polygon in polygons}))


steps = st.none() | st.sampled_from(STEPS)
