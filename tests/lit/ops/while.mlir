// RUN: helia-opt %s | helia-opt --print-op-generic | helia-opt | filecheck %s
// RUN: helia-opt %s -p lower-to-aot | filecheck %s --check-prefix=KERNEL
// RUN: helia-opt %s -p lower-to-aot,share-kernels,plan-memory | helia-opt -t c | filecheck %s --check-prefix=C

// CHECK: tfl.while %c, %x, %y : {{.*}} cond {
// CHECK: tfl.yield %d : tensor<1xi1>
// CHECK: } do {
// CHECK: tfl.yield %f, %w, %v :
// KERNEL: aot.while %c, %x, %y : {{.*}} cond {
// KERNEL: aot.yield %d : tensor<1xi1>
// KERNEL: } do {
// KERNEL: aot.yield %{{.*}}, %w, %v :
// The two that change places do so without other bytes; the loop jumps back.
// C: static const copy_t copies_2[2] = {
// C-NEXT: 1, 0},
// C-NEXT: 4, 1},
// C: static const move_t move_2 = {copies_2, 2, JUMP};
// C: {NO_OPERATOR, 3}, /* 1: a condition */
// C: {NO_OPERATOR, 1}, /* 2: the end of a block */
func.func @main(%c: tensor<1xi1>, %x: tensor<1x4xi8, #tfl.quant<0.5 : -3>>, %y: tensor<1x4xi8, #tfl.quant<0.5 : -3>>) -> (tensor<1x4xi8, #tfl.quant<0.5 : -3>>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>) {
  %r, %p, %q = tfl.while %c, %x, %y : tensor<1xi1>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>, tensor<1x4xi8, #tfl.quant<0.5 : -3>> -> tensor<1xi1>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>, tensor<1x4xi8, #tfl.quant<0.5 : -3>> cond {
  ^bb0(%d: tensor<1xi1>, %a: tensor<1x4xi8, #tfl.quant<0.5 : -3>>, %b: tensor<1x4xi8, #tfl.quant<0.5 : -3>>):
    tfl.yield %d : tensor<1xi1>
  } do {
  ^bb1(%e: tensor<1xi1>, %v: tensor<1x4xi8, #tfl.quant<0.5 : -3>>, %w: tensor<1x4xi8, #tfl.quant<0.5 : -3>>):
    %f = tfl.const dense<false> : tensor<1xi1>
    tfl.yield %f, %w, %v : tensor<1xi1>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>
  }
  func.return %p, %q : tensor<1x4xi8, #tfl.quant<0.5 : -3>>, tensor<1x4xi8, #tfl.quant<0.5 : -3>>
}
