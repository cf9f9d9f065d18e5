// Reduces the example of the paper.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The oracle is the example of Cleve and Zeller (2000), section 6: 34 events of
// the sample program in C for the input 0 and 5, executed in trace flow.

#include "FakeOracles.h"

using namespace pinstripe;

namespace {

constexpr uint32_t eventCount = 34;
constexpr uint32_t iterations = 6; ///< of the loop

enum class Statement {
  SumIsZero,
  MulIsOne,
  AskA,
  ReadA,
  AskB,
  ReadB,
  Condition,
  AddToSum,
  MultiplyMul,
  IncrementA,
  PrintSum,
  PrintMul,
  Return,
};

/// Returns the statements of the executed events, in the order of execution.
std::vector<Statement> sampleTrace() {
  using enum Statement;
  std::vector<Statement> trace{SumIsZero, MulIsOne, AskA, ReadA, AskB, ReadB};
  for (uint32_t i = 0; i < iterations; ++i)
    for (Statement statement : {Condition, AddToSum, MultiplyMul, IncrementA})
      trace.push_back(statement);
  for (Statement statement : {Condition, PrintSum, PrintMul, Return})
    trace.push_back(statement);
  return trace;
}

struct SampleOutput {
  std::optional<uint32_t> sum;
  std::optional<uint32_t> mul;
};

/// Executes the included events one after the other, whatever the condition
/// evaluates to. A variable that was never written holds the poison pattern.
SampleOutput executeSample(const Configuration &included) {
  uint32_t sum = 0xA5A5A5A5, mul = 0xA5A5A5A5, a = 0xA5A5A5A5;
  SampleOutput output;
  std::vector<Statement> trace = sampleTrace();
  for (Element element : included.members())
    switch (trace[static_cast<uint32_t>(element)]) {
    case Statement::SumIsZero:
      sum = 0;
      break;
    case Statement::MulIsOne:
      mul = 1;
      break;
    case Statement::ReadA:
      a = 0;
      break;
    case Statement::AddToSum:
      sum += a;
      break;
    case Statement::MultiplyMul:
      mul *= a;
      break;
    case Statement::IncrementA:
      a += 1;
      break;
    case Statement::PrintSum:
      output.sum = sum;
      break;
    case Statement::PrintMul:
      output.mul = mul;
      break;
    case Statement::AskA:
    case Statement::AskB:
    case Statement::ReadB: // The second input has no effect on the output.
    case Statement::Condition:
    case Statement::Return:
      break;
    }
  return output;
}

OutcomeFunction keeping(bool sum, bool mul) {
  return [=](const Configuration &configuration) {
    SampleOutput output = executeSample(configuration);
    bool same = (!sum || output.sum == 15) && (!mul || output.mul == 0);
    return same ? Outcome::Fail : Outcome::Pass;
  };
}

uint32_t inLoop(uint32_t iteration, Statement statement) {
  return 6 + 4 * iteration + uint32_t(statement) -
         uint32_t(Statement::Condition);
}

/// Returns an oracle that needs the events of figure 6 of the paper, which both
/// outputs need.
FailsIff needsFigure6() {
  std::vector<uint32_t> required{0, 3, 31, 32};
  required.push_back(inLoop(0, Statement::MultiplyMul));
  for (uint32_t i = 1; i < iterations; ++i) {
    required.push_back(inLoop(i, Statement::AddToSum));
    required.push_back(inLoop(i - 1, Statement::IncrementA));
  }
  return FailsIff(required);
}

Configuration configurationOf(const FailsIff &required) {
  Configuration result = Configuration::empty(eventCount);
  for (uint32_t index : required.required)
    result.insert(Element(index));
  return result;
}

} // namespace

TEST_CASE("the sample's trace has the events of the paper",
          "[reduction][sample]") {
  REQUIRE(sampleTrace().size() == eventCount);
  SampleOutput output = executeSample(Configuration::full(eventCount));
  CHECK(output.sum == 15);
  CHECK(output.mul == 0);
  CHECK(needsFigure6().required.size() == 15);
}

TEST_CASE("halving keeps the 15 events of Figure 6 with 53 tests",
          "[reduction][sample]") {
  SECTION("under a monotone oracle") {
    FakeOracle oracle(needsFigure6());
    ReductionResult result =
        reduceWith(algorithmNamed("halving"), eventCount, oracle);
    CHECK(result.best == configurationOf(needsFigure6()));
    CHECK(result.minimality == Minimality::OneMinimal);
    CHECK(result.counts.distinct() == 53);
  }
  SECTION("under the program itself") {
    FakeOracle oracle(keeping(true, true));
    ReductionResult result =
        reduceWith(algorithmNamed("halving"), eventCount, oracle);
    CHECK(result.best == configurationOf(needsFigure6()));
    CHECK(result.minimality == Minimality::OneMinimal);
    CHECK(result.counts.distinct() == 53);
  }
}

TEST_CASE("halving keeps 13 events for the sum and 3 for the product",
          "[reduction][sample]") {
  FakeOracle sumOracle(keeping(true, false));
  ReductionResult sum =
      reduceWith(algorithmNamed("halving"), eventCount, sumOracle);
  CHECK(sum.best.count() == 13);
  CHECK(sum.counts.distinct() == 50);

  FakeOracle mulOracle(keeping(false, true));
  ReductionResult mul =
      reduceWith(algorithmNamed("halving"), eventCount, mulOracle);
  CHECK(mul.best.count() == 3);
  CHECK(mul.counts.distinct() == 23);
}

TEST_CASE("ddmin keeps the 15 events of Figure 6 too", "[reduction][sample]") {
  FakeOracle oracle(keeping(true, true));
  ReductionResult result =
      reduceWith(algorithmNamed("ddmin"), eventCount, oracle);
  CHECK(result.best == configurationOf(needsFigure6()));
  // The paper needs 176 tests for 37 events.
  CHECK(result.counts.distinct() == 209 + 2);
}
