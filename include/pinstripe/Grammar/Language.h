// Names the languages whose grammars are compiled into the tool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_GRAMMAR_LANGUAGE_H
#define PINSTRIPE_GRAMMAR_LANGUAGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

extern "C" {
typedef struct TSLanguage TSLanguage;
}

namespace pinstripe {

/// A language for which tree-sitter has a grammar. A build of the tool knows
/// only those languages whose grammars tools/setup.sh could fetch.
struct Language {
  llvm::StringRef name;  ///< As users write it: "cpp".
  llvm::StringRef title; ///< "C++".
  /// The endings of file names in this language, separated by spaces.
  llvm::StringRef suffixes;
  /// The rules of the language's grammar, in the JSON of tree-sitter. Empty if
  /// this build of the tool does not know the language.
  llvm::StringRef rules;
  /// The parser of the language; null if `rules` is empty.
  const TSLanguage *parser = nullptr;
};

/// Returns all languages, including those that this build does not know.
llvm::ArrayRef<Language> allLanguages();

/// Returns the names of the languages that this build knows, as a text for
/// messages.
std::string knownLanguages();

/// Returns true if the word is the name of a language.
bool isLanguageName(llvm::StringRef word);

/// Returns the language with the given name. Returns a UsageError if this build
/// does not know the language. The message tells the user what to do.
llvm::Expected<const Language *> findLanguage(llvm::StringRef name);

/// Returns the language of a file, which is found by the ending of the file's
/// name. Returns a UsageError if no language has this ending, or if this build
/// does not know the language.
llvm::Expected<const Language *> languageOfFile(llvm::StringRef path);

} // namespace pinstripe

#endif // PINSTRIPE_GRAMMAR_LANGUAGE_H
