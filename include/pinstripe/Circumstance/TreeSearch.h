// Searches an input by its derivation tree: every candidate is well-formed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_TREESEARCH_H
#define PINSTRIPE_CIRCUMSTANCE_TREESEARCH_H

#include "pinstripe/Circumstance/CircumstanceOracle.h"
#include "pinstripe/Grammar/LanguageReader.h"
#include "pinstripe/Grammar/TreeReplacements.h"
#include "pinstripe/Reduction/Reduction.h"
#include "pinstripe/Result/InputSummary.h"
#include "pinstripe/Support/Deadline.h"

namespace pinstripe {

/// How a derivation tree is made smaller.
enum class TreeMethod : uint8_t {
  /// Branches level by level, then the nearest replacements of all nodes, until
  /// no replacement fails.
  Usual,
  Levels, ///< Hierarchical delta debugging: branches level by level.
  /// The Fuzzing Book's GrammarReducer: all replacements of the children of
  /// each node.
  Book,
  /// The same, by its depth-oriented strategy: first replacements that are
  /// taken from just below a node, then from deeper ones.
  BookByDepth,
};

/// A method that users choose by its name.
struct NamedTreeMethod {
  llvm::StringRef name;
  TreeMethod method;
};
/// Returns the methods that have names of their own. With other algorithms, the
/// method is the usual one.
llvm::ArrayRef<NamedTreeMethod> namedTreeMethods();

struct TreeRequest {
  std::shared_ptr<const Grammar> grammar;
  /// Reads each smaller text again, if the grammar is that of a language; null
  /// for a grammar of the user, which tells the trees of all smaller texts.
  std::shared_ptr<LanguageReader> reader = nullptr;
  DerivationTree tree = {}; ///< The tree of the failing input.
  TreeMethod method = TreeMethod::Usual;
  std::string path; ///< The file of the input; empty for standard input.
  /// The algorithm that finds the branches of a level.
  Algorithm algorithm;
  bool fixpoint = false;
  uint64_t maxTests = 0;
  Deadline deadline = {};
};

/// Makes a tester that refuses texts with more than `maxErrors` errors, as the
/// grammar of a language finds them: the test is UNRESOLVED with the cause
/// "syntax". `tester` makes the others. `path` is as in a TreeRequest.
std::unique_ptr<RunTester> syntaxTester(const Language &language,
                                        size_t maxErrors, std::string path,
                                        std::unique_ptr<RunTester> tester);

/// A search for a smaller tree. Each candidate is a text that the grammar
/// describes. For the grammar of a language, this needs a tester as that of
/// `syntaxTester`: there are rules that such a grammar does not state. Lanes,
/// memory and summary must outlive this object.
class TreeSearch {
public:
  TreeSearch(TreeRequest request, TestLanes &lanes, OutcomeMemory &memory,
             InputSummary &summary);

  /// Runs the search, and fills those members of the summary that say what was
  /// found; also if an Error ends the search, or `stop` does. Returns a
  /// ReproductionError if the input does not fail.
  llvm::Error run(ReductionObserver &observer, const std::atomic<bool> &stop);
  /// Returns the smallest text so far.
  llvm::StringRef text() const { return request.tree.text(); }

private:
  llvm::Expected<bool> runMethod();
  llvm::Expected<bool> runUsual();
  llvm::Expected<bool> runLevels();
  llvm::Expected<bool> runLevel(uint32_t level);
  llvm::Expected<bool> runNearest();
  llvm::Expected<bool> runBook();
  llvm::Expected<bool> runBookByDepth();
  llvm::Expected<bool> tryBook(std::optional<uint32_t> depth);
  llvm::Expected<bool>
  tryReplacements(const std::vector<Replacement> &replacements);
  llvm::Error checkWhole();
  llvm::Expected<Outcome> test(std::string text,
                               llvm::ArrayRef<Replacement> upcoming);
  PlannedTest planned(std::string text) const;
  void expect(const PlannedTest &next, llvm::ArrayRef<Replacement> upcoming);
  bool isExhausted(uint64_t runs);
  bool isOver();
  bool isCandidate(const Replacement &replacement) const;
  void setTree(DerivationTree tree);
  void take(const Replacement &replacement);
  void note(llvm::StringRef parts, uint32_t nodes, uint64_t runs);

  TreeRequest request;
  TestLanes &lanes;
  OutcomeMemory &memory;
  InputSummary &summary;
  ReductionObserver *observer = nullptr;
  const std::atomic<bool> *stop = nullptr;
  uint32_t firstSize = 0; ///< The nodes of the tree at the beginning.
  std::unique_ptr<TreeReplacements> replacements; ///< Of the current tree.
  std::vector<uint32_t> heights;                  ///< Of its nodes.
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_TREESEARCH_H
