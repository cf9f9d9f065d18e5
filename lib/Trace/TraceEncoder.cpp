//===- TraceEncoder.cpp - From a trace to the payload of its file ---------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceCodec.h"
#include <type_traits>

namespace pinstripe {
namespace {

class Encoder {
public:
  explicit Encoder(detail::Bytes &bytes) : bytes(bytes) {}

  void number(uint64_t value) {
    while (value >= 0x80) {
      bytes.push_back(static_cast<uint8_t>(value) | 0x80);
      value >>= 7;
    }
    bytes.push_back(static_cast<uint8_t>(value));
  }

  template <typename Value> void operator()(const Value &value) {
    if constexpr (std::is_enum_v<Value>)
      number(static_cast<uint64_t>(value));
    else if constexpr (std::is_signed_v<Value>)
      number(zigzag(value));
    else
      number(value);
  }
  template <typename Enum> void operator()(const Enum &value, Enum) {
    number(static_cast<uint64_t>(value));
  }
  void operator()(const std::string &text) {
    number(text.size());
    bytes.append(text.begin(), text.end());
  }
  template <typename Id> void operator()(const std::optional<Id> &id) {
    number(id ? static_cast<uint64_t>(*id) + 1 : 0);
  }
  void operator()(const std::vector<std::string> &texts) {
    number(texts.size());
    for (const std::string &text : texts)
      (*this)(text);
  }
  template <typename Element>
  void operator()(const std::vector<Element> &elements) {
    number(elements.size());
    for (const Element &element : elements)
      visit(*this, element);
  }

  /// Small numbers for small differences of either sign.
  static uint64_t zigzag(int64_t value) {
    return (static_cast<uint64_t>(value) << 1) ^
           static_cast<uint64_t>(value >> 63);
  }

private:
  template <typename Element> void visit(Encoder &, const Element &element) {
    // `visit` names the fields for reading and writing alike.
    detail::visit(*this, const_cast<Element &>(element));
  }
  detail::Bytes &bytes;
};

void encodeEvents(Encoder &encoder, llvm::ArrayRef<Event> events) {
  encoder.number(events.size());
  int64_t lastEntry = 0, lastInvocation = 0;
  for (const Event &event : events) {
    int64_t entry = static_cast<int64_t>(event.entry);
    int64_t invocation = static_cast<int64_t>(event.invocation);
    bool isOther = invocation != lastInvocation;
    encoder.number(Encoder::zigzag(entry - lastEntry) << 1 | isOther);
    if (isOther)
      encoder.number(Encoder::zigzag(invocation - lastInvocation));
    lastEntry = entry;
    lastInvocation = invocation;
  }
}

} // namespace

detail::Bytes encodePayload(const Trace &trace, const UnitTable &table) {
  detail::Bytes bytes;
  Encoder encoder(bytes);
  detail::visit(encoder, const_cast<UnitTable &>(table));
  encoder(trace.allInvocations().vec());
  encodeEvents(encoder, trace.allEvents());
  return bytes;
}

} // namespace pinstripe
