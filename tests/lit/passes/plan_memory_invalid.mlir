// RUN: not helia-opt %s -p 'plan-memory{rules="scratch/y=sram"}' 2>&1 | filecheck %s --check-prefix=NOBODY
// RUN: not helia-opt %s -p 'plan-memory{rules="*/x=@application"}' 2>&1 | filecheck %s --check-prefix=TWICE
// RUN: not helia-opt %s -p 'plan-memory{rules="weights=sram"}' 2>&1 | filecheck %s --check-prefix=TYPE
// RUN: not helia-opt %s -p 'plan-memory{rules="scratch=sram>dtcm"}' 2>&1 | filecheck %s --check-prefix=STAGED
// RUN: not helia-opt %s -p 'plan-memory{rules="input=sram@host"}' 2>&1 | filecheck %s --check-prefix=OWNER
// RUN: not helia-opt %s -p 'plan-memory{limits="sram=15"}' 2>&1 | filecheck %s --check-prefix=LIMIT
// RUN: not helia-opt %s -p 'plan-memory{rules="*=itcm" limits="itcm=16"}' 2>&1 | filecheck %s --check-prefix=GUARD
// RUN: not helia-opt %s -p 'plan-memory{limits="sram=many"}' 2>&1 | filecheck %s --check-prefix=NUMBER

// NOBODY: the memory rule for 'y' applies to no tensor of type scratch: scratch/y=sram
// TWICE: the memory rule for 'x' applies to no tensor: */x=@application
// TYPE: type is 'weights', should be one of scratch, persistent, constant, input, output, *
// STAGED: only constants are copied to another memory
// OWNER: io is 'host', should be one of arena, application
// LIMIT: sram holds 15 bytes, the plan needs 16 there
// GUARD: itcm holds 16 bytes, the plan needs 32 there
// NUMBER: 'sram=many' is no limit: expected memory=bytes
aot.module <{prefix = "m"}> attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  aot.return %x : tensor<16xi8>
}
