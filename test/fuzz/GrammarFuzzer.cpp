// Fuzzes the readers of grammars, and the parser for all of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is a grammar and, after a form feed, a text. The text is parsed by
// the grammar. If it fits, each replacement in its tree must fit, too.

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
/// Longer shortest texts are not written down.
constexpr uint64_t maxShortest = 64;
/// How many nodes of a tree are replaced.
constexpr NodeIndex maxNodes = 8;

/// Parses a text. A refusal must say why.
std::optional<DerivationTree> parsed(const Grammar &grammar,
                                     llvm::StringRef text) {
  llvm::Expected<DerivationTree> tree =
      parse(grammar, text, {"text", "grammar", maxStates});
  if (!accepted(tree))
    return std::nullopt;
  require(tree->text() == text);
  return std::move(*tree);
}

/// Checks a text that the grammar describes. Only the limit may refuse it.
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
