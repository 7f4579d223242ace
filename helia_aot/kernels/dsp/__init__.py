"""The kernels for cores with the DSP extension (Armv7E-M, Armv8-M with DSP)."""

CORES = ("cortex-m4", "cortex-m7", "cortex-m33")
"""The cores that these kernels are chosen for."""

KINDS = {
    "add_broadcast_s8_dsp": "elementwise",
    "add_s8_dsp": "elementwise",
    "average_pool_2d_s8_dsp": "pool",
    "average_pool_2d_s8_dsp_rows": "pool",
    "conv_2d_s8_dsp": "conv",
    "depthwise_conv_2d_s8_dsp": "depthwise",
    "depthwise_conv_2d_s8_dsp_taps": "depthwise_taps",
    "fully_connected_s8_dsp": "fully_connected",
    "max_pool_2d_s8_dsp": "pool",
}
"""By the kind of a descriptor the file that has it."""
