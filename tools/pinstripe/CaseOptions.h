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

/// Adds the option `--source-map`, whose words go to `words`.
void addSourceMap(CLI::App &command, std::vector<std::string> &words);

/// The options that state a case: how the program is run, which part of its
/// output has to stay, and where the case is stored.
class CaseOptions {
public:
  /// Which of these options a verb has. All verbs with a case have the options
  /// for the engine, the sandbox and the case directory.
  enum class Scope {
    RunAndPredicate,
    Run,   ///< The verb also has the options for how the program is run.
    Result ///< The verb has no further options: a stored result says the rest.
  };
  CaseOptions(CLI::App &command, Scope scope);

  /// Adds the option `--keep`, for verbs that have no other predicate.
  void addKeep(CLI::App &command, const std::string &group,
               const std::string &help);

  /// Records the program that `words` name. If `words` are empty, opens the
  /// case in the case directory instead.
  llvm::Expected<OpenCase> obtain(const CommandWords &words,
                                  const RecordOptions &options) const;

  RecordOptions recordOptions(const std::atomic<bool> &interrupted) const;
  /// Returns true if the user has given a predicate.
  bool hasPredicate() const { return !stated.predicate.isEmpty(); }
  const std::string &caseDirectory() const { return place.caseDirectory; }

  /// Sets the flow of a case that will be recorded.
  void stateFlow(Flow flow) { stated.launch.flow = flow; }

private:
  void addRunOptions(CLI::App &command);
  void addPredicateOptions(CLI::App &command);
  void addSandboxOptions(CLI::App &command);
  llvm::Error refuseRunOptions() const;

  Case stated;
  RecordOptions place;
  std::vector<std::string> environment;
  /// The names or paths of libraries, as typed after --module.
  std::vector<std::string> modules;
  /// Options that only matter for recording. For a case that is recorded
  /// already they are an error.
  std::vector<CLI::Option *> runOptions;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CASEOPTIONS_H
