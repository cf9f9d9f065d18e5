// Builds a grammar from its symbols and rules, and checks it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Grammar/GrammarBuilder.h"
#include "GrammarReaders.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/NearNames.h"
#include "pinstripe/Support/PrintableText.h"
#include <algorithm>

using namespace pinstripe;

SymbolId GrammarBuilder::add(Symbol symbol) {
  grammar.theSymbols.push_back(std::move(symbol));
  lines.push_back(0);
  return static_cast<SymbolId>(grammar.theSymbols.size() - 1);
}

SymbolId GrammarBuilder::nonterminal(llvm::StringRef name, size_t line) {
  auto [place, isNew] = nonterminals.try_emplace(name.str());
  if (isNew) {
    place->second = add({Symbol::Kind::Nonterminal, name.str(), {}, {}});
    lines.back() = line;
  }
  return place->second;
}

std::optional<SymbolId> GrammarBuilder::find(llvm::StringRef name) const {
  auto place = nonterminals.find(name.str());
  if (place == nonterminals.end())
    return std::nullopt;
  return place->second;
}

SymbolId GrammarBuilder::literal(llvm::StringRef text) {
  auto [place, isNew] = literals.try_emplace(text.str());
  if (isNew)
    place->second = add({Symbol::Kind::Literal, text.str(), {}, {}});
  return place->second;
}

SymbolId GrammarBuilder::character(std::vector<CharacterRange> ranges) {
  std::vector<CharacterRange> merged = mergedRanges(std::move(ranges));
  std::string key;
  for (const CharacterRange &range : merged)
    key += std::to_string(range.first) + "-" + std::to_string(range.last) + " ";
  auto [place, isNew] = characters.try_emplace(key);
  if (isNew)
    place->second = add({Symbol::Kind::Character, "", std::move(merged), {}});
  return place->second;
}

SymbolId GrammarBuilder::group(llvm::StringRef name) {
  return add({Symbol::Kind::Nonterminal, name.str(), {}, {}});
}

SymbolId GrammarBuilder::repeat(SymbolId symbol, Repetition repetition) {
  SymbolId list = add({});
  if (repetition == Repetition::OnceOrMore)
    addRule(list, {symbol});
  else
    addRule(list, {});
  if (repetition == Repetition::Optional)
    addRule(list, {symbol});
  else
    addRule(list, {list, symbol});
  return list;
}

void GrammarBuilder::addRule(SymbolId left, std::vector<SymbolId> right) {
  grammar.theSymbols[left].rules.push_back(
      static_cast<uint32_t>(grammar.theRules.size()));
  grammar.theRules.push_back({left, std::move(right)});
}

/// Returns the beginning of a message about a line of a file, such as "a.bnf:3:
/// ".
std::string pinstripe::placeIn(llvm::StringRef file, size_t line) {
  return file.str() + (line != 0 ? ":" + std::to_string(line) : "") + ": ";
}

llvm::Error GrammarBuilder::checkDefined(llvm::StringRef file) const {
  for (const auto &[name, symbol] : nonterminals) {
    if (isDefined(symbol))
      continue;
    std::set<std::string> names;
    for (const auto &[other, each] : nonterminals)
      if (isDefined(each))
        names.insert(other);
    return llvm::make_error<UsageError>(
        placeIn(file, lines[symbol]) + "the symbol " + printable(name) +
        " has no expansions; " +
        describeNear(name, names,
                     "define it, or write it in quotes if it is a text"));
  }
  return llvm::Error::success();
}

llvm::Error GrammarBuilder::checkProductive(llvm::StringRef file) const {
  for (const auto &[name, symbol] : nonterminals)
    if (grammar.shortestRule[symbol] == ~uint32_t(0))
      return llvm::make_error<UsageError>(
          placeIn(file, lines[symbol]) + "the symbol " + printable(name) +
          " never comes to an end: each of its expansions needs a symbol of "
          "which the same is true; add an expansion without one");
  return llvm::Error::success();
}

llvm::Expected<Grammar> GrammarBuilder::finish(llvm::StringRef file,
                                               SymbolId start) {
  grammar.startSymbol = start;
  if (llvm::Error error = checkDefined(file))
    return error;
  grammar.computeNullable();
  grammar.computeFirst();
  grammar.computeFollow();
  grammar.computeShortest();
  if (llvm::Error error = checkProductive(file))
    return error;
  return std::move(grammar);
}

llvm::Expected<Grammar> pinstripe::readGrammar(llvm::StringRef file,
                                               llvm::StringRef text) {
  return text.ltrim().starts_with("{") ? readJSONGrammar(file, text)
                                       : readBNFGrammar(file, text);
}

llvm::Expected<Grammar> pinstripe::readGrammarFile(const std::string &path) {
  // The largest size of a grammar file that is read. The largest grammars of
  // programming languages have some 200 KB.
  constexpr uint64_t mostBytes = uint64_t(1) << 19;
  llvm::Expected<std::string> text = readFile(path, mostBytes);
  if (!text)
    return text.takeError();
  return readGrammar(path, *text);
}
