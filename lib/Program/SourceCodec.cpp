//===- SourceCodec.cpp - Parsed sources as bytes --------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writer and reader share `visit`, so that they can't disagree about the order
// of the fields. The bytes may be anything, even behind a right checksum:
// nothing is allocated before the bytes for it are there.
//
//===----------------------------------------------------------------------===//

#include "SourceCodec.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/LEB128.h"

#include <limits>
#include <type_traits>

using namespace llvm;

namespace pinstripe {

namespace {

class Writer {
public:
  template <typename Number>
    requires std::is_unsigned_v<Number>
  void operator()(const Number &value) {
    number(value);
  }
  void operator()(const bool &value) { number(value); }
  void operator()(const int32_t &value) {
    number(static_cast<uint64_t>(int64_t(value) + 1)); // from -1 on
  }
  void signedNumber(const int32_t &value) {
    uint8_t encoded[10];
    append_range(bytes, ArrayRef(encoded, encodeSLEB128(value, encoded)));
  }
  template <typename Enum> void operator()(const Enum &value, Enum) {
    number(static_cast<uint64_t>(value));
  }
  void operator()(const std::string &text) {
    auto [found, isNew] = known.try_emplace(text, known.size() + 1);
    number(isNew ? 0 : found->second);
    if (!isNew)
      return;
    number(text.size());
    append_range(bytes, text);
  }
  void hash(const uint64_t &value) {
    uint8_t fixed[8];
    support::endian::write64le(fixed, value);
    append_range(bytes, fixed);
  }
  template <typename Range, typename Visit>
  void each(const Range &range, Visit visit) {
    number(range.size());
    for (const auto &element : range)
      visit(element);
  }

  SmallVector<uint8_t, 0> bytes;

private:
  void number(uint64_t value) {
    uint8_t encoded[10];
    append_range(bytes, ArrayRef(encoded, encodeULEB128(value, encoded)));
  }

  std::map<std::string, uint64_t> known;
};

class Reader {
public:
  explicit Reader(ArrayRef<uint8_t> bytes) : rest(bytes) {}

  bool isDone() const { return !hasFailed && rest.empty(); }
  bool failed() const { return hasFailed; }
  void fail() {
    hasFailed = true;
    rest = {};
  }

  template <typename Number>
    requires std::is_unsigned_v<Number>
  void operator()(Number &value) {
    value = static_cast<Number>(below(std::numeric_limits<Number>::max()));
  }
  void operator()(int32_t &value) {
    value = static_cast<int32_t>(
        int64_t(below(std::numeric_limits<int32_t>::max())) - 1);
  }
  void signedNumber(int32_t &value);
  template <typename Enum> void operator()(Enum &value, Enum last) {
    value = static_cast<Enum>(below(static_cast<uint64_t>(last)));
  }
  void operator()(std::string &text);
  void hash(uint64_t &value) {
    if (rest.size() < 8)
      return fail();
    value = support::endian::read64le(rest.data());
    rest = rest.drop_front(8);
  }
  /// Each element takes a byte at least.
  template <typename Element, typename Visit>
  void each(std::vector<Element> &elements, Visit visit) {
    for (uint64_t left = number(); left > 0 && !hasFailed; --left)
      visit(elements.emplace_back());
  }
  uint64_t number();

private:
  uint64_t below(uint64_t last) {
    uint64_t value = number();
    if (value <= last)
      return value;
    fail();
    return 0;
  }

  /// LLVM's readers are undefined behind the ten bytes of 64 bits.
  const uint8_t *endOfNumber() const { return rest.take_front(10).end(); }

  /// Names of files are written once and read for each place in them: no
  /// bytes of ours make more of them than this.
  static constexpr uint64_t mostText = uint64_t(1) << 30;

