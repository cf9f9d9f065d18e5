// Finds the message with which a run crashed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assertions, uncaught exceptions, checks of libc and sanitizers write a
// message to standard error before they end the program.

#ifndef PINSTRIPE_EXECUTION_CRASHMESSAGE_H
#define PINSTRIPE_EXECUTION_CRASHMESSAGE_H

#include "pinstripe/Execution/RunResult.h"

namespace pinstripe {

/// Returns the name of a signal, such as "SIGSEGV" or "signal 35".
std::string signalName(int signal);

/// Returns the name of a kind of fault, such as "null pointer"; empty for
/// FaultKind::None.
llvm::StringRef faultName(FaultKind fault);

/// A mistake that a sanitizer has reported.
struct SanitizerReport {
  /// The kind of the mistake and of the access, such as "AddressSanitizer:
  /// heap-use-after-free, READ of size 4". For UndefinedBehaviorSanitizer, the
  /// whole line of its report.
  std::string mistake;
  /// The innermost place in the report whose source line is known, such as
  /// "find prog.c:14:9". If no source line is known, the innermost place in the
  /// program's code. Empty if the report has no place.
  std::string place;
  /// False if the program went on after the sanitizer's report.
  bool isFatal = true;

  bool isSameAs(const SanitizerReport &other) const {
    return mistake == other.mistake && place == other.place;
  }
};

/// Returns the last report of a sanitizer in the text `standardError`, without
/// addresses and process numbers, which differ from run to run. Returns nullopt
/// if there is no report.
std::optional<SanitizerReport> sanitizerReport(llvm::StringRef standardError);

/// Returns true if a fatal signal ended the run, or if a sanitizer ended it
/// with an exit status.
bool hasCrashed(const RunResult &result);

/// Returns true if both runs crashed by the same signal, at the same
/// instruction, with the same kind of fault and the same message. It does not
/// matter how often each run had executed the statement before it crashed
/// there.
///
/// If one run crashed at an address made of poison, the other must have crashed
/// at the same address. Poison is the pattern that Pinstripe writes into unset
/// memory.
bool isSameCrash(const RunResult &left, const RunResult &right);

/// Returns the message that a run wrote before it crashed. The message can come
/// from an assertion, an uncaught exception, a check of libc or a sanitizer.
/// For an abort() without such a message, returns the last line of standard
/// error. Addresses and process numbers are left out. Returns an empty text if
/// there is no message.
std::string crashMessage(const RunResult &result);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_CRASHMESSAGE_H
