// Finds conditions whose other outcome could have changed a value.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A decision is an executed condition. Example: in `x = 0; if (c) x = 1;
// print(x);` with a false `c`, the use of `x` depends potentially on the
// decision `if (c)`. With the other outcome of this decision, the run would
// have reached another definition of `x`. See Gyimothy, Beszedes and Forgacs,
// "An Efficient Relevant Slicing Method for Debugging" (ESEC/FSE 1999).
//
// StoredPlaces says which statements define the same memory. A definition in a
// called function counts only if the run has called that function.

#ifndef PINSTRIPE_ANALYSIS_POTENTIALDEPENDENCES_H
#define PINSTRIPE_ANALYSIS_POTENTIALDEPENDENCES_H

#include "pinstripe/Analysis/StoredPlaces.h"
#include "pinstripe/Analysis/UnitGraph.h"
#include <map>
#include <set>

namespace pinstripe {

/// Finds executed conditions whose other outcome could have changed a value. An
/// object of this class takes 8 bytes of memory per event.
class PotentialDependences {
public:
  using Take = llvm::function_ref<void(EventIndex decision)>;

  /// All arguments must outlive this object.
  PotentialDependences(const UnitTable &table, const UnitGraph &graph,
                       const Trace &trace, const StoredPlaces &places);

  /// The event `used` must read a value that the event `defined` has set. Calls
  /// `take` for each decision (executed condition) between these events whose
  /// other outcome leads to a statement that sets the value again. To save
  /// time, leaves out many decisions that an earlier call has reported.
  void visit(EventIndex defined, EventIndex used, Take take);
  /// The event `used` must read the memory at `place`, although nothing has set
  /// it. Calls `take` for each decision (executed condition) before `used`
  /// whose other outcome leads to a statement that sets this memory.
  void visitUndefined(StoredPlace place, EventIndex used, Take take);
  /// Returns true if the search was given up after `maxSteps` steps. A step
  /// looks at one event and takes 5 ns.
  bool isExhausted() const { return stepCount > maxSteps; }
  static constexpr uint64_t maxSteps = 1'000'000'000;

private:
  /// A condition from which control can reach a statement that sets a certain
  /// value. The condition has several successors: the places where control can
  /// go after it. `towards` has the successors that lead to the statement. If
  /// the run went to another successor, it may have missed the statement.
  struct Decision {
    EntryId condition{};
    std::vector<EntryId> towards; ///< Sorted.
  };
  /// The conditions that may lead to statements that write to certain memory.
  struct Decisions {
    /// Conditions that lead to statements which write to the stack frame of
    /// their own call. Such conditions count only in one call: the call that
    /// set the value or, if nothing has set the value, the call that reads it.
    std::vector<Decision> ofInvocation;
    std::vector<Decision> ofAll;
    /// The parts of the run that were already searched for executions of the
    /// conditions in `ofAll`. The map leads from the beginning of each part to
    /// its end. These parts are not searched again, so no decision is reported
    /// twice.
    std::map<uint32_t, uint32_t> told = {};
  };

  /// The conditions from which control can reach one statement. Maps each
  /// condition to those of its successors that lead to the statement.
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
  /// For each condition, the events that executed it. The index is the number
  /// of the condition's entry, the address at which control enters the
  /// condition.
  std::vector<std::vector<uint32_t>> eventsAt;
  /// For each event, the event that comes next in the same function call.
  std::vector<uint32_t> nextInInvocation;
  /// For each function, the statements from which the run called it. A
  /// statement is given by its entry, the address at which control enters it.
  std::vector<std::vector<EntryId>> callersOf;
  /// For each function, true after a call of `analyse` has found the conditions
  /// that lead to the function's statements.
  std::vector<bool> isAnalysed;
  /// For each statement, the conditions from which control can reach it. The
  /// index is the number of the statement's entry, the address at which control
  /// enters the statement.
  std::vector<Targets> leading;
  std::map<EntryId, Decisions> byDefinition;
  std::map<uint64_t, Decisions> byPlace;
  /// For each event that has set a value, the event up to which `visit` has
  /// already looked for decisions. The next search for the same value begins
  /// there, so that no decision is reported twice.
  llvm::DenseMap<uint32_t, uint32_t> scannedTo;
  uint64_t stepCount = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_POTENTIALDEPENDENCES_H
