// RUN: not helia-opt %s 2>&1 | filecheck %s

// A zero point that no type holds is told in one line.
// CHECK: helia-opt: not all of [99999999999999999999] fit 64 bits
func.func @main(%x: tensor<1x4xi8, #tfl.quant<0.5 : 99999999999999999999>>) {
  func.return
}
