// Ranks statements by the effects of their mutations, the most suspect first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Result/MutationSummary.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace pinstripe;

/// Returns how implausible a mutation of this kind is as a repair, from 0 (most
/// plausible) to 3. The numbers come from experiments with real defects. Most
/// mutations that improved an output were copied statements and inserted
/// assignments, for example, but nearly all of these were far from the defect.
static unsigned implausibility(MutationOperator kind) {
  switch (kind) {
  case MutationOperator::Constant:
  case MutationOperator::Enumerator:
  case MutationOperator::Relational:
  case MutationOperator::Logical:
  case MutationOperator::Assignment:
  case MutationOperator::Arithmetic:
  case MutationOperator::FloatingDivision:
  case MutationOperator::Call:
  case MutationOperator::Variable:
  case MutationOperator::Field:
  case MutationOperator::OperandDropped:
  case MutationOperator::Step:
  case MutationOperator::ArgumentsSwapped:
  case MutationOperator::ByReference:
  case MutationOperator::OuterVariable:
  case MutationOperator::Type:
    return 0;
  case MutationOperator::Negation:
  case MutationOperator::Value:
  case MutationOperator::ConditionReduced:
  case MutationOperator::ConditionExtended:
  case MutationOperator::StatementDeleted:
    return 1;
  case MutationOperator::ConditionForced:
  case MutationOperator::StatementGuarded:
  case MutationOperator::StatementCopied:
    return 2;
  case MutationOperator::AssignmentInserted:
  case MutationOperator::JumpInserted:
    return 3;
  }
  return 3;
}

/// Unites mutations that insert the same text at several statements of a
/// function and have the same effect on the output. Keeps only the first of
/// these mutations, and adds the lines of the others to it.
static void uniteInsertions(std::vector<MutatedUnit> &units) {
  std::map<std::tuple<FunctionId, std::string, Effect>, TriedMutation *> first;
  for (MutatedUnit &unit : units) {
    llvm::erase_if(unit.mutations, [&](const TriedMutation &tried) {
      if (!tried.mutation.isInsertion)
        return false;
      auto key = std::tuple(unit.function, tried.mutation.after, tried.effect);
      auto found = first.find(key);
      if (found == first.end())
        return false;
      // Several statements can begin on one line, which is named once.
      TriedMutation &kept = *found->second;
      uint32_t line = tried.mutation.line;
      if (line != kept.mutation.line &&
          !llvm::is_contained(kept.otherLines, line))
        kept.otherLines.push_back(line);
      return true;
    });
    // The addresses of the mutations are taken after erase_if, which moves the
    // mutations.
    for (TriedMutation &tried : unit.mutations)
      if (tried.mutation.isInsertion)
        first.try_emplace({unit.function, tried.mutation.after, tried.effect},
                          &tried);
  }
  llvm::erase_if(
      units, [](const MutatedUnit &unit) { return unit.mutations.empty(); });
}

/// Returns how many bytes of its line a mutation removes and adds.
static size_t sizeOf(const Mutation &mutation) {
  llvm::StringRef before, after = mutation.after;
  if (!mutation.isInsertion)
    before = mutation.before;
  while (!before.empty() && !after.empty() && before.front() == after.front()) {
    before = before.drop_front();
    after = after.drop_front();
  }
  while (!before.empty() && !after.empty() && before.back() == after.back()) {
    before = before.drop_back();
    after = after.drop_back();
  }
  return before.size() + after.size();
}

/// Sorts the mutations of a statement so that the first few are of different
/// kinds. The mutations are divided into rounds: the first round has the
/// smallest mutation of each kind, the second round has the second smallest,
/// and so on. Within a round, the most plausible kinds come first.
static void sortMutations(MutatedUnit &unit) {
  auto sizeAndText = [](const TriedMutation &tried) {
    return std::tuple(sizeOf(tried.mutation), tried.mutation.changedLine,
                      llvm::StringRef(tried.mutation.after));
  };
  llvm::sort(unit.mutations,
             [&](const TriedMutation &a, const TriedMutation &b) {
               return sizeAndText(a) < sizeAndText(b);
             });
  struct Place {
    size_t round, index;
  };
  std::map<MutationOperator, size_t> rounds;
  std::vector<Place> places;
  for (size_t i = 0; i != unit.mutations.size(); ++i)
    places.push_back({rounds[unit.mutations[i].mutation.kind]++, i});
  auto key = [&](const Place &place) {
    return std::tuple(place.round,
                      implausibility(unit.mutations[place.index].mutation.kind),
                      place.index);
  };
  llvm::sort(places,
             [&](const Place &a, const Place &b) { return key(a) < key(b); });
  std::vector<TriedMutation> sorted;
  for (const Place &place : places)
    sorted.push_back(std::move(unit.mutations[place.index]));
  unit.mutations = std::move(sorted);
}

static uint32_t countOperators(const MutatedUnit &unit) {
  std::set<MutationOperator> operators;
  for (const TriedMutation &tried : unit.mutations)
    operators.insert(tried.mutation.kind);
  return operators.size();
}

/// Returns how many of the statement's mutants (programs with one mutation) had
/// the best effect, in parts per thousand. A high share makes the statement
/// suspect. A low share may be a coincidence.
static int64_t successOf(const MutatedUnit &unit) {
  // This number of failed mutants is added to each statement's own mutants
  // before the share is computed. So a statement whose few mutants all succeed
  // is less suspect than one whose many mutants all succeed.
  constexpr int64_t doubt = 5;
  int64_t hits = unit.mutations.size();
  return 1000 * hits / (int64_t(unit.allTests()) + doubt);
}

void pinstripe::rankMutatedUnits(std::vector<MutatedUnit> &units,
                                 const UnitTable &table) {
  auto place = [&](const MutatedUnit &unit) {
    const SourceRange &range = table.unit(unit.unit).range;
    return std::tuple(range.file, range.line, range.column, unit.unit);
  };
  llvm::sort(units, [&](const MutatedUnit &a, const MutatedUnit &b) {
    return place(a) < place(b);
  });
  uniteInsertions(units);
  for (MutatedUnit &unit : units) {
    sortMutations(unit);
    unit.operators = countOperators(unit);
  }
  auto key = [](const MutatedUnit &unit) {
    return std::tuple(unit.best,
                      implausibility(unit.mutations.front().mutation.kind),
                      -successOf(unit), unit.instances);
  };
  llvm::sort(units, [&](const MutatedUnit &a, const MutatedUnit &b) {
    return std::pair(key(a), place(a)) < std::pair(key(b), place(b));
  });
  for (size_t i = 0; i != units.size(); ++i)
    units[i].rank = i != 0 && key(units[i - 1]) == key(units[i])
                        ? units[i - 1].rank
                        : static_cast<uint32_t>(i + 1);
}
