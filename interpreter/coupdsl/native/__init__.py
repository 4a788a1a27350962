"""Machine code from the flat code of a ruleset: the same games as the reference interpreter's, many times as fast."""
