// Tests that patched code does what the original does.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Single steps tell how often each instruction is executed. The hooks must
// count the same, wherever they are and however control gets to them.

#include "PatchedLibrary.h"

#include "llvm/ADT/StringExtras.h"

#include <random>

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

const char *const cSource = R"(
#include <setjmp.h>
#include <stdarg.h>
struct big { long a[5]; };
static long table[4] = {3, 1, 4, 1};
static jmp_buf back;
static struct big make(long n) {
  struct big b = {{n, n + 1, n + 2, n + 3, n + 4}};
  return b;
}
static long sum(int count, ...) {
  va_list list;
  long total = 0;
  va_start(list, count);
  while (count--)
    total += va_arg(list, long);
  va_end(list);
  return total;
}
static long choose(long n) {
  switch (n & 7) {
  case 0: return 10;
  case 1: n += 3; break;
  case 2: n *= 5;
  case 3: n -= 1; break;
  case 4: return table[n & 3];
  case 5: break;
  default: n = -n;
  }
  return n;
}
static long interpret(const char *code, long n) {
  static void *labels[] = {&&add, &&twice, &&negate, &&stop};
  goto *labels[*code++ - 'a'];
add:
  n += table[n & 3];
  goto *labels[*code++ - 'a'];
twice:
  n *= 2;
  goto *labels[*code++ - 'a'];
negate:
  n = -n;
  goto *labels[*code++ - 'a'];
stop:
  return n;
}
static long offsets(long n) {
  static const int distances[] = {&&a - &&a, &&b - &&a, &&c - &&a};
  long result = 0;
  goto *(&&a + distances[n % 3]);
a:
  result += 1;
b:
  result += 2;
c:
  result += 4;
  return result;
}
static void nothing(void) {}
static long jump(long n) {
  volatile long seen = n;
  if (setjmp(back) == 0) {
    seen = seen + 1;
    longjmp(back, 1);
  }
  return seen;
}
static long fib(long n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static long (*volatile pointer)(long) = choose;
static double half(double x) { return x * 0.5 + table[1]; }
static long loops(long n) {
  long i, j, total = 0;
  for (i = 0; i < n; i++)
    for (j = i; j > 0; j--) {
      if ((i ^ j) & 1)
        continue;
      total += i * j;
    }
  do
    total ^= n--;
  while (n > 0);
  return total;
}
static long assembler(long n) {
  long total = 0;
  asm volatile("mov %1, %%rcx\n1: addq $3, %0\nloop 1b\n"
               "jrcxz 2f\naddq $100, %0\n2: addq $1, %0\n"
               "testq $1, %1\nje 3f\nlock; 3: addq $0, (%%rsp)\n"
               : "+b"(total) : "r"(n) : "rcx", "cc", "memory");
  asm volatile("sub $160, %%rsp\nmov %1, 8(%%rsp)\nmov %2, %%rdi\n"
               "call *8(%%rsp)\nadd $160, %%rsp\nadd %%rax, %0\n"
               : "+b"(total) : "r"(pointer), "r"(n)
               : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11",
                 "cc", "memory");
  asm volatile("sub $160, %%rsp\nmov %1, %%r11\nmov %2, %%rdi\ncall *%%r11\n"
               "add $160, %%rsp\nadd %%rax, %0\n"
               : "+b"(total) : "r"(pointer), "r"(n)
               : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11",
                 "cc", "memory");
  return total;
}
long run(long n) {
  long total = 0, i;
  for (i = 0; i < n; i++) {
    struct big b = make(i);
    nothing();
    total = total * 7 + choose(i) + pointer(i + 3) + b.a[i % 5];
    total += interpret("abcabcd", i) + offsets(i) + jump(i);
    total += sum(3, i, total, 5L) + fib(i % 9) + loops(i % 6);
    total += half(i) > 3.5 ? 1 : 2;
    total += assembler(i + 1);
  }
  return total;
}
)";

