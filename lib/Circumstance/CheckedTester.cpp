// Refuses invalid program texts without making a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckedTester.h"
#include "pinstripe/Support/Stopwatch.h"

using namespace pinstripe;

llvm::Expected<TestedRun>
CheckedTester::test(const Materials &materials,
                    const std::atomic<bool> &givenUp) {
  Stopwatch stopwatch;
  std::vector<SourceText> texts;
  for (const MaterialFile &file : materials.files)
    texts.push_back({file.path, file.content.value_or("")});
  TextCheck check = editor.check(texts, &givenUp);
  if (check.isValid)
    return tester->test(materials, givenUp);
  TestedRun refused;
  refused.cause = syntaxCause.str();
  refused.ending = check.firstError;
  refused.seconds = stopwatch.seconds();
  return refused;
}
