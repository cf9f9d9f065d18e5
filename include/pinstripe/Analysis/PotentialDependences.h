//===- PotentialDependences.h - Decisions that left a value be --*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gyimothy, Beszedes and Forgacs, An Efficient Relevant Slicing Method for
// Debugging (ESEC/FSE 1999): a use depends potentially on a decision between
// the definition and the use if, had it gone otherwise, the run could have
// come to a statement that can define the same.
//
// Which statements can is said by StoredPlaces; what is called from there, by
// the calls of this run.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_ANALYSIS_POTENTIALDEPENDENCES_H
#define PINSTRIPE_ANALYSIS_POTENTIALDEPENDENCES_H

#include "pinstripe/Analysis/StoredPlaces.h"
#include "pinstripe/Analysis/UnitGraph.h"
#include <map>
#include <set>

namespace pinstripe {

/// Takes 8 bytes for each event.
class PotentialDependences {
public:
  using Take = llvm::function_ref<void(EventIndex decision)>;

  /// All must outlive it.
  PotentialDependences(const UnitTable &table, const UnitGraph &graph,
                       const Trace &trace, const StoredPlaces &places);

  /// Calls `take` for each decision between the definition and a use of it.
  /// What was told before of a definition may be left out.
  void visit(EventIndex defined, EventIndex used, Take take);
  /// For each decision before a use of what nobody has defined.
  void visitUndefined(StoredPlace place, EventIndex used, Take take);
  /// More than `mostSteps` events had to be looked at, 5 ns each; what was told
  /// is not all.
  bool isExhausted() const { return stepCount > mostSteps; }
  static constexpr uint64_t mostSteps = 1'000'000'000;

private:
  /// A condition, and successors: if it goes to another one than one of them,
  /// it has not gone where it could have.
  struct Decision {
    EntryId condition{};
    std::vector<EntryId> towards; ///< sorted
  };
  /// Those that lead to what could have defined the same.
  struct Decisions {
    std::vector<Decision> ofInvocation; ///< in the definition's invocation
    std::vector<Decision> ofAll;
    /// Parts of the run in which `ofAll` have been told: end by begin,
    /// disjoint.
    std::map<uint32_t, uint32_t> told = {};
  };

  using Targets = std::map<EntryId, std::set<EntryId>>; ///< by condition

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
  std::vector<std::vector<uint32_t>> eventsAt; ///< of conditions, by entry
  std::vector<uint32_t> nextInInvocation;      ///< by event
  std::vector<std::vector<EntryId>> callersOf; ///< by function, sorted
  std::vector<bool> isAnalysed;                ///< by function
  std::vector<Targets> leading;                ///< by entry
  std::map<EntryId, Decisions> byDefinition;
  std::map<uint64_t, Decisions> byPlace;
  llvm::DenseMap<uint32_t, uint32_t> scannedTo; ///< by definition
  uint64_t stepCount = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_POTENTIALDEPENDENCES_H
