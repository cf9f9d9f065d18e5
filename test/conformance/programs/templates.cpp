// Has functions without a name of their own (lambdas, instantiations, functions
// as values) and statements that expand to several.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

template <class T> T power(T base, unsigned exponent) {
  T result = 1;
  for (; exponent; exponent /= 2) {
    if (exponent % 2)
      result *= base;
    base *= base;
  }
  return result;
}

template <class First, class... Rest> int count(First first, Rest... rest) {
  int here = static_cast<int>(sizeof first);
  if constexpr (sizeof...(rest) > 0)
    here += count(rest...);
  return here;
}

template <class... Numbers> auto sum(Numbers... numbers) {
  auto result = (numbers + ...);
  return result;
}

struct Range {
  struct Iterator {
    int at;
    int operator*() const { return at * at; }
    Iterator &operator++() {
      ++at;
      return *this;
    }
    bool operator!=(const Iterator &other) const { return at != other.at; }
  };
  Iterator begin() const { return {first}; }
  Iterator end() const { return {last}; }
  int first, last;
};

struct Printer {
  void operator()(int n) const { std::printf("int %d ", n); }
  void operator()(const std::string &s) const {
    std::printf("text %s ", s.c_str());
  }
};

static std::tuple<int, double, char> parts(int n) {
  int doubled = n * 2;
  return {doubled, n / 4.0, static_cast<char>('a' + n)};
}

static std::function<int(int)> adder(int offset) {
  int calls = 0;
  return [offset, calls](int n) mutable {
    ++calls;
    return n + offset * calls;
  };
}

int main() {
  std::printf("%d %.3f\n", power(3, 5), power(1.5, 3));
  std::printf("%d %.1f\n", count('a', 1, 2.0), sum(1, 2.5, 3));
  std::vector<int> values;
  for (int square : Range{2, 5})
    values.push_back(square);
  int threshold = 5, hits = 0;
  auto above = [&](auto n) {
    ++hits;
    return n > threshold;
  };
  auto found = std::count_if(values.begin(), values.end(), above);
  std::printf("%ld %d\n", static_cast<long>(found), hits);
  std::sort(values.begin(), values.end(), std::greater<>());
  std::printf("%d %d\n", values[0],
              std::accumulate(values.begin(), values.end(), 0,
                              [](int a, int b) { return a * 2 + b; }));
  auto [first, second, third] = parts(3);
  std::printf("%d %.2f %c\n", first, second, third);
  auto add = adder(10);
  int once = add(1);
  std::printf("%d %d\n", once, add(1));
  for (const std::variant<int, std::string> &each :
       {std::variant<int, std::string>(4),
        std::variant<int, std::string>("four")})
    std::visit(Printer(), each);
  std::map<std::string, int> words;
  for (const char *word : {"b", "a", "b"})
    words[word] += 1;
  for (auto &[word, times] : words)
    std::printf("%s%d ", word.c_str(), times);
  int (*plain)(int) = [](int n) { return n ? n - 1 : 0; };
  std::printf("%d\n", plain(9));
  return 0;
}
