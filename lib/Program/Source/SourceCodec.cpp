// Writes parsed sources as bytes and reads them again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The writing and the reading code share the functions `visit...`, so they
// can't disagree about the order of the fields. Reading is safe for any bytes,
// even for those of a forged file with a correct checksum: it never allocates
// more memory than the bytes can fill.

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

  /// Writes a map, or a set of pairs, as its number of elements and then the
  /// elements.
  template <typename Pairs> void pairs(const Pairs &pairs) {
    each(pairs, [this](const auto &pair) {
      (*this)(pair.first);
      (*this)(pair.second);
    });
  }
  template <typename Value, typename Visit>
  void optional(const std::optional<Value> &value, Visit visit) {
    (*this)(value.has_value());
    if (value)
      visit(*value);
  }

  llvm::SmallVector<uint8_t, 0> bytes;
};

class SourceReader {
public:
  explicit SourceReader(llvm::ArrayRef<uint8_t> bytes) : rest(bytes) {}

  bool isDone() const { return !hasFailed && rest.empty(); }
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
  /// Reads the number of elements of a list, then the elements. Each element
  /// takes at least one byte. So if the number is too large, the bytes end
  /// before much memory has been allocated.
  template <typename Element, typename Visit>
  void each(std::vector<Element> &elements, Visit visit) {
    for (uint64_t left = number(); left > 0 && !hasFailed; --left)
      visit(elements.emplace_back());
  }
  template <typename Pairs> void pairs(Pairs &pairs) {
    using Pair = typename Pairs::value_type;
    for (uint64_t left = number(); left > 0 && !hasFailed; --left) {
      std::remove_const_t<typename Pair::first_type> first{};
      typename Pair::second_type second{};
      (*this)(first);
      (*this)(second);
      pairs.emplace(std::move(first), std::move(second));
    }
  }
  template <typename Value, typename Visit>
  void optional(std::optional<Value> &value, Visit visit) {
    bool isThere = false;
    (*this)(isThere);
    if (isThere)
      visit(value.emplace());
  }
  uint64_t number() { return upTo(std::numeric_limits<uint64_t>::max()); }

private:
  void fail() {
    hasFailed = true;
    rest = {};
  }
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

template <typename Codec, typename... Values>
void visitAll(Codec &codec, Values &...values) {
  (codec(values), ...);
}

template <typename Codec, typename Extent>
void visitExtent(Codec &codec, Extent &extent) {
  visitAll(codec, extent.file, extent.begin.line, extent.begin.column,
           extent.end.line, extent.end.column);
}

template <typename Codec, typename Function>
void visitFunction(Codec &codec, Function &function) {
  codec(function.name);
  visitExtent(codec, function.extent);
  visitExtent(codec, function.body);
  codec(function.isCoroutine);
}

template <typename Codec, typename Decision>
void visitDecision(Codec &codec, Decision &decision) {
  visitExtent(codec, decision.extent);
  visitAll(codec, decision.text, decision.tree, decision.whenTrue,
           decision.whenFalse, decision.isLast, decision.isNegated,
           decision.isOperand, decision.isSecondTest);
}

template <typename Codec, typename Decisions>
void visitDecisions(Codec &codec, Decisions &decisions) {
  codec.each(decisions.decisions,
             [&](auto &decision) { visitDecision(codec, decision); });
  codec.each(decisions.trees, [&](auto &tree) {
    visitAll(codec, tree.mayEndInValue, tree.isChoice);
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
  codec.optional(unit.repeated,
                 [&](auto &extent) { visitExtent(codec, extent); });
  codec.optional(unit.bindings,
                 [&](auto &extent) { visitExtent(codec, extent); });
  codec.each(unit.decisions,
             [&](auto &decisions) { visitDecisions(codec, decisions); });
  visitAll(codec, unit.function, piece.spelling, piece.isFromMacro,
           piece.isConstant);
}

template <typename Codec, typename Source>
void visitSource(Codec &codec, Source &cached) {
  codec.pairs(cached.files);
  auto &source = cached.source;
  codec.each(source.functions,
             [&](auto &function) { visitFunction(codec, function); });
  codec.each(source.pieces, [&](auto &piece) { visitPiece(codec, piece); });
  codec(source.failure);
  codec.pairs(source.cleanups);
  codec.each(source.defaulted,
             [&](auto &extent) { visitExtent(codec, extent); });
}

/// Returns true if all indices in a statement's decisions are in range. In a
/// damaged file they may be out of range. A decision has the indices of the
/// decisions that can follow it, and the index of the expression (tree) that
/// contains it.
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
  bool hasCleanups = llvm::all_of(source.cleanups, [&](const auto &cleanup) {
    return std::max(cleanup.first, cleanup.second) < source.pieces.size();
  });
  return hasCleanups && llvm::all_of(source.pieces, [&](const auto &piece) {
           bool hasFunction = piece.unit.function < 0 ||
                              static_cast<size_t>(piece.unit.function) <
                                  source.functions.size();
           return hasFunction && llvm::all_of(piece.unit.decisions,
                                              [](const SourceDecisions &each) {
                                                return holdsTogether(each);
                                              });
         });
}

} // namespace

llvm::SmallVector<uint8_t, 0> encodeSource(const CachedSource &cached) {
  Writer writer;
  visitSource(writer, cached);
  return std::move(writer.bytes);
}

std::optional<CachedSource> decodeSource(llvm::ArrayRef<uint8_t> bytes) {
  SourceReader reader(bytes);
  CachedSource cached;
  visitSource(reader, cached);
  if (!reader.isDone() || !holdsTogether(cached.source))
    return std::nullopt;
  return cached;
}

} // namespace pinstripe
