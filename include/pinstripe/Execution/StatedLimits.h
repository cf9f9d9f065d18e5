//===- StatedLimits.h - Limits by the user's word ---------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_EXECUTION_STATEDLIMITS_H
#define PINSTRIPE_EXECUTION_STATEDLIMITS_H

#include "pinstripe/Execution/RunResult.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>

namespace pinstripe {

/// None: as it would be without.
struct StatedLimits {
  /// Of partial executions only.
  std::optional<double> seconds = {}, processorSeconds = {};
  std::optional<uint64_t> events = {};
  /// Of all runs; the last ones only in a sandbox.
  std::optional<uint64_t> outputBytes = {}, fileBytes = {};
  std::optional<uint64_t> memoryBytes = {}, processes = {}, openFiles = {},
                          writtenBytes = {};

  /// The name of one that only a sandbox keeps; empty: there is none.
  std::string needsSandbox() const;
};

/// Each word as the user wrote it: "memory=2G", "time=0.5"; the last one of a
/// name counts. A UsageError if one can't be read.
llvm::Expected<StatedLimits> parseLimits(llvm::ArrayRef<std::string> words);

/// The name by which the user sets it. For what can be set only.
std::string optionFor(LimitReached::Kind kind);

/// "time, cpu, ...", with what each is measured in.
std::string describeLimitNames();

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_STATEDLIMITS_H
