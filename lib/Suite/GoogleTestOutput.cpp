// Reads the output of GoogleTest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Frameworks.h"
#include "Operands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"

using namespace pinstripe;

static constexpr llvm::StringLiteral runMark("[ RUN      ] "),
    okMark("[       OK ] "), failedMark("[  FAILED  ] "),
    passedMark("[  PASSED  ] ");

/// Returns the name in the line that ends a test case:
/// `[  FAILED  ] Cart.Total (0 ms)`.
static llvm::StringRef nameIn(llvm::StringRef rest) {
  return rest.take_until([](char c) { return c == ' ' || c == ','; });
}

/// Returns true if the line says that an assertion has failed. If the line
/// names the file and the line number of the assertion, stores them in
/// `failure`.
static bool isGoogleTestFailure(llvm::StringRef line,
                                FailedAssertion &failure) {
  if (line == "unknown file: Failure")
    return true;
  llvm::SmallVector<llvm::StringRef> parts;
  if (!llvm::Regex("^(.+):([0-9]+): Failure$").match(line, &parts) ||
      parts[2].getAsInteger(10, failure.line))
    return false;
  failure.file = parts[1].str();
  return true;
}

/// Finds the operands in the lines after `Expected equality of these values:`.
/// Each expression has two blanks in front. If the value of an expression
/// differs from its text, the value is on the next line.
static void readEquality(Lines lines, FailedAssertion &failure) {
  for (size_t i = 0; i != lines.size(); ++i) {
    llvm::StringRef expression = lines[i], value;
    if (!expression.consume_front("  ") || expression.starts_with(" "))
      continue;
    failure.text += (failure.text.empty() ? "" : " == ") + expression.str();
    if (i + 1 == lines.size())
      continue;
    value = lines[i + 1];
    if (value.consume_front("    Which is: "))
      addOperand(failure.operands, expression, value);
  }
}

/// Finds the operands in a message with lines such as `total evaluates to 8,`,
/// which EXPECT_NEAR prints for example.
static void readEvaluations(Lines lines, FailedAssertion &failure) {
  for (llvm::StringRef line : lines) {
    auto [expression, value] = line.split(" evaluates to ");
    value.consume_back(", and");
    value.consume_back(",");
    value.consume_back(".");
    addOperand(failure.operands, expression, value);
  }
}

/// Reads the assertion and its operands from the lines of a message. The first
/// line of the message, which names the file and the line, is not in `lines`.
static void readGoogleTestMessage(Lines lines, FailedAssertion &failure) {
  if (lines.empty())
    return;
  llvm::StringRef first = lines.front();
  llvm::SmallVector<llvm::StringRef> parts;
  if (first == "Expected equality of these values:")
    return readEquality(lines.drop_front(), failure);
  if (llvm::Regex("^Expected: \\((.*)\\) ([=!<>]+) \\((.*)\\), actual: (.*) vs "
                  "(.*)$")
          .match(first, &parts)) {
    failure.text = parts[1].str() + " " + parts[2].str() + " " + parts[3].str();
    addOperand(failure.operands, parts[1], parts[4]);
    addOperand(failure.operands, parts[3], parts[5]);
    return;
  }
  if (first.consume_front("Value of: ")) {
    failure.text = first.str();
    if (lines.size() > 1 && lines[1].starts_with("  Actual: "))
      addOperand(failure.operands, first,
                 lines[1].drop_front(10).split(' ').first);
    return;
  }
  failure.text = first.str();
  if (first.starts_with("The difference between "))
    readEvaluations(lines.drop_front(), failure);
}

/// Returns the number of lines that belong to the failure at `lines.front()`.
/// The failure ends before the next failure, or before the next line of the
/// framework.
static size_t sizeOfFailure(Lines lines) {
  size_t size = 1;
  FailedAssertion next;
  while (size != lines.size() && !isGoogleTestFailure(lines[size], next) &&
         !lines[size].starts_with("["))
    ++size;
  return size;
}

std::optional<FailureReport> pinstripe::parseGoogleTest(Lines lines) {
  FailureReport report;
  report.framework = TestFramework::GoogleTest;
  std::string testCase;
  for (size_t i = 0; i != lines.size(); ++i) {
    llvm::StringRef line = lines[i];
    if (line.consume_front(runMark)) {
      testCase = report.unfinished = line.str();
      ++report.testCases;
    } else if (line.consume_front(okMark)) {
      report.passed.push_back(nameIn(line).str());
      report.unfinished.clear();
    } else if (line.starts_with(failedMark)) {
      report.unfinished.clear();
    }
    FailedAssertion failure;
    if (testCase.empty() || !isGoogleTestFailure(lines[i], failure))
      continue;
    Lines message = lines.slice(i, sizeOfFailure(lines.drop_front(i)));
    failure.testCase = testCase;
    for (llvm::StringRef each : message)
      if (!each.trim().empty())
        failure.lines.push_back(each.str());
    readGoogleTestMessage(message.drop_front(), failure);
    report.failures.push_back(std::move(failure));
    i += message.size() - 1;
  }
  if (report.testCases == 0)
    return std::nullopt;
  return report;
}

std::optional<std::vector<std::string>>
pinstripe::passingGoogleTest(Lines lines) {
  std::vector<std::string> result;
  for (size_t i = 0; i != lines.size(); ++i) {
    llvm::StringRef line = lines[i];
    FailedAssertion failure;
    if (isGoogleTestFailure(line, failure)) {
      i += sizeOfFailure(lines.drop_front(i)) - 1;
      continue;
    }
    if (line.starts_with(passedMark)) {
      // The output of a passing run ends with its `[  PASSED  ]` line. In the
      // output of a failed run, a list of the failed test cases follows this
      // line.
      result.push_back(passedMark.str() + "1 test.");
      result.push_back("");
      return result;
    }
    if (line.consume_front(failedMark)) {
      // GoogleTest shows the parameter of a test case only if the test case
      // fails. So the line of a passing test case has no parameter.
      size_t time = line.rfind(" (");
      result.push_back(
          okMark.str() + nameIn(line).str() +
          (time == llvm::StringRef::npos ? "" : line.drop_front(time).str()));
      continue;
    }
    result.push_back(line.str());
  }
  // The output has no summary, since the run ended before the framework could
  // print one. So it can't be told how the output would go on.
  return std::nullopt;
}
