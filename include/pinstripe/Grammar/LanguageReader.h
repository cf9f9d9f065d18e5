// Reads texts of a language into derivation trees.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_GRAMMAR_LANGUAGEREADER_H
#define PINSTRIPE_GRAMMAR_LANGUAGEREADER_H

#include "pinstripe/Grammar/DerivationTree.h"
#include "pinstripe/Grammar/Language.h"
#include <memory>

namespace pinstripe {

/// Reads a text, and later ones that are made of its parts, with tree-sitter,
/// and completes the trees by the rules of the grammar: with the lists, options
/// and choices to which nodes belong.
///
/// White space belongs to the tree, but to no leaf: a node has the white space
/// between its children. That before an item of a list belongs to the item, so
/// it goes with it. Comments can be replaced by the empty text, and so can each
/// piece of text that fits no rule, and the nodes in it.
///
/// Must be used by one thread at a time.
class LanguageReader {
public:
  /// Reads the rules of a language, and the first text. The shortest text of a
  /// token, such as a name, is the shortest one in this text.
  static llvm::Expected<std::unique_ptr<LanguageReader>>
  create(const Language &language, llvm::StringRef text);
  ~LanguageReader();

  const Language &language() const { return *theLanguage; }
  const Grammar &grammar() const { return theGrammar; }
  /// Returns the tree of a text, which may have errors.
  DerivationTree read(llvm::StringRef text);
  /// Returns how many errors the first text has: pieces that fit no rule, and
  /// tokens that are missing.
  size_t errors() const { return errorCount; }
  /// Returns where the first error is. Must not be called if there is none.
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

/// Tells texts of a language from others. Each thread needs one of its own.
class LanguageChecker {
public:
  /// Texts with more than `maxErrors` errors are refused.
  LanguageChecker(const Language &language, size_t maxErrors);
  ~LanguageChecker();
  bool accepts(llvm::StringRef text);

private:
  std::unique_ptr<class SyntaxParser> parser;
  size_t maxErrors;
};

} // namespace pinstripe

#endif // PINSTRIPE_GRAMMAR_LANGUAGEREADER_H
