"""Where machine code is being written."""

from __future__ import annotations

from dataclasses import dataclass, field

from coupdsl.language import program as p
from coupdsl.native.emitter import Emitter
from coupdsl.native.values import Held, form


@dataclass
class Scope:
    """Where code is being written: the function, the names bound there, the entry in whose name rules apply."""

    f: Emitter
    entry: p.Entry | None
    names: dict[p.Local, Held] = field(default_factory=dict)

    def binding(self, local: p.Local, value: Held) -> Scope:
        """`local` named; flags among numbers, as members of lists are, become flags."""
        if form(local.type) == "flag":
            value = self.f.op(f"trunc i64 {value} to i1")
        return Scope(self.f, self.entry, {**self.names, local: value})
