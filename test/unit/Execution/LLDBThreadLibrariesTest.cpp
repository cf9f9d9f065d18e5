// Tests of threads of C++'s library and of OpenMP under LLDB.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/Catch.h"
#include "ThreadedProgram.h"
#include "pinstripe/Trace/Trace.h"

using namespace pinstripe;

/// Records the C++ program `source` three times with each compiler, and
/// requires that it prints `output`. Then leaves out the events on lines with
/// `removed`, and requires that the program prints `without`.
static void recordCxx(const std::string &source, const std::string &output,
                      llvm::StringRef removed, const std::string &without) {
  for (const std::string &compiler : cxxCompilers()) {
    INFO(compiler);
    ThreadedProgram program(compiler, source, {"-std=c++20"},
                            ProgramUnderTest::TableKind::Full);
    program.recordRepeatedly(output);
    CHECK(program.execute(program.without({removed})).standardOutput ==
          without);
  }
}

TEST_CASE("threads of std::thread and std::jthread take turns",
          "[lldb][engine][threads][long]") {
  recordCxx(R"(
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>
std::mutex mutex;
std::atomic<int> calls;
int total = 0;
thread_local int own = 1;
void add(int number) {
  own += number;
  calls++;
  std::lock_guard<std::mutex> lock(mutex);
  total += own;
}
int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++)
    threads.emplace_back(add, i);
  for (std::thread &each : threads)
    each.join();
  {
    std::jthread one([] { add(10); });
  }
  std::printf("%d %d %d\n", total, own, calls.load());
}
)",
            "17 1 4\n", "own += number", "4 1 4\n");
}

TEST_CASE("tasks of std::async give their results",
          "[lldb][engine][threads][long]") {
  recordCxx(R"(
#include <cstdio>
#include <future>
#include <stdexcept>
int square(int number) {
  int result = number * number;
  if (number > 3)
    throw std::runtime_error("too large");
  return result;
}
int main() {
  std::promise<int> promise;
  std::future<int> given = promise.get_future();
  std::future<int> two = std::async(std::launch::async, square, 2);
  std::future<int> three = std::async(std::launch::async, [&] {
    int sum = square(3) + given.get();
    return sum;
  });
  std::future<int> four = std::async(std::launch::async, square, 4);
  promise.set_value(100);
  int sum = two.get() + three.get();
  try {
    sum += four.get();
  } catch (const std::exception &error) {
    std::printf("%s\n", error.what());
  }
  std::printf("%d\n", sum);
}
)",
            "too large\n113\n", "std::printf(\"%s", "113\n");
}

TEST_CASE("workers of a pool take tasks from a queue in a fixed order",
          "[lldb][engine][threads][long]") {
  recordCxx(R"(
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
class Pool {
public:
  explicit Pool(int count) {
    for (int i = 0; i < count; i++)
      workers.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      std::unique_lock<std::mutex> lock(mutex);
      isClosed = true;
    }
    isFilled.notify_all();
    for (std::thread &each : workers)
      each.join();
  }
  void add(std::function<void()> task) {
    {
      std::unique_lock<std::mutex> lock(mutex);
      tasks.push(std::move(task));
    }
    isFilled.notify_one();
  }

private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock<std::mutex> lock(mutex);
        isFilled.wait(lock, [this] { return isClosed || !tasks.empty(); });
        if (tasks.empty())
          return;
        task = std::move(tasks.front());
        tasks.pop();
      }
      task();
    }
  }
  std::vector<std::thread> workers;
  std::queue<std::function<void()>> tasks;
  std::mutex mutex;
  std::condition_variable isFilled;
  bool isClosed = false;
};
int results[4];
std::once_flag once;
int calls = 0;
void count() {
  calls += 1;
}
void compute(int number) {
  std::call_once(once, count);
  results[number] = number * number;
}
int main() {
  {
    Pool pool(2);
    for (int i = 0; i < 4; i++)
      pool.add([i] { compute(i); });
  }
  std::printf("%d %d %d %d, %d\n", results[0], results[1], results[2],
              results[3], calls);
}
)",
            "0 1 4 9, 1\n", "calls += 1", "0 1 4 9, 0\n");
}

TEST_CASE("latches, barriers, semaphores and atomic waits let threads go on",
          "[lldb][engine][threads][long]") {
  recordCxx(R"(
#include <atomic>
#include <barrier>
#include <cstdio>
#include <latch>
#include <semaphore>
#include <thread>
std::atomic<int> stage{0};
std::latch started(2);
std::barrier<> both(2);
std::counting_semaphore<4> filled(0);
int values[2];
int sums[2];
int bonus = 0;
void work(int number) {
  started.count_down();
  stage.wait(0);
  values[number] = number + 1;
  both.arrive_and_wait();
  sums[number] = values[0] + values[1];
  filled.release();
}
int main() {
  std::jthread one(work, 0);
  std::jthread two(work, 1);
  started.wait();
  bonus = 5;
  stage = 1;
  stage.notify_all();
  filled.acquire();
  filled.acquire();
  std::printf("%d %d %d\n", sums[0], sums[1], bonus);
}
)",
            "3 3 5\n", "bonus = 5", "3 3 0\n");
}

TEST_CASE("the threads of OpenMP share a loop in a fixed way",
          "[lldb][engine][threads][long]") {
  // The package of clang has no library for OpenMP, gcc brings its own.
  ThreadedProgram program("/usr/bin/g++", R"(
#include <cstdio>
int main() {
  int sum = 0;
  int owners = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 1; i <= 9; i++)
    sum += i;
  int unused = 1;
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 3; i++) {
#pragma omp critical
    owners = owners * 10 + i;
  }
  unused++;
  std::printf("%d %d\n", sum, owners);
}
)",
                          {"-fopenmp"}, ProgramUnderTest::TableKind::Full);
  program.spec.environment.push_back("OMP_NUM_THREADS=3");
  std::string output = program.record().result.standardOutput;
  CHECK(llvm::StringRef(output).starts_with("45 "));
  program.recordRepeatedly(output);
  EventSet some = program.without({"unused"});
  CHECK(program.execute(some).standardOutput == output);
}
