// Output on the terminal: progress, errors and results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_CONSOLE_H
#define PINSTRIPE_TOOLS_CONSOLE_H

#include "TerminalOptions.h"
#include "pinstripe/Case/CaseRecorder.h"
#include "pinstripe/Report/LinkStream.h"
#include "pinstripe/Report/ProgressJSON.h"
#include "pinstripe/Report/ProgressReporter.h"
#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Report/WorkSignal.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/ExitStatus.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace pinstripe {

bool isTerminal(int descriptor);
/// Returns true if `descriptor` is a terminal that can redraw a line: the
/// environment variable TERM is set, and is not `dumb`.
bool canRedraw(int descriptor);

/// Returns the colours and the width of lines for text that is written to
/// `descriptor`. Whether there are colours is decided by wantsColour(). Lines
/// are as wide as the terminal; if the output is not a terminal, their width
/// has no limit.
TextStyle styleFor(int descriptor);

/// results() returns the stream for standard output, messages() the one for
/// standard error. If the locale of the environment lacks UTF-8, as with
/// LC_ALL=C, the streams replace special characters such as the ellipsis by
/// ASCII characters.
llvm::raw_ostream &results();
llvm::raw_ostream &messages();

/// A stream for results. If the user or the terminal wants links, the stream
/// turns the names of files into links. The links are complete when this object
/// is destroyed.
class LinkedResults {
public:
  explicit LinkedResults(Hyperlinks links);
  llvm::raw_ostream &stream() { return linked ? *linked : results(); }

private:
  std::optional<LinkStream> linked;
};

/// Tells the user what the tool is doing, on standard error and in the title of
/// the terminal. The user chooses the form. In the text form, a line on the
/// terminal shows the progress, and is erased afterwards. This form prints
/// nothing if standard error is not a terminal that can redraw a line.
class StatusLine {
public:
  /// `stopwatch` measures the time since the verb began. It must outlive this
  /// object.
  StatusLine(const TerminalOptions &terminal, const Stopwatch &stopwatch);
  ~StatusLine() { clear(); }
  /// Connects the status line with a recording that is made with `options`. The
  /// recording then shows its progress in the status line. The status line is
  /// erased before each message for the user.
  void attach(RecordOptions &options);
  void show(llvm::StringRef step) { show(Progress{step}); }
  void show(const Progress &progress);
  /// Shows the first entries of a ranking of suspect lines that is not complete
  /// yet. These entries stay on the terminal.
  void show(const LocateSummary &soFar);
  /// Shows `progress` in the title of the terminal, but not in the status line.
  void showInTitle(llvm::StringRef progress);
  /// Returns a function that receives reports of progress and shows them in the
  /// status line. The status line must outlive the function.
  ProgressListener listener() {
    return [this](const Progress &progress) { show(progress); };
  }
  void clear();

  ProgressForm form() const { return terminal.progress; }
  /// Returns the object that reports progress as JSON; null if the user has
  /// chosen another form.
  ProgressJSON *json() { return lines ? &*lines : nullptr; }

private:
  TerminalOptions terminal;
  std::optional<ProgressJSON> lines;
  std::optional<WorkSignal> signal;
  bool isShown = false;
};

/// Shows the progress of a reduction on stderr, in the form of a status line.
class ConsoleProgress : public ReductionObserver {
public:
  /// `status` shows the progress, and `stopwatch` measures the time of the
  /// reduction. Both must outlive this object.
  ConsoleProgress(StatusLine &status, const Stopwatch &stopwatch);
  void progressed(const ReductionProgress &progress) override;

private:
  StatusLine &status;
  std::optional<ProgressReporter> text;
};

/// Prints `error: `, followed by `message`, on stderr. Characters that a
/// terminal can't show are printed as escapes.
void printError(llvm::StringRef message);

/// Prints the message of `error` on stderr. Returns the exit status of the tool
/// for this class of error.
ExitStatus reportError(llvm::Error error);

/// Returns a FileError if the output file that was named with `--json` can't be
/// written. Call this function before the work of the verb begins.
llvm::Error checkOutputFile(const std::string &path);

/// Writes the output file that was named with `--json`, either as a whole or
/// not at all. The path "-" stands for standard output.
llvm::Error
writeOutputFile(const std::string &path,
                llvm::function_ref<void(llvm::raw_ostream &)> write);

/// Flushes standard output. Returns `status` if that succeeds, or if the reader
/// of a pipe has gone away. Otherwise, for example on a full disk, prints an
/// error and returns InternalError.
ExitStatus finishOutput(ExitStatus status);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CONSOLE_H
