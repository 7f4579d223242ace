"""`python -m helia_aot` is `helia-aot`."""

from helia_aot.cli.process import helia_aot

helia_aot()
