// Opens the file of an executable or shared library.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Binary/ElfFile.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/FileSystem.h"

using namespace pinstripe;

/// ELFObjectFile hides some functions of its base class. This function returns
/// the file as a reference to the base class, so that these functions can be
/// called.
static const llvm::object::ELFObjectFileBase &
base(const llvm::object::ELF64LEObjectFile &elf) {
  return elf;
}

llvm::Error ElfFile::fail(const llvm::Twine &what) const {
  return llvm::make_error<TargetError>("'" + path + "': " + what);
}

llvm::Expected<ElfFile> ElfFile::open(const std::string &path) {
  ElfFile file(path);
  if (llvm::Error error = file.open())
    return error;
  return file;
}

llvm::Error ElfFile::open() {
  auto opened = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!opened)
    return fail(opened.getError().message());
  buffer = std::move(*opened);
  if (bytes().starts_with("#!"))
    return fail("is a script; run its interpreter instead, built with "
                "-g -O0, with the script as its argument");
  if (!bytes().starts_with("\x7f"
                           "ELF"))
    return fail("is not an ELF executable; give a program built for Linux");
  auto created = llvm::object::ObjectFile::createObjectFile(*buffer);
  if (!created)
    return fail("is not a readable ELF file (" +
                llvm::toString(created.takeError()) + "); build it again");
  object = std::move(*created);
  file = llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(object.get());
  if (!file || base(*file).getEMachine() != llvm::ELF::EM_X86_64)
    return fail("is built for " + object->getFileFormatName() +
                "; build it for x86-64");
  uint16_t type = base(*file).getEType();
  if (type != llvm::ELF::ET_EXEC && type != llvm::ELF::ET_DYN)
    return fail("is not an executable; link it first");
  return llvm::Error::success();
}

std::unique_ptr<llvm::DWARFContext> ElfFile::openDwarf() const {
  // LLVM reports an error for each damaged part of the debug information. These
  // errors are ignored, so that all other parts can be used. Relocations are
  // ignored as well, since the linker has already applied them.
  auto ignore = [](llvm::Error error) { llvm::consumeError(std::move(error)); };
  return llvm::DWARFContext::create(
      *file, llvm::DWARFContext::ProcessDebugRelocations::Ignore, nullptr, "",
      ignore, ignore);
}

std::string pinstripe::splitFileOf(llvm::DWARFUnit &unit) {
  using namespace llvm::dwarf;
  auto name = unit.getUnitDIE().find({DW_AT_dwo_name, DW_AT_GNU_dwo_name});
  if (!name)
    return "";
  llvm::SmallString<256> path(toString(name, ""));
  if (const char *folder = unit.getCompilationDir())
    llvm::sys::fs::make_absolute(folder, path);
  return path.str().str();
}