  ArrayRef<uint8_t> rest;
  std::vector<std::string> known;
  uint64_t textSize = 0;
  bool hasFailed = false;
};

uint64_t Reader::number() {
  const char *error = nullptr;
  unsigned size = 0;
  uint64_t value = decodeULEB128(rest.begin(), &size, endOfNumber(), &error);
  if (error) {
    fail();
    return 0;
  }
  rest = rest.drop_front(size);
  return value;
}

void Reader::signedNumber(int32_t &value) {
  const char *error = nullptr;
  unsigned size = 0;
  int64_t wide = decodeSLEB128(rest.begin(), &size, endOfNumber(), &error);
  if (error || wide != static_cast<int32_t>(wide))
    return fail();
  value = static_cast<int32_t>(wide);
  rest = rest.drop_front(size);
}

void Reader::operator()(std::string &text) {
  uint64_t which = number();
  if (which == 0) {
    uint64_t size = number();
    if (size > rest.size())
      return fail();
    known.emplace_back(rest.begin(), rest.begin() + size);
    rest = rest.drop_front(size);
    which = known.size();
  }
  if (which > known.size())
    return fail();
  text = known[which - 1];
  textSize += text.size();
  if (textSize > mostText)
    fail();
}

template <typename Codec, typename Location>
void visitLocation(Codec &codec, Location &location) {
  codec(location.line);
  codec(location.column);
}

template <typename Codec, typename Extent>
void visitExtent(Codec &codec, Extent &extent) {
  codec(extent.file);
  visitLocation(codec, extent.begin);
  visitLocation(codec, extent.end);
}

template <typename Codec, typename Function>
void visitFunction(Codec &codec, Function &function) {
  codec(function.name);
  visitExtent(codec, function.extent);
  visitExtent(codec, function.body);
}

void visitRepeated(Writer &writer,
                   const std::optional<SourceExtent> &repeated) {
  writer(repeated.has_value());
  if (repeated)
    visitExtent(writer, *repeated);
}

void visitRepeated(Reader &reader, std::optional<SourceExtent> &repeated) {
  bool isThere = false;
  reader(isThere);
  if (isThere)
    visitExtent(reader, repeated.emplace());
}

template <typename Codec, typename Decision>
void visitDecision(Codec &codec, Decision &decision) {
  visitExtent(codec, decision.extent);
  codec(decision.text);
  codec(decision.tree);
  codec.signedNumber(decision.whenTrue);
  codec.signedNumber(decision.whenFalse);
  codec(decision.isLast);
  codec(decision.isNegated);
  codec(decision.isOperand);
  codec(decision.isSecondTest);
}

template <typename Codec, typename Decisions>
void visitDecisions(Codec &codec, Decisions &decisions) {
  codec.each(decisions.decisions,
             [&](auto &decision) { visitDecision(codec, decision); });
  codec.each(decisions.trees, [&](auto &tree) {
    codec(tree.mayEndInValue);
    codec(tree.isChoice);
  });
}

template <typename Codec, typename Piece>
void visitPiece(Codec &codec, Piece &piece) {
  auto &unit = piece.unit;
  visitExtent(codec, unit.extent);
  codec(unit.kind, UnitKind::Line);
  codec(unit.text);
  codec.each(unit.anchors, [&](auto &anchor) {
    visitExtent(codec, anchor.extent);
    codec(anchor.compiler, CompilerFamily::GCC);
  });
  visitRepeated(codec, unit.repeated);
  codec.each(unit.decisions,
             [&](auto &decisions) { visitDecisions(codec, decisions); });
  codec(unit.function);
  codec(piece.spelling);
  codec(piece.isFromMacro);
  codec(piece.isConstant);
}

template <typename Codec, typename Source>
void visitSource(Codec &codec, Source &source) {
  codec.each(source.functions,
             [&](auto &function) { visitFunction(codec, function); });
  codec.each(source.pieces, [&](auto &piece) { visitPiece(codec, piece); });
  codec(source.failure);
}

void readAnswers(Reader &reader, FileAnswers &answers) {
  for (uint64_t left = reader.number(); left > 0 && !reader.failed(); --left) {
    FileQuestion question;
    uint64_t answer = 0;
    reader(question.kind, FileQuestion::Kind::Names);
    reader(question.path);
    reader.hash(answer);
    answers.emplace(std::move(question), answer);
  }
}

void readCleanups(Reader &reader, ParsedSource &source) {
  for (uint64_t left = reader.number(); left > 0 && !reader.failed(); --left) {
    uint64_t declaration = reader.number(), cleanup = reader.number();
    if (std::max(declaration, cleanup) >= source.pieces.size())
      return reader.fail();
    source.cleanups.emplace(declaration, cleanup);
  }
}

/// Each way leads to a decision, or out of a tree.
bool holdsTogether(const SourceDecisions &decisions) {
  auto leadsSomewhere = [&](SourceDecisions::Way way) {
    return way < 0 ? (-1 - int64_t(way)) / 2 < int64_t(decisions.trees.size())
                   : size_t(way) < decisions.decisions.size();
  };
  return all_of(decisions.decisions, [&](const auto &decision) {
    return decision.tree < decisions.trees.size() &&
           leadsSomewhere(decision.whenTrue) &&
           leadsSomewhere(decision.whenFalse);
  });
}

bool holdsTogether(const ParsedSource &source) {
  return all_of(source.pieces, [&](const SourcePiece &piece) {
    bool hasFunction =
        piece.unit.function < 0 ||
        static_cast<size_t>(piece.unit.function) < source.functions.size();
    return hasFunction &&
           all_of(piece.unit.decisions, [](const SourceDecisions &each) {
             return holdsTogether(each);
           });
  });
}

} // namespace

SmallVector<uint8_t, 0> encodeSource(const KeptSource &kept) {
  Writer writer;
  writer.each(kept.answers, [&](const auto &each) {
    writer(each.first.kind, FileQuestion::Kind::Names);
    writer(each.first.path);
    writer.hash(each.second);
  });
  visitSource(writer, kept.source);
  writer.each(kept.source.cleanups, [&](const auto &link) {
    writer(link.first);
    writer(link.second);
  });
  return std::move(writer.bytes);
}

std::optional<KeptSource> decodeSource(ArrayRef<uint8_t> bytes) {
  Reader reader(bytes);
  KeptSource kept;
  readAnswers(reader, kept.answers);
  visitSource(reader, kept.source);
  readCleanups(reader, kept.source);
  if (!reader.isDone() || !holdsTogether(kept.source))
    return std::nullopt;
  return kept;
}

} // namespace pinstripe
