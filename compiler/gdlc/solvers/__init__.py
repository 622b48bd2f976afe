"""Engines that value an XSSAT formula."""
