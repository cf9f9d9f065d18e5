// Parses a text by any context-free grammar.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_GRAMMAR_EARLEYPARSER_H
#define PINSTRIPE_GRAMMAR_EARLEYPARSER_H

#include "pinstripe/Grammar/DerivationTree.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

struct ParseOptions {
  /// What messages call the text, such as the path of its file.
  std::string name;
  /// What messages call the grammar.
  std::string grammarName;
  /// The number of states that fit into the memory which a parse may take. Each
  /// takes some 25 bytes. The time is limited by a multiple of this number.
  size_t maxStates = size_t(1) << 23;
};

/// Parses a text by the algorithm of Earley, "An Efficient Context-Free Parsing
/// Algorithm" (1970), with the treatment of empty symbols by Aycock and
/// Horspool (2002). The grammar may be ambiguous, left-recursive or have empty
/// rules. If there are several trees, the result is always the same one. The
/// next byte of the text decides which rules are tried, so the time and the
/// memory grow about as the text does if that byte decides alone, as in most
/// grammars of data formats; at worst they grow with its third power.
///
/// Returns a UsageError if the text can't be parsed, with the place and what
/// was expected there, or if the parse would need too much memory or time.
llvm::Expected<DerivationTree> parse(const Grammar &grammar,
                                     llvm::StringRef text,
                                     const ParseOptions &options);

/// Returns "NAME:LINE:COLUMN" for a place in a text. Columns count characters.
std::string describePlace(llvm::StringRef name, llvm::StringRef text,
                          size_t position);

} // namespace pinstripe

#endif // PINSTRIPE_GRAMMAR_EARLEYPARSER_H
