"""Machine code kept on disk, for rules that are: what is compiled once need not be again.

It stands under the program, the rules with their code, what is compiled of them and how, processor and compiler.
The cache sees to it that what is linked is what was written: damaged code would end the process.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import llvmlite  # type: ignore[import-untyped]
import llvmlite.binding as llvm  # type: ignore[import-untyped]

from coupdsl.engine.rules import Rules
from coupdsl.language import cache_folder
from coupdsl.language.remembered import name_of
from coupdsl.native.llvm.jit import Compiled, heeding, object_code, processor

Text = tuple[str, Any]  # LLVM assembly, and what is to be known of it, as plain data


def fetch(rules: Rules | None, what: str, speed: int) -> tuple[Compiled, Any] | None:
    """The code of these rules that was kept, and what is to be known of it."""
    name = _name(rules, what, speed)
    written = cache_folder.fetch(name) if name is not None else None
    if written is None:
        return None
    head, _, code = written.partition(b"\n")
    names, about = json.loads(head)
    return Compiled(code, names), about


def store(rules: Rules | None, what: str, speed: int, compiled: Compiled, about: Any) -> None:
    """Keeps the code of rules, if they are kept."""
    name = _name(rules, what, speed)
    if name is not None:
        head = json.dumps([compiled.names, about]).encode()
        cache_folder.store(name, head + b"\n" + compiled.code)


def compiled(rules: Rules | None, what: str, speed: int, text: Callable[[], Text]) -> tuple[Compiled, Any]:
    """The code of these rules (None: of all) and what is to be known of it: as it was kept, or made of its text."""
    found = fetch(rules, what, speed)
    if found is None:
        assembly, about = text()
        found = Compiled(*heeding(lambda: object_code(assembly, speed))), about
        store(rules, what, speed, *found)
    return found


def _name(rules: Rules | None, what: str, speed: int) -> str | None:
    """None where the rules are not kept, or what is compiled of them is a function inside another, one of many."""
    if rules is not None and (rules.kept is None or "<" in what):
        return None
    compiler = llvmlite.__version__, llvm.llvm_version_info
    return name_of(
        "code", None if rules is None else rules.kept, what, speed, llvm.get_default_triple(), processor(), compiler
    )
