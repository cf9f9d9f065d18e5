// Writes parsed sources as bytes and reads them again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writer and reader share `visit`, so that they can't disagree about the order
// of the fields. The bytes may be anything, even if their checksum is right:
// memory is allocated only for bytes that are there.

#include "Source/SourceCodec.h"
#include "pinstripe/Support/LEB128.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>
#include <type_traits>

namespace pinstripe {

namespace {

class Writer {
public:
  template <typename Number>
    requires std::is_unsigned_v<Number>
  void operator()(const Number &value) {
    appendLEB128(bytes, value);
  }
  void operator()(const int32_t &value) { appendLEB128(bytes, zigzag(value)); }
  template <typename Enum> void operator()(const Enum &value, Enum) {
    appendLEB128(bytes, static_cast<uint64_t>(value));
  }
  void operator()(const std::string &text) {
    appendLEB128(bytes, text.size());
    llvm::append_range(bytes, text);
  }
  template <typename Range, typename Visit>
  void each(const Range &range, Visit visit) {
    appendLEB128(bytes, range.size());
    for (const auto &element : range)
      visit(element);
  }

  llvm::SmallVector<uint8_t, 0> bytes;
};

class Reader {
public:
  explicit Reader(llvm::ArrayRef<uint8_t> bytes) : rest(bytes) {}

  bool isDone() const { return !hasFailed && rest.empty(); }
  bool failed() const { return hasFailed; }
  void fail() {
    hasFailed = true;
    rest = {};
  }

  template <typename Number>
    requires std::is_unsigned_v<Number>
  void operator()(Number &value) {
    value = static_cast<Number>(upTo(std::numeric_limits<Number>::max()));
  }
  void operator()(int32_t &value) {
    value = static_cast<int32_t>(
        unzigzag(upTo(std::numeric_limits<uint32_t>::max())));
  }
  template <typename Enum> void operator()(Enum &value, Enum last) {
    value = static_cast<Enum>(upTo(static_cast<uint64_t>(last)));
  }
  void operator()(std::string &text) {
    uint64_t size = number();
    if (size > rest.size())
      return fail();
    text = llvm::toStringRef(rest.take_front(size)).str();
    rest = rest.drop_front(size);
  }
  /// Each element takes at least a byte.
  template <typename Element, typename Visit>
  void each(std::vector<Element> &elements, Visit visit) {
    for (uint64_t left = number(); left > 0 && !hasFailed; --left)
      visit(elements.emplace_back());
  }
  uint64_t number() { return upTo(std::numeric_limits<uint64_t>::max()); }

private:
  uint64_t upTo(uint64_t last) {
    std::optional<uint64_t> value = takeLEB128(rest);
    if (value && *value <= last)
      return *value;
    fail();
    return 0;
  }

  llvm::ArrayRef<uint8_t> rest;
  bool hasFailed = false;
};

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
  codec(decision.whenTrue);
  codec(decision.whenFalse);
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

void readFiles(Reader &reader, FileHashes &files) {
  for (uint64_t left = reader.number(); left > 0 && !reader.failed(); --left) {
    std::string path;
    uint64_t hash = 0;
    reader(path);
    reader(hash);
    files.emplace(std::move(path), hash);
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

/// Returns true if each way leads to a decision or out of a tree.
bool holdsTogether(const SourceDecisions &decisions) {
  auto leadsSomewhere = [&](SourceDecisions::Way way) {
    return way < 0 ? (-1 - int64_t(way)) / 2 < int64_t(decisions.trees.size())
                   : size_t(way) < decisions.decisions.size();
  };
  return llvm::all_of(decisions.decisions, [&](const auto &decision) {
    return decision.tree < decisions.trees.size() &&
           leadsSomewhere(decision.whenTrue) &&
           leadsSomewhere(decision.whenFalse);
  });
}

bool holdsTogether(const ParsedSource &source) {
  return llvm::all_of(source.pieces, [&](const SourcePiece &piece) {
    bool hasFunction =
        piece.unit.function < 0 ||
        static_cast<size_t>(piece.unit.function) < source.functions.size();
    return hasFunction &&
           llvm::all_of(piece.unit.decisions, [](const SourceDecisions &each) {
             return holdsTogether(each);
           });
  });
}

} // namespace

llvm::SmallVector<uint8_t, 0> encodeSource(const CachedSource &cached) {
  Writer writer;
  writer.each(cached.files, [&](const auto &file) {
    writer(file.first);
    writer(file.second);
  });
  visitSource(writer, cached.source);
  writer.each(cached.source.cleanups, [&](const auto &link) {
    writer(link.first);
    writer(link.second);
  });
  return std::move(writer.bytes);
}

std::optional<CachedSource> decodeSource(llvm::ArrayRef<uint8_t> bytes) {
  Reader reader(bytes);
  CachedSource cached;
  readFiles(reader, cached.files);
  visitSource(reader, cached.source);
  readCleanups(reader, cached.source);
  if (!reader.isDone() || !holdsTogether(cached.source))
    return std::nullopt;
  return cached;
}

} // namespace pinstripe
