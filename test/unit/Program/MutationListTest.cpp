// Tests which mutations of a source are listed, and how they are shown.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MutatedProgram.h"

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

constexpr char operators[] = R"(enum color { RED, GREEN, BLUE };
struct point { int x, y; struct point *next; };
static int total;
static int twice(int a) { return a * 2; }
static int next(int a) { return a + 1; }
int f(int n, struct point *p) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (i > 5 || p == 0)
      break;
    sum += p->x;
  }
  enum color c = RED;
  while (sum > n && !c)
    sum = sum - 3;
  total = twice(sum);
  c = BLUE;
  return total;
}
int main(void) { return f(0, 0) + next(total); }
)";

using Op = MutationOperator;

} // namespace

TEST_CASE("mutations of each operator are listed at their statements",
          "[program][mutation]") {
  MutatedProgram program(Language::C, operators);
  std::vector<Mutation> all = program.mutationsOf("f");
  auto of = [&](Op kind) { return rendered(all, kind); };
  CHECK(has(of(Op::Constant), "7:7 int sum = 0; => int sum = 1;"));
  CHECK(has(of(Op::Constant), "15:5 sum = sum - 3; => sum = sum - 4;"));
  CHECK(has(of(Op::Enumerator), "17:3 c = BLUE; => c = GREEN;"));
  CHECK(has(of(Op::Relational), "8:19 for (int i = 0; i < n; i++) { => "
                                "for (int i = 0; i <= n; i++) {"));
  CHECK(has(of(Op::Relational),
            "9:5 if (i > 5 || p == 0) => if (i > 5 || p != 0)"));
  CHECK(
      has(of(Op::Logical), "9:5 if (i > 5 || p == 0) => if (i > 5 && p == 0)"));
  CHECK(has(of(Op::Assignment), "11:5 sum += p->x; => sum = p->x;"));
  CHECK(has(of(Op::Arithmetic), "15:5 sum = sum - 3; => sum = sum + 3;"));
  CHECK(has(of(Op::Call), "16:3 total = twice(sum); => total = next(sum);"));
  CHECK(has(of(Op::Variable), "16:3 total = twice(sum); => n = twice(sum);"));
  CHECK(has(of(Op::Variable), "15:5 sum = sum - 3; => sum = sum - n;"));
  CHECK(has(of(Op::Field), "11:5 sum += p->x; => sum += p->y;"));
  CHECK(has(of(Op::Value), "16:3 total = twice(sum); => total = sum;"));
  CHECK(has(of(Op::OperandDropped), "15:5 sum = sum - 3; => sum = sum;"));
  CHECK(has(of(Op::Negation),
            "14:3 while (sum > n && !c) => while (sum > n && c)"));
  CHECK(has(of(Op::Step), "8:26 for (int i = 0; i < n; i++) { => "
                          "for (int i = 0; i < n; i--) {"));
  CHECK(
      has(of(Op::ConditionForced), "14:3 while (sum > n && !c) => while (0)"));
  CHECK(has(of(Op::ConditionReduced),
            "14:3 while (sum > n && !c) => while (sum > n)"));
  CHECK(has(of(Op::ConditionExtended),
            "14:3 while (sum > n && !c) => while (sum > n && !c && p == 0)"));
  CHECK(has(of(Op::StatementDeleted), "16:3 total = twice(sum); => "));
  CHECK(has(of(Op::StatementDeleted), "15:5 sum = sum - 3; => ;"));
  CHECK(has(of(Op::StatementGuarded),
            "16:3 total = twice(sum); => if (sum > n) total = twice(sum);"));
  CHECK(has(of(Op::StatementCopied), "14:3 + sum += p->x;"));
  CHECK(has(of(Op::AssignmentInserted), "16:3 + n = total;"));
  CHECK(has(of(Op::AssignmentInserted), "16:3 + p->x = n;"));
  CHECK(has(of(Op::JumpInserted), "11:5 + break;"));
  CHECK(has(of(Op::JumpInserted), "16:3 + return -1;"));
  CHECK(has(of(Op::Type), "7:7 int sum = 0; => long sum = 0;"));
}

