"""Quality of crowds at doors, crossings, on a ring and in the town, as a table.

    python -m tests.bench.crowd_scenes [SCENE ...] [--peers] [--seed N] [--cell-size M] [--turn DEG]

SCENE is a part of the name of a scene; all without any. Columns, from left to right:

there   who arrived, of all            s       until the last did, or the end of the run
over    deepest overlap, per cent of both radii, from 2 s on
99 %    overlap of the 99th of 100 agent-ticks, each with its deepest
deep    pairs over 20 % in 1,000 agent-ticks
push    farthest anybody went in a step beyond its own walking, centimetres
>5cm    how often that was over 5 cm   wait    seconds waited, mean of all
stalls  waits of 5 s without a break   sharp   turns over 60 degrees, a metre walked
dense   people a square metre on the densest 2 x 2 m
held    per cent held up in the last quarter of the time, and the rise from the quarter before
m/s     speed, of those who want to walk; on a ring along it
gap     median seconds from one to the next at a gate
flow    people a second and metre of each gate
cpu     seconds of the processor's

--peers runs the same starts, goals and walls in RVO2 and in JuPedSim's collision-free speed and
anticipation models, at their own default parameters (`pip install --no-deps pyrvo jupedsim
deprecated wrapt`); see `tests.bench.crowd_peers`.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from time import process_time

from tests.bench.crowd_peers import PeerRun, models
from tests.crowd_figures import HEAD, CrowdOutcome, judge_crowd
from tests.crowd_scenes import CROWD_SCENES, FINE, CrowdScene, weidmann
from tests.crowd_streets import STREETS

SCENES = {**CROWD_SCENES, **STREETS}

MOST_OF_PEERS = 1000
"""Number of agents above which other models don't run a scene."""
LONGEST_OF_PEERS = 150.0
"""Longest run of other models, seconds."""
WIDE = 26
"""Width of the column of scene names, characters."""


def chosen(names: list[str]) -> Iterator[str]:
    """Yield the names of scenes that contain one of these parts; without parts, all names."""
    for name in SCENES:
        if not names or any(part in name for part in names):
            yield name


def row(name: str, outcome: CrowdOutcome, seconds: float) -> str:
    """Return a line of the table."""
    note = ""
    if name.startswith("ring "):
        note = f"  Weidmann {weidmann(float(name.split()[1])):.2f}"
    if name in STREETS:
        note += f"  {outcome.comings / outcome.seconds:.2f} arrive a second"
    if len(outcome.passed) > 1:
        note += f"  passed {', '.join(map(str, outcome.passed))}"
    return f"{name:{WIDE}} {outcome} {seconds:6.1f}{note}"


def main(arguments: list[str] | None = None) -> None:
    """Run scenes and print the table, line by line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scenes", nargs="*", metavar="SCENE")
    parser.add_argument("--peers", action="store_true", help="RVO2 and JuPedSim beside")
    parser.add_argument("--seed", type=int, default=FINE.seed)
    parser.add_argument("--cell-size", type=float, default=FINE.cell_size, metavar="METRES")
    parser.add_argument("--turn", type=float, default=FINE.turn, metavar="DEGREES")
    options = parser.parse_args(arguments)
    laid = FINE._replace(seed=options.seed, cell_size=options.cell_size, turn=options.turn)
    if options.peers and not models():
        tell("Neither RVO2 nor JuPedSim is there; see tests.bench.crowd_peers.")
    tell(f"{'':{WIDE}} {HEAD} {'cpu':>6}")
    for name in chosen(options.scenes):
        scene: CrowdScene = SCENES[name](laid=laid)
        began = process_time()
        outcome = judge_crowd(scene)
        tell(row(name, outcome, process_time() - began))
        if options.peers and len(scene.level.agents) <= MOST_OF_PEERS:
            for peer in models():
                began = process_time()
                short = replace(scene, seconds=min(scene.seconds, LONGEST_OF_PEERS))
                try:
                    outcome = judge_crowd(short, PeerRun(short, peer))
                except RuntimeError as error:
                    tell(f"  {peer}: {error}")
                else:
                    tell(row(f"  {peer}", outcome, process_time() - began))


def tell(line: str) -> None:
    """Print a line without buffering."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
