"""An instruction set that no core has: one kernel, with a layout and a body of its own."""

CORES = ("toy-core",)
KINDS = {"fully_connected_s8_toy": "fully_connected"}
