// Parses a text by any context-free grammar.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Grammar/EarleyParser.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <map>

using namespace pinstripe;

namespace {

constexpr uint32_t none = ~uint32_t(0);

/// The values of State::found from this number on stand for terminal symbols
/// and for the empty text. A smaller value is the number of a complete state:
/// one whose rule was found as a whole.
constexpr uint32_t firstSpecial = uint32_t(1) << 31;
constexpr uint32_t emptySymbol = firstSpecial; ///< The empty text.

/// Returns the number that stands for a terminal symbol of `size` bytes.
constexpr uint32_t terminalOf(uint32_t size) { return firstSpecial + size; }

/// A state of the parser (an "item" in the literature): a rule, how many of its
/// symbols were found, and where in the text the rule begins. Each state
/// remembers how it was found first, so the tree can be built without a search.
/// A state refers only to states that were found before it. So the tree is
/// finite even if the grammar is cyclic.
struct State {
  /// A number for the rule and for how many of its symbols were found.
  uint32_t dotted = 0;
  /// The index in the text of the first byte that the rule stands for.
  uint32_t origin = 0;
  /// The state that led to this one when the rule's latest symbol was found.
  uint32_t before = none;
  /// Says what was found as the rule's latest symbol: a complete state, given
  /// by its number, or a terminal symbol or the empty text, given by a number
  /// from `firstSpecial` on.
  uint32_t found = none;
};

class EarleyParser {
public:
  EarleyParser(const Grammar &grammar, llvm::StringRef text,
               const ParseOptions &options);
  llvm::Expected<DerivationTree> parse();

private:
  /// A state whose next symbol is a nonterminal. The state waits until this
  /// symbol was found as a whole.
  struct Waiting {
    SymbolId symbol;
    uint32_t state;
    bool operator<(const Waiting &other) const {
      return std::tie(symbol, state) < std::tie(other.symbol, other.state);
    }
  };
  /// A part of the derivation tree that is still to be written.
  struct Part {
    enum class Kind : uint8_t { Complete, Empty, Terminal, End } kind;
    /// The number of a state, a symbol or a node, depending on `kind`.
    uint32_t value;
    uint32_t begin, end;
  };

  SymbolId symbolAfterDot(uint32_t dotted) const { return nextSymbols[dotted]; }
  uint32_t ruleOf(uint32_t dotted) const { return dottedRules[dotted]; }
  bool isPossible(const ByteSet &set) const {
    return !isFiltered || set.test(nextByte);
  }
  bool isExhausted() const {
    // Each step finds a state. In an ambiguous grammar, most steps find states
    // that are known already. So the limit on steps is a multiple of the limit
    // on states.
    constexpr size_t stepsForState = 40;
    return states.size() > options.maxStates ||
           steps / stepsForState > options.maxStates;
  }
  void add(const State &state);
  void process(uint32_t position);
  void predict(SymbolId symbol);
  void scan(SymbolId symbol, uint32_t state, uint32_t position);
  void complete(uint32_t state);
  void closeSet();
  uint32_t acceptedState() const;
  DerivationTree tree(uint32_t accepted) const;
  void partsOf(const Part &whole, std::vector<Part> &parts) const;

  std::string placeOf(uint32_t position) const;
  llvm::Error tooLarge(uint32_t position) const;
  llvm::Error failure(uint32_t position);
  std::string expectation() const;

  const Grammar &grammar;
  llvm::StringRef text;
  const ParseOptions &options;
  /// For each rule, the index of its first symbol in `nextSymbols`.
  std::vector<uint32_t> firstDotted;
  /// The symbols on the right sides of all rules, one rule after the other. The
  /// value `none` follows the symbols of each rule.
  std::vector<SymbolId> nextSymbols;
  std::vector<uint32_t> dottedRules;

