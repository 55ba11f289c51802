"""Readers of each format, and uses of the results, as in programs and the editor."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from fuzz_readers.seeds import house
from navcore import World
from navcore.bake.grid import NavGrid
from navcore.export import bytes_of
from navcore.formats import (
    Opened,
    held_in,
    load_grid,
    load_map,
    load_scen,
    open_file,
    read_level,
    save_grid,
    save_level,
    write_level,
)
from navcore.formats.elements import read_elements, write_elements
from navcore.formats.journal import read_journal, replay, with_orders
from navcore.level.model import Level
from navcore.sim.recording import load_recording, save_recording, write_csv
from navcore.sim.simulation import Simulation

MAX_CELLS: Final = 300_000
"""Most cells of worlds that are built of read levels: building takes a moment."""
_STEPS: Final = 14


def use_level_file(path: Path) -> None:
    """Open a level, or any other contents of the file, and work with it."""
    held_in(path)
    opened = open_file(path)
    if isinstance(opened.content, NavGrid):
        use_grid(opened.content)
        return
    _use_notes(opened)
    level = opened.content
    text = write_level(level)
    again = read_level(text, "again").level
    assert write_level(again) == text, "what was written is read otherwise"
    save_level(level, path.with_name("saved.json"))
    write_elements(level.elements())
    use_world(World.build(level, max_cells=MAX_CELLS), level)


def _use_notes(opened: Opened) -> None:
    for note in opened.warnings:
        assert "\n" not in note, f"a note of several lines: {note!r}"


def use_world(world: World, level: Level) -> None:
    """Search in a world, export it, and let its agents walk."""
    box = world.grid.lattice
    middle = (box.min_x + box.max_x) / 2, (box.min_z + box.max_z) / 2
    world.find_path((box.min_x, box.min_z), middle)
    bytes_of(world, "txt")
    bytes_of(world, "json", "open")
    run = Simulation(world)
    run.send(list(level.agents)[:5], middle)
    for _ in range(_STEPS):
        run.step()


def use_grid(grid: NavGrid) -> None:
    """Search in a grid, and let an agent walk on it."""
    if grid.width * grid.depth > MAX_CELLS:
        return
    use_world(World.from_grid(grid), Level())


def use_grid_file(path: Path) -> None:
    """Load a grid and save it again."""
    held_in(path)
    grid = load_grid(path)
    saved = path.with_name("saved.grid.json")
    save_grid(grid, saved)
    again = load_grid(saved)
    assert again.padded.tobytes() == grid.padded.tobytes(), "what was written is read otherwise"
    assert again.links == grid.links, "links that were written are read otherwise"
    use_grid(grid)


def use_map(path: Path) -> None:
    """Load a map."""
    use_grid(load_map(path))


def use_scenario(path: Path) -> None:
    """Load queries."""
    found = load_scen(path)
    assert len(found.tolerances) == len(found) > 0, "queries without lengths"


def use_recording(path: Path) -> None:
    """Open a recording, look at all of it, go on from its end, and write it."""
    recording = load_recording(path, max_cells=MAX_CELLS)
    for tick in range(min(recording.ticks, 300)):
        recording.frame(tick)
    recording.at(recording.seconds / 2)
    write_csv(recording, path.with_name("table.csv"))
    save_recording(recording, path.with_name("saved.wwrec"))
    load_recording(path.with_name("saved.wwrec"), max_cells=MAX_CELLS)
    for tick in {0, recording.ticks // 2, recording.ticks - 1}:
        run = recording.resume(tick)
        run.reasons()
        for _ in range(_STEPS):
            run.step()
        run.counts()


def use_clipboard(path: Path) -> None:
    """Paste a text."""
    text = path.read_bytes().decode(
        "utf-16" if path.stat().st_size % 7 == 0 else "utf-8", "replace"
    )
    elements = read_elements(text)
    write_elements(elements)


def use_journal(path: Path) -> None:
    """Replay a journal on the level that it began with."""
    journal = read_journal(path.read_bytes(), path)
    assert "\n" not in journal.fault, "a fault of several lines"
    played = replay(with_orders(house(), journal.header.orders), journal.lines)
    read_level(write_level(played.level), path)


READERS: Final[dict[str, Callable[[Path], None]]] = {
    "level": use_level_file,
    "grid_text": use_grid_file,
    "grid_json": use_grid_file,
    "map": use_map,
    "scenario": use_scenario,
    "recording": use_recording,
    "clipboard": use_clipboard,
    "journal": use_journal,
}
"""By kind."""
