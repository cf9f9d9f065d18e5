// Decodes the payload of a trace file: its content after decompression.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes can be arbitrary, even if their checksum is right. So the decoder
// takes memory only for bytes that are there, and stops at the first error.

#include "TraceCodec.h"
#include "pinstripe/Support/AvailableMemory.h"
#include "pinstripe/Support/LEB128.h"
#include <algorithm>
#include <limits>
#include <type_traits>

namespace pinstripe {
namespace {

using detail::Move;

class Decoder {
public:
  explicit Decoder(PayloadSource source) : source(source) {}

  bool failed() const { return hasFailed; }
  bool atEnd() { return !refill(); }

  uint64_t number() {
    std::optional<uint64_t> value = readLEB128([&]() -> std::optional<uint8_t> {
      if (!refill())
        return std::nullopt;
      uint8_t byte = rest.front();
      rest = rest.drop_front();
      return byte;
    });
    return value ? *value : fail();
  }

  int64_t difference() { return unzigzag(number()); }

  template <typename... Values> void operator()(Values &...values) {
    (read(values), ...);
  }

  /// Makes the decoding fail, since the bytes are not a payload. From then on,
  /// the decoder reads nothing more and returns zeros.
  uint64_t fail() {
    hasFailed = true;
    rest = {};
    return 0;
  }

private:
  bool refill() {
    if (LLVM_UNLIKELY(rest.empty()) && !hasFailed)
      rest = source();
    return !rest.empty();
  }

  template <typename Value> void read(Value &value) {
    if constexpr (std::is_enum_v<Value>)
      value = static_cast<Value>(
          below(static_cast<uint64_t>(detail::lastOf<Value>)));
    else if constexpr (std::is_class_v<Value>)
      detail::visit(*this, value);
    else if constexpr (std::is_signed_v<Value>)
      readSigned(value);
    else
      value = static_cast<Value>(below(std::numeric_limits<Value>::max()));
  }
  void read(std::string &text) {
    for (size_t left = number(); left > 0;) {
      if (!refill()) {
        fail();
        return;
      }
      size_t here = std::min(left, rest.size());
      text.append(rest.begin(), rest.begin() + here);
      rest = rest.drop_front(here);
      left -= here;
    }
  }
  template <typename Element> void read(std::vector<Element> &elements) {
    for (size_t left = number(); left > 0 && !hasFailed; --left)
      read(elements.emplace_back());
  }

  uint64_t below(uint64_t last) {
    uint64_t value = number();
    return value <= last ? value : fail();
  }
  template <typename Value> void readSigned(Value &value) {
    int64_t wide = difference();
    value = static_cast<Value>(wide);
    if (value != wide)
      fail();
  }

  PayloadSource source;
  /// The bytes of the current part of the payload that the decoder has not read
  /// yet.
  llvm::ArrayRef<uint8_t> rest;
  bool hasFailed = false;
};

constexpr int64_t largestIndex = std::numeric_limits<uint32_t>::max();

/// Returns `base + difference` if the sum is between 0 and `largest`; otherwise
/// makes `decoder` fail. `base` must be in that range as well.
int64_t moved(Decoder &decoder, int64_t base, int64_t difference,
              int64_t largest = largestIndex) {
  if (difference < -base || difference > largest - base)
    return decoder.fail();
  return base + difference;
}

template <typename Id> std::optional<Id> idOfRank(int64_t rank) {
  if (rank == 0)
    return std::nullopt;
  return static_cast<Id>(rank - 1);
}

/// Decodes the invocations (calls). Fails if a call comes before its caller.
void decodeInvocations(Decoder &decoder,
                       GrowingArray<Invocation> &invocations) {
  size_t count = decoder.number();
  int64_t caller = 0, parent = 0;
  while (invocations.size() < count && !decoder.failed()) {
    Invocation invocation;
    decoder(invocation.function);
    caller = moved(decoder, caller, decoder.difference(), invocations.size());
    parent = moved(decoder, parent, decoder.difference(), largestIndex + 1);
    invocation.caller = idOfRank<InvocationId>(caller);
    invocation.parent = idOfRank<EventIndex>(parent);
    invocations.push_back(invocation);
  }
}

/// Decodes events one after the other, each from its differences to the event
/// before it.
class EventDecoder {
public:
  EventDecoder(Decoder &decoder, llvm::ArrayRef<Invocation> invocations)
      : decoder(decoder), invocations(invocations) {}

  Event next() {
    uint64_t head = decoder.number();
    entry = moved(decoder, entry, unzigzag(head >> 2));
    current = moveFrom(static_cast<Move>(head & 3));
    if (current >= static_cast<int64_t>(invocations.size()))
      current = decoder.fail();
    nextCall = std::max(nextCall, current + 1);
    return {static_cast<EntryId>(entry), static_cast<InvocationId>(current)};
  }

private:
  int64_t moveFrom(Move move) {
    switch (move) {
    case Move::Stay:
      return current;
    case Move::Call:
      return nextCall;
    case Move::Return:
      return ancestor(1);
    case Move::Far:
      break;
    }
    uint64_t number = decoder.number();
    if (number & 1)
      return moved(decoder, current, unzigzag(number >> 1));
    return ancestor(number >> 1);
  }
  int64_t ancestor(uint64_t levels) {
    if (levels > detail::maxLevels || invocations.empty())
      return decoder.fail();
    int64_t at = current;
    for (; levels > 0; --levels) {
      const std::optional<InvocationId> &caller = invocations[at].caller;
      if (!caller)
        return decoder.fail();
      at = static_cast<int64_t>(*caller);
    }
    return at;
  }

  Decoder &decoder;
  llvm::ArrayRef<Invocation> invocations;
  int64_t entry = 0;
  /// The invocation in which the last decoded event happened.
  int64_t current = 0;
  int64_t nextCall = 0;
};

void decodeEvents(Decoder &decoder, RawTrace &trace) {
  size_t count = decoder.number();
  if (count > static_cast<size_t>(largestIndex))
    count = decoder.fail();
  // The number of events stands before the events in the file. So a trace that
  // is too large for memory is refused here, and memory does not run out while
  // the events are decoded.
  uint64_t bytes = Trace::bytesFor(count, trace.invocations.size());
  uint64_t available = availableMemory();
  if (available != 0 && bytes > available) {
    trace.missingMemory = bytes;
    decoder.fail();
  } else {
    trace.events.reserve(count);
  }
  EventDecoder events(decoder, trace.invocations);
  std::vector<Event> part;
  constexpr size_t partSize = 4096;
  while (trace.events.size() < count && !decoder.failed()) {
    part.resize(std::min(partSize, count - trace.events.size()));
    for (Event &event : part)
      event = events.next();
    trace.events.append(part);
  }
}

} // namespace

bool decodePayload(PayloadSource source, RawTrace &trace, UnitTable &table) {
  Decoder decoder(source);
  detail::visit(decoder, table);
  decodeInvocations(decoder, trace.invocations);
  decodeEvents(decoder, trace);
  return !decoder.failed() && decoder.atEnd();
}

} // namespace pinstripe
