"""What happened in a run: kept as it goes, looked at at any moment, gone on from, saved."""

from navcore.sim.recording.frames import Frame
from navcore.sim.recording.recorder import Recorder
from navcore.sim.recording.recording import Recording

__all__ = ["Frame", "Recorder", "Recording"]
