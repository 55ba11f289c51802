"""Grids for one agent type: in the library, in levels and on the command line."""

import json
from pathlib import Path

import msgspec
import pytest
from vaults import EAST, WEST, vault

from navcore.cli import main
from navcore.errors import UnknownProfile
from navcore.export import write_exports
from navcore.formats import load_grid, load_level, save_level
from navcore.level.model import ExportTarget, Level, Profile
from navcore.level.operations.profiles import delete_profile, rename_profile
from navcore.path.find import find_path
from navcore.world import World

GUARD = Profile(name="guard", abilities=("key",))
CART = Profile(name="cart", radius=0.9, abilities=("key",))


def exporting(*targets: ExportTarget) -> Level:
    """A vault with two types, and these exports."""
    level = vault(GUARD, CART)
    return level.with_settings(msgspec.structs.replace(level.settings, exports=targets))


def test_each_target_is_for_the_type_that_it_names(tmp_path: Path) -> None:
    """The guard's grid leads through the door, that of all others does not."""
    level = exporting(
        ExportTarget(path="all.json", format="json"),
        ExportTarget(path="guard.json", format="json", profile="guard"),
        ExportTarget(path="guard.txt", profile="guard"),
    )
    save_level(level, tmp_path / "vault.json")
    assert load_level(tmp_path / "vault.json") == level
    write_exports(World.build(level), tmp_path / "vault.json", level.settings.exports)
    found = {
        name: find_path(load_grid(tmp_path / name), WEST, EAST).ok
        for name in ("all.json", "guard.json", "guard.txt")
    }
    assert found == {"all.json": False, "guard.json": True, "guard.txt": True}
    assert json.loads((tmp_path / "guard.json").read_text())["profile"] == "guard"
    assert "profile" not in json.loads((tmp_path / "all.json").read_text())


def test_type_that_the_level_lacks_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    """The sentence lists those that it has."""
    level = exporting(ExportTarget(path="a.txt"), ExportTarget(path="b.txt", profile="ghost"))
    with pytest.raises(UnknownProfile, match="no profile is named 'ghost'; profiles here: 'guard'"):
        write_exports(World.build(level), tmp_path / "vault.json", level.settings.exports)
    assert not list(tmp_path.iterdir())


def test_exports_follow_a_type_that_is_renamed_or_deleted() -> None:
    """It is the same edit."""
    level = exporting(ExportTarget(path="a.txt", profile="guard"))
    renamed = rename_profile(level, "guard", "watch").apply(level)
    assert renamed.settings.exports[0].profile == "watch"
    assert delete_profile(renamed, "watch").apply(renamed).settings.exports[0].profile == ""


def test_commands_take_a_profile(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They are path and bake, also with a radius of its own."""
    file = str(tmp_path / "vault.json")
    save_level(exporting(), file)
    ends = [*map(str, WEST), *map(str, EAST)]
    assert main(["path", file, *ends]) == 1
    assert main(["path", file, *ends, "--profile", "guard"]) == 0
    assert main(["path", file, *ends, "--profile", "guard", "--radius", "1.2"]) == 1
    grid = tmp_path / "guard.txt"
    assert main(["bake", file, "-o", str(grid), "--profile", "guard"]) == 0
    assert find_path(load_grid(grid), WEST, EAST).ok
    capsys.readouterr()
    assert main(["path", file, *ends, "--profile", "ghost"]) != 0
    assert "no profile is named 'ghost'" in capsys.readouterr().err
