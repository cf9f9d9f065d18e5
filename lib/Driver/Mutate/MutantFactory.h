// Compiles mutants on a thread of its own, while other mutants are run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mutant is the program with one mutation.

#ifndef PINSTRIPE_LIB_DRIVER_MUTATE_MUTANTFACTORY_H
#define PINSTRIPE_LIB_DRIVER_MUTATE_MUTANTFACTORY_H

#include "Mutate/MutationPlan.h"
#include "pinstripe/Result/MutationSummary.h"
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>
#include <thread>

namespace pinstripe {

/// A mutant that is ready to run: the program with one mutation.
struct Mutant {
  Mutation mutation;
  UnitId unit{};       ///< The statement unit that the mutation changes.
  size_t function = 0; ///< The index of the function in MutantBatch::functions.
  /// The mutation's number. The program runs with this mutation if a LiveChange
  /// has the number in its member `mutation`.
  uint32_t number = 0;
};

/// Mutants whose functions were compiled in one go.
struct MutantBatch {
  struct Function {
    MutableFunction source;
    EventIndex start{}; ///< The event that made the first call of the function.
    /// The number for LiveChange::mutation that makes the program run with the
    /// recompiled function, but without a mutation.
    uint32_t number = 0;
    /// The number of the function's events that the engine can't count if the
    /// function is exchanged: the engine counts events by means of hooks, and
    /// recompiled code has no hooks. Set by the caller of MutantFactory.
    uint64_t unseenEvents = 0;
    /// Where the recompiled function is in `code`: the number of its
    /// RecompiledUnit, and its index in that unit.
    size_t unit = 0, index = 0;
  };
  std::shared_ptr<const RecompiledCode> code;
  std::vector<Function> functions;
  std::vector<Mutant> mutants;
  /// The mutations of `functions` that the compiler has rejected.
  std::vector<Mutation> rejected = {};
};

/// Compiles the mutations that a plan asks for. The factory has a thread of its
/// own, which prepares at most two batches in advance.
class MutantFactory {
public:
  /// All arguments must outlive the factory.
  MutantFactory(const UnitTable &table, MutationSources &sources,
                MutationPlan &plan);
  ~MutantFactory();
  MutantFactory(const MutantFactory &) = delete;
  MutantFactory &operator=(const MutantFactory &) = delete;

  /// Waits for the next batch. Returns nullopt if no more batches come, or once
  /// `isOver` returns true. Calls `isOver` now and then.
  std::optional<MutantBatch> next(llvm::function_ref<bool()> isOver);
  /// Returns the functions and sources that could not be mutated. Each call
  /// returns only what was found since the call before.
  std::vector<UnmutatedCode> takeUnmutated();
  /// Returns mutations that an earlier search has tried already. Each call
  /// returns only what was found since the call before. See MutationPlan.
  std::vector<TriedFunction> takeTried();
  uint64_t listed() const { return listedCount; }
  uint64_t rejected() const { return rejectedCount; }

private:
  /// How many parsed sources are kept in memory. Each takes some 10 to 100 MB.
  static constexpr size_t maxOpen = 4;
  static constexpr size_t maxAhead = 2;

  void work();
  bool withSource(size_t index, llvm::function_ref<void(MutationSource &)> use);
  MutationSource *open(size_t index);
  std::optional<MutantBatch> compile(const PlannedBatch &planned);
  void noteUnmutated(UnmutatedCode code);
  void nameUncovered();
  void countRejected(const PlannedBatch &planned);

  const UnitTable &table;
  MutationSources &sources;
  MutationPlan &plan;
  /// The parsed sources. The source that was used last is at the end, and the
  /// one that has not been used for the longest time is at the beginning.
  std::deque<std::pair<size_t, std::unique_ptr<MutationSource>>> opened;
  /// The paths of the source files that can't be parsed.
  std::set<std::string> missing;

  /// A mutex that protects the members below, except for `thread`.
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<MutantBatch> ready;
  std::vector<UnmutatedCode> unmutated;
  std::vector<TriedFunction> tried;
  bool isDone = false;
  std::atomic<bool> isClosing = false;
  std::atomic<uint64_t> listedCount = 0, rejectedCount = 0;
  std::thread thread;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_MUTATE_MUTANTFACTORY_H
