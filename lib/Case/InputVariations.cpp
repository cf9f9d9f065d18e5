// Makes variations of an input that lack a part of it or have other numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/InputVariations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <array>

using namespace pinstripe;

/// The finest division when groups of pieces (lines or arguments) are left out
/// of the input: first halves, then quarters and so on, at last sixteenths.
/// Afterwards, single pieces are left out.
static constexpr size_t finestPart = 16;
/// The finest division when groups of tokens are left out of a piece (a line or
/// an argument): first halves, then quarters, at last eighths. Afterwards,
/// single tokens are left out.
static constexpr size_t finestPartOfTokens = 8;
/// If an input has fewer pieces (lines or arguments) than this, variations also
/// leave out halves, quarters and so on of each piece, since there is little
/// else to leave out.
static constexpr size_t fewPieces = 4;
/// Tokens and numbers are looked for in at most this many pieces (lines or
/// arguments) of an input.
static constexpr size_t maxSearched = 200;

std::vector<std::string> pinstripe::linesOf(llvm::StringRef text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.take_front(length).str());
    text = text.drop_front(length);
  }
  return lines;
}

static bool isDigit(char c) { return llvm::isDigit(c); }

/// Returns true for the characters of words. Bytes above 127 count as
/// characters of words, so that no UTF-8 character is cut.
static bool isLetter(char c) {
  return llvm::isAlpha(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

/// Returns the end of the token that begins at `start`. A token is a word, a
/// number, or a single other character. For example, `12px` has the tokens `12`
/// and `px`.
static size_t endOfToken(llvm::StringRef piece, size_t start) {
  llvm::StringRef rest = piece.drop_front(start);
  size_t length = isDigit(rest.front())
                      ? rest.take_while(isDigit).size()
                      : std::max<size_t>(1, rest.take_while(isLetter).size());
  return start + length;
}

/// Divides `count` things into 2 parts, then into 4, 8 and so on, as long as
/// there are at most `finest` parts, and fewer parts than things. For each
/// part, calls `take` with the number of its first thing, and with the number
/// of the thing after its last.
static void divide(size_t count, size_t finest,
                   llvm::function_ref<void(size_t, size_t)> take) {
  for (size_t parts = 2; parts <= finest && parts < count; parts *= 2)
    for (size_t part = 0; part != parts; ++part)
      take(part * count / parts, (part + 1) * count / parts);
}

/// Finds the tokens of a piece (a line or an argument), and the pairs of
/// neighbouring tokens.
void InputVariations::findTokens(size_t piece) {
  llvm::StringRef text = pieces[piece];
  std::vector<Span> found;
  for (size_t i = 0; i != text.size();) {
    if (llvm::isSpace(text[i])) {
      ++i;
      continue;
    }
    size_t end = endOfToken(text, i);
    found.push_back({piece, i, end - i});
    i = end;
  }
  auto add = [&](size_t first, size_t end) {
    size_t offset = found[first].offset;
    const Span &last = found[end - 1];
    tokens.push_back({piece, offset, last.offset + last.length - offset});
  };
  if (pieces.size() < fewPieces)
    divide(found.size(), finestPartOfTokens, add);
  for (size_t i = 0; i != found.size(); ++i)
    add(i, i + 1);
  for (size_t i = 0; i + 1 < found.size(); ++i)
    add(i, i + 2);
}

/// Finds the numbers in a piece (a line or an argument).
void InputVariations::findNumbers(size_t piece) {
  llvm::StringRef text = pieces[piece];
  for (size_t i = 0; i != text.size();) {
    size_t end = endOfToken(text, i);
    llvm::StringRef token = text.slice(i, end);
    if (isDigit(token.front()))
      numbers.push_back({piece, i, token.size()});
    i = end;
  }
}

void InputVariations::findTokens() {
  size_t searched = std::min(pieces.size(), maxSearched);
  for (size_t i = 0; i != searched; ++i) {
    size_t piece = i * pieces.size() / searched;
    findTokens(piece);
    findNumbers(piece);
  }
}

void InputVariations::listNumberEdits() {
  auto add = [&](Edit::Kind kind, const Span &span, NumberChange change) {
    Edit edit{kind};
    edit.span = span;
    edit.change = change;
    numberEdits.push_back(edit);
  };
  if (numbers.size() > 1)
    for (NumberChange change :
         {NumberChange::FirstDigit, NumberChange::Half, NumberChange::Up})
      add(Edit::Kind::ChangeAll, {}, change);
  for (const Span &number : numbers)
    for (NumberChange change :
         {NumberChange::Up, NumberChange::Down, NumberChange::Half})
      add(Edit::Kind::Change, number, change);
}

/// Returns the number plus one, or minus one. Keeps the number of digits if
/// possible. Zero stays zero instead of becoming negative.
static std::string neighbour(llvm::StringRef number, bool isUp) {
  std::string digits = number.str();
  if (!isUp && digits.find_first_not_of('0') == std::string::npos)
    return digits;
  char last = isUp ? '9' : '0', first = isUp ? '0' : '9';
  for (size_t i = digits.size(); i-- != 0;) {
    if (digits[i] != last) {
      digits[i] += isUp ? 1 : -1;
      break;
    }
    digits[i] = first;
    if (i == 0)
      digits.insert(digits.begin(), '1');
  }
  // The neighbour of 10 is 9 and not 09: a number gets no leading zero if it
  // had none.
  if (!isUp && digits.size() > 1 && digits[0] == '0' && number[0] != '0')
    digits.erase(0, 1);
  return digits;
}

static std::string halved(llvm::StringRef number) {
  std::string digits;
  unsigned rest = 0;
  for (char c : number) {
    unsigned value = 10 * rest + static_cast<unsigned>(c - '0');
    rest = value % 2;
    // The half of 10 is 5 and not 05: a number gets no leading zero if it had
    // none.
    if (value >= 2 || !digits.empty() || number[0] == '0')
      digits += static_cast<char>('0' + value / 2);
  }
  return digits.empty() ? "0" : digits;
}

std::string InputVariations::changed(llvm::StringRef number,
                                     NumberChange change) {
  switch (change) {
  case NumberChange::Up:
  case NumberChange::Down:
    return neighbour(number, change == NumberChange::Up);
  case NumberChange::Half:
    return halved(number);
  case NumberChange::FirstDigit:
    break;
  }
  return number.take_front().str();
}

std::string InputVariations::withAllChanged(llvm::StringRef piece,
                                            NumberChange change) const {
  std::string result;
  for (size_t i = 0; i != piece.size();) {
    size_t end = endOfToken(piece, i);
    llvm::StringRef token = piece.slice(i, end);
    result += isDigit(token.front()) ? changed(token, change) : token.str();
    i = end;
  }
  return result;
}

/// Divides `most` edits among several kinds of edits, as evenly as possible.
/// There are only `counts[i]` edits of kind i, so this kind gets no more than
/// that.
static std::vector<size_t> shares(llvm::ArrayRef<size_t> counts, size_t most) {
  std::vector<size_t> given(counts.size());
  for (bool isChanged = true; isChanged && most != 0;) {
    isChanged = false;
    size_t unserved = 0;
    for (size_t i = 0; i != counts.size(); ++i)
      unserved += given[i] != counts[i];
    size_t each = unserved == 0 ? 0 : std::max<size_t>(1, most / unserved);
    for (size_t i = 0; i != counts.size(); ++i) {
      size_t more = std::min({each, counts[i] - given[i], most});
      given[i] += more;
      most -= more;
      isChanged |= more != 0;
    }
  }
  return given;
}

void InputVariations::plan(size_t most) {
  std::vector<Edit> parts;
  divide(pieces.size(), finestPart, [&](size_t first, size_t end) {
    parts.push_back({Edit::Kind::Without, first, end});
  });
  auto part = [&](size_t i) { return parts[i]; };
  auto without = [](size_t i) { return Edit{Edit::Kind::Without, i, i + 1}; };
  auto only = [](size_t i) { return Edit{Edit::Kind::Only, i, i + 1}; };
  auto shorter = [&](size_t i) {
    Edit edit{Edit::Kind::Shorten};
    edit.span = tokens[i];
    return edit;
  };
  auto number = [&](size_t i) { return numberEdits[i]; };
  // All edits of one kind, such as leaving out a token. `at` makes the edit
  // with a given number.
  struct Edits {
    size_t count = 0;
    llvm::function_ref<Edit(size_t)> at;
  };
  // If the input has only one piece, no variation leaves out the piece or has
  // this piece alone: the first would be empty, and the second would be the
  // input itself.
  size_t single = pieces.size() > 1 ? pieces.size() : 0;
  const std::array<Edits, 5> kinds{{{parts.size(), part},
                                    {single, without},
                                    {single, only},
                                    {tokens.size(), shorter},
                                    {numberEdits.size(), number}}};
  std::vector<size_t> counts;
  for (const Edits &kind : kinds)
    counts.push_back(kind.count);
  std::vector<size_t> chosen = shares(counts, most);
  for (size_t kind = 0; kind != kinds.size(); ++kind)
    for (size_t i = 0; i != chosen[kind]; ++i)
      edits.push_back(kinds[kind].at(i * kinds[kind].count / chosen[kind]));
}

static std::pair<uint64_t, uint64_t>
hashOf(const std::vector<std::string> &text) {
  std::string joined;
  for (const std::string &piece : text)
    joined += piece + '\0';
  llvm::XXH128_hash_t hash =
      llvm::xxh3_128bits(llvm::arrayRefFromStringRef(joined));
  return {hash.low64, hash.high64};
}

InputVariations::InputVariations(Pieces input, size_t most)
    : pieces(std::move(input)) {
  findTokens();
  listNumberEdits();
  plan(most);
  seen.insert(hashOf(pieces));
}

InputVariations::Pieces InputVariations::apply(const Edit &edit) const {
  Pieces result;
  switch (edit.kind) {
  case Edit::Kind::Without:
    result = pieces;
    result.erase(result.begin() + static_cast<ptrdiff_t>(edit.first),
                 result.begin() + static_cast<ptrdiff_t>(edit.end));
    break;
  case Edit::Kind::Only:
    result.assign(pieces.begin() + static_cast<ptrdiff_t>(edit.first),
                  pieces.begin() + static_cast<ptrdiff_t>(edit.end));
    break;
  case Edit::Kind::Shorten:
    result = pieces;
    result[edit.span.piece].erase(edit.span.offset, edit.span.length);
    break;
  case Edit::Kind::Change: {
    result = pieces;
    std::string &piece = result[edit.span.piece];
    piece.replace(edit.span.offset, edit.span.length,
                  changed(llvm::StringRef(piece).substr(edit.span.offset,
                                                        edit.span.length),
                          edit.change));
    break;
  }
  case Edit::Kind::ChangeAll:
    for (const std::string &piece : pieces)
      result.push_back(withAllChanged(piece, edit.change));
    break;
  }
  return result;
}

std::optional<InputVariations::Pieces> InputVariations::next() {
  while (position != edits.size()) {
    Pieces result = apply(edits[position++]);
    if (seen.insert(hashOf(result)).second)
      return result;
  }
  return std::nullopt;
}
