//===- Engines.h - Chooses an engine ----------------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_ENGINES_H
#define PINSTRIPE_DRIVER_ENGINES_H

#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Report/ReductionSummary.h"
#include <memory>

namespace pinstripe {

struct ChosenEngine {
  std::unique_ptr<ExecutionEngine> engine;
  EngineDescription description;
  /// It was chosen by "auto" and may turn out not to suit the program.
  bool mayFallBack = false;
};

/// The names that --engine takes.
std::vector<std::string> engineNames();

/// `table` must outlive the engine.
llvm::Expected<ChosenEngine> createEngine(llvm::StringRef name,
                                          const UnitTable &table);

/// Replaces an engine that `mayFallBack` by the reference engine. The reason
/// becomes part of its description.
llvm::Error fallBackToLLDB(ChosenEngine &engine, llvm::StringRef reason,
                           const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_ENGINES_H
