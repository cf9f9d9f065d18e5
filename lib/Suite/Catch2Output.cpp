// Reads the output of the console reporter of Catch2, versions 2 and 3.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Frameworks.h"
#include "Operands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace pinstripe;

/// The width of the lines that Catch2 draws between parts of its report.
static constexpr size_t ruleWidth = 79;

static bool isRule(llvm::StringRef line, char c) {
  return line.size() == ruleWidth && line.find_first_not_of(c) == line.npos;
}

/// Returns true if the line says which program was run. An example is
/// `cart_test is a Catch v2.13.10 host application.`
static bool isBanner(llvm::StringRef line) {
  return llvm::Regex(" is a Catch2? v[0-9].* host application\\.$").match(line);
}

/// Returns true if the line says that an assertion has failed. Stores the file
/// and the line number of the assertion in `failure`.
static bool isCatch2Failure(llvm::StringRef line, FailedAssertion &failure) {
  llvm::SmallVector<llvm::StringRef> parts;
  if (!llvm::Regex("^(.+):([0-9]+): FAILED:$").match(line, &parts) ||
      parts[2].getAsInteger(10, failure.line))
    return false;
  failure.file = parts[1].str();
  return true;
}

static bool isEndOfFailure(llvm::StringRef line) {
  FailedAssertion next;
  return isCatch2Failure(line, next) || isRule(line, '-') ||
         isRule(line, '=') || isRule(line, '.');
}

/// Returns the name of a test case from the lines below a rule, which is a line
/// of dashes. After the name come the names of sections, which are indented. If
/// the name takes several lines, the result is its first line with a `*` at the
/// end, since the line breaks can't be undone.
static std::string testCaseIn(Lines lines) {
  bool isLong =
      lines.size() > 1 && !lines[1].starts_with(" ") && !isRule(lines[1], '-');
  if (!isLong)
    return lines.front().str();
  llvm::StringRef name = lines.front();
  name.consume_back("-");
  return name.str() + "*";
}

/// Finds the line `title` in `message`. Returns the indented lines after it,
/// joined by single blanks.
static std::string partAfter(Lines message, llvm::StringRef title) {
  std::string part;
  auto begin = llvm::find(message, title);
  if (begin == message.end())
    return part;
  for (llvm::StringRef line : llvm::make_range(begin + 1, message.end())) {
    if (!line.starts_with(" "))
      break;
    part += (part.empty() ? "" : " ") + line.trim().str();
  }
  return part;
}

/// Reads the assertion and its operands from the lines of a message. The first
/// line of the message, which names the file and the line, is not in `message`.
static void readCatch2Message(Lines message, FailedAssertion &failure) {
  std::string assertion;
  for (llvm::StringRef line : message) {
    if (!line.starts_with(" "))
      break;
    assertion += (assertion.empty() ? "" : " ") + line.trim().str();
  }
  failure.text = assertion;
  llvm::SmallVector<llvm::StringRef> parts;
  if (!llvm::Regex("^(REQUIRE|CHECK|REQUIRE_FALSE|CHECK_FALSE)\\( (.*) \\)$")
           .match(assertion, &parts))
    return;
  std::string expansion = partAfter(message, "with expansion:");
  llvm::StringRef values = expansion;
  if (parts[1].ends_with("_FALSE")) {
    if (!values.consume_front("!"))
      return;
    if (values.consume_front("("))
      values.consume_back(")");
  }
  failure.operands = operandsOf(parts[2], values);
}

/// Reads the failure that begins at `lines.front()`.
static void readFailure(Lines lines, FailedAssertion &failure) {
  Lines message = lines.drop_front().take_until(isEndOfFailure);
  failure.lines.push_back(lines.front().str());
  // Only indented lines describe the failure. The other lines of the message,
  // such as `with expansion:`, are the same for every failure.
  for (llvm::StringRef each : message)
    if (each.starts_with(" ") && !each.trim().empty())
      failure.lines.push_back(each.str());
  readCatch2Message(message, failure);
}

/// Returns the first number in a line of the summary if the line begins with
/// `title`. For example, returns 3 for `test cases: 3 | 1 passed`. Returns 0
/// for other lines.
static uint64_t countIn(llvm::StringRef line, llvm::StringRef title) {
  uint64_t count = 0;
  if (!line.consume_front(title) || line.ltrim().consumeInteger(10, count))
    return 0;
  return count;
}

std::optional<FailureReport> pinstripe::parseCatch2(Lines lines) {
  if (llvm::none_of(lines, isBanner))
    return std::nullopt;
  FailureReport report;
  report.framework = TestFramework::Catch2;
  std::string testCase;
  for (size_t i = 0; i != lines.size(); ++i) {
    report.testCases =
        std::max(report.testCases, countIn(lines[i], "test cases:"));
    bool isHeader = isRule(lines[i], '-') && i + 3 < lines.size() &&
                    !isRule(lines[i + 1], '-') && !lines[i + 1].empty();
    if (isHeader) {
      testCase = testCaseIn(lines.drop_front(i + 1));
      // The header of a test case ends at the next rule, which is a line of
      // dashes, or where the output ends. The lines of the header are skipped.
      while (i + 1 != lines.size() && !isRule(lines[++i], '-'))
        ;
      continue;
    }
    FailedAssertion failure;
    if (!isCatch2Failure(lines[i], failure))
      continue;
    failure.testCase = testCase;
    readFailure(lines.drop_front(i), failure);
    report.failures.push_back(std::move(failure));
  }
  return report;
}

std::optional<std::vector<std::string>> pinstripe::passingCatch2(Lines lines) {
  std::vector<std::string> result;
  auto banner = llvm::find_if(lines, isBanner);
  auto summary = llvm::find_if(lines, [](llvm::StringRef line) {
    return countIn(line, "assertions:") != 0;
  });
  // Before the line that names the program, Catch2 prints an empty line and a
  // line of tildes. A passing run prints none of these lines.
  bool isWhole = banner != lines.end() && banner - lines.begin() >= 2 &&
                 summary != lines.end();
  if (!isWhole)
    return std::nullopt;
  for (llvm::StringRef line : llvm::make_range(lines.begin(), banner - 2))
    result.push_back(line.str());
  uint64_t assertions = countIn(*summary, "assertions:");
  result.push_back(std::string(ruleWidth, '='));
  result.push_back("All tests passed (" + std::to_string(assertions) +
                   " assertion" + (assertions == 1 ? "" : "s") +
                   " in 1 test case)");
  result.insert(result.end(), 2, "");
  return result;
}
