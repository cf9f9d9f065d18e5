// Reads the failed assertions in the output of a test program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Suite/FailureReport.h"
#include "Frameworks.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

llvm::StringRef pinstripe::frameworkName(TestFramework framework) {
  return framework == TestFramework::Catch2 ? "Catch2" : "GoogleTest";
}

static llvm::SmallVector<llvm::StringRef> linesOf(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  return lines;
}

std::optional<FailureReport> pinstripe::parseFailures(llvm::StringRef output) {
  llvm::SmallVector<llvm::StringRef> lines = linesOf(output);
  if (std::optional<FailureReport> report = parseGoogleTest(lines))
    return report;
  return parseCatch2(lines);
}

llvm::Expected<std::string> pinstripe::filterFor(TestFramework framework,
                                                 llvm::StringRef testCase) {
  if (llvm::StringRef special = testCase.take_front();
      !special.empty() && llvm::StringRef("~-\"*").contains(special))
    return llvm::make_error<UsageError>(
        "a test case whose name begins with `" + special +
        "` can't be run alone, since this character has a meaning of its own "
        "in a filter of " +
        frameworkName(framework) + "; give it another name");
  if (framework == TestFramework::GoogleTest)
    return ("--gtest_filter=" + testCase).str();
  // In a test specification of Catch2, a comma separates names, and brackets
  // enclose tags. So these characters, and the backslash, get a backslash in
  // front.
  std::string filter;
  for (char c : testCase) {
    if (llvm::StringRef("\\,[]").contains(c))
      filter += '\\';
    filter += c;
  }
  return filter;
}

std::optional<std::string>
pinstripe::passingOutput(llvm::StringRef output, const FailureReport &report) {
  if (report.testCases != 1)
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef> lines = linesOf(output);
  auto passing = report.framework == TestFramework::GoogleTest
                     ? passingGoogleTest(lines)
                     : passingCatch2(lines);
  if (!passing)
    return std::nullopt;
  return llvm::join(*passing, "\n");
}
