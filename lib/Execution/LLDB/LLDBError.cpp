// Turns an error of LLDB's API into an EngineError.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/LLDBError.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

llvm::Error pinstripe::toError(const lldb::SBError &error,
                               const llvm::Twine &what) {
  const char *text = error.GetCString();
  return llvm::make_error<EngineError>(what + ": " +
                                       (text ? text : "unknown error"));
}
