"""What people write out of habit, from paper or from other languages, and how it is written here."""

from __future__ import annotations

import re

from coupdsl.language.foreign_words import EVERYBODY
from coupdsl.language.habits_of_branches import OF_IF, OF_OTHERWISE, of_case
from coupdsl.language.habits_of_declaring import OF_DECLARING
from coupdsl.language.habits_of_doing import OF_DOING
from coupdsl.language.habits_of_replacing import OF_REPLACING
from coupdsl.language.habits_of_signs import OF_SIGNS
from coupdsl.language.habits_of_speech import ACT, SPOKEN, STATEMENT, THING, TO_END
from coupdsl.language.habits_of_values import OF_NUMBERS, OF_VALUES
from coupdsl.language.words import BEGINS_VALUE, KEYWORDS

_BLOCK = r"(?:if|for|repeat) [^\n{}]*\{"
_CALL = r"(?!(?:if|for|repeat)\b)[a-z]\w*\([^\n{}]*\)"  # of a rule, which may be called as a habit begins
_PLACE = r"((?:[a-z]\w* of )*[a-z]\w*(?:\([^()\n]*\))?)"
_INCLUDED = "write `{0}`: files beside this one are named without their ending"
_OWN_LINE = "put each on a line of its own"
_STATED = "put what it states in braces: `{{ {0}: … }}`"
_SEVERAL_CHOOSE = rf"(?:^|\{{) *(?:seats|{'|'.join(EVERYBODY)}) +(?:secretly +)?chooses? +"
_HEAD = r"rule +\w+ *(?:\([^()\n]*\))?[^\n{}()=]*"  # of a rule, before what it does
_BRACES = "put what is done in braces: `{{ … }}`"

