// Finds decisions that could have changed a value by going another way.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gyimothy, Beszedes and Forgacs, "An Efficient Relevant Slicing Method for
// Debugging" (ESEC/FSE 1999): a use depends potentially on a decision between
// the definition and the use if the run could have reached another definition
// of the same variable had the decision gone the other way. StoredPlaces says
// which statements define the same memory. Called functions are those that this
// run called.

#ifndef PINSTRIPE_ANALYSIS_POTENTIALDEPENDENCES_H
#define PINSTRIPE_ANALYSIS_POTENTIALDEPENDENCES_H

#include "pinstripe/Analysis/StoredPlaces.h"
#include "pinstripe/Analysis/UnitGraph.h"
#include <map>
#include <set>

namespace pinstripe {

/// Finds the potential dependences of a run. Takes 8 bytes for each event.
class PotentialDependences {
public:
  using Take = llvm::function_ref<void(EventIndex decision)>;

  /// All arguments must outlive the object.
  PotentialDependences(const UnitTable &table, const UnitGraph &graph,
                       const Trace &trace, const StoredPlaces &places);

  /// Calls `take` for each decision between a definition and its use that could
  /// have led to another definition. May leave out what was already reported.
  void visit(EventIndex defined, EventIndex used, Take take);
  /// Calls `take` for each decision that could have led to a definition, before
  /// a use of memory that nothing has defined.
  void visitUndefined(StoredPlace place, EventIndex used, Take take);
  /// Returns true once the search was cut short after looking at `maxSteps`
  /// events, which take 5 ns each.
  bool isExhausted() const { return stepCount > maxSteps; }
  static constexpr uint64_t maxSteps = 1'000'000'000;

private:
  /// A condition, and those of its successors from which another definition can
  /// be reached. If control went to none of these, the run missed that
  /// definition.
  struct Decision {
    EntryId condition{};
    std::vector<EntryId> towards; ///< Sorted.
  };
  /// The decisions that lead to entries which define the same memory.
  struct Decisions {
    /// Decisions that count only in the invocation of the definition.
    std::vector<Decision> ofInvocation;
    std::vector<Decision> ofAll;
    /// Disjoint intervals of the run for which `ofAll` was reported; a map from
    /// begin to end.
    std::map<uint32_t, uint32_t> told = {};
  };

  /// For one entry: maps each condition to the successors of the condition from
  /// which the entry can be reached.
  using Targets = std::map<EntryId, std::set<EntryId>>;

  void indexEvents();
  void indexCalls();
  const Targets &leadingTo(EntryId entry);
  void analyse(FunctionId function);
  Decisions decisionsFor(llvm::ArrayRef<StoredPlaces::Sharer> sharers);
  Decisions &decisionsFor(EntryId definition);
  void scan(Decisions &decisions, uint32_t begin, EventIndex used,
            InvocationId invocation, Take take);
  void scan(const Decision &decision, uint32_t begin, uint32_t end,
            const InvocationId *invocation, Take take);
  EntryId wentTo(uint32_t event) const;

  const UnitTable &table;
  const UnitGraph &graph;
  const Trace &trace;
  const StoredPlaces &places;
  /// For each entry of a condition, the events that began there.
  std::vector<std::vector<uint32_t>> eventsAt;
  /// For each event, the next event of the same invocation.
  std::vector<uint32_t> nextInInvocation;
  /// For each function, the entries that call it, sorted.
  std::vector<std::vector<EntryId>> callersOf;
  std::vector<bool> isAnalysed; ///< Whether `analyse` was called; by function.
  std::vector<Targets> leading; ///< The targets for each entry.
  std::map<EntryId, Decisions> byDefinition;
  std::map<uint64_t, Decisions> byPlace;
  /// For each definition, the event up to which its decisions were reported.
  llvm::DenseMap<uint32_t, uint32_t> scannedTo;
  uint64_t stepCount = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_POTENTIALDEPENDENCES_H
