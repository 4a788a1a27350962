"""The machine code of rules, which several ask for."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from coupdsl.engine.rules import Rules

if TYPE_CHECKING:
    from coupdsl.native.machine import Machine


@lru_cache(maxsize=16)
def machine_of(rules: Rules) -> Machine:
    """The compiled rules as they are, made once: whole histories go on from deal to deal."""
    from coupdsl.native.machine import Machine

    return Machine(rules)


def fastest_of(rules: Rules) -> Rules | Machine:
    """What plays the same games, in machine code where that is to be had."""
    return machine_of(rules) if find_spec("llvmlite") is not None else rules
