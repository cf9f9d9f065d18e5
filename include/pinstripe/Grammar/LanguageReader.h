// Parses texts in a programming language into derivation trees.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_GRAMMAR_LANGUAGEREADER_H
#define PINSTRIPE_GRAMMAR_LANGUAGEREADER_H

#include "pinstripe/Grammar/DerivationTree.h"
#include "pinstripe/Grammar/Language.h"
#include <memory>

namespace pinstripe {

/// Parses a text with tree-sitter, and later also texts that were made from
/// parts of this text. The trees of tree-sitter do not show all symbols of the
/// grammar, so the reader adds nodes for lists, options and choices.
///
/// The white space between two nodes belongs to the parent of both, so no leaf
/// contains it. As an exception, the white space before an item of a list
/// belongs to the item, so that both vanish together. Comments can be replaced
/// by the empty text. So can pieces of text that fit no rule, and the nodes
/// inside these pieces.
///
/// An object of this class must be used by one thread at a time.
class LanguageReader {
public:
  /// Reads the rules of a language, and parses the first text. A kind of token,
  /// such as a name, can stand for many texts. Its shortest example in the
  /// first text counts as its shortest text.
  static llvm::Expected<std::unique_ptr<LanguageReader>>
  create(const Language &language, llvm::StringRef text);
  ~LanguageReader();

  const Language &language() const { return *theLanguage; }
  const Grammar &grammar() const { return theGrammar; }
  /// Returns the tree of a text. The text may have syntax errors.
  DerivationTree read(llvm::StringRef text);
  /// Returns the number of syntax errors in the first text: pieces of text that
  /// fit no rule, and missing tokens.
  size_t errors() const { return errorCount; }
  /// Returns where the first syntax error is. Must not be called if there is
  /// none.
  size_t firstError() const { return firstErrorPlace; }

private:
  class Parts;
  class TreeMaker;
  LanguageReader(const Language &language, std::unique_ptr<Parts> parts);

  const Language *theLanguage;
  std::unique_ptr<Parts> parts;
  Grammar theGrammar;
  size_t errorCount = 0, firstErrorPlace = 0;
};

/// Checks whether texts are written in a certain language. Each thread needs a
/// checker of its own.
class LanguageChecker {
public:
  /// The checker refuses texts with more than `maxErrors` syntax errors.
  LanguageChecker(const Language &language, size_t maxErrors);
  ~LanguageChecker();
  bool accepts(llvm::StringRef text);

private:
  std::unique_ptr<class SyntaxParser> parser;
  size_t maxErrors;
};

} // namespace pinstripe

#endif // PINSTRIPE_GRAMMAR_LANGUAGEREADER_H
