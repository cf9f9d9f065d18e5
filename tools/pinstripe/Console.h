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

/// Returns the style for output to `descriptor`: colours only on a terminal
/// that has them, and without NO_COLOR; lines as wide as the terminal, or of
/// any width if the output is not a terminal.
TextStyle styleFor(int descriptor);

/// A line on the terminal that says what is being done, and is erased after
/// that. Nothing is printed if stderr is not a terminal.
class StatusLine {
public:
  StatusLine();
  ~StatusLine() { clear(); }
  /// Makes the line show the progress of a recording, and erases it before each
  /// message of the recording.
  void attach(RecordOptions &options);
  void show(llvm::StringRef text);
  void show(const Progress &progress) { show(describeProgress(progress)); }
  /// Returns a listener that shows its progress in this line. The line must
  /// outlive the listener.
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
  /// `stopwatch` measures the time of the reduction; it must outlive the
  /// object.
  explicit ConsoleProgress(const Stopwatch &stopwatch);
};

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

/// Flushes standard output. It is an error if the disk is full, but not if the
/// reader of a pipe has gone away.
ExitStatus finishOutput(ExitStatus status);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CONSOLE_H
