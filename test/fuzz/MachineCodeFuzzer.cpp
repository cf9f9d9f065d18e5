// Fuzzes the analysis of machine code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is a function with its rows of the line table (see CodeInput.h). The
// function is analysed until its entries are in the unit table.

#include "CodeInput.h"
#include "SeedTable.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;

namespace {

/// Calls all functions that describe single instructions.
void useInstructions(const CodeInput &input) {
  auto instructions = decoder().decode(input.code, CodeInput::low);
  if (!instructions)
    return;
  size_t offset = 0;
  for (const Instruction &instruction : *instructions) {
    auto bytes = input.code.slice(offset, instruction.size);
    offset += instruction.size;
    for (const MemoryReference &reference :
         decoder().effectOf(bytes, instruction).memory)
      require(reference.size != 0);
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
