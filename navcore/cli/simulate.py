"""`navcore simulate`: run a level without a window, and report arrivals."""

import argparse
import re
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from navcore.bake.extent import MAX_CELLS
from navcore.cli.answer import Answer, json_line, table
from navcore.cli.arguments import RUN_SECONDS, add_state, run_seconds
from navcore.cli.commands import world_of
from navcore.cli.crowd import spawn_crowd
from navcore.cli.crowd_report import crowd_data, crowd_rows, finding_rows, run_findings
from navcore.cli.progress import progress
from navcore.cli.tally import Tally
from navcore.errors import NavcoreError
from navcore.formats import held_in, open_file
from navcore.proof.narrow_places import narrow_places
from navcore.sim.judging import CrowdJudge
from navcore.sim.recording import SUFFIX, Recorder, save_recording, write_csv
from navcore.sim.settings import RULES, SimulationSettings
from navcore.sim.simulation import Simulation

__all__ = ["DETAILS", "add_options", "simulate"]

_NAMED: Final = 10
_MOST_AGENTS: Final = 100_000
_MOST_SEED: Final = 2**63 - 1

DETAILS: Final = """\
Agents with goals set out at time 0. The same level, seed and options give the same recording,
byte for byte.

Who has goals has arrived when it has come to each of them once, also if it goes round and round;
the time it took counts from 0. The exit code is 0 if all of them arrived, or nobody had anywhere
to go; 1 if not, and up to ten are named with the reason.

--rules source lets agents walk straight at the next points of their paths and push each other
apart, as source 000 does; --rules crowd lets them give way. The numbers of both are keys of the
level.

--agents N puts N more agents, of the level's agentRadius, at random walkable places, each with one
random goal that it can reach.

FILE.wwrec opens in the editor (Ctrl+O). FILE.csv has a row for each agent and tick, ten a second:
  time,id,name,x,z,facing,state,reason
in seconds, metres and radians, the state stand or walk.

--json prints one object on one line:
  file, seconds, steps, seed, rules
  agents, withGoals, arrived
                how many there are, take part and have goals, and have come to all of them
  meanTime, medianTime, longestTime
                seconds to arrive, of those who did; null for nobody
  stuck         who stands at the end and can't get to its goal, or gets no further
  collisions    how often two agents came to overlap by more than 1 cm, looked at every tick
  overlaps      how many do at the end
  replans, nudges
                new paths on the way to the same goal; agents asked to step aside
  linksTaken    how often an agent began to take a link
  network       of agents on routes that keep to the network: {"queries", "rays", "off"}: paths
                sought over it, lines of sight tested, and how often it led nowhere and one of
                them walked freely instead; of agents that are there at the end
  crowd         how the crowd walked, see below
  findings      [{"code", "severity", "text", "elements", "place", "layer", "seconds", "agents",
                "meant"}, ...]: where agents waited for 10 s or more in all (run-waiting), were in
                each other by more than 20 % for 2 s (run-overlap) or turned back three times
                (run-turning): the worst moment, and who did so then; elements, the door, obstacle
                or area there; meant, the reason that the level gives, or null
  stepsPerSecond
                how fast it went; 60 are a second
  notArrived    [{"id", "name", "reason"}, ...]

"crowd" is looked at during the whole run:
  overlap       deepest overlap of two agents, as a share of both radii: {"value", "seconds",
                "agents", "place"}; null for none. Looked at every tick, as all but push.
  overlap50, overlap90, overlap99
                the overlap below which so many of 100 agents are, each with its deepest, over
                all ticks
  densest       most agents within 1.5 m of one, a square metre; as overlap
  deepPairs     pairs over 20 %, for 1,000 agents and ticks
  push          farthest that somebody went in one step beyond its own walking, metres; as overlap
  pushes        how often that was more than 5 cm
  waited        seconds that agents wanted to walk and were slower than a fifth of their speed, of
                all agents together
  waitedShare   the same as a part of the time in which they wanted to walk
  turnsBack     how often an agent turned by more than 90 degrees from one tick to the next
  turnsBackAMinute
                the same for each minute that an agent wanted to walk
  doors         [{"id", "name", "width", "passed", "queued", "flow", "gap"}, ...]: queued, seconds
                of waiting within 2 m, of all agents together; flow, agents a second and metre of
                width; gap, median seconds from one to the next; both of the middle 70 of 100 who
                pass, null for fewer than three
  narrowPlaces  [{"place", "width", ...}, ...]: gaps between walls at which agents waited and that
                somebody passed, with the same figures; a gap is where the floor narrows to less
                than three times what an agent needs, or than 3.5 m
  speedByDensity
                [{"density", "speed", "agentSeconds"}, ...]: metres a second at so many agents a
                square metre within 1.5 m

"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.set_defaults(command=simulate)
    parser.add_argument("file", type=Path, metavar="LEVEL", help="a level or a grid")
    parser.add_argument(
        "--seconds",
        type=run_seconds,
        default=RUN_SECONDS,
        metavar="N",
        help=f"how long, in seconds of the run (default: {RUN_SECONDS:g})",
    )
    parser.add_argument(
        "--seed",
        type=_seed,
        default=0,
        metavar="S",
        help="where all chance comes from (default: 0)",
    )
    parser.add_argument(
        "--agents",
        type=_agents,
        default=0,
        metavar="N",
        help="add N agents at random places, with random goals",
    )
    parser.add_argument(
        "--rules",
        choices=RULES,
        help="how agents move: crowd, minding each other, or source, by source 000 to the letter "
        "(default: what the level says, else crowd)",
    )
    add_state(parser)
    parser.add_argument(
        "-o", "--output", type=Path, metavar=f"FILE{SUFFIX}", help="write a recording of the run"
    )
    parser.add_argument(
        "--csv", type=Path, metavar="FILE.csv", help="write where everybody was as a table"
    )
    parser.add_argument(
        "--csv-every",
        type=_ticks,
        default=1,
        metavar="K",
        help="only every K-th tick of it (default: 1)",
    )
    parser.add_argument(
        "--max-cells",
        type=_cells,
        default=MAX_CELLS,
        metavar="N",
        help=f"bake levels of up to so many cells (default: {MAX_CELLS:,})",
    )
    parser.add_argument("--json", action="store_true", help="print JSON, as described below")


def simulate(options: argparse.Namespace) -> Answer:
    """Let a level's agents walk for a while and report what happened."""
    _check_files(options)
    opened = open_file(options.file)
    world = world_of(opened.content, options.file, options).in_state(options.state)
    named = {} if options.rules is None else {"rules": options.rules}
    constants = SimulationSettings.of(world.level.settings, **named)
    simulation = Simulation(world, seed=options.seed, settings=constants)
    if options.agents and not spawn_crowd(simulation, options.agents, options.seed):
        message = (
            f"{options.file}: there is no floor to put {options.agents} agents on; draw a walkable "
            "area, or leave --agents out"
        )
        raise NavcoreError(message)
    keeps = options.output is not None or options.csv is not None
    simulation.take_in()
    recorder = Recorder(simulation) if keeps else None
    judge = CrowdJudge(simulation, narrow_places)
    tally = Tally(simulation, judge)
    steps = round(options.seconds * simulation.settings.steps_per_second)
    took = _run(simulation, recorder, tally, steps)
    if recorder is not None and options.output is not None:
        save_recording(recorder.recording, options.output)
    if recorder is not None and options.csv is not None:
        write_csv(recorder.recording, options.csv, every=options.csv_every)
    data = {
        "file": str(options.file),
        "seconds": simulation.seconds,
        "steps": steps,
        "seed": options.seed,
        "rules": constants.rules,
        **tally.data(),
        "crowd": crowd_data(judge),
        "findings": run_findings(simulation.world.level, judge),
        "stepsPerSecond": round(steps / took, 1) if took > 0 else None,
        "notArrived": tally.not_arrived(),
    }
    text = json_line(data) if options.json else _text(data)
    return Answer(text, not data["notArrived"], opened.warnings)


