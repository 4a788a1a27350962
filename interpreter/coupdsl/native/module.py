"""One LLVM module for one ruleset, with all that writes into it."""

from __future__ import annotations

from coupdsl.engine.rules import Rules
from coupdsl.native.constants import Constants
from coupdsl.native.expressions import Expressions
from coupdsl.native.many import Many
from coupdsl.native.pieces import Pieces
from coupdsl.native.rows import Rows


class Module(Constants):
    def __init__(self, rules: Rules, told: bool) -> None:
        super().__init__(rules, told)
        self.rows = Rows(self)
        self.pieces = Pieces(self, self.rows)
        self.many = Many(self, self.pieces)
        self.expressions = Expressions(self, self.rows, self.pieces)
