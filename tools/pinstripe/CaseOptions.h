// The options that state a case: the program, its run, and what must stay.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_CASEOPTIONS_H
#define PINSTRIPE_TOOLS_CASEOPTIONS_H

#include "Command.h"
#include "pinstripe/Case/CaseRecorder.h"

namespace pinstripe {

constexpr llvm::StringLiteral moduleHelp(
    "Shared library of yours, by name or path, that is traced like the "
    "program; may be repeated. It must be loaded when the program starts; its "
    "static constructors run before that, untraced");

/// Returns a UsageError if one of the --env words is not NAME=VALUE.
llvm::Error checkAssignments(llvm::ArrayRef<std::string> words);

/// Returns the seconds left for a search if the whole command may take
/// `seconds` and opening the case took `elapsed`. Opening a case can't be cut
/// short, so at least a tenth of `seconds` is left.
double searchSeconds(double seconds, double elapsed);

/// The options that state a case: how the program is run, which part of its
/// output has to stay, and where the case is stored.
class CaseOptions {
public:
  /// Which options of a case a verb has. All verbs with a case have the options
  /// of engine, sandbox and case directory.
  enum class Scope {
    RunAndPredicate,
    Run,   ///< Options of the run, for verbs without predicates.
    Result ///< For verbs that take run and predicate from a stored result.
  };
  CaseOptions(CLI::App &command, Scope scope);

  /// Adds `--keep` alone, for verbs without the other predicates.
  void addKeep(CLI::App &command, const std::string &group,
               const std::string &help);

  /// Records the program of `words`. If that has no program, opens the case in
  /// the case directory.
  llvm::Expected<OpenCase> obtain(const CommandWords &words,
                                  const RecordOptions &options) const;

  RecordOptions recordOptions(const std::atomic<bool> &interrupted) const;
  /// Returns true if the user has given a predicate.
  bool hasPredicate() const { return !stated.predicate.isEmpty(); }
  const std::string &caseDirectory() const { return place.caseDirectory; }

  /// Sets the flow of a case that is about to be recorded.
  void stateFlow(Flow flow) { stated.launch.flow = flow; }

private:
  void addRunOptions(CLI::App &command);
  void addPredicateOptions(CLI::App &command);
  void addSandboxOptions(CLI::App &command);
  llvm::Error refuseRunOptions() const;

  Case stated;
  RecordOptions place;
  std::vector<std::string> environment;
  std::vector<std::string> modules; ///< Names or paths of traced libraries.
  /// The options that are refused for a run that is already recorded.
  std::vector<CLI::Option *> runOptions;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CASEOPTIONS_H
