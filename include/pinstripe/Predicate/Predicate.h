// Creates the predicates that the user asked for, which compare a run with the
// recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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

/// Judges whether a run shows what the recorded run showed. A predicate is
/// built with what was observed in the recorded run, and then judges one run
/// after the other.
class Predicate {
public:
  virtual ~Predicate() = default;
  /// Returns the option for this predicate as a user types it, such as `--keep
  /// 'sum = .*'`.
  virtual std::string description() const = 0;
  /// Judges a run that has exited, or that has crashed with the same signal as
  /// the recorded run. The function `judge` handles all other runs.
  virtual llvm::Expected<Outcome> test(const RunResult &result) = 0;
};

/// The predicates that the user asked for. All of them must hold. If the user
/// asked for none, the run must show the recorded crash (`sameCrash`) or, if
/// the recorded run did not crash, the recorded standard output (`sameStdout`).
struct PredicateSpec {
  bool sameStdout = false;
  bool sameStderr = false;
  /// True if the run must end as the recorded run did: with the same exit
  /// status or the same crash.
  bool sameExit = false;
  /// True if the run must crash as the recorded run did: with the same signal
  /// and kind of fault, in the same statement instance and instruction. Poison
  /// is a pattern that is written in place of skipped stores. A fault at an
  /// address that consists of poison does not count as the recorded crash.
  ///
  /// A program can end itself on purpose, by assert, abort, an uncaught
  /// exception or a sanitizer. Then the statement and the message must be the
  /// same.
  bool sameCrash = false;
  /// POSIX extended regular expressions, matched line by line as by `grep -oE`.
  /// The matches in standard output must be the recorded ones, in the same
  /// order. Matches of the empty string do not count.
  std::vector<std::string> keep;
  /// Paths of the files whose content must be the recorded one. The paths are
  /// relative to the working directory, and lead to files below it.
  std::vector<std::string> sameFiles;
  /// True if all files that the recorded run writes below its working directory
  /// must have their recorded content. As soon as the paths of these files are
  /// known, they are added to `sameFiles`, and this flag is cleared.
  bool sameWrittenFiles = false;
  /// Watched values, as `FILE:LINE:EXPRESSION[#k]`. The expression is evaluated
  /// just before the k-th execution of a statement that begins on the line.
  /// Without #k, it is evaluated before the last execution. Its value must be
  /// the recorded one. If the statement is not executed, or the value can't be
  /// read, the outcome is PASS (not reproduced).
  std::vector<std::string> watches = {};
  /// Programs that judge the output, as with `git bisect run`. Each text is the
  /// path of an executable, or a command line. A command line is split into
  /// words at white space outside of quotes. The first word is looked up in
  /// PATH. No shell is involved: pipes and variables need a script or sh -c
  /// '...'.
  ///
  /// A check program runs in the working directory of Pinstripe, outside of the
  /// sandbox of the program under test. Its standard input is /dev/null. Its
  /// environment holds
  ///
  ///     PINSTRIPE_STDOUT, PINSTRIPE_STDERR  files with what the run wrote
  ///     PINSTRIPE_EXIT                      "3", or "signal 11"
  ///     PINSTRIPE_FILES                     a folder with the observed files
  ///
  /// Exit status 0 means that the output is reproduced (FAIL). Exit status 125,
  /// or no end within 60 s, means UNRESOLVED. Any other status up to 127 means
  /// that the output is not reproduced (PASS). A higher status or a fatal
  /// signal means that the check program is broken, which is a UsageError.
  std::vector<std::string> checks;
  bool operator==(const PredicateSpec &) const = default;
  bool isEmpty() const;
  /// Returns a copy of this specification that fits the recorded run. If that
  /// run crashed, and the user asked for no predicate or for `sameExit`, the
  /// copy asks for `sameCrash` as well.
  PredicateSpec completedFor(const RunResult &recorded) const;
};

/// Creates all predicates of `spec`, which compare runs with the recorded
/// observation. The files for check programs are written into
/// `scratchDirectory`, in folders named "check-1" and so on. When `interrupted`
/// becomes true, a running check program is ended, and its outcome is
/// UNRESOLVED. `interrupted` may be null.
///
/// Returns a UsageError in each of these cases:
/// - A regular expression is not valid, or matches nothing in the recorded
///   output.
/// - --same-crash is given, but the recorded run did not crash, and no
///   sanitizer reported an error.
/// - --same-stdout is given, but the recorded standard output is empty.
/// - --same-stderr is given without another predicate, but the recorded
///   standard error is empty.
/// - The recorded run does not have a watched value.
/// - The recorded run did not leave an observed file.
/// - A check can't be run, or does not hold for the recorded run.
llvm::Expected<std::unique_ptr<Predicate>>
createPredicate(const PredicateSpec &spec, const RunResult &recorded,
                const std::string &scratchDirectory,
                const std::atomic<bool> *interrupted = nullptr);

/// Returns the outcome of a run. The predicate decides about a run that exited,
/// or that crashed with the same signal as the recorded run: FAIL if the output
/// was reproduced, otherwise PASS. The outcome is UNRESOLVED if the run crashed
/// with another signal, hung, diverged or reached a limit.
llvm::Expected<Outcome> judge(Predicate &predicate, const RunResult &recorded,
                              const RunResult &result);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_PREDICATE_H
