// Tests the ptrace engine on programs with threads and child processes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Native/TracedEngine.h"
#include "NativeProgram.h"
#include <thread>

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

/// A program, and a ptrace engine for it.
struct TracedProgram {
  explicit TracedProgram(llvm::StringRef source)
      : program("gcc", source, {"-g", "-O0", "-pthread"}),
        engine(orFail(createTracedEngine(program.table))) {
    program.spec.wallLimitSeconds = 60;
  }
  Recording record() { return orFail(engine->record(program.spec)); }
  /// Executes all events of a recording, and returns the output.
  std::string execute(const Recording &recording) {
    EventSet all(recording.trace.size(), true);
    return orFail(engine->execute(program.spec, recording.trace, all))
        .standardOutput;
  }

  NativeProgram program;
  std::unique_ptr<ExecutionEngine> engine;
};

/// Ignores all reports.
class NoObserver : public ExecutionObserver {
public:
  void moduleLoaded(ModuleId, uint64_t) override {}
  void atEvent(std::optional<EventIndex>,
               std::optional<InvocationId>) override {}
  void executeBlock(BlockId, uint64_t, llvm::ArrayRef<uint64_t>) override {}
  void beginLibraryCall(const LibraryCall &,
                        llvm::ArrayRef<MemoryAccess>) override {}
  void endLibraryCall(const LibraryCall &, llvm::ArrayRef<MemoryAccess>,
                      OutputRange) override {}
  void allocate(uint64_t, uint64_t) override {}
  void release(uint64_t) override {}
};

} // namespace

TEST_CASE("ptrace: threads that wait for each other end the run at once",
          "[native][threads]") {
  TracedProgram traced(R"(
#include <pthread.h>
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static void *lock(void *argument) {
  pthread_mutex_lock(&first);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&first);
  pthread_create(&thread, 0, lock, 0);
  pthread_join(thread, 0);
  return 0;
}
)");
  Recording recording = traced.record();
  const auto *ending = std::get_if<TimedOut>(&recording.result.ending);
  REQUIRE(ending);
  CHECK(ending->isCertain);
  CHECK(recording.result.threads == 2);
}

TEST_CASE("ptrace: repeated runs with threads have the same trace",
          "[native][threads]") {
  TracedProgram traced(R"(
#include <pthread.h>
#include <stdio.h>
static int order[8], next;
static void *note(void *argument) {
  for (int i = 0; i < 2; i++)
    order[next++] = *(int *)argument;
  return 0;
}
int main(void) {
  pthread_t threads[3];
  int names[] = {1, 2, 3};
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, note, &names[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  for (int i = 0; i < next; i++)
    printf("%d", order[i]);
  return 0;
}
)");
  traced.program.spec.schedule = 3;
  Recording first = traced.record();
  REQUIRE(std::holds_alternative<Exited>(first.result.ending));
  CHECK(first.result.threads == 4);
  for (int i = 0; i < 5; ++i) {
    Recording again = traced.record();
    CHECK(again.result.standardOutput == first.result.standardOutput);
    CHECK(!firstDifferentEvent(first.trace, again.trace));
  }
  CHECK(traced.execute(first) == first.result.standardOutput);
}

TEST_CASE("ptrace: children of a program with threads run their own code",
          "[native][threads]") {
  // The shell is a child that is another program, and it starts a child of its
  // own.
  TracedProgram traced(R"(
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int twice(int n) { return 2 * n; }
static void *work(void *argument) {
  *(int *)argument = twice(21);
  return 0;
}
int main(void) {
  int number = 0;
  pthread_t thread;
  pthread_create(&thread, 0, work, &number);
  pthread_join(thread, 0);
  fflush(stdout);
  if (fork() == 0)
    _exit(twice(4));
  int status = 0;
  wait(&status);
  int shell = system("(exit 3); echo $?");
  printf("%d %d %d\n", number, WEXITSTATUS(status), shell);
  return 0;
}
)");
  Recording recording = traced.record();
  CHECK(std::holds_alternative<Exited>(recording.result.ending));
  CHECK(recording.result.standardOutput == "3\n42 8 0\n");
  CHECK(traced.execute(recording) == "3\n42 8 0\n");
}

TEST_CASE("ptrace: a child of vfork is not recorded", "[native][threads]") {
  TracedProgram traced(R"(
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static int twice(int n) {
  int result = n;
  result *= 2;
  return result;
}
int main(void) {
  int status = 0;
  if (vfork() == 0)
    _exit(twice(5));
  wait(&status);
  printf("%d %d\n", WEXITSTATUS(status), twice(4));
  return 0;
}
)");
  Recording recording = traced.record();
  CHECK(recording.result.standardOutput == "10 8\n");
  constexpr size_t inMain = 6, inTwice = 3;
  CHECK(recording.trace.size() == inMain - 1 + inTwice);
  CHECK(traced.execute(recording) == "10 8\n");
}

TEST_CASE("ptrace: several signals from outside can come at once",
          "[native][threads]") {
  // The handlers are not traced, since they run at unpredictable moments.
  TracedProgram traced(R"(
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int *seen;
void note(int);
__asm__(".text\n"
        "note: mov seen(%rip), %rax\n"
        "  lock incl (%rax)\n"
        "  ret\n");
int main(void) {
  seen = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
              0);
  signal(SIGUSR1, note);
  signal(SIGUSR2, note);
  pid_t parent = getpid();
  if (fork() == 0) {
    for (int i = 1; i <= 200; i++) {
      kill(parent, SIGUSR1);
      kill(parent, SIGUSR2);
      while (*seen < 2 * i)
        ;
    }
    _exit(0);
  }
  int calls = 0;
  while (*seen < 400)
    calls += getppid() != 0;
  wait(0);
  puts("all");
  return 0;
}
)");
  DataCode code = orFail(DataCode::read(traced.program.table));
  NoObserver observer;
  Recording recording = orFail(
      traced.engine->recordInstructions(traced.program.spec, code, observer));
  CHECK(recording.result.standardOutput == "all\n");
}