# What stands before the place, what stands there, and the help; `{0}` is what is found in the brackets before.
_HABITS = tuple(
    (re.compile(f"(?:{before})$", re.MULTILINE), re.compile(there), help_)
    for before, there, help_ in (
        *OF_REPLACING,
        *OF_IF,
        *OF_OTHERWISE,
        *SPOKEN,
        *OF_VALUES,
        *OF_DOING,
        (rf"(?<!\w)({THING}) *", r"([+*/-]) ?=", "write `{0} := {0} {1} …`"),
        (r"[:=(,] *if\b[^\n{}]*", r"[:{]", "write `if … then … else …`"),
        (r"^ *([a-z]\w*) *", r"[=-]> *\{", "put what follows from it in braces: `{0} {{ … }}`"),
        (
            r"^ *(?!(?:if|for|repeat)\b)([a-z]\w*) [^\n{}]*",
            r"=?> *\{",
            "put what follows from it in braces: `{0} … {{ … }}`",
        ),
        (r"\bif\b[^\n]*", r"then *\{", "leave out `then`: put what is done in braces"),
        ("", r"(?:elif|elsif|elseif)\b", "write `else if`"),
        ("", "(?:=>|->)", "write `:`"),
        (
            r"(?:\b(?:where|preferring|and|or|not|is|over)(?: +[a-z]\w*:)?|[-+*/]) +if +",
            "",
            "put it in brackets: `(if … then … else …)`",
        ),
        (
            r"(?:\baccount\b[^\n]*=|\b(?:pays|at most|step)|\b(?:sum|largest|smallest|count|first|last) of|"
            r"^ *(?:repeat \w+|seats|pieces \w+:)|\.\.) *if +",
            r"(?=[^\n{]*\bthen\b)",
            "put it in brackets: `(if … then … else …)`",
        ),
        (
            r"^ *(?:while|until|loop|do)\b[^\n]*",
            "",
            "to do something again, write `repeat name until … at most n {{ … }}`",
        ),
        (rf"(?:^|\{{) *{_CALL} *", rf"(?:(?:,|and\b) *)?(?:{STATEMENT}|{_BLOCK}|{ACT}|[a-z]\w*\()", _OWN_LINE),
        (
            r"(?:^|\{) *((?:move|shuffle|show|hide|reveal|give|finish|leave|again|play)\b|[a-z][\w() ]*? (?::=|pays)|"
            r"[a-z]\w*(?=\())[^\n{}]*",
            r"if +((?![^\n]*\b(?:then|else)\b)[^\n{}@#]*[^\n{}@# ])",
            "write `if {1} {{ {0} … }}`",
        ),
        (
            r"^ *(?:winner|winners|wins?)\b(?! of\b)[^\n\[]*",
            "(?!\\[)",
            "write what decides after `finish by`: the highest wins",
        ),
        (r"^ *repeat +", r"(\d+) +times\b", "a loop has a name: `repeat name {0} times {{ … }}`"),
        (
            r"\bchance (?:secretly )?chooses [^\n]*",
            r"seen\b",
            "what chance tells one seat is `chance secretly chooses … for s`",
        ),
        (r"\bchooses [^\n]*", r"seen\b", "what the others do not see is `s secretly chooses …`"),
        (
            r"^ *repeat +(?:until\b[^\n]*|\d*)",
            "(?![A-Z])",
            "a loop has a name: `repeat name until … at most n {{ … }}`",
        ),
        (r"^ *repeat (\w+) +while\b[^\n]*", "", "say when it ends: `repeat {0} until … at most n {{ … }}`"),
        (r"^ *repeat (\w+) until\b[^\n{]*", r"\{", "say how often at most: `repeat {0} until … at most n {{ … }}`"),
        (r"^ *for (\w+) +", r"(?:from|=) *(\w+) *(?:to\b|\.\.|,) *(\w+)", "write `for {0} in {1} .. {2} {{ … }}`"),
        (r"(?:^ *for \w+ in|\bfrom) +(\w+) +", r"to +(\w+)", "write `{0} .. {1}`"),
        (r"^ *for\b(?![^\n]* in\b)[^\n]*", "", "a loop over several things reads `for s in seats {{ … }}`"),
        (r"^ *(?:for|if|repeat)\b[^\n{]*", STATEMENT, _BRACES),
        (rf"^ *(?:(?:for|if|repeat)\b[^\n{{]*|{_HEAD})", rf"(?:(?:,|and\b) *)?(?:{STATEMENT}|{ACT})", _BRACES),
        (r"^ *(?:for|repeat|if(?![^\n]*\bthen\b))\b[^\n{]*", r"\n", _BRACES),
        (r"\breturn [^\n]*", "", "write `give …`"),
        (r"^ *for \w+ in [^\n]*", r", *\w+ in\b", "a loop for each: `for s in … {{ for t in … {{ … }} }}`"),
        (r"^ *print *\(?", r"[\w\"]", "to tell everybody a value, write `reveal name = …`"),
        (r"^ *option\b[^\n=]*", ":", "the readings go after `=`, with `|` between them"),
        (r"^ *option\b[^\n]*", r"(?:or\b|,|/)", "put `|` between the readings"),
        (r"\boption +", r"([a-z]\w*)(?!\.)\b", "the key of an option has a dot, such as `house.{0}`"),
        (r"\b(let|rule|reveal) (\w+) *", ":=", "write `{0} {1} = …`"),
        (r"\bstate (\w+)((?: per \w+)*) *", "=(?!=)", "say what it keeps, such as `state {0}{1}: number = …`"),
        (
            rf"\bstate [^\n]*\|[^\n]*= *({'|'.join(sorted(BEGINS_VALUE - {'true', 'false', 'none', 'it', 'unit'}))}) *",
            r"\n",
            "`{0}` is a word of the language: choose another, such as `{0}_`",
        ),
        (
            r"\bchooses (\w+) [^\n{}]* from [^\n{}]*, *\w+ *",
            r"\n",
            "several alternatives go in braces, each on a line: `… chooses {0} {{ … }}`",
        ),
        *OF_DECLARING,
        (r"^ *choose +[^\n]*", "", "say who chooses, and name the choice: `s chooses name …`"),
        (
            r"\bmove (\d+|[a-z]\w*) +",
            r"(?:cards?|pieces?) (?:from|of) ([a-z]\w*(?: of [a-z]\w*)*)",
            "write `move first({0}) of {1} to …`",
        ),
        (r"\bpays (?![^\n]* to\b)[^\n]*", r"[a-z0-9\n}]", "say to whom: `… pays … to …`"),
        (r"\b(first|last) +", r"(\d+|[a-z]\w* of\b)", "write `{0}(n) of …` for several"),
        (r"\bmove (?![^\n]* to\b)[^\n]*", r"(?!from\b)(?![^\n{}]* to\b)[a-z0-9\n}]", "say where to: `move … to …`"),
        (r"^ *pay\b[^\n]*", "", "say who pays: `s pays … to …`"),
        (
            r"(?:\bchooses [^\n{}]*\{|^ *(?:draw|deal|take|put|discard|place|lay)\b)[^\n]*\} *",
            r"(?!otherwise\b|else\b|if\b)[a-z]",
            "put each alternative on a line of its own",
        ),
        (
            r"(?:^|\{) *(?:draw|deal|take|put|discard|place|lay)\b(?! +(?:if|[a-z]\w* +from)\b)[^\n{]*",
            "(?![;,])",
            "write `move first of … to …`, or `first(3) of …` for several",
        ),
        (
            r"^ *(?:function|def|func|procedure|proc) +(\w+)",
            "",
            "write `rule {0}(…) {{ … }}`, or `= …` for what it gives",
        ),
        (
            r"\b([a-z]\w*)",
            r"\[([a-z]\w*(?: of [a-z]\w*)*)\]",
            "what is kept for each is `{0} of {1}`; of a row it is `first of {0}`, `last of {0}` or `first(n) of {0}`",
        ),
        (r"[\w)]", r"\[", "write `first of …`, `last of …`, or `first(n) of …`"),
        (r"\bif\b[^\n]*\bthen\b[^\n]*", r"[\n)}\]]", "say what it is otherwise: `if … then … else …`"),
        ("", r"\?", "write `if … then … else …`"),
        ("", r"between\b", "write `… >= 1 and … <= 2`; a number is chosen `from 1 .. 2`"),
        (
            _SEVERAL_CHOOSE,
            r"(\w+) *\{",
            "let each choose separately: `for t in seats together {{ t secretly chooses {0} {{ … }} }}`",
        ),
        (
            _SEVERAL_CHOOSE,
            r"(\w+) +from +([^\n{}@#]*[^\n{}@# ])",
            "let each choose separately: `for t in seats together {{ t secretly chooses {0} x from {1} }}`",
        ),
        (
            _SEVERAL_CHOOSE,
            r"([^\n{}]*?) *(?:[@#}\n]|$)",
            "let each choose separately: `for t in seats together {{ t secretly chooses {0} }}`",
        ),
        (
            r"[:=] *([^\n{}:=]*[^\n{}:= ]) +",
            r"if +([^\n{}]*[^\n{} ]) +else +([^\n{}@#]*[^\n{}@# ])",
            "write `if {1} then {0} else {2}`",
        ),
        (r"(?:[^:]=|:) *([^\n{}:=]*[^\n{}:= ]) +", r"if +([^\n{},@#]*[^\n{}, @#])", "write `if {1} then {0} else …`"),
        (r"[:=] *([^\n{}:=]*[^\n{}:= ]) +", rf"unless +({TO_END})", "write `if {1} then … else {0}`"),
        (r"\b(?:pays|move|shuffle|show|hide) [^\n{}]+ +", rf"unless +({TO_END})", "write `if not ({0}) {{ … }}`"),
        (
            rf"(?<!\w)(count of) {_PLACE} *",
            r"(where|preferring|with|without)\b[^\n{}<>]* ([<>]=?) *(\w+)",
            "put it in brackets: `{0} ({1} {2} …) {3} {4}`",
        ),
        (
            r"\b(?:if|until|while|check|and|or|not)\b[^\n{}]*?(?<!\w)(?<!highest of )(?<!lowest of )"
            rf"((?:(?:count|first|last)(?:\(\w+\))? of )?){_PLACE} *",
            r"(where|preferring|with|without)\b",
            "put it in brackets: `{0}({1} {2} …)`",
        ),
        ("", r"(?:contains|has|includes)\b", "write `… in …`, or `some … where …`"),
        (r"\} *", r"(otherwise +(?!if\b)[a-z]\w*+)(?! +if\b)", "put it on a line of its own: `{0} {{ … }}`"),
        (
            r"^ *(?!for\b|repeat\b|if\b)[^\n{}]*\{[^\n{}]*\} *",
            r"(otherwise)\b(?! +\w)",
            "put it on a line of its own: `{0} {{ … }}`, in a choice `{0} name {{ … }}`",
        ),
        (r"\brule [^\n]*= *", r"\{", "a rule that gives a value has no braces, and one that acts no `=`"),
        (r"\bstate [^\n]*= *", '"', "rules keep no texts, but one of some words: `state name: red | blue = red`"),
        (r"\bstate (\w+): *([\w |]+?) +", r"per +(\w+)", "write `state {0} per {2}: {1} = …`"),
        (r"\b(zone|state|account) (\w+) +", r"for\b", "write `{0} {1} per seat`"),
        (
            r"\bzone [^\n:]*",
            r"(?:seen\b|\n)",
            "say how it lies: `zone name: row seen by …` or `zone name: set seen by …`",
        ),
        (r"\baccount [^\n]*", ":", "what it begins with comes after `=`"),
        (r"\bchooses +", r"\{", "a choice has a name: `chooses name {{ … }}`"),
        (r"\bchooses +([a-z]\w*) from +", "", "a choice has a name: `chooses name {0} from …`"),
        (
            r"\b(\w+) (secretly )?chooses ([^\n{}]*?) *",
            r"if\b",
            "write `if … {{ {0} chooses … }}`, or what may be chosen as `{0} chooses name {{ … if … {{ }} }}`",
        ),
        (r"(?:^|\{) *set +([a-z]\w*) +", r"to\b", "write `{0} := …`"),
        (
            r"(?:^|\{) *([a-z]\w*) is +",
            "(?![A-Z])",
            "write `{0} := …` to change a state; what is asked comes after `if`",
        ),
        (r"(?:^|\{) *([a-z]\w*) to +", "", "write `move {0} to …`"),
        (r"\bat most [^\n{]*", r"times\b", "leave out `times` after `at most`"),
        (r"\bfinish +", "", "write `finish by …`, with what counts at the end"),
        (r"\bplay (\w+) *", r"\n", "write `play {0}(…)`, with what it is given"),
        (r"\blimit \d+ +", r"move\b", "write `moves`"),
        (r"\blimit \d* *(?:moves)? *", r"[\n{]", "write `limit 1000 moves {{ finish by … }}`"),
        (r"\breveal ([a-z]\w*) *", r"[\n}]", "write `show {0} to all`, or `reveal name = …` to tell what is asked"),
        (r"\bshow [^\n{}]*", r"[\n}]", "say to whom: `show … to all`"),
        (r"\bper (\w+)", r", *(\w+)", "write `per {0} per {1}`"),
        (r"\bstate (\w+): *([a-z]\w*)", r", *([a-z]\w*)", "put `|` between the words: `state {0}: {1} | {2}`"),
        (r"\bstate [^\n]*: *number +", r"(?:from +)?\d", "a number is kept without bounds: leave them out"),
        (r"\breveal (\w+) +", r"of\b", "write `reveal name = {0} of …`"),
        (
            r"(?:^|\{) *seats [^\n]*",
            r"(?:or\b|to\b|-|,)",
            "how many may play is a list: `seats [3, 4]`, or `seats 3 .. 6`",
        ),
        (r"^ *players +", r"[\[\d]", "how many may play is `seats [3, 4]`"),
        (
            r"^ *(suits|ranks|copies|extra|seats|limit|unit|finish by|move|shuffle|use|include) *",
            ":",
            "write `{0} …`, without `:`",
        ),
        (r"\branks [^\n]*", r"(\d+)", "a rank has a name, and a mark after it: `name {0}`"),
        (r"\bsuits [^\n]*", r"[,\n]", "each suit has its letter, such as `suits clubs C, spades S`"),
        (r"\b(some|every) [^\n]*", r"in\b", "write `{0} … where it in …`"),
        (r"\b(sum|largest|smallest) *", r"\(", "write `{0} of … over …`"),
        (r"\b(sum|largest|smallest) of [^\n]*", r"[\n)]", "say over what: `{0} of … over …`"),
        (r"\bstate [^\n]*", r"each\b", "write `every …`"),
        (": *", r'"(\d+|true|false)"', "leave out the quotes: `{0}`"),
        (r"(?:^|\{) *([a-z]\w*): *", '"', 'say in which language: `{0}: en "…"`'),
        (r"(?:^|\{) *([a-z]\w*) +([a-z]{2}) *", '"', 'write `{0}: {1} "…"`'),
        (r"\bper \w+ +per \w+ +", r"per\b", "a state is kept per one sort of thing or per two"),
        (r"\b((?:zone|account) \w+ +per \w+) +", r"per\b", "only a state is kept per two sorts of things: `{0}`"),
        (r"\b(with|without) +[\w ]+", r"[-+*/]", "put it in brackets: `{0} (…)`"),
        (r"\bsum of [^\n]*", r"[-+*/]", "put what is added up in brackets: `sum of (…) over …`"),
        (r"[<>]=?[^\n<>{}]*", "[<>]", "compare two at a time: `a < b and b < c`"),
        (r"\b(?:for|if|else|repeat)\b[^\n{]*", r":|do\b|then\b", _BRACES),
        (r'^[^"\n]*"[^"\n]*"', r"[^\W\d]", 'the text before it ends too early, or is not closed: `en "…" fr "…"`'),
        (r": *(at|by|of|on) +", r"([a-z]\w*) *(?:[@#,}\n]|$)", "a name of two words is written with `_`: `{0}_{1}`"),
        (r': *(?:[a-z]{2} *"[^"\n]*" *)*((?!if|it|in|is)[a-z]{2}) +', r"[^\W\d]", 'texts go in quotes: `{0} "…"`'),
        (r': *(?:[a-z]{2} *"[^"\n]*",? *)*[a-z]{2}', r': *["“«]', 'a text follows its language: `en "…" fr "…"`'),
        (r'"[^"\n]*" +([a-z]\w*) *', ":(?!=)", "put a comma or a new line between two fields: `…, {0}: …`"),
        (r'", *[a-z]{2} +', '"', 'a text follows the one before it: `en "…" fr "…"`'),
        *OF_SIGNS,
        (r"\bwith +[a-z]\w* +", r"(?:is|in|not)\b", "put the condition after `where`"),
        (
            r"\ball +",
            rf"({THING})",
            "`{0}` alone means all of them; to ask something about each, write `every {0} where …`",
        ),
        ("", "!", "write `is not`, or `not`"),
        ("", "&", "write `and`"),
        ("", r"\|\|", "write `or`"),
        (
            r"(?:^|\{) *([a-z]\w*) +",
            r"= *(\d+|true|false) *(?:[@#}\n]|$)",
            "write `{0}: {1}` for a field of an entry, `{0} := {1}` to change a state, `let {0} = {1}` to name it",
        ),
        (r"(?:^|\{) *([a-z]\w*) +", r"=[^=\n]*\{", "its name is missing: `{0} name = …`"),
        (
            r"(?:^|\{) *((?!(?:if|for|case|check|repeat|give)\b)[a-z]\w*(?: [a-z]\w*)?) +",
            "=(?!=)",
            "write `{0}: …` for a field of an entry, `{0} := …` to change a state, `let {0} = …` to name a value, "
            "`{0} name = …` for an entry",
        ),
        ("", "=", "write `is` to compare and `:=` to change a state"),
        (
            r"\bchooses (\w+) \w+ from [^\n{]*",
            r"\{",
            "write what is done with it in the lines below, or give the decision a name: "
            "`… chooses name {{ {0} … from … {{ … }} }}`",
        ),
        (
            r"(?:^|\{) *((?:[a-z]\w* +)?[a-z]\w* +from +[^\n{}]*[^\n{} ]) *",
            r"\{",
            "an answer stands in a choice: `s chooses name {{ {0} {{ … }} }}`",
        ),
        (r"^edition", " *:", "write `edition 1`"),
        (r"^edition +\d+", r"\.", "write `edition 1`"),
        (r"^version +", r"\d", "write `edition 1`"),
        (r"^ *include +(?:\w+, *)*", r'"?(?:[\w.-]*/)*([a-z]\w*)(?:\.coup)?"?', _INCLUDED),
        (r"^ *include +(?:\w+, *)*([a-z]\w*)", r"\.coup\b", _INCLUDED),
        (r"^([a-z]\w*) +", '"', 'its name comes first, and the text inside: `{0} my_{0} {{ name: en "…" }}`'),
        (r"^ *[a-z]\w* ([a-z]\w*) +", r"([a-z]\w*) +(?:plays\b|\{)", "a name is one word: `{0}_{1}`"),
        (r"^ *[a-z]\w* [a-z]\w* +", r"play +(\w+) *\{", "write `plays {0}`"),
        (
            r"^ *[a-z]\w* [a-z]\w* +",
            r"(?:extends|from|like|copies) +([a-z]\w*)",
            "a copy to change is made by `coupdsl new FILE.coup --from RULESET --copy {0}`",
        ),
        (r"^ *", r"\{ *(?:\n|$)", "put `{{` at the end of the line above"),
        (r"^ *([a-z]\w*): *", r"\n", "say what it is: `{0}: …`"),
        (r"^ *[a-z]\w* [a-z]\w* *=[^\n{]*", r"([a-z]\w*)(?:: | \d)", _STATED),
        (r"\( *([a-z]\w*)", ":", _STATED),
        (r": [^\n]*\band +[a-z]\w*", ":", _OWN_LINE),
        (r"^ *[a-z]\w*: [^\n]* ", r"[a-z]\w*: ", _OWN_LINE),
        (r"\breplace \w+ ?", "[({:]", "say what it is: `replace rule …`, `replace let …`"),
        (r"^ *\w+(?:, *\w+)*: [^\n]*", ",", _OWN_LINE),
        (r"\bcase [^{\n]*\{[^\n]*:[^\n]*", "[a-z0-9]", _OWN_LINE),
        ("", rf", *(?:{STATEMENT}|{ACT})", _OWN_LINE),
        (
            r"=(?:[^{}()\[\]\n]|\([^()\n]*\))+",
            r", *[a-z]\w*\(",  # done by a rule, or given by it
            f"{_OWN_LINE}; several values go in square brackets: `[…, …]`",
        ),
        (r"=[^{}()\[\]\n]+", ",", "several things go in square brackets: `[…, …]`"),
        ("", rf"and +(?:{STATEMENT}|(?:move|shuffle|reveal|show|hide|finish)\b)", _OWN_LINE),
        (r"^ *(?:shuffle|leave|again) [^\n]*", ",", _OWN_LINE),
        ("", STATEMENT, _OWN_LINE),
        ("", ACT, _OWN_LINE),
        (
            r"^ *([a-z]\w*) +",
            r"(\d+) *\{",
            "an entry has a name, `{0} name = {1} {{ … }}`, and an answer is one word, `{0}_{1} {{ … }}`",
        ),
        *OF_NUMBERS,
    )
)


