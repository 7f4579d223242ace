"""Train the demo model on scikit-learn's digits and quantize it to int8 .tflite.

Writes `digits.tflite` and `digits.npz` (the held-out digits as the model reads them, and their
labels). Knows TensorFlow and nothing of this compiler: the .tflite file is all they share.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

Array = np.ndarray[Any, Any]

SEED = 7
HELD_OUT = 360
EPOCHS = 120
BATCH = 64
PEAK_RATE = 4e-3


def digits() -> tuple[Array, Array]:
    """Images of shape (N, 8, 8, 1) with pixels in [0, 1], and labels."""
    pixels, labels = load_digits(return_X_y=True)
    return (pixels / 16).astype(np.float32).reshape(-1, 8, 8, 1), labels.astype(np.int32)


def convolution(x: Any, channels: int, size: int) -> Any:
    x = layers.Conv2D(channels, size, padding="same", use_bias=False)(x)
    return layers.BatchNormalization()(x)


def residual(x: Any) -> Any:
    """x + pointwise(depthwise(x)), clamped."""
    y = layers.DepthwiseConv2D(3, padding="same", use_bias=False)(x)
    y = layers.ReLU()(layers.BatchNormalization()(y))
    return layers.ReLU()(layers.Add()([x, convolution(y, x.shape[-1], 1)]))


def network() -> keras.Model:
    """Two stages of convolution, residual block and pooling; then a classifier."""
    image = keras.Input((8, 8, 1))
    x = residual(layers.ReLU()(convolution(image, 16, 3)))
    x = layers.MaxPooling2D(2)(x)
    x = residual(layers.ReLU()(convolution(x, 32, 3)))
    x = layers.AveragePooling2D(2)(x)
    x = layers.Dropout(0.4)(layers.Reshape((2 * 2 * 32,))(x))
    return keras.Model(image, layers.Dense(10, activation="softmax")(x))


def augment() -> keras.Sequential:
    """Small rotations, shifts and zooms, as between two hands that write the same digit."""
    return keras.Sequential(
        [
            layers.RandomRotation(0.03, fill_mode="constant"),
            layers.RandomTranslation(0.08, 0.08, fill_mode="constant"),
            layers.RandomZoom(0.1, 0.1, fill_mode="constant"),
        ]
    )


def train(images: Array, labels: Array) -> keras.Model:
    steps = EPOCHS * -(-len(images) // BATCH)
    model = network()
    model.compile(
        optimizer=keras.optimizers.AdamW(keras.optimizers.schedules.CosineDecay(PEAK_RATE, steps)),
        loss=keras.losses.SparseCategoricalCrossentropy(),
        metrics=["accuracy"],
    )
    change = augment()
    data = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(len(images), seed=SEED)
    data = data.batch(BATCH).map(lambda x, y: (change(x, training=True), y))
    model.fit(data, epochs=EPOCHS, verbose=0)
    return model


def quantize(model: keras.Model, samples: Array) -> bytes:
    """Full int8, with the batch fixed to 1 so that every shape is static."""

    def representative() -> Iterator[list[Array]]:
        for sample in samples:
            yield [sample[None]]

    image = keras.Input(batch_shape=(1, 8, 8, 1))
    converter = tf.lite.TFLiteConverter.from_keras_model(keras.Model(image, model(image)))
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    converter.representative_dataset = representative
    converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
    converter.inference_input_type = tf.int8
    converter.inference_output_type = tf.int8
    return converter.convert()


def as_input(model: bytes, images: Array) -> Array:
    """The images as the quantized model reads them: int8 of shape (N, 1, 8, 8, 1)."""
    tensor = tf.lite.Interpreter(model_content=model).get_input_details()[0]
    scale, zero_point = tensor["quantization"]
    quantized = np.round(images / scale) + zero_point
    return np.clip(quantized, -128, 127).astype(np.int8)[:, None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=Path(__file__).parent)
    output: Path = parser.parse_args().output
    output.mkdir(parents=True, exist_ok=True)

    keras.utils.set_random_seed(SEED)
    tf.config.experimental.enable_op_determinism()
    images, labels = digits()
    seen, held_out, seen_labels, held_out_labels = train_test_split(
        images, labels, test_size=HELD_OUT, stratify=labels, random_state=SEED
    )
    model = train(seen, seen_labels)
    print("float accuracy:", model.evaluate(held_out, held_out_labels, verbose=0)[1])

    quantized = quantize(model, seen)
    (output / "digits.tflite").write_bytes(quantized)
    np.savez_compressed(
        output / "digits.npz", input_0=as_input(quantized, held_out), labels=held_out_labels
    )


if __name__ == "__main__":
    main()