TEST_CASE("ptrace: threads have traced handlers of signals",
          "[native][threads]") {
  TracedProgram traced(R"(
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
static int sum;
static void add(int number) {
  int value = number;
  sum += value;
}
static void *work(void *argument) {
  for (int i = 0; i < 5; i++) {
    raise(SIGUSR1);
    sum++;
  }
  return argument;
}
int main(void) {
  pthread_t threads[2];
  signal(SIGUSR1, add);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  printf("%d\n", sum);
  return 0;
}
)");
  Recording recording = traced.record();
  CHECK(recording.result.standardOutput == "110\n");
  CHECK(traced.execute(recording) == "110\n");
}

TEST_CASE("ptrace: what a process can't execute by itself is executed by stops",
          "[native][threads]") {
  // The runtime has room for fewer threads.
  TracedProgram traced(R"(
#include <pthread.h>
#include <stdio.h>
static int sum;
static void *work(void *argument) {
  sum++;
  return argument;
}
int main(void) {
  pthread_t threads[300];
  for (int i = 0; i < 300; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 300; i++)
    pthread_join(threads[i], 0);
  printf("%d\n", sum);
  return 0;
}
)");
  Recording recording = traced.record();
  CHECK(recording.result.standardOutput == "300\n");
  CHECK(traced.execute(recording) == "300\n");
}

TEST_CASE("ptrace: a run can be cancelled at any time", "[native][threads]") {
  TracedProgram traced(R"(
#include <pthread.h>
static void *work(void *argument) { return argument; }
int main(void) {
  for (;;) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
  }
}
)");
  for (int delay : {0, 1, 2, 5, 10, 20}) {
    std::atomic<bool> hasEnded = false;
    std::thread canceller([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(delay));
      // A call before the run begins has no effect.
      while (!hasEnded) {
        traced.engine->cancel();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    });
    (void)orFail(traced.engine->record(traced.program.spec));
    hasEnded = true;
    canceller.join();
  }
}

TEST_CASE("ptrace: exec by a second thread replaces the program",
          "[native][threads]") {
  TracedProgram traced(R"(
#include <pthread.h>
#include <unistd.h>
static void *replace(void *argument) {
  execl("/bin/echo", "echo", "other", (char *)0);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, replace, 0);
  pthread_join(thread, 0);
  return 1;
}
)");
  Recording recording = traced.record();
  CHECK(std::holds_alternative<Exited>(recording.result.ending));
  CHECK(recording.result.standardOutput == "other\n");
}
