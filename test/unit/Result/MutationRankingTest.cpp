// Tests in which order mutated statements are shown.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/Catch.h"
#include "pinstripe/Result/MutationSummary.h"

using namespace pinstripe;

/// Returns a table with four statements on the lines 1 to 4.
static UnitTable fourStatements() {
  UnitTable table;
  table.units.resize(4);
  for (uint32_t i = 0; i != 4; ++i)
    table.units[i].range.line = i + 1;
  return table;
}

static TriedMutation tried(MutationOperator kind, Effect effect) {
  TriedMutation result;
  result.mutation.kind = kind;
  result.effect = effect;
  return result;
}

static MutatedUnit
statement(uint32_t number, Effect effect, uint64_t instances,
          std::initializer_list<MutationOperator> operators) {
  MutatedUnit unit;
  unit.unit = UnitId(number);
  unit.best = effect;
  unit.instances = instances;
  for (MutationOperator kind : operators)
    unit.mutations.push_back(tried(kind, effect));
  unit.tests[static_cast<size_t>(effect)] = operators.size();
  unit.tests[static_cast<size_t>(Effect::Same)] = 10 - operators.size();
  return unit;
}

static std::vector<uint32_t> ranked(std::vector<MutatedUnit> &units) {
  rankMutatedUnits(units, fourStatements());
  std::vector<uint32_t> order;
  for (const MutatedUnit &unit : units)
    order.push_back(static_cast<uint32_t>(unit.unit));
  return order;
}

TEST_CASE(
    "effect, operator, share of mutants and instances decide, in this order",
    "[mutate][rank]") {
  std::vector<MutatedUnit> units = {
      statement(0, Effect::Partly, 1, {MutationOperator::Constant}),
      statement(1, Effect::ExpectedOutput, 1,
                {MutationOperator::AssignmentInserted}),
      statement(2, Effect::ExpectedOutput, 5, {MutationOperator::Relational}),
      statement(3, Effect::ExpectedOutput, 9,
                {MutationOperator::Constant, MutationOperator::Relational})};
  CHECK(ranked(units) == std::vector<uint32_t>{3, 2, 1, 0});
  CHECK(units[0].operators == 2);
  CHECK(units[3].rank == 4);
}

TEST_CASE("statements that are equally suspect share a rank",
          "[mutate][rank]") {
  std::vector<MutatedUnit> units = {
      statement(2, Effect::ExpectedOutput, 3, {MutationOperator::Constant}),
      statement(0, Effect::ExpectedOutput, 3, {MutationOperator::Constant}),
      statement(1, Effect::ExpectedOutput, 4, {MutationOperator::Constant})};
  CHECK(ranked(units) == std::vector<uint32_t>{0, 2, 1});
  CHECK(units[0].rank == 1);
  CHECK(units[1].rank == 1);
  CHECK(units[2].rank == 3);
}

TEST_CASE("the most plausible mutation of a statement comes first",
          "[mutate][rank]") {
  std::vector<MutatedUnit> units = {
      statement(0, Effect::ExpectedOutput, 1,
                {MutationOperator::StatementCopied,
                 MutationOperator::StatementDeleted, MutationOperator::Call})};
  ranked(units);
  CHECK(units[0].mutations.front().mutation.kind == MutationOperator::Call);
  CHECK(units[0].mutations.back().mutation.kind ==
        MutationOperator::StatementCopied);
}

TEST_CASE("the same insertion at several statements is one", "[mutate][rank]") {
  std::vector<MutatedUnit> units;
  // Several statements can begin on one line.
  const std::vector<uint32_t> lines{1, 2, 2, 1};
  for (uint32_t i = 0; i != lines.size(); ++i) {
    units.push_back(statement(i, Effect::ExpectedOutput, 1,
                              {MutationOperator::AssignmentInserted}));
    Mutation &mutation = units.back().mutations.front().mutation;
    mutation.isInsertion = true;
    mutation.after = "v = 0;";
    mutation.line = lines[i];
  }
  CHECK(ranked(units) == std::vector<uint32_t>{0});
  CHECK(units[0].mutations.front().otherLines == std::vector<uint32_t>{2});
}
