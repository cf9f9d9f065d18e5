//===- ExceptionTables.cpp - Landing pads and linkage stubs -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExceptionTables.h"
#include "UnwindTable.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/DebugInfo/DWARF/DWARFDataExtractor.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace pinstripe {

std::map<uint64_t, std::string>
linkageStubs(const object::ELF64LEObjectFile &elf,
             const std::map<uint64_t, std::string> &slots) {
  std::map<uint64_t, std::string> stubs;
  for (const object::SectionRef &section : elf.sections()) {
    auto name = section.getName();
    if (!name || !name->starts_with(".plt")) {
      consumeError(name.takeError()); // nameless: no stubs
      continue;
    }
    auto contents = section.getContents();
    if (!contents) {
      consumeError(contents.takeError()); // unreadable: no stubs
      continue;
    }
    // Each stub is 16 bytes (8 in .plt.got) with one `jmp *slot(%rip)`.
    size_t size = *name == ".plt.got" ? 8 : 16;
    for (size_t stub = 0; stub + size <= contents->size(); stub += size)
      for (size_t i = stub; i + 6 <= stub + size; ++i) {
        if (uint8_t((*contents)[i]) != 0xff || (*contents)[i + 1] != 0x25)
          continue;
        int32_t offset = static_cast<int32_t>(
            support::endian::read32le(contents->data() + i + 2));
        uint64_t slot = section.getAddress() + i + 6 + int64_t(offset);
        if (auto found = slots.find(slot); found != slots.end())
          stubs.emplace(section.getAddress() + stub, found->second);
        break;
      }
  }
  return stubs;
}

/// Where the offsets of landing pads count from: the function, unless its parts
/// lie apart. None if it is written as no compiler does.
static std::optional<uint64_t> readPadStart(const DWARFDataExtractor &data,
                                            DataExtractor::Cursor &at,
                                            uint64_t address,
                                            uint64_t function) {
  uint8_t encoding = data.getU8(at);
  if (encoding == dwarf::DW_EH_PE_omit)
    return function;
  if (!at || (encoding & dwarf::DW_EH_PE_indirect) != 0)
    return std::nullopt;
  uint64_t offset = at.tell();
  std::optional<uint64_t> start =
      data.getEncodedPointer(&offset, encoding, address + offset);
  at.seek(offset);
  return start;
}

std::vector<uint64_t> landingPads(ArrayRef<uint8_t> bytes, uint64_t address,
                                  uint64_t function) {
  DWARFDataExtractor data(toStringRef(bytes), /*IsLittleEndian=*/true, 8);
  DataExtractor::Cursor at(0);
  std::vector<uint64_t> pads;
  std::optional<uint64_t> start = readPadStart(data, at, address, function);
  if (start && data.getU8(at) != dwarf::DW_EH_PE_omit) // encoding of types
    data.getULEB128(at);
  uint8_t siteEncoding = data.getU8(at);
  uint64_t length = data.getULEB128(at);
  uint64_t end = at.tell() + length;
  // gcc and clang both write it so; anything else would be hand-made.
  bool isKnown = start && (siteEncoding == dwarf::DW_EH_PE_uleb128 ||
                           siteEncoding == dwarf::DW_EH_PE_udata4);
  auto value = [&] {
    return siteEncoding == dwarf::DW_EH_PE_uleb128 ? data.getULEB128(at)
                                                   : data.getU32(at);
  };
  while (isKnown && at && at.tell() < end) {
    value(); // start of the range of calls
    value(); // its length
    uint64_t pad = value();
    data.getULEB128(at); // action
    if (at && pad)
      pads.push_back(*start + pad);
  }
  consumeError(at.takeError()); // a damaged table ends where it is damaged
  return pads;
}

/// From the data at [address, end), or less.
static void addLandingPads(uint64_t address, uint64_t end, uint64_t function,
                           ModuleCode &code) {
  for (const ModuleCode::Segment &segment : code.segments)
    if (address >= segment.address &&
        address - segment.address < segment.bytes.size()) {
      code.landingPads[function] =
          landingPads(ArrayRef(segment.bytes)
                          .drop_front(address - segment.address)
                          .take_front(end - address),
                      address, function);
      return;
    }
}

void readLandingPads(const object::ELF64LEObjectFile &elf, ModuleCode &code) {
  std::map<uint64_t, uint64_t> functions; // by address of their data
  for (const object::SectionRef &section : elf.sections()) {
    auto name = section.getName();
    auto contents = section.getContents();
    if (name && contents && *name == ".eh_frame")
      for (const UnwindEntry &entry :
           readUnwindTable(*contents, section.getAddress()))
        if (entry.specificData)
          functions.emplace(*entry.specificData, entry.function);
    consumeError(name.takeError()); // nameless, unreadable: no unwind table
    consumeError(contents.takeError());
  }
  // No byte is of two functions, or a small file could have pads without end.
  for (auto at = functions.begin(); at != functions.end(); ++at) {
    auto next = std::next(at);
    addLandingPads(at->first,
                   next == functions.end() ? UINT64_MAX : next->first,
                   at->second, code);
  }
}

} // namespace pinstripe
