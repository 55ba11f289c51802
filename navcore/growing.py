"""Grow waypoint networks over one storey for one agent type, and measure their coverage."""

import random
from collections.abc import Callable, Sequence
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
from navcore.level.model import Edge, Level, Point, Profile, Waypoint
from navcore.level.naming import NewId
from navcore.level.profiles import on_layer
from navcore.open_doors import all_open
from navcore.world import World

Method: TypeAlias = Literal["visibility", "spread", "interest", "walk", "connect", "prune"]

KEEPING: Final[frozenset[Method]] = frozenset({"connect", "prune"})
"""Methods that add no waypoints, and therefore replace none."""

WALK_SECONDS: Final = 600.0
"""Default duration of a random walk, seconds."""

_SPEED: Final = 1.4
"""Walk speed of the random walk, metres per second."""

_TRIES: Final = 1000
"""Number of unreachable goals in a row after which a random walk ends."""


_PROPOSED: Final = 0.8
"""Share of the work that is done when a network has been proposed."""
_LAID: Final = 0.9
"""Share of the work that is done when it has been laid; the rest measures the coverage."""


def _do_nothing(share: float) -> None:
    """Ignore the progress."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Method and parameters for growing a network."""

    method: Method = "visibility"
    thinning: Thinning = field(default_factory=Thinning)
    """Density of edges around corners, between points of interest, and after pruning."""
    concave: bool = False
    """True if inner corners of rooms get waypoints too, with the method `visibility`."""
    spacing: float | None = None
    """For an even spread: metres between waypoints, None for the default. For points of interest:
    metres within which one point is enough, None for 1."""
    start: Point | None = None
    """Start of an even spread or a walk; None: the start of the first agent."""
    seconds: float = WALK_SECONDS
    """Duration of a random walk."""
    tracks: Sequence[Floats] | None = None
    """Tracks of agents, each (n, 2) in metres, to use instead of a random walk. Waypoints grown
    earlier then stay: another walk adds to them."""
    reach: float = REACH
    """Greatest distance in metres at which existing waypoints are connected."""
    widths: bool = False
    """True if the path width of each waypoint grows out to the walls."""


@dataclass(frozen=True, slots=True, eq=False)
class Grown:
    """A grown network that is not part of the level yet."""

    edit: Edit
    """Edit that adds the network as one step."""
    level: Level
    """The level with the network."""
    proposal: Proposal
    """Elements that are added, kept and removed."""
    coverage: Coverage
    """Share of the floor that sees a waypoint of the grown network."""

    @property
    def returned(self) -> int:
        """The number of waypoints grown earlier that come back at their place, under their ids."""
        held = self.level.of(Waypoint)
        return sum(key in held for key in self.proposal.standing.replaced)

    @property
    def rejoined(self) -> int:
        """The number of new edges between waypoints that stay or come back at their place."""
        new = {
            key
            for key, item in self.edit.after.items()
            if isinstance(item, Waypoint) and self.edit.before[key] is None
        }
        return sum(
            isinstance(item, Edge) and self.edit.before[key] is None
            and new.isdisjoint(item.references)
            for key, item in self.edit.after.items()
        )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Grower:
    """Grows networks over a storey of a world for agents of one type."""

    world: World
    profile: Profile
    floor: Clearance
    """The floor of the agent type."""

    @classmethod
    def of(cls, world: World, profile: Profile) -> "Grower":
        """Return a grower for the storey of a profile.

        Raises:
            UnknownLayer: if the level lacks that storey.
        """
        return cls(world, profile, floor_for(world, profile))

    @property
    def ground(self) -> Clearance:
        """The floor that networks are laid on: at least the agent's radius from walls, doors open.

        It is restricted to walkable cells.
        """
        cells = all_open(self.world).grid_for(self.profile)
        return self.floor.keeping(self.floor.padding.at_least_radius).over(cells)

    @property
    def radius(self) -> float:
        """Half the width of the agents, metres."""
        return radius_in(self.profile, self.world.level.settings)

    def _others(self) -> list[tuple[Clearance, float]]:
        """Return ground and radius of the other agent types, which use the network too."""
        layer, types = self.profile.layer, (Profile(), *self.world.level.settings.profiles)
        growers = (Grower.of(self.world, on_layer(one, layer)) for one in types)
        return [(one.ground, one.radius) for one in growers if one.profile != self.profile]

    def coverage(
        self, before: Coverage | None = None, pause: Callable[[], None] = lambda: None
    ) -> Coverage:
        """Return how much of the floor sees the present network.

        Args:
            before: The coverage of an earlier version of the level: much of it may still hold.
            pause: Called between pieces of work; it may raise to stop.
        """
        return self._coverage_on(self.floor, before, pause)

    def _coverage_on(
        self, floor: Clearance, before: Coverage | None, pause: Callable[[], None]
    ) -> Coverage:
        grid = self.world.grid_for(self.profile)
        return coverage(floor, grid, self.radius, before=before, pause=pause)

    def grow(
        self,
        recipe: Recipe,
        rng: random.Random,
        new_id: NewId,
        told: Told = _do_nothing,
    ) -> Grown:
        """Grow a network; elements drawn by hand and locked elements stay.

        Args:
            recipe: The method and its numbers.
            rng: Random numbers for a random walk.
            new_id: Returns new ids.
            told: Called now and then with the share that is done, 0 to 1; an exception from it
                stops the work.

        Raises:
            NavcoreError: if there is no room to start, or a parameter is invalid.
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
        found = self._coverage_on(floor, None, lambda: told(_LAID))
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
            return prune(clearance, radius, recipe.thinning, others=self._others())
        if recipe.tracks is not None:
            if not any(map(len, recipe.tracks)):
                raise NavcoreError(tr("None of these agents walked on this storey."))
            return along(Trail(clearance, radius, standing=standing), recipe.tracks, told)
        least = max(radius, LEAST_RADIUS)
        start = recipe.start or usual_seed(self.world.level, clearance, least)
        if recipe.method == "walk":
            trail = Trail(clearance, radius, standing=standing)
            track = self._random_walk(
                start, recipe.seconds * _SPEED, rng, lambda one: told(one / 2)
            )
            trail.go_on(track, lambda one: told((1 + one) / 2))
            return trail.proposal()
        cells = int(np.count_nonzero(self.world.grid_for(self.profile).walkable))
        return spread(
            clearance, radius, start, recipe.spacing, standing, walkable_cells=cells, told=told
        )

    def _random_walk(
        self, start: Point, metres: float, rng: random.Random, told: Told
    ) -> list[Point]:
        """Return the track of a random walk from one random place to the next."""
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
