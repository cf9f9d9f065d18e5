// Chooses the engine that runs the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An engine runs the program and controls which statements are executed. The
// native engine is the fastest one. The ptrace engine can run programs with
// threads, and the LLDB engine other programs that the native engine refuses.

#ifndef PINSTRIPE_CASE_ENGINES_H
#define PINSTRIPE_CASE_ENGINES_H

#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Result/ReductionSummary.h"
#include <memory>

namespace pinstripe {

struct ChosenEngine {
  std::unique_ptr<ExecutionEngine> engine;
  EngineDescription description;
  /// True if Pinstripe, and not the user, has chosen the engine. Then Pinstripe
  /// may use another engine instead if the chosen one can't run the program.
  bool mayFallBack = false;
};

/// Returns the names that the option --engine takes.
std::vector<std::string> engineNames();

/// Creates the engine called `name`, one of `engineNames`. `table` must outlive
/// the engine.
llvm::Expected<ChosenEngine> createEngine(llvm::StringRef name,
                                          const UnitTable &table);

/// Replaces the engine by a slower one, after the former engine has failed or
/// can't run the program. Must be called only if `mayFallBack` is true. If
/// `hasThreads` says that the native engine can't run the program because of
/// its threads, the ptrace engine is next. In all other cases it is the LLDB
/// engine, which is the last one. `reason` says why the engine is replaced. It
/// is stored in the engine's description.
llvm::Error fallBack(ChosenEngine &engine, llvm::StringRef reason,
                     bool hasThreads, const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_ENGINES_H
