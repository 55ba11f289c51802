"""Networks grown over one storey of a level for one agent type, and how much floor sees them."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

import numpy as np

from navcore.bake.profile import radius_in
from navcore.errors import NavcoreError
from navcore.geometry.rings import Floats
from navcore.graph.clearance import Clearance
from navcore.graph.corridors import grow_corridors
from navcore.graph.coverage import Coverage, coverage
from navcore.graph.floors import floor_for
from navcore.graph.generators.connect import REACH, connect, prune
from navcore.graph.generators.corner_network import around_corners
from navcore.graph.generators.corners import AroundCorners
from navcore.graph.generators.interest import OfInterest, of_interest
from navcore.graph.generators.laying import lay
from navcore.graph.generators.needs import needs_along
from navcore.graph.generators.proposal import LEAST_RADIUS, Proposal, Standing
from navcore.graph.generators.spread import spread, usual_seed
from navcore.graph.generators.thinning import Thinning
from navcore.graph.generators.walk import Told, Trail, along
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Level, Point, Profile
from navcore.level.naming import NewId
from navcore.open_doors import all_open
from navcore.world import World

Method: TypeAlias = Literal["visibility", "spread", "interest", "walk", "connect", "prune"]

KEEPING: Final[frozenset[Method]] = frozenset({"connect", "prune"})
"""Methods that lay no waypoints, and so replace none."""

WALK_SECONDS: Final = 600.0
"""How long a random walk takes, unless one says otherwise."""

_SPEED: Final = 1.4
"""Metres a second of the random walk."""

_TRIES: Final = 1000
"""Goals in a row that can't be reached after which a random walk ends."""


_PROPOSED: Final = 0.8
"""Share of the work that is done once a network is proposed,"""
_LAID: Final = 0.9
"""and once it is laid; what is left is to measure the coverage."""


def _do_nothing(share: float) -> None:
    """Where nobody follows the progress."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How a network is grown: a method, and the numbers that it asks for."""

    method: Method = "visibility"
    thinning: Thinning = field(default_factory=Thinning)
    """How dense edges may get around corners, between points of interest, and after pruning."""
    concave: bool = False
    """Around corners: whether inner corners of rooms get waypoints, too."""
    spacing: float | None = None
    """Metres between waypoints of an even spread, None for the usual ones; metres within which
    one point of interest is enough, None for 1."""
    start: Point | None = None
    """Where an even spread and a walk begin; None: where the first agent starts."""
    seconds: float = WALK_SECONDS
    """How long a random walk takes."""
    tracks: Sequence[Floats] | None = None
    """(n, 2) each, metres: where agents walked, in place of a random walk. What was grown earlier
    stays then: another walk adds to it."""
    reach: float = REACH
    """Metres up to which waypoints that stand are connected."""
    widths: bool = False
    """Whether the path width of each waypoint is grown to the walls."""


@dataclass(frozen=True, slots=True, eq=False)
class Grown:
    """A network that was grown, not yet part of the level."""

    edit: Edit
    """Lays it, as one step."""
    level: Level
    """The level with it."""
    proposal: Proposal
    """What is laid, what stays and what goes."""
    coverage: Coverage
    """How much floor sees a waypoint then."""


