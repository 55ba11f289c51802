"""`navcore why`: why an agent can't get from one place to another."""

import argparse
from pathlib import Path
from typing import Any, Final, get_args

from navcore.cli.answer import Answer, json_line
from navcore.cli.arguments import (
    add_json,
    add_layer,
    add_max_cells,
    add_radius,
    add_state,
    coordinate,
    count,
)
from navcore.cli.commands import profile_from, world_of
from navcore.errors import NavcoreError
from navcore.formats import open_file
from navcore.level.model import Level
from navcore.level.naming import called
from navcore.level.tables import GROUND
from navcore.path.options import Over
from navcore.proof.agent_reasons import explain_agent
from navcore.proof.explain import explain
from navcore.proof.explanation import Explanation, Reason
from navcore.world import World

DETAILS: Final = """\
X Z X Z are start and goal, metres. --agent asks about an agent of the level instead: whether it
gets to all its stops.

The reason is the least that would have to be otherwise: doors open, then abilities and links,
then a wider gap, then other places. --json prints one object on one line:
  reason        none, doors, abilities, one-way, width, start, goal, island, no-link, waypoints,
                unseen, network, limit, no-goal or switched-off
  text          the same in a sentence
  start, goal   [x, z] as asked
  layers        [name, name] of their storeys
  relaxation    {"doors", "waypoints", "abilities", "twoWay", "width", "start", "goal", "moved"}:
                ids, names, metres and places that would make a path
  marks         [{"place", "layer", "element", "line"}, ...]: where to look, and at what
  fix           what the fix is called that the editor offers; null if there is none

"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.set_defaults(command=why)
    parser.add_argument("file", type=Path, metavar="FILE", help="a level or a grid")
    parser.add_argument(
        "places",
        type=coordinate,
        metavar="X Z",
        nargs="*",
        help="start and goal, unless --agent is given",
    )
    parser.add_argument("--agent", default="", metavar="NAME", help="ask about this agent")
    parser.add_argument(
        "--goal-layer",
        default="",
        metavar="NAME",
        help="to this storey of the level (default: that of the start)",
    )
    parser.add_argument(
        "--over",
        choices=get_args(Over),
        default="cells",
        help="over walkable cells, or over the level's waypoints (default: cells)",
    )
    parser.add_argument(
        "--limit", type=count, metavar="N", help="let a search take at most N cells or waypoints"
    )
    add_radius(parser)
    add_layer(parser)
    add_state(parser)
    add_max_cells(parser)
    add_json(parser)


def why(options: argparse.Namespace) -> Answer:
    """Say why there is no path, or why an agent does not get to its stops."""
    opened = open_file(options.file)
    world = world_of(opened.content, options.file, options).in_state(options.state)
    found = _explain(world, options)
    text = json_line(_data(found, world.level)) if options.json else _text(found, world.level)
    return Answer(text, found.reason is Reason.NONE, opened.warnings)


def _explain(world: World, options: argparse.Namespace) -> Explanation:
    if options.agent:
        if options.places:
            message = "--agent goes without places: an agent has its own"
            raise NavcoreError(message)
        agents = [one for one in world.level.agents.values() if one.name == options.agent]
        if not agents:
            message = f"no agent is named {options.agent!r}"
            raise NavcoreError(message)
        return explain_agent(world, agents[0].id)
    if not options.places:
        message = "give start and goal, X Z X Z, or --agent NAME"
        raise NavcoreError(message)
    if len(options.places) != 4:
        message = f"start and goal are four numbers, X Z X Z; got {len(options.places)}"
        raise NavcoreError(message)
    x, z, to_x, to_z = options.places
    profile = profile_from(options, world.level)
    return explain(
        world, (x, z), (to_x, to_z), profile=profile, layer=profile.layer,
        goal_layer=options.goal_layer or None, over=options.over, limit=options.limit,
    )  # fmt: skip


def _data(found: Explanation, level: Level) -> dict[str, Any]:
    relaxation = found.relaxation
    return {
        "reason": str(found.reason),
        "text": found.text,
        "start": found.start,
        "goal": found.goal,
        "layers": found.layers,
        "relaxation": {
            "doors": relaxation.doors,
            "waypoints": relaxation.waypoints,
            "edges": relaxation.edges,
            "abilities": relaxation.abilities,
            "twoWay": relaxation.two_way,
            "width": round(relaxation.width, 3),
            "start": relaxation.start,
            "goal": relaxation.goal,
            "moved": relaxation.moved,
        },
        "marks": [
            {
                "place": mark.place,
                "layer": mark.layer,
                "element": None if mark.element is None else _element(level, mark.element),
                "line": mark.line,
            }
            for mark in found.marks
        ],
        "fix": None if found.fix is None else found.fix.label,
    }


def _element(level: Level, key: int) -> dict[str, Any]:
    return {"id": key, "name": level.element(key).name}


def _text(found: Explanation, level: Level) -> str:
    text = found.text + "\n"
    for mark in found.marks:
        what = "" if mark.element is None else f"  {called([level.element(mark.element)])}"
        storey = "" if mark.layer == GROUND else f" on {mark.layer}"
        text += f"  at {mark.place[0]:.2f}, {mark.place[1]:.2f}{storey}{what}\n"
    if found.fix is not None:
        text += f"  fix: {found.fix.label}\n"
    return text
