"""Provider `cmsis-nn`: calls of Arm's CMSIS-NN, whose sources the user supplies."""
