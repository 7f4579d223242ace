"""What conversions and inferences cost: instructions under emulation, bytes, ratios; no times."""
