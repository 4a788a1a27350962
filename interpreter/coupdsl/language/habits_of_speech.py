"""What people write as they would say it, and how it is written here: what stands before, what there, and the help."""

from __future__ import annotations

from coupdsl.language.foreign_words import WHO_WINS

THING = r"(?:[a-z]\w*(?:\([^()\n]*\))? of )*[a-z]\w*"
STATEMENT = r"[a-z]\w*(?:\([^()\n]*\))?(?: of [\w .()]+)? *(?::=|\bpays\b|(?:\bsecretly +)?\bchooses\b)"
ACT = r"(?:move|shuffle|reveal|show|hide|finish|leave|again|give|let)\b"
_ALONE = r"(?:[{(\[,]|:=|=|\b(?:if|and|or|until|while|check|where)) *"  # with nothing before it that belongs to it
_WHOLE = r"(?!\w|\.\w| *[-+*/(]| of\b)"  # and nothing behind it
_HELD = rf"({THING}(?:\.[a-z]\w*)*|\d+){_WHOLE}"
_BEGINS = r"(?:^|\{) *"
TO_END = r"[^\n{}@#]*[^\n{}@# ]"
_REST = f"({TO_END})"
_LAYS = "(?:deal|draw|take|put|discard|place|lay)"
_ONTO = "(?:to|on|onto|into|in)"
_DOES = rf"{_BEGINS}([a-z]\w*) +"
_MAY = rf"{_DOES}(?:may|can|must) +"
_MOST, _LEAST = "(?:max|maximum|highest|most|biggest|greatest)", "(?:min|minimum|lowest|least|fewest)"
_MORE, _LESS = "(?:greater|more|larger|bigger|higher)", "(?:less|fewer|smaller|lower)"
_SORTS = "(?:seat|card|suit|rank|cell|piece|amount|number|flag|ratio|party)"
_WON, _LOST = (rf"(?:{verb}) *(?:[}}\n@#]|$)" for verb in ("wins?|won", "loses?|lost"))
_WITHIN_IF = r"\b(?:if|and|or|not|until|while|where|check)\b[^\n{}]*"
_LIES_LAST = "what is moved to a row lies last there"

_SEATS_STAY = (
    "who plays stays the same: keep who is out in `state is_out per seat: flag = false`, and go through "
    "`seats where not is_out`"
)

