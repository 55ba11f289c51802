"""Where a name stands in a polygon."""

from functools import lru_cache

from navcore.geometry.geos import shapely
from navcore.geometry.polygons import Point, Ring, contains


@lru_cache(maxsize=4096)
def label_point(ring: Ring) -> Point:
    """The centroid if the polygon holds it, else a point well inside."""
    polygon = shapely.Polygon(ring)
    centroid = polygon.centroid
    if contains(ring, (centroid.x, centroid.y)):
        return (centroid.x, centroid.y)
    if not polygon.is_valid:
        return ring[0]
    inside = polygon.point_on_surface()
    return (inside.x, inside.y)
