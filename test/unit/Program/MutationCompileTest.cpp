// Tests that functions with mutations do what their numbers say.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MutatedProgram.h"
#include "ScannedSource.h"

#include "llvm/Object/ELFObjectFile.h"

#include <csignal>
#include <dlfcn.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

/// A shared library that is linked from an object or compiled from a source.
class LoadedLibrary {
public:
  explicit LoadedLibrary(const std::vector<std::string> &inputs) {
    std::string path = folder.path + "/library.so";
    auto compiler = llvm::sys::findProgramByName("clang++-19");
    REQUIRE(compiler);
    std::vector<llvm::StringRef> arguments{*compiler, "-shared", "-fPIC", "-w",
                                           "-O0",     "-o",      path};
    arguments.insert(arguments.end(), inputs.begin(), inputs.end());
    REQUIRE(llvm::sys::ExecuteAndWait(*compiler, arguments) == 0);
    handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle)
      FAIL(::dlerror());
  }
  LoadedLibrary(const LoadedLibrary &) = delete;
  LoadedLibrary &operator=(const LoadedLibrary &) = delete;
  ~LoadedLibrary() { ::dlclose(handle); }

  template <typename T> T *find(const std::string &name) const {
    void *symbol = ::dlsym(handle, name.c_str());
    INFO(name);
    REQUIRE(symbol);
    return reinterpret_cast<T *>(symbol);
  }

private:
  SourceFolder folder;
  void *handle = nullptr;
};

/// Links an object with a definition of the variable that chooses a mutation.
struct MutatedLibrary {
  explicit MutatedLibrary(const std::string &object)
      : library({"-x", "c",
                 folder.write("driver.c", "int __pinstripe_mutation;"), "-x",
                 "none", folder.write("mutated.o", object)}),
        mutation(library.find<int>("__pinstripe_mutation")) {}

  SourceFolder folder;
  LoadedLibrary library;
  int *mutation;
};

using Function = int(int, int);

/// Calls a function in a child process with several pairs of arguments. The
/// result lists the values; it ends with "killed" if a call crashes or does not
/// end.
std::string valuesOf(Function *function) {
  int pipe[2];
  REQUIRE(::pipe(pipe) == 0);
  pid_t child = ::fork();
  if (child == 0) {
    itimerval limit{{0, 0}, {0, 50'000}};
    ::setitimer(ITIMER_VIRTUAL, &limit, nullptr);
    for (int signal : {SIGVTALRM, SIGFPE, SIGILL, SIGSEGV, SIGTRAP})
      ::signal(signal, SIG_DFL);
    for (auto [a, b] : {std::pair(0, 0), {1, 5}, {6, 3}, {9, -2}}) {
      std::string text = std::to_string(function(a, b)) + " ";
      if (::write(pipe[1], text.data(), text.size()) < 0)
        ::_exit(1);
    }
    ::_exit(0);
  }
  ::close(pipe[1]);
  std::string values;
  char buffer[256];
  for (ssize_t size; (size = ::read(pipe[0], buffer, sizeof buffer)) > 0;)
    values.append(buffer, size);
  ::close(pipe[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  return values + (WIFSIGNALED(status) ? "killed" : "");
}

std::set<std::string> undefinedIn(const std::string &object) {
  auto file = orFail(llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(object, "object")));
  std::set<std::string> names;
  for (const llvm::object::ELFSymbolRef &symbol :
       llvm::cast<llvm::object::ELFObjectFileBase>(*file).symbols())
    if (llvm::cantFail(symbol.getFlags()) &
        llvm::object::SymbolRef::SF_Undefined)
      names.insert(llvm::cantFail(symbol.getName()).str());
  return names;
}

/// Returns the source with one mutation in its text, as a user would write it.
std::string rewritten(llvm::StringRef source, const Mutation &mutation) {
  llvm::SmallVector<llvm::StringRef> lines;
  source.split(lines, '\n');
  std::string text;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (i + 1 == mutation.changedLine) {
      CHECK(lines[i].trim() == mutation.before);
      text += mutation.after + "\n";
      if (!mutation.isInsertion)
        continue;
    }
    text += lines[i].str() + "\n";
  }
  return text;
}

constexpr char arithmetic[] = R"(int f(int a, int b) {
  int sum = 0;
  unsigned char small = 200;
  for (int i = 0; i < a; i++) {
    if (i % 2 == 0 && b > 1) {
      sum += i;
      continue;
    }
    else {
      sum -= b ? 1 : a;
    }
  }
  do {
    sum++;
    small += 20;
  } while (sum < b);
  switch (a) {
  case 1:
    sum = 7;
    break;
  default:
    sum ^= b;
  }
  long wide = sum << 3;
  while (wide > 20) {
    wide /= 2;
    if (wide == 13) {
      break;
    }
  }
  return (int)wide + a * 2 + (small >> 1);
}
)";

} // namespace

