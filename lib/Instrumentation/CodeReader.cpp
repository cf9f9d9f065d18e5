// Reads single instructions of a module and of its trampolines, which hold
// moved instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CodeReader.h"
#include "llvm/Support/Endian.h"

using namespace pinstripe;

constexpr uint64_t longestInstruction = 15;

std::optional<CodeLine> CodeReader::read(llvm::ArrayRef<uint8_t> bytes,
                                         uint64_t address) const {
  auto instruction = decoder.decodeFirst(bytes, address);
  if (!instruction)
    return std::nullopt;
  return CodeLine{*instruction, decoder.text(bytes, address)};
}

std::optional<CodeLine> CodeReader::original(uint64_t address) const {
  for (uint64_t size = longestInstruction; size > 0; --size)
    if (auto bytes = module.bytesAt(address, size); !bytes.empty())
      return read(bytes, address);
  return std::nullopt;
}

std::optional<CodeLine> CodeReader::trampoline(uint64_t address) const {
  uint64_t offset = address - patched.trampolineBase;
  if (offset >= patched.trampolines.size())
    return std::nullopt;
  llvm::ArrayRef<uint8_t> rest(patched.trampolines);
  return read(rest.drop_front(offset).take_front(longestInstruction), address);
}

int32_t CodeReader::lastWord(const CodeLine &line) const {
  return static_cast<int32_t>(llvm::support::endian::read32le(
      &patched.trampolines[line.end() - 4 - patched.trampolineBase]));
}
