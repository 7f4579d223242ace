// RUN: helia-opt %s -p 'plan-memory{overlap=in-place}' | filecheck %s
// RUN: helia-opt %s -p 'plan-memory{overlap=in-place}' | helia-opt | filecheck %s
// RUN: helia-opt %s --print-op-generic | helia-opt -p 'plan-memory{overlap=in-place}' | filecheck %s
// RUN: helia-opt %s -p plan-memory | filecheck %s --check-prefix=APART

// By default no output shares a byte with an input of its operator.
// APART: prefix = "chain"{{.*}} size = 96, alignment = 16, lower_bound = 96
// APART: prefix = "twice"{{.*}} size = 96, alignment = 16, lower_bound = 96
// APART: prefix = "later"{{.*}} size = 144, alignment = 16, lower_bound = 144
// APART: prefix = "checked", checks = true{{.*}} size = 128, alignment = 16, lower_bound = 128

// In place, by way of a view too.
// CHECK: prefix = "chain"{{.*}} size = 64, alignment = 16, lower_bound = 64
// CHECK: %a = aot.kernel "WIDE" {{.*}} at [#aot.at<0, [[A:[0-9]+]], 40>]
// CHECK: %b = aot.kernel {{.*}} overlap [#aot.overlap<{input = 0, distance = 0}>] at [#aot.at<0, [[A]], 40>]
// CHECK: %v = aot.view
// CHECK: %c = aot.kernel {{.*}} at [#aot.at<0, [[A]], 40>]
aot.module <{prefix = "chain"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<8xi8>):
  %t = aot.constant dense<0> : tensor<256xi8>
  %a = aot.kernel "WIDE" via <{key = "f", struct_kind = "gather_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<8xi8>) -> tensor<40xi8>
  %b = aot.kernel "LUT" via <{key = "lut_s8", struct_kind = "lut_s8", helper_name = "lut_s8", ctype = "int8_t", cmsis = ""}> {size = 40} ins(%a : tensor<40xi8>) constants ["table"](%t : tensor<256xi8>) overlap [#aot.overlap<{input = 0, distance = 0}>] -> tensor<40xi8>
  %v = aot.view "RESHAPE" %b : tensor<40xi8> -> tensor<4x10xi8>
  %c = aot.kernel "LUT" via <{key = "lut_s8", struct_kind = "lut_s8", helper_name = "lut_s8", ctype = "int8_t", cmsis = ""}> {size = 40} ins(%v : tensor<4x10xi8>) constants ["table"](%t : tensor<256xi8>) overlap [#aot.overlap<{input = 0, distance = 0}>] -> tensor<40xi8>
  aot.return %c : tensor<40xi8>
}

// A tensor that is read twice, in the place of itself: a contract for both.
// CHECK: prefix = "twice"{{.*}} size = 64, alignment = 16, lower_bound = 64
// CHECK: %a = aot.kernel "WIDE" {{.*}} at [#aot.at<0, [[A:[0-9]+]], 40>]
// CHECK: %b = aot.kernel {{.*}} at [#aot.at<0, [[A]], 40>]
aot.module <{prefix = "twice"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<8xi8>):
  %t = aot.constant dense<0> : tensor<256xi8>
  %a = aot.kernel "WIDE" via <{key = "f", struct_kind = "gather_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<8xi8>) -> tensor<40xi8>
  %b = aot.kernel "MINIMUM" via <{key = "minimum_s8", struct_kind = "compare_s8", helper_name = "minimum_s8", ctype = "int8_t", cmsis = "arm_minimum_s8"}> {size = 40} ins(%a, %a : tensor<40xi8>, tensor<40xi8>) overlap [#aot.overlap<{input = 0, distance = 0}>, #aot.overlap<{input = 1, distance = 0}>] -> tensor<40xi8>
  aot.return %b : tensor<40xi8>
}

// What is read later stays; the other input dies.
// CHECK: prefix = "later"{{.*}} size = 112, alignment = 16, lower_bound = 112
// CHECK: %a = aot.kernel "WIDE" {{.*}} at [#aot.at<0, [[A:[0-9]+]], 40>]
// CHECK: %b = aot.kernel "WIDE" {{.*}} at [#aot.at<0, [[B:[0-9]+]], 40>]
// CHECK: %c = aot.kernel {{.*}} at [#aot.at<0, [[B]], 40>]
// CHECK: %d = aot.kernel {{.*}} at [#aot.at<0, [[A]], 40>]
aot.module <{prefix = "later"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<8xi8>):
  %t = aot.constant dense<0> : tensor<256xi8>
  %a = aot.kernel "WIDE" via <{key = "f", struct_kind = "gather_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<8xi8>) -> tensor<40xi8>
  %b = aot.kernel "WIDE" via <{key = "f", struct_kind = "gather_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<8xi8>) -> tensor<40xi8>
  %c = aot.kernel "MINIMUM" via <{key = "minimum_s8", struct_kind = "compare_s8", helper_name = "minimum_s8", ctype = "int8_t", cmsis = "arm_minimum_s8"}> {size = 40} ins(%a, %b : tensor<40xi8>, tensor<40xi8>) overlap [#aot.overlap<{input = 0, distance = 0}>, #aot.overlap<{input = 1, distance = 0}>] -> tensor<40xi8>
  %d = aot.kernel "MINIMUM" via <{key = "minimum_s8", struct_kind = "compare_s8", helper_name = "minimum_s8", ctype = "int8_t", cmsis = "arm_minimum_s8"}> {size = 40} ins(%a, %c : tensor<40xi8>, tensor<40xi8>) overlap [#aot.overlap<{input = 0, distance = 0}>, #aot.overlap<{input = 1, distance = 0}>] -> tensor<40xi8>
  aot.return %d : tensor<40xi8>
}

// With checks the 16 bytes behind both are the same.
// CHECK: prefix = "checked", checks = true{{.*}} size = 96, alignment = 16, lower_bound = 96
// CHECK: %a = aot.kernel "WIDE" {{.*}} at [#aot.at<0, [[A:[0-9]+]], 40>]
// CHECK: %b = aot.kernel {{.*}} at [#aot.at<0, [[A]], 40>]
aot.module <{prefix = "checked", checks = true}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<8xi8>):
  %t = aot.constant dense<0> : tensor<256xi8>
  %a = aot.kernel "WIDE" via <{key = "f", struct_kind = "gather_bytes", helper_name = "f", ctype = "int8_t", cmsis = ""}> {} ins(%x : tensor<8xi8>) -> tensor<40xi8>
  %b = aot.kernel "LUT" via <{key = "lut_s8", struct_kind = "lut_s8", helper_name = "lut_s8", ctype = "int8_t", cmsis = ""}> {size = 40} ins(%a : tensor<40xi8>) constants ["table"](%t : tensor<256xi8>) overlap [#aot.overlap<{input = 0, distance = 0}>] -> tensor<40xi8>
  aot.return %b : tensor<40xi8>
}
