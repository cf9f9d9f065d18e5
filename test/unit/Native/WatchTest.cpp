// Tests watched values of partial executions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All engines must read the same values.

#include "NativeProgram.h"
#include "pinstripe/Program/ExpressionCompiler.h"

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

/// A recorded program whose values are watched at units with a given text.
class WatchedProgram {
public:
  WatchedProgram(const std::string &compiler, llvm::StringRef source)
      : program(compiler, source), compiler(program.table) {
    program.record();
    engines = program.otherEngines();
  }

  /// Returns the value as text, such as "15", "not executed" or "unreadable".
  std::string value(llvm::StringRef text, llvm::StringRef expression,
                    uint64_t instance = 0) {
    return value(text, expression, instance, program.all());
  }
  std::string value(llvm::StringRef text, llvm::StringRef expression,
                    uint64_t instance, const EventSet &events) {
    Watch watch;
    watch.instance = instance;
    CompiledExpression compiled = compile(text, expression, watch);
    return nameOf(run(std::move(watch), events), *compiled.type);
  }
  /// Returns the value before or after the n-th event of the unit.
  std::string valueAt(llvm::StringRef text, llvm::StringRef expression,
                      unsigned number, bool isAfter) {
    Watch watch;
    CompiledExpression compiled = compile(text, expression, watch);
    watch.event = eventOf(text, number);
    watch.isAfter = isAfter;
    return nameOf(run(std::move(watch), program.all()), *compiled.type);
  }
  std::string problemOf(llvm::StringRef text, llvm::StringRef expression) {
    auto compiled = compiler.compile(expression, addressOf(text));
    if (compiled)
      return "none";
    return llvm::toString(compiled.takeError());
  }
  uint64_t addressOf(llvm::StringRef text) const {
    for (const UnitEntry &entry : program.table.entries)
      if (program.table.unit(entry.unit).text == text)
        return entry.address;
    FAIL("no unit " << text.str());
    return 0;
  }
  EventIndex eventOf(llvm::StringRef text, unsigned number) const {
    for (uint32_t i = 0; i < program.trace().size(); ++i)
      if (unitText(EventIndex{i}) == text && --number == 0)
        return EventIndex{i};
    FAIL("no event of " << text.str());
    return {};
  }

  NativeProgram program;

private:
  const std::string &unitText(EventIndex event) const {
    return program.table.unitOf(program.trace().event(event).entry).text;
  }
  CompiledExpression compile(llvm::StringRef text, llvm::StringRef expression,
                             Watch &watch) {
    std::optional<CompiledExpression> first;
    for (size_t i = 0; i < program.table.entries.size(); ++i) {
      const UnitEntry &entry = program.table.entries[i];
      if (program.table.unit(entry.unit).text != text)
        continue;
      CompiledExpression compiled =
          orFail(compiler.compile(expression, entry.address));
      watch.places.push_back({EntryId(i), compiled.location});
      if (!first)
        first = std::move(compiled);
    }
    REQUIRE(first);
    return std::move(*first);
  }
  WatchedValue run(Watch watch, const EventSet &events) {
    program.spec.watches =
        std::make_shared<std::vector<Watch>>(std::vector{std::move(watch)});
    RunResult result = program.execute(events);
    REQUIRE(result.values.size() == 1);
    for (const auto &engine : engines) {
      INFO(engine->name().str());
      RunResult other = orFail(engine->execute(
          program.spec, program.trace(), program.trace().feasible(events)));
      CHECK(describeEnding(other.ending) == describeEnding(result.ending));
      CHECK(other.values == result.values);
    }
    return result.values.front();
  }
  static std::string nameOf(const WatchedValue &value, const ValueType &type) {
    if (value.bytes)
      return formatValue(type, *value.bytes);
    return value.executions == 0 ? "not executed" : "unreadable";
  }

  ExpressionCompiler compiler;
  std::vector<std::unique_ptr<ExecutionEngine>> engines;
};

} // namespace

