"""How far plays and explorations go if nothing is said."""

MAX_HORIZON = 200  # steps of the longest play, for a horizon `auto`
MAX_STEPS = 1000  # joint moves of a random play
CHECK_STEPS = 200  # ... that looks for what is wrong with a rule sheet
