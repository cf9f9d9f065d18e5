// Has functions that are suspended and resumed, whose frames are on the heap.
// Built with -std=c++20.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <string>
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

/// Begins at once, and waits for nothing.
struct Task {
  struct promise_type {
    int result = 0;
    Task get_return_object() {
      return Task{std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(int value) { result = value; }
    void unhandled_exception() { result = -1; }
  };
  std::coroutine_handle<promise_type> handle;
};

static Task lengthOf(const char *text, int n) {
  std::string whole;
  for (int i = 0; i < n; i++)
    whole += text;
  if (whole.size() > 6)
    throw n;
  co_await std::suspend_never();
  co_return static_cast<int>(whole.size());
}

static Generator letters(std::string text) {
  std::string seen = "-";
  for (char letter : text) {
    seen += letter;
    co_yield static_cast<int>(seen.size()) * 100 + letter;
  }
}

int main() {
  Generator named = letters("abc");
  while (named.next())
    std::printf("%d ", named.value());
  Task shorter = lengthOf("ab", 2), longer = lengthOf("abc", 3);
  std::printf("%d %d ", shorter.handle.promise().result,
              longer.handle.promise().result);
  shorter.handle.destroy();
  longer.handle.destroy();
  Generator numbers = count(1, 8);
  while (numbers.next())
    std::printf("%d ", numbers.value());
  Generator twice = both(3);
  while (twice.next())
    std::printf("%d ", twice.value());
  std::putchar('\n');
  return 0;
}
