//===- LineTableForm.cpp - Whether LLVM can read a line table -------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineTableForm.h"

#include "llvm/DebugInfo/DWARF/DWARFFormValue.h"

using namespace llvm;

namespace pinstripe {

namespace {

/// Reads the header of one table, up to where it has a form that is none.
class HeaderReader {
public:
  HeaderReader(const DWARFDataExtractor &data, uint64_t offset)
      : data(data), offset(offset) {}

  bool hasKnownForms();

private:
  bool readEntries();

  const DWARFDataExtractor &data;
  uint64_t offset;
  dwarf::FormParams parameters = {};
};

/// A list of formats, then as many entries as it says, each in all formats.
bool HeaderReader::readEntries() {
  std::vector<dwarf::Form> forms;
  for (unsigned left = data.getU8(&offset); left > 0; --left) {
    data.getULEB128(&offset); // what it is of the entry
    // As LLVM cuts it.
    forms.push_back(static_cast<dwarf::Form>(
        static_cast<uint16_t>(data.getULEB128(&offset))));
  }
  uint64_t entries = data.getULEB128(&offset);
  // Entries of no format take no bytes, and there may be as many as can be.
  if (forms.empty())
    return true;
  for (; entries > 0 && data.isValidOffset(offset); --entries) {
    uint64_t before = offset;
    for (dwarf::Form form : forms)
      if (!DWARFFormValue::skipValue(form, data, &offset, parameters))
        return false;
    if (offset == before) // so does LLVM, as often as it is told
      return false;
  }
  return true;
}

bool HeaderReader::hasKnownForms() {
  auto [length, format] = data.getInitialLength(&offset);
  parameters.Format = format;
  parameters.Version = data.getU16(&offset);
  if (parameters.Version != 5)
    return true;
  parameters.AddrSize = data.getU8(&offset);
  data.getU8(&offset); // size of a segment selector
  data.getUnsigned(&offset, parameters.getDwarfOffsetByteSize()); // its length
  offset += 5; // of instructions and of the numbers in special opcodes
  unsigned opcodes = data.getU8(&offset);
  offset += opcodes == 0 ? 0 : opcodes - 1;
  return readEntries() && readEntries(); // folders, files
}

} // namespace

bool hasKnownForms(DWARFContext &dwarf, DWARFUnit &unit) {
  DWARFDie root = unit.getUnitDIE();
  auto offset = dwarf::toSectionOffset(root ? root.find(dwarf::DW_AT_stmt_list)
                                            : std::nullopt);
  if (!offset)
    return true;
  const DWARFObject &object = dwarf.getDWARFObj();
  DWARFDataExtractor data(object, object.getLineSection(),
                          /*IsLittleEndian=*/true, unit.getAddressByteSize());
  return HeaderReader(data, *offset).hasKnownForms();
}

} // namespace pinstripe