TEST_CASE("each number does what the rewritten source does",
          "[program][mutation][long]") {
  std::string compiler = GENERATE("clang-19", "gcc", "clang++-19");
  CAPTURE(compiler);
  bool isCxx = compiler == "clang++-19";
  std::string source = (isCxx ? "extern \"C\" " : "") + std::string(arithmetic);
  MutatedProgram program(isCxx ? Language::Cxx : Language::C,
                         source + "int main(void) { return f(3, 4); }\n",
                         compiler);
  size_t function = program.function("f");
  std::vector<Mutation> all = program.mutationsOf(function);
  MutationSource::Wish wish{function, {}};
  // To save time, only some mutations are compiled, but of all kinds.
  size_t step = compiler == "clang-19" ? 7 : 29;
  for (size_t i = 0; i < all.size(); i += step)
    wish.mutations.push_back(i);
  auto compiled = program.source->compile({wish}, 5);
  REQUIRE(bool(compiled));
  REQUIRE(compiled->refused.empty());
  REQUIRE(compiled->unit.functions.size() == 1);
  const RecompiledFunction &result = compiled->unit.functions.front();
  CHECK(result.symbols == Lines{"f"});
  CHECK(result.firstNumber == 5);
  const std::vector<size_t> &numbered = compiled->numbered.front();
  CHECK(result.endNumber == 6 + numbered.size());
  CHECK(numbered.size() == wish.mutations.size());

  std::string variants = "#define f original\n" + source + "#undef f\n";
  for (size_t i = 0; i < numbered.size(); ++i)
    variants += "#define f f" + std::to_string(i) + "\n" +
                rewritten(source, all[numbered[i]]) + "#undef f\n";
  SourceFolder folder;
  LoadedLibrary rebuilt(
      {"-x", isCxx ? "c++" : "c", folder.write("variants.c", variants)});
  MutatedLibrary mutated(compiled->unit.object);
  auto *f = mutated.library.find<Function>("f");
  std::string original = valuesOf(rebuilt.find<Function>("original"));
  for (int number : {0, 5, int(result.endNumber)}) {
    *mutated.mutation = number;
    CHECK(valuesOf(f) == original);
  }
  for (size_t i = 0; i < numbered.size(); ++i) {
    const Mutation &mutation = all[numbered[i]];
    CAPTURE(mutation.changedLine, mutation.before, mutation.after);
    // The test calls all variants as functions of two ints, so a mutated type
    // of a parameter can't be tested.
    if (mutation.kind == MutationOperator::Type && mutation.changedLine == 1)
      continue;
    *mutated.mutation = 6 + i;
    CHECK(valuesOf(f) ==
          valuesOf(rebuilt.find<Function>("f" + std::to_string(i))));
  }
}

