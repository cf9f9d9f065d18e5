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
#include <atomic>
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
  bool sameExit = false; ///< exit status or fatal signal
  /// POSIX extended regular expressions, matched line by line as `grep -oE`
  /// does. The sequence of all matches in standard output must come out
  /// identical; matches of the empty string don't count.
  std::vector<std::string> keep;
  /// Relative to the working directory and below it.
  std::vector<std::string> sameFiles;
  /// All files that the run writes there; to become `sameFiles` when they are
  /// known.
  bool sameWrittenFiles = false;
  /// `FILE:LINE:EXPRESSION[#k]`: the value just before the k-th, or last,
  /// execution of a statement that begins on the line must come out identical.
  /// What is not executed or not readable is another value: PASS.
  std::vector<std::string> watches = {};
  /// Programs that judge the output, as `git bisect run`. Each is the path of
  /// an executable, or a command line: split into words at white space
  /// outside of quotes, the first one looked up in PATH. There is no shell in
  /// between: for pipes and variables write a script or sh -c '...'.
  ///
  /// It runs in our working directory with standard input from /dev/null,
  /// outside of the containment of the program under test, and sees
  ///   PINSTRIPE_STDOUT, PINSTRIPE_STDERR  files with what the run wrote
  ///   PINSTRIPE_EXIT                      "3", or "signal 11"
  ///   PINSTRIPE_FILES                     a folder with the watched files
  /// Exit status 0: reproduced (FAIL). 125, or no end within 60 s: UNRESOLVED.
  /// Any other up to 127: not reproduced (PASS). Beyond that, or killed by a
  /// signal: the check program is broken, which is a UsageError.
  std::vector<std::string> checks;
  bool operator==(const PredicateSpec &) const = default;
  bool isEmpty() const;
};

/// All predicates of `spec` over the recorded observation. UsageErrors:
/// a bad expression, one that matches nothing in the recorded output, an
/// a watched value that the recorded run does not have,
/// empty standard output for --same-stdout (an empty standard error for
/// --same-stderr if there is no other predicate), a watched file that the
/// recorded run did not leave, a check program that can't be run or does not
/// hold for the recorded run. `scratchDirectory` takes the files that check
/// programs see; the predicate has its own folders there, named "check-1" and
/// so on. A check program that runs is ended when `interrupted` becomes true,
/// with the outcome UNRESOLVED.
llvm::Expected<std::unique_ptr<Predicate>>
createPredicate(const PredicateSpec &spec, const RunResult &recorded,
                const std::string &scratchDirectory,
                const std::atomic<bool> *interrupted = nullptr);

/// The outcome of a run: UNRESOLVED if it crashed, hung, diverged or reached
/// a limit, else what the predicate says. With a recorded run that crashed,
/// the same signal counts as ending by itself.
llvm::Expected<Outcome> judge(Predicate &predicate, const RunResult &recorded,
                              const RunResult &result);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_PREDICATE_H
