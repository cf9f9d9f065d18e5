//===- DebugForm.cpp - Debug information of a sound form -----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugForm.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugAbbrev.h"
#include "llvm/DebugInfo/DWARF/DWARFFormValue.h"

using namespace llvm;

namespace pinstripe {

namespace {

/// Goes through the entries of one unit as LLVM does, which looks where it is
/// only between them.
class EntryWalker {
public:
  explicit EntryWalker(DWARFUnit &unit)
      : data(unit.getDebugInfoExtractor()), parameters(unit.getFormParams()),
        abbreviations(unit.getAbbreviations()),
        offset(unit.getOffset() + unit.getHeaderSize()),
        end(std::min<uint64_t>(unit.getNextUnitOffset(), data.size())) {}

  /// Whether all are inside, and nothing leads LLVM astray.
  bool areSound();

private:
  bool skipEntry(const DWARFAbbreviationDeclaration &declaration);
  bool skip(dwarf::Form form);
  bool skipBytes(uint64_t count) {
    if (count > end - offset)
      return false;
    offset += count;
    return true;
  }
  std::optional<uint64_t> readNumber(unsigned size);
  std::optional<uint64_t> readLEB();
  bool skipString();
  bool skipSignature();

  DWARFDataExtractor data;
  dwarf::FormParams parameters;
  const DWARFAbbreviationDeclarationSet *abbreviations;
  uint64_t offset;
  uint64_t end;
};

std::optional<uint64_t> EntryWalker::readNumber(unsigned size) {
  if (size > end - offset)
    return std::nullopt;
  return data.getUnsigned(&offset, size);
}

std::optional<uint64_t> EntryWalker::readLEB() {
  uint64_t before = offset;
  uint64_t value = offset < end ? data.getULEB128(&offset) : 0;
  if (offset == before || offset > end)
    return std::nullopt;
  return value;
}

bool EntryWalker::skipString() {
  size_t size = data.getData().substr(offset, end - offset).find('\0');
  return size != StringRef::npos && skipBytes(size + 1);
}

/// LLVM looks for the type in a table to which two of them say what is empty.
bool EntryWalker::skipSignature() {
  using Key = DenseMapInfo<uint64_t>;
  std::optional<uint64_t> signature = readNumber(8);
  return signature && *signature != Key::getEmptyKey() &&
         *signature != Key::getTombstoneKey();
}

bool EntryWalker::skip(dwarf::Form form) {
  while (form == dwarf::DW_FORM_indirect) {
    std::optional<uint64_t> actual = readLEB();
    if (!actual)
      return false;
    form = static_cast<dwarf::Form>(*actual);
  }
  auto skipCounted = [&](std::optional<uint64_t> count) {
    return count && skipBytes(*count);
  };
  switch (form) {
  case dwarf::DW_FORM_block:
  case dwarf::DW_FORM_exprloc:
    return skipCounted(readLEB());
  case dwarf::DW_FORM_block1:
    return skipCounted(readNumber(1));
  case dwarf::DW_FORM_block2:
    return skipCounted(readNumber(2));
  case dwarf::DW_FORM_block4:
    return skipCounted(readNumber(4));
  case dwarf::DW_FORM_string:
    return skipString();
  case dwarf::DW_FORM_LLVM_addrx_offset:
    return readLEB() && skipBytes(4);
  case dwarf::DW_FORM_ref_sig8:
    return skipSignature();
  default:
    if (auto size = dwarf::getFixedFormByteSize(form, parameters))
      return skipBytes(*size);
    return readLEB().has_value(); // or no form, where LLVM ends
  }
}

bool EntryWalker::skipEntry(const DWARFAbbreviationDeclaration &declaration) {
  return llvm::all_of(declaration.attributes(), [&](const auto &attribute) {
    return attribute.isImplicitConst() || skip(attribute.Form);
  });
}

bool EntryWalker::areSound() {
  if (!abbreviations || offset > end)
    return true; // of no use to LLVM either
  int64_t depth = 0;
  do {
    std::optional<uint64_t> code = readLEB();
    if (!code) // LLVM looks there
      return true;
    if (*code == 0) {
      --depth;
      continue;
    }
    const DWARFAbbreviationDeclaration *declaration =
        abbreviations->getAbbreviationDeclaration(*code);
    if (!declaration)
      return true;
    if (!skipEntry(*declaration))
      return false;
    depth += declaration->hasChildren();
  } while (depth > 0);
  return true;
}

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
    if (!data.isValidOffsetForDataOfSize(offset, 2))
      return false;
    data.getULEB128(&offset); // what it is of the entry
    // As LLVM cuts it.
    forms.push_back(static_cast<dwarf::Form>(
        static_cast<uint16_t>(data.getULEB128(&offset))));
  }
  if (!data.isValidOffset(offset))
    return false;
  uint64_t entries = data.getULEB128(&offset);
  // Entries of no format take no bytes, and there may be as many as can be.
  if (forms.empty())
    return true;
  for (; entries > 0 && data.isValidOffset(offset); --entries) {
    uint64_t before = offset;
    for (dwarf::Form form : forms)
      if (!data.isValidOffset(offset) ||
          !DWARFFormValue::skipValue(form, data, &offset, parameters))
        return false;
    if (offset <= before) // so does LLVM, as often as it is told
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

} // namespace

/// What is wrong in one place is no reason to refuse the rest. Whoever keeps
/// relocations in a linked file (-Wl,-q) has them applied already.
Expected<std::unique_ptr<DWARFContext>> openDwarf(const ElfFile &elf) {
  auto ignore = [](Error error) { consumeError(std::move(error)); };
  std::unique_ptr<DWARFContext> dwarf = DWARFContext::create(
      elf.elf(), DWARFContext::ProcessDebugRelocations::Ignore, nullptr, "",
      ignore, ignore);
  for (const auto &unit : dwarf->normal_units()) {
    if (!EntryWalker(*unit).areSound())
      return elf.fail("has damaged debug information; build it again");
    if (!hasKnownForms(*dwarf, *unit))
      return elf.fail("has a damaged line table; build it again");
  }
  return dwarf;
}

} // namespace pinstripe
