//===- LastWords.cpp - What is said when nothing can be done --------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LastWords.h"
#include "pinstripe/Support/CrashHandler.h"
#include "pinstripe/Support/ExitStatus.h"
#include "pinstripe/Support/Memory.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>
#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <unistd.h>

using namespace pinstripe;

static constinit pid_t toolId = 0;
static constinit std::atomic_flag isEnding = ATOMIC_FLAG_INIT;

/// Nothing is flushed, and nothing allocated: the process is not to be trusted
/// with more than that. Where several threads come here, or what was forked and
/// is not yet another program, one of them speaks.
[[noreturn]] static void endWith(llvm::StringRef message) {
  if (::getpid() != toolId)
    ::_exit(static_cast<int>(ExitStatus::InternalError));
  while (isEnding.test_and_set())
    ::pause();
  (void)!::write(STDERR_FILENO, message.data(), message.size());
  ::_exit(static_cast<int>(ExitStatus::InternalError));
}

[[noreturn]] static void endWithoutMemory() {
  endWith(
      "error: there is not enough memory; end other programs, raise the limit "
      "(ulimit -v), or take one lane (-j 1) or a shorter run: what was found "
      "so far is in the case directory, and `pinstripe reduce` goes on from "
      "there\n");
}

[[noreturn]] static void onTerminate() {
  try {
    if (std::exception_ptr thrown = std::current_exception())
      std::rethrow_exception(thrown);
  } catch (const std::bad_alloc &) {
    endWithoutMemory();
  } catch (const std::exception &thrown) {
    // Of a thread that can't be started, mostly.
    endWith(
        "error: the system refuses: " + std::string(thrown.what()) +
        "; there may be too many processes, or too little memory (ulimit -u, "
        "-v)\n");
  } catch (...) {
  }
  endWith("error: the tool has come to an end that it did not expect\n");
}

[[noreturn]] static void onCrash(int) {
  endWith(
      "error: the tool has crashed; where there is enough memory, this is a "
      "mistake of it, please report how it came about: what was found so "
      "far is in the case directory, and `pinstripe reduce` goes on from "
      "there\n");
}

void pinstripe::prepareLastWords() {
  static const SignalStack stack;
  toolId = ::getpid();
  (void)setCrashHandler(onCrash); // a sanitizer may have its own
  setExhaustionHandler(endWithoutMemory);
  std::set_terminate(onTerminate);
}
