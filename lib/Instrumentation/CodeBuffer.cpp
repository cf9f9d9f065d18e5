// Builds machine code for a known address, with labels and jumps.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Instrumentation/CodeBuffer.h"
#include "llvm/Support/Endian.h"
#include <cassert>

using namespace pinstripe;

void CodeBuffer::append(llvm::ArrayRef<uint8_t> bytes) {
  code.insert(code.end(), bytes.begin(), bytes.end());
}

void CodeBuffer::append32(uint32_t value) {
  uint8_t bytes[4];
  llvm::support::endian::write32le(bytes, value);
  append(bytes);
}

CodeBuffer::Label CodeBuffer::newLabel() {
  places.push_back(0);
  return Label(static_cast<uint32_t>(places.size() - 1));
}

void CodeBuffer::bind(Label label) {
  assert(!places[static_cast<size_t>(label)] && "a label has one place");
  places[static_cast<size_t>(label)] = here();
}

void CodeBuffer::appendDistance(Label label) {
  fixups.push_back({code.size(), label});
  append32(0);
}

void CodeBuffer::jump(Label label) {
  append({0xe9});
  appendDistance(label);
}

void CodeBuffer::jumpIf(ConditionCode condition, Label label) {
  append({0x0f, static_cast<uint8_t>(0x80 | static_cast<uint8_t>(condition))});
  appendDistance(label);
}

void CodeBuffer::jumpTo(uint64_t address) {
  append({0xe9});
  append32(static_cast<uint32_t>(address - (here() + 4)));
}

void CodeBuffer::jumpIfTo(ConditionCode condition, uint64_t address) {
  append({0x0f, static_cast<uint8_t>(0x80 | static_cast<uint8_t>(condition))});
  append32(static_cast<uint32_t>(address - (here() + 4)));
}

std::vector<uint8_t> CodeBuffer::finish() {
  for (const Fixup &fixup : fixups) {
    uint64_t target = places[static_cast<size_t>(fixup.label)];
    assert(target && "all labels are bound");
    llvm::support::endian::write32le(
        &code[fixup.place],
        static_cast<uint32_t>(target - (base + fixup.place + 4)));
  }
  fixups.clear();
  return std::move(code);
}