  std::vector<State> states;
  uint64_t steps = 0; ///< How often a state was found, counting repetitions.
  /// For each byte of the text, the index in `states` of the byte's first
  /// state. The states of a byte end where those of the next byte begin.
  std::vector<uint32_t> setStarts;
  std::vector<Waiting> waiting;
  std::vector<uint32_t> waitingStarts;
  /// States of bytes that the parser has not reached yet, but to which terminal
  /// symbols lead from earlier bytes. The key is the index of such a byte.
  std::map<uint32_t, std::vector<State>> later;

  // The following members are about the byte of the text that the parser has
  // reached.
  llvm::DenseSet<uint64_t> known, completed;
  /// For each symbol, the number (`generation`) of the last search in which the
  /// symbol was expected; 0 if it was never expected. Each search finds the
  /// states of one byte.
  std::vector<uint32_t> predictedAt;
  uint32_t generation = 0;
  size_t nextByte = 0;
  /// The end, in `states`, of those states of the current byte that terminal
  /// symbols lead to. These are the first states of the byte.
  size_t kernelEnd = 0;
  bool isFiltered = true;
  /// The terminal symbols that could come next. They are collected only for an
  /// error message, while `isFiltered` is false.
  std::vector<SymbolId> expected;
};

} // namespace

EarleyParser::EarleyParser(const Grammar &grammar, llvm::StringRef text,
                           const ParseOptions &options)
    : grammar(grammar), text(text), options(options),
      predictedAt(grammar.symbols().size(), 0) {
  for (uint32_t rule = 0; rule < grammar.rules().size(); ++rule) {
    firstDotted.push_back(static_cast<uint32_t>(nextSymbols.size()));
    const std::vector<SymbolId> &right = grammar.rules()[rule].right;
    nextSymbols.insert(nextSymbols.end(), right.begin(), right.end());
    nextSymbols.push_back(none);
    dottedRules.insert(dottedRules.end(), right.size() + 1, rule);
  }
}

void EarleyParser::add(const State &state) {
  ++steps;
  if (known.insert(uint64_t(state.dotted) << 32 | state.origin).second)
    states.push_back(state);
}

void EarleyParser::predict(SymbolId symbol) {
  if (predictedAt[symbol] == generation)
    return;
  predictedAt[symbol] = generation;
  auto position = static_cast<uint32_t>(setStarts.size() - 1);
  for (uint32_t rule : grammar.symbols()[symbol].rules)
    if (isPossible(grammar.ahead(rule)))
      add({firstDotted[rule], position, none, none});
}

void EarleyParser::scan(SymbolId symbol, uint32_t state, uint32_t position) {
  if (!isFiltered) {
    expected.push_back(symbol);
    return;
  }
  uint32_t size = grammar.match(symbol, text.drop_front(position));
  if (size == 0)
    return;
  State next = states[state];
  later[position + size].push_back(
      {next.dotted + 1, next.origin, state, terminalOf(size)});
}

/// Handles a state that has completed a symbol: advances all states that have
/// waited for this symbol at the place where the symbol begins.
void EarleyParser::complete(uint32_t state) {
  State done = states[state];
  SymbolId symbol = grammar.rules()[ruleOf(done.dotted)].left;
  // If the symbol stands for the empty text here, nothing is left to do: the
  // states that wait for the symbol were advanced already, when the symbol was
  // first expected.
  bool isEmpty = done.origin + 1 == setStarts.size();
  if (isEmpty || !isPossible(grammar.follow(symbol)) ||
      !completed.insert(uint64_t(symbol) << 32 | done.origin).second)
    return;
  auto begin = waiting.begin() + waitingStarts[done.origin];
  auto end = waiting.begin() + waitingStarts[done.origin + 1];
  for (auto place = std::lower_bound(begin, end, Waiting{symbol, 0});
       place != end && place->symbol == symbol; ++place) {
    const State &other = states[place->state];
    add({other.dotted + 1, other.origin, place->state, state});
  }
}

