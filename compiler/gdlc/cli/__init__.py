"""The command line: a thin layer over the functions of gdlc.api."""
