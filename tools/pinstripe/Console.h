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
/// Returns true for a terminal that can redraw a line: one that is not dumb.
bool canRedraw(int descriptor);

/// Returns the style for output to `descriptor`. There are colours only on a
/// terminal that has them, and only without NO_COLOR. Lines are as wide as the
/// terminal; their width has no limit if the output is not a terminal.
TextStyle styleFor(int descriptor);

/// Return standard output and standard error for text. If the environment names
/// a locale without UTF-8, such as LC_ALL=C, marks are written in ASCII.
llvm::raw_ostream &results();
llvm::raw_ostream &messages();

/// A line on the terminal that says what is being done, and is erased when it
/// is done. Nothing is printed if stderr is not a terminal that can redraw a
/// line.
class StatusLine {
public:
  StatusLine();
  ~StatusLine() { clear(); }
  /// Changes `options` so that the line shows the progress of the recording,
  /// and is erased before each message.
  void attach(RecordOptions &options);
  void show(llvm::StringRef text);
  void show(const Progress &progress) { show(describeProgress(progress)); }
  /// Returns a listener: the progress that it gets is shown in this line. The
  /// line must outlive the listener.
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

/// Prints `error: ...` on stderr, with escapes for whatever a terminal can't
/// show.
void printError(llvm::StringRef message);

/// Prints `error: ...` on stderr. Returns the exit status for this class of
/// error.
ExitStatus reportError(llvm::Error error);

/// Returns a FileError if the file of `--json FILE` can't be written. To be
/// called before the work begins.
llvm::Error checkOutputFile(const std::string &path);

/// Writes the file of `--json FILE` as a whole or not at all. The path "-"
/// stands for standard output.
llvm::Error
writeOutputFile(const std::string &path,
                llvm::function_ref<void(llvm::raw_ostream &)> write);

/// Flushes standard output. Returns `status`, or the status of an error if the
/// disk is full. It is no error if the reader of a pipe has gone away.
ExitStatus finishOutput(ExitStatus status);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CONSOLE_H
