"""From a model's file to the `tfl` dialect: a folder per file format.

What stands beside the folders serves all formats: `values` (plain values out of whatever a file's
objects hold), `place` (where something stands, and errors that say so), `hooks` (which operators of
the file an operator stands for). It imports none of the folders.
"""
