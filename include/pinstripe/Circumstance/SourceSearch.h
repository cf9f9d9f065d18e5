// Searches the smallest program text that still fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_SOURCESEARCH_H
#define PINSTRIPE_CIRCUMSTANCE_SOURCESEARCH_H

#include "pinstripe/Circumstance/CircumstanceOracle.h"
#include "pinstripe/Program/SourceEditor.h"
#include "pinstripe/Reduction/Reduction.h"
#include "pinstripe/Result/SourceSummary.h"
#include "pinstripe/Support/Deadline.h"

namespace pinstripe {

/// What is tried in a stage of the search: edits of one kind, or the removal of
/// lines or tokens.
enum class SourceLevel : uint8_t {
  Deletions,
  Contents,
  Simplifications,
  Lines,
  Tokens,
};

/// Returns all levels, in the order in which they are tried.
std::vector<SourceLevel> allSourceLevels();

struct SourceRequest {
  std::vector<SourceText> texts;
  SourceEditor editor;
  std::vector<SourceLevel> levels = allSourceLevels();
  Algorithm algorithm = {};
  std::string standardInput = {};
  bool isFormatted = true; ///< True if clang-format is to write the result.
  /// The number of runs after which the search ends; 0 for no limit.
  uint64_t maxTests = 0;
  Deadline deadline = {};
};

/// Reduces a program text. In each round, the present text is parsed, the edits
/// of each kind are listed, and those of them are made that leave the failure.
/// The search ends when a round has changed nothing. Lanes and memory must
/// outlive this object.
class SourceSearch {
public:
  SourceSearch(SourceRequest request, TestLanes &lanes, OutcomeMemory &memory)
      : request(std::move(request)), lanes(lanes), memory(memory) {}

  /// Runs the search, and fills those members of `summary` that say what was
  /// found; also if an Error ends the search, or `stop` does. Returns a
  /// ReproductionError if the text does not fail. Must be called once.
  llvm::Error run(SourceSummary &summary, ReductionObserver &observer,
                  const std::atomic<bool> &stop);

private:
  llvm::Error runLargeText(ReductionObserver &observer,
                           const std::atomic<bool> &stop);
  llvm::Error runRounds(ReductionObserver &observer,
                        const std::atomic<bool> &stop);
  llvm::Error runLevel(SourceLevel level, ReductionObserver &observer,
                       const std::atomic<bool> &stop);
  llvm::Error runEdits(EditKind kind, ReductionObserver &observer,
                       const std::atomic<bool> &stop);
  llvm::Error runStage(const Circumstance &circumstance,
                       ReductionObserver &observer,
                       const std::atomic<bool> &stop);
  llvm::Error format();
  bool isExhausted(uint64_t runs) const;
  void note(const Circumstance &circumstance, const ReductionResult &result,
            const CircumstanceCounts &counts);
  void take(Materials materials);

  SourceRequest request;
  TestLanes &lanes;
  OutcomeMemory &memory;
  SourceSummary *summary = nullptr;
  uint64_t round = 0;
  bool hasChanged = false; ///< True if the present round has made an edit.
  bool isOver = false;     ///< True if no further stage is to begin.
};

/// Returns a tester that lets Clang check the text first, and then `tester`.
std::unique_ptr<RunTester> checkedTester(const SourceEditor &editor,
                                         std::unique_ptr<RunTester> tester);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_SOURCESEARCH_H
