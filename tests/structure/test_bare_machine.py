"""The tests need nothing but Python: no git, and none of pytest's own plugins that one may leave out."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.helpers import ROOT


def test_tests_begin_without_git_and_without_the_cache_of_pytest() -> None:
    alone = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "COUPDSL_TEST_"))}
    call = [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", "tests/structure"]
    begun = subprocess.run(call, cwd=ROOT, env=alone | {"PATH": ""}, capture_output=True, text=True, check=False)
    assert begun.returncode == 0, begun.stdout + begun.stderr
