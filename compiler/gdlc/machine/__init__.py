"""Playing by the rules: states, legal moves, successors and goals, straight from the rule sheet."""
