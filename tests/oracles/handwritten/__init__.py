"""The example games once more, written by hand from their rules in words.

Nothing here reads a rule sheet or imports gdlc: what these programs and the compiler agree on was
found twice. One module a game, named as its rule sheet in `examples/`; `values.value(...)` is the
common entrance.
"""