/// Finds all states of the byte at `position`. Before the call, `states` has
/// only those states of this byte that terminal symbols lead to.
void EarleyParser::process(uint32_t position) {
  ++generation;
  completed.clear();
  nextByte =
      position < text.size() ? static_cast<uint8_t>(text[position]) : 256;
  if (position == 0)
    predict(grammar.start());
  for (auto state = setStarts.back(); state < states.size(); ++state) {
    if (isExhausted())
      return;
    uint32_t dotted = states[state].dotted;
    SymbolId symbol = symbolAfterDot(dotted);
    if (symbol == none) {
      complete(state);
    } else if (grammar.isTerminal(symbol)) {
      scan(symbol, state, position);
    } else {
      predict(symbol);
      if (grammar.isNullable(symbol) && isPossible(grammar.follow(symbol)))
        add({dotted + 1, states[state].origin, state, emptySymbol});
    }
  }
}

/// Lists the states of the current byte that wait for a symbol.
void EarleyParser::closeSet() {
  for (auto state = setStarts.back(); state < states.size(); ++state) {
    SymbolId symbol = symbolAfterDot(states[state].dotted);
    if (symbol != none && !grammar.isTerminal(symbol))
      waiting.push_back({symbol, state});
  }
  std::sort(waiting.begin() + waitingStarts.back(), waiting.end());
  waitingStarts.push_back(static_cast<uint32_t>(waiting.size()));
}

/// Returns the state in which the start symbol stands for the whole text;
/// `none` if there is no such state.
uint32_t EarleyParser::acceptedState() const {
  for (auto state = setStarts.back(); state < states.size(); ++state) {
    uint32_t dotted = states[state].dotted;
    if (states[state].origin == 0 && symbolAfterDot(dotted) == none &&
        grammar.rules()[ruleOf(dotted)].left == grammar.start())
      return state;
  }
  return none;
}

llvm::Expected<DerivationTree> EarleyParser::parse() {
  later[0];
  uint32_t last = 0;
  waitingStarts.push_back(0);
  for (uint32_t position = 0; !later.empty(); ++position) {
    setStarts.push_back(static_cast<uint32_t>(states.size()));
    auto first = later.begin();
    if (first->first == position) {
      last = position;
      known.clear();
      for (const State &state : first->second)
        add(state);
      kernelEnd = states.size();
      later.erase(first);
      process(position);
      if (isExhausted())
        return tooLarge(position);
    }
    closeSet();
  }
  if (last == text.size()) {
    if (text.empty() && grammar.isNullable(grammar.start()))
      return DerivationTree(grammar.start(), "");
    if (uint32_t accepted = acceptedState(); accepted != none)
      return tree(accepted);
  }
  return failure(last);
}

// The tree

/// Appends to `parts` one part of the tree for each symbol on the right side of
/// the complete rule `whole`, from the last symbol to the first.
void EarleyParser::partsOf(const Part &whole, std::vector<Part> &parts) const {
  uint32_t end = whole.end;
  for (uint32_t state = whole.value; states[state].before != none;
       state = states[state].before) {
    SymbolId symbol = symbolAfterDot(states[state].dotted - 1);
    uint32_t found = states[state].found;
    if (found < firstSpecial) {
      uint32_t begin = states[found].origin;
      parts.push_back({Part::Kind::Complete, found, begin, end});
      end = begin;
    } else if (found == emptySymbol) {
      parts.push_back({Part::Kind::Empty, symbol, end, end});
    } else {
      uint32_t begin = end - (found - firstSpecial);
      parts.push_back({Part::Kind::Terminal, symbol, begin, end});
      end = begin;
    }
  }
}

DerivationTree EarleyParser::tree(uint32_t accepted) const {
  DerivationTree tree;
  std::vector<Part> parts = {
      {Part::Kind::Complete, accepted, 0, static_cast<uint32_t>(text.size())}};
  while (!parts.empty()) {
    Part part = parts.back();
    parts.pop_back();
    switch (part.kind) {
    case Part::Kind::End:
      tree.close(part.value);
      break;
    case Part::Kind::Empty:
    case Part::Kind::Terminal:
      tree.append(part.value, text.slice(part.begin, part.end));
      break;
    case Part::Kind::Complete: {
      uint32_t rule = ruleOf(states[part.value].dotted);
      NodeIndex node = tree.open(grammar.rules()[rule].left);
      parts.push_back({Part::Kind::End, node, 0, 0});
      partsOf(part, parts);
      break;
    }
    }
  }
  return tree;
}

