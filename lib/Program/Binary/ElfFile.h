// Opens the file of an executable or shared library.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file is opened once and read twice: for its code and for its debug
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
  /// Opens a linked x86-64 file; any other file is a TargetError.
  static llvm::Expected<ElfFile> open(const std::string &path);

  /// Opens the debug information in the file itself, not in split files. LLVM
  /// may crash on it unless `tryToRead` has accepted the file.
  std::unique_ptr<llvm::DWARFContext> openDwarf() const;

  const llvm::object::ELF64LEObjectFile &elf() const { return *file; }
  llvm::StringRef bytes() const { return buffer->getBuffer(); }
  uint64_t size() const { return buffer->getBufferSize(); }

  /// Makes a TargetError about this file: "'path': " followed by `what`.
  llvm::Error fail(const llvm::Twine &what) const;

private:
  explicit ElfFile(const std::string &path) : path(path) {}
  llvm::Error open();

  std::string path;
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  std::unique_ptr<llvm::object::ObjectFile> object;
  const llvm::object::ELF64LEObjectFile *file = nullptr;
};

/// Fills in all members of `code`. A file that is truncated or has no readable
/// program headers is a TargetError.
llvm::Error readCode(const ElfFile &file, ModuleCode &code);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_BINARY_ELFFILE_H
