// Searches for the smallest program text that still fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_SOURCESEARCH_H
#define PINSTRIPE_CIRCUMSTANCE_SOURCESEARCH_H

#include "pinstripe/Circumstance/SearchTests.h"
#include "pinstripe/Program/SourceEditor.h"
#include "pinstripe/Result/SourceSummary.h"

namespace pinstripe {

/// A stage of the search: it tries edits of one kind, or removes lines or
/// tokens.
enum class SourceLevel : uint8_t {
  Deletions,
  Contents,
  Simplifications,
  Lines,
  Tokens,
};

/// Returns all stages of the search (kinds of edits, lines, tokens), in their
/// order.
std::vector<SourceLevel> allSourceLevels();

struct SourceRequest {
  std::vector<SourceText> texts;
  SourceEditor editor;
  std::vector<SourceLevel> levels = allSourceLevels();
  Algorithm algorithm = {};
  std::string standardInput = {};
  bool isFormatted = true; ///< True if clang-format is to format the result.
  SearchBudget budget = {};
};

/// Reduces a program text. Each round parses the current text, and then tries
/// to make edits, one kind of edit after the other. An edit is kept if the run
/// still fails. The search ends after a round that has changed nothing. The
/// objects `lanes` and `memory` must outlive this object.
class SourceSearch {
public:
  SourceSearch(SourceRequest request, TestLanes &lanes, OutcomeMemory &memory)
      : request(std::move(request)), lanes(lanes), memory(memory) {}

  /// Runs the search. Fills those members of `summary` that describe the
  /// result, even if an Error or `stop` ends the search. Returns a
  /// ReproductionError if the original text does not fail. May be called only
  /// once.
  llvm::Error run(SourceSummary &summary, ReductionObserver &observer,
                  const std::atomic<bool> &stop);

private:
  llvm::Error runLargeText();
  llvm::Error runRounds();
  llvm::Error runLevel(SourceLevel level);
  llvm::Error runEdits(EditKind kind);
  llvm::Error runStage(const Circumstance &circumstance);
  llvm::Error format();
  void note(const Circumstance &circumstance, const StageResult &result);
  void take(Materials materials);

  SourceRequest request;
  TestLanes &lanes;
  OutcomeMemory &memory;
  SourceSummary *summary = nullptr;
  std::optional<SearchTests> tests; ///< Set by `run`.
  uint64_t round = 0;
  bool hasChanged = false; ///< True if an edit was made in the current round.
  bool isOver = false;     ///< True if the search must end after this stage.
};

/// Returns a tester that first lets Clang check the text. If Clang accepts it,
/// `tester` makes the test.
std::unique_ptr<RunTester> checkedTester(const SourceEditor &editor,
                                         std::unique_ptr<RunTester> tester);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_SOURCESEARCH_H
