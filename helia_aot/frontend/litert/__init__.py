"""LiteRT models (`.tflite`). The way of a byte goes one way through it, in four steps:

1. verified bytes: `layout` learns the tables of the schema from its generated accessors, `bytes`
   proves a file well-formed and reads its tables, `objects` names what the schema generated;
2. records: `records` is what a model comes to, with `types` and `options` for the schema's words;
3. typed view: `buffers`, `quantization`, `tensors`, `operators`, `wiring`, `subgraphs` and
   `signatures` make the records of the tables and prove each, `view` is the door to them all;
4. graph: `graph` makes the `tfl` module of a view.

No module imports one of a later step (`tests/unit/test_layers.py`).
"""
