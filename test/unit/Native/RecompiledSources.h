// Holds sources of programs whose functions are compiled a second time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The programs use everything that a recompiled function must share with the
// rest of the program: variables of all kinds, literals, and addresses.

#ifndef PINSTRIPE_TEST_UNIT_NATIVE_RECOMPILEDSOURCES_H
#define PINSTRIPE_TEST_UNIT_NATIVE_RECOMPILEDSOURCES_H

namespace pinstripe::test {

constexpr const char *identitiesInC = R"(
#include <alloca.h>
#include <complex.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int counter;
int shared = 3;
static _Thread_local int hiddenOfThread = 5;
_Thread_local int ofThread;
static const char *const names[] = {"one", "two"};
static const char *tag = "a literal";
extern char **environ;
extern void missing(void) __attribute__((weak));
static int next(int x) { return x + counter++; }
static int sameName(int k) {
  static int n = 10;
  if (k) {
    static int n = 100;
    return n++;
  }
  {
    static int n = 1000;
    static int zero;
    zero++;
    return n++ + zero;
  }
}
static int buffered(void) {
  static int n;
  static char buffer[8];
  buffer[0] = (char)('a' + n);
  return n++ + buffer[0];
}
static int threads(void) {
  hiddenOfThread++;
  ofThread += 2;
  return hiddenOfThread + ofThread;
}
static int isTag(const char *p) { return p == tag; }
static const char *literal(void) { return "a literal"; }
static const char *tail(void) { return "literal"; }
static const char *name(int i) { return names[i]; }
static int isSecond(const char *p) { return p == names[1]; }
typedef int (*Function)(int);
static Function table[] = {next};
static int itself(int x) { return x ? (int)(itself == (Function)itself) : 0; }
static Function ownAddress(void) { return itself; }
static int isNext(void) { return table[0] == next; }
static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
static const char *ownName(void) { return __func__; }
static int choose(int x) {
  switch (x) {
  case 0: return 5;
  case 1: return 7;
  case 2: return 11;
  case 3: return 13;
  case 4: return 17;
  case 5: return 19;
  default: return shared;
  }
}
static int jumpTo(int x) {
  static void *labels[] = {&&a, &&b, &&c};
  static const void *const fixed[] = {&&a, &&b, &&c};
  if (x > 2)
    goto *fixed[x - 3];
  goto *labels[x];
a: return 1;
b: return 2;
c: return 3;
}
static jmp_buf place;
static void jumpBack(int x) { longjmp(place, x); }
static int jump(int x) {
  volatile int k = 1;
  int result = setjmp(place);
  if (result == 0) {
    k = x;
    jumpBack(4);
  }
  return result * 10 + k;
}
static int sumOf(int n, ...) {
  va_list list;
  va_start(list, n);
  int sum = 0;
  while (n--)
    sum += va_arg(list, int);
  va_end(list);
  return sum;
}
static double mixed(double x) { return x * 1.5 + (double)(long double)x / 3; }
static __int128 big(__int128 a, __int128 b) { return a / b * 7 + a % b; }
static double complex rotate(double complex z) { return z * z / (1 + I); }
static int variable(int n) {
  int values[n];
  for (int i = 0; i < n; i++)
    values[i] = i;
  int *p = alloca(16);
  p[0] = values[n - 1];
  return p[0];
}
static int fails(void) {
  errno = 0;
  return fopen("/nonexistent", "r") == 0 && errno == ENOENT;
}
static size_t strings(const char *s) {
  char b[64];
  memset(b, 0, sizeof b);
  strcpy(b, s);
  return strlen(b) + (memchr(b, 'l', sizeof b) != 0) + (size_t)(strchr(b, 't') - b);
}
static size_t (*length)(const char *) = strlen;
static int isLength(void) { return length == strlen; }
static int isMissing(void) { return missing == 0; }
static void print(void) {
  fprintf(stdout, "environment %d\n", environ != 0);
  fputs("printed\n", stdout);
}
struct Bits {
  int a : 3;
  unsigned b : 9;
  char text[5];
};
static struct Bits bits(int x) {
  struct Bits result = {x, (unsigned)x * 3, "abcd"};
  return result;
}
static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
static int sorted(void) {
  int values[] = {3, 1, 2};
  qsort(values, 3, sizeof *values, compare);
  return values[0] * 100 + values[1] * 10 + values[2];
}
static void atEnd(void) { printf("end %d\n", counter); }
int main(void) {
  atexit(atEnd);
  for (int i = 0; i < 3; i++)
    printf("%d %d %d %d %d\n", next(i), sameName(0), sameName(1), buffered(),
           threads());
  printf("%d %d %d %d\n", isTag(tag), isTag(literal()), isSecond(name(1)),
         isNext());
  printf("%s %d %d %d\n", tail(), itself(1), ownAddress() == itself,
         factorial(6));
  printf("%s %d %d %d %d %d\n", ownName(), choose(3), choose(9), jumpTo(1),
         jumpTo(5), jump(3));
  printf("%d %f %d %f %d\n", sumOf(3, 1, 2, 3), mixed(3.7), (int)big(1000, 7),
         creal(rotate(2 + 3 * I)), variable(5));
  printf("%d %zu %d %d\n", fails(), strings("a title"), isLength(),
         isMissing());
  print();
  struct Bits b = bits(2);
  printf("%d %u %s %d\n", b.a, b.b, b.text, sorted());
  return 0;
}
)";

