"""From a model's file to the `tfl` dialect: a folder per file format.

What stands beside the folders serves all formats: `formats` (which there are, and how a file is
known as one), `opt` (what reads them in xDSL's tools), `values` (plain values out of whatever the
objects of a file hold), `place` (where something stands, and errors that say so), `hooks` (which
operators of the file an operator stands for). It imports none of the folders: they are loaded by
name.
"""
