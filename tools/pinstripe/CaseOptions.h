//===- CaseOptions.h - The options that state a case ------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TOOLS_CASEOPTIONS_H
#define PINSTRIPE_TOOLS_CASEOPTIONS_H

#include "Command.h"
#include "pinstripe/Driver/RecordedCase.h"

namespace pinstripe {

constexpr llvm::StringLiteral moduleHelp(
    "A shared library of yours, by name or path, that is traced like the "
    "program; it must be loaded when the program starts. Its static "
    "constructors run before that, untraced. May be repeated");

/// A UsageError if one of these --env words is no NAME=VALUE.
llvm::Error checkAssignments(llvm::ArrayRef<std::string> words);

/// What the search may take of the seconds for the whole command, when
/// `elapsed` have gone to opening the case: that can't be cut short, so that at
/// least a tenth is left.
double searchSeconds(double seconds, double elapsed);

/// Of all verbs that run the program.
void addContainmentOptions(CLI::App &command, ContainmentOptions &containment);

/// What verbs share that can record: how the program is run, and what is to be
/// kept of its output.
class CaseOptions {
public:
  /// Without predicate: for verbs that judge the output in another way.
  explicit CaseOptions(CLI::App &command, bool statesPredicate = true);

  /// For verbs that use no other predicate.
  void addKeep(CLI::App &command, const std::string &group,
               const std::string &help);

  /// Records the program behind `--`; without one, opens the case directory.
  llvm::Expected<std::unique_ptr<RecordedCase>>
  obtain(const CommandWords &words, const RecordOptions &options) const;

  RecordOptions recordOptions(const std::atomic<bool> &interrupted) const;
  /// Whether the user has given one.
  bool hasPredicate() const { return !stated.predicate.isEmpty(); }
  const std::string &caseDirectory() const { return place.caseDirectory; }

  /// Of the case that is recorded.
  void stateFlow(Flow flow) { stated.launch.flow = flow; }

private:
  void addRunOptions(CLI::App &command);
  void addPredicateOptions(CLI::App &command);
  llvm::Error refuseRunOptions() const;

  Case stated;
  RecordOptions place;
  std::vector<std::string> environment;
  std::vector<std::string> modules; ///< names or paths
  /// Those that make no sense for a run that is already recorded.
  std::vector<CLI::Option *> runOptions;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CASEOPTIONS_H
