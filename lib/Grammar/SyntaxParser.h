// Parses texts with tree-sitter.
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

/// A node of a syntax tree that tree-sitter has made. Nodes are in preorder.
/// White space belongs to no node.
struct SyntaxNode {
  /// The number that the parser library tree-sitter gives to the node's symbol.
  uint16_t kind = 0;
  bool isExtra = false; ///< True for comments, which may stand anywhere.
  bool isError = false; ///< True for a piece of text that fits no rule.
  /// True for a token that the text ought to have, but lacks.
  bool isMissing = false;
  /// The number of nodes in the subtree, with its root.
  uint32_t size = 1;
  /// The range of bytes in the text that the node stands for.
  uint32_t begin = 0, end = 0;
};

/// Owns a parser of the library tree-sitter. Each thread needs a SyntaxParser
/// of its own.
class SyntaxParser {
public:
  explicit SyntaxParser(const Language &language);
  ~SyntaxParser();
  SyntaxParser(const SyntaxParser &) = delete;
  SyntaxParser &operator=(const SyntaxParser &) = delete;

  /// Parses a text. If the text has syntax errors, the tree has nodes for them.
  std::vector<SyntaxNode> parse(llvm::StringRef text);
  /// Returns the number of syntax errors in a text: pieces of text that fit no
  /// rule, and missing tokens.
  size_t countErrors(llvm::StringRef text);

private:
  struct TreeDeleter {
    void operator()(TSTree *tree) const;
  };
  using Tree = std::unique_ptr<TSTree, TreeDeleter>;
  Tree parseTree(llvm::StringRef text);

  TSParser *parser;
};

/// Returns the number of syntax errors in a tree.
size_t countErrors(const std::vector<SyntaxNode> &nodes);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_GRAMMAR_SYNTAXPARSER_H