LONGEST_LINE = 400  # letters that habits are looked for in, since some take long


def habit(before: str, there: str) -> str | None:
    """Help for text that is refused at the place between `before` and `there`; None where it is no known habit."""
    if there.startswith("otherwise") and re.match(r"(?:\} *)?(?:else +)?(?:if|else)\b", _opened(before)):
        return "write `else`"
    line = before[before.rfind("\n") + 1 :][-200:]
    if len(there.partition("\n")[0]) > LONGEST_LINE:
        return None
    if (help_ := of_case(before, there)) is not None:
        return help_
    for left, right, help_ in _HABITS:
        stands, found = right.match(there), left.search(line)
        if stands and found:
            return help_.format(*found.groups(), *stands.groups())
    return None


def _opened(before: str) -> str:
    """What opens the block that a text ends with: its head, without what stands before on the line."""
    deep, at = 0, len(before)
    for found in reversed(list(re.finditer("[{}]", before))):
        deep += 1 if found[0] == "}" else -1
        at = found.start()
        if deep <= 0:
            break
    head = before[before.rfind("\n", 0, at) + 1 : at]
    return re.split("[{}]", head)[-1].strip()


def begins_another(there: str) -> bool:
    """Does another statement begin here, which changes, pays or asks?"""
    return re.match(STATEMENT, there) is not None


def colon(before: str, there: str) -> str | None:
    """Help where a colon could stand between the word that ends `before` and what is `there`."""
    word = re.search(r"\b([a-z][a-z0-9_]*) +$", before)
    if word is None or word[1] in KEYWORDS:
        return None
    return f'write `{word[1]}: en "…"`' if there.startswith('"') else f"write `:` after `{word[1]}`"
