// Tests of programs with threads under LLDB.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/Catch.h"
#include "ThreadedProgram.h"
#include "pinstripe/Trace/Trace.h"
#include <csignal>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace pinstripe;

TEST_CASE("a thread runs traced code while all others wait",
          "[lldb][engine][threads]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ThreadedProgram program(compiler, R"(
#include <pthread.h>
#include <stdio.h>
void *body(void *argument) {
  int *number = argument;
  *number += 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  int number = 0;
  for (int i = 0; i < 2; i++) {
    pthread_create(&thread, 0, body, &number);
    pthread_join(thread, 0);
  }
  printf("%d\n", number);
  return 0;
}
)");
    program.recordRepeatedly("2\n");
    // The call of the thread's function belongs to the event that has started
    // the thread, not to the one that waits.
    std::vector<unsigned> calls = program.eventsAt("*number += 1");
    std::vector<unsigned> starts = program.eventsAt("pthread_create");
    REQUIRE(calls.size() == 2);
    for (size_t i = 0; i < calls.size(); ++i) {
      Event event = program.trace().event(EventIndex(calls[i]));
      CHECK(program.trace().invocation(event.invocation).parent ==
            EventIndex(starts[i]));
    }
    EventSet some = program.all();
    some.erase(EventIndex(starts[0]));
    some.erase(EventIndex(program.eventsAt("pthread_join")[0]));
    CHECK(program.execute(some).standardOutput == "1\n");
    // If nobody waits for a thread, it gets its turn as in the recorded run.
    std::vector<unsigned> waits = program.eventsAt("pthread_join");
    REQUIRE(waits.size() == 2);
    EventSet withoutLast = program.all();
    withoutLast.erase(EventIndex(waits[1]));
    CHECK(program.execute(withoutLast).standardOutput == "2\n");
  }
}

TEST_CASE("threads that work at the same time take turns",
          "[lldb][engine][threads]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ThreadedProgram program(compiler, R"(
#include <pthread.h>
#include <stdio.h>
void *body(void *argument) {
  long sum = 0;
  long number = (long)argument;
  for (int i = 0; i < 5; i++)
    sum += number;
  printf("%ld\n", sum);
  return 0;
}
int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, body, (void *)(i + 1));
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  printf("done\n");
  return 0;
}
)");
    program.recordRepeatedly("5\n10\n15\ndone\n");
    // A thread that was not started does not disturb the others.
    EventSet some = program.all();
    some.erase(EventIndex(program.eventsAt("pthread_create")[1]));
    some.erase(EventIndex(program.eventsAt("pthread_join")[1]));
    CHECK(program.execute(some).standardOutput == "5\n15\ndone\n");
    // The order is the recorded one also if nobody waits for the threads.
    EventSet withoutWaits = program.without({"pthread_join"});
    CHECK(program.execute(withoutWaits).standardOutput == "5\n10\n15\ndone\n");
    // So it is if control jumps from the start of a thread to an event that
    // comes after the thread's events in the recording.
    EventSet onlyFirst = withoutWaits;
    onlyFirst.erase(EventIndex(program.eventsAt("pthread_create")[1]));
    onlyFirst.erase(EventIndex(program.eventsAt("pthread_create")[2]));
    CHECK(program.execute(onlyFirst).standardOutput == "5\ndone\n");
  }
}

TEST_CASE("a mutex is passed on in a fixed order", "[lldb][engine][threads]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ThreadedProgram program(compiler, R"(
#include <pthread.h>
#include <stdio.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int total;
void *body(void *argument) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    total += 1;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}
int main(void) {
  pthread_t threads[3];
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, body, 0);
  total = 1;
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  printf("%d\n", total);
  return 0;
}
)");
    program.recordRepeatedly("10\n");
    // A lock that is not taken changes nothing, since only one thread runs.
    EventSet without = program.without({"pthread_mutex"});
    CHECK(program.execute(without).standardOutput == "10\n");
  }
}

TEST_CASE("workers that wait for a condition variable take turns",
          "[lldb][engine][threads][long]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ThreadedProgram program(compiler, R"(
#include <pthread.h>
#include <stdio.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t isFilled = PTHREAD_COND_INITIALIZER;
int queue[10];
int begin;
int end;
int isClosed;
void *body(void *argument) {
  long worker = (long)argument;
  for (;;) {
    pthread_mutex_lock(&mutex);
    while (begin == end && !isClosed)
      pthread_cond_wait(&isFilled, &mutex);
    int task = begin < end ? queue[begin++] : -1;
    pthread_mutex_unlock(&mutex);
    if (task < 0)
      break;
    printf("%ld:%d\n", worker, task);
  }
  return 0;
}
int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, body, (void *)i);
  for (int i = 0; i < 6; i++) {
    pthread_mutex_lock(&mutex);
    queue[end++] = i;
    pthread_cond_signal(&isFilled);
    pthread_mutex_unlock(&mutex);
  }
  pthread_mutex_lock(&mutex);
  isClosed = 1;
  pthread_cond_broadcast(&isFilled);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  return 0;
}
)");
    std::string output = program.record().result.standardOutput;
    CHECK(std::count(output.begin(), output.end(), '\n') == 6);
    program.recordRepeatedly(output);
  }
}

