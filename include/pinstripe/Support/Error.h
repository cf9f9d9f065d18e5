// Defines the classes of errors, and the exit status to which each class leads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An Error never tells how the program under test has behaved. Its crashes,
// hangs and divergences are results; see Execution/RunResult.h.

#ifndef PINSTRIPE_SUPPORT_ERROR_H
#define PINSTRIPE_SUPPORT_ERROR_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace pinstripe {

/// An error with a text for the user. The text says what went wrong, where, and
/// what to try. It starts with a lower-case letter and has no final period.
template <typename Derived>
class MessageError : public llvm::ErrorInfo<Derived> {
public:
  /// The address of this member identifies the class of the error for LLVM. The
  /// value of the member has no meaning.
  static inline char ID = 0;
  explicit MessageError(const llvm::Twine &message) : message(message.str()) {}
  void log(llvm::raw_ostream &stream) const override { stream << message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
  std::string message;
};

/// Reports that the command line, the case, or a file named in one of them is
/// wrong. The exit status of the tool is then 2.
struct UsageError : MessageError<UsageError> {
  using MessageError::MessageError;
};

/// Reports that the recorded output can't be reproduced. Not even all events
/// together reproduce it, or the program is not deterministic. The exit status
/// of the tool is then 3.
struct ReproductionError : MessageError<ReproductionError> {
  using MessageError::MessageError;
};

/// Reports that the program or its debug information can't be used. The exit
/// status of the tool is then 4.
struct TargetError : MessageError<TargetError> {
  using MessageError::MessageError;
};

/// Reports that there is nothing to reduce, since the output is reproduced even
/// if no events are executed. The exit status of the tool is then 5.
struct NothingToReduceError : MessageError<NothingToReduceError> {
  using MessageError::MessageError;
};

/// Reports that a trace or case file is truncated, damaged, of another version,
/// or not a file of Pinstripe. The exit status of the tool is then 2.
struct TraceFormatError : MessageError<TraceFormatError> {
  using MessageError::MessageError;
};

/// Reports that an execution engine has failed, not the program under test. The
/// exit status of the tool is then 1.
struct EngineError : MessageError<EngineError> {
  using MessageError::MessageError;
};

/// Reports that Pinstripe could not write one of its files, for example because
/// the disk is full or permission is missing. The exit status of the tool is
/// then 1.
struct FileError : MessageError<FileError> {
  using MessageError::MessageError;
};

/// Reports that the user has interrupted the work before there was a result.
/// The exit status of the tool is then 130.
struct InterruptedError : MessageError<InterruptedError> {
  InterruptedError() : MessageError("interrupted before there was a result") {}
};

/// Adds `text` to the message of an error if the error is of one of the types
/// `Kinds`. Returns other errors as they are.
template <typename... Kinds>
llvm::Error amend(llvm::Error error, const std::string &text) {
  return llvm::handleErrors(std::move(error),
                            [&](std::unique_ptr<Kinds> kind) -> llvm::Error {
                              kind->message += text;
                              return llvm::Error(std::move(kind));
                            }...);
}

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_ERROR_H
