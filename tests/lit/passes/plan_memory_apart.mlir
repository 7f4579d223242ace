// RUN: helia-opt %s -p 'plan-memory{overlap=in-place}' | filecheck %s

// Where an output may not lie over an input although a contract of its kernel says so.

// An input of the model stays as it is.
// CHECK: prefix = "input"{{.*}} size = 96, alignment = 16, lower_bound = 96
aot.module <{prefix = "input"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<40xi8>):
  %t = aot.constant dense<0> : tensor<256xi8>
  %a = aot.kernel "LUT" via <{key = "lut_s8", struct_kind = "lut_s8", helper_name = "lut_s8", ctype = "int8_t", cmsis = ""}> {size = 40} ins(%x : tensor<40xi8>) constants ["table"](%t : tensor<256xi8>) overlap [#aot.overlap<{input = 0, distance = 0}>] -> tensor<40xi8>
  aot.return %a : tensor<40xi8>
}

// A tensor is read twice, and one contract speaks of one of the two.
// CHECK: prefix = "once"{{.*}} size = 96, alignment = 16, lower_bound = 96
aot.module <{prefix = "once"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<8xi8>):
  %t = aot.constant dense<0> : tensor<256xi8>
  %a = aot.kernel "WIDE" via <{key = "f", struct_kind = "gather_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<8xi8>) -> tensor<40xi8>
  %b = aot.kernel "MINIMUM" via <{key = "minimum_s8", struct_kind = "compare_s8", helper_name = "minimum_s8", ctype = "int8_t", cmsis = "arm_minimum_s8"}> {size = 40} ins(%a, %a : tensor<40xi8>, tensor<40xi8>) overlap [#aot.overlap<{input = 1, distance = 0}>] -> tensor<40xi8>
  aot.return %b : tensor<40xi8>
}

// It is read after the operator.
// CHECK: prefix = "late"{{.*}} size = 144, alignment = 16, lower_bound = 144
aot.module <{prefix = "late"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<8xi8>):
  %t = aot.constant dense<0> : tensor<256xi8>
  %a = aot.kernel "WIDE" via <{key = "f", struct_kind = "gather_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<8xi8>) -> tensor<40xi8>
  %b = aot.kernel "LUT" via <{key = "lut_s8", struct_kind = "lut_s8", helper_name = "lut_s8", ctype = "int8_t", cmsis = ""}> {size = 40} ins(%a : tensor<40xi8>) constants ["table"](%t : tensor<256xi8>) overlap [#aot.overlap<{input = 0, distance = 0}>] -> tensor<40xi8>
  %c = aot.kernel "MINIMUM" via <{key = "minimum_s8", struct_kind = "compare_s8", helper_name = "minimum_s8", ctype = "int8_t", cmsis = "arm_minimum_s8"}> {size = 40} ins(%b, %a : tensor<40xi8>, tensor<40xi8>) -> tensor<40xi8>
  aot.return %c : tensor<40xi8>
}

// The kernel reads it as a constant, too.
// CHECK: prefix = "table"{{.*}} size = 512, alignment = 16, lower_bound = 512
aot.module <{prefix = "table"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<8xi8>):
  %a = aot.kernel "WIDE" via <{key = "f", struct_kind = "gather_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<8xi8>) -> tensor<256xi8>
  %b = aot.kernel "LUT" via <{key = "lut_s8", struct_kind = "lut_s8", helper_name = "lut_s8", ctype = "int8_t", cmsis = ""}> {size = 256} ins(%a : tensor<256xi8>) constants ["table"](%a : tensor<256xi8>) overlap [#aot.overlap<{input = 0, distance = 0}>] -> tensor<256xi8>
  aot.return %b : tensor<256xi8>
}

// What comes from around a loop is read again by the next iteration: b is not over a.
// CHECK: prefix = "loop"
// CHECK: %a = aot.kernel "WIDE" {{.*}} at [#aot.at<0, [[A:[0-9]+]], 40>]
// CHECK: %b = aot.kernel "LUT"
// CHECK-NOT: at [#aot.at<0, [[A]], 40>]
// CHECK: aot.yield
aot.module <{prefix = "loop"}> attributes {input_names = ["x", "c"]} {
^bb0(%x: tensor<8xi8>, %c: tensor<1xi1>):
  %t = aot.constant dense<0> : tensor<256xi8>
  %a = aot.kernel "WIDE" via <{key = "f", struct_kind = "gather_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<8xi8>) -> tensor<40xi8>
  %i = aot.kernel "WIDE" via <{key = "f", struct_kind = "gather_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<8xi8>) -> tensor<40xi8>
  %r = aot.while %i : tensor<40xi8> -> tensor<40xi8> cond {
  ^bb1(%m: tensor<40xi8>):
    aot.yield %c : tensor<1xi1>
  } do {
  ^bb2(%n: tensor<40xi8>):
    %b = aot.kernel "LUT" via <{key = "lut_s8", struct_kind = "lut_s8", helper_name = "lut_s8", ctype = "int8_t", cmsis = ""}> {size = 40} ins(%a : tensor<40xi8>) constants ["table"](%t : tensor<256xi8>) overlap [#aot.overlap<{input = 0, distance = 0}>] -> tensor<40xi8>
    aot.yield %b : tensor<40xi8>
  }
  aot.return %r : tensor<40xi8>
}