TEST_CASE("the object lacks only what the rest of the program has",
          "[program][mutation]") {
  MutatedProgram program(Language::C, R"(static int count = 3;
int limit = 4;
int helper(int a) { return a + count; }
static int inner(int a) { return helper(a) * limit; }
int main(void) { return inner(2); }
)");
  size_t inner = program.function("inner");
  auto compiled = program.source->compile({{inner, {0, 1, 2}}}, 1);
  REQUIRE(bool(compiled));
  REQUIRE(compiled->unit.functions.size() == 1);
  CHECK(compiled->unit.functions.front().symbols == Lines{"inner"});
  CHECK(compiled->unit.functions.front().endNumber == 5);
  CHECK(llvm::StringRef(compiled->unit.source).ends_with("test.c"));
  CHECK(compiled->unit.module == program.table.modules.front().path);
  std::set<std::string> undefined = undefinedIn(compiled->unit.object);
  CHECK(undefined.count("__pinstripe_mutation"));
  CHECK(undefined.count("helper"));
  CHECK_FALSE(undefined.count("inner"));
}

TEST_CASE("all mutations of difficult C compile", "[program][mutation][long]") {
  MutatedProgram program(Language::C, R"(#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#define SWAP(a, b) do { int t = a; a = b; b = t; } while (0)
#define MAX(a, b) ({ int x = (a), y = (b); x > y ? x : y; })
struct bits { int a : 3; unsigned b : 9; char name[5]; };
static const char *const names[] = {"one", "two"};
static int self(int n) { return n; }
#define self(x) self(x + 0)
static int old(a, b) int a; char b; { return a + b; }
static int labels(int n) {
  static void *targets[] = {&&one, &&two};
  goto *targets[n & 1];
one:
  n++;
  if (n < 5)
    goto two;
  return n;
two:
  return 2;
}
static int variadic(int n, ...) {
  va_list list;
  int sum = 0;
  va_start(list, n);
  while (n--)
    sum += va_arg(list, int);
  va_end(list);
  return sum;
}
static int arrays(int n) {
  int vla[n + 1], v[3] = {1, [2] = 3};
  static int calls = 1;
  struct bits s = {1, .b = 2, "abcd"}, *p = &s;
  for (int i = 0, k = 1; i < n; i++, k *= 2)
    vla[i] = v[i % 3] + k;
  p->a = n;
  p->b += p->a;
#define LATER 3
  if (n) SWAP(n, calls); else if (errno) n = 1; else switch (n) case 1: n = 2;
  return vla[0] + s.b + calls + MAX(n, 3) + (int)sizeof(vla) + names[n & 1][0];
}
static int after(double d, float f, unsigned char c) {
  char buffer[8] = "x";
  assert(d > 0 && f < 3.5f);
  errno = 0;
  do
    d -= 1.5e0;
  while (d > f);
  memset(buffer, c == 'a' ? '\n' : c, 3);
  __asm__ volatile("" : "+r"(c));
  return (int)d + LATER + buffer[0] + (int)offsetof(struct bits, name) +
         self(c) + -2;
}
int main(void) {
  return old(1, 2) + labels(1) + variadic(2, 1, 2) + arrays(2) +
         after(2, 1, 3);
}
)",
                         "clang-19", {"-g", "-O0", "-w"});
  MutationSource::Compiled compiled = program.compileAll();
  CHECK(compiled.refused.empty());
  CHECK(compiled.unit.functions.size() == 7);
  size_t numbered = 0, listed = 0;
  for (const std::vector<size_t> &each : compiled.numbered)
    numbered += each.size();
  for (size_t i = 0; i < program.source->functions().size(); ++i)
    listed += program.mutationsOf(i).size();
  // A few mutations are rejected by the compiler and left out.
  CHECK(numbered > listed * 95 / 100);
  MutatedLibrary library(compiled.unit.object);
  *library.mutation = 0;
  int (*mutated)() = library.library.find<int()>("main");
  LoadedLibrary original({"-x", "c", program.program.sourcePath});
  CHECK(mutated() == original.find<int()>("main")());
}

