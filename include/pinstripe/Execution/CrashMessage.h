// Finds the message with which a run crashed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assertions, uncaught exceptions, checks of libc and sanitizers write a
// message to standard error before they end the program.

#ifndef PINSTRIPE_EXECUTION_CRASHMESSAGE_H
#define PINSTRIPE_EXECUTION_CRASHMESSAGE_H

#include "pinstripe/Execution/RunResult.h"

namespace pinstripe {

/// Returns the name of a signal: "SIGSEGV", "signal 35".
std::string signalName(int signal);

/// Returns what a fault is called: "null pointer"; empty for FaultKind::None.
llvm::StringRef faultName(FaultKind fault);

/// A mistake that a sanitizer has reported.
struct SanitizerReport {
  /// The mistake and the access: "AddressSanitizer: heap-use-after-free, READ
  /// of size 4". For UndefinedBehaviorSanitizer, the whole line.
  std::string mistake;
  /// The innermost place in the report that has a line, or else the innermost
  /// one in the program: "find prog.c:14:9". Empty if there is none.
  std::string place;
  /// False if the program went on after the report.
  bool isFatal = true;

  bool isSameAs(const SanitizerReport &other) const {
    return mistake == other.mistake && place == other.place;
  }
};

/// Returns the last report of a sanitizer in the text, without what differs
/// from run to run (addresses, process numbers).
std::optional<SanitizerReport> sanitizerReport(llvm::StringRef standardError);

/// Returns true if the run ended by a fatal signal, or by a sanitizer that
/// ended it with an exit status.
bool hasCrashed(const RunResult &result);

/// Returns true if both runs crashed in the same way: by the same signal, in
/// the same statement and instruction, with the same kind of fault and message,
/// and not at an address that only one run has made of poison. The event is not
/// compared.
bool isSameCrash(const RunResult &left, const RunResult &right);

/// Returns the message with which a run that crashed ended, without addresses
/// and process numbers: that of an assertion, an uncaught exception, a check of
/// libc or a sanitizer; before a bare abort(), the last line of standard error.
/// Empty if there is none.
std::string crashMessage(const RunResult &result);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_CRASHMESSAGE_H
