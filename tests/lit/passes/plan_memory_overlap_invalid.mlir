// RUN: not helia-opt %s -p 'plan-memory{overlap=in-place}' 2>&1 | filecheck %s
// RUN: not helia-opt %s -p 'plan-memory{overlap=all}' 2>&1 | filecheck %s --check-prefix=WORD

// A text that allows more than is proven of a kernel.
// CHECK: LUT: kernel lut_s8: overlap with input 0 has distance -4, proven is 0 at least
// WORD: given ('all',), expected typing.Literal['none', 'in-place']
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<40xi8>):
  %a = aot.kernel "LUT" via <{key = "lut_s8", struct_kind = "lut_s8", helper_name = "lut_s8", ctype = "int8_t", cmsis = ""}> {size = 40} ins(%x : tensor<40xi8>) overlap [#aot.overlap<{input = 0, distance = -4}>] -> tensor<40xi8>
  aot.return %a : tensor<40xi8>
}
