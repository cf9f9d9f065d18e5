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
  /// Disjoint parts of the run. Maps the beginning of each part, a number of an
  /// event, to its end.
  using Ranges = std::map<uint32_t, uint32_t>;
  /// A condition from which control can reach a certain statement.
  struct Decision {
    EntryId condition{};
    /// The entry at which the way begins that leads from the condition to the
    /// statement. If the run went this way, it has not missed the statement.
    /// nullopt if several ways lead there: then one was not taken.
    std::optional<EntryId> onlyWay;
    /// The parts of the run in which all executions of the condition were
    /// looked at. They are not looked at again.
    Ranges told = {};
  };
  using DecisionId = uint32_t; ///< An index in `decisions`.
  /// The decisions that may lead to statements that write to certain memory.
  struct Decisions {
    /// Decisions that lead to statements which write to the stack frame of
    /// their own call. Such decisions count only in one call: the call that
    /// set the value or, if nothing has set the value, the call that reads it.
    std::vector<DecisionId> ofInvocation;
    std::vector<DecisionId> ofAll;
    /// The functions of the statements that write to other memory. What leads
    /// to a call of them counts, too.
    std::vector<FunctionId> called;
    /// The parts of the run in which `ofAll` and `called` were looked for.
    Ranges told = {};
  };

  void indexEvents();
  void indexCalls();
  llvm::ArrayRef<DecisionId> leadingTo(EntryId entry);
  void analyse(FunctionId function);
  DecisionId idOf(EntryId condition, std::optional<EntryId> onlyWay);
  Decisions &callsOf(FunctionId function);
  Decisions decisionsFor(llvm::ArrayRef<StoredPlaces::Sharer> sharers);
  Decisions &decisionsFor(EntryId definition);
  void scan(Decisions &all, uint32_t begin, EventIndex used,
            InvocationId invocation, Take take);
  void scanAll(Decisions &all, uint32_t begin, uint32_t end, Take take);
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
  /// For each function, the entries of its conditions that were executed.
  std::vector<std::vector<EntryId>> conditionsOf;
  /// For each function, the statements from which the run called it. A
  /// statement is given by its entry, the address at which control enters it.
  std::vector<std::vector<EntryId>> callersOf;
  /// For each function, true after a call of `analyse` has found the conditions
  /// that lead to the function's statements.
  std::vector<bool> isAnalysed;
  std::vector<Decision> decisions;
  /// Maps the condition and the only way of each decision to its number. The
  /// way is `exit` if several ways lead to the statement.
  llvm::DenseMap<std::pair<EntryId, EntryId>, DecisionId> ids;
  /// For each statement, the decisions from which control can reach it. The
  /// index is the number of the statement's entry, the address at which control
  /// enters the statement.
  std::vector<std::vector<DecisionId>> leading;
  std::map<EntryId, Decisions> byDefinition;
  std::map<uint64_t, Decisions> byPlace;
  /// The decisions that lead to a call of each function.
  std::map<FunctionId, Decisions> byCalled;
  /// For each event that has set a value, the event up to which `visit` has
  /// already looked for decisions. The next search for the same value begins
  /// there, so that no decision is reported twice.
  llvm::DenseMap<uint32_t, uint32_t> scannedTo;
  uint64_t stepCount = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_POTENTIALDEPENDENCES_H
