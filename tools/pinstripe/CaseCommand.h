// The common part of all verbs that work on a recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_CASECOMMAND_H
#define PINSTRIPE_TOOLS_CASECOMMAND_H

#include "CaseOptions.h"
#include "Command.h"
#include "Console.h"
#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Report/JSONReports.h"
#include "pinstripe/Report/TextReports.h"
#include <unistd.h>

namespace pinstripe {

/// A verb that records the program given after `--`, or opens a case that was
/// recorded before, works on it and reports the result as text and JSON.
class CaseCommand : public Command {
protected:
  /// A case that is ready for the work of the verb.
  struct OpenedCase : RunnableCase {
    const RecordOptions &record;
    StatusLine &status;
    const Stopwatch &stopwatch; ///< Started when the verb began.
  };
  using Obtain =
      llvm::function_ref<llvm::Expected<OpenCase>(const RecordOptions &)>;
  using Work = llvm::function_ref<llvm::Expected<ExitStatus>(OpenedCase &)>;
  using Write = llvm::function_ref<void(llvm::raw_ostream &)>;

  CaseCommand(CLI::App &tool, VerbDescription text, CaseOptions::Scope scope);

  void addJSON();
  /// Adds the option `--json-events`, which limits how many events the JSON
  /// lists. `help` says which events; the default is added to it.
  void addListedEvents(const std::string &help);
  /// Adds the option `--jobs`. `runs` says which runs are made at the same
  /// time.
  void addLanes(const std::string &runs);
  LaneOptions laneOptions(const RecordOptions &record) const;

  /// Obtains the case by `obtain` and does `work`, the work of the verb, on it.
  llvm::Expected<ExitStatus> withCase(Obtain obtain, Work work);
  llvm::Expected<ExitStatus> withCase(const CommandWords &words, Work work);

  /// Writes the result as text, as JSON, or both, as the user has asked.
  llvm::Error write(Write writeText, Write writeJSON) const;

  /// Completes the summary of a verb, and writes it by
  /// `writeText(summary, style, stream)` and `writeJSON(summary, stream)`.
  template <typename Summary, typename Text, typename JSON>
  llvm::Expected<ExitStatus> report(OpenedCase &opened,
                                    llvm::Expected<Summary> summary,
                                    Text writeText, JSON writeJSON) const {
    opened.status.clear();
    if (!summary)
      return summary.takeError();
    summary->version = PINSTRIPE_VERSION;
    summary->totalSeconds = opened.stopwatch.seconds();
    llvm::Error error = write(
        [&](llvm::raw_ostream &stream) {
          writeText(*summary, styleFor(STDOUT_FILENO), stream);
        },
        [&](llvm::raw_ostream &stream) { writeJSON(*summary, stream); });
    if (error)
      return error;
    return summary->interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
  }

  CaseOptions caseOptions;
  std::string json;
  uint64_t listedEvents;
  unsigned lanes = 0; ///< How many lanes; 0 for as many as pay off.
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CASECOMMAND_H
