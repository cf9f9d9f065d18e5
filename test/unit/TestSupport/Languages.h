// Finds the grammars of programming languages, for tests that need them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_TESTSUPPORT_LANGUAGES_H
#define PINSTRIPE_TEST_UNIT_TESTSUPPORT_LANGUAGES_H

#include "TestSupport/OrFail.h"
#include "pinstripe/Grammar/LanguageReader.h"

namespace pinstripe::test {

/// Returns a language. If this build does not know the language, prints a
/// warning and returns null; the caller then skips its test.
inline const Language *known(llvm::StringRef name) {
  llvm::Expected<const Language *> language = findLanguage(name);
  if (language)
    return *language;
  WARN(llvm::toString(language.takeError()));
  return nullptr;
}

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_TESTSUPPORT_LANGUAGES_H