TEST_CASE("variables, members, elements and the targets of pointers are read") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  WatchedProgram watched(compiler, R"c(
#include <stdio.h>
enum color { red, green = 7 };
struct point { char tag; short x; long y; };
struct node { struct point at; struct node *next; const char *name; };
static int counter = 41;
double ratio = 0.5;
int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
static int work(int n, struct node *list) {
  static unsigned long calls = 3;
  char text[16] = "so it goes";
  _Bool flag = n > 1;
  enum color shade = green;
  unsigned char byte = 200;
  int k = 1;
  struct node *nobody = 0;
  for (int i = 0; i < n; i++) {
    int k = 10 * i;
    counter += k;
  }
  calls++;
  return n + byte + flag + (int)shade + (nobody == 0) + text[0];
}
int main(void) {
  struct node second = {{'b', -2, 20}, 0, "second"};
  struct node first = {{'a', -1, 10}, &second, 0};
  printf("%d\n", work(3, &first));
  return 0;
}
)c");
  auto last = [&](llvm::StringRef expression) {
    return watched.value("calls++", expression);
  };
  CHECK(last("n") == "3");
  CHECK(last("counter") == "71");
  CHECK(last("ratio") == "0.5");
  CHECK(last("calls") == "3");
  CHECK(last("text") == "\"so it goes\"");
  CHECK(last("text[3]") == "'i'");
  CHECK(last("flag") == "true");
  CHECK(last("shade") == "green");
  CHECK(last("byte") == "200");
  CHECK(last("grid") == "{{1, 2, 3}, {4, 5, 6}}");
  CHECK(last("grid[1][2]") == "6");
  CHECK(last("grid[k][k+1]") == "6");
  CHECK(last("list->at.x") == "-1");
  CHECK(last("list->next->at") == "{tag = 'b', x = -2, y = 20}");
  CHECK(last("(*list).next->name") == "\"second\"");
  CHECK(last("list->name") == "null");
  CHECK(last("*list->next->name") == "'s'");
  CHECK(last("&grid[1]") != last("&grid"));
  CHECK(last("*&n") == "3");
  CHECK(last("nobody") == "null");
  CHECK(last("nobody->at.x") == "unreadable");
  // Two variables are called k; the inner one is read at each execution.
  CHECK(last("k") == "1");
  CHECK(watched.value("counter += k", "k") == "20");
  CHECK(watched.value("counter += k", "k", 2) == "10");
  CHECK(watched.value("counter += k", "k", 4) == "unreadable");
  CHECK(watched.value("counter += k", "counter", 3) == "51");
  // The value is read before and after a single event, also in a run from which
  // some events are removed.
  CHECK(watched.valueAt("counter += k", "counter", 2, false) == "41");
  CHECK(watched.valueAt("counter += k", "counter", 2, true) == "51");
  CHECK(watched.valueAt("counter += k", "counter", 3, true) == "71");
  EventSet events = watched.program.without({"calls++"});
  CHECK(watched.value("calls++", "n", 0, events) == "not executed");
  events = watched.program.all();
  events.erase(watched.eventOf("counter += k", 1));
  CHECK(watched.value("counter += k", "k", 1, events) == "10");
}

TEST_CASE("a value after the last event of a function is read at its end") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  WatchedProgram watched(compiler, R"c(
int total;
void add(int n) { total += n; }
int main(void) {
  for (int i = 1; i < 4; i++)
    add(i);
  return total == 6 ? 0 : 1;
}
)c");
  CHECK(watched.valueAt("total += n", "total", 1, true) == "1");
  CHECK(watched.valueAt("total += n", "total", 3, true) == "6");
  CHECK(watched.valueAt("total += n", "n", 2, true) == "2");
  CHECK(watched.valueAt("add(i)", "total", 2, true) == "3");
}

TEST_CASE("objects of C++, references and strings are read") {
  std::string compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  WatchedProgram watched(compiler, R"c(
#include <string>
#include <cstdio>
namespace shop {
int taxes = 7;
struct Base { int id = 3; };
class Item : public Base {
public:
  explicit Item(int p) : price(p) {}
  int total(int &count, const std::string &label) {
    int sum = price * count;
    sum += taxes;
    return sum + (int)label.size();
  }
private:
  int price;
  static int made;
};
int Item::made = 9;
template <typename T> T twice(T value) {
  T result = value + value;
  return result;
}
}
int main() {
  int n = 4;
  shop::Item item(5);
  std::string name = "a long name that lives in the heap, for it is long";
  std::printf("%d\n", item.total(n, name) + shop::twice(3) + (int)shop::twice(1.5));
  return 0;
}
)c");
  auto inTotal = [&](llvm::StringRef expression) {
    return watched.value("sum += taxes", expression);
  };
  CHECK(inTotal("sum") == "20");
  CHECK(inTotal("count") == "4");
  CHECK(inTotal("price") == "5");
  CHECK(inTotal("id") == "3");
  CHECK(inTotal("this->price") == "5");
  CHECK(inTotal("*this") == "{id = 3, price = 5}");
  CHECK(inTotal("taxes") == "7");
  CHECK(inTotal("shop::taxes") == "7");
  CHECK(inTotal("shop::Item::made") == "9");
  CHECK(inTotal("label") ==
        "\"a long name that lives in the heap, for it is long\"");
  CHECK(watched.value("result = value + value", "value", 1) == "3");
  CHECK(watched.value("return result", "result") != "not executed");
}

TEST_CASE("an expression that can't be watched is an error with a remedy") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  WatchedProgram watched(compiler, R"c(
struct pair { int left, right; unsigned bits : 3; };
_Thread_local int own = 1;
int huge[10000];
int work(struct pair *p) {
  register int quick = p->left;
  int slow = quick;
  slow++;
  return slow;
}
int main(void) {
  struct pair both = {1, 2, 3};
  return work(&both) + own + huge[0];
}
)c");
  auto problem = [&](llvm::StringRef expression) {
    return watched.problemOf("slow++", expression);
  };
  auto says = [&](llvm::StringRef expression, llvm::StringRef part) {
    std::string text = problem(expression);
    INFO(text);
    CHECK(llvm::StringRef(text).contains(part));
  };
  says("slwo", "near: slow");
  says("p->lefty", "near: left");
  says("p.left", "write `->`");
  says("both", "no variable 'both'");
  says("*slow", "is not a pointer");
  says("slow[1]", "can't be indexed");
  says("slow +", "the end was expected");
  says("p->", "the name of a member");
  says("p->bits", "bit-field");
  says("huge", "watch an element");
  CHECK(problem("huge[9999]") == "none");
  says("own", "thread-local");
  // clang keeps the variable `quick` in memory.
  if (compiler == "gcc")
    says("quick", "lives in a register");
}
