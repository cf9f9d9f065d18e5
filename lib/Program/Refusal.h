//===- Refusal.h - Why functions run as they are ----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. The reasons of RefusedFunction that mean nothing to the
// user: there is no statement of theirs in such a function.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_REFUSAL_H
#define PINSTRIPE_LIB_PROGRAM_REFUSAL_H

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

#endif // PINSTRIPE_LIB_PROGRAM_REFUSAL_H
