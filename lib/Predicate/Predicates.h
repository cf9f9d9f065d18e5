// Creates the predicates for options such as --keep, one for each option.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PREDICATE_PREDICATES_H
#define PINSTRIPE_LIB_PREDICATE_PREDICATES_H

#include "pinstripe/Predicate/Predicate.h"
#include <functional>

namespace pinstripe {

/// A predicate that asks a yes-or-no question about a run. If the answer is
/// yes, the outcome is FAIL (the output is reproduced), otherwise PASS. The
/// outcome is never UNRESOLVED.
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

/// --same-crash: holds if the run crashed as the recorded run did; see
/// PredicateSpec::sameCrash. The outcome of a run that crashed in another way
/// is UNRESOLVED. Returns a UsageError if the recorded run did not crash and no
/// sanitizer reported an error in it.
NewPredicate createSameCrash(const RunResult &recorded);

/// Returns the options for predicates that do not look at standard output.
std::vector<std::string> othersThanOutput();

/// --same-stdout: holds if standard output is the recorded one, byte for byte.
/// Returns a UsageError if the recorded standard output is empty, since every
/// run without output would reproduce it.
NewPredicate createSameStdout(const RunResult &recorded);

/// --same-stderr: holds if standard error is the recorded one, byte for byte.
/// `isOnly` is true if the user asks for no other predicate. In this case,
/// returns a UsageError if the recorded standard error is empty. With other
/// predicates, an empty standard error makes sense ("and still no warning").
NewPredicate createSameStderr(const RunResult &recorded, bool isOnly);

/// --same-file: holds if the file at `path` has the same content after the run
/// as after the recorded run. Returns a UsageError if the path leads out of the
/// working directory, or if the recorded run left no file there.
NewPredicate createSameFile(const std::string &path, const RunResult &recorded);

/// Returns true if the path leads to something below the working directory.
/// Only such paths can be observed: a run may work in a copy of the directory,
/// and other paths would lead out of this copy.
bool staysInWorkingDirectory(llvm::StringRef path);

/// --watch: holds if a watched value is the same as in the recorded run.
/// `index` is its index in the list of watched values, and `text` is what the
/// user has typed for it. Returns a UsageError if the recorded run has no such
/// value.
NewPredicate createSameValue(const std::string &text, size_t index,
                             const RunResult &recorded);

/// --keep: holds if the matches of the regular expression in the standard
/// output are the recorded ones, in the same order and number. Returns a
/// UsageError if the expression is not valid, or if it matches nothing in the
/// recorded output.
NewPredicate createKeep(const std::string &expression,
                        const RunResult &recorded);

struct CheckSettings {
  /// The folder with the files that the check program reads. The check program
  /// may also write there. So the folder is removed and made again for each
  /// judged run.
  std::string folder;
  double wallLimitSeconds = 60;
  const std::atomic<bool> *interrupted = nullptr;
};

/// --check: lets a check program judge a run; see PredicateSpec::checks. First
/// runs the check program once for the recorded run. Returns a UsageError if
/// the check program can't be run, or if the check does not hold for the
/// recorded run.
NewPredicate createCheck(const std::string &commandLine,
                         const RunResult &recorded,
                         const CheckSettings &settings);

/// Returns the first lines of `text` for a message. Each line is indented and
/// begins after a newline. "..." stands for further lines.
std::string excerptOf(llvm::StringRef text);

/// Returns the beginning of a line for a message, made printable and cut to
/// `columns`.
std::string excerptOfLine(llvm::StringRef line, unsigned columns);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PREDICATE_PREDICATES_H
