"""A checked program that is kept on disk is as good as one that is checked now, while its files are as they were."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.test_kept_rules import refused
from tests.helpers import ROOT, sample

from coupdsl.code.seats import allowed_seats
from coupdsl.engine.load import playable
from coupdsl.language import cache_folder, check
from coupdsl.rulesets.compose import compose, flawless

pytestmark = pytest.mark.usefixtures("own_cache")
VARIANTS = sorted(set((ROOT / "variants").rglob("*.yaml")) - set((ROOT / "variants").rglob("*.test.yaml")))
WRONG = {
    "an unknown name": "siege: {collect: nothing_known}",
    "beyond all money": "siege: {collect: 999950}",
    "no multiple of the unit": "siege: {collect: 7}",
    "another type": "siege: {collect: spades}",
    "an expression": 'siege: {collect: "50 * count of seats"}',
    "a rule that is asked": 'barbu: {price: "price of siege"}',
    "what changes in play": 'siege: {collect: "cash of leader"}',
}


@pytest.fixture(autouse=True)
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "_HERE", {})


def fingerprint(path: Path) -> str:
    composed = flawless(compose(str(path)))
    return playable(composed, allowed_seats(composed)[0]).fingerprint


@pytest.mark.unmeasured
@pytest.mark.parametrize("path", sample(VARIANTS, 8), ids=lambda path: path.stem)
def test_variants_are_the_same_upon_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = fingerprint(path)
    monkeypatch.setattr(check, "_HERE", {})
    monkeypatch.setattr(check, "load_game", refused)
    assert fingerprint(path) == first


@pytest.mark.unmeasured
@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_values_are_checked_the_same_upon_it(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = tmp_path / "house.yaml"
    house.write_text("variant: house\nextends: parker-1966\n", "utf-8")
    assert compose(str(house))[1] == []
    house.write_text(f"variant: house\nextends: parker-1966\ncontracts:\n  set:\n    {text}\n", "utf-8")
    with monkeypatch.context() as without:
        without.setattr(check, "recalled", lambda name: None)
        without.setattr(check, "_HERE", {})
        expected = compose(str(house))[1]
    monkeypatch.setattr(check, "_HERE", {})
    monkeypatch.setattr(check, "load_game", refused)
    assert [(problem.code, str(problem)) for problem in compose(str(house))[1]] == [
        (problem.code, str(problem)) for problem in expected
    ]


@pytest.mark.unmeasured
@pytest.mark.parametrize("here", [True, False], ids=["in this process", "on disk"])
@pytest.mark.parametrize("name", ["game.coup", "siege.coup", "options.coup"])
def test_an_edit_is_noticed(name: str, here: bool, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = checkout / "contracts" / "coup-detat"
    assert compose(str(game / "game.coup"))[1] == []
    if not here:
        monkeypatch.setattr(check, "_HERE", {})
    with (game / name).open("a") as file:
        file.write("rule added(x: nothing_known) = x\n")
    assert [problem.code.number for problem in compose(str(game / "game.coup"))[1]][:1] == ["E201"]


@pytest.mark.parametrize("written", [b"", b"[]", b"[[], [0, [[0, [1], [1, [0]]]]]]", b"[[], 7]"])
def test_what_is_damaged_is_made_again(written: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    path = ROOT / "contracts" / "gallery" / "hearts.coup"
    assert compose(str(path))[1] == []
    monkeypatch.setattr(check, "_HERE", {})
    for file, _ in cache_folder.files():
        cache_folder.store(file.name, written)
    assert compose(str(path))[1] == []


def test_a_process_keeps_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "MANY", 2)
    for name in ("hearts", "spades", "sevens"):
        assert compose(name)[1] == []
    assert len(check._HERE) == 2
