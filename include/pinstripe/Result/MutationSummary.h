// Defines the result of `pinstripe mutate`: what happens if a statement had
// been written otherwise.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_MUTATIONSUMMARY_H
#define PINSTRIPE_RESULT_MUTATIONSUMMARY_H

#include "pinstripe/Program/Mutation.h"
#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/ReferenceSummary.h"

namespace pinstripe {

/// A mutation (a small change of the source) that was tried, with its effect on
/// the output.
struct TriedMutation {
  Mutation mutation;
  Effect effect = Effect::Hang;
  /// How many bytes at the beginning of the output are right.
  uint64_t right = 0;
  /// Other lines before which the same text was inserted, with the same effect
  /// on the output.
  std::vector<uint32_t> otherLines = {};
};

/// A statement that the run executed, and the best effect that a mutation of it
/// had.
struct MutatedUnit {
  UnitId unit{};
  FunctionId function{};
  /// How often the recorded run executed the statement.
  uint64_t instances = 0;
  /// The number of mutants with each effect; the index is the Effect. A mutant
  /// is the program with one mutation. Refuted and untested mutants are not
  /// counted here.
  std::array<uint32_t, effects> tests = {};
  Effect best = Effect::Hang;
  /// The mutations that had the best effect, the most plausible first.
  std::vector<TriedMutation> mutations = {};
  /// How many mutations were refuted by other runs: they improve the recorded
  /// run, but make another run wrong, or do not mend it. They are not listed.
  uint32_t refuted = 0;
  /// How many mutations improve the recorded run, but were not tried in all
  /// other runs, since the search ended before. They are not listed.
  uint32_t untested = 0;
  /// The number of kinds of mutations that occur in `mutations`.
  uint32_t operators = 0;
  /// The statement's rank among all statements. Equally suspect statements
  /// share a rank.
  uint32_t rank = 0;

  uint32_t allTests() const { return sumOf(tests) + refuted + untested; }
};

/// A function, or a whole source, that could not be mutated.
struct UnmutatedCode {
  /// The function's name as users write it; empty for a source.
  std::string name;
  std::string file;
  uint32_t line = 0; ///< first line of the function; 0 for a source
  std::string reason;
};

/// The result of `pinstripe mutate`.
struct MutationSummary : RunHeader {
  /// True if the user expects no particular output, only that the program does
  /// not crash.
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
  /// How many mutations of executed statements there are, tried or not.
  uint64_t listed = 0;
  /// How many mutations could not be tried: the compiler rejected them, or
  /// their function can't be exchanged.
  uint64_t rejected = 0;
  /// How many of the mutants in `tests` were not run again, since the case
  /// holds what they did in an earlier search.
  uint64_t stored = 0;
  /// The number of other runs in which mutations were tried, too.
  uint64_t otherRuns = 0;
  uint64_t refuted = 0; ///< the sum of MutatedUnit::refuted over all statements
  /// The sum of MutatedUnit::untested over all statements.
  uint64_t untested = 0;
  /// What was done with a reference (--reference); nullopt if there is none.
  std::optional<ReferenceSummary> reference = {};
  double testsSeconds = 0;

  uint64_t allTests() const { return sumOf(tests); }
};

/// Sorts the statements, the most suspect first, and sets their ranks. The
/// criteria, in order, are the best effect of a mutation, how plausible the
/// kind of the best mutation is, the share of mutants that succeed, and how
/// rarely the statement was executed. Before sorting, mutations that insert the
/// same text at neighbouring statements are merged.
void rankMutatedUnits(std::vector<MutatedUnit> &units, const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_MUTATIONSUMMARY_H
