// Starts threads that run traced code only while all others wait: they are
// joined at once, or their result is awaited, or they take one task at a time.
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <functional>
#include <future>
#include <mutex>
#include <thread>

static int triangle(int n) {
  int sum = 0;
  for (int i = 1; i <= n; ++i)
    sum += i;
  return sum;
}

static int joined() {
  int total = 0;
  for (int i = 1; i < 4; ++i) {
    std::thread worker([&total, i] { total += triangle(i); });
    worker.join();
  }
  return total;
}

static int nested() {
  int inner = 0, outer = 0;
  std::thread worker([&] {
    std::thread other([&] { inner = triangle(3); });
    other.join();
    outer = inner + 1;
  });
  worker.join();
  return outer;
}

static int awaited() {
  int total = 0;
  for (int i = 1; i < 3; ++i) {
    std::future<int> answer = std::async(std::launch::async, triangle, i);
    total += answer.get() + triangle(1);
  }
  return total;
}

class Pool {
public:
  Pool() : worker([this] { run(); }) {}
  ~Pool() {
    {
      std::lock_guard<std::mutex> guard(mutex);
      isStopping = true;
    }
    changed.notify_all();
    worker.join();
  }
  void execute(const std::function<void()> &job) {
    std::unique_lock<std::mutex> lock(mutex);
    task = job;
    changed.notify_all();
    changed.wait(lock, [this] { return !task; });
  }

private:
  void run() {
    std::unique_lock<std::mutex> lock(mutex);
    while (true) {
      changed.wait(lock, [this] { return task || isStopping; });
      if (isStopping)
        return;
      task();
      task = nullptr;
      changed.notify_all();
    }
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::function<void()> task;
  bool isStopping = false;
  std::thread worker;
};

static int pooled() {
  Pool pool;
  int sum = 0;
  for (int i = 1; i < 4; ++i)
    pool.execute([&sum, i] { sum += triangle(i); });
  return sum;
}

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "";
  int result = 0;
  if (std::strcmp(name, "joined") == 0)
    result = joined();
  if (std::strcmp(name, "nested") == 0)
    result = nested();
  if (std::strcmp(name, "awaited") == 0)
    result = awaited();
  if (std::strcmp(name, "pooled") == 0)
    result = pooled();
  std::printf("%s %d\n", name, result);
  return 0;
}
