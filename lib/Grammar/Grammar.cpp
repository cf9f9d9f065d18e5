// Defines context-free grammars, with the facts that parsers and reducers need.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Grammar/Grammar.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include <cassert>
#include <queue>

using namespace pinstripe;

// Characters

DecodedCharacter pinstripe::decodeCharacter(llvm::StringRef text) {
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.data());
  const auto *at = begin;
  llvm::UTF32 codePoint = 0;
  if (llvm::convertUTF8Sequence(&at, begin + text.size(), &codePoint,
                                llvm::strictConversion) != llvm::conversionOK)
    return {strayByte + *begin, 1};
  return {codePoint, static_cast<uint32_t>(at - begin)};
}

void pinstripe::appendCharacter(std::string &text, uint32_t codePoint) {
  if (codePoint >= strayByte) {
    text += static_cast<char>(codePoint - strayByte);
    return;
  }
  char buffer[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
  char *end = buffer;
  if (llvm::ConvertCodePointToUTF8(codePoint, end))
    text.append(buffer, end);
}

static std::string describeCharacter(uint32_t codePoint) {
  std::string text;
  if (codePoint == ']' || codePoint == '\\' || codePoint == '-' ||
      codePoint == '^')
    text = "\\";
  appendCharacter(text, codePoint);
  return printable(text);
}

std::vector<CharacterRange>
pinstripe::mergedRanges(std::vector<CharacterRange> ranges) {
  llvm::sort(ranges,
             [](auto &left, auto &right) { return left.first < right.first; });
  std::vector<CharacterRange> merged;
  for (const CharacterRange &range : ranges) {
    if (!merged.empty() && range.first <= merged.back().last + 1)
      merged.back().last = std::max(merged.back().last, range.last);
    else
      merged.push_back(range);
  }
  return merged;
}

std::string pinstripe::describeRanges(llvm::ArrayRef<CharacterRange> ranges) {
  // A class that has nearly all characters is described by those that it lacks,
  // as in `[^a-z]`.
  if (ranges.size() > 1 && ranges.front().first == 0 &&
      ranges.back().last == lastCodePoint) {
    std::string text = "[^";
    for (size_t i = 0; i + 1 < ranges.size(); ++i) {
      uint32_t first = ranges[i].last + 1, last = ranges[i + 1].first - 1;
      text += describeCharacter(first);
      if (last != first)
        text += (last > first + 1 ? "-" : "") + describeCharacter(last);
    }
    return text + "]";
  }
  if (ranges.size() == 1 && ranges[0] == CharacterRange{0, lastCodePoint})
    return "any character";
  std::string text = "[";
  for (const CharacterRange &range : ranges) {
    text += describeCharacter(range.first);
    if (range.last != range.first)
      text += (range.last > range.first + 1 ? "-" : "") +
              describeCharacter(range.last);
  }
  return text + "]";
}

std::string Grammar::nameOf(SymbolId symbol) const {
  const Symbol &described = theSymbols[symbol];
  switch (described.kind) {
  case Symbol::Kind::Nonterminal:
    return described.text.empty() ? "a group" : printable(described.text);
  case Symbol::Kind::Literal:
    return quotedText(described.text, '"');
  case Symbol::Kind::Character:
    return describeRanges(described.ranges);
  }
  return "";
}

uint32_t Grammar::match(SymbolId terminal, llvm::StringRef text) const {
  const Symbol &symbol = theSymbols[terminal];
  if (symbol.kind == Symbol::Kind::Literal)
    return text.starts_with(symbol.text)
               ? static_cast<uint32_t>(symbol.text.size())
               : 0;
  if (text.empty())
    return 0;
  DecodedCharacter character = decodeCharacter(text);
  for (const CharacterRange &range : symbol.ranges)
    if (range.first <= character.codePoint && character.codePoint <= range.last)
      return character.size;
  return 0;
}

// Facts that follow from the rules of a grammar.
//
// The following functions compute sets of symbols or bytes. If a set grows, the
// sets that depend on it are put on a work list, to be computed again. So the
// time does not depend on the order of the rules.

namespace {

/// A list of symbols that still have to be looked at, as numbers. A number that
/// is on the list already is not added again.
class WorkList {
public:
  explicit WorkList(size_t size) : isListed(size) {}
  void add(uint32_t each) {
    if (isListed[each])
      return;
    isListed[each] = true;
    waiting.push_back(each);
  }
  std::optional<uint32_t> take() {
    if (waiting.empty())
      return std::nullopt;
    uint32_t each = waiting.back();
    waiting.pop_back();
    isListed[each] = false;
    return each;
  }

private:
  std::vector<bool> isListed;
  std::vector<uint32_t> waiting;
};

} // namespace

/// Returns, for each symbol, the rules whose right side has the symbol. A rule
/// is listed once for each time that the symbol stands there.
static std::vector<std::vector<uint32_t>> usesOf(const Grammar &grammar) {
  std::vector<std::vector<uint32_t>> uses(grammar.symbols().size());
  for (uint32_t rule = 0; rule < grammar.rules().size(); ++rule)
    for (SymbolId symbol : grammar.rules()[rule].right)
      uses[symbol].push_back(rule);
  return uses;
}

void Grammar::computeNullable() {
  nullable.assign(theSymbols.size(), false);
  std::vector<std::vector<uint32_t>> uses = usesOf(*this);
  std::vector<size_t> missing;
  std::vector<SymbolId> found;
  auto note = [&](SymbolId symbol) {
    if (nullable[symbol])
      return;
    nullable[symbol] = true;
    found.push_back(symbol);
  };
  for (const Rule &rule : theRules) {
    missing.push_back(rule.right.size());
    if (rule.right.empty())
      note(rule.left);
  }
  while (!found.empty()) {
    SymbolId symbol = found.back();
    found.pop_back();
    for (uint32_t rule : uses[symbol])
      if (--missing[rule] == 0)
        note(theRules[rule].left);
  }
}

/// Returns the first byte of a character's UTF-8 encoding.
static uint32_t leadingByte(uint32_t codePoint) {
  std::string text;
  // Surrogates have no UTF-8 encoding. For them, the result is 0xed, the first
  // byte of the characters just before them.
  if (codePoint >= 0xd800 && codePoint <= 0xdfff)
    return 0xed;
  appendCharacter(text, codePoint);
  return static_cast<uint8_t>(text[0]);
}

static void addFirst(const Symbol &terminal, ByteSet &set) {
  if (terminal.kind == Symbol::Kind::Literal) {
    set.set(static_cast<uint8_t>(terminal.text[0]));
    return;
  }
  for (const CharacterRange &range : terminal.ranges) {
    if (range.first < strayByte) {
      uint32_t last = leadingByte(std::min(range.last, strayByte - 1));
      for (uint32_t byte = leadingByte(range.first); byte <= last; ++byte)
        set.set(byte);
    }
    for (uint32_t each = std::max(range.first, strayByte); each <= range.last;
         ++each)
      set.set(each - strayByte);
  }
}

void Grammar::computeFirst() {
  firsts.assign(theSymbols.size(), {});
  WorkList changed(theSymbols.size());
  for (SymbolId symbol = 0; symbol < theSymbols.size(); ++symbol)
    if (isTerminal(symbol)) {
      addFirst(theSymbols[symbol], firsts[symbol]);
      changed.add(symbol);
    }
  // The first bytes of a rule depend on a symbol on its right side if all
  // symbols before this symbol can be empty.
  std::vector<std::vector<SymbolId>> dependents(theSymbols.size());
  for (const Rule &rule : theRules)
    for (SymbolId symbol : rule.right) {
      dependents[symbol].push_back(rule.left);
      if (!nullable[symbol])
        break;
    }
  while (std::optional<uint32_t> symbol = changed.take())
    for (SymbolId left : dependents[*symbol]) {
      ByteSet sum = firsts[left] | firsts[*symbol];
      if (sum == firsts[left])
        continue;
      firsts[left] = sum;
      changed.add(left);
    }
}

void Grammar::computeFollow() {
  follows.assign(theSymbols.size(), {});
  WorkList changed(theSymbols.size());
  std::vector<std::vector<SymbolId>> last(theSymbols.size());
  for (const Rule &rule : theRules) {
    ByteSet after;
    bool isLast = true;
    for (size_t i = rule.right.size(); i-- > 0;) {
      SymbolId symbol = rule.right[i];
      follows[symbol] |= after;
      if (isLast)
        last[rule.left].push_back(symbol);
      if (!nullable[symbol]) {
        after.reset();
        isLast = false;
      }
      after |= firsts[symbol];
    }
  }
  follows[startSymbol].set(256);
  for (SymbolId symbol = 0; symbol < theSymbols.size(); ++symbol)
    changed.add(symbol);
  while (std::optional<uint32_t> left = changed.take())
    for (SymbolId symbol : last[*left]) {
      ByteSet sum = follows[symbol] | follows[*left];
      if (sum == follows[symbol])
        continue;
      follows[symbol] = sum;
      changed.add(symbol);
    }
  aheads.clear();
  for (const Rule &rule : theRules) {
    ByteSet ahead;
    bool mayBeEmpty = true;
    for (SymbolId symbol : rule.right) {
      ahead |= firsts[symbol];
      if (!nullable[symbol]) {
        mayBeEmpty = false;
        break;
      }
    }
    aheads.push_back(mayBeEmpty ? ahead | follows[rule.left] : ahead);
  }
}

/// Finds, for each symbol, the length of its shortest text and the rule that
/// leads to this text (Knuth, "A generalization of Dijkstra's algorithm",
/// 1977). Terminal symbols get the rule ~0. So do symbols that stand for no
/// text at all.
void Grammar::computeShortest() {
  constexpr uint32_t none = ~uint32_t(0);
  shortest.assign(theSymbols.size(), endless);
  shortestRule.assign(theSymbols.size(), none);
  std::vector<std::vector<uint32_t>> uses = usesOf(*this);
  std::vector<size_t> missing;
  std::vector<uint64_t> sums(theRules.size(), 0);
  std::vector<bool> isKnown(theSymbols.size(), false);
  struct Offer {
    uint64_t size;
    uint32_t rule;
    SymbolId symbol;
    bool operator>(const Offer &other) const {
      return std::tie(size, rule, symbol) >
             std::tie(other.size, other.rule, other.symbol);
    }
  };
  std::priority_queue<Offer, std::vector<Offer>, std::greater<>> offers;
  for (SymbolId symbol = 0; symbol < theSymbols.size(); ++symbol) {
    const Symbol &each = theSymbols[symbol];
    if (each.kind == Symbol::Kind::Literal)
      offers.push({each.text.size(), none, symbol});
    else if (each.kind == Symbol::Kind::Character) {
      std::string text;
      appendCharacter(text, each.ranges[0].first);
      offers.push({text.size(), none, symbol});
    }
  }
  for (uint32_t rule = 0; rule < theRules.size(); ++rule) {
    missing.push_back(theRules[rule].right.size());
    if (theRules[rule].right.empty())
      offers.push({0, rule, theRules[rule].left});
  }
  while (!offers.empty()) {
    Offer offer = offers.top();
    offers.pop();
    if (isKnown[offer.symbol])
      continue;
    isKnown[offer.symbol] = true;
    shortest[offer.symbol] = offer.size;
    shortestRule[offer.symbol] = offer.rule;
    for (uint32_t rule : uses[offer.symbol]) {
      sums[rule] = std::min(sums[rule] + offer.size, endless);
      if (--missing[rule] == 0)
        offers.push({sums[rule], rule, theRules[rule].left});
    }
  }
}

/// Returns true if the character can be part of a name.
static bool isWordCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

void Grammar::join(std::string &text, llvm::StringRef next) const {
  if (hasTokens && !text.empty() && !next.empty()) {
    // If `text` ends with a line break and `next` begins with one, only one of
    // the two is kept. Both can be there if the lines between them were
    // removed.
    llvm::StringRef rest = llvm::StringRef(text).rtrim();
    bool hasBreaks =
        next.take_front(next.size() - next.ltrim().size()).contains('\n') &&
        llvm::StringRef(text).drop_front(rest.size()).contains('\n');
    if (hasBreaks)
      text.resize(rest.size());
    char last = text.empty() ? ' ' : text.back(), first = next.front();
    bool isName = isWordCharacter(last) && isWordCharacter(first);
    // A space keeps two operators apart: without it, `- -1` would become `--1`.
    bool isOperator =
        last == first && llvm::StringRef("+-&|<>=*:.").contains(first);
    if (isName || isOperator)
      text += ' ';
  }
  text += next;
}

std::string Grammar::shortestText(SymbolId symbol) const {
  assert(shortest[symbol] < endless && "the text can be written down");
  std::string text;
  std::vector<SymbolId> waiting = {symbol};
  while (!waiting.empty()) {
    SymbolId next = waiting.back();
    waiting.pop_back();
    const Symbol &each = theSymbols[next];
    if (each.kind == Symbol::Kind::Literal) {
      join(text, each.text);
    } else if (each.kind == Symbol::Kind::Character) {
      appendCharacter(text, each.ranges[0].first);
    } else {
      // A symbol whose shortest text is empty adds nothing, so it is left out.
      // A rule may have very many such symbols.
      const std::vector<SymbolId> &right = theRules[shortestRule[next]].right;
      for (size_t i = right.size(); i-- > 0;)
        if (shortest[right[i]] != 0)
          waiting.push_back(right[i]);
    }
  }
  return text;
}
