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

/// A language that tree-sitter has a grammar for. Which of them a build of the
/// tool knows depends on what tools/setup.sh could fetch.
struct Language {
  llvm::StringRef name;     ///< As users write it: "cpp".
  llvm::StringRef title;    ///< "C++".
  llvm::StringRef suffixes; ///< Of file names, separated by spaces.
  /// The rules of the grammar, in the JSON of tree-sitter. Empty if this build
  /// of the tool does not know the language.
  llvm::StringRef rules;
  const TSLanguage *parser = nullptr; ///< Null if `rules` is empty.
};

/// Returns all languages, also those that this build does not know.
llvm::ArrayRef<Language> allLanguages();

/// Returns the names of the languages that this build knows, for messages.
std::string knownLanguages();

/// Returns whether a word is the name of a language.
bool isLanguageName(llvm::StringRef word);

/// Returns the language with a name. Returns a UsageError, with what to do, if
/// this build does not know it.
llvm::Expected<const Language *> findLanguage(llvm::StringRef name);

/// Returns the language of a file, by the suffix of its name. Returns a
/// UsageError if no language has this suffix, or if this build does not know
/// the language.
llvm::Expected<const Language *> languageOfFile(llvm::StringRef path);

} // namespace pinstripe

#endif // PINSTRIPE_GRAMMAR_LANGUAGE_H
