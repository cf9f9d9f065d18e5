// Installs a handler for crashes of this process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_CRASHHANDLER_H
#define PINSTRIPE_SUPPORT_CRASHHANDLER_H

#include <csignal>
#include <memory>
#include <optional>

namespace pinstripe {

/// A handler for crashes of this process. A signal handler calls it in the
/// thread that has crashed, so it may only do what is safe in a signal handler.
/// It must not return.
using CrashHandler = void (*)(int signal);

/// Installs a function that handles crashes of this process, and returns the
/// previous one. Null restores the default of the system. Returns nullopt, and
/// changes nothing, if somebody else handles crashes, such as a sanitizer, a
/// test framework, or a program that uses Pinstripe as a library.
std::optional<CrashHandler> setCrashHandler(CrashHandler handler);

/// Gives signal handlers of the calling thread a stack of their own as long as
/// this object lives. A crash may be a stack overflow, which leaves no room for
/// the handler on the normal stack.
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
