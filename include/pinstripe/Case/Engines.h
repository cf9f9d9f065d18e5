// Chooses the engine that runs the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_ENGINES_H
#define PINSTRIPE_CASE_ENGINES_H

#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Result/ReductionSummary.h"
#include <memory>

namespace pinstripe {

struct ChosenEngine {
  std::unique_ptr<ExecutionEngine> engine;
  EngineDescription description;
  /// True if "auto" has chosen the engine, which may yet prove unsuitable for
  /// the program.
  bool mayFallBack = false;
};

/// Returns the names that --engine takes.
std::vector<std::string> engineNames();

/// Creates the engine with a name from `engineNames`. `table` must outlive the
/// engine.
llvm::Expected<ChosenEngine> createEngine(llvm::StringRef name,
                                          const UnitTable &table);

/// Replaces an engine that `mayFallBack` by the reference engine, LLDB. The
/// reason becomes part of the engine's description.
llvm::Error fallBackToLLDB(ChosenEngine &engine, llvm::StringRef reason,
                           const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_ENGINES_H
