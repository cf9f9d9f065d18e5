//===- MachineCodeFuzzer.cpp - Throws bytes at readers of machine code ----===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function with its rows of the line table, as CodeInput.h has it; up to
// its entries in the unit table.
//
//===----------------------------------------------------------------------===//

#include "CodeInput.h"
#include "SeedTable.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;

namespace {

/// What is asked of single instructions.
void useInstructions(const CodeInput &input) {
  auto instructions = decoder().decode(input.code, CodeInput::low);
  if (!instructions)
    return;
  size_t offset = 0;
  for (const Instruction &instruction : *instructions) {
    auto bytes = input.code.slice(offset, instruction.size);
    offset += instruction.size;
    for (const MemoryOperand &operand :
         decoder().effectOf(bytes, instruction).memory)
      require(operand.size != 0);
    auto distance = decoder().distanceOffset(bytes, instruction);
    require(!distance || *distance + 4 <= instruction.size);
  }
  require(offset == input.code.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto input = CodeInput::read({data, size});
  if (!input)
    return 0;
  useInstructions(*input);
  if (auto table = tableOf(input->debugInfo(), "program"))
    requireFit(*table);
  return 0;
}