TEST_CASE("mutations are in the order of their operators and differ",
          "[program][mutation]") {
  MutatedProgram program(Language::C, operators);
  std::vector<Mutation> all = program.mutationsOf("f");
  CHECK(std::ranges::is_sorted(all, {}, &Mutation::kind));
  std::set<
      std::tuple<bool, uint32_t, uint32_t, uint32_t, std::string, std::string>>
      texts;
  for (const Mutation &mutation : all) {
    INFO(mutation.before << " => " << mutation.after);
    CHECK(mutation.before != mutation.after);
    CHECK(texts
              .insert({mutation.isInsertion, mutation.line, mutation.column,
                       mutation.changedLine, mutation.before, mutation.after})
              .second);
  }
}

TEST_CASE("mutations belong to statement units of the table",
          "[program][mutation]") {
  MutatedProgram program(Language::C, operators);
  std::set<std::pair<uint32_t, uint32_t>> units;
  for (const StatementUnit &unit : program.table.units)
    units.insert({unit.range.line, unit.range.column});
  size_t seen = 0;
  for (size_t i = 0; i < program.source->functions().size(); ++i)
    for (const Mutation &mutation : program.mutationsOf(i)) {
      INFO(mutation.before << " => " << mutation.after);
      CHECK(units.count({mutation.line, mutation.column}));
      ++seen;
    }
  CHECK(seen > 0);
}

TEST_CASE("a change of a macro's text is shown with the macro expanded",
          "[program][mutation]") {
  MutatedProgram program(Language::C, R"(#define ADD(x) do { x += 2; } while (0)
#define LESS(a, b) ((a) < (b))
int f(int n, int m) {
  ADD(n);
  if (LESS(n, m + 1))
    return 1;
  return 0;
}
int main(void) { return f(1, 2); }
)");
  std::vector<Mutation> all = program.mutationsOf("f");
  bool isExpanded = false, isArgument = false;
  for (const Mutation &mutation : all) {
    isExpanded |= mutation.isInMacro && mutation.line == 4 &&
                  mutation.before == "n += 2;" && mutation.after == "n += 3;";
    isArgument |= !mutation.isInMacro && mutation.line == 5 &&
                  mutation.before == "if (LESS(n, m + 1))" &&
                  mutation.after == "if (LESS(n, m - 1))";
  }
  CHECK(isExpanded);
  CHECK(isArgument);
}

TEST_CASE("a condition that ends with a macro is shown with its `if`",
          "[program][mutation]") {
  MutatedProgram program(Language::C, R"(#define NIL ((void *)0)
int f(int n, int *p) {
  if (p == NIL)
    return 1;
  if (n > 3)
    return 2;
  return n;
}
int main(void) { return f(1, 0); }
)");
  std::vector<Mutation> all = program.mutationsOf("f");
  CHECK(has(rendered(all, Op::ConditionForced), "3:3 if (p == NIL) => if (0)"));
  CHECK(has(rendered(all, Op::ConditionExtended),
            "3:3 if (p == NIL) => if (p == NIL && n > 3)"));
}

TEST_CASE("a statement inserted before an `else if` on several lines is shown "
          "alone",
          "[program][mutation]") {
  MutatedProgram program(Language::C, R"(int f(int n) {
  if (n > 5)
    n = 7;
  else if (n > 3) {
    n = 2;
    return 4;
  }
  return n;
}
int main(void) { return f(1); }
)");
  std::vector<Mutation> all = program.mutationsOf("f");
  CHECK(has(rendered(all, Op::StatementCopied), "4:8 + n = 7;"));
  for (const Mutation &mutation : all) {
    INFO(mutation.before << " => " << mutation.after);
    CHECK_FALSE(llvm::StringRef(mutation.after).contains("return 4; }"));
  }
}

