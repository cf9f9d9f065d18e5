// Guesses macro definitions of the original build that are not recorded
// anywhere.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/MissingMacros.h"

#include "llvm/ADT/STLExtras.h"

namespace pinstripe {

/// Returns the definitions to try for a macro that may be missing, such as
/// -DLEVEL=3. The numbers come from the `#if` that leaves out the text, such as
/// `#if LEVEL > 2`.
static std::vector<std::string> definitionsFor(const std::string &macro,
                                               const LeftOutText &text) {
  constexpr size_t maxDefinitions = 6;
  std::vector<std::string> definitions{"-D" + macro};
  for (uint32_t number : text.numbers)
    for (uint32_t value : {number, number + 1})
      if (definitions.size() < maxDefinitions)
        definitions.push_back("-D" + macro + "=" + std::to_string(value));
  return definitions;
}

/// Returns true if Pinstripe's parse leaves out a text for which the compiler
/// has made code.
static bool hasCode(const LeftOutText &text, const CodeLines &lines) {
  auto file = lines.find(text.file);
  if (file == lines.end())
    return false;
  auto line = file->second.upper_bound(text.begin);
  return line != file->second.end() && *line < text.end;
}

std::string describeMissed(const ParseResult &result, const CodeLines &lines) {
  for (const LeftOutText &text : result.leftOut)
    if (hasCode(text, lines))
      return text.file + ":" + std::to_string(text.begin) +
             ": the lines up to " + std::to_string(text.end) +
             " have code, but need macros that are not known here; give a "
             "compile_commands.json";
  return "";
}

unsigned countMissedLines(const ParseResult &result, const CodeLines &lines) {
  unsigned count = 0;
  for (const LeftOutText &text : result.leftOut)
    if (hasCode(text, lines))
      count += text.end - text.begin;
  return count;
}

namespace {

class MacroSearch {
public:
  using Parse = std::function<ParseResult(const CompileCommand &)>;
  MacroSearch(TriedCommand first, const CodeLines &lines, const Parse &parse)
      : best(std::move(first)), lines(lines), parse(parse) {}

  TriedCommand run();

private:
  /// Maps each macro that may be missing to the definitions to try for it.
  using Candidates = std::map<std::string, std::vector<std::string>>;

  Candidates newCandidates();
  bool isBetter(const ParseResult &result) const;
  bool tryDefinitions(const std::vector<std::string> &definitions);

  TriedCommand best;
  const CodeLines &lines;
  const Parse &parse;
  /// The macros that were tried already; none is tried twice.
  std::set<std::string> seen;
  unsigned parses = 0;
};

MacroSearch::Candidates MacroSearch::newCandidates() {
  Candidates candidates;
  for (const LeftOutText &text : best.result.leftOut)
    if (hasCode(text, lines))
      for (const std::string &macro : text.macros)
        if (!seen.count(macro))
          candidates[macro] = definitionsFor(macro, text);
  for (const std::string &name : best.result.unknownNames)
    if (!seen.count(name))
      candidates[name] = {"-D" + name + "=\"\"", "-D" + name + "=0"};
  for (const auto &[macro, definitions] : candidates)
    seen.insert(macro);
  return candidates;
}

/// Returns true if a parse is better than the best one so far: it leaves out
/// fewer lines that have code, or equally many with fewer errors. A parse that
/// leaves out fewer lines may have more errors than the best one, since the
/// lines that it no longer leaves out may name further missing macros. So one
/// more error is allowed for each unknown name.
bool MacroSearch::isBetter(const ParseResult &result) const {
  unsigned missed = countMissedLines(result, lines);
  unsigned missedBefore = countMissedLines(best.result, lines);
  size_t tolerable = best.result.errors + result.unknownNames.size();
  return missed < missedBefore
             ? result.errors <= tolerable
             : missed == missedBefore && result.errors < best.result.errors;
}

/// Parses the source with the given macro definitions and those that were kept
/// before. If this parse is better (see isBetter) than all earlier ones, keeps
/// the given definitions, too, and returns true.
bool MacroSearch::tryDefinitions(const std::vector<std::string> &definitions) {
  constexpr unsigned maxParses = 40;
  if (++parses > maxParses)
    return false;
  CompileCommand command = best.command;
  command.arguments.insert(command.arguments.begin(), definitions.begin(),
                           definitions.end());
  ParseResult result = parse(command);
  if (!isBetter(result))
    return false;
  best = {std::move(command), std::move(result)};
  return true;
}

TriedCommand MacroSearch::run() {
  for (Candidates left = newCandidates(); !left.empty();
       left = newCandidates()) {
    // Macros that need no value are first defined all together. One parse is
    // then often enough for all of them.
    std::vector<std::string> together;
    for (const auto &[macro, definitions] : left)
      if (definitions.size() == 1)
        together.push_back(definitions.front());
    if (together.size() > 1 && tryDefinitions(together))
      std::erase_if(left,
                    [](const auto &macro) { return macro.second.size() == 1; });
    for (const auto &[macro, definitions] : left)
      for (const std::string &definition : definitions)
        if (tryDefinitions({definition}))
          break;
  }
  return std::move(best);
}

} // namespace

TriedCommand addMissingMacros(
    TriedCommand tried, const CodeLines &lines,
    const std::function<ParseResult(const CompileCommand &)> &parse) {
  return MacroSearch(std::move(tried), lines, parse).run();
}

} // namespace pinstripe
