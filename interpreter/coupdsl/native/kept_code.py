"""Machine code kept on disk, for rules that are: what is compiled once need not be again.

It stands under the rules with their code, what is compiled of them and how, and the processor and compiler it is of.
The cache sees to it that what is linked is what was written: damaged code would end the process.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import llvmlite  # type: ignore[import-untyped]
import llvmlite.binding as llvm  # type: ignore[import-untyped]

from coupdsl.engine.rules import Rules
from coupdsl.language import cache
from coupdsl.native.llvm.jit import Compiled, object_code

Text = tuple[str, int]  # LLVM assembly, and how many bytes a row of what it counts has


def fetch(rules: Rules, what: str, speed: int) -> tuple[Compiled, int] | None:
    """The code of these rules that was kept, and the bytes of a row."""
    written = cache.fetch(_name(rules, what, speed)) if rules.kept is not None else None
    if written is None:
        return None
    about, _, code = written.partition(b"\n")
    names, width = json.loads(about)
    return Compiled(code, names), width


def store(rules: Rules, what: str, speed: int, compiled: Compiled, width: int) -> None:
    """Keeps the code of rules, if they are kept."""
    if rules.kept is not None:
        about = json.dumps([compiled.names, width]).encode()
        cache.store(_name(rules, what, speed), about + b"\n" + compiled.code)


def compiled(rules: Rules, what: str, speed: int, text: Callable[[], Text]) -> tuple[Compiled, int]:
    """The code of these rules and the bytes of a row: as it was kept, or made of its text."""
    found = fetch(rules, what, speed)
    if found is None:
        assembly, width = text()
        found = Compiled(*object_code(assembly, speed)), width
        store(rules, what, speed, *found)
    return found


def _name(rules: Rules, what: str, speed: int) -> str:
    made_for = f"{what} {speed} {llvm.get_default_triple()} {llvmlite.__version__} {llvm.llvm_version_info}"
    return cache.name_of(str(rules.kept).encode(), made_for.encode())
