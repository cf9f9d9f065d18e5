//===- TraceDecoder.cpp - From the payload of a file to a trace -----------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes may be anything, even behind a right checksum: nothing is allocated
// that they don't pay for, and the first misfit ends the reading.
//
//===----------------------------------------------------------------------===//

#include "TraceCodec.h"
#include <limits>
#include <type_traits>

namespace pinstripe {
namespace {

class Decoder {
public:
  explicit Decoder(llvm::ArrayRef<uint8_t> bytes) : rest(bytes) {}

  bool failed() const { return hasFailed; }
  bool atEnd() const { return rest.empty(); }

  uint64_t number() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !rest.empty(); shift += 7) {
      uint8_t byte = rest.front();
      rest = rest.drop_front();
      uint64_t bits = byte & 0x7f;
      if (shift == 63 && bits > 1)
        return fail();
      value |= bits << shift;
      if (byte < 0x80)
        return value;
    }
    return fail();
  }

  int64_t difference() {
    uint64_t value = number();
    return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
  }

  /// The size of something whose elements take at least one byte each.
  size_t size() {
    uint64_t value = number();
    return value <= rest.size() ? value : fail();
  }

  template <typename Value> void operator()(Value &value) {
    if constexpr (std::is_enum_v<Value>)
      value = static_cast<Value>(below(maximum<std::underlying_type_t<Value>>));
    else if constexpr (std::is_signed_v<Value>)
      readSigned(value);
    else
      value = static_cast<Value>(below(maximum<Value>));
  }
  template <typename Enum> void operator()(Enum &value, Enum last) {
    value = static_cast<Enum>(below(static_cast<uint64_t>(last)));
  }
  void operator()(std::string &text) {
    size_t length = size();
    text.assign(rest.begin(), rest.begin() + length);
    rest = rest.drop_front(length);
  }
  template <typename Id> void operator()(std::optional<Id> &id) {
    uint64_t value = below(uint64_t(maximum<uint32_t>) + 1);
    id = value == 0 ? std::nullopt : std::optional(static_cast<Id>(value - 1));
  }
  void operator()(std::vector<std::string> &texts) {
    for (size_t left = size(); left > 0 && !hasFailed; --left)
      (*this)(texts.emplace_back());
  }
  template <typename Element> void operator()(std::vector<Element> &elements) {
    for (size_t left = size(); left > 0 && !hasFailed; --left)
      detail::visit(*this, elements.emplace_back());
  }

  /// Ends the reading; all that follows comes out as zero.
  uint64_t fail() {
    hasFailed = true;
    rest = {};
    return 0;
  }

private:
  template <typename Value>
  static constexpr Value maximum = std::numeric_limits<Value>::max();

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

  llvm::ArrayRef<uint8_t> rest;
  bool hasFailed = false;
};

/// `base + difference`, where that is an index; all are below 2^32.
uint32_t moved(Decoder &decoder, uint32_t base, int64_t difference) {
  constexpr int64_t limit = std::numeric_limits<uint32_t>::max();
  if (difference < -limit || difference > limit || base + difference < 0 ||
      base + difference > limit)
    return decoder.fail();
  return static_cast<uint32_t>(base + difference);
}

void decodeEvents(Decoder &decoder, std::vector<Event> &events) {
  size_t count = decoder.size();
  if (count > std::numeric_limits<uint32_t>::max())
    count = decoder.fail();
  events.reserve(count);
  uint32_t entry = 0, invocation = 0;
  while (events.size() < count && !decoder.failed()) {
    uint64_t head = decoder.number();
    uint64_t zigzag = head >> 1;
    entry = moved(decoder, entry,
                  static_cast<int64_t>(zigzag >> 1) ^
                      -static_cast<int64_t>(zigzag & 1));
    if (head & 1)
      invocation = moved(decoder, invocation, decoder.difference());
    events.push_back(
        {static_cast<EntryId>(entry), static_cast<InvocationId>(invocation)});
  }
}

} // namespace

bool decodePayload(llvm::ArrayRef<uint8_t> payload, RawTrace &trace,
                   UnitTable &table) {
  Decoder decoder(payload);
  detail::visit(decoder, table);
  decoder(trace.invocations);
  decodeEvents(decoder, trace.events);
  return !decoder.failed() && decoder.atEnd();
}

} // namespace pinstripe
