// Lists the reasons for not tracing functions that hold no statement of the
// user.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each text is a possible value of RefusedFunction::reason. If a function is
// not traced for a reason that is not in this list, it can hold statements of
// the user.

#ifndef PINSTRIPE_LIB_PROGRAM_CODE_REFUSAL_H
#define PINSTRIPE_LIB_PROGRAM_CODE_REFUSAL_H

#include "llvm/ADT/StringRef.h"

namespace pinstripe::refusal {

constexpr llvm::StringLiteral systemHeader("from a system header");
constexpr llvm::StringLiteral
    artificial("made by the compiler, without source of its own");
constexpr llvm::StringLiteral
    noStatement("has no statement with code of its own");
constexpr llvm::StringLiteral
    noRow("no row of the line table after its prologue");
constexpr llvm::StringLiteral noCode("no code after its prologue");

} // namespace pinstripe::refusal

#endif // PINSTRIPE_LIB_PROGRAM_CODE_REFUSAL_H
