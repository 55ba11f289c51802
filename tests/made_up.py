"""A kind of element that the program doesn't know, for tests: a trail of stops."""

from navcore.level.bases import Element, Find
from navcore.level.bodies import Body, Line
from navcore.level.kinds import Kind, Words
from navcore.level.model import Ring


class Trail(Element, frozen=True, kw_only=True, rename="camel"):
    """A line of two stops or more, closed on request."""

    stops: Ring
    ring: bool = False

    has_handles = True

    def body(self, find: Find) -> Body | None:
        """The line through its stops."""
        return Line(self.stops)

    @property
    def points(self) -> Ring:
        """Its stops."""
        return self.stops

    @property
    def closed(self) -> bool:
        """Whether it leads back."""
        return self.ring

    def allows(self, points: Ring) -> bool:
        """Two stops make a line."""
        return len(points) >= 2

    def with_points(self, points: Ring) -> "Trail":
        """A trail of other stops."""
        return Trail(id=self.id, order=self.order, name=self.name, stops=points, ring=self.ring)


TRAIL = Kind("trails", Trail, (Words("trail", "a trail", "{0} trails"),))
