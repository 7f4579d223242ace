// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL

// CHECK: tfl.gather %x, %at :
// CHECK: tfl.gather %y, %rows axis -1 batch_dims 1 :
// KERNEL: aot.constant dense<[4, 0]> : tensor<2xi32>
// KERNEL: aot.kernel "GATHER" via <{key = "gather_bytes"
// KERNEL-SAME: batches = 1, outer = 1, entries = 5, picks = 2, run = 3
// KERNEL: aot.constant dense<[2, 0]> : tensor<2xi32>
// KERNEL: aot.kernel "GATHER"
// KERNEL-SAME: batches = 2, outer = 1, entries = 3, picks = 1, run = 1
func.func @main(%x: tensor<5x3xi8, #tfl.quant<0.5 : 1>>) -> tensor<2x1xi8, #tfl.quant<0.5 : 1>> {
  %at = tfl.const dense<[4, 0]> : tensor<2xi64>
  %rows = tfl.const dense<[[2], [0]]> : tensor<2x1xi32>
  %y = tfl.gather %x, %at : (tensor<5x3xi8, #tfl.quant<0.5 : 1>>, tensor<2xi64>) -> tensor<2x3xi8, #tfl.quant<0.5 : 1>>
  %z = tfl.gather %y, %rows axis -1 batch_dims 1 : (tensor<2x3xi8, #tfl.quant<0.5 : 1>>, tensor<2x1xi32>) -> tensor<2x1xi8, #tfl.quant<0.5 : 1>>
  func.return %z : tensor<2x1xi8, #tfl.quant<0.5 : 1>>
}
