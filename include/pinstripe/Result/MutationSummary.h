// Defines the result of `pinstripe mutate`: what happens if a statement had
// been written otherwise.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_MUTATIONSUMMARY_H
#define PINSTRIPE_RESULT_MUTATIONSUMMARY_H

#include "pinstripe/Program/Mutation.h"
#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// A mutation (a small change of the source) that was tried, with its effect on
/// the output.
struct TriedMutation {
  Mutation mutation;
  Effect effect = Effect::Hang;
  /// How many bytes at the beginning of the output are right.
  uint64_t right = 0;
  /// The other lines before which the same text was inserted with the same
  /// effect.
  std::vector<uint32_t> otherLines = {};
};

/// A statement that the run executed, and the best effect that a mutation of it
/// had.
struct MutatedUnit {
  UnitId unit{};
  FunctionId function{};
  /// How often the recorded run executed the statement.
  uint64_t instances = 0;
  /// For each Effect (the index), the number of mutants that had this effect. A
  /// mutant is the program with one mutation. Refuted and untested ones do not
  /// count here.
  std::array<uint32_t, effects> tests = {};
  Effect best = Effect::Hang;
  /// The mutations that had the effect `best`, the most plausible first.
  std::vector<TriedMutation> mutations = {};
  /// How many mutations had an effect that suggests that the statement is
  /// wrong, but make another run wrong, or do not mend it. They are not listed.
  uint32_t refuted = 0;
  /// How many such mutations were not tried in all other runs, since the search
  /// ended before. They are not listed either.
  uint32_t untested = 0;
  /// How many operators (kinds of mutations) have a mutation in `mutations`.
  uint32_t operators = 0;
  /// Rank among all statements; statements that are equally suspect share one.
  uint32_t rank = 0;

  uint32_t allTests() const { return sumOf(tests) + refuted + untested; }
};

/// A function, or a whole source, that could not be mutated.
struct UnmutatedCode {
  std::string name; ///< The function as users write it; empty for a source.
  std::string file;
  uint32_t line = 0; ///< Where the function begins; 0 for a source.
  std::string reason;
};

/// The result of `pinstripe mutate`.
struct MutationSummary : RunHeader {
  /// True if the user expects no certain output, only that the program does not
  /// crash.
  bool isAboutCrash = false;
  /// The statements for which a mutation suggests that they are wrong (see
  /// isEvidence), the most suspect first.
  std::vector<MutatedUnit> units = {};
  uint64_t executedUnits = 0;
  /// How many functions were compiled again, and do what the originals do as
  /// long as no mutation is chosen.
  uint64_t functions = 0;
  std::vector<UnmutatedCode> unmutated = {};
  std::array<uint64_t, effects> tests = {};
  /// How many mutations of executed statements were listed.
  uint64_t listed = 0;
  /// How many of them the compiler has rejected, or can't be tried because
  /// their function can't be exchanged.
  uint64_t rejected = 0;
  /// How many of the mutants in `tests` were not run again, since the case
  /// holds what they did in an earlier search.
  uint64_t stored = 0;
  uint64_t otherRuns = 0; ///< How many other runs decide as well.
  uint64_t refuted = 0;   ///< The sum of MutatedUnit::refuted.
  uint64_t untested = 0;  ///< The sum of MutatedUnit::untested.
  double testsSeconds = 0;

  uint64_t allTests() const { return sumOf(tests); }
};

/// Sorts the statements, the most suspect first, and sets their ranks. What
/// counts is, in this order: the best effect; how plausible the operator of the
/// best mutation is; which share of the mutants succeeds; how rarely the
/// statement was executed. Mutations that insert the same text at neighbouring
/// statements are united before.
void rankMutatedUnits(std::vector<MutatedUnit> &units, const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_MUTATIONSUMMARY_H
