"""`navcore network`: waypoints and edges grown over a level, without a window."""

import argparse
import random
from pathlib import Path
from typing import Any, Final, get_args

from navcore.cli.answer import Answer, json_line, table
from navcore.cli.arguments import (
    add_json,
    add_layer,
    add_max_cells,
    add_radius,
    coordinate,
    count,
    over_zero,
    tolerance,
)
from navcore.cli.commands import profile_from, world_of
from navcore.cli.progress import progress
from navcore.errors import NavcoreError
from navcore.formats import open_file, save_level
from navcore.geometry.rings import Floats
from navcore.graph.generators.connect import REACH
from navcore.graph.generators.interest import OfInterest
from navcore.graph.generators.thinning import Thinning
from navcore.growing import KEEPING, Grower, Grown, Method, Recipe
from navcore.i18n import several, tr
from navcore.level.model import Level
from navcore.sim.recording import SUFFIX, load_recording, names_of, tracks_of

METHODS: Final = get_args(Method)
_USUAL: Final = Thinning()

_PARTS: Final = 20
"""Steps of the bar while a network is grown."""

DETAILS: Final = """\
Grows a network of waypoints over the floor of a level. Waypoints and edges that were drawn by hand
stay, and so do grown ones that are locked, that were corrected in the editor, at which routes or
agents stop, or that states switch; other grown ones, which have the tag grown, are replaced. Those
that come back at the same place keep their ids, names and edges: growing again changes a file only
where the network differs. Edges that stay and are one-way, have a cost of their own, need an
ability, or are blocked don't count as paths: where paths need another edge beside them, one is
laid. Every new edge keeps the agents' radius from obstacles and from the outer edge of the floor;
doors count as open.

  visibility    waypoints around corners, where shortest paths bend
  spread        waypoints at even distances, flooded from where the first agent starts, or --at
  interest      waypoints at stops, starts, doors and the ends of links
  walk          waypoints where a random walk of --seconds turned out of sight; or, with --from,
                where agents went in a recording
  connect       edges between waypoints that see each other within --reach; no new waypoints
  prune         takes out plain edges that paths don't need; no new waypoints

connect, prune and walk --from replace nothing: they go on from the network that is there.

The same level, options and --seed give the same bytes. Where no floor has room for such agents the
exit code is 2, and only prune writes a file.

--json prints one object on one line:
  file, method, layer, radius
  waypoints, edges
                that were laid
  kept, replaced
                waypoints that stay, and grown ones that were grown anew
  returned      those of them that came back at their place and kept their ids
  off           edges that are switched off: no other is laid in their place
  rejoined      edges that were laid between waypoints that stay or came back
  removed       edges that prune took out
  possible      edges that are clear; those that paths don't need are left out
  detour        by which share a path may get longer for them, at most
  coverage      share of walkable cells that see a waypoint, 0 to 1
  unseeing      [id, ...] of agents and spawn points that see none
  warnings      [sentence, ...]

"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.set_defaults(command=network)
    parser.add_argument("file", type=Path, metavar="LEVEL.json")
    parser.add_argument(
        "--method", choices=METHODS, default="visibility", help="default: visibility"
    )
    parser.add_argument(
        "-o", "--output", type=Path, metavar="LEVEL.json", help="write the level with its network"
    )
    parser.add_argument(
        "--widths", action="store_true", help="grow the path width of each waypoint to the walls"
    )
    parser.add_argument(
        "--at", type=coordinate, nargs=2, metavar=("X", "Z"),
        help="where spread and walk begin (default: where the first agent starts)",
    )  # fmt: skip
    parser.add_argument(
        "--spacing", type=over_zero, metavar="M",
        help="metres between waypoints of spread (default: four cells, at least 1.5), or within "
        "which one point of interest is enough (default: 1)",
    )  # fmt: skip
    parser.add_argument(
        "--reach", type=over_zero, default=REACH, metavar="M",
        help=f"connect: metres up to which waypoints are joined (default: {REACH:g})",
    )  # fmt: skip
    parser.add_argument(
        "--longest", type=over_zero, metavar="M",
        help="visibility, interest: metres of the longest edge (default: any length, and "
        f"{OfInterest().thinning.longest:g} for interest)",
    )  # fmt: skip
    parser.add_argument(
        "--from", type=Path, dest="walked", metavar=f"FILE{SUFFIX}",
        help="walk: where agents went in this recording, not at random",
    )  # fmt: skip
    parser.add_argument(
        "--agent", action="append", default=[], dest="agents", metavar="NAME",
        help="walk --from: only this agent of the recording; may be said again",
    )  # fmt: skip
    parser.add_argument(
        "--concave", action="store_true", help="visibility: also in inner corners of rooms"
    )
    parser.add_argument(
        "--detour", type=tolerance, default=_USUAL.detour, metavar="S",
        help="visibility, interest, prune: leave out edges where a path gets longer by no more "
        "than this share (default: 0.01)",
    )  # fmt: skip
    parser.add_argument(
        "--neighbours", type=count, default=_USUAL.neighbours, metavar="K",
        help="visibility, interest, prune: three times the detour where a waypoint has K edges "
        "(default: 16)",
    )  # fmt: skip
    parser.add_argument(
        "--seconds", type=over_zero, default=600.0, metavar="N",
        help="how long walk walks (default: 600)",
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="where all chance comes from (default: 0)"
    )
    add_radius(parser)
    add_layer(parser)
    add_max_cells(parser)
    add_json(parser)


def network(options: argparse.Namespace) -> Answer:
    """Lays a network over a level, and says what floor sees it."""
    opened = open_file(options.file)
    level = opened.content
    if not isinstance(level, Level):
        message = f"{options.file}: a network is laid over a level, and this is a grid"
        raise NavcoreError(message)
    with progress("network", _PARTS + 2) as advance:
        world = world_of(level, options.file, options)
        profile = profile_from(options, level)
        advance()
        rng = random.Random(options.seed)
        grower = Grower.of(world, profile)
        recipe = _recipe(options, profile.layer)
        done = 0

        def told(share: float) -> None:
            """Advance the bar to this share of the work."""
            nonlocal done
            while done < share * _PARTS:
                done += 1
                advance()

        grown = grower.grow(recipe, rng, lambda: rng.randrange(1, 2**32), told)
        # Without floor for such agents no network can be laid; edges are taken out all the same.
        failed = not grown.coverage.walkable and options.method != "prune"
        output = None if failed else options.output
        if output is not None:
            save_level(grown.level, output)
        advance()
    data = _data(options, grower, grown)
    if options.json:
        lost = data["warnings"] if failed else ()
        return Answer(json_line(data), notes=(*opened.warnings, *lost), failed=failed)
    text = _text(data, output, grown.coverage.walkable)
    return Answer(text, notes=(*opened.warnings, *data["warnings"]), failed=failed)


def _recipe(options: argparse.Namespace, layer: str) -> Recipe:
    """Return the recipe that the options ask for."""
    longest = options.longest
    if longest is None:
        usual = OfInterest() if options.method == "interest" else Recipe()
        longest = usual.thinning.longest
    return Recipe(
        method=options.method,
        thinning=Thinning(detour=options.detour, neighbours=options.neighbours, longest=longest),
        concave=options.concave,
        spacing=options.spacing,
        start=None if options.at is None else (options.at[0], options.at[1]),
        seconds=options.seconds,
        reach=options.reach,
        tracks=_tracks(options, layer),
        widths=options.widths,
    )


def _tracks(options: argparse.Namespace, layer: str) -> list[Floats] | None:
    """Return the tracks of agents in the named recording; None without one.

    Raises:
        NavcoreError: if the method uses no tracks, or no agent has a requested name.
    """
    if options.walked is None:
        if options.agents:
            message = "--agent names an agent of a recording: say which with --from FILE.wwrec"
            raise NavcoreError(message)
        return None
    if options.method != "walk":
        message = f"--from gives the walks for --method walk, not for {options.method}"
        raise NavcoreError(message)
    recording = load_recording(options.walked, max_cells=options.max_cells)
    ids: set[int] | None = None
    if options.agents:
        named = names_of(recording)
        ids = {key for key, name in named.items() if name in options.agents}
        missing = sorted(set(options.agents) - {named[key] for key in ids})
        if missing:
            message = f"{options.walked}: no agent is called {missing[0]!r}"
            raise NavcoreError(message)
    return tracks_of(recording, ids, layer=layer)


def _warnings(options: argparse.Namespace, grower: Grower, grown: Grown) -> list[str]:
    """Return warnings from growing, and why there is no network."""
    found = [*grown.proposal.warnings]
    if not grown.coverage.walkable:
        message = tr("No floor has room for an agent with a radius of {0:g} m.")
        found.append(message.format(grower.radius))
    elif options.method in KEEPING and not len(grown.proposal.standing.ids):
        found.append(tr("There are no waypoints yet: draw some, or grow some with another method."))
    return found


def _data(options: argparse.Namespace, grower: Grower, grown: Grown) -> dict[str, Any]:
    proposal, found = grown.proposal, grown.coverage
    return {
        "file": str(options.file),
        "method": options.method,
        "layer": grower.profile.layer,
        "radius": grower.radius,
        "waypoints": len(proposal.positions),
        "edges": len(proposal.pairs),
        "kept": proposal.standing.kept,
        "replaced": len(proposal.standing.replaced),
        "returned": grown.returned,
        "off": proposal.standing.shut,
        "rejoined": grown.rejoined,
        "removed": len(proposal.gone_edges),
        "possible": proposal.tried,
        "detour": round(proposal.detour, 6),
        "coverage": round(found.share, 6),
        "unseeing": list(found.unseeing),
        "warnings": _warnings(options, grower, grown),
    }


def _text(data: dict[str, Any], output: Path | None, walkable: int) -> str:
    share = f"{100 * data['coverage']:.2f} % of the walkable cells see a waypoint"
    rows = [
        ("waypoints", f"{data['waypoints']:,}"),
        ("edges", f"{data['edges']:,} of {data['possible']:,} that are clear"),
        ("longer paths", f"by {100 * data['detour']:g} % at most"),
        ("kept", _counted(data["kept"], "waypoint")),
        ("replaced", _replaced(data)),
        ("removed", _counted(data["removed"], "edge")),
        ("coverage", share if walkable else "no cell is walkable"),
    ]
    if data["unseeing"]:
        blind = several(
            len(data["unseeing"]), "1 agent or spawn point", "{0} agents and spawn points"
        )
        rows.append(("out of sight", blind))
    if output is not None:
        rows.append(("written to", str(output)))
    return table(rows)


def _replaced(data: dict[str, Any]) -> str:
    """Return how many waypoints were grown anew, and how many of them came back."""
    told = _counted(data["replaced"], "waypoint")
    return f"{told}, {data['returned']:,} at the same place" if data["returned"] else told


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
