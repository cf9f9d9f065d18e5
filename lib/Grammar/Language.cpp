// Names the languages whose grammars are compiled into the tool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Grammar/Language.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <vector>

using namespace pinstripe;

// The following lines declare the parsers and rules that
// tools/grammars/CMakeLists.txt has compiled.
#define PINSTRIPE_MISSING_LANGUAGE(NAME, TITLE, SUFFIXES)
#define PINSTRIPE_LANGUAGE(NAME, TITLE, SUFFIXES)                              \
  extern "C" const TSLanguage *tree_sitter_##NAME();                           \
  extern "C" const char pinstripe_grammar_##NAME##_begin[];                    \
  extern "C" const char pinstripe_grammar_##NAME##_end[];
#include "Languages.def"
#undef PINSTRIPE_LANGUAGE
#undef PINSTRIPE_MISSING_LANGUAGE

llvm::ArrayRef<Language> pinstripe::allLanguages() {
#define PINSTRIPE_MISSING_LANGUAGE(NAME, TITLE, SUFFIXES)                      \
  {#NAME, TITLE, SUFFIXES, "", nullptr},
#define PINSTRIPE_LANGUAGE(NAME, TITLE, SUFFIXES)                              \
  {#NAME, TITLE, SUFFIXES,                                                     \
   llvm::StringRef(pinstripe_grammar_##NAME##_begin,                           \
                   pinstripe_grammar_##NAME##_end -                            \
                       pinstripe_grammar_##NAME##_begin),                      \
   tree_sitter_##NAME()},
  static const std::vector<Language> languages = {
#include "Languages.def"
  };
#undef PINSTRIPE_LANGUAGE
#undef PINSTRIPE_MISSING_LANGUAGE
  return languages;
}

bool pinstripe::isLanguageName(llvm::StringRef word) {
  return llvm::any_of(allLanguages(), [&](const Language &language) {
    return language.name == word;
  });
}

std::string pinstripe::knownLanguages() {
  std::vector<std::string> names;
  for (const Language &language : allLanguages())
    if (language.parser)
      names.push_back(language.name.str());
  return names.empty() ? "none" : llvm::join(names, ", ");
}

static llvm::Expected<const Language *> ifKnown(const Language &language) {
  if (language.parser)
    return &language;
  return llvm::make_error<UsageError>(
      "this pinstripe was built without the grammar of " +
      language.title.str() + " (it knows: " + knownLanguages() +
      "); run tools/setup.sh and build it again, or name the file of a "
      "grammar");
}

llvm::Expected<const Language *> pinstripe::findLanguage(llvm::StringRef name) {
  for (const Language &language : allLanguages())
    if (language.name == name)
      return ifKnown(language);
  return llvm::make_error<UsageError>(
      printable(name) +
      " is no language; this pinstripe knows: " + knownLanguages());
}

llvm::Expected<const Language *>
pinstripe::languageOfFile(llvm::StringRef path) {
  llvm::StringRef suffix = llvm::sys::path::extension(path);
  for (const Language &language : allLanguages()) {
    llvm::SmallVector<llvm::StringRef, 8> suffixes;
    language.suffixes.split(suffixes, ' ', -1, /*KeepEmpty=*/false);
    if (!suffix.empty() && llvm::is_contained(suffixes, suffix))
      return ifKnown(language);
  }
  return llvm::make_error<UsageError>(
      printable(path) +
      ": the name does not tell the language; name one: " + knownLanguages());
}
