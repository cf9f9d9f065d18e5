// The classes of errors that callers tell apart, one for each exit status.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whatever the program under test does (crash, hang, divergence) is never an
// Error; see Execution/RunResult.h.

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
  explicit MessageError(const llvm::Twine &message) : message(message.str()) {}
  void log(llvm::raw_ostream &stream) const override { stream << message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
  std::string message;
};

/// The command line, the case, or a file named there is wrong (exit 2).
class UsageError : public MessageError<UsageError> {
public:
  static char ID;
  using MessageError::MessageError;
};

/// The full configuration does not reproduce the recorded output, or the
/// program is not deterministic (exit 3).
class ReproductionError : public MessageError<ReproductionError> {
public:
  static char ID;
  using MessageError::MessageError;
};

/// The program or its debug information can't be used (exit 4).
class TargetError : public MessageError<TargetError> {
public:
  static char ID;
  using MessageError::MessageError;
};

/// The empty configuration already reproduces the output (exit 5).
class NothingToReduceError : public MessageError<NothingToReduceError> {
public:
  static char ID;
  using MessageError::MessageError;
};

/// A trace or case file is foreign, truncated, damaged or of another version
/// (exit 2).
class TraceFormatError : public MessageError<TraceFormatError> {
public:
  static char ID;
  using MessageError::MessageError;
};

/// The engine failed, not the program under test (exit 1).
class EngineError : public MessageError<EngineError> {
public:
  static char ID;
  using MessageError::MessageError;
};

/// Pinstripe could not write one of its files: disk full, permissions (exit 1).
class FileError : public MessageError<FileError> {
public:
  static char ID;
  using MessageError::MessageError;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_ERROR_H
