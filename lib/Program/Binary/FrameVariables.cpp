// Finds the variable to which a given byte of a stack frame belongs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/FrameVariables.h"
#include "Binary/DebugInfo.h"

using namespace pinstripe;

llvm::Expected<const FrameVariables::Functions *>
FrameVariables::variablesOf(ModuleId id) {
  auto [found, isNew] = modules.try_emplace(id);
  if (!isNew)
    return &found->second;
  const TracedModule &module = table.module(id);
  llvm::Expected<DebugInfo> info = readDebugInfoAgain(module.path);
  if (!info)
    return info.takeError();
  for (const DebugFunction &function : info->functions)
    for (const FrameVariable &each : function.frameVariables)
      found->second[function.low + module.base].push_back(
          {{each.name, each.line}, each.begin, each.end});
  return &found->second;
}

llvm::Expected<std::optional<LocalVariable>> FrameVariables::at(FunctionId id,
                                                                int64_t place) {
  llvm::Expected<const Functions *> functions = variablesOf(table.moduleOf(id));
  if (!functions)
    return functions.takeError();
  auto function = (*functions)->find(table.function(id).low);
  if (function == (*functions)->end())
    return std::nullopt;
  for (const Variable &each : function->second)
    if (each.begin <= place && place < each.end && !each.name.empty())
      return std::optional<LocalVariable>(each);
  return std::nullopt;
}
