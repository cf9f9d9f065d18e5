// Prepares the frame descriptions of recompiled functions for the unwinder.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linking/FrameTables.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/DataExtractor.h"

using namespace pinstripe;
namespace dwarf = llvm::dwarf;

/// Returns whether the frame descriptions (FDEs) that share a common part (CIE)
/// give the addresses of their functions as distances of 32 bits. The common
/// part begins at `offset`.
static bool isUsual(const llvm::DataExtractor &data, uint64_t offset) {
  // The CIE begins with its length, its kind and its version, which take 9
  // bytes in all.
  constexpr uint64_t head = 9;
  offset += head;
  llvm::StringRef letters = data.getCStrRef(&offset);
  (void)data.getULEB128(&offset); // code alignment
  (void)data.getSLEB128(&offset); // data alignment
  // Skips the number of the register that holds the return address.
  (void)data.getULEB128(&offset);
  if (!letters.consume_front("z"))
    return false;
  (void)data.getULEB128(&offset); // skips the size of the augmentation data
  for (char letter : letters)
    switch (letter) {
    case 'R':
      return data.getU8(&offset) ==
             (dwarf::DW_EH_PE_pcrel | dwarf::DW_EH_PE_sdata4);
    case 'L':
      ++offset;
      break;
    case 'P':
      if ((data.getU8(&offset) & 0x0f) != dwarf::DW_EH_PE_sdata4)
        return false;
      offset += sizeof(int32_t);
      break;
    default:
      return false;
    }
  return false;
}

std::optional<std::vector<FrameDescription>>
pinstripe::readFrameTable(llvm::ArrayRef<uint8_t> table, uint64_t address) {
  llvm::DataExtractor data(llvm::toStringRef(table), /*IsLittleEndian=*/true,
                           /*AddressSize=*/8);
  std::vector<FrameDescription> found;
  for (uint64_t begin = 0; data.isValidOffsetForDataOfSize(begin, 4);) {
    uint64_t offset = begin;
    uint32_t length = data.getU32(&offset);
    if (length == 0)
      return found;
    uint64_t kindPlace = offset;
    uint32_t kind = data.getU32(&offset);
    // The kind is 0 in a common part (CIE). In a frame description (FDE), the
    // kind is the distance back to the common part that belongs to the
    // description.
    if (kind != 0) {
      if (kind > kindPlace || !isUsual(data, kindPlace - kind))
        return std::nullopt;
      uint64_t place = address + offset;
      auto distance = static_cast<int32_t>(data.getU32(&offset));
      found.push_back(
          {place + static_cast<uint64_t>(int64_t(distance)), address + begin});
    }
    begin = kindPlace + length;
  }
  return std::nullopt;
}
