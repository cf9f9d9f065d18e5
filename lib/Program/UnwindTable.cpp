//===- UnwindTable.cpp - Functions with data for exceptions ---------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnwindTable.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;

namespace pinstripe {

namespace {

/// What a common information entry says of the descriptions that refer to it.
struct CommonEntry {
  bool hasAugmentation = false; ///< data whose length is known
  uint8_t functionEncoding = dwarf::DW_EH_PE_absptr;
  uint8_t dataEncoding = dwarf::DW_EH_PE_omit;
};

/// Positions are offsets into the section. Each reading function is false
/// where the entry is of a form that is none; what lies beyond the entry makes
/// the cursor fail.
class TableReader {
public:
  TableReader(StringRef section, uint64_t address)
      : section(section), address(address) {}

  std::vector<UnwindEntry> read();

private:
  using Cursor = DataExtractor::Cursor;

  bool readEntry(Cursor &at);
  bool readCommon(const DataExtractor &data, Cursor &at, CommonEntry &entry);
  bool readAugmentation(StringRef letters, const DataExtractor &data,
                        Cursor &at, CommonEntry &entry);
  bool readDescription(const DataExtractor &data, Cursor &at,
                       const CommonEntry &common);
  bool readPointer(const DataExtractor &data, Cursor &at, uint8_t encoding,
                   std::optional<uint64_t> &pointer) const;

  StringRef section;
  uint64_t address;
  std::map<uint64_t, CommonEntry> commonEntries; ///< by where they begin
  std::vector<UnwindEntry> entries;
};

DataExtractor extractor(StringRef bytes) {
  return {bytes, /*IsLittleEndian=*/true, /*AddressSize=*/8};
}

/// Of the format in the low half of the encoding; none if there is no such.
std::optional<uint64_t> readNumber(const DataExtractor &data,
                                   DataExtractor::Cursor &at,
                                   uint8_t encoding) {
  // Takes up to seven bytes before it, to begin where a pointer may.
  if ((encoding & 0x70) == dwarf::DW_EH_PE_aligned)
    return std::nullopt;
  switch (encoding & 0x0f) {
  case dwarf::DW_EH_PE_absptr:
  case dwarf::DW_EH_PE_udata8:
  case dwarf::DW_EH_PE_sdata8:
    return data.getU64(at);
  case dwarf::DW_EH_PE_uleb128:
    return data.getULEB128(at);
  case dwarf::DW_EH_PE_sleb128:
    return static_cast<uint64_t>(data.getSLEB128(at));
  case dwarf::DW_EH_PE_udata2:
    return data.getU16(at);
  case dwarf::DW_EH_PE_sdata2:
    return static_cast<uint64_t>(SignExtend64<16>(data.getU16(at)));
  case dwarf::DW_EH_PE_udata4:
    return data.getU32(at);
  case dwarf::DW_EH_PE_sdata4:
    return static_cast<uint64_t>(SignExtend64<32>(data.getU32(at)));
  default:
    return std::nullopt;
  }
}

/// None if the pointer is null, leads to another, or counts from what the table
/// does not say.
bool TableReader::readPointer(const DataExtractor &data, Cursor &at,
                              uint8_t encoding,
                              std::optional<uint64_t> &pointer) const {
  uint64_t place = address + at.tell();
  std::optional<uint64_t> number = readNumber(data, at, encoding);
  uint8_t base = encoding & 0xf0;
  if (number && *number != 0 && base == dwarf::DW_EH_PE_pcrel)
    pointer = *number + place;
  else if (number && *number != 0 && base == dwarf::DW_EH_PE_absptr)
    pointer = number;
  return number.has_value();
}

bool TableReader::readAugmentation(StringRef letters, const DataExtractor &data,
                                   Cursor &at, CommonEntry &entry) {
  for (char letter : letters)
    switch (letter) {
    case 'L':
      entry.dataEncoding = data.getU8(at);
      break;
    case 'P': // the personality routine
      if (!readNumber(data, at, data.getU8(at)))
        return false;
      break;
    case 'R':
      entry.functionEncoding = data.getU8(at);
      break;
    case 'S': // the frame of a signal handler
    case 'B': // of signed, of tagged addresses: not on x86-64
    case 'G':
      break;
    default:
      return false;
    }
  return true;
}

bool TableReader::readCommon(const DataExtractor &data, Cursor &at,
                             CommonEntry &entry) {
  uint8_t version = data.getU8(at);
  StringRef letters = data.getCStrRef(at);
  if (version != 1 && version != 3 && version != 4)
    return false;
  // Sizes of addresses and of segment selectors, which x86-64 has not.
  if (version == 4 && (data.getU8(at) != 8 || data.getU8(at) != 0))
    return false;
  data.getULEB128(at); // what code is aligned to
  data.getSLEB128(at); // and data
  if (version == 1)
    data.getU8(at); // register of the return address
  else
    data.getULEB128(at);
  if (letters.empty())
    return true;
  // 'z', a length, comes before all other letters.
  entry.hasAugmentation = letters.consume_front("z");
  if (!entry.hasAugmentation)
    return false;
  uint64_t length = data.getULEB128(at), begin = at.tell();
  return readAugmentation(letters, data, at, entry) &&
         at.tell() - begin <= length;
}

bool TableReader::readDescription(const DataExtractor &data, Cursor &at,
                                  const CommonEntry &common) {
  UnwindEntry entry;
  std::optional<uint64_t> function;
  if (!readPointer(data, at, common.functionEncoding, function) ||
      !readNumber(data, at, common.functionEncoding)) // its size
    return false;
  if (common.hasAugmentation && common.dataEncoding != dwarf::DW_EH_PE_omit) {
    uint64_t length = data.getULEB128(at), begin = at.tell();
    if (!readPointer(data, at, common.dataEncoding, entry.specificData) ||
        at.tell() - begin > length)
      return false;
  }
  if (at && function) {
    entry.function = *function;
    entries.push_back(entry);
  }
  return true;
}

/// False after the last one, too.
bool TableReader::readEntry(Cursor &at) {
  uint64_t begin = at.tell();
  DataExtractor rest = extractor(section);
  uint64_t length = rest.getU32(at);
  if (length == dwarf::DW_LENGTH_DWARF64)
    length = rest.getU64(at);
  uint64_t reference = at.tell();
  if (!at || length == 0 || length > section.size() - reference)
    return false;
  DataExtractor data = extractor(section.take_front(reference + length));
  uint32_t distance = data.getU32(at); // of 4 bytes whatever the length has
  bool isKnown = false;
  if (distance == 0) {
    isKnown = readCommon(data, at, commonEntries[begin]);
  } else if (auto common = commonEntries.find(reference - distance);
             common != commonEntries.end()) {
    isKnown = readDescription(data, at, common->second);
  }
  if (!isKnown || !at)
    return false;
  at.seek(reference + length);
  return true;
}

std::vector<UnwindEntry> TableReader::read() {
  Cursor at(0);
  while (at.tell() < section.size() && readEntry(at))
    ;
  consumeError(at.takeError()); // a damaged table ends where it is damaged
  return std::move(entries);
}

} // namespace

std::vector<UnwindEntry> readUnwindTable(StringRef section, uint64_t address) {
  return TableReader(section, address).read();
}

} // namespace pinstripe
