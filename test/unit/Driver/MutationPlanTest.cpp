// Tests which mutations are tried, and in which order.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutate/MutationPlan.h"
#include "TestSupport/Catch.h"
#include "TestSupport/PaperProgram.h"

using namespace pinstripe;

namespace {

/// A source with one function, which has the given mutations.
class OneFunction : public MutationSource {
public:
  OneFunction(const std::string &file, std::vector<Mutation> mutations)
      : file(file), mutations(std::move(mutations)) {
    all.push_back({"main", file, 3, 20, 1, false});
  }
  const std::string &path() const override { return file; }
  llvm::ArrayRef<MutableFunction> functions() const override { return all; }
  llvm::Expected<std::vector<Mutation>> mutationsOf(size_t) override {
    return mutations;
  }
  llvm::Expected<Compiled> compile(llvm::ArrayRef<Wish>, uint32_t,
                                   const std::atomic<bool> *) override {
    return Compiled();
  }

private:
  std::string file;
  std::vector<Mutation> mutations;
  std::vector<MutableFunction> all;
};

} // namespace

static const std::string sourceFile = "/nowhere/sample.c";

static Mutation mutationAt(uint32_t line, uint32_t column,
                           MutationOperator kind) {
  Mutation mutation;
  mutation.file = sourceFile;
  mutation.line = line;
  mutation.column = column;
  mutation.kind = kind;
  return mutation;
}

/// Returns the batches of a plan: for each, the numbers of its mutations.
static std::vector<std::vector<size_t>>
batchesOf(const std::vector<Mutation> &mutations, const Suspicions &suspicions,
          const UnitTable &table = paperTable(sourceFile)) {
  Trace trace = paperTrace();
  std::vector<MutationUnit> sources = {
      {"/src/sample", sourceFile, {sourceFile}},
      {"/src/sample", "/nowhere/unused.c", {"/nowhere/unused.c"}}};
  MutationPlan plan(table, trace, sources, suspicions);
  OneFunction source(sourceFile, mutations);
  std::vector<std::vector<size_t>> batches;
  auto withSource = [&](size_t index,
                        llvm::function_ref<void(MutationSource &)> use) {
    CHECK(index == 0); // Nothing of the other source was executed.
    use(source);
    return true;
  };
  while (std::optional<PlannedBatch> batch = plan.next(withSource)) {
    std::vector<size_t> &numbers = batches.emplace_back();
    for (const auto &each : batch->mutations)
      for (const PlannedMutation &mutation : each)
        numbers.push_back(mutation.number);
  }
  return batches;
}

TEST_CASE("suspect statements and operators that find most come first",
          "[mutate][plan]") {
  Suspicions suspicions(13);
  suspicions[static_cast<size_t>(PaperStatement::AddToSum)] = 1;
  using enum MutationOperator;
  CHECK(
      batchesOf({mutationAt(12, 10, Relational), mutationAt(13, 5, Arithmetic),
                 mutationAt(12, 10, JumpInserted),
                 mutationAt(13, 5, StatementDeleted)},
                suspicions) == std::vector<std::vector<size_t>>{{1, 3, 0, 2}});
}

TEST_CASE("only executed statements are mutated", "[mutate][plan]") {
  using enum MutationOperator;
  CHECK(batchesOf({mutationAt(12, 10, Constant), mutationAt(16, 1, Constant),
                   mutationAt(12, 11, Constant)},
                  Suspicions(13, 1)) == std::vector<std::vector<size_t>>{{0}});
}

TEST_CASE("no batch is too large", "[mutate][plan]") {
  std::vector<Mutation> many(2500,
                             mutationAt(12, 10, MutationOperator::Constant));
  std::vector<std::vector<size_t>> batches = batchesOf(many, Suspicions(13, 1));
  REQUIRE(batches.size() == 3);
  CHECK(batches[0].size() == 1000);
  CHECK(batches[2].size() == 500);
  CHECK(batches[2].back() == 2499);
}

TEST_CASE("a glued statement is mutated if its host was executed",
          "[mutate][plan]") {
  UnitTable table = paperTable(sourceFile);
  StatementUnit unit;
  unit.range = {FileId(0), 13, 30, 13, 40};
  ModelNote note;
  note.unit = UnitId(table.units.size());
  note.address =
      table.entries[static_cast<size_t>(PaperStatement::AddToSum)].address + 4;
  table.units.push_back(unit);
  table.notes.push_back(note);
  using enum MutationOperator;
  CHECK(batchesOf({mutationAt(13, 30, Constant), mutationAt(13, 31, Constant)},
                  Suspicions(table.units.size(), 1),
                  table) == std::vector<std::vector<size_t>>{{0}});
}
