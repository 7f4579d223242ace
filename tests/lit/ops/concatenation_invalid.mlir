// RUN: helia-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: no inputs (there is an input)
%y = "tfl.concatenation"() <{axis = 1 : i64}> : () -> tensor<2x5xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: activation is relu (there is no fused activation)
%a = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.5 : 1>>
%b = "test.op"() : () -> tensor<2x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.concatenation %a, %b axis 1 then relu : (tensor<2x3xi8, #tfl.quant<0.5 : 1>>, tensor<2x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<2x5xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: types are int8, int16, int8 (inputs and output have one element type)
%a = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.5 : 1>>
%b = "test.op"() : () -> tensor<2x2xi16, #tfl.quant<0.5 : 1>>
%y = tfl.concatenation %a, %b axis 1 : (tensor<2x3xi8, #tfl.quant<0.5 : 1>>, tensor<2x2xi16, #tfl.quant<0.5 : 1>>) -> tensor<2x5xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: input 0 has #tfl.quant<0.5 : 1>, input 1 has #tfl.quant<0.25 : 1> (inputs and output have one quantization)
%a = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.5 : 1>>
%b = "test.op"() : () -> tensor<2x2xi8, #tfl.quant<0.25 : 1>>
%y = tfl.concatenation %a, %b axis 1 : (tensor<2x3xi8, #tfl.quant<0.5 : 1>>, tensor<2x2xi8, #tfl.quant<0.25 : 1>>) -> tensor<2x5xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: input 1 has no single scale (inputs and output have one quantization)
%a = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.5 : 1>>
%b = "test.op"() : () -> tensor<2x2xi8>
%y = tfl.concatenation %a, %b axis 1 : (tensor<2x3xi8, #tfl.quant<0.5 : 1>>, tensor<2x2xi8>) -> tensor<2x5xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: axis is 2, inputs have rank 2 (the inputs have one rank and the axis is one of theirs)
%a = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.5 : 1>>
%b = "test.op"() : () -> tensor<2x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.concatenation %a, %b axis 2 : (tensor<2x3xi8, #tfl.quant<0.5 : 1>>, tensor<2x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<2x5xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: axis is 1, inputs have rank 1, 2 (the inputs have one rank and the axis is one of theirs)
%a = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.5 : 1>>
%b = "test.op"() : () -> tensor<2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.concatenation %a, %b axis 1 : (tensor<2x3xi8, #tfl.quant<0.5 : 1>>, tensor<2xi8, #tfl.quant<0.5 : 1>>) -> tensor<2x5xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: inputs are (2, 3), (3, 2) (the inputs agree in every other axis)
%a = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.5 : 1>>
%b = "test.op"() : () -> tensor<3x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.concatenation %a, %b axis 1 : (tensor<2x3xi8, #tfl.quant<0.5 : 1>>, tensor<3x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<2x5xi8, #tfl.quant<0.5 : 1>>

// -----

// CHECK: output 0 is tensor<2x6xi8
%a = "test.op"() : () -> tensor<2x3xi8, #tfl.quant<0.5 : 1>>
%b = "test.op"() : () -> tensor<2x2xi8, #tfl.quant<0.5 : 1>>
%y = tfl.concatenation %a, %b axis 1 : (tensor<2x3xi8, #tfl.quant<0.5 : 1>>, tensor<2x2xi8, #tfl.quant<0.5 : 1>>) -> tensor<2x6xi8, #tfl.quant<0.5 : 1>>
