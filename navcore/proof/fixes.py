"""Edits that realise a relaxation, with ids for the elements that they add."""

import dataclasses
import hashlib
from typing import Final

from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Edge, Level, Link, Profile, Waypoint
from navcore.level.naming import called
from navcore.level.operations import set_fields
from navcore.level.operations.profiles import change_profile
from navcore.level.profiles import profile_named
from navcore.proof.explanation import Relaxation

__all__ = ["RepeatableIds", "fix_of"]


def fix_of(level: Level, profile: Profile, relaxation: Relaxation) -> Edit | None:
    """Return the edit that opens, enables and gives everything that is relaxed; None if empty.

    Widths and moved ends are not changed. Agents without a type can't be given abilities.
    """
    edit, labels = Edit(), []
    if relaxation.doors:
        edit = set_fields(level, relaxation.doors, available=True)
        doors = [level.areas[key] for key in relaxation.doors]
        labels.append(tr("Open {0}").format(called(doors)))
    if relaxation.waypoints:
        edit = edit.then(set_fields(edit.apply(level), relaxation.waypoints, enabled=True))
        waypoints = [level.of(Waypoint)[key] for key in relaxation.waypoints]
        labels.append(tr("Switch on {0}").format(called(waypoints)))
    if relaxation.edges:
        edit = edit.then(set_fields(edit.apply(level), relaxation.edges, enabled=True))
        off = [level.of(Edge)[key] for key in relaxation.edges]
        labels.append(tr("Switch on {0}").format(called(off)))
    if relaxation.two_way:
        edit = edit.then(set_fields(edit.apply(level), relaxation.two_way, one_way=False))
        ways = {**level.of(Link), **level.of(Edge)}
        led = called([ways[key] for key in relaxation.two_way])
        labels.append(tr("Open {0} both ways").format(led))
    if relaxation.abilities:
        known = profile_named(level.settings.profiles, profile.name) if profile.name else None
        if known is None:
            return None
        has = (*known.abilities, *relaxation.abilities)
        edit = edit.then(change_profile(edit.apply(level), profile.name, abilities=has))
        given = ", ".join(relaxation.abilities)
        labels.append(tr("Give {0} to {1}").format(given, profile.name))
    return dataclasses.replace(edit, label=", ".join(labels)) if edit else None


class RepeatableIds:
    """Ids for new elements, always the same for the same request."""

    def __init__(self, level: Level, seed: object) -> None:
        """Ids that a level does not use; `seed` says what for."""
        self._level: Final = level
        self._seed: Final = repr(seed)
        self._count = 0

    def new(self) -> int:
        """Return the next one."""
        while True:
            self._count += 1
            text = f"{self._seed}\0{self._count}".encode()
            found = int.from_bytes(hashlib.blake2b(text, digest_size=4).digest(), "big")
            if found and self._level.get(found) is None:
                return found
