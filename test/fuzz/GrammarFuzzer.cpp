// Fuzzes the readers of grammars and the parser.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is a grammar, a form feed, and a text. The text is parsed with the
// grammar. If the text fits, it must still fit after each replacement in its
// tree.

#include "Fuzzing.h"
#include "pinstripe/Grammar/EarleyParser.h"
#include "pinstripe/Grammar/GrammarBuilder.h"
#include "pinstripe/Grammar/TreeReplacements.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;

namespace {

/// A small limit, so that no run takes long.
constexpr size_t maxStates = 1 << 13;
/// A shortest text of a symbol is written out only up to this length.
constexpr uint64_t maxShortest = 64;
/// The number of nodes of a tree that are replaced, one after the other.
constexpr NodeIndex maxNodes = 8;

/// Parses a text. If the parser refuses the text, its error must have a
/// message.
std::optional<DerivationTree> parsed(const Grammar &grammar,
                                     llvm::StringRef text) {
  llvm::Expected<DerivationTree> tree =
      parse(grammar, text, {"text", "grammar", maxStates});
  if (!accepted(tree))
    return std::nullopt;
  require(tree->text() == text);
  return std::move(*tree);
}

/// Checks that the parser accepts a text that the grammar describes. Only the
/// limit on states is a reason to refuse it.
void requireFit(const Grammar &grammar, llvm::StringRef text) {
  llvm::Expected<DerivationTree> tree =
      parse(grammar, text, {"text", "grammar", maxStates});
  if (tree)
    return;
  std::string refusal = llvm::toString(tree.takeError());
  if (llvm::StringRef(refusal).contains("too much memory"))
    return;
  llvm::errs() << refusal << '\n' << text << '\n';
  require(false);
}

void replace(const Grammar &grammar, const DerivationTree &tree) {
  TreeReplacements replacements(grammar, tree);
  for (NodeIndex node = 0; node < std::min(tree.size(), maxNodes); ++node) {
    for (const Replacement &each : replacements.ofBook(node))
      requireFit(grammar, replacements.textOfTree(each));
    for (const Replacement &each : replacements.nearest(node))
      requireFit(grammar, replacements.textOfTree(each));
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto [rules, text] = textOf(data, size).split('\f');
  llvm::Expected<Grammar> grammar = readGrammar("grammar", rules);
  if (!accepted(grammar))
    return 0;
  if (grammar->shortestSize(grammar->start()) <= maxShortest) {
    std::string shortest = grammar->shortestText(grammar->start());
    require(shortest.size() == grammar->shortestSize(grammar->start()));
    requireFit(*grammar, shortest);
  }
  if (std::optional<DerivationTree> tree = parsed(*grammar, text))
    replace(*grammar, *tree);
  return 0;
}
