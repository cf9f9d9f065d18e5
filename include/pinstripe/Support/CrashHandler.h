//===- CrashHandler.h - What is done when this process crashes --*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_SUPPORT_CRASHHANDLER_H
#define PINSTRIPE_SUPPORT_CRASHHANDLER_H

#include <csignal>
#include <memory>
#include <optional>

namespace pinstripe {

/// Called in the thread that crashes, by a signal handler: it may do little,
/// and must not return.
using CrashHandler = void (*)(int signal);

/// The handler from now on, in exchange for the one before. Null: what the
/// system does. None if somebody else handles crashes already, who then goes on
/// to do so: a sanitizer, a test, a host of the library.
std::optional<CrashHandler> setCrashHandler(CrashHandler handler);

/// While it lives, signal handlers of its thread have a stack of their own: the
/// crash may be that of a stack that was too small.
class SignalStack {
public:
  SignalStack();
  ~SignalStack();
  SignalStack(const SignalStack &) = delete;
  SignalStack &operator=(const SignalStack &) = delete;

private:
  static constexpr size_t size = size_t(64) << 10;

  std::unique_ptr<char[]> memory = std::make_unique<char[]>(size);
  stack_t previous = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_CRASHHANDLER_H
