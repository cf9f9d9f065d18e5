// The classes of errors that callers tell apart; each leads to an exit status.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the program under test does (crash, hang, divergence) is never an Error;
// see Execution/RunResult.h.

#ifndef PINSTRIPE_SUPPORT_ERROR_H
#define PINSTRIPE_SUPPORT_ERROR_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>

namespace pinstripe {

/// An error with a text for the user that says what went wrong, where, and what
/// to try. The text starts with a lower-case letter and has no final period.
template <typename Derived>
class MessageError : public llvm::ErrorInfo<Derived> {
public:
  /// LLVM tells the classes of errors apart by the addresses of their static
  /// members ID. The values have no meaning.
  static inline char ID = 0;
  explicit MessageError(const llvm::Twine &message) : message(message.str()) {}
  void log(llvm::raw_ostream &stream) const override { stream << message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
  std::string message;
};

/// The class of errors that say that the command line, the case, or a file
/// named there is wrong (exit status 2).
struct UsageError : MessageError<UsageError> {
  using MessageError::MessageError;
};

/// The class of errors that say that the recorded output can't be reproduced:
/// not even all events together do so, or the program is not deterministic
/// (exit status 3).
struct ReproductionError : MessageError<ReproductionError> {
  using MessageError::MessageError;
};

/// The class of errors that say that the program or its debug information can't
/// be used (exit status 4).
struct TargetError : MessageError<TargetError> {
  using MessageError::MessageError;
};

/// The class of errors that say that the output is reproduced even if no events
/// are executed, so there is nothing to reduce (exit status 5).
struct NothingToReduceError : MessageError<NothingToReduceError> {
  using MessageError::MessageError;
};

/// The class of errors that say that a trace or case file is truncated,
/// damaged, of another version, or not a file of Pinstripe (exit status 2).
struct TraceFormatError : MessageError<TraceFormatError> {
  using MessageError::MessageError;
};

/// The class of errors that say that an execution engine failed, not the
/// program under test (exit status 1).
struct EngineError : MessageError<EngineError> {
  using MessageError::MessageError;
};

/// The class of errors that say that Pinstripe could not write one of its
/// files, for example because the disk is full or permission is missing (exit
/// status 1).
struct FileError : MessageError<FileError> {
  using MessageError::MessageError;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_ERROR_H
