// Fuzzes the readers of DWARF with damaged executables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The readers read functions, line tables, types and the places of variables.
// If LLVM's readers crash, only a child process ends (see TrialReading.h). This
// process must not crash.

#include "Binary/DebugInfo.h"
#include "Expressions/DebugVariables.h"
#include "ProgramMutator.h"
#include "pinstripe/Program/ExpressionCompiler.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;

namespace {

void useExpressions(const DebugInfo &info, const UnitTable &table) {
  constexpr size_t maxFunctions = 2;
  ExpressionCompiler compiler(table);
  for (const DebugFunction &function :
       llvm::ArrayRef(info.functions).take_front(maxFunctions))
    for (const char *expression :
         {"node->values[i]", "head", "*labels[1]", "this->side", "text", "many",
          "shapes::Square::made", "&value"}) {
      auto compiled = compiler.compile(expression, function.low);
      if (accepted(compiled))
        require(compiled->type != nullptr);
    }
}

void useGlobals(const std::string &path) {
  auto module = ModuleVariables::open(path, 0);
  if (!accepted(module))
    return;
  std::set<std::string> names;
  (*module)->addGlobalNames(names);
  for (const std::string &name : names)
    if (llvm::DWARFDie variable = (*module)->findGlobal(name, {}))
      (void)paddingOf(*describeType(
          typeOf(variable), [](const DebugType &type) { return type; }));
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t most, unsigned seed) {
  return mutateProgram(data, size, most, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const FileInMemory file;
  file.write(textOf(data, size));
  auto info = readDebugInfo(file.path());
  if (!accepted(info))
    return 0;
  UnitTable table;
  table.modules = {{file.path(), info->hash, 0}};
  useExpressions(*info, table);
  useGlobals(file.path());
  return 0;
}
