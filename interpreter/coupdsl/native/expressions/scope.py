"""Where machine code is being written."""

from __future__ import annotations

from dataclasses import dataclass, field

from coupdsl.code.expressions import Name
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.memory.held import Held, form


@dataclass
class Scope:
    """Where code is being written: the function, and what names stand for there."""

    f: Emitter
    names: dict[Name, Held] = field(default_factory=dict)

    def binding(self, name: Name, value: Held) -> Scope:
        """With one name more; flags among numbers, as members of lists are, become flags."""
        if form(name.type) == "flag":
            value = self.f.op(f"trunc i64 {value} to i1")
        return Scope(self.f, {**self.names, name: value})
