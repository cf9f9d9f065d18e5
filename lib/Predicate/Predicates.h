// Creates the single predicates, one for each option.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PREDICATE_PREDICATES_H
#define PINSTRIPE_LIB_PREDICATE_PREDICATES_H

#include "pinstripe/Predicate/Predicate.h"
#include <functional>

namespace pinstripe {

/// A predicate that either holds for a run or does not.
class Condition : public Predicate {
public:
  using Holds = std::function<bool(const RunResult &result)>;
  Condition(std::string option, Holds holds)
      : option(std::move(option)), holds(std::move(holds)) {}
  std::string description() const override { return option; }
  llvm::Expected<Outcome> test(const RunResult &result) override {
    return holds(result) ? Outcome::Fail : Outcome::Pass;
  }

private:
  std::string option;
  Holds holds;
};

using NewPredicate = llvm::Expected<std::unique_ptr<Predicate>>;

/// --same-exit: holds if the run ended with the recorded exit status or fatal
/// signal.
NewPredicate createSameExit(const RunResult &recorded);

/// --same-stdout: holds if standard output is the recorded one, byte for byte.
/// A UsageError if that is empty, since every run without output would
/// reproduce it.
NewPredicate createSameStdout(const RunResult &recorded);

/// --same-stderr: the same for standard error. Empty standard error is accepted
/// together with other predicates ("and still no warning"), and is a UsageError
/// if `isOnly`.
NewPredicate createSameStderr(const RunResult &recorded, bool isOnly);

/// --same-file: holds if the run left the file with the recorded content.
/// UsageErrors: a path that leads out of the working directory, and a file that
/// the recorded run did not leave.
NewPredicate createSameFile(const std::string &path, const RunResult &recorded);

/// Returns true if the path names something below the working directory, so
/// that it exists in any copy of that directory.
bool staysInWorkingDirectory(llvm::StringRef path);

/// --watch: holds if a watched value is the recorded one. `index` is the
/// position of the value in the list of watched values, and `text` is what the
/// user wrote. A UsageError if the recorded run has no such value.
NewPredicate createSameValue(const std::string &text, size_t index,
                             const RunResult &recorded);

/// --keep: holds if the matches of the expression in standard output are the
/// recorded ones, in the same order and number. UsageErrors: a bad expression,
/// and one that matches nothing in the recorded output.
NewPredicate createKeep(const std::string &expression,
                        const RunResult &recorded);

struct CheckSettings {
  /// The folder whose files the check program reads, and in which it may write.
  /// The folder is made anew for each run that is checked.
  std::string folder;
  double wallLimitSeconds = 60;
  const std::atomic<bool> *interrupted = nullptr;
};

/// --check: asks a check program, see PredicateSpec::checks. Runs the program
/// once for the recorded run. UsageErrors: the program can't be run, or does
/// not hold for the recorded run.
NewPredicate createCheck(const std::string &commandLine,
                         const RunResult &recorded,
                         const CheckSettings &settings);

/// Returns the first lines of `text` for a message, each preceded by a newline
/// and indented. Control characters are escaped, and "..." stands where text
/// was cut.
std::string excerptOf(llvm::StringRef text);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PREDICATE_PREDICATES_H
