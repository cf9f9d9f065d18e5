//===- DamageGuardTest.cpp ------------------------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each crash is that of a child.
//
//===----------------------------------------------------------------------===//

#include "DamageGuard.h"
#include "TestSupport/Catch.h"
#include "llvm/Support/ErrorHandling.h"
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace pinstripe;

namespace {

struct Ending {
  int status = 0; ///< as of waitpid
  std::string errors;
};

/// What came of `work` in a process where nobody handles crashes.
template <typename Work> Ending endingOf(Work work) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    rlimit none = {};
    setrlimit(RLIMIT_CORE, &none);
    dup2(ends[1], STDERR_FILENO);
    for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
      ::signal(signal, SIG_DFL);
    work();
    _exit(0);
  }
  close(ends[1]);
  Ending ending;
  char buffer[512];
  for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    ending.errors.append(buffer, static_cast<size_t>(got));
  close(ends[0]);
  REQUIRE(waitpid(child, &ending.status, 0) == child);
  return ending;
}

/// Deeper than any stack.
[[gnu::noinline]] uintptr_t descend(uintptr_t levels) {
  volatile char frame[4096];
  frame[levels % sizeof frame] = 1;
  return levels == 0 ? 0 : descend(levels - 1) + frame[levels % sizeof frame];
}

void checkRefused(const Ending &ending) {
  CHECK(WIFEXITED(ending.status));
  CHECK(WEXITSTATUS(ending.status) == 4);
  CHECK(ending.errors ==
        "error: 'a.out': LLVM crashed on its code or debug information: it is "
        "damaged, or there is not the memory for it; build it again\n");
}

} // namespace

TEST_CASE("A crash on a damaged program is one line", "[program][damaged]") {
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP})
    checkRefused(endingOf([&] {
      DamageGuard guard("a.out");
      raise(signal);
    }));
  checkRefused(endingOf([] {
    DamageGuard guard("a.out");
    llvm::report_fatal_error("bad file");
  }));
  checkRefused(endingOf([] {
    DamageGuard guard("a.out");
    llvm::report_bad_alloc_error("no memory");
  }));
  checkRefused(endingOf([] {
    DamageGuard guard("a.out");
    descend(uintptr_t(1) << 40);
  }));
}

TEST_CASE("Behind a guard, crashes are what they were", "[program][damaged]") {
  Ending ending = endingOf([] {
    {
      DamageGuard guard("a.out");
      DamageGuard inner("b.out");
    }
    raise(SIGSEGV);
  });
  CHECK(WIFSIGNALED(ending.status));
  CHECK(ending.errors.empty());
}

TEST_CASE("Who ran out of memory behind a guard, or beside it, hears of it "
          "as before",
          "[program][damaged]") {
  auto isHandled = [](auto work) {
    return WEXITSTATUS(endingOf([&] {
                         setExhaustionHandler([] { _exit(7); });
                         work();
                       }).status) == 7;
  };
  CHECK(isHandled([] {
    {
      DamageGuard guard("a.out");
    }
    llvm::report_bad_alloc_error("no memory");
  }));
  CHECK(isHandled([] {
    DamageGuard guard("a.out");
    std::thread([] { llvm::report_bad_alloc_error("no memory"); }).join();
  }));
}

TEST_CASE("The crash of another thread is its own", "[program][damaged]") {
  Ending ending = endingOf([] {
    DamageGuard guard("a.out");
    std::thread([] { raise(SIGSEGV); }).join();
  });
  CHECK(WIFSIGNALED(ending.status));
  CHECK(ending.errors.empty());
}

TEST_CASE("A guard leaves the handlers of others alone", "[program][damaged]") {
  Ending ending = endingOf([] {
    signal(SIGSEGV, [](int) { _exit(7); });
    DamageGuard guard("a.out");
    raise(SIGSEGV);
  });
  CHECK(WEXITSTATUS(ending.status) == 7);
}
