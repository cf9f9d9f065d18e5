//===- DamageGuard.h - Crashes on damaged programs --------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. What LLVM offers to read ELF, DWARF and machine code
// trusts its input in places: it aborts, or crashes. What we know of that we
// check before, or don't call; this is for the rest.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_DAMAGEGUARD_H
#define PINSTRIPE_LIB_PROGRAM_DAMAGEGUARD_H

#include "pinstripe/Support/CrashHandler.h"
#include "pinstripe/Support/Memory.h"
#include <optional>
#include <string>

namespace pinstripe {

/// While it lives, a crash in its thread ends the process with one line about
/// the program that is read, and with the status of a TargetError. One at a
/// time: what is made beside or inside of another does nothing. So does one
/// where somebody else handles crashes already: a sanitizer, a test, a host of
/// the library.
class DamageGuard {
public:
  explicit DamageGuard(const std::string &path);
  ~DamageGuard();
  DamageGuard(const DamageGuard &) = delete;
  DamageGuard &operator=(const DamageGuard &) = delete;

private:
  std::string message;
  std::optional<SignalStack> stack;
  std::optional<CrashHandler> previousCrashHandler; ///< none: it does nothing
  ExhaustionHandler previousExhaustionHandler = nullptr;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_DAMAGEGUARD_H
