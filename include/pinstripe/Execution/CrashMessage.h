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

/// Returns the name of a kind of fault, such as "null pointer"; empty for
/// FaultKind::None.
llvm::StringRef faultName(FaultKind fault);

/// A mistake that a sanitizer has reported.
struct SanitizerReport {
  /// The kind of the mistake, with the access: "AddressSanitizer:
  /// heap-use-after-free, READ of size 4". For UndefinedBehaviorSanitizer, the
  /// whole line of its report.
  std::string mistake;
  /// The innermost place in the report that has a line in the source, such as
  /// "find prog.c:14:9"; without such a line, the innermost place in the
  /// program. Empty if the report has no place.
  std::string place;
  /// False if the program went on after the report.
  bool isFatal = true;

  bool isSameAs(const SanitizerReport &other) const {
    return mistake == other.mistake && place == other.place;
  }
};

/// Returns the last report of a sanitizer in the text, without addresses and
/// process numbers, which differ from run to run.
std::optional<SanitizerReport> sanitizerReport(llvm::StringRef standardError);

/// Returns true if the run ended by a fatal signal, or by a sanitizer that
/// ended it with an exit status.
bool hasCrashed(const RunResult &result);

/// Returns true if both runs crashed in the same way: by the same signal, in
/// the same statement and instruction, with the same kind of fault and the same
/// message. Crashes at an address that only one of the runs made of poison are
/// not the same. The event need not be the same.
bool isSameCrash(const RunResult &left, const RunResult &right);

/// Returns the message that a run wrote before it crashed, without addresses
/// and process numbers: the message of an assertion, an uncaught exception, a
/// check of libc or a sanitizer. For a bare abort(), returns the last line of
/// standard error. Returns an empty text if there is no message.
std::string crashMessage(const RunResult &result);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_CRASHMESSAGE_H