TEST_CASE("mutations of C++ are listed", "[program][mutation]") {
  MutatedProgram program(Language::Cxx, R"(struct Counter {
  Counter(int start) : count(start + 1), limit(9) {}
  bool add(int n) {
    if (count + n > limit)
      return false;
    count += n;
    return true;
  }
  bool remove(int n) { return add(-n); }
  int count, limit;
};
template <typename T> T larger(T a, T b) {
  if (a < b)
    return b;
  return a;
}
int main() {
  Counter counter(3);
  auto twice = [&](int n) { return n * 2 + counter.count; };
  int values[] = {1, 2, 3};
  for (int value : values)
    counter.add(twice(value));
  return larger(counter.count, counter.limit);
}
)");
  std::vector<Mutation> add = program.mutationsOf("Counter::add");
  CHECK(has(rendered(add, Op::Relational),
            "4:5 if (count + n > limit) => if (count + n >= limit)"));
  CHECK(has(rendered(add, Op::Field), "6:5 count += n; => limit += n;"));
  CHECK(has(rendered(add, Op::Constant), "5:7 return false; => return true;"));
  CHECK(has(rendered(program.mutationsOf("Counter::remove"), Op::Call),
            "9:24 bool remove(int n) { return add(-n); } => "
            "bool remove(int n) { return remove(-n); }"));
  CHECK(has(rendered(program.mutationsOf("Counter::Counter"), Op::Arithmetic),
            "2:24 Counter(int start) : count(start + 1), limit(9) {} => "
            "Counter(int start) : count(start - 1), limit(9) {}"));
  CHECK(has(rendered(program.mutationsOf("larger"), Op::Relational),
            "13:3 if (a < b) => if (a > b)"));
  std::vector<Mutation> all = program.mutationsOf("main");
  CHECK(has(rendered(all, Op::Arithmetic),
            "19:29 auto twice = [&](int n) { return n * 2 + counter.count; }; "
            "=> auto twice = [&](int n) { return n / 2 + counter.count; };"));
  CHECK(has(rendered(all, Op::Field),
            "23:3 return larger(counter.count, counter.limit); => "
            "return larger(counter.limit, counter.limit);"));
}

TEST_CASE("a value is replaced by fields of other objects of the function",
          "[program][mutation]") {
  MutatedProgram program(Language::Cxx, R"(#include <map>
#include <memory>
#include <vector>
struct Lot { int count; long cost; };
struct Item {
  std::vector<Lot> lots;
  long last = 1;
  long take() {
    auto it = lots.begin();
    return it->count * last;
  }
  long of(const Lot *p, std::map<int, long> &m) {
    auto i = m.find(1);
    auto owned = std::make_shared<Lot>(*p);
    return i->second + p->cost + owned->count;
  }
};
int main() {
  Item item;
  item.lots.push_back({1, 2});
  return item.take();
}
)");
  auto fields = [&](const char *function) {
    return rendered(program.mutationsOf(function), Op::Field);
  };
  CHECK(has(fields("Item::take"), "10:5 return it->count * last; => "
                                  "return it->count * it->cost;"));
  CHECK(has(fields("Item::of"), "15:5 return i->second + p->cost + "
                                "owned->count; => return i->second + "
                                "i->second + owned->count;"));
  CHECK(has(fields("Item::of"), "15:5 return i->second + p->cost + "
                                "owned->count; => return i->second + "
                                "owned->cost + owned->count;"));
}

TEST_CASE("initialisers of a class template's constructor are listed",
          "[program][mutation]") {
  MutatedProgram program(Language::Cxx, R"(template <typename T> struct Box {
  T value;
  int size;
  Box(T v, int n) : value(v), size(n + 1) {}
};
int main() {
  Box<int> box(3, 4);
  return box.value + box.size;
}
)");
  size_t listed = 0;
  for (size_t i = 0; i < program.source->functions().size(); ++i)
    listed += program.mutationsOf(i).size();
  CHECK(listed != 0);
}

TEST_CASE("lists of initial values in a class template are listed",
          "[program][mutation]") {
  MutatedProgram program(Language::Cxx, R"(struct Pair { int a, b; };
template <typename T> struct Holder {
  T *held;
  Holder(int n) { take(new T{n + 1, 2}, {n}); }
  void take(T *given, Pair pair) { held = given; held->a += pair.a; }
};
int main() {
  Holder<Pair> holder(3);
  return holder.held->a;
}
)");
  std::vector<std::string> listed =
      rendered(program.mutationsOf("Holder::Holder"), Op::Arithmetic);
  CHECK(has(listed, "4:19 Holder(int n) { take(new T{n + 1, 2}, {n}); } => "
                    "Holder(int n) { take(new T{n - 1, 2}, {n}); }"));
}