TEST_CASE("a barrier lets all its threads go on", "[lldb][engine][threads]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ThreadedProgram program(compiler, R"(
#include <pthread.h>
#include <stdio.h>
pthread_barrier_t barrier;
int values[3];
int sums[3];
void *body(void *argument) {
  long number = (long)argument;
  values[number] = (int)number + 1;
  pthread_barrier_wait(&barrier);
  sums[number] = values[0] + values[1] + values[2];
  pthread_barrier_wait(&barrier);
  return 0;
}
int main(void) {
  pthread_t threads[3];
  pthread_barrier_init(&barrier, 0, 3);
  for (long i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, body, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  printf("%d %d %d\n", sums[0], sums[1], sums[2]);
  return 0;
}
)");
    program.recordRepeatedly("6 6 6\n");
    // If a thread does not come to the barrier, all threads wait for ever.
    EventSet some = program.all();
    some.erase(EventIndex(program.eventsAt("pthread_barrier_wait")[0]));
    RunResult result = program.execute(some);
    REQUIRE(std::holds_alternative<TimedOut>(result.ending));
    CHECK(std::get<TimedOut>(result.ending).isCertain);
  }
}

TEST_CASE("a thread that waits in a loop gives way after many events",
          "[lldb][engine][threads][long]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ThreadedProgram program(compiler, R"(
#include <pthread.h>
#include <stdio.h>
volatile int isOver;
void *body(void *argument) {
  isOver = 1;
  return argument;
}
int main(void) {
  pthread_t thread;
  int rounds = 0;
  pthread_create(&thread, 0, body, 0);
  while (!isOver)
    rounds++;
  pthread_join(thread, 0);
  printf("%d\n", rounds > 100);
  return 0;
}
)");
    program.recordRepeatedly("1\n");
  }
}

TEST_CASE("a thread that yields or sleeps gives way at once",
          "[lldb][engine][threads]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ThreadedProgram program(compiler, R"(
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>
volatile int done;
void *body(void *argument) {
  usleep((long)argument);
  printf("%ld\n", (long)argument);
  done++;
  return 0;
}
int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, body, (void *)(3000 - 1000 * i));
  while (!done)
    sched_yield();
  while (done < 3)
    usleep(100);
  printf("done\n");
  return 0;
}
)");
    program.recordRepeatedly("1000\n2000\n3000\ndone\n");
  }
}

TEST_CASE("the outcome of a race depends on the order of threads",
          "[lldb][engine][threads][long]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ThreadedProgram program(compiler, R"(
#include <pthread.h>
#include <stdio.h>
int total;
void *body(void *argument) {
  for (int i = 0; i < 10; i++) {
    int before = total;
    int after = before + 1;
    total = after;
  }
  return argument;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, body, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  printf("%d\n", total);
  return 0;
}
)");
    program.recordRepeatedly("20\n");
    bool isLost = false;
    for (uint64_t schedule = 1; schedule <= 5; ++schedule) {
      program.spec.schedule = schedule;
      std::string output = program.record().result.standardOutput;
      isLost |= output != "20\n";
      program.recordRepeatedly(output);
    }
    CHECK(isLost);
  }
}

TEST_CASE("threads that wait for each other are found at once",
          "[lldb][engine][threads]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ThreadedProgram program(compiler, R"(
#include <pthread.h>
#include <stdio.h>
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
pthread_barrier_t both;
void *body(void *argument) {
  pthread_mutex_lock(&second);
  pthread_barrier_wait(&both);
  pthread_mutex_lock(&first);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_barrier_init(&both, 0, 2);
  pthread_create(&thread, 0, body, 0);
  pthread_mutex_lock(&first);
  pthread_barrier_wait(&both);
  pthread_mutex_lock(&second);
  printf("not reached\n");
  return 0;
}
)");
    const Recording &recording = program.record();
    REQUIRE(std::holds_alternative<TimedOut>(recording.result.ending));
    CHECK(std::get<TimedOut>(recording.result.ending).isCertain);
  }
}

TEST_CASE("threads that talk through a pipe wait for each other",
          "[lldb][engine][threads][long]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ThreadedProgram program(compiler, R"(
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
int ends[2];
void *body(void *argument) {
  for (char c = 'a'; c < 'd'; c++)
    write(ends[1], &c, 1);
  close(ends[1]);
  return argument;
}
int main(void) {
  pthread_t thread;
  char c;
  if (pipe(ends) != 0)
    return 1;
  pthread_create(&thread, 0, body, 0);
  while (read(ends[0], &c, 1) == 1)
    printf("%c\n", c);
  pthread_join(thread, 0);
  return 0;
}
)");
    program.recordRepeatedly("a\nb\nc\n");
  }
}

