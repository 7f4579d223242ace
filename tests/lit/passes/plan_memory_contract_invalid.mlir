// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: overlap is for input 2, there are 2
%a = "test.op"() : () -> tensor<40xi8>
%b = "test.op"() : () -> tensor<4xi32>
%c = aot.kernel "MINIMUM" via <{key = "minimum_s8", struct_kind = "compare_s8", helper_name = "minimum_s8", ctype = "int8_t", cmsis = ""}> {size = 40} ins(%a, %b : tensor<40xi8>, tensor<4xi32>) overlap [#aot.overlap<{input = 2, distance = 0}>] -> tensor<40xi8>

// -----

// CHECK: overlap is for the inputs [1, 0], should be for each once, ascending
%a = "test.op"() : () -> tensor<40xi8>
%b = "test.op"() : () -> tensor<4xi32>
%c = aot.kernel "MINIMUM" via <{key = "minimum_s8", struct_kind = "compare_s8", helper_name = "minimum_s8", ctype = "int8_t", cmsis = ""}> {size = 40} ins(%a, %b : tensor<40xi8>, tensor<4xi32>) overlap [#aot.overlap<{input = 1, distance = 0}>, #aot.overlap<{input = 0, distance = 0}>] -> tensor<40xi8>

// -----

// CHECK: overlap is for the inputs [0, 0], should be for each once, ascending
%a = "test.op"() : () -> tensor<40xi8>
%b = "test.op"() : () -> tensor<4xi32>
%c = aot.kernel "MINIMUM" via <{key = "minimum_s8", struct_kind = "compare_s8", helper_name = "minimum_s8", ctype = "int8_t", cmsis = ""}> {size = 40} ins(%a, %b : tensor<40xi8>, tensor<4xi32>) overlap [#aot.overlap<{input = 0, distance = 0}>, #aot.overlap<{input = 0, distance = 1}>] -> tensor<40xi8>

// -----

// CHECK: overlap with input 0 has distance 40, should be -39 to 39: beyond that no byte is shared
%a = "test.op"() : () -> tensor<40xi8>
%b = "test.op"() : () -> tensor<4xi32>
%c = aot.kernel "MINIMUM" via <{key = "minimum_s8", struct_kind = "compare_s8", helper_name = "minimum_s8", ctype = "int8_t", cmsis = ""}> {size = 40} ins(%a, %b : tensor<40xi8>, tensor<4xi32>) overlap [#aot.overlap<{input = 0, distance = 40}>] -> tensor<40xi8>

// -----

// CHECK: overlap with input 1 has distance -16, should be -15 to 39: beyond that no byte is shared
%a = "test.op"() : () -> tensor<40xi8>
%b = "test.op"() : () -> tensor<4xi32>
%c = aot.kernel "MINIMUM" via <{key = "minimum_s8", struct_kind = "compare_s8", helper_name = "minimum_s8", ctype = "int8_t", cmsis = ""}> {size = 40} ins(%a, %b : tensor<40xi8>, tensor<4xi32>) overlap [#aot.overlap<{input = 1, distance = -16}>] -> tensor<40xi8>

// -----

// CHECK: overlap is for calls of one output, this one has 2
%a = "test.op"() : () -> tensor<40xi8>
%b = "test.op"() : () -> tensor<4xi32>
%c, %d = aot.kernel "MINIMUM" via <{key = "minimum_s8", struct_kind = "compare_s8", helper_name = "minimum_s8", ctype = "int8_t", cmsis = ""}> {size = 40} ins(%a, %b : tensor<40xi8>, tensor<4xi32>) overlap [#aot.overlap<{input = 0, distance = 0}>] -> tensor<40xi8>, tensor<40xi8>
