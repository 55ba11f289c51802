"""The start: what belongs to it beside the program."""

import configparser
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import resources
from editor import __main__ as entry

ROOT = Path(entry.__file__).parent.parent


def test_the_desktop_entry_starts_the_program_with_a_file() -> None:
    """The command that the package installs, and the type that the other file defines."""
    desktop = configparser.ConfigParser(interpolation=None)
    desktop.optionxform = str
    desktop.read_string(resources.path("desktop/waywright.desktop").read_text(encoding="utf-8"))
    held = desktop["Desktop Entry"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    command, _, rest = held["Exec"].partition(" ")
    assert command in project["gui-scripts"]
    assert rest == "%f"
    tree = ET.fromstring(resources.path("desktop/waywright.xml").read_text(encoding="utf-8"))
    (kind,) = tree
    assert kind.attrib["type"] in held["MimeType"].split(";")
    patterns = [part.attrib["pattern"] for part in kind if part.tag.endswith("glob")]
    assert patterns == ["*.waywright.json"]
