// Opens the file of an executable or shared library.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file is opened once, and then read twice: for its code and for its debug
// information.

#ifndef PINSTRIPE_LIB_PROGRAM_BINARY_ELFFILE_H
#define PINSTRIPE_LIB_PROGRAM_BINARY_ELFFILE_H

#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

namespace pinstripe {

class ModuleCode;

class ElfFile {
public:
  /// Opens a linked ELF file for x86-64. Any other file gives a TargetError.
  static llvm::Expected<ElfFile> open(const std::string &path);

  /// Returns a reader of the debug information in this file. The reader opens
  /// the split file (.dwo) of a compilation unit when that unit's entries are
  /// asked for. LLVM may crash on a damaged file, so the function tryToRead
  /// must have accepted this file before.
  std::unique_ptr<llvm::DWARFContext> openDwarf() const;

  const llvm::object::ELF64LEObjectFile &elf() const { return *file; }
  llvm::StringRef bytes() const { return buffer->getBuffer(); }
  uint64_t size() const { return buffer->getBufferSize(); }

  /// Returns a TargetError whose text is the path of this file in quotes, a
  /// colon and `what`.
  llvm::Error fail(const llvm::Twine &what) const;

private:
  explicit ElfFile(const std::string &path) : path(path) {}
  llvm::Error open();

  std::string path;
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  std::unique_ptr<llvm::object::ObjectFile> object;
  const llvm::object::ELF64LEObjectFile *file = nullptr;
};

/// Returns the path of the split file (.dwo) that holds the DWARF entries of a
/// compilation unit. The file need not exist. Returns an empty text if the unit
/// is not split.
std::string splitFileOf(llvm::DWARFUnit &unit);

/// Reads an ELF file into `code`. Returns a TargetError for a file that is
/// truncated or whose program headers can't be read.
llvm::Error readCode(const ElfFile &file, ModuleCode &code);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_BINARY_ELFFILE_H
