// The options of a case: how a program is run, and what must be reproduced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_CASEOPTIONS_H
#define PINSTRIPE_TOOLS_CASEOPTIONS_H

#include "CommonOptions.h"
#include "pinstripe/Case/CaseRecorder.h"

namespace pinstripe {

constexpr llvm::StringLiteral moduleHelp(
    "Shared library of yours that is traced like the program: its path or name "
    "(libfoo.so.1, or foo); may be repeated. It must be loaded when the "
    "program "
    "starts; its static constructors run before that, untraced");

/// Adds the option `--source-map` to a verb. Its arguments, of the form
/// FROM=TO, are stored in `words`.
void addSourceMap(CLI::App &command, std::vector<std::string> &words);

/// The options that describe a case: how the program is run, which part of its
/// output must be reproduced, and where the case is stored.
class CaseOptions {
public:
  /// The sets of options that a verb can have. All verbs that work on a case
  /// have the options for the engine, the sandbox and the case directory.
  enum class Scope {
    /// The verb has the options for how the program is run, and those for the
    /// predicate.
    RunAndPredicate,
    /// The verb has the options for how the program is run, but none for the
    /// predicate.
    Run,
    /// The verb has no options for the run or the predicate: it works on the
    /// stored result of a reduction.
    Result,
    /// The verb has no options for the run or the predicate. Its option -o
    /// stands for something else than the case directory.
    Stored
  };
  CaseOptions(CLI::App &command, Scope scope);

  /// Records a run of the program that `words` names, with the arguments in
  /// `words`. If `words` is empty, opens the recorded case in the case
  /// directory instead.
  llvm::Expected<OpenCase> obtain(const CommandWords &words,
                                  const RecordOptions &options) const;

  /// Returns the case that the options state. `words` has the program and its
  /// arguments. `variables`, of the form NAME=VALUE, are added to the
  /// environment before the variables of `--env`. `removed` has the names of
  /// variables that are removed from the environment, unless `--env` sets them.
  llvm::Expected<Case>
  statedCase(const CommandWords &words, const RecordOptions &options,
             llvm::ArrayRef<std::string> variables = {},
             llvm::ArrayRef<std::string> removed = {}) const;

  RecordOptions recordOptions(const std::atomic<bool> &interrupted) const;
  /// Returns the predicate that the options state. A verb that has more options
  /// for predicates stores their values in the returned object.
  PredicateSpec &predicate() { return stated.predicate; }
  /// Returns true if the user has given a predicate, by an option such as
  /// `--keep`.
  bool hasPredicate() const { return !stated.predicate.isEmpty(); }
  const std::string &caseDirectory() const { return place.caseDirectory; }

  /// Sets the flow for a case that `obtain` records. The flow says what decides
  /// where control goes in a test: the recording, or the conditions of the
  /// program. If `obtain` opens a recorded case, that case keeps its own flow.
  void stateFlow(Flow flow) { stated.launch.flow = flow; }

  /// Makes certain input files visible in the sandbox: those of the runs that
  /// were made with a reference program.
  void showReferenceRuns() { place.containment.showsReferenceRuns = true; }

private:
  void addRunOptions(CLI::App &command);
  void addPredicateOptions(CLI::App &command);
  llvm::Error refuseRunOptions() const;

  Case stated;
  RecordOptions place;
  std::vector<std::string> environment;
  /// The names or paths of the shared libraries that are traced like the
  /// program, as typed after `--module`.
  std::vector<std::string> modules;
  /// The options that matter only for recording, such as `--stdin`. It is an
  /// error to give one of them for a case that is recorded already.
  std::vector<CLI::Option *> runOptions;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CASEOPTIONS_H
