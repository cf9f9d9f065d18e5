// Parses a text by any context-free grammar.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_GRAMMAR_EARLEYPARSER_H
#define PINSTRIPE_GRAMMAR_EARLEYPARSER_H

#include "pinstripe/Grammar/DerivationTree.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

struct ParseOptions {
  /// The name of the text in messages, such as the path of its file.
  std::string name;
  /// The name of the grammar in messages.
  std::string grammarName;
  /// The largest number of states that the parser may use. A state takes some
  /// 25 bytes of memory. The time of a parse is limited to a multiple of this
  /// number.
  size_t maxStates = size_t(1) << 23;
};

/// Parses a text by the algorithm of Earley, "An Efficient Context-Free Parsing
/// Algorithm" (1970), with the treatment of empty symbols by Aycock and
/// Horspool (2002). The grammar may be ambiguous or left-recursive, and may
/// have empty rules. If a text has several trees, the result is always the same
/// one. The parser tries only rules that fit the next byte of the text. For
/// most data formats, that byte leaves a single rule, and then time and memory
/// are proportional to the size of the text. At worst they grow with its third
/// power.
///
/// Returns a UsageError if the text can't be parsed, or if the parse would need
/// too much memory or time. The message says where, and what was expected
/// there.
llvm::Expected<DerivationTree> parse(const Grammar &grammar,
                                     llvm::StringRef text,
                                     const ParseOptions &options);

/// Returns "NAME:LINE:COLUMN" for a place in a text. Columns count characters.
std::string describePlace(llvm::StringRef name, llvm::StringRef text,
                          size_t position);

} // namespace pinstripe

#endif // PINSTRIPE_GRAMMAR_EARLEYPARSER_H
