//===- ElfFile.h - An open executable or library ----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. Opened once, read for its code and for its debug
// information.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_ELFFILE_H
#define PINSTRIPE_LIB_PROGRAM_ELFFILE_H

#include "pinstripe/Program/ModuleCode.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

namespace pinstripe {

class ElfFile {
public:
  /// A linked x86-64 file; everything else is a TargetError.
  static llvm::Expected<ElfFile> open(const std::string &path);

  llvm::Error readCode(ModuleCode &code) const;
  const llvm::object::ELF64LEObjectFile &elf() const { return *file; }
  llvm::Error fail(const llvm::Twine &what) const;

private:
  explicit ElfFile(const std::string &path) : path(path) {}
  llvm::Error open();
  llvm::Error checkCompression() const;
  llvm::Error readSegments(ModuleCode &code) const;

  std::string path;
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  std::unique_ptr<llvm::object::ObjectFile> object;
  const llvm::object::ELF64LEObjectFile *file = nullptr;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_ELFFILE_H
