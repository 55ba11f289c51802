"""`navcore network`: waypoints and edges grown over a level, without a window."""

import argparse
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from navcore.bake.profile import radius_in
from navcore.cli.answer import Answer, json_line, table
from navcore.cli.commands import profile_from, world_of
from navcore.cli.progress import progress
from navcore.errors import NavcoreError
from navcore.export.doors import all_open
from navcore.formats import open_file, save_level
from navcore.graph.clearance import Clearance
from navcore.graph.corridors import grow_corridors
from navcore.graph.coverage import Coverage, coverage
from navcore.graph.generators.corner_network import around_corners
from navcore.graph.generators.corners import AroundCorners
from navcore.graph.generators.ground import ground_for, needs_along
from navcore.graph.generators.laying import lay
from navcore.graph.generators.proposal import LEAST_RADIUS, Proposal, Standing
from navcore.graph.generators.spread import spread, usual_seed
from navcore.graph.generators.thinning import Thinning
from navcore.graph.generators.walk import walk
from navcore.level.model import Level, Point, Profile
from navcore.world import World

METHODS: Final = ("spread", "visibility", "walk")

_SPEED: Final = 1.4
"""Metres a second of somebody who walks."""

_TRIES: Final = 1000
"""Goals in a row that can't be reached after which a random walk ends."""

_STEPS: Final = 5

DETAILS: Final = """\
Grows a network of waypoints over the floor of a level. Waypoints and edges that were drawn by hand
stay, and so do grown ones that are locked; other grown ones are replaced. Every edge keeps the
agents' radius from obstacles and from the outer edge of the floor; doors count as open.

  spread        waypoints at even distances, flooded from where the first agent starts, or --at
  visibility    waypoints around corners, where shortest paths bend
  walk          waypoints where a random walk of --seconds turned out of sight

The same level, options and --seed give the same bytes.

--json prints one object on one line:
  file, method, layer, radius
  waypoints, edges
                that were laid
  kept, replaced
                waypoints that stay, and grown ones that went
  possible      edges that are clear; those that paths don't need are left out
  detour        by which share a path may get longer for them, at most
  coverage      share of walkable cells that see a waypoint, 0 to 1
  unseeing      [id, ...] of agents and spawn points that see none
  warnings      [sentence, ...]

"""


def network(options: argparse.Namespace) -> Answer:
    """Lays a network over a level, and says what floor sees it."""
    opened = open_file(options.file)
    level = opened.content
    if not isinstance(level, Level):
        message = f"{options.file}: a network is laid over a level, and this is a grid"
        raise NavcoreError(message)
    with progress("network", _STEPS) as advance:
        world = world_of(level, options.file, options)
        profile = profile_from(options, level)
        advance()
        after, proposal, found = _grown(world, profile, options, advance)
        if options.output is not None:
            save_level(after, options.output)
        advance()
    data = _data(options, profile, world, proposal, found)
    text = json_line(data) if options.json else _text(data, options.output)
    warnings = () if options.json else proposal.warnings
    return Answer(text, notes=(*opened.warnings, *warnings))


def _grown(
    world: World, profile: Profile, options: argparse.Namespace, advance: Callable[[], None]
) -> tuple[Level, Proposal, Coverage]:
    """The level with its network, the network, and what sees it."""
    level, layer = world.level, profile.layer
    radius = radius_in(profile, level.settings)
    clearance = ground_for(world, profile)
    standing = Standing.of(level, layer)
    rng = random.Random(options.seed)
    proposal = _proposed(world, profile, clearance, standing, options, rng)
    proposal = replace(proposal, needs=needs_along(world, profile, proposal.lines))
    advance()
    edit = lay(level, proposal, lambda: rng.randrange(1, 2**32), layer=layer)
    after = edit.apply(level)
    clearance, _ = clearance.changed(after, edit)
    if options.widths:
        after = grow_corridors(after, clearance).apply(after)
    advance()
    found = coverage(clearance, world.grid_for(profile), radius)
    advance()
    return after, proposal, found


def _proposed(
    world: World,
    profile: Profile,
    clearance: Clearance,
    standing: Standing,
    options: argparse.Namespace,
    rng: random.Random,
) -> Proposal:
    radius = radius_in(profile, world.level.settings)
    if options.method == "visibility":
        thinning = Thinning(detour=options.detour, neighbours=options.neighbours)
        corners = AroundCorners(concave=options.concave, thinning=thinning)
        return around_corners(clearance, radius, corners, standing)
    least = max(radius, LEAST_RADIUS)
    start = options.at or usual_seed(world.level, clearance, least)
    if options.method == "walk":
        track = _stroll(world, profile, start, options.seconds * _SPEED, rng)
        return walk(clearance, radius, track, standing=standing)
    cells = int(np.count_nonzero(world.grid_for(profile).walkable))
    return spread(clearance, radius, tuple(start), options.spacing, standing, walkable_cells=cells)


def _stroll(
    world: World, profile: Profile, start: Point, metres: float, rng: random.Random
) -> list[Point]:
    """Where somebody gets to who walks from one random place to the next."""
    world = all_open(world)
    lattice = world.grid_for(profile).lattice
    place, walked, tries = (float(start[0]), float(start[1])), 0.0, 0
    track = [place]
    while walked < metres and tries < _TRIES:
        column, row = rng.randrange(lattice.width), rng.randrange(lattice.depth)
        goal = lattice.centre_of(column, row)
        found = world.find_path(place, goal, profile=profile, layer=profile.layer)
        tries += 1
        if found.ok and found.snapped_goal is None and not len(found.links):
            track += [(float(x), float(z)) for x, z in found.points.tolist()]
            place, walked, tries = track[-1], walked + found.length, 0
    return track


def _data(
    options: argparse.Namespace,
    profile: Profile,
    world: World,
    proposal: Proposal,
    found: Coverage,
) -> dict[str, Any]:
    return {
        "file": str(options.file),
        "method": options.method,
        "layer": profile.layer,
        "radius": radius_in(profile, world.level.settings),
        "waypoints": len(proposal.positions),
        "edges": len(proposal.pairs),
        "kept": len(proposal.standing.ids),
        "replaced": len(proposal.standing.replaced),
        "possible": proposal.tried,
        "detour": round(proposal.detour, 6),
        "coverage": round(found.share, 6),
        "unseeing": list(found.unseeing),
        "warnings": list(proposal.warnings),
    }


def _text(data: dict[str, Any], output: Path | None) -> str:
    rows = [
        ("waypoints", f"{data['waypoints']:,}"),
        ("edges", f"{data['edges']:,} of {data['possible']:,} that are clear"),
        ("longer paths", f"by {100 * data['detour']:g} % at most"),
        ("kept", f"{data['kept']:,} waypoints"),
        ("replaced", f"{data['replaced']:,} waypoints"),
        ("coverage", f"{100 * data['coverage']:.2f} % of the walkable cells see a waypoint"),
    ]
    if data["unseeing"]:
        rows.append(("see none", f"{len(data['unseeing']):,} agents and spawn points"))
    if output is not None:
        rows.append(("written to", str(output)))
    return table(rows)