TEST_CASE("each thread has its own thread-local variables",
          "[lldb][engine][threads]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ThreadedProgram program(compiler, R"(
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
__thread int own = 1;
int sum;
void *body(void *argument) {
  own += (int)(long)argument;
  sched_yield();
  sum += own;
  return 0;
}
int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, body, (void *)(i * 10));
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  printf("%d %d\n", sum, own);
  return 0;
}
)");
    program.recordRepeatedly("12 1\n");
  }
}

TEST_CASE("a stop while a thread is being started does not end a turn",
          "[lldb][engine][threads][long]") {
  // The metronome stops the program at short intervals, so it stops some of the
  // system calls that start a thread.
  ThreadedProgram program(cCompiler(), R"(
#include <pthread.h>
#include <stdio.h>
int order[40], length;
void *body(void *argument) {
  order[length++] = (int)(long)argument;
  return 0;
}
int main(void) {
  pthread_t threads[40];
  for (long i = 0; i < 40; i++)
    pthread_create(&threads[i], 0, body, (void *)i);
  int before = length;
  for (int i = 0; i < 40; i++)
    pthread_join(threads[i], 0);
  int isInOrder = 1;
  for (int i = 0; i < 40; i++)
    isInOrder &= order[i] == i;
  printf("%d %d\n", before, isInOrder);
  return 0;
}
)");
  program.recordRepeatedly("0 1\n");
}

TEST_CASE("a thread that waits in a loop of a library gives way",
          "[lldb][engine][threads][long]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ThreadedProgram program(compiler, R"(
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
pthread_spinlock_t lock;
int total;
void *body(void *argument) {
  pthread_spin_lock(&lock);
  int before = total;
  sched_yield();
  total = before + 1;
  pthread_spin_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t threads[2];
  pthread_spin_init(&lock, 0);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, body, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  printf("%d\n", total);
  return 0;
}
)");
    program.recordRepeatedly("2\n");
  }
}

TEST_CASE("the main thread may end by pthread_exit before the others",
          "[lldb][engine][threads][long]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ThreadedProgram program(compiler, R"(
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
void *body(void *argument) {
  usleep(1000);
  for (long i = 0; i < (long)argument; i++)
    printf("%ld\n", i);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, body, (void *)(i + 1));
  printf("main\n");
  pthread_exit(0);
}
)");
    program.recordRepeatedly("main\n0\n0\n1\n");
    CHECK(describeEnding(program.record().result.ending) == "exit status 0");
    EventSet some = program.all();
    some.erase(EventIndex(program.eventsAt("pthread_create")[0]));
    CHECK(program.execute(some).standardOutput == "main\n0\n1\n");
  }
}

TEST_CASE("all threads wait for ever if they wait for the main thread's end",
          "[lldb][engine][threads]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ThreadedProgram program(compiler, R"(
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *body(void *argument) {
  pthread_mutex_lock(&mutex);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, 0, body, 0);
  pthread_exit(0);
}
)");
    const Recording &recording = program.record();
    REQUIRE(std::holds_alternative<TimedOut>(recording.result.ending));
    CHECK(std::get<TimedOut>(recording.result.ending).isCertain);
  }
}

namespace {

/// Some processes that need all processor time that they can get.
class BusyMachine {
public:
  BusyMachine() {
    unsigned count = 4 * std::max(1u, std::thread::hardware_concurrency());
    for (unsigned i = 0; i < count; ++i) {
      pid_t child = fork();
      if (child == 0) {
        // The children end with this program, also if it is killed.
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;)
          __asm__ volatile("");
      }
      children.push_back(child);
    }
  }
  ~BusyMachine() {
    for (pid_t child : children) {
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
    }
  }

private:
  std::vector<pid_t> children;
};

} // namespace

TEST_CASE("a busy machine does not change the order of threads",
          "[lldb][engine][threads][long]") {
  // The first thread runs only code of libc, and needs some 0.15 s of processor
  // time, less than a third of what a turn allows, since processors differ. On
  // a busy machine this takes more time than a turn allows.
  ThreadedProgram program(cCompiler(), R"(
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  pthread_t thread;
  size_t size = 8000000;
  char *text = malloc(size);
  memset(text, 'a', size);
  text[size - 1] = 0;
  pthread_create(&thread, 0, (void *(*)(void *))strfry, text);
  int isRunning = pthread_tryjoin_np(thread, 0);
  printf("%d\n", isRunning != 0);
  return 0;
}
)");
  BusyMachine busy;
  CHECK(program.record().result.standardOutput == "0\n");
}
