// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p canonicalize,lower-to-aot | filecheck %s --check-prefix=KERNEL
// RUN: helia-opt %s -p lower-to-aot,share-kernels,plan-memory -t c | filecheck %s --check-prefix=C

// CHECK: tfl.call_once {
// CHECK: tfl.assign_variable
// KERNEL-NOT: ASSIGN_VARIABLE
// KERNEL: aot.variable dense<7>
// C: persistent_sram + 0: v
// C: {UINT32_C(0x{{[0-9a-f]*}}), 4, NULL, 7}, /* v */
// C: m_model_reset(
builtin.module attributes {helia.prefix = "m"} {
  func.func @main() -> tensor<1x4xi8, #tfl.quant<0.5 : -3>> {
    tfl.call_once {
      %g = tfl.var_handle "v" : tensor<!tfl.resource>
      %k = tfl.const dense<7> : tensor<1x4xi8, #tfl.quant<0.5 : -3>>
      tfl.assign_variable %g, %k : tensor<!tfl.resource>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>
      tfl.yield
    }
    %h = tfl.var_handle "v" : tensor<!tfl.resource>
    %y = tfl.read_variable %h : (tensor<!tfl.resource>) -> tensor<1x4xi8, #tfl.quant<0.5 : -3>>
    func.return %y : tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  }
}