def _run(
    simulation: Simulation,
    recorder: Recorder | None,
    tally: Tally,
    steps: int,
) -> float:
    """Return all steps; the seconds that the simulation itself took."""
    took = 0.0
    with progress("simulate", steps) as advance:
        for _ in range(steps):
            began = perf_counter()
            simulation.step()
            took += perf_counter() - began
            if recorder is not None:
                recorder.take()
            tally.take()
            advance()
    return took


def _check_files(options: argparse.Namespace) -> None:
    """Refuse unsuitable files before any work is done."""
    output, rows = options.output, options.csv
    if options.file.suffix.lower() == SUFFIX:
        message = f"{options.file}: this is a recording; name the level that it was made of"
        raise NavcoreError(message)
    if output is not None and output.suffix.lower() != SUFFIX:
        message = f"{output}: the name of a recording must end in {SUFFIX}"
        raise NavcoreError(message)
    for target in filter(None, (output, rows)):
        if not target.parent.is_dir():
            message = f"{target}: the folder {target.parent} doesn't exist; make it first"
            raise NavcoreError(message)
        if target.is_dir():
            message = f"{target}: this is a folder; name a file"
            raise NavcoreError(message)
    if rows is not None and (
        held_in(rows) in {"level", "grid"} or _same(rows, options.file) or rows.suffix == SUFFIX
    ):
        message = f"{rows}: a table would overwrite this file; take another name, as FILE.csv"
        raise NavcoreError(message)


