"""The kernels for cores with MVE (Armv8.1-M, "Helium")."""

CORES = ("cortex-m52", "cortex-m55", "cortex-m85")
"""The cores that these kernels are chosen for."""

KINDS = {
    "add_broadcast_s8_mve": "elementwise",
    "add_s8_mve": "elementwise",
    "average_pool_2d_s8_mve": "pool",
    "conv_2d_s8_mve": "conv",
    "depthwise_any_s8_mve": "depthwise_any",
    "depthwise_conv_2d_s8_mve": "depthwise",
    "fully_connected_s8_mve": "fully_connected",
    "max_pool_2d_s8_mve": "pool",
}
"""By the kind of a descriptor the file that has it."""