SPOKEN = (
    # what lies where on a board
    (r"\bcells +", rf"near +({THING})", "write `near({0}, cells)`"),
    (rf"({THING}) +", rf"near +({THING})", "write `{0} in near({1}, cells)`"),
    (rf"({THING}) +is +near +", rf"(?:to +)?({THING})", "write `{0} in near({1}, cells)`"),
    (rf"({THING}) +is +not +near +", rf"(?:to +)?({THING})", "write `{0} not in near({1}, cells)`"),
    (r"\bwhere +near +", rf"(?:to +)?({THING})", "write `it in near({0}, cells)`"),
    (r"\bnear +", rf"(?:to +)?({THING})", "those beside it are `near({0}, cells)`"),
    (r"\bline +", rf"({THING}) *(?:,|to\b|and\b) *({THING})", "write `line({0}, {1})`"),
    (rf"\bline +from +({THING}) +", rf"to +({THING})", "write `line({0}, {1})`"),
    (r"\bconnected +", rf"(?:to +)?({THING})", "write `connected({0}, near(it, …))`, with the cells it may go over"),
    (r"\bin +(column|row) +", r"[a-z]\b|\d",
     "for its cells write `cells where {0} is 2`; for one cell ask `{0} of x is 2`"),
    # what is declared
    (rf"{_BEGINS}teams? +", r"(\d+)",
     "teams are declared with who can play: `seats [4] in {0} teams`, in a file of a variant "
     "`replace seats [4] in {0} teams`"),
    (rf"{_BEGINS}seats *", r":?= *seats\b", _SEATS_STAY),
    (rf"{_BEGINS}seats +seats\b[^\n]*", r"(?:with|without|where|after|from)\b", _SEATS_STAY),
    (r"\bstate [^\n:]*: *([^\n=]*[^\n= ]) +seen +by +([a-z]\w*) *", rf"= *({TO_END})",
     "the first value comes before `seen by`: `{0} = {2} seen by {1}`"),
    (r"\bcells [^\n]*\bshown +from +([a-z]\w*) *", rf"(of {THING})",
     "keep it in a state, `state far_side: seat = {0} {1}`, and write `shown from far_side`"),
    (r"\bcells +([a-z]\w*\.\.[a-z]\w*) +by +(\d+) *", r"\n", "write `cells {0} by 1..{1}`"),
    (r"\bcells +[a-z0-9]* *", r"(?:\d+(?: *\.\. *\d+)? *)?(?:by|x)\b",
     "columns are letters and rows numbers, such as `cells a..h by 1..8`"),
    (r"\bstate (\w+(?: per \w+)*): *", r"\d", "a number is kept as such: `state {0}: number = …`"),
    (r"\bstate [^\n=]*", ":=", "what it begins with comes after `=`"),
    (r"\bstate (\w+): *([^\n=]*[^\n= ]) *= *([^\n]*[^\n ]) +", r"per +(\w+)", "write `state {0} per {3}: {1} = {2}`"),
    (r"\b(zone|state|account) (\w+) +", r"of +seats?\b", "write `{0} {1} per seat`"),
    (r"\branks [^\n]*\b[a-z]\w* +", r"[a-z]\b(?! *[A-Z0-9])", "a mark is a capital letter or a digit, such as `K`"),
    (r"\blimit +(\d+) +moves +", r"finish\b", "put what is done in braces: `limit {0} moves {{ finish by … }}`"),
    (r"\brule \w+\((?:[^()\n]*, *)?([a-z]\w*) +", rf"({_SORTS})\b", "a colon is missing: `{0}: {1}`"),
    (r"\brule (\w+) +", r"([a-z]\w*: *[^\n={]*[^\n={ ])",
     "put what it is asked about in brackets: `rule {0}({1})`"),
    (r"\b(?:zone|state) [^\n]*\bseen +by +(?:all|seats) +", r"(?:but|except|without)\b[^\n]*\bowner\b",
     "write `seen by others`"),
    # what is done with pieces
    (r"\bmove +(?:card|piece) +", rf"(\w+) +(?:of|from|in) +({THING})",
     "by its place in a row, where the first is 0: `move {1} where position is {0} to …`"),
    (r"\b(first|last) +", rf"(?:cards?|pieces?) +(?:of|from|in) +({THING})", "write `{0} of {1}`"),
    (r"\b(?:where|preferring|by|over|(?:sum|largest|smallest) of)\b[^\n{}:]*\b(its|his|her|their) +",
     r"(suit|rank|owner|position)\b",
     "leave out `{0}`: `{1}` alone is that of each"),
    (r"\b(?:where|preferring)\b[^\n{}:]*\b(an?) +", r"(suit|rank|owner|position)\b",
     "leave out `{0}`: `{1}` alone is that of each"),
    (r"\bis +(?:not +)?an? +", r"(?:suit|rank|owner|position)\b", "whether there is one asks `is not none`"),
    (rf"{_WITHIN_IF}\b(?:an?) +", r"(suit|rank|owner|position)\b", "say of what: `{0} of c`"),
    (rf"{_WITHIN_IF}\b(an?) +", rf"({THING})", "leave out `{0}`: `{1}`"),
    (r"\b(?:his|her|their|its|my|your) +", r"(suit|rank|owner|position)\b", "say of what: `{0} of c`"),
    (r"\b(?:his|her|their|its|my|your) +", rf"({THING})", "say whose: `{0} of s`"),
    (rf"{_BEGINS}{_LAYS} +", rf"(\d+) +(?:cards? +|pieces? +)?(?:of|from) +({THING}) +{_ONTO} +({THING})",
     "write `move first({0}) of {1} to {2}`"),
    (rf"{_BEGINS}{_LAYS} +", rf"(\d+) +(?:cards? +|pieces? +)?(?:of|from) +({THING})",
     "write `move first({0}) of {1} to …`"),
    (rf"{_BEGINS}{_LAYS} +({THING}) +", rf"{_ONTO} +(?:the +)?(?:top|bottom) of ({THING})",
     f"{_LIES_LAST}: write `move {{0}} to {{1}}`"),
    (rf"{_BEGINS}{_LAYS} +({THING}) +", rf"{_ONTO} +({THING})", "write `move {0} to {1}`"),
    (rf"{_BEGINS}{_LAYS} +([a-z]\w*) +", rf"(of {THING}) +{_ONTO} +(?:the +)?(?:top|bottom) of ({THING})",
     f"{_LIES_LAST}: write `move {{0}} {{1}} to {{2}}`"),
    (rf"{_BEGINS}{_LAYS} +([a-z]\w*) +", rf"(of {THING}) +{_ONTO} +({THING})", "write `move {0} {1} to {2}`"),
    (rf"{_BEGINS}{_LAYS} +([a-z]\w*) +", rf"(of {THING})", "write `move {0} {1} to …`"),
    (r"\bmove +all +", rf"(?:of +)?(?:the +)?(?:(?:cards?|pieces?) +(?:of|from|in) +)?({THING}) +to\b",
     "write `move {0} to …`"),
    (rf"\bhide +([^\n{{}}]*[^\n{{}} ]) +from +({THING}) *", r"[\n}]", "write `hide {0} for {1}`"),
    # what is done with numbers
    (rf"{_BEGINS}add +", rf"(\d+) +to +({THING})", "write `{1} := {1} + {0}`; money is paid: `… pays {0} to …`"),
    (rf"{_BEGINS}subtract +", rf"(\d+) +from +({THING})", "write `{1} := {1} - {0}`; money is paid: `… pays {0} to …`"),
    (rf"{_BEGINS}add +({THING}) +", rf"to +({THING})",
     "write `move {0} to {1}` of pieces, `{1} := {1} + {0}` of numbers, `{1} := {1} with {0}` of a set or list"),
    *(
        row
        for verb, sign in (("(?:increase|increment|raise)", "+"), ("(?:decrease|decrement|reduce|lower)", "-"))
        for row in (
            (rf"{_BEGINS}{verb} +([a-z]\w*) +", rf"by +{_HELD}", f"write `{{0}} := {{0}} {sign} {{1}}`"),
            (rf"{_BEGINS}{verb} +([a-z]\w*) +", rf"(of {THING}) +by +{_HELD}",
             f"write `{{0}} {{1}} := {{0}} {{1}} {sign} {{2}}`; money is paid: `… pays {{2}} to …`"),
        )
    ),
    (rf"(?<!\w)({THING})", r"([+-])(?=[+-] *(?:[}\n@#]|$))", "write `{0} := {0} {1} 1`"),
    (rf"(?<!\w)({THING})([+-])", r"[+-] *(?:[}\n@#]|$)", "write `{0} := {0} {1} 1`"),
    (rf"{_BEGINS}(none) +", _WON, WHO_WINS.format("[]")),
    (rf"{_BEGINS}(none) +", _LOST, WHO_WINS.format("seats")),
    (rf"{_BEGINS}(team of {THING}) +", _WON, WHO_WINS.format("members of {0}")),
    (rf"{_BEGINS}(team of {THING}) +", _LOST, WHO_WINS.format("(seats without members of {0})")),
    (rf"{_BEGINS}({THING}) +", _WON, WHO_WINS.format("{0}")),
    (rf"{_BEGINS}({THING}) +", _LOST, WHO_WINS.format("(seats without {0})")),
    # how often
    (r"^ *repeat +([a-z]\w*) +at +", r"most +([^\n{]*?) *(?:times *)?until +([^\n{]*[^\n{ ]) *\{",
     "`at most` comes last: `repeat {0} until {2} at most {1} {{ … }}`"),
    (r"^ *repeat +([a-z]\w*) +at +", r"most +([^\n{]*?) *(?:times *)?\{",
     "write `repeat {0} {1} times {{ … }}`, or first when it ends: `repeat {0} until … at most {1} {{ … }}`"),
    (r"^ *repeat +([a-z]\w*)", r"(\.[a-z]\w*) +times\b", "a loop has a name: `repeat name {0}{1} times {{ … }}`"),
    (rf"^ *repeat +({THING}) +times *", r"\{", "a loop has a name: `repeat name {0} times {{ … }}`"),
    (r"^ *for +\w+ +in +[^\n{]*", r"at +once\b", "write `together`"),
    # who does what
    (rf"({THING}) +chooses +secretly +[a-z]\w* +", "[a-z]", "write `{0} secretly chooses …`"),
    (r"\bchooses +([a-z]\w*) +([a-z]\w*) +", r"[a-z]\w* +from\b", "a name is one word: `{0}_{1}`"),
    (_MAY, rf"choose +([a-z]\w* +from\b{TO_END})", "a choice has a name: `{0} chooses name {1}`"),
    (_MAY, rf"(?:choose +)?([a-z]\w* +[a-z]\w* +from\b{TO_END})", "write `{0} chooses {1}`"),
    (_MAY, r"(?:choose +)?([a-z]\w*)", "what one may do is chosen: `{0} chooses {1} {{ … }}`"),
    (rf"{_BEGINS}(?!(?:for|if|move|show|hide|reveal|shuffle|let|give)\b)([a-z]\w*) +(?!chooses\b)"
     r"([a-z]\w*?)(?:(?<=ss)e)?s +",
     r"(?:[a-z]\w* +)?([a-z]\w* +from\b(?:(?! to\b)[^\n{}@#])*(?<! ))", "write `{0} chooses {1} {2}`"),
    (rf"{_BEGINS}unless +([^\n{{}}]*)", r"([^\n{}]*[^\n{} ]) *\{", "write `if not ({0}{1}) {{ … }}`"),
    (rf"{_BEGINS}(?:seats|players|everyone|everybody|each|all) +pays? +", rf"({TO_END})",
     "let each pay separately: `for t in seats {{ t pays {0} }}`"),
    (rf"{_BEGINS}({THING}) +pays +([^\n{{}}]*) +to +({THING}) *", rf"(where {TO_END})",
     "go through them: `for t in {2} {3} {{ {0} pays {1} to t }}`"),
    (rf"\blet +(\w+) *= *({THING}) +", rf"(chooses|secretly +chooses) +([a-z]\w*) +[a-z]\w* +(from +{TO_END})",
     "what is chosen has its name there: `{1} {2} {3} {0} {4}`"),
    (rf"({THING}) *:= *({THING}) +", rf"(chooses|secretly +chooses) +([a-z]\w*) +([a-z]\w*) +(from +{TO_END})",
     "it is chosen first: `{1} {2} {3} {4} {5}`, and then `{0} := {4}`"),
    (rf"({THING}) *:= *({THING}) +", rf"(chooses|secretly +chooses) +([a-z]\w*) +(from +{TO_END})",
     "it is chosen first: `{1} {2} pick {3} {4}`, and then `{0} := {3}`"),
    (r":=[^\n{}]*", rf", *{THING} *:=", "put each on a line of its own"),
    (r"^ *for +\w+ +in +[^\n{]*", r"until +([^\n{]*[^\n{ ]) *\{", "write `while not ({0})`"),
    (r"\bseats +", rf"(?:starting|beginning) +(?:with|from|at|by) +{_HELD}", "write `seats from {0}`"),
    (r"\breveal +(some|every|the) +", rf"(?!=){_REST}", "give it a name: `reveal name = {0} {1}`"),
    # what may be chosen
    (r"^ *([a-z]\w*) +(?:where|when) +", _REST, "put the condition after `if`: `{0} if {1}`"),
    (r"^ *([a-z]\w*) +unless +", _REST, "put the condition after `if`: `{0} if not ({1})`"),
    (r"^ *[a-z]\w* [^\n{}]*\bfrom [^\n{}]*", rf"when +{_REST}", "write `if {0}`"),
    (r"^ *[a-z]\w* [^\n{}]*\bfrom [^\n{}]*", rf"unless +{_REST}", "write `if not ({0})`"),
    (r"(?:\bchooses|^) +(?!if\b)([a-z]\w*) +([a-z]\w*) +", rf"between +{_HELD} +(?:and|to|\.\.) +{_HELD}",
     "write `{0} {1} from {2} .. {3}`"),
    # what is asked
    ("", "≥", "write `>=`"),
    ("", "≤", "write `<=`"),
    (_WITHIN_IF, "=>", "write `>=`"),
    (_WITHIN_IF, "=<", "write `<=`"),
    (r"(?:=|\() *if +(?:(?!\bthen\b)[^\n{}])*", r"(?![a-z]\w* *:=)(?:(?!\bthen\b)[^\n{}])*\belse\b",
     "write `if … then … else …`"),
    (rf"{_ALONE}({THING}) +(?:is +)?", rf"between +{_HELD} +(?:and|to|\.\.) +{_HELD}",
     "write `({0} >= {1} and {0} <= {2})`"),
    (rf"{_ALONE}({THING}) +is +between +", rf"{_HELD} +(?:and|to|\.\.) +{_HELD}",
     "write `({0} >= {1} and {0} <= {2})`"),
    *(
        (rf"{_ALONE}({THING}) +is +{first}", rf"{then}{_HELD}", f"write `{{0}} {sign} {{1}}`")
        for first, then, sign in (
            (f"{_MORE} +", "than or equal to +", ">="), (f"{_LESS} +", "than or equal to +", "<="),
            (f"{_MORE} +", "than +", ">"), (f"{_LESS} +", "than +", "<"), (f"not +{_MORE} +", "than +", "<="),
            (f"not +{_LESS} +", "than +", ">="), ("at +", "least +", ">="), ("at +", "most +", "<="),
            ("equal +", "to +", "is"), ("not +equal +", "to +", "is not"),
        )
    ),
    (rf"{_ALONE}({THING}) +", rf"equals? +(?:to +)?{_HELD}", "write `{0} is {1}`"),
    (rf"{_ALONE}({THING}) +is +in +", rf"({THING}{_WHOLE}|\[[^\]\n]*\])", "write `{0} in {1}`"),
    (rf"{_ALONE}({THING}) +is +not +in +", rf"({THING}{_WHOLE}|\[[^\]\n]*\])", "write `{0} not in {1}`"),
    (r"\b(?:if|until|while|check|and|or|not)\b[^\n]*\bno +", rf"({THING}) +(where [^\n{{}}@#]*[^\n{{}}@# ])",
     "write `not (some {0} {1})`"),
    (r"\b(?:if|until|while|check|and|or|not)\b[^\n]*\ball +", rf"({THING}) +(where {TO_END})",
     "write `every {0} {1}`"),
    (r"\bcase +(?![^\n{]*\{)([^\n{]*[^\n{ ]) +", r"((?:[-+*/<>]|(?:mod|is|and|or)\b)[^\n{]*[^\n{ ]) *\{",
     "put what is asked in brackets: `case ({0} {1}) {{`"),
    # what is reckoned
    (rf"\b{_MOST} of ([^\n{{}}]*[^\n{{}} ]) +", rf"over +({THING})", "write `largest of {0} over {1}`"),
    (rf"\b{_LEAST} of ([^\n{{}}]*[^\n{{}} ]) +", rf"over +({THING})", "write `smallest of {0} over {1}`"),
    (r"\btotal of ([^\n{}]*[^\n{} ]) +", rf"over +({THING})", "write `sum of {0} over {1}`"),
    (r"\b(?:average|mean) of ([^\n{}]*[^\n{} ]) +", rf"over +({THING})",
     "write `(sum of {0} over {1}) / count of {1}`, rounded up or down"),
    (r"\b(min|max) of +(?!\()([^\n{}]*[^\n{} ]) *", rf", *{_REST}", "write `{0}({1}, {2})`"),
    (r"\b(min|max) *", r"\[([^\]\n]*)\]", "write `{0}({1})`"),
    (r"\brounded +", r"(?:(?:to|by) +)?(\d+|[a-z]\w*)", "write `rounded up to {0}` or `rounded down to {0}`"),
    (r"\brounded *", r"[\n})]", "say how: `rounded up to 1` or `rounded down to 1`"),
    ("", "/[/*]", "a comment begins with `#`"),
)  # fmt: skip
"""Rows of places where text is refused: patterns of what comes before and of what stands there, and the help, in
which `{0}` is what is found in the brackets of both."""
