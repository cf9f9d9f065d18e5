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
#include "pinstripe/Support/Error.h"
#include <unistd.h>

namespace pinstripe {

/// A verb that works on a recorded run. It records the program that is given
/// after `--`, or opens a case that was recorded before, works on it, and
/// reports the result as text and as JSON.
class CaseCommand : public Command {
protected:
  /// A case on which the verb can begin its work.
  struct OpenedCase : RunnableCase {
    const RecordOptions &record;
    StatusLine &status;
    const Stopwatch &stopwatch; ///< Measures the time since the verb began.
  };
  using Obtain =
      llvm::function_ref<llvm::Expected<OpenCase>(const RecordOptions &)>;
  using Work = llvm::function_ref<llvm::Expected<ExitStatus>(OpenedCase &)>;
  using Write = llvm::function_ref<void(llvm::raw_ostream &)>;

  CaseCommand(CLI::App &tool, VerbDescription text, CaseOptions::Scope scope);

  void addJSON();
  /// Adds the option `--json-events`: how many events the JSON lists at most.
  /// `help` says which events; the default number is added to it.
  void addListedEvents(const std::string &help);
  /// Adds the option `--max-time`, which sets the deadline of opened cases.
  /// `seconds` is its default, if it has one.
  void addMaxTime(std::optional<double> seconds = std::nullopt);
  /// Adds the option `--jobs`. `runs` says which runs are made at the same
  /// time.
  void addLanes(const std::string &runs);
  LaneOptions laneOptions(const RecordOptions &record) const;

  /// Gets the case from `obtain`, and calls `work` with it, the work of the
  /// verb.
  llvm::Expected<ExitStatus> withCase(Obtain obtain, Work work);
  llvm::Expected<ExitStatus> withCase(const CommandWords &words, Work work);

  /// Writes the result as text, as JSON, or both, as the user wants it.
  llvm::Error write(Write writeText, Write writeJSON) const;

  /// Completes the summary of the verb's work, and writes it: by
  /// `writeText(summary, style, stream)`, by `writeJSON(summary, stream)`, or
  /// both.
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
    if (!summary->failure.empty())
      return llvm::make_error<EngineError>(summary->failure);
    return summary->interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
  }

  CaseOptions caseOptions;
  std::string json;
  uint64_t listedEvents;
  std::optional<double> maxSeconds; ///< How long the command may take.
  unsigned lanes = 0; ///< How many lanes; 0 for as many as pay off.
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CASECOMMAND_H
