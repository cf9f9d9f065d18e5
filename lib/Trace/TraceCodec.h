// Describes the payload of a trace file, for its encoder and decoder.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A payload begins with the fields of a UnitTable, which describes the
// program's statements. Then come the calls (invocations), and then the events.
// Numbers are LEB128. Strings and vectors begin with their size.
//
// An invocation is stored as differences from the previous invocation, one for
// each field. An event is one number. Its two lowest bits are a `Move`, the
// step from the invocation of the previous event to the invocation of this
// event. The step `Far` needs a second number. The other bits are the statement
// entry at which control came in, as a difference from the previous event's
// entry. So each iteration of a loop becomes the same few bytes, which zstd
// compresses well.
//
// Encoder and decoder share `visit`, so that they agree about the order of the
// fields.

#ifndef PINSTRIPE_TRACE_TRACECODEC_H
#define PINSTRIPE_TRACE_TRACECODEC_H

#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

namespace pinstripe::detail {

using Bytes = llvm::SmallVector<uint8_t, 0>;

/// The largest valid value of an enumeration in a trace file. A file with a
/// larger value is damaged. For ids, which are enumerations without named
/// values, every number is valid.
template <typename Enum> constexpr Enum lastOf = Enum(~uint32_t(0));
template <> inline constexpr UnitKind lastOf<UnitKind> = UnitKind::Line;
template <>
inline constexpr ReturnClass lastOf<ReturnClass> = ReturnClass::Memory;
template <>
inline constexpr ModelNote::Kind lastOf<ModelNote::Kind> =
    ModelNote::Kind::Moved;

/// `Type` is `Plain` for the decoder, which fills in the object, and `const
/// Plain` for the encoder, which writes the object. So one function `visit` can
/// list the fields for both.
template <typename Type, typename Plain>
concept MaybeConst = std::same_as<std::remove_const_t<Type>, Plain>;

template <typename Codec, MaybeConst<SourceRange> Value>
void visit(Codec &codec, Value &range) {
  codec(range.file, range.line, range.column, range.endLine, range.endColumn);
}

template <typename Codec, MaybeConst<StatementUnit> Value>
void visit(Codec &codec, Value &unit) {
  codec(unit.range, unit.kind, unit.text, unit.pinReason);
}

template <typename Codec, MaybeConst<RegisterReload> Value>
void visit(Codec &codec, Value &reload) {
  codec(reload.dwarfRegister, reload.frameOffset);
}

template <typename Codec, MaybeConst<FixedStore> Value>
void visit(Codec &codec, Value &store) {
  codec(store.isInFrame, store.place, store.size);
}

template <typename Codec, MaybeConst<UnitEntry> Value>
void visit(Codec &codec, Value &entry) {
  codec(entry.address, entry.unit, entry.function, entry.reloads,
        entry.flow.successors, entry.flow.mayLeave, entry.flow.decidesByFlags,
        entry.flow.stores);
}

template <typename Codec, MaybeConst<TracedFunction> Value>
void visit(Codec &codec, Value &function) {
  codec(function.name, function.linkageName, function.range, function.low,
        function.high, function.bodyStart, function.exit, function.tearDown,
        function.resultReload, function.ret, function.frameSize,
        function.returns, function.isImplicit, function.isCoroutine,
        function.fallbackReason);
}

template <typename Codec, MaybeConst<ConditionOperand> Value>
void visit(Codec &codec, Value &operand) {
  codec(operand.range, operand.text, operand.unit, operand.function,
        operand.address, operand.comparison, operand.condition,
        operand.holdsWhenTrue);
}

template <typename Codec, MaybeConst<FlagReader> Value>
void visit(Codec &codec, Value &reader) {
  codec(reader.function, reader.address, reader.comparison);
}

template <typename Codec, MaybeConst<CleanupLink> Value>
void visit(Codec &codec, Value &link) {
  codec(link.declaration, link.cleanup);
}

template <typename Codec, MaybeConst<RefusedFunction> Value>
void visit(Codec &codec, Value &refused) {
  codec(refused.name, refused.file, refused.line, refused.reason);
}

template <typename Codec, MaybeConst<ModelNote> Value>
void visit(Codec &codec, Value &note) {
  codec(note.kind, note.function, note.unit, note.address, note.reason);
}

template <typename Codec, MaybeConst<TracedModule> Value>
void visit(Codec &codec, Value &module) {
  codec(module.path, module.buildHash, module.base);
}

template <typename Codec, MaybeConst<UnitTable> Value>
void visit(Codec &codec, Value &table) {
  codec(table.modules, table.sourceRoot, table.files, table.units,
        table.functions, table.entries, table.operands, table.flagReaders,
        table.cleanupLinks, table.refused, table.notes);
}

/// The step from the call (invocation) of one event to the call of the next
/// event.
enum class Move : uint8_t {
  Stay,
  /// The next event is the first one of a new call. The id of the new call is
  /// the highest id so far plus 1.
  Call,
  Return, ///< The next event happened in the caller of the present call.
  /// The next event happened in some other call, which a second number gives.
  /// If this number is even, half of it says how many callers to go up from the
  /// present call. If it is odd, its upper bits are the difference between the
  /// ids of the two calls. The difference can be negative, so it is
  /// zigzag-coded.
  Far,
};

/// The largest number of callers that a move `Far` goes up. If there are more,
/// the difference of the ids of the calls is written instead. Without this
/// limit, a damaged file could make the decoder go up a long chain of callers
/// for each event.
constexpr uint32_t maxLevels = 64;

} // namespace pinstripe::detail

namespace pinstripe {

/// Decoded events and invocations (calls). Their indices were not checked yet
/// and may be out of range.
struct RawTrace {
  EventList events;
  GrowingArray<Invocation> invocations;
  /// If there is too little memory for the trace, the number of bytes that the
  /// trace would take; otherwise 0.
  uint64_t missingMemory = 0;
};

/// A function that receives the payload of a trace file (the content of its
/// blocks before compression) part by part.
using PayloadSink = llvm::function_ref<void(llvm::ArrayRef<uint8_t>)>;
/// A function that returns the payload of a trace file (the content of its
/// blocks after decompression) part by part. Each call returns the next part,
/// or an empty part after the last one.
using PayloadSource = llvm::function_ref<llvm::ArrayRef<uint8_t>()>;

/// Encodes events and invocations (calls) without checking them, so that tests
/// can make payloads that `decodePayload` must refuse. Passes the payload on in
/// parts that are not much larger than `partSize`.
void encodePayload(const EventList &events,
                   llvm::ArrayRef<Invocation> invocations,
                   const UnitTable &table, size_t partSize, PayloadSink sink);
/// Returns the payload of a trace file in one piece: the encoded events,
/// invocations (calls) and unit table.
detail::Bytes encodePayload(const EventList &events,
                            llvm::ArrayRef<Invocation> invocations,
                            const UnitTable &table);
inline detail::Bytes encodePayload(const Trace &trace, const UnitTable &table) {
  return encodePayload(trace.allEvents(), trace.allInvocations(), table);
}

/// Decodes a payload, which is the content of a trace file after decompression.
/// Returns false if the bytes are not a payload. Indices in the result can
/// still be out of range; `findMisfit` checks them.
bool decodePayload(PayloadSource source, RawTrace &trace, UnitTable &table);

/// Checks that a trace fits the table of the program's statements. Returns a
/// description of the first thing that does not fit, such as an event of a call
/// that the trace does not have; empty if all fits.
std::string findMisfit(const EventList &events,
                       llvm::ArrayRef<Invocation> invocations,
                       const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_TRACE_TRACECODEC_H
