"""XSSAT: stochastic Boolean formulas in prenex form. README.md beside this file is the language."""

from gdlc.formats.xssat.formula import Block, Xssat, read, write

__all__ = ["Block", "Xssat", "read", "write"]