TEST_CASE("all mutations of difficult C++ compile",
          "[program][mutation][long]") {
  MutatedProgram program(Language::Cxx, R"(struct Base {
  Base(int n = 2) : value(n), pointer(nullptr), list{n, 3} {}
  virtual ~Base() { --live; }
  virtual int get() const { return value; }
  operator bool() const { return value > 1; }
  Base &operator+=(int n) { value += n; return *this; }
  int value; int *pointer; int list[2];
  static int live;
};
int Base::live = 5;
namespace { enum class Kind { A, B, C }; int hidden(Kind k) {
  return k == Kind::B ? 1 : 2; } }
struct Derived : Base {
  using Base::Base;
  explicit Derived(Kind kind) : Base(kind == Kind::A ? 1 : 4), k(kind) {}
  int get() const override { return Base::get() + int(k); }
  Kind k = Kind::B;
};
template <typename T, int N> struct Box {
  T sum() const {
    T total{};
    for (const T &item : items)
      total += item;
    return total / T(N);
  }
  T items[N];
};
template <typename T> T clamp(T value, T low, T high) {
  if (value < low)
    return low;
  return value > high ? high : value;
}
int lambdas(int n) {
  int calls = 0;
  auto add = [&calls, n](int x) mutable { calls += x; n--; return calls + n; };
  auto generic = [](auto a) { return a + 1; };
  add(2);
  if (int sum = add(3); sum > 2)
    return generic(sum);
  while (int left = n--)
    calls += left;
  return [=] { return calls; }();
}
int caught(int n) {
  struct Local { int twice(int m) { return m * 2; } } local;
  try {
    if (n > 3)
      throw n;
    return local.twice(n);
  } catch (int thrown) {
    return thrown - 1;
  }
}
int handled(int n) {
  const int size = 2;
  int values[size] = {n, n + 1};
  int &first = values[n > 5 ? 1 : 0];
  bool isLarge = n > 7, both = isLarge && n % 2;
  try {
    n += caught(n) + int(sizeof(values));
    if (both)
      throw 3;
  } catch (int &thrown) {
    n -= thrown;
  }
  Base base(n), *made = new Derived(Kind::C);
  if (base)
    base += first;
  n += made->get();
  delete made;
  return n + base.value;
}
int main() {
  Box<int, 3> box = {{1, 2, 3}};
  Box<double, 2> other = {{1.5, 2}};
  return lambdas(3) + handled(4) + box.sum() + int(other.sum()) +
         clamp(5, 1, 4) + int(clamp(2.5, 1.0, 2.0)) + hidden(Kind::A);
}
)");
  MutationSource::Compiled compiled = program.compileAll();
  for (const auto &[wish, reason] : compiled.refused)
    FAIL_CHECK(program.source->functions()[wish].name << ": " << reason);
  std::map<std::string, Lines> symbols;
  for (const RecompiledFunction &function : compiled.unit.functions)
    symbols[function.name] = function.symbols;
  CHECK(symbols["clamp"] ==
        Lines{"_Z5clampIiET_S0_S0_S0_", "_Z5clampIdET_S0_S0_S0_"});
  CHECK(
      has(symbols["Derived::Derived"], "_ZN7DerivedC2EN12_GLOBAL__N_14KindE"));
  CHECK(symbols["lambdas"].size() > 3);
  MutatedLibrary library(compiled.unit.object);
  *library.mutation = 0;
  int (*mutated)() = library.library.find<int()>("main");
  LoadedLibrary original({"-x", "c++", program.program.sourcePath});
  CHECK(mutated() == original.find<int()>("main")());
}

