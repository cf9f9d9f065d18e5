// Has functions that are suspended and resumed, whose frames are on the heap.
// Built with -std=c++20.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <utility>

class Generator {
public:
  struct promise_type {
    int value = 0;
    Generator get_return_object() {
      return Generator(
          std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int next) {
      value = next;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };

  explicit Generator(std::coroutine_handle<promise_type> handle)
      : handle(handle) {}
  Generator(Generator &&other) noexcept
      : handle(std::exchange(other.handle, nullptr)) {}
  ~Generator() {
    if (handle)
      handle.destroy();
  }
  bool next() {
    handle.resume();
    return !handle.done();
  }
  int value() const { return handle.promise().value; }

private:
  std::coroutine_handle<promise_type> handle;
};

static int weigh(int n) {
  int weight = n * n;
  return weight + 1;
}

static Generator count(int from, int to) {
  int step = 1;
  for (int i = from; i < to; i += step) {
    co_yield weigh(i);
    step++;
  }
}

static Generator both(int n) {
  Generator first = count(0, n);
  while (first.next())
    co_yield first.value();
  co_yield -1;
}

int main() {
  Generator numbers = count(1, 8);
  while (numbers.next())
    std::printf("%d ", numbers.value());
  Generator twice = both(3);
  while (twice.next())
    std::printf("%d ", twice.value());
  std::putchar('\n');
  return 0;
}
