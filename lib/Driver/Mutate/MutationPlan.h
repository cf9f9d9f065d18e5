// Decides which mutations (small changes of the source) are tried, and in which
// order.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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
  /// The event that made the first call of the function, or the first event of
  /// the run if no event made it. All mutants are like the recorded run up to
  /// this event.
  EventIndex start{};
  double suspicion = 0;
  std::vector<Mutation> listed; ///< All mutations of the function.
};

/// Mutations of one source, which are compiled together.
struct PlannedBatch {
  size_t source = 0; ///< The index of the source in MutationSources::units().
  std::vector<const PlannedFunction *> functions;
  /// For each of `functions`, those mutations that are tried in this batch.
  std::vector<std::vector<PlannedMutation>> mutations;
};

/// The mutations of one function that an earlier search has tried.
struct TriedFunction {
  MutableFunction function;
  std::vector<std::pair<Mutation, UnitId>> mutations;
};

/// Knows which statements and functions the recorded run has executed, and
/// plans their mutations. Sources without an executed statement are never
/// opened.
///
/// The mutations are tried in rounds. The earlier a round, the more suspect are
/// its statements, and the more defects have its operators found in
/// experiments. In each round, the most suspect sources and functions come
/// first. Since compiling a source takes long, even for few mutations, a batch
/// also gets mutations of later rounds.
class MutationPlan {
public:
  using IsTried = std::function<bool(const Mutation &)>;

  /// Mutations for which `isTried` returns true are not planned, since an
  /// earlier search has tried them. `isTried` may be empty.
  MutationPlan(const UnitTable &table, const Trace &trace,
               llvm::ArrayRef<MutationUnit> sources,
               const Suspicions &suspicions, IsTried isTried = {});

  /// A function that opens the source with the given index, and passes the
  /// source to the given function. Returns false if the source can't be opened.
  using WithSource = llvm::function_ref<bool(
      size_t, llvm::function_ref<void(MutationSource &)>)>;
  /// Returns the next batch of mutations to try; nullopt if there are no more.
  std::optional<PlannedBatch> next(WithSource withSource);

  /// Returns functions that can't be mutated, with the reason. Among them are
  /// functions of headers of which the run has executed several copies, one for
  /// each of several sources. A change of the header would change all copies,
  /// but only one can be exchanged at a time. Each call returns only what was
  /// found since the call before.
  std::vector<UnmutatedCode> takeRefused() {
    return std::exchange(refused, {});
  }
  /// Returns those planned mutations that an earlier search has tried already.
  /// Each call returns only what was found since the call before.
  std::vector<TriedFunction> takeTried() { return std::exchange(tried, {}); }
  /// Returns the executed functions in which nothing can be mutated, since no
  /// source lists them. Must be called only after `next` has returned nullopt.
  std::vector<FunctionId> uncovered() const;

  /// Returns how many mutations of executed statements were found so far.
  uint64_t listed() const { return listedCount; }

private:
  /// A mutation that was not tried so far.
  struct Waiting {
    unsigned round = 0;
    size_t function = 0; ///< The index of the function in Source::functions.
    PlannedMutation mutation;
  };
  /// A source file. The mutations of its functions are listed when the plan
  /// first needs them.
  struct Source {
    size_t index = 0;
    double suspicion = 0;
    bool isOpened = false;
    std::vector<PlannedFunction> functions;
    /// The mutations of all functions in the order in which they are tried, and
    /// how many of them were returned.
    std::vector<Waiting> waiting;
    size_t taken = 0;
  };
  /// For each line of a file: the executed statements that begin on this line.
  using Lines = std::map<uint32_t, std::vector<UnitId>>;

  /// A rough class of how suspect a statement is.
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
  /// The executed statements of each file, by its path.
  std::map<std::string, Lines> executed;
  /// How suspect each statement is, as one of a few tiers, by UnitId. None for
  /// statements that the run has not executed.
  std::vector<Tier> tiers;
  /// For each executed function, the event that made its first call.
  std::map<FunctionId, EventIndex> starts;
  std::vector<Source> sources;
  /// The functions whose mutations were listed already, each with file, line,
  /// column and name. If each source has its own copy of a function, the number
  /// of the source tells the copies apart. A function of a header without such
  /// copies is compiled for one source only.
  std::set<std::tuple<std::string, uint32_t, uint32_t, std::string, size_t>>
      known;
  /// The functions that the next call of takeRefused returns.
  std::vector<UnmutatedCode> refused;
  IsTried isTried;
  /// The mutations, by function, that the next call of takeTried returns.
  std::vector<TriedFunction> tried;
  /// The lines of all functions that the opened sources can mutate.
  std::map<std::string, std::vector<std::pair<uint32_t, uint32_t>>> covered;
  uint64_t listedCount = 0;

  unsigned round = 0;
  size_t source = 0; ///< The source from which the next batch is taken.
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_MUTATE_MUTATIONPLAN_H