TEST_CASE("mutations that the compiler rejects are left out",
          "[program][mutation]") {
  // `-` fits no string, so the changed operator is rejected.
  MutatedProgram program(Language::Cxx, R"(struct Text { int size; };
Text operator+(Text a, Text b) { return {a.size + b.size}; }
Text join(Text a, Text b) {
  Text both = a;
  both = a + b;
  return both;
}
int main() { return join({1}, {2}).size; }
)");
  size_t join = program.function("join");
  std::vector<Mutation> all = program.mutationsOf(join);
  size_t rejected = 0;
  while (rejected < all.size() && all[rejected].after != "both = a - b;")
    ++rejected;
  REQUIRE(rejected + 1 < all.size());
  auto compiled =
      program.source->compile({{join, {rejected, rejected + 1}}}, 1);
  REQUIRE(bool(compiled));
  REQUIRE(compiled->numbered.size() == 1);
  CHECK(compiled->numbered.front() == std::vector<size_t>{rejected + 1});
  CHECK(compiled->unit.functions.front().endNumber == 3);
}

TEST_CASE("functions of headers and of generated sources can be mutated",
          "[program][mutation]") {
  SourceFolder folder;
  std::string header = folder.write("shape.h", R"(#ifndef SHAPE_H
#define SHAPE_H
struct Shape {
  int width, height;
  int area() const { return width * height; }
};
inline int border(const Shape &shape) {
#define TWICE(x) (2 * (x))
  return TWICE(shape.width + shape.height);
}
#endif
)");
  std::string main = folder.write("main.cpp", R"(#include "shape.h"
#line 100 "grammar.y"
int generated(int n) {
  return TWICE(n) + 1;
}
#line 6 "main.cpp"
int main() {
  Shape shape = {2, 3};
  return shape.area() + border(shape) + generated(__LINE__);
}
)");
  std::string program = folder.path + "/program";
  auto compiler = llvm::sys::findProgramByName("clang++-19");
  REQUIRE(compiler);
  REQUIRE(llvm::sys::ExecuteAndWait(
              *compiler, {*compiler, "-g", "-O0", main, "-o", program}) == 0);
  auto table = buildUnitTable(program, {});
  REQUIRE(bool(table));
  auto sources = readMutationSources(*table, {});
  REQUIRE(bool(sources));
  auto source = (*sources)->open(0);
  REQUIRE(bool(source));
  std::vector<MutationSource::Wish> wishes;
  std::map<std::string, std::vector<Mutation>> mutations;
  std::map<std::string, std::string> files;
  for (size_t i = 0; i < (*source)->functions().size(); ++i) {
    const MutableFunction &function = (*source)->functions()[i];
    files[function.name] = function.file;
    mutations[function.name] = llvm::cantFail((*source)->mutationsOf(i));
    wishes.push_back({i, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}});
  }
  CHECK(files["Shape::area"] == header);
  CHECK(llvm::StringRef(files["generated"]).ends_with("/grammar.y"));
  CHECK(has(rendered(mutations["border"], MutationOperator::Arithmetic),
            "9:3 return TWICE(shape.width + shape.height); => "
            "return TWICE(shape.width - shape.height);"));
  CHECK(has(rendered(mutations["generated"], MutationOperator::Constant),
            "101:3 return TWICE(n) + 1; => return TWICE(n) + 2;"));
  CHECK(mutations["Shape::area"].front().file == header);
  auto compiled = (*source)->compile(wishes, 1);
  REQUIRE(bool(compiled));
  CHECK(compiled->refused.empty());
  MutatedLibrary library(compiled->unit.object);
  *library.mutation = 0;
  CHECK(library.library.find<int()>("main")() == 6 + 10 + 17);
}

TEST_CASE("parsing and compiling end when they are stopped",
          "[program][mutation]") {
  std::atomic<bool> stop = true;
  MutatedProgram program(Language::C, "int main(void) { return 1; }\n");
  auto compiled = program.source->compile({{0, {0}}}, 1, &stop);
  REQUIRE(bool(compiled));
  CHECK(compiled->unit.functions.empty());
  auto again = program.sources->open(0, &stop);
  REQUIRE_FALSE(bool(again));
  CHECK(llvm::toString(again.takeError()).find("stopped") != std::string::npos);
}
