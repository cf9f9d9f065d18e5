// Converts an error of LLDB's API into an EngineError.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_LLDBERROR_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_LLDBERROR_H

#include "lldb/API/LLDB.h"
#include "pinstripe/Support/Error.h"

namespace pinstripe {

/// Returns an EngineError with the text "`what`: TEXT", where TEXT is the text
/// of `error`.
inline llvm::Error toError(const lldb::SBError &error,
                           const llvm::Twine &what) {
  const char *text = error.GetCString();
  return llvm::make_error<EngineError>(what + ": " +
                                       (text ? text : "unknown error"));
}

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_LLDBERROR_H
