//===- TraceCodec.h - The payload of a trace file -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A payload is the fields of a UnitTable, the invocations and the events, one
// after the other. Numbers are LEB128, strings and vectors begin with their
// size. The fields of an invocation are differences to those of the one
// before. An event is one number: the difference to the entry before, and in
// the two lowest bits a `Move`: how its invocation follows from the one
// before. A loop, with calls or without, thus comes out as the same few bytes
// again and again, and zstd does the rest.
//
// Encoder and decoder share `visit`, so that they can't disagree about the
// order of the fields.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TRACE_TRACECODEC_H
#define PINSTRIPE_TRACE_TRACECODEC_H

#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <string>

namespace pinstripe::detail {

using Bytes = llvm::SmallVector<uint8_t, 0>;

template <typename Codec> void visit(Codec &codec, SourceRange &range) {
  codec(range.file);
  codec(range.line);
  codec(range.column);
  codec(range.endLine);
  codec(range.endColumn);
}

template <typename Codec> void visit(Codec &codec, StatementUnit &unit) {
  visit(codec, unit.range);
  codec(unit.kind, UnitKind::Line);
  codec(unit.text);
  codec(unit.pinReason);
}

template <typename Codec> void visit(Codec &codec, RegisterReload &reload) {
  codec(reload.dwarfRegister);
  codec(reload.frameOffset);
}

template <typename Codec> void visit(Codec &codec, uint64_t &number) {
  codec(number);
}

template <typename Codec> void visit(Codec &codec, FixedStore &store) {
  codec(store.isInFrame);
  codec(store.place);
  codec(store.size);
}

template <typename Codec> void visit(Codec &codec, UnitEntry &entry) {
  codec(entry.address);
  codec(entry.unit);
  codec(entry.function);
  codec(entry.reloads);
  codec(entry.flow.successors);
  codec(entry.flow.mayLeave);
  codec(entry.flow.stores);
}

template <typename Codec> void visit(Codec &codec, TracedFunction &function) {
  codec(function.name);
  codec(function.linkageName);
  visit(codec, function.range);
  codec(function.low);
  codec(function.high);
  codec(function.bodyStart);
  codec(function.exit);
  codec(function.tearDown);
  codec(function.resultReload);
  codec(function.ret);
  codec(function.frameSize);
  codec(function.returns, ReturnClass::Memory);
  codec(function.fallbackReason);
}

template <typename Codec> void visit(Codec &codec, ConditionOperand &operand) {
  visit(codec, operand.range);
  codec(operand.text);
  codec(operand.unit);
  codec(operand.function);
  codec(operand.address);
  codec(operand.comparison);
  codec(operand.condition);
  codec(operand.holdsWhenTrue);
}

template <typename Codec> void visit(Codec &codec, CleanupLink &link) {
  codec(link.declaration);
  codec(link.cleanup);
}

template <typename Codec> void visit(Codec &codec, RefusedFunction &refused) {
  codec(refused.name);
  codec(refused.file);
  codec(refused.line);
  codec(refused.reason);
}

template <typename Codec> void visit(Codec &codec, ModelNote &note) {
  codec(note.kind, ModelNote::Kind::Moved);
  codec(note.function);
  codec(note.unit);
  codec(note.address);
  codec(note.reason);
}

template <typename Codec> void visit(Codec &codec, TracedModule &module) {
  codec(module.path);
  codec(module.buildHash);
  codec(module.base);
}

template <typename Codec> void visit(Codec &codec, UnitTable &table) {
  codec(table.modules);
  codec(table.sourceRoot);
  codec(table.files);
  codec(table.units);
  codec(table.functions);
  codec(table.entries);
  codec(table.operands);
  codec(table.cleanupLinks);
  codec(table.refused);
  codec(table.notes);
}

/// From the invocation of one event to that of the next.
enum class Move : uint8_t {
  Stay,
  Call,   ///< to the lowest that has not had its turn: `nextCall`
  Return, ///< to the caller
  Far,    ///< a number follows: levels up << 1, or zigzag difference << 1 | 1
};

/// Returns of more levels are written as differences: reading must not take
/// longer than the bytes warrant.
constexpr uint32_t maximumLevels = 64;

} // namespace pinstripe::detail

namespace pinstripe {

/// The events and invocations before they are known to fit anything.
struct RawTrace {
  GrowingArray<Event> events;
  GrowingArray<Invocation> invocations;
  /// What the trace would take, if that is more than there is.
  uint64_t missingMemory = 0;
};

/// Takes the payload part by part.
using PayloadSink = llvm::function_ref<void(llvm::ArrayRef<uint8_t>)>;
/// Gives the payload part by part; empty: that was all.
using PayloadSource = llvm::function_ref<llvm::ArrayRef<uint8_t>()>;

/// Whatever the events and invocations are: `decodePayload` may refuse them.
/// No part is much larger than `partSize`.
void encodePayload(llvm::ArrayRef<Event> events,
                   llvm::ArrayRef<Invocation> invocations,
                   const UnitTable &table, size_t partSize, PayloadSink sink);
/// The same in one piece.
detail::Bytes encodePayload(llvm::ArrayRef<Event> events,
                            llvm::ArrayRef<Invocation> invocations,
                            const UnitTable &table);
inline detail::Bytes encodePayload(const Trace &trace, const UnitTable &table) {
  return encodePayload(trace.allEvents(), trace.allInvocations(), table);
}

/// False if the bytes are no payload. What comes out is complete, yet its
/// indices may point anywhere: see `findMisfit`.
bool decodePayload(PayloadSource source, RawTrace &trace, UnitTable &table);

/// What breaks the invariants of UnitTable and Trace; empty: nothing does.
std::string findMisfit(llvm::ArrayRef<Event> events,
                       llvm::ArrayRef<Invocation> invocations,
                       const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_TRACE_TRACECODEC_H
