"""Marks of waypoints off the floor, as waypoints come, go, move and are hidden."""

import numpy as np
from msgspec.structs import replace
from small_level import small_level

from editor.canvas.overlays.off_floor import OffFloorOverlay
from navcore.level.edit import Edit
from navcore.level.model import Waypoint


def waypoints_in_rows():
    """A hundred waypoints on the small level."""
    places = [(1.0 + 0.8 * (n % 10), 1.0 + 0.6 * (n // 10)) for n in range(100)]
    return small_level().with_items(
        {1000 + n: Waypoint(id=1000 + n, position=place) for n, place in enumerate(places)}
    )


def test_waypoints_off_the_floor_are_followed_as_they_come_go_and_move(window, canvas):
    """Only those that differ are looked up again; a fresh look finds the same."""
    overlay = next(o for o in canvas.overlays if isinstance(o, OffFloorOverlay))
    document = window.document
    document.load(waypoints_in_rows(), None)
    window.bake.wait()
    rng = np.random.default_rng(4)
    counts = set()
    for number in range(12):
        held = document.level.of(Waypoint)
        ids = rng.choice([*held], 5, replace=False).tolist()
        moved = [replace(held[i], position=(*rng.uniform(0, 9, 2).tolist(),)) for i in ids[:3]]
        new = Waypoint(id=5000 + number, position=(*rng.uniform(-3, 12, 2).tolist(),))
        document.commit(Edit.put(document.level, [*moved, new]))
        document.commit(Edit.remove(document.level, ids[3:]))
        if number % 5 == 4:
            window.bake.wait()
        counts.add(assert_followed(overlay, canvas))
        # In a drag nothing comes or goes.
        document.commit(Edit.put(document.level, [replace(new, position=new.position[::-1])]))
        counts.add(assert_followed(overlay, canvas))
        document.hide([new.id])
        counts.add(assert_followed(overlay, canvas))
    assert len(counts) > 2


def assert_followed(overlay, canvas):
    """Check that an updated overlay equals a new one; return the number of marks."""
    ids, places = overlay.found(canvas.scene())
    fresh_ids, fresh_places = OffFloorOverlay().found(canvas.scene())
    assert ids.tolist() == fresh_ids.tolist()
    assert (places == fresh_places).all()
    assert canvas.scene().document.hidden.isdisjoint(ids.tolist())
    return len(ids)
