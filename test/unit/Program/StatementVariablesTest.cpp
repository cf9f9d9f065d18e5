// Tests which variables the text of a statement mentions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/StatementVariables.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

namespace {

/// Returns "r", "w" or "rw" and the expression of each variable, then the part
/// of the text that is the value.
std::string describe(UnitKind kind, const std::string &text) {
  StatementUnit unit;
  unit.kind = kind;
  unit.text = text;
  StatementVariables found = variablesOf(unit);
  std::string result;
  for (const StatementVariable &variable : found.variables) {
    if (!variable.isRead && !variable.isWritten)
      continue;
    CHECK(text.substr(variable.begin, variable.end - variable.begin) ==
          variable.expression);
    result += std::string(variable.isRead ? "r" : "") +
              (variable.isWritten ? "w" : "") + " " + variable.expression +
              "; ";
  }
  return result +
         text.substr(found.valueBegin, found.valueEnd - found.valueBegin);
}

std::string expression(const std::string &text) {
  return describe(UnitKind::Expression, text);
}

} // namespace

TEST_CASE("assignments write their left side") {
  CHECK(expression("sum = sum + a") == "w sum; r sum; r a; sum + a");
  CHECK(expression("sum += a") == "rw sum; r a; sum += a");
  CHECK(expression("i++") == "rw i; i");
  CHECK(expression("--i") == "rw i; i");
  CHECK(expression("p->next = q->at.x") == "w p->next; r q->at.x; q->at.x");
  CHECK(expression("a[i + 1] = *p") == "w a[i + 1]; r *p; *p");
  CHECK(expression("ns::count = 2 * b") == "w ns::count; r b; 2 * b");
  CHECK(describe(UnitKind::Declaration, "x = y") == "w x; r y; y");
  CHECK(describe(UnitKind::Declaration, "x(y)") == "w x; r y; y");
  CHECK(describe(UnitKind::LoopInit, "int i = n") == "w i; r n; n");
  CHECK(describe(UnitKind::Initializer, "price(p)") == "w price; r p; p");
}

TEST_CASE("places that the statement itself moves are not read after it") {
  CHECK(expression("a[i] = f()") == "f()");
  CHECK(expression("a[i] = i = 2") == "w i; i = 2");
  CHECK(expression("a[i] = i++") == "rw i; i++");
  CHECK(expression("s->p = q++") == "w s->p; rw q; q++");
  CHECK(expression("*p++ = c") == "r c; c");
  CHECK(expression("s.x = f(y)") == "w s.x; r y; f(y)");
}

TEST_CASE("arguments of calls, addresses and indices are variables") {
  CHECK(expression("printf(\"x = %d\\n\", x)") ==
        "r x; printf(\"x = %d\\n\", x)");
  CHECK(expression("scanf(\"%d\", &a)") == "w a; scanf(\"%d\", &a)");
  CHECK(expression("f(a & b, a * b, -*p)") ==
        "r a; r b; r a; r b; r *p; f(a & b, a * b, -*p)");
  CHECK(expression("x = a[i * 2] + v.size()") ==
        "w x; r i; a[i * 2] + v.size()");
  CHECK(expression("n = sizeof(x) + sizeof y") == "w n; sizeof(x) + sizeof y");
}

TEST_CASE("conditions and returned expressions are values") {
  CHECK(describe(UnitKind::Condition, "while (a <= b)") == "r a; r b; a <= b");
  CHECK(describe(UnitKind::Condition, "i < 10") == "r i; i < 10");
  CHECK(describe(UnitKind::Condition, "while ((c = next()) != 'x')") ==
        "w c; (c = next()) != 'x'");
  CHECK(describe(UnitKind::Return, "return a + 1") == "r a; a + 1");
  CHECK(describe(UnitKind::Cleanup, "}") == "}");
}

TEST_CASE("declarations write what they declare") {
  CHECK(describe(UnitKind::Declaration, "v") == "w v; ");
  CHECK(describe(UnitKind::Declaration, "v{1, n}") == "w v; r n; 1, n");
  CHECK(describe(UnitKind::Declaration, "a[3] = {n}") == "w a; r n; {n}");
  CHECK(describe(UnitKind::Declaration, "[k, n]") == "w k; w n; ");
  CHECK(describe(UnitKind::Declaration, "[k, n] = p") == "w k; w n; r p; p");
}

TEST_CASE("the variable of a range-for is written in its head") {
  CHECK(describe(UnitKind::Condition, "for (int x : v)") == "w x; r v; v");
  CHECK(describe(UnitKind::Condition, "for (auto &[k, n] : m)") ==
        "w k; w n; r m; m");
  StatementUnit unit;
  unit.kind = UnitKind::Condition;
  unit.text = "for (int x : v)";
  for (const StatementVariable &variable : variablesOf(unit).variables)
    CHECK(variable.isLoopVariable == (variable.expression == "x"));
}

TEST_CASE("what input functions read is written") {
  CHECK(expression("in >> a >> b.x") == "r in; w a; w b.x; in >> a >> b.x");
  CHECK(expression("std::getline(in, line)") ==
        "r in; w line; std::getline(in, line)");
  CHECK(expression("fgets(s, n, f)") == "w s; r n; r f; fgets(s, n, f)");
  CHECK(expression("sscanf(s, \"%s\", t)") == "r s; w t; sscanf(s, \"%s\", t)");
  // `>>` is a shift here, not an input.
  CHECK(expression("a = b >> c") == "w a; r b; r c; b >> c");
}

namespace {

/// Returns the variables that calls may change, and objects in parentheses.
std::string changing(const std::string &text) {
  StatementUnit unit;
  unit.kind = UnitKind::Expression;
  unit.text = text;
  std::string result;
  for (const StatementVariable &each : variablesOf(unit).variables)
    if (each.mayChange)
      result +=
          each.isObject ? "(" + each.expression + ") " : each.expression + " ";
  return result;
}

} // namespace

TEST_CASE("calls may change their arguments and objects") {
  CHECK(changing("f(a, b->c, d[i])") == "a (d) ");
  CHECK(changing("v.push_back(x)") == "(v) x ");
  CHECK(changing("a.b.clear()") == "(a.b) ");
  CHECK(changing("m[k] = 2") == "(m) ");
  CHECK(changing("a = b + c").empty());
  CHECK(changing("a = f(a)").empty());
  CHECK(changing("free(p)").empty());
}
