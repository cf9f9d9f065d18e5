// Tests that rewound processes do the same as new ones.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ProgramUnderTest.h"
#include "TestSupport/Extent.h"
#include <random>

using namespace pinstripe;

namespace {

/// A program with a heap, open files, a signal handler, recursion, a deep
/// stack, reads of standard input, crashes, and a kernel state that persists:
/// the umask.
const char *const busyProgram = R"(
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
static int counter = 1;
static char *names[4];
void handler(int signal) {
  counter = counter + signal;
}
int deep(int n) {
  char room[3000];
  memset(room, n, sizeof room);
  if (n == 0)
    return 0;
  int below = deep(n - 1);
  return below + room[17];
}
int main(void) {
  int number = 0;
  int fresh = counter;
  printf("%d\n", fresh);
  scanf("%d", &number);
  printf("%d\n", number);
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  printf("%d\n", counter);
  FILE *file = fopen("/dev/null", "r");
  int descriptor = fileno(file);
  printf("%d\n", descriptor);
  mode_t mask = umask(022);
  if (number > 1)
    umask(077);
  printf("%o\n", mask);
  for (int i = 0;
       i < 4;
       ++i)
    names[i] = strdup("name");
  char *large = malloc(1 << 20);
  memset(large, 1, 1 << 20);
  names[1][0] = 'N';
  printf("%s %s\n", names[0], names[1]);
  int sum = deep(50);
  printf("%d\n", sum);
  char *page = mmap(0, 8192, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  page[5000] = 1;
  char *more = sbrk(4096);
  printf("%d\n", more[100]);
  fprintf(stderr, "end\n");
  return number;
}
)";

EventSet randomSubset(const ProgramUnderTest &program, std::mt19937 &random) {
  EventSet set = program.none();
  double density = std::uniform_real_distribution<>(0.5, 1.0)(random);
  std::bernoulli_distribution isIn(density);
  for (unsigned i = 0; i < set.universe(); ++i)
    if (isIn(random))
      set.insert(EventIndex(i));
  return set;
}

std::string everything(const RunResult &result) {
  return describeEnding(result.ending) + "\nout: " + result.standardOutput +
         "\nerr: " + result.standardError +
         "\nevents: " + std::to_string(result.eventsExecuted);
}

} // namespace

TEST_CASE("a rewound process gives what a new one gives",
          "[lldb][rewind][long]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, busyProgram);
    program.rewind = false;
    program.writeInput("1");
    program.spec.wallLimitSeconds = 60;
    program.record();
    std::mt19937 random(7);
    std::vector<EventSet> subsets = {program.all(), program.none()};
    int count = test::triesEverything() ? 8 : 3;
    for (int i = 0; i < count; ++i)
      subsets.push_back(randomSubset(program, random));
    // A run that changes something permanently would influence the next one. So
    // each subset is executed twice, in both orders.
    subsets.insert(subsets.end(), subsets.rbegin(), subsets.rend());
    std::vector<std::string> fresh, rewound;
    for (const EventSet &subset : subsets)
      fresh.push_back(everything(program.execute(subset)));
    program.dropEngine();
    program.rewind = true;
    for (const EventSet &subset : subsets)
      rewound.push_back(everything(program.execute(subset)));
    for (size_t i = 0; i < subsets.size(); ++i) {
      INFO("subset " << i);
      CHECK(rewound[i] == fresh[i]);
    }
  }
}

TEST_CASE("rewinding saves the launch", "[lldb][rewind]") {
  ProgramUnderTest program(cCompiler(), R"(
#include <stdio.h>
#include <unistd.h>
int main(void) {
  int process = getpid();
  printf("%d\n", process);
  return 0;
}
)");
  std::string first = program.record().result.standardOutput;
  SECTION("the process stays the same") {
    CHECK(program.execute(program.all()).standardOutput == first);
  }
  SECTION("also after a run that was cut short") {
    program.spec.eventLimit = 1;
    RunResult result = program.execute(program.all());
    CHECK(std::holds_alternative<LimitReached>(result.ending));
    program.spec.eventLimit = 0;
    CHECK(program.execute(program.all()).standardOutput == first);
  }
  SECTION("another launch is another process") {
    program.spec.arguments = {"x"};
    CHECK(program.execute(program.all()).standardOutput != first);
  }
  SECTION("new input in the same place is another launch") {
    std::string path = program.spec.standardInput;
    REQUIRE(rename(path.c_str(), (path + ".old").c_str()) == 0);
    program.writeInput("new");
    CHECK(program.execute(program.all()).standardOutput != first);
  }
}

TEST_CASE("programs with state that can't be verified are launched again",
          "[lldb][rewind]") {
  ProgramUnderTest program(cCompiler(), R"(
#include <stdio.h>
#include <unistd.h>
int main(void) {
  int left = alarm(100);
  printf("%d\n", left);
  return 0;
}
)");
  CHECK(program.record().result.standardOutput == "0\n");
  CHECK(program.execute(program.all()).standardOutput == "0\n");
}

TEST_CASE("a rewound crash, hang, and closed output do no harm",
          "[lldb][rewind]") {
  ProgramUnderTest program(cCompiler(), R"(
#include <stdio.h>
#include <unistd.h>
int main(void) {
  int *pointer = 0;
  int value = 3;
  pointer = &value;
  *pointer = 4;
  printf("%d\n", value);
  fflush(stdout);
  close(1);
  if (value == 3)
    pause();
  return 0;
}
)");
  program.spec.wallLimitSeconds = 2;
  CHECK(program.record().result.standardOutput == "4\n");
  for (int i = 0; i < 2; ++i) {
    RunResult crash = program.execute(program.without({"pointer = &value"}));
    CHECK(std::holds_alternative<Crashed>(crash.ending));
    CHECK(program.execute(program.all()).standardOutput == "4\n");
  }
}

namespace {

/// A program that prints the x87 tags and a vector register, and then leaves
/// both in use.
const char *const floatProgram = R"(
#include <stdio.h>
struct Environment {
  unsigned short control, a, status, b, tags, c;
  unsigned rest[4];
};
int main(void) {
  struct Environment environment = {0};
  double vector = 0;
  __asm__ volatile("fnstenv %0\n\tfldenv %0" : "+m"(environment));
  __asm__ volatile("movsd %%xmm9, %0" : "=m"(vector));
  printf("%x %x %x %g\n", environment.control, environment.status,
         environment.tags, vector);
  vector = 12.5;
  __asm__ volatile("movsd %0, %%xmm9" : : "m"(vector));
  __asm__ volatile("fld1\n\tfldpi");
  return 0;
}
)";

} // namespace

TEST_CASE("rewinding restores x87 and vector registers",
          "[lldb][rewind][long]") {
  ProgramUnderTest program(cCompiler(), floatProgram);
  program.rewind = false;
  program.record();
  std::string fresh = everything(program.execute(program.all()));
  program.dropEngine();
  program.rewind = true;
  for (int run = 0; run < 3; ++run)
    CHECK(everything(program.execute(program.all())) == fresh);
}
