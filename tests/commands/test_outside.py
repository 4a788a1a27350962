"""A pack of rules from a stranger shows no line of a file that lies elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.commands.calls import GOOD, called, write

SECRET = "hunter2"
CREDENTIALS = f"user: anna\npassword: {SECRET}\ntoken: [{SECRET}\n"


def variant(pack: Path) -> list[object]:
    return [write(pack, "x.yaml", "variant: x\nextends: ../creds.yaml\n")]


def game(pack: Path) -> list[object]:
    return [write(pack, "x.yaml", "variant: x\ngame: ../creds.coup\n")]


def added(pack: Path) -> list[object]:
    return [write(pack, "x.yaml", "variant: x\nextends: sevens\nrules: {add: [../creds.coup]}\n")]


def included(pack: Path) -> list[object]:
    (pack / "x.coup").symlink_to("../creds.coup")
    return [write(pack, "small.coup", GOOD.replace("edition 1\n", "edition 1\ninclude x\n"))]


def linked_rules(pack: Path) -> list[object]:
    (pack / "x.coup").symlink_to("../creds.coup")
    return [pack / "x.coup"]


def linked_variant(pack: Path) -> list[object]:
    (pack / "x.yaml").symlink_to("../creds.yaml")
    return [pack / "x.yaml"]


def texts(pack: Path) -> list[object]:
    (pack / "en.yaml").symlink_to("../en.yaml")
    return [write(pack, "small.coup", GOOD)]


PACKS: list[Callable[[Path], list[object]]] = [variant, game, added, included, linked_rules, linked_variant, texts]


@pytest.mark.parametrize(
    "command", ["validate", "validate folder", "show", "run", "rulebook", "simulate", "play", "test"]
)
@pytest.mark.parametrize("pack", PACKS)
def test_no_line_of_a_file_elsewhere_is_shown(
    pack: Callable[[Path], list[object]], command: str, tmp_path: Path
) -> None:
    write(tmp_path, "creds.yaml", CREDENTIALS)
    write(tmp_path, "creds.coup", CREDENTIALS)
    write(tmp_path, "en.yaml", f"language: en\n{CREDENTIALS}")
    folder = tmp_path / "pack"
    folder.mkdir()
    (named,) = pack(folder)
    if command == "test":
        named = write(folder, "x.test.yaml", f"rules: {Path(str(named)).name}\ntests:\n  - name: x\n    over: true\n")
    result = called(command.split()[0], folder if command.endswith("folder") else named)
    assert result.exit_code == 1
    assert not isinstance(result.exception, OSError | ValueError)
    assert SECRET not in result.output
    assert "password" not in result.output
    assert "is outside the given folder" in result.output


def test_a_pack_uses_files_beside_it_and_elsewhere_that_are_rules(tmp_path: Path) -> None:
    write(tmp_path, "game.coup", GOOD)
    (tmp_path / "pack").mkdir()
    house = write(tmp_path / "pack", "house.yaml", "variant: house\ngame: ../game.coup\n")
    assert called("validate", house).exit_code == 0
    write(tmp_path, "game.coup", GOOD.replace("finish by cash, turns", "finish by cash, nothing_there"))
    hidden = called("validate", house)
    assert "nothing_there" not in hidden.output
    assert "coupdsl validate" in hidden.output
    assert "nothing_there" in called("validate", tmp_path).output


@pytest.mark.parametrize("strict", [(), ("--strict",)])
def test_a_warning_in_a_file_elsewhere_is_of_no_concern(strict: tuple[str, ...], tmp_path: Path) -> None:
    write(tmp_path, "game.coup", GOOD.replace("  state ", "  state idle: number = 0\n  state ", 1))
    (tmp_path / "pack").mkdir()
    house = write(tmp_path / "pack", "house.yaml", "variant: house\ngame: ../game.coup\n")
    alone = called("validate", house, *strict)
    assert alone.exit_code == 0, alone.output
    assert "all well" in alone.output and "game.coup" not in alone.output
    both = called("validate", tmp_path, *strict)
    assert both.exit_code == len(strict)
    assert "game.coup" in both.output and "1 warning" in both.output


def test_the_help_leads_to_what_is_wrong_in_a_part_of_a_game(tmp_path: Path) -> None:
    """Alone, an included file is checked for its grammar only."""
    (tmp_path / "games").mkdir()
    (tmp_path / "pack").mkdir()
    write(tmp_path / "games", "game.coup", GOOD.replace("edition 1\n", "edition 1\ninclude part\n"))
    part = write(tmp_path / "games", "part.coup", "edition 1\nrule more(s: seat): amount = nothing_there\n")
    house = write(tmp_path / "pack", "house.yaml", "variant: house\ngame: ../games/game.coup\n")
    hidden = called("validate", house)
    assert "nothing_there" not in hidden.output
    folder = re.search(r"the folder `(.*)` too", hidden.output.replace("\n", " "))
    assert folder is not None
    assert called("validate", part).exit_code == 0
    assert "part.coup:2:30: E201" in called("validate", house, folder[1]).output
