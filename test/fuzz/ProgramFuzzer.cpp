// Fuzzes the program model with damaged executables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program model is the unit table and the DataCode. They are made from ELF
// headers, symbols, DWARF, unwind tables and machine code. DebugInfoFuzzer
// tests the reader of variables, and MachineCodeFuzzer tests the analysis of
// code more thoroughly.

#include "ProgramMutator.h"
#include "SeedTable.h"
#include "pinstripe/Program/DataCode.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;

static void useProgram(const std::string &path) {
  auto info = readDebugInfo(path);
  if (!accepted(info))
    return;
  ModuleCode code = *info;
  std::optional<UnitTable> table = tableOf(std::move(*info), path);
  if (!table)
    return;
  requireFit(*table);
  auto data = DataCode::create(*table, {&code});
  (void)accepted(data);
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t most, unsigned seed) {
  return mutateProgram(data, size, most, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const FileInMemory file;
  file.write(textOf(data, size));
  useProgram(file.path());
  return 0;
}
