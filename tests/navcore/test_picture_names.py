"""Names in pictures of findings aren't covered."""

import math

import pytest
from sim_levels import box

from navcore import World
from navcore.level.model import Agent, Area, Level
from navcore.level.tables import GROUND
from navcore.report.findings import Found, Subject
from navcore.report.pictures import style
from navcore.report.pictures.finding import finding_picture
from navcore.report.pictures.shapes import Disc, Text


def box_of(text: Text) -> tuple[float, float, float, float]:
    """Return the approximate box of a centred text: left, top, right, bottom."""
    half = 3.4 * len(text.text)
    return (text.x - half, text.y - 9.0, text.x + half, text.y + 3.0)


def covers(disc: Disc, box: tuple[float, float, float, float]) -> bool:
    """Return whether a disc with its outline overlaps a box."""
    x, y = min(max(disc.x, box[0]), box[2]), min(max(disc.y, box[1]), box[3])
    return math.hypot(disc.x - x, disc.y - y) < disc.radius + 1.0


@pytest.mark.parametrize("above", [-0.5, -0.25, 0.0, 0.25, 0.5])
def test_nothing_covers_a_name(above: float) -> None:
    """Marks of findings and large agents are drawn below."""
    gate = Area(id=3, name="gate", polygon=box(4, 1, 4.1, 3), door=True)
    low = Area(id=4, name="low gate", polygon=box(1, 4, 3, 4.1), door=True)
    rooms = [Area(id=1, name="hall", polygon=box(0, 0, 4, 4)),
             Area(id=2, name="yard", polygon=box(0, 4.1, 4, 8))]  # fmt: skip
    ogre = Agent(id=9, name="ogre", position=(2.0, 1.6), radius=1.2)
    level = Level().with_items({one.id: one for one in (*rooms, gate, low, ogre)})
    told = Found(
        "gap-too-narrow", "error", "Too narrow.", "",
        tuple(Subject(one.id, one.name, "area", 1) for one in (gate, low)),
        (2.0, 4.05 + above), GROUND, "",
    )  # fmt: skip
    picture = finding_picture(World.build(level), told, "level.json")
    texts = [one for one in picture.parts if isinstance(one, Text)]
    named = [one for one in texts if one.text in {"gate", "low gate", "hall", "yard"}]
    assert {"gate", "low gate"} <= {one.text for one in named}
    discs = [one for one in picture.parts if isinstance(one, Disc)]
    assert any(one.radius > 30 for one in discs)
    assert any(one.line == style.ERROR for one in discs)
    hidden = [(one.text, disc) for one in named for disc in discs if covers(disc, box_of(one))]
    assert not hidden
