// The common part of all verbs that work on a recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_CASECOMMAND_H
#define PINSTRIPE_TOOLS_CASECOMMAND_H

#include "CaseOptions.h"
#include "Command.h"
#include "Console.h"
#include "ExportFiles.h"
#include "PageFile.h"
#include "pinstripe/Circumstance/TesterSource.h"
#include "pinstripe/Report/Annotations.h"
#include "pinstripe/Report/JSONReports.h"
#include "pinstripe/Report/SearchPage.h"
#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Result/CaseReport.h"
#include "pinstripe/Support/Error.h"
#include <type_traits>
#include <unistd.h>

namespace pinstripe {

/// Returns the root of the repository that contains the current folder, or the
/// current folder itself if it is in no repository. Paths in annotations are
/// relative to the returned folder.
std::string repositoryFolder();

/// A verb that works on a recorded run. It records the program that is given
/// after `--`, or opens a case that was recorded before, works on it, and
/// reports the result as text and as JSON.
class CaseCommand : public Command {
public:
  /// Opens the case with the predicate of its stored result, which may differ
  /// from the predicate of the recording.
  static llvm::Expected<OpenCase> openResult(const RecordOptions &record);

protected:
  /// An opened case, together with the options with which it was opened, a
  /// status line and a stopwatch for the work of a verb.
  struct OpenedCase : RunnableCase {
    const RecordOptions &record;
    StatusLine &status;
    const Stopwatch &stopwatch; ///< Measures the time since the verb began.
  };
  using Obtain =
      llvm::function_ref<llvm::Expected<OpenCase>(const RecordOptions &)>;
  using Work = llvm::function_ref<llvm::Expected<ExitStatus>(OpenedCase &)>;
  using Write = llvm::function_ref<void(llvm::raw_ostream &)>;
  using WriteReport =
      llvm::function_ref<llvm::Expected<ExitStatus>(CaseReport &)>;

  CaseCommand(CLI::App &tool, VerbDescription text, CaseOptions::Scope scope);

  void addJSON();
  /// Adds the options `--report` and `--export`. The results of a verb with
  /// these options are also stored in the case directory, so that later reports
  /// show them.
  void addReport();
  /// Adds the option `--report` of a verb that searches an input, a command
  /// line or the like. The HTML page that it writes shows the search, not a
  /// case.
  void addSearchPage();
  /// Adds the option `--sarif`, for verbs whose results are lines of source.
  void addSARIF();
  /// Adds the option `--annotations`, which also prints the result in the form
  /// in which a CI system shows it beside the source.
  void addAnnotations();
  /// Adds the option `--json-events`, which limits the number of events that
  /// the JSON lists. `help` is its help text; the default limit is added to it.
  void addListedEvents(const std::string &help);
  /// Adds the option `--max-time`, which sets a deadline for the work of the
  /// verb. `seconds` is the default; nullopt means that there is no deadline.
  void addMaxTime(std::optional<double> seconds = std::nullopt);
  /// Adds the option `--jobs`, which says how many runs are made at the same
  /// time, and `--lanes`, which says where. `runs` names these runs in the help
  /// text.
  void addLanes(const std::string &runs);
  LaneOptions laneOptions(const RecordOptions &record) const;

  /// Gets the case from `obtain`, which records a case or opens a recorded one.
  /// Then calls `work`, which does the work of the verb on the case.
  llvm::Expected<ExitStatus> withCase(Obtain obtain, Work work);
  llvm::Expected<ExitStatus> withCase(const CommandWords &words, Work work);

  /// Writes the result of the verb as text, as JSON, or both, as the user has
  /// chosen with `--json`.
  llvm::Error write(Write writeText, Write writeJSON) const;

