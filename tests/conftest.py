"""What all tests share."""

from __future__ import annotations

import gc
import os
import signal
from collections import defaultdict
from pathlib import Path
from shutil import copytree
from zlib import crc32

import pytest
from tests.helpers import WHOLE, quarter

from coupdsl.language import cache_folder
from coupdsl.language.room import make_room


def pytest_configure(config: pytest.Config) -> None:
    """Rulesets stay loaded: to look through them for garbage less often saves a tenth of the time.

    Room for long chains is made before hypothesis looks at how much there is, and not in the middle of an example.
    What a shell begins in the background may ignore signals, and so would all that tests begin and interrupt.
    """
    names_tests = config.args_source is pytest.Config.ArgsSource.ARGS or config.option.keyword
    only_failed = config.getoption("lf", False)  # there is no such option without the plugin of the cache
    if not (names_tests or only_failed or WHOLE):
        os.environ["COUPDSL_TEST_SHARED"] = "1"  # for the processes that this one begins, too
    make_room()
    gc.set_threshold(50_000, 20, 50)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long tests come first: what several processes share among them at the end is short.

    Of a test of several cases a quarter are tried, and one at least, others at every commit, where neither a file nor a
    test is named. Where a part of all tests is wanted, as 2/6, others are left out.
    """
    if os.environ.get("COUPDSL_TEST_SHARED") == "1":
        cases = defaultdict(list)
        for item in items:
            cases[item.nodeid.partition("[")[0]].append(item)
        chosen = {item for test, family in cases.items() for item in quarter(family, test)}
        _leave(config, items, chosen)
    part = os.environ.get("COUPDSL_TEST_PART")
    if part:
        number, parts = map(int, part.split("/"))
        _leave(config, items, {item for item in items if crc32(item.nodeid.encode()) % parts == number % parts})
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def _leave(config: pytest.Config, items: list[pytest.Item], chosen: set[pytest.Item]) -> None:
    """Of these tests, those that are chosen."""
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = [item for item in items if item in chosen]


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a cache that this test alone has."""
    found = tmp_path / "cache"
    monkeypatch.setattr(cache_folder, "folder", lambda: found)
    return found


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the rules, in which one is."""
    found = tmp_path / "copy"
    for part in ("contracts", "variants"):
        copytree(Path(__file__).parents[1] / part, found / part)
    monkeypatch.chdir(found)
    return found
