// Decides what a run of a failing test has to reproduce.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestQuestion.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Suite/ShownValue.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace pinstripe;

/// Returns the place of a failed assertion as users read it: the name of the
/// file without its folders, and the line.
static std::string placeOf(const FailedAssertion &failure) {
  return llvm::sys::path::filename(failure.file).str() + ":" +
         std::to_string(failure.line);
}

/// Returns the question whether the operands of the failed assertion have the
/// values that the message of the assertion shows.
static TestQuestion watchOperands(const FailedAssertion &failure) {
  TestQuestion question;
  std::string values, shown;
  // The message may name the file relative to the folder in which the compiler
  // ran. The end of the path is enough to find the file.
  llvm::StringRef file = failure.file;
  while (file.consume_front("../") || file.consume_front("./"))
    ;
  std::string place = file.str() + ":" + std::to_string(failure.line) + ":";
  for (const FailedOperand &operand : failure.operands) {
    question.predicate.watches.push_back(place + operand.expression);
    question.watched.push_back(operand);
    values += (values.empty() ? "`" : " and `") + operand.expression + "`";
    shown += (shown.empty() ? "" : " and ") + operand.value;
  }
  question.sentence =
      "watching " + values + " at " + placeOf(failure) +
      (failure.operands.size() == 1 ? ", which was " : ", which were ") + shown;
  return question;
}

/// Returns a regular expression that matches only lines equal to `line`.
static std::string wholeLine(llvm::StringRef line) {
  return "^" + llvm::Regex::escape(line) + "$";
}

/// Returns the question whether a run prints the message of the failed
/// assertion.
static TestQuestion keepMessage(const FailedAssertion &failure) {
  TestQuestion question;
  for (const std::string &line : failure.lines)
    question.predicate.keep.push_back(wholeLine(line));
  question.sentence = "keeping the message of the failed assertion";
  if (failure.line != 0)
    question.sentence += " at " + placeOf(failure);
  return question;
}

/// Returns the question whether a run prints again those lines of `output` that
/// have `text`. CTest takes a test for failed if its output has this text.
/// Returns nullopt if `output`, the standard output of the failing run, does
/// not have the text.
static std::optional<TestQuestion> keepText(llvm::StringRef output,
                                            llvm::StringRef text) {
  TestQuestion question;
  size_t begin = output.find(text);
  if (text.empty() || begin == llvm::StringRef::npos)
    return std::nullopt;
  begin = output.take_front(begin).rfind('\n') + 1;
  size_t end = output.find('\n', begin + text.size());
  for (llvm::StringRef line : llvm::split(output.slice(begin, end), '\n'))
    if (!line.empty())
      question.predicate.keep.push_back(wholeLine(line));
  question.sentence = "keeping the output that CTest takes for a failure";
  return question;
}

/// Returns the question whether a run has the same exit status and the same
/// standard error as the failing run. Standard output takes the place of
/// standard error if the failing run has written nothing to standard error.
static TestQuestion keepOutput(const RunResult &failing) {
  TestQuestion question;
  PredicateSpec &predicate = question.predicate;
  predicate.sameExit = true;
  predicate.sameStderr = !failing.standardError.empty();
  predicate.sameStdout =
      !predicate.sameStderr && !failing.standardOutput.empty();
  question.sentence =
      "keeping " +
      std::string(predicate.sameStderr   ? "standard error and "
                  : predicate.sameStdout ? "standard output and "
                                         : "") +
      "the exit status";
  return question;
}

std::vector<TestQuestion>
pinstripe::questionsAbout(const RunResult &failing, const TestVerdict &verdict,
                          const FailedAssertion *failure) {
  std::vector<TestQuestion> questions;
  if (hasCrashed(failing)) {
    TestQuestion question;
    question.predicate.sameCrash = true;
    question.sentence = "keeping the crash";
    return {question};
  }
  if (failure && !failure->operands.empty())
    questions.push_back(watchOperands(*failure));
  if (failure && !failure->lines.empty())
    questions.push_back(keepMessage(*failure));
  else if (auto text = keepText(failing.standardOutput, verdict.badText))
    questions.push_back(std::move(*text));
  else
    questions.push_back(keepOutput(failing));
  return questions;
}

bool pinstripe::hasExpectedValues(const TestQuestion &question,
                                  const RunResult &recorded) {
  if (recorded.values.size() < question.watched.size())
    return false;
  for (const auto &[operand, value] :
       llvm::zip(question.watched, recorded.values))
    if (!value.bytes || !isShownAs(*value.bytes, operand.value))
      return false;
  return true;
}
