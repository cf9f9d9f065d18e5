// Output on the terminal: progress, errors and results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_CONSOLE_H
#define PINSTRIPE_TOOLS_CONSOLE_H

#include "pinstripe/Case/CaseRecorder.h"
#include "pinstripe/Report/ProgressReporter.h"
#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/ExitStatus.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

bool isTerminal(int descriptor);
/// Returns true if `descriptor` is a terminal that can redraw a line: the
/// environment variable TERM is set, and is not `dumb`.
bool canRedraw(int descriptor);

/// Returns the colours and the width of lines for text that is written to
/// `descriptor`. There are colours only on a terminal that has them, and only
/// if NO_COLOR is not set. Lines are as wide as the terminal; if the output is
/// not a terminal, their width has no limit.
TextStyle styleFor(int descriptor);

/// results() is the stream for standard output, messages() the one for standard
/// error. If the environment names a locale without UTF-8, such as LC_ALL=C,
/// these streams replace the special characters of reports, such as the
/// ellipsis, by ASCII ones.
llvm::raw_ostream &results();
llvm::raw_ostream &messages();

/// A line on the terminal that says what the tool is doing, and is erased
/// afterwards. Nothing is printed if stderr is not a terminal that can redraw a
/// line.
class StatusLine {
public:
  StatusLine();
  ~StatusLine() { clear(); }
  /// Changes `options` so that the status line shows the progress of the
  /// recording, and is erased before each message for the user.
  void attach(RecordOptions &options);
  void show(llvm::StringRef text);
  void show(const Progress &progress) { show(describeProgress(progress)); }
  /// Returns a function that receives reports of progress and shows them in the
  /// status line. The status line must outlive the function.
  ProgressListener listener() {
    return [this](const Progress &progress) { show(progress); };
  }
  void clear();

private:
  bool isOn;
  bool isShown = false;
};

/// Shows the progress of a reduction on stderr.
class ConsoleProgress : public ProgressReporter {
public:
  /// `stopwatch`, which must outlive this object, measures how long the
  /// reduction takes.
  explicit ConsoleProgress(const Stopwatch &stopwatch);
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

/// Flushes standard output. Returns `status` if that succeeds. Otherwise, for
/// example on a full disk, prints an error and returns InternalError. It is not
/// an error if the reader of a pipe has gone away.
ExitStatus finishOutput(ExitStatus status);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CONSOLE_H
