// Parses texts by a grammar of tree-sitter.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_GRAMMAR_SYNTAXPARSER_H
#define PINSTRIPE_LIB_GRAMMAR_SYNTAXPARSER_H

#include "pinstripe/Grammar/Language.h"
#include <cstdint>
#include <memory>
#include <vector>

struct TSParser;
struct TSTree;

namespace pinstripe {

/// A node of a tree of tree-sitter. Nodes are in preorder. White space belongs
/// to no node.
struct SyntaxNode {
  uint16_t kind = 0;      ///< The number of its symbol in tree-sitter's tables.
  bool isExtra = false;   ///< True for comments, which may stand anywhere.
  bool isError = false;   ///< True for a piece of text that fits no rule.
  bool isMissing = false; ///< True for a token that the text lacks.
  uint32_t size = 1;      ///< How many nodes the subtree of this node has.
  uint32_t begin = 0, end = 0; ///< Its place in the text.
};

/// Owns a parser of tree-sitter. Each thread needs one of its own.
class SyntaxParser {
public:
  explicit SyntaxParser(const Language &language);
  ~SyntaxParser();
  SyntaxParser(const SyntaxParser &) = delete;
  SyntaxParser &operator=(const SyntaxParser &) = delete;

  /// Parses a text, which may have errors: the tree then has nodes for them.
  std::vector<SyntaxNode> parse(llvm::StringRef text);
  /// Returns how many errors a text has: pieces that fit no rule, and tokens
  /// that it lacks.
  size_t countErrors(llvm::StringRef text);

private:
  struct TreeDeleter {
    void operator()(TSTree *tree) const;
  };
  using Tree = std::unique_ptr<TSTree, TreeDeleter>;
  Tree parseTree(llvm::StringRef text);

  TSParser *parser;
};

/// Returns how many errors a tree has.
size_t countErrors(const std::vector<SyntaxNode> &nodes);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_GRAMMAR_SYNTAXPARSER_H