  /// Collects what the report page and the exports show of the case. If
  /// `needsRuns` is true, runs the program again to find the values of
  /// variables and the dependences. Otherwise, leaves both out.
  llvm::Expected<CaseReport> collect(OpenedCase &opened, bool needsRuns) const;
  /// Opens the case and calls `write` with a report of all that is known about
  /// it. If the program can't be run, the report has only what the case
  /// directory has stored, and the user is told what is missing.
  llvm::Expected<ExitStatus> withReport(bool needsRuns, WriteReport write);
  /// Writes the page of `--report` and the files of `--export`, if the user
  /// wants any.
  llvm::Error writeFiles(OpenedCase &opened) const;
  /// Stores the JSON document of the verb in the case directory, and calls
  /// writeFiles(). Does nothing for verbs without the option `--report`.
  llvm::Error keepResult(OpenedCase &opened, Write writeJSON) const;

  /// Prints the result as annotations if the user has given `--annotations`.
  template <typename Summary> void annotate(const Summary &summary) const {
    if (!annotationFormat.empty())
      writeGitHubAnnotations(annotationsOf(summary, maxAnnotations),
                             repositoryFolder(), results());
  }

  /// Writes the summary of the verb's work as text, as JSON, or both. Adds the
  /// version of Pinstripe and the time that the work took. Text is written by
  /// `writeText(summary, style, stream)`, and JSON by `writeJSON(summary,
  /// stream)`, or by `writeJSON(summary, maxEvents, stream)` if the JSON lists
  /// events.
  template <typename Summary, typename Text, typename JSON>
  llvm::Expected<ExitStatus> report(OpenedCase &opened,
                                    llvm::Expected<Summary> summary,
                                    Text writeText, JSON writeJSON) const {
    opened.status.clear();
    if (!summary)
      return summary.takeError();
    summary->version = PINSTRIPE_VERSION;
    summary->totalSeconds = opened.stopwatch.seconds();
    auto writeUpTo = [&](uint64_t maxEvents, llvm::raw_ostream &stream) {
      if constexpr (std::is_invocable_v<JSON, const Summary &, uint64_t,
                                        llvm::raw_ostream &>)
        writeJSON(*summary, maxEvents, stream);
      else
        writeJSON(*summary, stream);
    };
    llvm::Error error = write(
        [&](llvm::raw_ostream &stream) {
          writeText(*summary, styleFor(STDOUT_FILENO), stream);
        },
        [&](llvm::raw_ostream &stream) { writeUpTo(listedEvents, stream); });
    if (error)
      return error;
    if (llvm::Error kept = keepResult(opened, [&](llvm::raw_ostream &stream) {
          writeUpTo(storedEvents, stream);
        }))
      return kept;
    if constexpr (requires { shownSearch(*summary); })
      if (llvm::Error failed =
              writeSearchPageFile(shownSearch(*summary), typed, page))
        return failed;
    if constexpr (requires { annotationsOf(*summary, maxAnnotations); })
      annotate(*summary);
    if (!summary->failure.empty())
      return llvm::make_error<EngineError>(summary->failure);
    return summary->interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
  }

  /// The largest number of events that a stored document lists.
  static constexpr uint64_t storedEvents = 10000;

  CaseOptions caseOptions;
  TerminalOptions terminal;
  std::string json;
  /// The form of annotations: `github`, or empty for none.
  std::string annotationFormat;
  uint64_t listedEvents;
  /// The time limit of `--max-time`, in seconds; nullopt if there is none.
  std::optional<double> maxSeconds;
  /// The number of runs that are made at the same time; 0 lets the tool choose
  /// the number.
  unsigned lanes = 0;
  /// The lanes (processes that make runs) on other machines; null if the user
  /// wants none. They are started before the case is recorded.
  std::shared_ptr<TesterSource> others;

private:
  llvm::Error checkFiles();
  llvm::Error writePage(CaseReport &report) const;
  llvm::Expected<ExitStatus> withStoredReport(llvm::Error reason,
                                              WriteReport write) const;

  /// The arguments of `--export`, and the files that they name.
  std::vector<std::string> exports;
  std::vector<ExportFile> exportFiles;
  std::string sarif; ///< The file of `--sarif`; empty if there is none.
  /// The path of the HTML page that `--report` writes; empty if the user wants
  /// no page.
  std::string page;
  bool hasReport = false; ///< True if the verb has the option `--report`.
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CASECOMMAND_H
