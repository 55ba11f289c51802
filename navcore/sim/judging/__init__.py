"""Figures of crowds: overlaps, pushes, and where agents wait and turn back."""

from navcore.sim.judging.figures import DEEP, NOBODY, SHARES, CrowdFigures, SpeedAtDensity, weidmann
from navcore.sim.judging.judge import CrowdJudge
from navcore.sim.judging.passages import NarrowPlaces, Opening, PassageFigures, Passages
from navcore.sim.judging.pushes import NOTHING, PUSHED, Moment, Pushes
from navcore.sim.judging.spots import Spot, Spots
from navcore.sim.judging.ticks import AROUND, Contacts, CrowdTick, TickReader, contacts_of
from navcore.sim.judging.trouble import Trouble

__all__ = [
    "AROUND",
    "DEEP",
    "NOBODY",
    "NOTHING",
    "PUSHED",
    "SHARES",
    "Contacts",
    "CrowdFigures",
    "CrowdJudge",
    "CrowdTick",
    "Moment",
    "NarrowPlaces",
    "Opening",
    "PassageFigures",
    "Passages",
    "Pushes",
    "SpeedAtDensity",
    "Spot",
    "Spots",
    "TickReader",
    "Trouble",
    "contacts_of",
    "weidmann",
]
