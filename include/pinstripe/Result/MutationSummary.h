// Defines the result of `pinstripe mutate`, which makes small changes of the
// source and runs the changed program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_MUTATIONSUMMARY_H
#define PINSTRIPE_RESULT_MUTATIONSUMMARY_H

#include "pinstripe/Program/Mutation.h"
#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/ReferenceSummary.h"

namespace pinstripe {

/// A mutation that was tried, with its effect on the output. A mutation is a
/// small change of the source.
struct TriedMutation {
  Mutation mutation;
  Effect effect = Effect::Hang;
  /// How many bytes at the beginning of the output were right when the mutant
  /// ran.
  uint64_t right = 0;
  /// Other lines at which the mutation has the same effect, if it inserts a
  /// text: inserting it before the source lines with these numbers changes the
  /// output in the same way.
  std::vector<uint32_t> otherLines = {};
};

/// A statement that the run executed, with the best effect of its mutations.
struct MutatedUnit {
  UnitId unit{};
  FunctionId function{};
  /// How often the recorded run executed the statement.
  uint64_t instances = 0;
  /// The number of mutants with each effect; the index is the Effect. A mutant
  /// is the program with one mutation. The mutants counted by `refuted` and
  /// `untested` are not included.
  std::array<uint32_t, effects> tests = {};
  Effect best = Effect::Hang;
  /// The mutations that had the best effect, the most plausible first.
  std::vector<TriedMutation> mutations = {};
  /// How many mutations improve the recorded run, but fail in another run: they
  /// turn a right run into a wrong one, or leave a wrong run wrong. These
  /// mutations are not in `mutations`.
  uint32_t refuted = 0;
  /// How many mutations improve the recorded run, but were not tried in all
  /// other runs, since the search ended before. These mutations are not listed.
  uint32_t untested = 0;
  /// The number of kinds of mutations that occur in `mutations`.
  uint32_t operators = 0;
  /// The statement's rank among all statements. Equally suspect statements
  /// share a rank.
  uint32_t rank = 0;

  uint32_t allTests() const { return sumOf(tests) + refuted + untested; }
};

/// A function, or a whole source file, that could not be mutated.
struct UnmutatedCode {
  /// The function's name as users write it; empty for a whole source file.
  std::string name;
  std::string file;
  /// The first line of the function; 0 for a whole source file.
  uint32_t line = 0;
  std::string reason;
};

/// The result of `pinstripe mutate`.
struct MutationSummary : RunHeader {
  /// True if the user expects no particular output, only that the program does
  /// not crash.
  bool isAboutCrash = false;
  /// The statements that are probably wrong, according to their mutations (see
  /// isEvidence). The most suspect statement comes first.
  std::vector<MutatedUnit> units = {};
  uint64_t executedUnits = 0;
  /// How many functions were recompiled, so that they can be mutated. A
  /// recompiled function in which no mutation is chosen does the same as the
  /// original function.
  uint64_t functions = 0;
  std::vector<UnmutatedCode> unmutated = {};
  std::array<uint64_t, effects> tests = {};
  /// How many mutations of executed statements there are, tried or not.
  uint64_t listed = 0;
  /// How many mutations could not be tried, because the compiler rejected the
  /// mutation, or because the mutated function can't be exchanged.
  uint64_t rejected = 0;
  /// How many of the tests counted in `tests` needed no run, because the case
  /// directory had their results from an earlier search.
  uint64_t stored = 0;
  /// The number of runs, apart from the recorded run, in which mutations were
  /// tried.
  uint64_t otherRuns = 0;
  /// How many mutations improve the recorded run, but fail in another run (the
  /// sum of MutatedUnit::refuted over all statements).
  uint64_t refuted = 0;
  /// How many mutations improve the recorded run, but were not tried in all
  /// other runs (the sum of MutatedUnit::untested over all statements).
  uint64_t untested = 0;
  /// The runs made with a reference program (--reference); nullopt if there was
  /// no such program.
  std::optional<ReferenceSummary> reference = {};
  double testsSeconds = 0;

  uint64_t allTests() const { return sumOf(tests); }
};

/// Sorts the statements, the most suspect first, and sets their ranks. The
/// first criterion is the best effect of a statement's mutations. The second is
/// how plausible the kind of the best mutation is as a repair. The third is the
/// share of mutants that have the best effect. The last is how rarely the
/// statement was executed. Before sorting, mutations that insert the same text
/// at several statements of a function are merged.
void rankMutatedUnits(std::vector<MutatedUnit> &units, const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_MUTATIONSUMMARY_H
