"""Measuring: suites of games, runs with limits, files of results, tables and plots.

suite (TOML, CSV, options) -> runs -> a process each -> records, a line each -> report
"""
