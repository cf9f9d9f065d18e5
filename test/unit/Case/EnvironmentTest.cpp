// Tests of the environment variables of runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/Environment.h"
#include "TestSupport/Catch.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstdlib>

using namespace pinstripe;

static bool holds(const std::vector<std::string> &environment,
                  const std::string &assignment) {
  return llvm::is_contained(environment, assignment);
}

static bool names(const std::vector<std::string> &environment,
                  llvm::StringRef name) {
  return llvm::any_of(environment, [&](llvm::StringRef assignment) {
    return assignment.split('=').first == name;
  });
}

TEST_CASE("Only variables that programs need are passed on",
          "[driver][environment]") {
  ::setenv("PINSTRIPE_TEST_SECRET", "1", 1);
  ::setenv("LC_PINSTRIPE_TEST", "C", 1);
  std::vector<std::string> environment = runEnvironment({}, Poison::Pattern);
  ::unsetenv("PINSTRIPE_TEST_SECRET");
  ::unsetenv("LC_PINSTRIPE_TEST");
  CHECK_FALSE(names(environment, "PINSTRIPE_TEST_SECRET"));
  CHECK(holds(environment, "LC_PINSTRIPE_TEST=C"));
  CHECK(holds(environment, "LD_BIND_NOW=1"));
  CHECK(std::is_sorted(environment.begin(), environment.end()));
}

TEST_CASE("Additions win over what is passed on", "[driver][environment]") {
  std::vector<std::string> environment =
      runEnvironment({"HOME=/nowhere", "SEED=a=b"}, Poison::Stale);
  CHECK(holds(environment, "HOME=/nowhere"));
  CHECK(holds(environment, "SEED=a=b"));
}

TEST_CASE("A variable that is passed on counts as added if its value differs",
          "[driver][environment]") {
  ::setenv("LC_PINSTRIPE_TEST", "C", 1);
  auto added = [](const std::string &addition) {
    return addedVariables(runEnvironment({addition}, Poison::Pattern));
  };
  CHECK(added("SEED=1") == std::vector<std::string>{"SEED=1"});
  CHECK(added("LC_PINSTRIPE_TEST=C").empty());
  CHECK(added("LC_PINSTRIPE_TEST=C=") ==
        std::vector<std::string>{"LC_PINSTRIPE_TEST=C="});
  CHECK(added("GLIBC_TUNABLES=glibc.malloc.check=1") ==
        std::vector<std::string>{"GLIBC_TUNABLES=glibc.malloc.check=1"});
  CHECK(added("EMPTY=") == std::vector<std::string>{"EMPTY="});
  std::string options;
  CHECK(addedVariables(
            withAddressSanitizer({"ASAN_OPTIONS=halt_on_error=0"}, options)) ==
        std::vector<std::string>{"ASAN_OPTIONS=halt_on_error=0"});
  CHECK(addedVariables(withAddressSanitizer({}, options)).empty());
  std::vector<std::string> environment = runEnvironment({}, Poison::Pattern);
  ::unsetenv("LC_PINSTRIPE_TEST");
  CHECK(addedVariables(environment) ==
        std::vector<std::string>{"LC_PINSTRIPE_TEST=C"});
}

TEST_CASE("Each poison fills the heap in its own way",
          "[driver][environment]") {
  CHECK(holds(runEnvironment({}, Poison::Pattern),
              "GLIBC_TUNABLES=glibc.malloc.perturb=0x5a:glibc.pthread.rseq=0"));
  CHECK(holds(runEnvironment({}, Poison::Zero),
              "GLIBC_TUNABLES=glibc.malloc.perturb=0xff:glibc.pthread.rseq=0"));
  CHECK(holds(runEnvironment({}, Poison::Stale),
              "GLIBC_TUNABLES=glibc.malloc.perturb=0x00:glibc.pthread.rseq=0"));
}

TEST_CASE("Changing the poison leaves other tunables alone",
          "[driver][environment]") {
  std::vector<std::string> environment =
      runEnvironment({"GLIBC_TUNABLES=glibc.malloc.check=1"}, Poison::Pattern);
  CHECK(holds(environment, "GLIBC_TUNABLES=glibc.malloc.check=1:glibc.malloc."
                           "perturb=0x5a:glibc.pthread.rseq=0"));
  CHECK(holds(withPoison(environment, Poison::Zero),
              "GLIBC_TUNABLES=glibc.malloc.check=1:glibc.malloc.perturb=0xff:"
              "glibc.pthread.rseq=0"));
  CHECK(holds(withPoison(environment, Poison::Stale),
              "GLIBC_TUNABLES=glibc.malloc.check=1:glibc.malloc.perturb=0x00:"
              "glibc.pthread.rseq=0"));
}

TEST_CASE("AddressSanitizer gets options, except those that the user has set",
          "[driver][environment]") {
  std::string added;
  CHECK(withAddressSanitizer({"A=1"}, added) ==
        std::vector<std::string>{
            "A=1",
            "ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0"});
  CHECK(added == "detect_leaks=0:detect_stack_use_after_return=0");
  added.clear();
  CHECK(withAddressSanitizer({"ASAN_OPTIONS=verbosity=1:detect_leaks=1"},
                             added) ==
        std::vector<std::string>{"ASAN_OPTIONS=verbosity=1:detect_leaks=1:"
                                 "detect_stack_use_after_return=0"});
  CHECK(added == "detect_stack_use_after_return=0");
}
