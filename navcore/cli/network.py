"""`navcore network`: waypoints and edges grown over a level, without a window."""

import argparse
import random
from pathlib import Path
from typing import Any, Final

from navcore.cli.answer import Answer, json_line, table
from navcore.cli.commands import profile_from, world_of
from navcore.cli.progress import progress
from navcore.errors import NavcoreError
from navcore.formats import open_file, save_level
from navcore.graph.generators.thinning import Thinning
from navcore.growing import Grower, Grown, Recipe
from navcore.level.model import Level

METHODS: Final = ("spread", "visibility", "walk")

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
        rng = random.Random(options.seed)
        grower = Grower.of(world, profile)
        grown = grower.grow(_recipe(options), rng, lambda: rng.randrange(1, 2**32), advance)
        if options.output is not None:
            save_level(grown.level, options.output)
        advance()
    data = _data(options, grower, grown)
    text = json_line(data) if options.json else _text(data, options.output)
    warnings = () if options.json else grown.proposal.warnings
    return Answer(text, notes=(*opened.warnings, *warnings))


def _recipe(options: argparse.Namespace) -> Recipe:
    """What the options ask for."""
    return Recipe(
        method=options.method,
        thinning=Thinning(detour=options.detour, neighbours=options.neighbours),
        concave=options.concave,
        spacing=options.spacing,
        start=None if options.at is None else (options.at[0], options.at[1]),
        seconds=options.seconds,
        widths=options.widths,
    )


def _data(options: argparse.Namespace, grower: Grower, grown: Grown) -> dict[str, Any]:
    proposal, found = grown.proposal, grown.coverage
    return {
        "file": str(options.file),
        "method": options.method,
        "layer": grower.profile.layer,
        "radius": grower.radius,
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