const char *const cxxSource = R"(
#include <stdexcept>
#include <string>
#include <vector>
struct Guard {
  long &count;
  ~Guard() { ++count; }
};
struct Shape {
  virtual long area() const = 0;
  virtual ~Shape() {}
};
struct Square : Shape {
  long side;
  explicit Square(long side) : side(side) {}
  long area() const override { return side * side; }
};
static long thrower(long n, long &count) {
  Guard guard{count};
  if (n % 3 == 0)
    throw std::runtime_error("three");
  if (n % 2 == 0)
    throw n;
  return n;
}
static long catcher(long n, long &count) {
  try {
    return thrower(n, count);
  } catch (const std::runtime_error &error) {
    return std::string(error.what()).size();
  } catch (long number) {
    Guard guard{count};
    try {
      throw;
    } catch (...) {
      return -number;
    }
  }
}
extern "C" long run(long n) {
  long total = 0, count = 0;
  std::vector<long> numbers;
  for (long i = 0; i < n; ++i) {
    Square square(i);
    const Shape &shape = square;
    numbers.push_back(catcher(i, count) + shape.area());
    auto add = [&](long more) { total += more; };
    add(numbers.back());
  }
  for (long number : numbers)
    total = total * 3 + number;
  return total + count;
}
)";

/// Returns a text such as "0x1136: 3 instead of 4" for each hook that counted
/// wrong.
std::vector<std::string> wrongCounts(const Counts &counted,
                                     const Counts &truth) {
  std::vector<std::string> wrong;
  for (auto [address, count] : counted)
    if (uint64_t expected = truth.at(address); count != expected)
      wrong.push_back("0x" + llvm::utohexstr(address, /*LowerCase=*/true) +
                      ": " + std::to_string(count) + " instead of " +
                      std::to_string(expected));
  return wrong;
}

struct Build {
  Language language;
  std::string compiler;
  std::vector<std::string> flags;
};

std::string describe(const Build &build) {
  std::string text = build.compiler;
  for (const std::string &flag : build.flags)
    text += " " + flag;
  return text;
}

std::vector<Build> builds() {
  std::vector<Build> result;
  for (Language language : {Language::C, Language::Cxx})
    for (const std::string &compiler : compilers(language))
      for (std::vector<std::string> flags : {std::vector<std::string>{"-O0"},
                                             {"-O0", "-fcf-protection=full"},
                                             {"-O2"}})
        result.push_back({language, compiler, flags});
  return result;
}

std::vector<uint64_t> someOf(llvm::ArrayRef<uint64_t> addresses,
                             unsigned outOf100, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<uint64_t> chosen;
  for (uint64_t address : addresses)
    if (random() % 100 < outOf100)
      chosen.push_back(address);
  return chosen;
}

} // namespace

TEST_CASE("Hooks count every execution and change nothing",
          "[instrumentation][run][long]") {
  for (const Build &build : builds()) {
    INFO(describe(build));
    // C++ gets a smaller argument, since single steps through an unwinder take
    // long.
    const long argument = build.language == Language::C ? 6 : 3;
    std::vector<std::string> flags = build.flags;
    flags.insert(flags.end(), {"-g", "-shared", "-fPIC"});
    TestProgram library(build.compiler, build.language,
                        build.language == Language::C ? cSource : cxxSource,
                        flags);
    Counts truth;
    std::vector<uint64_t> all;
    long expected = 0;
    {
      PatchedLibrary original(library.path);
      all = instructionsOf(original.code, original.functions);
      expected = original.runCounted(argument, all, truth);
      REQUIRE(original.run(argument) == expected);
    }
    struct Mode {
      const char *name;
      unsigned outOf100;
      unsigned seed;
      bool trapsOnly, minimalRuns;
    };
    for (Mode mode : {Mode{"everywhere", 100, 0, false, false},
                      Mode{"at every other", 50, 1, false, false},
                      Mode{"at some", 20, 2, false, false},
                      Mode{"at few", 5, 3, false, false},
                      Mode{"at few, short runs", 5, 4, false, true},
                      Mode{"at some, short runs", 20, 5, false, true},
                      Mode{"traps at few", 5, 6, true, false},
                      Mode{"traps at more", 30, 7, true, false}}) {
      INFO("hooks " << mode.name);
      PatchOptions options;
      options.trapsOnly = mode.trapsOnly;
      options.minimalRuns = mode.minimalRuns;
      PatchedLibrary patched(library.path);
      patched.patch(someOf(all, mode.outOf100, mode.seed), options);
      CHECK(findingsOf(patched) == std::vector<std::string>());
      CHECK(patched.run(argument) == expected);
      CHECK(wrongCounts(patched.takeCounts(), truth) ==
            std::vector<std::string>());
    }
  }
}
