//===- Predicate.h - Observation to outcome -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_PREDICATE_PREDICATE_H
#define PINSTRIPE_PREDICATE_PREDICATE_H

#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Reduction/Outcome.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace pinstripe {

/// Says whether a run shows what the recorded run showed. Built with the
/// recorded observation as its reference; asked once per partial execution.
class Predicate {
public:
  virtual ~Predicate() = default;
  /// As the user would type it: `--keep 'sum = .*'`.
  virtual std::string description() const = 0;
  /// Only called with runs that ended by themselves, or whose recorded run
  /// ended in the same way: see `judge`.
  virtual llvm::Expected<Outcome> test(const RunResult &result) = 0;
};

/// Which predicates the user asked for; all must hold. `sameStdout` is meant
/// when nothing is asked for.
struct PredicateSpec {
  bool sameStdout = false;
  bool sameStderr = false;
  bool sameExit = false;
  std::vector<std::string> keep;      ///< regular expressions (POSIX extended)
  std::vector<std::string> sameFiles; ///< relative to the working directory
  std::vector<std::string> checks;    ///< programs, as `git bisect run`
  bool isEmpty() const;
};

/// All predicates of `spec` over the recorded observation. UsageErrors:
/// a bad expression, one that matches nothing in the recorded output, an
/// empty standard output for --same-stdout, a watched file that the recorded
/// run did not write, a check program that can't be run or does not hold for
/// the recorded run. `scratchDirectory` takes the files a check program sees.
llvm::Expected<std::unique_ptr<Predicate>>
createPredicate(const PredicateSpec &spec, const RunResult &recorded,
                const std::string &scratchDirectory);

/// The outcome of a run: UNRESOLVED if it crashed, hung, diverged or reached
/// a limit, else what the predicate says. With a recorded run that crashed,
/// the same signal counts as ending by itself.
llvm::Expected<Outcome> judge(Predicate &predicate, const RunResult &recorded,
                              const RunResult &result);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_PREDICATE_H
