// Parses texts with tree-sitter.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SyntaxParser.h"
#include "llvm/ADT/STLExtras.h"
#include <tree_sitter/api.h>

using namespace pinstripe;

void SyntaxParser::TreeDeleter::operator()(TSTree *tree) const {
  ts_tree_delete(tree);
}

SyntaxParser::SyntaxParser(const Language &language) : parser(ts_parser_new()) {
  [[maybe_unused]] bool isSet = ts_parser_set_language(parser, language.parser);
  assert(isSet && "the grammar has a version that the library knows");
}

SyntaxParser::~SyntaxParser() { ts_parser_delete(parser); }

SyntaxParser::Tree SyntaxParser::parseTree(llvm::StringRef text) {
  return Tree(ts_parser_parse_string(parser, nullptr, text.data(),
                                     static_cast<uint32_t>(text.size())));
}

static SyntaxNode describe(TSNode node) {
  SyntaxNode described;
  described.kind = ts_node_symbol(node);
  described.isError = described.kind == static_cast<TSSymbol>(-1);
  described.isExtra = ts_node_is_extra(node);
  described.isMissing = ts_node_is_missing(node);
  described.begin = ts_node_start_byte(node);
  described.end = ts_node_end_byte(node);
  return described;
}

std::vector<SyntaxNode> SyntaxParser::parse(llvm::StringRef text) {
  std::vector<SyntaxNode> nodes;
  Tree tree = parseTree(text);
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree.get()));
  std::vector<uint32_t> open;
  bool isDone = false;
  while (!isDone) {
    open.push_back(static_cast<uint32_t>(nodes.size()));
    nodes.push_back(describe(ts_tree_cursor_current_node(&cursor)));
    if (ts_tree_cursor_goto_first_child(&cursor))
      continue;
    auto close = [&] {
      nodes[open.back()].size =
          static_cast<uint32_t>(nodes.size()) - open.back();
      open.pop_back();
    };
    close();
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      isDone = !ts_tree_cursor_goto_parent(&cursor);
      if (isDone)
        break;
      close();
    }
  }
  ts_tree_cursor_delete(&cursor);
  return nodes;
}

size_t pinstripe::countErrors(const std::vector<SyntaxNode> &nodes) {
  return static_cast<size_t>(llvm::count_if(nodes, [](const SyntaxNode &node) {
    return node.isError || node.isMissing;
  }));
}

size_t SyntaxParser::countErrors(llvm::StringRef text) {
  Tree tree = parseTree(text);
  if (!ts_node_has_error(ts_tree_root_node(tree.get())))
    return 0;
  return pinstripe::countErrors(parse(text));
}
