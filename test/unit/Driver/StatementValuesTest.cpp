// Tests of the values that are shown beside executed statements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Values/StatementValues.h"
#include "TestSupport/Catch.h"
#include "Values/ConditionValue.h"

using namespace pinstripe;

namespace {

using Kind = ValueType::Kind;

template <typename Number> std::string bytesOf(Number number) {
  return {reinterpret_cast<const char *>(&number), sizeof number};
}

/// A statement whose variables are numbers of one type.
class Statement {
public:
  Statement(UnitKind kind, const std::string &text, Kind type = Kind::Signed) {
    unit.kind = kind;
    unit.text = text;
    operands = variablesOf(unit);
    auto number = std::make_shared<ValueType>();
    number->kind = type;
    number->size = 4;
    event.values.resize(operands.variables.size());
    for (OperandValue &each : event.values)
      each.type = number;
  }
  explicit Statement(const std::string &text)
      : Statement(UnitKind::Expression, text) {}

  Statement &before(const std::string &name, int value) {
    for (size_t i = 0; i < event.values.size(); ++i)
      if (operands.variables[i].expression == name &&
          operands.variables[i].isRead)
        event.values[i].before = bytesOf(value);
    return *this;
  }
  Statement &after(const std::string &name, int value) {
    for (size_t i = 0; i < event.values.size(); ++i)
      if (operands.variables[i].expression == name &&
          operands.variables[i].isWritten)
        event.values[i].after = bytesOf(value);
    return *this;
  }
  std::string text() { return all().text; }
  EventValues all() { return describeValues(unit, operands, event); }

private:
  StatementUnit unit;
  StatementVariables operands;
  EventOperands event;
};

std::string condition(const std::string &text, int a, int b,
                      Kind type = Kind::Signed) {
  return Statement(UnitKind::Condition, text, type)
      .before("a", a)
      .before("b", b)
      .text();
}

} // namespace

TEST_CASE("assignments show what they compute") {
  Statement sum("sum = sum + a");
  sum.before("sum", 10).before("a", 5).after("sum", 15);
  CHECK(sum.text() == "10 + 5 -> 15");
  CHECK(sum.all().read == std::vector<NamedValue>{{"sum", "10"}, {"a", "5"}});
  CHECK(sum.all().written == std::vector<NamedValue>{{"sum", "15"}});
  CHECK(Statement("sum += a")
            .before("sum", 1)
            .before("a", -2)
            .after("sum", -1)
            .text() == "1 + -2 -> -1");
  CHECK(Statement("i++").before("i", 1).after("i", 2).text() == "1 -> 2");
  CHECK(Statement("a[i] = i++").before("i", 1).after("i", 2).text() ==
        "1++ -> i = 2");
  CHECK(Statement("a[i++] = c")
            .before("c", 5)
            .before("i", 1)
            .after("i", 2)
            .text() == "5 -> i = 2");
  CHECK(Statement("a[i] += i++").before("i", 1).after("i", 2).text() ==
        "a[i] + 1++ -> i = 2");
  CHECK(Statement("p->n = i++")
            .before("i", 1)
            .after("p->n", 1)
            .after("i", 2)
            .text() == "1++ -> 1");
  CHECK(Statement("x = y").before("y", 3).after("x", 3).text() == "-> 3");
  CHECK(Statement("x = f(y)").before("y", 3).after("x", 4).text() ==
        "f(3) -> 4");
  CHECK(Statement("x = f()").after("x", 4).text() == "-> 4");
  CHECK(Statement("x = 4").after("x", 4).text() == "");
  CHECK(Statement("x = y - z")
            .before("y", 1)
            .before("z", -1)
            .after("x", 2)
            .text() == "1 - -1 -> 2");
}

TEST_CASE("calls show their arguments, and what they leave there") {
  CHECK(Statement("put(a, 2)").before("a", 5).text() == "put(5, 2)");
  CHECK(Statement("scanf(\"%d\", &a)").after("a", 7).text() == "-> a = 7");
  CHECK(Statement("put()").text() == "");
  CHECK(Statement(UnitKind::Return, "return a + 1").before("a", 2).text() ==
        "2 + 1");
}

TEST_CASE("a variable without a known value keeps its name") {
  CHECK(Statement("sum = sum + a").before("a", 5).after("sum", 15).text() ==
        "sum + 5 -> 15");
  CHECK(Statement("sum = sum + a").before("a", 5).text() == "sum + 5");
  CHECK(condition("a < b && f(a)", 1, 2) == "1 < 2 && f(1)");
}

TEST_CASE("conditions evaluate to true or false") {
  CHECK(condition("while (a <= b)", 1, 3) == "1 <= 3 -> true");
  CHECK(condition("if (a > b)", 1, 3) == "1 > 3 -> false");
  CHECK(condition("a", 0, 0) == "0 -> false");
  CHECK(condition("!a || b == 'x'", 0, 3) == "!0 || 3 == 'x' -> true");
  CHECK(condition("a + 2 * b == (a + 2) * b - 2 * b", 3, 1) ==
        "3 + 2 * 1 == (3 + 2) * 1 - 2 * 1 -> false");
  CHECK(condition("a < -1", -2, 0) == "-2 < -1 -> true");
  CHECK(condition("a % b == 1", 7, 0) == "7 % 0 == 1");
}

TEST_CASE("a condition whose result depends on types is not evaluated") {
  CHECK(condition("a < b", 1, 2, Kind::Unsigned) == "1 < 2 -> true");
  CHECK(condition("a - b >= 0", 1, 2, Kind::Unsigned) == "1 - 2 >= 0");
  CHECK(condition("a > -1", 1, 2, Kind::Unsigned) == "1 > -1");
  CHECK(condition("a * b > 0", 1 << 20, 1 << 20) == "1048576 * 1048576 > 0");
}