TEST_CASE("in initialisers, calls that return objects and references are "
          "exchanged",
          "[program][mutation]") {
  MutatedProgram cxx(Language::Cxx, R"(struct Handle {
  explicit Handle(int n) : number(n) {}
  Handle(const Handle &) = delete;
  ~Handle() {}
  int number;
};
struct Shop {
  Handle first() const { return Handle(1); }
  Handle last() const { return Handle(9); }
  int &low() { return prices[0]; }
  int &high() { return prices[1]; }
  int prices[2] = {3, 4};
  int sum() {
    const auto &handle = first();
    int &price = low();
    return handle.number + price;
  }
};
int main() {
  Shop shop;
  return shop.sum() + shop.last().number + shop.high();
}
)");
  std::vector<Mutation> sum = cxx.mutationsOf("Shop::sum");
  CHECK(has(rendered(sum, Op::Call), "14:17 const auto &handle = first(); => "
                                     "const auto &handle = last();"));
  CHECK(has(rendered(sum, Op::Call),
            "15:10 int &price = low(); => int &price = high();"));
  MutationSource::Compiled compiled = cxx.compileAll();
  CHECK(compiled.refused.empty());

  MutatedProgram c(Language::C, R"(struct point { int x, y; };
static struct point here(void) { return (struct point){1, 2}; }
static struct point there(void) { return (struct point){5, 6}; }
int main(void) {
  struct point p = here();
  return p.x + there().y;
}
)");
  CHECK(has(rendered(c.mutationsOf("main"), Op::Call),
            "5:16 struct point p = here(); => struct point p = there();"));
  CHECK(c.compileAll().refused.empty());
}

TEST_CASE("a copy that the function changes becomes a reference",
          "[program][mutation]") {
  MutatedProgram program(Language::Cxx, R"(struct Item {
  int count;
  int twice() const { return 2 * count; }
  void add(int n) { count += n; }
};
int raise(Item (&items)[2], Item *last) {
  int sum = 0;
  for (auto item : items)
    item.add(1);
  for (auto item : items)
    sum += item.twice();
  for (const auto item : items)
    sum += item.count;
  for (auto [count] : items)
    count = 0;
  Item changed = *last;
  changed.count = 5;
  Item read = *last;
  Item fresh = {3};
  fresh.add(2);
  auto n = last->count;
  n += changed.count + read.count;
  int other = last->count;
  other++;
  return sum + n + other + fresh.count;
}
int main() {
  Item items[] = {{1}, {2}};
  return raise(items, &items[1]);
}
)");
  CHECK(rendered(program.mutationsOf("raise"), Op::ByReference) ==
        Lines{"8:3 for (auto item : items) => for (auto &item : items)",
              "14:3 for (auto [count] : items) => for (auto &[count] : items)",
              "16:8 Item changed = *last; => Item &changed = *last;",
              "21:8 auto n = last->count; => auto &n = last->count;"});
  CHECK(program.compileAll().refused.empty());
}

TEST_CASE("a division of integers becomes one in floating point if its result "
          "is converted to a floating type",
          "[program][mutation]") {
  MutatedProgram program(Language::C, R"(struct box { int size; };
double mean(int sum, struct box *box, unsigned n) {
  double all[1] = {sum / box->size};
  int rest = sum / n;
  double half = sum / 2.0;
  float part = 1 + sum / n * 3;
  half += (double)(sum / 3);
  return half > 1 ? sum / (rest + 1) : all[0] + part;
}
int main(void) {
  struct box box = {3};
  return mean(8, &box, 3) > 2;
}
)");
  CHECK(rendered(program.mutationsOf("mean"), Op::FloatingDivision) ==
        Lines{"3:10 double all[1] = {sum / box->size}; => "
              "double all[1] = {(double)sum / box->size};",
              "6:9 float part = 1 + sum / n * 3; => "
              "float part = 1 + (double)sum / n * 3;",
              "7:3 half += (double)(sum / 3); => "
              "half += (double)((double)sum / 3);",
              "8:3 return half > 1 ? sum / (rest + 1) : all[0] + part; => "
              "return half > 1 ? (double)sum / (rest + 1) : all[0] + part;"});
  CHECK(program.compileAll().refused.empty());
}

TEST_CASE("a declaration that hides a variable becomes an assignment to it",
          "[program][mutation]") {
  MutatedProgram program(Language::C, R"(static int last;
int f(int n, int limit) {
  int best = 0, i;
  for (int i = 0; i < n; i++) {
    int best = i * 2;
    int a = 3, limit = 4;
    if (best > 2) {
      long best = 5;
      const int limit = 6;
      last += best + limit;
    }
    int last = a + limit;
    n -= last > 20;
  }
  i = 5;
  return best + i + last + limit;
}
int main(void) { return f(4, 8); }
)");
  CHECK(rendered(program.mutationsOf("f"), Op::OuterVariable) ==
        Lines{"4:8 for (int i = 0; i < n; i++) { => "
              "for (i = 0; i < n; i++) {",
              "5:9 int best = i * 2; => best = i * 2;",
              "12:9 int last = a + limit; => last = a + limit;"});
  CHECK(program.compileAll().refused.empty());
}
