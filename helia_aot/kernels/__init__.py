"""Kernels: their descriptors, calls, packings, buffers, costs and proofs.

What all of them share stands here; the kernels of an instruction set or of another provider have a
folder each, with a file per family named as the folder of `runtime/` that it fills. A kernel knows
shapes, arrays and numbers, and no operator.
"""