constexpr const char *identitiesInCxx = R"(
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>
struct Counted {
  static int live;
  Counted() { live++; }
  ~Counted() { live--; }
};
int Counted::live = 0;
namespace {
struct Failure : std::runtime_error {
  int code;
  Failure(int code) : std::runtime_error("failure"), code(code) {}
};
int hidden = 4;
int useHidden(int x) { return x * hidden++; }
struct Unnamed {
  virtual int value() { return 6; }
  virtual ~Unnamed() {}
};
} // namespace
struct Base {
  virtual ~Base() {}
  virtual int value() { return 1; }
  virtual std::string name() const;
};
std::string Base::name() const { return "base"; }
struct Middle : virtual Base {
  int number = 3;
  Middle() : number(7) {}
  int value() override { return 2; }
};
struct Derived : Middle {
  int value() override { return Middle::value() + number; }
  std::string name() const override { return "derived " + Base::name(); }
};
int fail(int k) {
  Counted counted;
  if (k == 1)
    throw Failure(k);
  if (k == 2)
    throw std::string("text");
  if (k == 3)
    throw 7;
  return k;
}
int between(int k) { return fail(k) + 1; }
int recover(int k) {
  Counted counted;
  try {
    std::string text = "a string that is long enough for the heap";
    return between(k) + (int)text.size();
  } catch (const Failure &failure) {
    return 100 + failure.code;
  } catch (const std::string &text) {
    return 200 + (int)text.size();
  } catch (...) {
    try {
      throw;
    } catch (int number) {
      return 300 + number;
    }
  }
}
int recoverAll(int k) {
  try {
    return recover(k) + fail(k);
  } catch (const std::exception &error) {
    return error.what()[0];
  } catch (const std::string &) {
    return 1;
  } catch (int) {
    return 2;
  }
}
int neverThrows() noexcept {
  try {
    fail(3);
  } catch (int i) {
    return i;
  }
  return 0;
}
int throughLibrary() {
  std::vector<int> values = {1, 2, 3};
  try {
    return values.at(7);
  } catch (const std::out_of_range &) {
    return -1;
  }
}
inline int &inlineStatic() {
  static int n = 5;
  return n;
}
template <class T> T &templateStatic() {
  static T value = T(3);
  return value;
}
std::string &guarded() {
  static std::string text = "a guarded value that is rather long";
  return text;
}
int statics() {
  inlineStatic()++;
  templateStatic<int>()++;
  templateStatic<long>() += 2;
  guarded() += "!";
  return inlineStatic() + templateStatic<int>() + (int)templateStatic<long>() +
         (int)guarded().size();
}
int lambdas(int k) {
  int n = k;
  auto count = [&](int x) {
    static int calls;
    n += x;
    return ++calls;
  };
  std::function<int(int)> twice = [](int a) { return a * 2; };
  count(2);
  return n + twice(3) + count(1);
}
thread_local std::string textOfThread = "thread";
static thread_local int numberOfThread = 4;
int threads() {
  textOfThread += "x";
  numberOfThread++;
  return (int)textOfThread.size() + numberOfThread;
}
int types(Base *base) {
  Derived *derived = dynamic_cast<Derived *>(base);
  Unnamed unnamed;
  return (derived ? 10 : 0) + (typeid(*base) == typeid(Derived)) +
         base->value() + unnamed.value() + (typeid(unnamed) == typeid(Unnamed));
}
Base *make(int k) {
  if (k)
    return new Derived;
  return new Base;
}
int maps() {
  std::map<std::string, std::vector<int>> map;
  map["a"].push_back(3);
  map["b"] = {1, 2, 3};
  int sum = 0;
  for (auto &[key, values] : map)
    for (int value : values)
      sum += value;
  return sum;
}
int (Base::*member())() { return &Base::value; }
struct Owner {
  std::unique_ptr<Counted> counted;
  std::shared_ptr<int> number;
  Owner() : counted(new Counted), number(std::make_shared<int>(4)) {}
  Owner(const Owner &) = delete;
};
int owners() {
  Owner owner;
  return *owner.number + Counted::live;
}
int arrays(int n) {
  Counted *counted = new Counted[n];
  int result = Counted::live;
  delete[] counted;
  return result * 10 + Counted::live;
}
std::string streams(int n) {
  std::ostringstream out;
  out << "n = " << n;
  std::cout << out.str() << std::endl;
  return out.str();
}
void heap() {
  void *p = std::malloc(100), *q = std::malloc(2000);
  std::printf("%p %p\n", p, q);
}
int main() {
  heap();
  for (int k = 0; k < 4; k++) {
    int first = recover(k), second = recoverAll(k);
    std::printf("%d %d %d\n", first, second, Counted::live);
  }
  std::printf("%d %d\n", neverThrows(), throughLibrary());
  for (int i = 0; i < 3; i++)
    std::printf("%d %d %d %d\n", statics(), lambdas(i), threads(),
                useHidden(i));
  Base *b = make(1), *c = make(0);
  std::printf("%d %d %s %s\n", types(b), types(c), b->name().c_str(),
              c->name().c_str());
  delete b;
  delete c;
  std::printf("%d %d %d %d\n", maps(), owners(), arrays(3),
              member() == &Base::value);
  Derived d;
  int value = (d.*member())();
  std::printf("%d %s %s\n", value, guarded().c_str(), streams(3).c_str());
  heap();
}
)";

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_NATIVE_RECOMPILEDSOURCES_H