def _same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def _text(data: dict[str, Any]) -> str:
    rows = [
        ("level", data["file"]),
        ("time", f"{data['seconds']:.1f} s in {data['steps']} steps, seed {data['seed']}"),
        ("rules", data["rules"]),
        ("agents", f"{data['agents']}, {data['withGoals']} with goals"),
        ("arrived", str(data["arrived"])),
    ]
    if data["arrived"]:
        mean, median, longest = (data[key] for key in ("meanTime", "medianTime", "longestTime"))
        times = f"mean {mean:.1f} s, median {median:.1f} s, longest {longest:.1f} s"
        rows.append(("time to arrive", times))
    rows += [
        ("stuck", str(data["stuck"])),
        ("collisions", f"{data['collisions']}, {data['overlaps']} overlaps at the end"),
        ("replans", str(data["replans"])),
        ("nudges", str(data["nudges"])),
    ]
    rows += crowd_rows(data["crowd"])
    if data["linksTaken"]:
        rows.append(("links taken", str(data["linksTaken"])))
    network = data["network"]
    if network["queries"] or network["rays"]:
        line = f"paths sought: {network['queries']:,}, rays: {network['rays']:,}"
        off = f", led nowhere: {network['off']:,}" if network["off"] else ""
        rows.append(("network", line + off))
    if data["stepsPerSecond"] is not None:
        rows.append(("speed", f"{data['stepsPerSecond']:,.0f} steps per second"))
    text = table(rows)
    if data["findings"]:
        text += "\n" + table([("finding", "", ""), *finding_rows(data["findings"])])
    late = data["notArrived"]
    if late:
        shown = [(str(one["id"]), one["name"], one["reason"]) for one in late[:_NAMED]]
        text += "\n" + table([("not arrived", "", ""), *shown])
        if len(late) > _NAMED:
            text += f"and {len(late) - _NAMED} more\n"
    return text


def _seed(text: str) -> int:
    return _whole(text, 0, _MOST_SEED)


def _agents(text: str) -> int:
    return _whole(text, 0, _MOST_AGENTS)


def _ticks(text: str) -> int:
    return _whole(text, 1, 10**6)


def _cells(text: str) -> int:
    return _whole(text, 1, 10**12)


def _whole(text: str, least: int, greatest: int) -> int:
    value = int(text) if re.fullmatch(r"\s*[0-9]{1,19}\s*", text) else least - 1
    if not least <= value <= greatest:
        message = f"{text.strip()!r} is not a whole number from {least} to {greatest:,}"
        raise argparse.ArgumentTypeError(message)
    return value
