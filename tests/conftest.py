"""What measures branch coverage: the tests of parts. Measuring makes Python three times as slow.

Tests that play many or long games, or go through every shipped ruleset, are run without it: they reach little that
the tests of parts do not. What they alone would reach is missing from the figure that `.ci/run` asks for.
"""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from importlib import import_module
from pkgutil import walk_packages

import pytest

import coupdsl

NOT_MEASURED = (
    "tests/test_shipped_rule_tests.py",
    "tests/test_strength_of_rule_tests.py::test_every",
    "tests/properties",
    "tests/docs",
    "tests/gallery",
    "tests/language/test_grammar.py",
    "tests/code/test_folding.py::test_of",
    "tests/code/test_written.py",
    "tests/engine/test_shuffled_rows.py::test_every_history",
    "tests/native/test_equal.py",
    "tests/native/test_options.py",
    "tests/native/test_random_programs.py::test_others_at_every_commit",
    "tests/native/test_playouts.py::test_they_end_as_in_the_reference",
    "tests/rulesets/test_schema_check.py::test_what_is_changed",
    "tests/rulebook/test_rulebook.py",
    "tests/play/test_play.py::test_whole_game",
    "tests/play/test_play.py::test_one_option_is_accepted_with_enter",
    "tests/play/test_play.py::test_quitting_and_resuming",
    "tests/play/test_play.py::test_hands_stay_hidden_from_the_other_person",
    "tests/play/test_play.py::test_the_account_of_one_person",
    "tests/play/test_play.py::test_the_screen_is_cleared",
    "tests/play/test_play.py::test_more_people_play_at_two_tables",
    "tests/play/test_play.py::test_other_rules_in_french",
    "tests/play/test_board_at_table.py::test_chance",
    "tests/scoring/test_scoring.py::test_whole_games",
    "tests/scoring/test_scoring.py::test_no_answer_a_person_may_type_breaks_anything",
    "tests/scoring/test_scoring.py::test_every_command_answers",
    "tests/scoring/test_scoring.py::test_what_is_asked_can_be_typed",
    "tests/study/test_every_report.py",
    "tests/study/test_running.py::test_a_killed_worker_loses_nothing",
    "tests/commands/test_new.py::test_a_variant_is_well",
    "tests/commands/test_diff.py::test_more_games_find_no_longer_ones",
    "tests/commands/test_diff.py::test_payments_that_come_at_another_time",
    "tests/commands/test_diff.py::test_what_is_the_same_is_not_called_proved",
)


def pytest_configure() -> None:
    """Rulesets stay loaded: to look through them for garbage less often saves a tenth of the time.

    What a shell begins in the background may ignore signals, and so would all that tests begin and interrupt.
    """
    gc.set_threshold(50_000, 20, 50)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


@contextmanager
def unmeasured() -> Iterator[None]:
    """Takes the tracer away; the `no_cover` of pytest-cov only wakes a second one where tests run in workers."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Of what is done while tests are found, only the imports are measured."""
    if sys.gettrace() is not None:
        for module in walk_packages(coupdsl.__path__, "coupdsl."):
            import_module(module.name)
    with unmeasured():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[object]:
    with unmeasured() if item.nodeid.startswith(NOT_MEASURED) else nullcontext():
        return (yield)
