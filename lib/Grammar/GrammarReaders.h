// Declares the readers of the two grammar formats.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_GRAMMAR_GRAMMARREADERS_H
#define PINSTRIPE_GRAMMAR_GRAMMARREADERS_H

#include "pinstripe/Grammar/GrammarBuilder.h"

namespace pinstripe {

/// Reads a grammar in the JSON format of the Fuzzing Book, which lists the
/// expansions of each symbol. An expansion is either a text, in which the names
/// of symbols stand in angle brackets, or a list of such names and of texts.
llvm::Expected<Grammar> readJSONGrammar(llvm::StringRef file,
                                        llvm::StringRef text);

/// Reads a grammar in BNF or EBNF.
llvm::Expected<Grammar> readBNFGrammar(llvm::StringRef file,
                                       llvm::StringRef text);

/// Returns the beginning of a message about a line of a file, such as "a.bnf:3:
/// ". If `line` is 0, the text names only the file.
std::string placeIn(llvm::StringRef file, size_t line);

} // namespace pinstripe

#endif // PINSTRIPE_GRAMMAR_GRAMMARREADERS_H
