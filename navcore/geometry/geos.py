"""Shapely, imported at first use: the import takes 0.1 s, and few levels need it.

`from navcore.geometry.geos import shapely` serves as `import shapely`; `Geometry`, `LineString`
and `Polygon` are for annotations.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any


class _Lazy:
    """A module that is imported when one of its attributes is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        """Return an attribute of the module, and store it here for later accesses."""
        found = getattr(import_module(self._name), attribute)
        setattr(self, attribute, found)
        return found


if TYPE_CHECKING:
    import shapely
    from shapely import LineString, Polygon, ops
    from shapely.geometry.base import BaseGeometry as Geometry
else:
    shapely = _Lazy("shapely")
    ops = _Lazy("shapely.ops")
    Geometry = LineString = Polygon = Any

__all__ = ["Geometry", "LineString", "Polygon", "ops", "shapely"]
