// The predicate --keep: matches of a regular expression stay the same.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GNU interface of <regex.h> matches the expressions. llvm::Regex can't be
// used, since it can't continue a search after a match. It would take the rest
// of the line for a new line. Then ^ and \< would match in the middle of a
// line. In the expressions of regcomp(), the dot does not match a zero byte.

#include "Predicates.h"
#include "pinstripe/Predicate/MatchedOutput.h"
#include "pinstripe/Predicate/PredicateError.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <climits>
#include <cstdlib>
#include <optional>
#include <regex.h>

using namespace pinstripe;

static std::string describeKeep(const std::string &expression) {
  return "--keep " + quoteForShell(llvm::StringRef(expression));
}

namespace {

/// A compiled POSIX extended regular expression that is matched line by line.
/// The locale is "C", so each byte is a character.
class LineExpression {
public:
  /// Compiles a regular expression. If it is not valid, returns a UsageError
  /// with the message of the regex library.
  llvm::Error compile(const std::string &expression);
  /// Returns all non-empty matches in all lines, from left to right.
  std::vector<llvm::StringRef> matchesIn(llvm::StringRef text) const;

private:
  struct Release {
    void operator()(re_pattern_buffer *compiled) const {
      ::regfree(compiled);
      delete compiled;
    }
  };
  /// Returns the first match in the line at or after `position`; nullopt if
  /// there is none. The match may be empty.
  std::optional<llvm::StringRef> find(llvm::StringRef line,
                                      size_t position) const;
  void appendMatches(llvm::StringRef line,
                     std::vector<llvm::StringRef> &matches) const;

  std::unique_ptr<re_pattern_buffer, Release> compiled;
};

} // namespace

static llvm::Error describeProblem(const std::string &expression,
                                   llvm::StringRef problem) {
  if (problem == "Memory exhausted")
    return llvm::make_error<EngineError>(
        describeKeep(expression) + ": there is not the memory for this regular "
                                   "expression; write a smaller one");
  return llvm::make_error<UsageError>(
      describeKeep(expression) + ": not a regular expression: " +
      problem.take_front().lower() + problem.drop_front() +
      "; write \\ before a character that stands for itself");
}

llvm::Error LineExpression::compile(const std::string &expression) {
  compiled.reset(new re_pattern_buffer());
  // A fastmap is a table of the bytes with which a match may begin. It makes
  // the search five times as fast.
  compiled->fastmap = static_cast<char *>(::malloc(1 << CHAR_BIT));
  // GNU regex reads the syntax of expressions from a global variable. The
  // variable is set for the next call and then restored.
  reg_syntax_t before =
      ::re_set_syntax(RE_SYNTAX_POSIX_EXTENDED & ~RE_DOT_NOT_NULL);
  const char *problem = ::re_compile_pattern(expression.data(),
                                             expression.size(), compiled.get());
  ::re_set_syntax(before);
  if (problem)
    return describeProblem(expression, problem);
  return llvm::Error::success();
}

/// Returns the result of a search. Ends the process if memory ran out during
/// the search, since it would be wrong to go on as if nothing matched.
static regoff_t checked(regoff_t result) {
  constexpr regoff_t internalError = -2;
  if (result == internalError)
    llvm::report_bad_alloc_error("no memory for a search by --keep");
  return result;
}

std::optional<llvm::StringRef> LineExpression::find(llvm::StringRef line,
                                                    size_t position) const {
  auto size = static_cast<regoff_t>(line.size());
  auto from = static_cast<regoff_t>(position);
  regoff_t start = checked(::re_search(compiled.get(), line.data(), size, from,
                                       size - from, nullptr));
  if (start < 0)
    return std::nullopt;
  regoff_t length =
      checked(::re_match(compiled.get(), line.data(), size, start, nullptr));
  return line.substr(start, length);
}

void LineExpression::appendMatches(
    llvm::StringRef line, std::vector<llvm::StringRef> &matches) const {
  for (size_t position = 0; position < line.size();) {
    std::optional<llvm::StringRef> match = find(line, position);
    if (!match)
      return;
    if (!match->empty())
      matches.push_back(*match);
    // After an empty match the search goes on one byte later; otherwise it
    // would find the same match for ever.
    position = match->end() - line.begin() + match->empty();
  }
}

std::vector<llvm::StringRef>
LineExpression::matchesIn(llvm::StringRef text) const {
  std::vector<llvm::StringRef> matches;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    appendMatches(line, matches);
    text = rest;
  }
  return matches;
}

static llvm::Expected<LineExpression> compile(const std::string &expression) {
  LineExpression compiled;
  if (llvm::Error error = compiled.compile(expression))
    return error;
  return compiled;
}

llvm::Expected<std::vector<OutputMatch>>
pinstripe::findMatches(const std::string &expression, llvm::StringRef output) {
  llvm::Expected<LineExpression> compiled = compile(expression);
  if (!compiled)
    return compiled.takeError();
  std::vector<OutputMatch> found;
  for (llvm::StringRef match : compiled->matchesIn(output)) {
    auto begin = static_cast<uint64_t>(match.begin() - output.begin());
    found.push_back({begin, begin + match.size()});
  }
  return found;
}

/// Returns a hint for the error message if the expression contains \d or \D,
/// which POSIX expressions do not know. Returns an empty text otherwise.
static std::string describeMissingClass(llvm::StringRef expression) {
  for (size_t i = 0; i + 1 < expression.size(); ++i) {
    if (expression[i] != '\\')
      continue;
    // In an expression, a backslash and the next character belong together. So
    // this character is skipped: otherwise the second backslash of `\\` would
    // count as the beginning of another escape.
    char name = expression[++i];
    if (name == 'd' || name == 'D')
      return std::string(" (POSIX expressions have no \\") + name + ": write " +
             (name == 'd' ? "[0-9]" : "[^0-9]") + ")";
  }
  return "";
}

NewPredicate pinstripe::createKeep(const std::string &expression,
                                   const RunResult &recorded) {
  llvm::Expected<LineExpression> compiled = compile(expression);
  if (!compiled)
    return compiled.takeError();
  const std::string &output = recorded.standardOutput;
  if (output.empty())
    return llvm::make_error<UnfitPredicateError>(
        describeKeep(expression) +
            ": the recorded run wrote nothing to standard output",
        othersThanOutput());
  std::vector<std::string> expected;
  for (llvm::StringRef match : compiled->matchesIn(output))
    expected.push_back(match.str());
  if (expected.empty())
    return llvm::make_error<UsageError>(
        describeKeep(expression) +
        ": matches nothing in the recorded standard output" +
        describeMissingClass(expression) + "; it begins:" + excerptOf(output));
  // A compiled expression can't be copied, but a std::function can. So all
  // copies of the function share one expression.
  auto shared = std::make_shared<LineExpression>(std::move(*compiled));
  return std::make_unique<Condition>(
      describeKeep(expression), [shared, expected](const RunResult &result) {
        return llvm::equal(shared->matchesIn(result.standardOutput), expected);
      });
}
