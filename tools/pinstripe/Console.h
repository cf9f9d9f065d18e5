//===- Console.h - What the user sees ---------------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TOOLS_CONSOLE_H
#define PINSTRIPE_TOOLS_CONSOLE_H

#include "pinstripe/Driver/RecordedCase.h"
#include "pinstripe/Report/ProgressReporter.h"
#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Support/ExitStatus.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

bool isTerminal(int descriptor);

/// Colours only on a terminal that has them and without NO_COLOR; the width
/// of the terminal, or none.
TextStyle styleFor(int descriptor);

/// Says on the terminal what is being done, in a line that goes away again;
/// silent where stderr is none.
class StatusLine {
public:
  StatusLine();
  ~StatusLine() { clear(); }
  /// Lets the line show the status of a recording, and make way for what it
  /// has to say.
  void attach(RecordOptions &options);
  void show(llvm::StringRef text);
  void clear();

private:
  bool isOn;
  bool isShown = false;
};

/// Shows on stderr how a reduction gets on.
class ConsoleProgress : public ProgressReporter {
public:
  /// Since when it is at work; must outlive the object.
  explicit ConsoleProgress(const Stopwatch &stopwatch);
};

/// Prints `error: ...` on stderr and says the exit status of its class.
ExitStatus reportError(llvm::Error error);

/// Whether `--json FILE` can be written, before any work is done. A FileError
/// if not.
llvm::Error checkOutputFile(const std::string &path);

/// Writes `--json FILE` as a whole; "-" is stdout.
llvm::Error
writeOutputFile(const std::string &path,
                llvm::function_ref<void(llvm::raw_ostream &)> write);

/// Flushes stdout. A reader that went away is no error, a full disk is.
ExitStatus finishOutput(ExitStatus status);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CONSOLE_H
