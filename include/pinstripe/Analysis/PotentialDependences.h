// Finds decisions that, with another outcome, could have changed a value.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A decision is an executed condition. Example: in `x = 0; if (c) x = 1;
// print(x);` with a false `c`, the use of `x` depends potentially on the
// decision `if (c)`. In general, a use depends potentially on a decision
// between the definition and the use if the run, by deciding the other way,
// could have reached another definition of the variable. See Gyimothy, Beszedes
// and Forgacs, "An Efficient Relevant Slicing Method for Debugging" (ESEC/FSE
// 1999). StoredPlaces says which statements define the same memory. A
// definition in a called function counts only if the run has called that
// function.

#ifndef PINSTRIPE_ANALYSIS_POTENTIALDEPENDENCES_H
#define PINSTRIPE_ANALYSIS_POTENTIALDEPENDENCES_H

#include "pinstripe/Analysis/StoredPlaces.h"
#include "pinstripe/Analysis/UnitGraph.h"
#include <map>
#include <set>

namespace pinstripe {

/// Finds the potential dependences of a run: a use of a value depends
/// potentially on an executed condition that, with another outcome, could have
/// changed the value. Takes 8 bytes of memory per event.
class PotentialDependences {
public:
  using Take = llvm::function_ref<void(EventIndex decision)>;

  /// All arguments must outlive this object.
  PotentialDependences(const UnitTable &table, const UnitGraph &graph,
                       const Trace &trace, const StoredPlaces &places);

  /// The event `used` uses a value that the event `defined` has set. Calls
  /// `take` for each decision (executed condition) between the two after which
  /// another statement could have set the value, if control had gone another
  /// way. To save time, it leaves out many decisions that an earlier call has
  /// reported.
  void visit(EventIndex defined, EventIndex used, Take take);
  /// The event `used` reads the memory at `place` although nothing has set it.
  /// Calls `take` for each decision (executed condition) before `used` after
  /// which a statement could have set this memory, if control had gone another
  /// way.
  void visitUndefined(StoredPlace place, EventIndex used, Take take);
  /// Returns true if the search was given up after `maxSteps` steps. A step
  /// looks at one event and takes 5 ns.
  bool isExhausted() const { return stepCount > maxSteps; }
  static constexpr uint64_t maxSteps = 1'000'000'000;

private:
  /// A condition, and those of its successors (places where control can go on)
  /// from which control can reach another statement that sets a value. For each
  /// of these successors to which the run did not go, it perhaps missed such a
  /// statement.
  struct Decision {
    EntryId condition{};
    std::vector<EntryId> towards; ///< Sorted.
  };
  /// The conditions that may lead to statements that write to certain memory.
  struct Decisions {
    /// Decisions that count only in one call: in the one that set the value, or
    /// if nothing has set the value, in the one that reads it. The statements
    /// to which they lead write to that call's own stack frame.
    std::vector<Decision> ofInvocation;
    std::vector<Decision> ofAll;
    /// The intervals of the run for which the decisions that count in every
    /// call (`ofAll`) were reported already, so that none of them is reported
    /// twice. Maps the beginning of each interval to its end.
    std::map<uint32_t, uint32_t> told = {};
  };

  /// For one entry (an address at which control enters a statement), the
  /// conditions from which it can be reached; and for each of these conditions,
  /// the successors that lead to the entry.
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
  /// For each condition, the events that executed it. The index is that of the
  /// condition's entry, the address at which control enters it.
  std::vector<std::vector<uint32_t>> eventsAt;
  /// For each event, the next event of the same call.
  std::vector<uint32_t> nextInInvocation;
  /// For each function, the statements from which the run called it, sorted.
  /// Each is given by its entry, the address at which control enters it.
  std::vector<std::vector<EntryId>> callersOf;
  /// For each function, whether `analyse` has looked for the conditions that
  /// lead to its statements.
  std::vector<bool> isAnalysed;
  /// For each statement (given by its entry), the conditions that can lead to
  /// it.
  std::vector<Targets> leading;
  std::map<EntryId, Decisions> byDefinition;
  std::map<uint64_t, Decisions> byPlace;
  /// For each event that has defined a value, the event up to which `visit` has
  /// reported decisions, so that none of them is reported twice.
  llvm::DenseMap<uint32_t, uint32_t> scannedTo;
  uint64_t stepCount = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_POTENTIALDEPENDENCES_H
