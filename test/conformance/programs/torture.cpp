// Does what C++ adds: objects with destructors, exceptions, virtual calls.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

static int live = 0;

struct Noisy {
  explicit Noisy(int id) : id(id) { ++live; }
  Noisy(const Noisy &other) : id(other.id + 100) { ++live; }
  ~Noisy() {
    --live;
    std::printf("-%d ", id);
  }
  int id;
};

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual std::string name() const { return "shape"; }
  int tag = 7;
};

struct Square : Shape {
  explicit Square(double side) : side(side) {}
  double area() const override { return side * side; }
  std::string name() const override { return "square " + Shape::name(); }
  double side;
};

struct Named {
  std::string text;
  long numbers[4];
};

static Noisy global(1);

static Named makeNamed(int n) {
  Named named;
  named.text = std::to_string(n);
  for (int i = 0; i < 4; ++i)
    named.numbers[i] = n * i;
  return named;
}

template <class T> T largest(const std::vector<T> &values) {
  T best = values.front();
  for (const T &value : values)
    if (best < value)
      best = value;
  return best;
}

static int risky(int k) {
  Noisy guard(k);
  if (k > 11)
    throw std::runtime_error("too big");
  return k * 2;
}

static int rethrows(int k) {
  Noisy outer(20);
  try {
    Noisy inner(21);
    return risky(k);
  } catch (const std::exception &error) {
    std::printf("[%s] ", error.what());
    throw;
  }
}

static int early(int n) {
  Noisy first(30);
  for (int i = 0; i < n; ++i) {
    Noisy each(31 + i);
    if (i == 1)
      return i + first.id;
  }
  return 0;
}

static int &counter() {
  static Noisy once(2);
  static int count = once.id;
  return count;
}

static int tryAll() {
  int total = 0;
  for (int k = 10; k < 13; ++k) {
    try {
      total += rethrows(k);
    } catch (const std::runtime_error &error) {
      total += 1000;
    } catch (...) {
      total -= 1;
    }
  }
  return total;
}

int main() {
  std::unique_ptr<Shape> shape = std::make_unique<Square>(1.5);
  std::printf("%s %.2f %d\n", shape->name().c_str(), shape->area(), shape->tag);
  Named named = makeNamed(7);
  std::printf("%s %ld\n", named.text.c_str(), named.numbers[3]);
  std::vector<int> values{3, 9, 4};
  int offset = 5;
  auto shifted = [&](int x) { return x + offset; };
  std::transform(values.begin(), values.end(), values.begin(), shifted);
  std::sort(values.begin(), values.end(), [](int a, int b) { return a > b; });
  std::printf("%d %d %.1f\n", values[0], largest(values),
              largest(std::vector<double>{0.5, 2.5}));
  std::printf("%d\n", tryAll());
  std::printf("%d\n", early(4));
  counter() += 2;
  std::printf("%d\n", ++counter());
  std::map<std::string, int> words;
  for (const char *word : {"a", "b", "a"})
    ++words[word];
  for (auto &[word, count] : words)
    std::printf("%s=%d ", word.c_str(), count);
  std::function<int(int)> factorial = [&](int n) {
    return n < 2 ? 1 : n * factorial(n - 1);
  };
  std::printf("%d\n", factorial(5));
  Noisy copy = global;
  if (Noisy temporary(50); temporary.id > 40)
    std::printf("%d ", temporary.id);
  std::printf("live %d\n", live);
  return 0;
}
