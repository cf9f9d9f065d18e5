//===- Check.h - --check ----------------------------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_PREDICATE_CHECK_H
#define PINSTRIPE_PREDICATE_CHECK_H

#include "pinstripe/Predicate/Predicate.h"

namespace pinstripe {

struct CheckSettings {
  /// Takes what the check program sees and writes; replaced at each run.
  std::string folder;
  double wallLimitSeconds = 60;
  const std::atomic<bool> *interrupted = nullptr;
};

/// Holds if the program says so: see PredicateSpec::checks. Runs it once, on
/// the recorded run. UsageErrors: it can't be run, or does not hold for that.
llvm::Expected<std::unique_ptr<Predicate>>
createCheck(const std::string &commandLine, const RunResult &recorded,
            const CheckSettings &settings);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_CHECK_H
