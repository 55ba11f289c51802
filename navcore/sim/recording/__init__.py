"""Recordings of runs: written during a run, shown at any moment, resumed, and saved."""

from navcore.sim.recording.archive import SUFFIX, load_recording, save_recording
from navcore.sim.recording.frames import Frame
from navcore.sim.recording.recorder import Recorder
from navcore.sim.recording.recording import Recording
from navcore.sim.recording.table import names_of, write_csv
from navcore.sim.recording.tracks import tracks_of

__all__ = [
    "SUFFIX",
    "Frame",
    "Recorder",
    "Recording",
    "load_recording",
    "names_of",
    "save_recording",
    "tracks_of",
    "write_csv",
]
