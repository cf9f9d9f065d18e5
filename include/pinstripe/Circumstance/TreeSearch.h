// Reduces an input by its derivation tree: each candidate follows the grammar.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_TREESEARCH_H
#define PINSTRIPE_CIRCUMSTANCE_TREESEARCH_H

#include "pinstripe/Circumstance/SearchTests.h"
#include "pinstripe/Grammar/LanguageReader.h"
#include "pinstripe/Grammar/TreeReplacements.h"
#include "pinstripe/Result/InputSummary.h"

namespace pinstripe {

/// The ways in which a derivation tree can be made smaller.
enum class TreeMethod : uint8_t {
  /// Removes branches, level by level. Then tries to replace the subtree of
  /// each node by a smaller one from near below the node, or by a short text
  /// (see TreeReplacements::nearest). Repeats both until no such replacement is
  /// possible.
  Usual,
  Levels, ///< Hierarchical delta debugging: removes branches, level by level.
  /// The Fuzzing Book's GrammarReducer: tries all replacements of the children
  /// of each node.
  Book,
  /// The depth-oriented strategy of the Fuzzing Book's GrammarReducer: for each
  /// node, tries first the replacements from just below it, then deeper ones.
  BookByDepth,
};

/// A TreeMethod (a way to make derivation trees smaller) and the name by which
/// users can choose it.
struct NamedTreeMethod {
  llvm::StringRef name;
  TreeMethod method;
};
/// Returns the names that users can give as an algorithm to choose how a
/// derivation tree is searched. Any other algorithm means TreeMethod::Usual.
llvm::ArrayRef<NamedTreeMethod> namedTreeMethods();

struct TreeRequest {
  std::shared_ptr<const Grammar> grammar;
  /// Parses each smaller text, if the grammar is that of a programming
  /// language. Null for a grammar that the user has written: the tree of a
  /// smaller text is then known without parsing the text.
  std::shared_ptr<LanguageReader> reader = nullptr;
  DerivationTree tree = {}; ///< The derivation tree of the failing input.
  TreeMethod method = TreeMethod::Usual;
  std::string path; ///< The path of the input; empty for standard input.
  /// The algorithm that finds which branches can be removed, among the branches
  /// on one level of the tree.
  Algorithm algorithm;
  bool fixpoint = false;
  SearchBudget budget = {};
};

/// Makes a tester that refuses texts with more than `maxErrors` syntax errors
/// in the given language. Such a test is UNRESOLVED with the cause "syntax".
/// `tester` makes all other tests. `path` is the path of the input, as in a
/// TreeRequest.
std::unique_ptr<RunTester> syntaxTester(const Language &language,
                                        size_t maxErrors, std::string path,
                                        std::unique_ptr<RunTester> tester);

/// Searches for a smaller derivation tree with which the program still fails.
/// Each text that the search tries can be derived by the grammar. The grammar
/// of a programming language does not state all rules of the language, so a
/// derived text can still be invalid. For such a grammar, the testers must
/// therefore be made by `syntaxTester`. The objects `lanes`, `memory` and
/// `summary` must outlive this object.
class TreeSearch {
public:
  TreeSearch(TreeRequest request, TestLanes &lanes, OutcomeMemory &memory,
             InputSummary &summary);

  /// Runs the search. Fills those members of the summary that describe the
  /// result, even if an Error or `stop` ends the search. Returns a
  /// ReproductionError if the input does not fail.
  llvm::Error run(ReductionObserver &observer, const std::atomic<bool> &stop);
  /// Returns the smallest failing text so far.
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
  bool isOver();
  bool isCandidate(const Replacement &replacement) const;
  void setTree(DerivationTree tree);
  void take(const Replacement &replacement);
  void note(llvm::StringRef parts, uint32_t nodes, uint64_t runs);

  TreeRequest request;
  TestLanes &lanes;
  OutcomeMemory &memory;
  InputSummary &summary;
  std::optional<SearchTests> tests; ///< Set by `run`.
  /// The number of nodes of the tree before the search.
  uint32_t firstSize = 0;
  /// The replacements for the nodes of the current tree.
  std::unique_ptr<TreeReplacements> replacements;
  std::vector<uint32_t> heights; ///< The height of each node of the tree.
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_TREESEARCH_H
