// Decides which mutations of the source are tried, and in which order.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mutation is a small change of the source.

#ifndef PINSTRIPE_LIB_DRIVER_MUTATE_MUTATIONPLAN_H
#define PINSTRIPE_LIB_DRIVER_MUTATE_MUTATIONPLAN_H

#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Driver/Mutate/Suspicion.h"
#include "pinstripe/Program/MutationSource.h"
#include "pinstripe/Result/MutationSummary.h"
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace pinstripe {

/// A mutation of a statement that the recorded run has executed.
struct PlannedMutation {
  /// The mutation's index in the list of all mutations of the function.
  size_t number = 0;
  UnitId unit{};
};

/// A function that the recorded run has executed, with mutations to try.
struct PlannedFunction {
  MutableFunction function;
  /// Index of the function in MutationSource::functions().
  size_t index = 0;
  /// The event (execution of a statement) that made the first call of the
  /// function; the first event of the run if the call was not made by an event.
  /// Up to this event, the program does the same as recorded, whichever
  /// mutation of the function is tried.
  EventIndex start{};
  double suspicion = 0;
  std::vector<Mutation> listed; ///< All mutations of the function.
};

/// Mutations of one source, which are compiled together.
struct PlannedBatch {
  size_t source = 0; ///< The index of the source in MutationSources::units().
  std::vector<const PlannedFunction *> functions;
  /// For each element of `functions`, the mutations of this function that are
  /// tried in this batch.
  std::vector<std::vector<PlannedMutation>> mutations;
};

/// A function with those of its mutations that an earlier search has tried.
struct TriedFunction {
  MutableFunction function;
  std::vector<std::pair<Mutation, UnitId>> mutations;
};

/// Plans mutations of the statements and functions that the recorded run has
/// executed. Opens only sources with an executed statement.
///
/// The mutations are tried in rounds. The first rounds have the mutations of
/// the most suspect statements, and the kinds of mutations that found the most
/// defects in experiments. In each round, the most suspect sources and
/// functions come first. Compiling a source takes long even for few mutations,
/// so a batch also gets mutations of later rounds.
class MutationPlan {
public:
  using IsTried = std::function<bool(const Mutation &)>;

  /// `isTried` returns true for a mutation that an earlier search has tried;
  /// such a mutation is not planned. `isTried` may be empty.
  MutationPlan(const UnitTable &table, const Trace &trace,
               llvm::ArrayRef<MutationUnit> sources,
               const Suspicions &suspicions, IsTried isTried = {});

  /// A function that opens the source with a certain index in
  /// MutationSources::units(), and then calls its second argument with the
  /// source. It returns false if the source can't be opened.
  using WithSource = llvm::function_ref<bool(
      size_t, llvm::function_ref<void(MutationSource &)>)>;
  /// Returns the next batch of mutations to try; nullopt if there are no more.
  std::optional<PlannedBatch> next(WithSource withSource);

  /// Returns functions that can't be mutated, each with the reason. Each call
  /// returns only the functions that were found since the call before. For
  /// example, each of several sources may have its own copy of a function in a
  /// header. A change of the header would change all copies, but only one copy
  /// can be exchanged at a time. So the function can't be mutated if the run
  /// has executed several copies.
  std::vector<UnmutatedCode> takeRefused() {
    return std::exchange(refused, {});
  }
  /// Returns those mutations that an earlier search has tried and that would
  /// have been planned otherwise. Each call returns only the mutations that
  /// were found since the call before.
  std::vector<TriedFunction> takeTried() { return std::exchange(tried, {}); }
  /// Returns the executed functions that can't be mutated because they are in
  /// no source's list of functions that can be mutated. Must be called only
  /// after `next` has returned nullopt.
  std::vector<FunctionId> uncovered() const;

  /// Returns how many mutations of executed statements were found so far.
  uint64_t listed() const { return listedCount; }

private:
  /// A mutation that was not tried yet.
  struct Waiting {
    unsigned round = 0;
    size_t function = 0; ///< The index of the function in Source::functions.
    PlannedMutation mutation;
  };
  /// A source file. Its functions and their mutations are listed when the plan
  /// first needs them.
  struct Source {
    size_t index = 0;
    double suspicion = 0;
    bool isOpened = false;
    std::vector<PlannedFunction> functions;
    /// The mutations of all functions, in the order in which they are tried.
    /// The first `taken` of them were already returned.
    std::vector<Waiting> waiting;
    size_t taken = 0;
  };
  /// For each line of a file: the executed statements that begin on this line.
  using Lines = std::map<uint32_t, std::vector<UnitId>>;

  /// The tier of a statement, which says roughly how suspect the statement is.
  enum class Tier : uint8_t { Top, High, Some, None };
  void findExecuted(const Trace &trace);
  void findTiers();
  void list(Source &source, MutationSource &opened);
  void refuse(const MutableFunction &function, std::string reason);
  std::optional<UnitId> unitAt(const Mutation &mutation) const;
  EventIndex startOf(const MutableFunction &function) const;
  bool isCopied(const MutableFunction &function) const;
  double suspicionOf(const MutableFunction &function) const;
  unsigned roundOf(const Mutation &mutation, UnitId unit) const;
  PlannedBatch take(Source &source) const;

  const UnitTable &table;
  const Suspicions &suspicions;
  /// The executed statements of each file, by its path. A glued statement is
  /// executed whenever the statement is to which it is glued.
  std::map<std::string, Lines> executed;
  /// The tier of each statement, which says how suspect it is. The index is the
  /// number of the statement (UnitId). The tier is None for statements that the
  /// run has not executed.
  std::vector<Tier> tiers;
  /// For each executed function, the event that made its first call.
  std::map<FunctionId, EventIndex> starts;
  std::vector<Source> sources;
  /// The functions whose mutations were already listed, each by file, line,
  /// column and name. If each source has its own copy of the function, the last
  /// number is the index of the source. Otherwise this number is the same for
  /// all sources, so that the function is listed for one source only.
  std::set<std::tuple<std::string, uint32_t, uint32_t, std::string, size_t>>
      known;
  /// The functions that the next call of takeRefused returns.
  std::vector<UnmutatedCode> refused;
  IsTried isTried;
  /// The mutations that the next call of takeTried returns, sorted by function.
  std::vector<TriedFunction> tried;
  /// For each file, the ranges of lines with functions that the opened sources
  /// can mutate.
  std::map<std::string, std::vector<std::pair<uint32_t, uint32_t>>> covered;
  uint64_t listedCount = 0;

  unsigned round = 0;
  size_t source = 0; ///< The source from which the next batch is taken.
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_MUTATE_MUTATIONPLAN_H
