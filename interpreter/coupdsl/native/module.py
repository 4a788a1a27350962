"""One LLVM module for one ruleset, with all that writes into it."""

from __future__ import annotations

from coupdsl.engine.rules import Rules
from coupdsl.native.constants import Constants
from coupdsl.native.expressions.expression_code import ExpressionCompiler
from coupdsl.native.pieces.bulk_moves import BulkMoves
from coupdsl.native.pieces.rows import Rows
from coupdsl.native.pieces.single_moves import Pieces


class Module(Constants):
    def __init__(self, rules: Rules, told: bool) -> None:
        super().__init__(rules, told)
        self.rows = Rows(self)
        self.pieces = Pieces(self, self.rows)
        self.bulk = BulkMoves(self, self.pieces)
        self.expressions = ExpressionCompiler(self, self.rows, self.pieces)
