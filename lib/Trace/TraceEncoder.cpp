// Encodes a trace as the payload of its file: its content before compression.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TraceCodec.h"
#include "pinstripe/Support/LEB128.h"
#include <algorithm>
#include <type_traits>

namespace pinstripe {
namespace {

using detail::Move;

class Encoder {
public:
  Encoder(size_t partSize, PayloadSink sink) : partSize(partSize), sink(sink) {}

  /// Passes the encoded bytes on to `sink`, the function that writes them, as
  /// soon as they suffice for one part of the file.
  void flushIfFull() {
    if (bytes.size() >= partSize)
      flush();
  }
  void flush() {
    if (!bytes.empty())
      sink(bytes);
    bytes.clear();
  }

  void number(uint64_t value) { appendLEB128(bytes, value); }

  template <typename... Values> void operator()(const Values &...values) {
    (write(values), ...);
  }

  void difference(int64_t value) { number(zigzag(value)); }

private:
  template <typename Value> void write(const Value &value) {
    if constexpr (std::is_enum_v<Value>)
      number(static_cast<uint64_t>(value));
    else if constexpr (std::is_class_v<Value>)
      detail::visit(*this, value);
    else if constexpr (std::is_signed_v<Value>)
      difference(value);
    else
      number(value);
  }
  void write(const std::string &text) {
    number(text.size());
    bytes.append(text.begin(), text.end());
  }
  template <typename Element> void write(const std::vector<Element> &elements) {
    number(elements.size());
    for (const Element &element : elements) {
      write(element);
      flushIfFull();
    }
  }

  size_t partSize;
  PayloadSink sink;
  detail::Bytes bytes;
};

/// Converts an optional id to a number: nullopt to 0, ids to 1 and more.
template <typename Id> int64_t rankOf(std::optional<Id> id) {
  return id ? static_cast<int64_t>(*id) + 1 : 0;
}

void encodeInvocations(Encoder &encoder,
                       llvm::ArrayRef<Invocation> invocations) {
  encoder.number(invocations.size());
  Invocation last;
  for (const Invocation &invocation : invocations) {
    encoder(invocation.function);
    encoder.difference(rankOf(invocation.caller) - rankOf(last.caller));
    encoder.difference(rankOf(invocation.parent) - rankOf(last.parent));
    encoder.flushIfFull();
    last = invocation;
  }
}

/// Encodes events one after the other, each by its differences to the event
/// before it.
class EventEncoder {
public:
  EventEncoder(Encoder &encoder, llvm::ArrayRef<Invocation> invocations)
      : encoder(encoder), invocations(invocations) {}

  void add(const Event &event) {
    uint32_t next = static_cast<uint32_t>(event.invocation);
    int64_t entry = static_cast<int64_t>(event.entry);
    Move move = moveTo(next);
    encoder.number(zigzag(entry - lastEntry) << 2 |
                   static_cast<uint64_t>(move));
    if (move == Move::Far)
      encoder.number(farMove(next));
    lastEntry = entry;
    current = next;
    nextCall = std::max(nextCall, next + 1);
  }

private:
  Move moveTo(uint32_t next) const {
    if (next == current)
      return Move::Stay;
    if (next == nextCall)
      return Move::Call;
    return levelsUpTo(next) == 1 ? Move::Return : Move::Far;
  }
  uint64_t farMove(uint32_t next) const {
    if (uint32_t levels = levelsUpTo(next))
      return uint64_t(levels) << 1;
    return zigzag(int64_t(next) - int64_t(current)) << 1 | 1;
  }
  /// Returns how many levels the call `next` is above the current call in the
  /// chain of callers: 1 for the caller, 2 for its caller, and so on. Returns 0
  /// if `next` is not in the chain, or is more than `maxLevels` levels above.
  uint32_t levelsUpTo(uint32_t next) const {
    uint32_t at = current;
    for (uint32_t level = 1; level <= detail::maxLevels; ++level) {
      const std::optional<InvocationId> &caller = invocations[at].caller;
      if (!caller)
        return 0;
      at = static_cast<uint32_t>(*caller);
      if (at <= next)
        return at == next ? level : 0;
    }
    return 0;
  }

  Encoder &encoder;
  llvm::ArrayRef<Invocation> invocations;
  int64_t lastEntry = 0;
  uint32_t current = 0;
  uint32_t nextCall = 0;
};

} // namespace

void encodePayload(const EventList &events,
                   llvm::ArrayRef<Invocation> invocations,
                   const UnitTable &table, size_t partSize, PayloadSink sink) {
  Encoder encoder(partSize, sink);
  detail::visit(encoder, table);
  encodeInvocations(encoder, invocations);
  encoder.number(events.size());
  EventEncoder eventEncoder(encoder, invocations);
  for (Event event : events) {
    eventEncoder.add(event);
    encoder.flushIfFull();
  }
  encoder.flush();
}

detail::Bytes encodePayload(const EventList &events,
                            llvm::ArrayRef<Invocation> invocations,
                            const UnitTable &table) {
  detail::Bytes bytes;
  encodePayload(events, invocations, table, /*partSize=*/1 << 20,
                [&](llvm::ArrayRef<uint8_t> part) {
                  bytes.append(part.begin(), part.end());
                });
  return bytes;
}

} // namespace pinstripe
