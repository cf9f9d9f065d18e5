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

  /// All arguments must outlive this object.
  PotentialDependences(const UnitTable &table, const UnitGraph &graph,
                       const Trace &trace, const StoredPlaces &places);

  /// Calls `take` for each decision between a definition (the event that set a
  /// value) and its use that could have led to another definition. Decisions
  /// that were reported before may be left out.
  void visit(EventIndex defined, EventIndex used, Take take);
  /// Calls `take` for each decision before a use of memory, which nothing has
  /// set, that could have led to a definition.
  void visitUndefined(StoredPlace place, EventIndex used, Take take);
  /// Returns true if the search was ended because it had looked at `maxSteps`
  /// events; each takes 5 ns.
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
  /// The decisions that may lead to statements which write to the same memory.
  struct Decisions {
    /// Decisions that count only if they are in the same call as the
    /// definition.
    std::vector<Decision> ofInvocation;
    std::vector<Decision> ofAll;
    /// The parts of the run for which `ofAll` was reported: a map from the
    /// begin of each to its end.
    std::map<uint32_t, uint32_t> told = {};
  };

  /// For one entry: from which successors of which conditions it can be
  /// reached. The keys are the conditions.
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
  /// For each entry of a condition, the events that begin there.
  std::vector<std::vector<uint32_t>> eventsAt;
  /// For each event, the next event of the same call.
  std::vector<uint32_t> nextInInvocation;
  /// For each function, the entries of units that call it, sorted.
  std::vector<std::vector<EntryId>> callersOf;
  /// For each function, whether `analyse` was called.
  std::vector<bool> isAnalysed;
  std::vector<Targets> leading; ///< For each entry of a statement, its targets.
  std::map<EntryId, Decisions> byDefinition;
  std::map<uint64_t, Decisions> byPlace;
  /// For each definition, the last event up to which decisions were reported.
  llvm::DenseMap<uint32_t, uint32_t> scannedTo;
  uint64_t stepCount = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_POTENTIALDEPENDENCES_H