@dataclass(frozen=True, slots=True, eq=False)
class Grower:
    """Grows networks over a storey of a world for agents of one type."""

    world: World
    profile: Profile
    floor: Clearance
    """The floor of the type."""

    @classmethod
    def of(cls, world: World, profile: Profile) -> "Grower":
        """Over the storey of a profile.

        Raises:
            UnknownLayer: if the level lacks that storey.
        """
        return cls(world, profile, floor_for(world, profile))

    @property
    def ground(self) -> Clearance:
        """What networks are laid on: that floor, cells included, at least the radius off walls.

        Doors are open.
        """
        cells = all_open(self.world).grid_for(self.profile)
        return self.floor.keeping(self.floor.padding.at_least_radius).over(cells)

    @property
    def radius(self) -> float:
        """Half the width of the agents, metres."""
        return radius_in(self.profile, self.world.level.settings)

    def coverage(self) -> Coverage:
        """How much of the floor sees the network that there is."""
        return self._coverage_on(self.floor)

    def _coverage_on(self, floor: Clearance) -> Coverage:
        return coverage(floor, self.world.grid_for(self.profile), self.radius)

    def grow(
        self,
        recipe: Recipe,
        rng: random.Random,
        new_id: NewId,
        told: Told = _do_nothing,
    ) -> Grown:
        """Grow a network. What was drawn by hand or is locked stays.

        Args:
            recipe: The method and its numbers.
            rng: Where all chance of a random walk comes from.
            new_id: Draws ids.
            told: Hears now and then which share is done, 0 to 1; what it raises ends the work.

        Raises:
            NavcoreError: if there is no room to begin, or a number makes no sense.
        """
        level, layer = self.world.level, self.profile.layer
        adds = recipe.method in KEEPING or recipe.tracks is not None
        standing = Standing.of(level, layer, replace=not adds)
        proposal = self._proposed(recipe, standing, rng, lambda share: told(_PROPOSED * share))
        needs = needs_along(self.world, self.profile, proposal.lines)
        proposal = replace(proposal, needs=needs)
        told(_PROPOSED)
        edit = lay(level, proposal, new_id, layer=layer)
        after = edit.apply(level)
        floor, _ = self.floor.changed(after, edit)
        if recipe.widths:
            wider = grow_corridors(after, floor)
            edit, after = edit.then(wider), wider.apply(after)
        told(_LAID)
        found = self._coverage_on(floor)
        told(1.0)
        return Grown(edit, after, proposal, found)

    def _proposed(
        self, recipe: Recipe, standing: Standing, rng: random.Random, told: Told
    ) -> Proposal:
        clearance, radius = self.ground, self.radius
        if recipe.method == "visibility":
            corners = AroundCorners(concave=recipe.concave, thinning=recipe.thinning)
            return around_corners(clearance, radius, corners, standing)
        if recipe.method == "interest":
            spacing = 1.0 if recipe.spacing is None else recipe.spacing
            places = OfInterest(spacing=spacing, thinning=recipe.thinning)
            return of_interest(clearance, radius, places, standing)
        if recipe.method == "connect":
            return connect(clearance, radius, standing, reach=recipe.reach)
        if recipe.method == "prune":
            return prune(self.world.level, self.profile.layer, recipe.thinning)
        if recipe.tracks is not None:
            if not any(map(len, recipe.tracks)):
                raise NavcoreError(tr("None of these agents walked on this storey."))
            return along(Trail(clearance, radius, standing=standing), recipe.tracks, told)
        least = max(radius, LEAST_RADIUS)
        start = recipe.start or usual_seed(self.world.level, clearance, least)
        if recipe.method == "walk":
            trail = Trail(clearance, radius, standing=standing)
            track = self._stroll(start, recipe.seconds * _SPEED, rng, lambda one: told(one / 2))
            trail.go_on(track, lambda one: told((1 + one) / 2))
            return trail.proposal()
        cells = int(np.count_nonzero(self.world.grid_for(self.profile).walkable))
        return spread(
            clearance, radius, start, recipe.spacing, standing, walkable_cells=cells, told=told
        )

    def _stroll(self, start: Point, metres: float, rng: random.Random, told: Told) -> list[Point]:
        """Return the track of a random walk, from one random place to the next."""
        world, profile = all_open(self.world), self.profile
        lattice = world.grid_for(profile).lattice
        place, walked, tries = (float(start[0]), float(start[1])), 0.0, 0
        track = [place]
        while walked < metres and tries < _TRIES:
            told(min(1.0, walked / metres))
            column, row = rng.randrange(lattice.width), rng.randrange(lattice.depth)
            goal = lattice.centre_of(column, row)
            found = world.find_path(place, goal, profile=profile, layer=profile.layer)
            tries += 1
            if found.ok and found.snapped_goal is None and not len(found.links):
                track += [(float(x), float(z)) for x, z in found.points.tolist()]
                place, walked, tries = track[-1], walked + found.length, 0
        return track
