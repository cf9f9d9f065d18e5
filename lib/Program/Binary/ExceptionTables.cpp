// Reads landing pads and the stubs of library calls from an ELF file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exceptions enter a function at its landing pads. A stub is code that the
// linker adds for calls of a library function.

#include "Binary/ExceptionTables.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/DebugInfo/DWARF/DWARFDataExtractor.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugFrame.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/Endian.h"

namespace pinstripe {

std::map<uint64_t, std::string>
linkageStubs(const llvm::object::ELF64LEObjectFile &elf,
             const std::map<uint64_t, std::string> &slots) {
  std::map<uint64_t, std::string> stubs;
  for (const llvm::object::SectionRef &section : elf.sections()) {
    auto name = llvm::expectedToOptional(section.getName());
    auto contents = llvm::expectedToOptional(section.getContents());
    // A section that has no name or can't be read is skipped, as if it had no
    // stubs (pieces of code that call a library function).
    if (!name || !name->starts_with(".plt") || !contents)
      continue;
    // A stub for calls of a library function is 16 bytes long (8 in .plt.got)
    // and has one `jmp *slot(%rip)`, where the slot holds the function's
    // address.
    size_t size = *name == ".plt.got" ? 8 : 16;
    for (size_t stub = 0; stub + size <= contents->size(); stub += size)
      for (size_t i = stub; i + 6 <= stub + size; ++i) {
        if (uint8_t((*contents)[i]) != 0xff || (*contents)[i + 1] != 0x25)
          continue;
        int32_t offset = static_cast<int32_t>(
            llvm::support::endian::read32le(contents->data() + i + 2));
        uint64_t slot = section.getAddress() + i + 6 + int64_t(offset);
        if (auto found = slots.find(slot); found != slots.end())
          stubs.emplace(section.getAddress() + stub, found->second);
        break;
      }
  }
  return stubs;
}

/// Reads the base address of the landing pads of `function`. The exception data
/// gives the landing pads as offsets from this address. It is usually the
/// address of the function. If the function has several parts, it can be the
/// address of one of these parts. Returns nullopt if the address has an
/// encoding that no compiler uses.
static std::optional<uint64_t>
readPadStart(const llvm::DWARFDataExtractor &data,
             llvm::DataExtractor::Cursor &at, uint64_t address,
             uint64_t function) {
  uint8_t encoding = data.getU8(at);
  if (encoding == llvm::dwarf::DW_EH_PE_omit)
    return function;
  if (!at || (encoding & llvm::dwarf::DW_EH_PE_indirect) != 0)
    return std::nullopt;
  uint64_t offset = at.tell();
  std::optional<uint64_t> start =
      data.getEncodedPointer(&offset, encoding, address + offset);
  at.seek(offset);
  return start;
}

std::vector<uint64_t> landingPads(llvm::ArrayRef<uint8_t> bytes,
                                  uint64_t address, uint64_t function) {
  llvm::DWARFDataExtractor data(llvm::toStringRef(bytes),
                                /*IsLittleEndian=*/true, 8);
  llvm::DataExtractor::Cursor at(0);
  std::vector<uint64_t> pads;
  std::optional<uint64_t> start = readPadStart(data, at, address, function);
  // After the start address, the exception data says how the table of exception
  // types is encoded. If there is such a table, the distance to it comes next.
  // This distance is skipped.
  if (start && data.getU8(at) != llvm::dwarf::DW_EH_PE_omit)
    data.getULEB128(at);
  uint8_t siteEncoding = data.getU8(at);
  uint64_t length = data.getULEB128(at);
  uint64_t end = at.tell() + length;
  // gcc and clang write the table of call sites in the encoding uleb128 or
  // udata4. A table in any other encoding is hand-made, and no landing pads are
  // read from it.
  bool isKnown = start && (siteEncoding == llvm::dwarf::DW_EH_PE_uleb128 ||
                           siteEncoding == llvm::dwarf::DW_EH_PE_udata4);
  auto value = [&] {
    return siteEncoding == llvm::dwarf::DW_EH_PE_uleb128 ? data.getULEB128(at)
                                                         : data.getU32(at);
  };
  while (isKnown && at && at.tell() < end) {
    value(); // The start of the call site is not needed.
    value(); // The length of the call site is not needed.
    uint64_t pad = value();
    data.getULEB128(at); // The number of the call site's action is not needed.
    if (at && pad)
      pads.push_back(*start + pad);
  }
  // If the table is damaged, the landing pads before the damage are used.
  llvm::consumeError(at.takeError());
  return pads;
}

/// Reads the landing pads of `function` from its exception data. The exception
/// data begins at `address`, and ends at `end` at the latest.
static void addLandingPads(uint64_t address, uint64_t end, uint64_t function,
                           ModuleCode &code) {
  for (const ModuleCode::Segment &segment : code.segments)
    if (address >= segment.address &&
        address - segment.address < segment.bytes.size()) {
      code.landingPads[function] =
          landingPads(llvm::ArrayRef(segment.bytes)
                          .drop_front(address - segment.address)
                          .take_front(end - address),
                      address, function);
      return;
    }
}

/// Returns true if an unwind table refers to a common entry (CIE) at the offset
/// -1 or -2. LLVM has a hash map from offsets to CIEs, in which the keys -1 and
/// -2 stand for free slots. So LLVM would read uninitialised memory if it
/// looked up one of these offsets.
static bool refersToFreePlace(llvm::StringRef section) {
  llvm::DataExtractor data(section, /*IsLittleEndian=*/true, /*AddressSize=*/8);
  uint64_t at = 0;
  while (data.isValidOffsetForDataOfSize(at, 16)) {
    uint64_t length = data.getU32(&at);
    if (length == llvm::dwarf::DW_LENGTH_DWARF64)
      length = data.getU64(&at);
    uint64_t reference = at;
    if (reference - data.getU32(&at) >= ~uint64_t(1))
      return true;
    if (length > section.size() - reference)
      return false;
    at = reference + length;
  }
  return false;
}

static void readUnwindTable(llvm::StringRef section, uint64_t address,
                            std::map<uint64_t, uint64_t> &functions) {
  if (refersToFreePlace(section))
    return;
  llvm::DWARFDebugFrame table(llvm::Triple::x86_64, /*IsEH=*/true, address);
  // If an entry of the unwind table is damaged, the entries before it are used.
  llvm::consumeError(
      table.parse(llvm::DWARFDataExtractor(section, /*IsLittleEndian=*/true,
                                           /*AddressSize=*/8)));
  for (const llvm::dwarf::FrameEntry &entry : table) {
    const auto *function = llvm::dyn_cast<llvm::dwarf::FDE>(&entry);
    std::optional<uint64_t> data =
        function ? function->getLSDAAddress() : std::nullopt;
    // LLVM decodes a null pointer in a relative encoding as the address of the
    // pointer itself, which lies in the unwind table. So a pointer into the
    // section of this table counts as null.
    if (data && *data != 0 && *data - address >= section.size())
      functions.emplace(*data, function->getInitialLocation());
  }
}

std::map<uint64_t, uint64_t>
functionsByExceptionData(const llvm::object::ELF64LEObjectFile &elf) {
  std::map<uint64_t, uint64_t> functions;
  for (const llvm::object::SectionRef &section : elf.sections()) {
    auto name = llvm::expectedToOptional(section.getName());
    auto contents = llvm::expectedToOptional(section.getContents());
    if (name && contents && *name == ".eh_frame")
      readUnwindTable(*contents, section.getAddress(), functions);
  }
  return functions;
}

void readLandingPads(const llvm::object::ELF64LEObjectFile &elf,
                     ModuleCode &code) {
  std::map<uint64_t, uint64_t> functions = functionsByExceptionData(elf);
  // The exception data of a function ends where the exception data of the next
  // function begins. Without this limit, several functions could have the same
  // bytes as exception data, and a small hostile file could have a huge number
  // of landing pads.
  for (auto at = functions.begin(); at != functions.end(); ++at) {
    auto next = std::next(at);
    addLandingPads(at->first,
                   next == functions.end() ? UINT64_MAX : next->first,
                   at->second, code);
  }
}

} // namespace pinstripe