// Messages

std::string pinstripe::describePlace(llvm::StringRef name, llvm::StringRef text,
                                     size_t position) {
  llvm::StringRef before = text.take_front(position);
  size_t line = before.count('\n') + 1;
  llvm::StringRef start = before.drop_front(before.rfind('\n') + 1);
  size_t column = 1;
  for (; !start.empty(); ++column)
    start = start.drop_front(decodeCharacter(start).size);
  return name.str() + ":" + std::to_string(line) + ":" + std::to_string(column);
}

std::string EarleyParser::placeOf(uint32_t position) const {
  return describePlace(options.name, text, position);
}

llvm::Error EarleyParser::tooLarge(uint32_t position) const {
  return llvm::make_error<UsageError>(
      placeOf(position) + ": the parse by " + options.grammarName +
      " would take too much memory or time from here on; write lists with `*` "
      "or with left recursion, make the "
      "grammar less ambiguous, or first reduce the input without --grammar");
}

/// Describes the terminal symbols that the parser expected, for an error
/// message. All symbols that are single characters are shown as one class of
/// characters.
std::string EarleyParser::expectation() const {
  constexpr size_t most = 8;
  std::vector<CharacterRange> ranges;
  std::vector<std::string> names;
  for (SymbolId symbol : expected) {
    const Symbol &each = grammar.symbols()[symbol];
    if (each.kind == Symbol::Kind::Character) {
      ranges.insert(ranges.end(), each.ranges.begin(), each.ranges.end());
      continue;
    }
    DecodedCharacter first = decodeCharacter(each.text);
    if (first.size == each.text.size())
      ranges.push_back({first.codePoint, first.codePoint});
    else if (std::string name = grammar.nameOf(symbol);
             !llvm::is_contained(names, name))
      names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end());
  if (names.size() > most) {
    names.resize(most);
    names.push_back("others");
  }
  std::vector<CharacterRange> merged = mergedRanges(std::move(ranges));
  bool isSingle = merged.size() == 1 && merged[0].first == merged[0].last;
  std::string character;
  if (isSingle)
    appendCharacter(character, merged[0].first);
  if (!merged.empty())
    names.insert(names.begin(), isSingle ? quotedText(character, '"')
                                         : describeRanges(merged));
  return llvm::join(names, " or ");
}

/// Returns an error that says why the text can't be parsed. `position` is the
/// last byte that the parser has reached. To list all symbols that could come
/// there, the function finds the states of this byte a second time, and now
/// keeps even those that do not fit the byte.
llvm::Error EarleyParser::failure(uint32_t position) {
  states.resize(kernelEnd);
  setStarts.resize(position + 1);
  waitingStarts.resize(position + 1);
  waiting.resize(waitingStarts.back());
  known.clear();
  for (auto state = setStarts.back(); state < states.size(); ++state)
    known.insert(uint64_t(states[state].dotted) << 32 | states[state].origin);
  isFiltered = false;
  process(position);
  llvm::StringRef rest = text.drop_front(position);
  std::string there =
      rest.empty()
          ? "the input ends"
          : "found " +
                quotedText(rest.take_front(decodeCharacter(rest).size), '"');
  std::string wanted = expectation();
  return llvm::make_error<UsageError>(
      placeOf(position) + ": the grammar " + options.grammarName +
      " does not describe this input: " + there + " where " +
      (wanted.empty() ? "it should end" : wanted + " is expected"));
}

llvm::Expected<DerivationTree> pinstripe::parse(const Grammar &grammar,
                                                llvm::StringRef text,
                                                const ParseOptions &options) {
  return EarleyParser(grammar, text, options).parse();
}
