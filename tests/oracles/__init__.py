"""What the compiler is checked against: slow, plain, and sharing no code with it.

Nothing in here imports `gdlc`. The oracles read the definition of a value word for word; the
generators make small inputs by seed; the shrinker makes a failing input small.
"""
