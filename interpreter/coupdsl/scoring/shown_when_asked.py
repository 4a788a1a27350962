"""What the score keeper shows when asked: the table, the sheet, the account and why something was paid."""

from __future__ import annotations

from coupdsl.engine.state import State
from coupdsl.play.asking import Asking
from coupdsl.play.drawing import Drawing
from coupdsl.play.game import Game
from coupdsl.play.payments_told import PaymentsTold
from coupdsl.play.questions import OfPayments
from coupdsl.play.table_phrases import TablePhrases
from coupdsl.scoring.answers import Answers
from coupdsl.scoring.sheet import Sheet
from coupdsl.scoring.statement import Scribe, heard, only_counted, statement, told


class Shown:
    """Answers the commands that change nothing, in lines."""

    def __init__(self, answers: Answers, asking: Asking, drawing: Drawing, sheet: Sheet, width: int) -> None:
        self.answers, self.asking, self.drawing, self.sheet, self.width = answers, asking, drawing, sheet, width
        self.words, self.say = answers.words, answers.say

    def answer(self, name: str, asked: str, game: Game, scribe: Scribe) -> list[str]:
        """What is shown on the command `name`; `asked` is what was typed after it."""
        if name == "help":
            return self.say("help", *self._two_names()).splitlines()
        if name == "board":
            return self._board(game.state)
        if name == "chart":
            return self.drawing.chart()
        if name == "rules":
            return self.drawing.options()
        if name == "sheet":
            none = self.say("nothing_yet" if self.sheet.keeps else "no_sheet")
            return self.sheet.lines(self.sheet.rows(game), self.width) or [none]
        if name == "account":
            lines = [*told(game, scribe), *statement(game, self.words, self.answers)]
            return lines or [self.say("nothing_yet")]
        return self._why(asked, game, scribe)

    def purses(self, state: State) -> list[str]:
        """What everybody has, an account a line, and what is owed."""
        view, lines = state.view(None), list[str]()
        for name, kept in view["accounts"].items():
            label = self.words.label("names", name)
            if isinstance(kept, list):
                each = (f"{who} {amount}" for who, amount in zip(self.answers.names, kept, strict=True))
                lines.append(self.say("standing", label, ", ".join(each)))
            else:
                lines.append(self.say("standing", label, self.words.say("unlimited") if kept is None else kept))
        return [*lines, *filter(None, [", ".join(self.sheet.dues.seen(view))])]

    def _board(self, state: State) -> list[str]:
        """The table without the piles, which lie on the real one."""
        view = state.view(None)
        piles = {zone.name for zone in self.words.rules.program.zones if zone.shown_as == "count"}
        return self.drawing.table({**view, "zones": [z for z in view["zones"] if z["name"] not in piles]}, {})

    def _why(self, asked: str, game: Game, scribe: Scribe) -> list[str]:
        """What the last payments that are asked about were made of: any, or those to somebody, of so much, or so on."""
        if not self.words.rules.program.accounts:
            return [self.say("no_money" if self.sheet.keeps else "no_money_no_sheet")]
        of = self.asking.questions.of_payments(asked, None) if asked else OfPayments()
        if of is None:
            return [self.say("why_what", self._two_names()[1])]
        last = self.asking.payments.last_paid(game, of)
        if last is None:
            return self.asking.payments.none_paid(game)
        lines: list[str] = []
        parts = PaymentsTold(TablePhrases(self.words, None), unnamed=only_counted(game, self.answers, last))
        for event, part in game.why_paid(last):
            if self.asking.payments.is_meant(event, of):
                lines += scribe.tell(heard(game, [event]))
                lines += parts.made_of(part)
        return lines

    def _two_names(self) -> list[str]:
        """Those in examples; who is alone stands in for a second."""
        return (list(self.answers.names) * 2)[:2]
