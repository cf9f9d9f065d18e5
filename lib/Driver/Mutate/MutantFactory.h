// Compiles mutants on a thread of its own, while others are run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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
  UnitId unit{};       ///< The mutated statement.
  size_t function = 0; ///< Index into MutantBatch::functions.
  /// The number of the mutation, by which LiveChange::mutation chooses it.
  uint32_t number = 0;
};

/// Mutants whose functions were compiled in one go.
struct MutantBatch {
  struct Function {
    MutableFunction source;
    EventIndex start{}; ///< See PlannedFunction::start.
    /// The number that chooses the compiled function without a mutation, see
    /// LiveChange::mutation.
    uint32_t number = 0;
    /// How many events of the function are not counted in runs in which it is
    /// exchanged, since recompiled code has no hooks. The caller sets this.
    uint64_t unseenEvents = 0;
    /// Where the function is in `code`.
    size_t unit = 0, index = 0;
  };
  std::shared_ptr<const RecompiledCode> code;
  std::vector<Function> functions;
  std::vector<Mutant> mutants;
  /// The mutations of these functions that the compiler has rejected.
  std::vector<Mutation> rejected = {};
};

/// Compiles what a plan asks for. The thread of the factory is at most two
/// batches ahead of the runs.
class MutantFactory {
public:
  /// All arguments must outlive the factory.
  MutantFactory(const UnitTable &table, MutationSources &sources,
                MutationPlan &plan);
  ~MutantFactory();
  MutantFactory(const MutantFactory &) = delete;
  MutantFactory &operator=(const MutantFactory &) = delete;

  /// Waits for the next batch. Returns nullopt if there is none any more, or if
  /// `isOver` returns true, which is called now and then.
  std::optional<MutantBatch> next(llvm::function_ref<bool()> isOver);
  /// Returns what could not be compiled since the last call.
  std::vector<UnmutatedCode> takeUnmutated();
  /// Returns the mutations that an earlier search has tried, since the last
  /// call. See MutationPlan.
  std::vector<TriedFunction> takeTried();
  uint64_t listed() const { return listedCount; }
  uint64_t rejected() const { return rejectedCount; }

private:
  /// How many sources are kept open. A source takes some 10 to 100 MB.
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
  /// The sources that are open, the one that was used last at the end.
  std::deque<std::pair<size_t, std::unique_ptr<MutationSource>>> opened;
  /// The files of the sources that can't be opened.
  std::set<std::string> missing;

  std::mutex mutex; ///< Locks the members below except for `thread`.
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
