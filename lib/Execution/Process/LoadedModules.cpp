// Converts addresses in executable files into addresses of a process, and back.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/LoadedModules.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;

/// Returns the address that a file gives to the beginning of its first loaded
/// segment, rounded down to a page. The caller subtracts this address from the
/// run-time address of the segment. The difference, called the bias, is the
/// same for all segments of the file.
static llvm::Expected<uint64_t> firstPage(const std::string &path) {
  auto file = llvm::object::ObjectFile::createObjectFile(path);
  if (!file)
    return file.takeError();
  if (auto *elf =
          llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(file->getBinary())) {
    auto headers = elf->getELFFile().program_headers();
    if (!headers)
      return headers.takeError();
    for (const auto &header : *headers)
      if (header.p_type == llvm::ELF::PT_LOAD)
        return header.p_vaddr / Mapping::pageSize * Mapping::pageSize;
  }
  return llvm::make_error<TargetError>(path +
                                       ": not a file that can be loaded");
}

/// Returns the name that the module has in /proc/PID/maps. For the program,
/// reads this name from the link /proc/PID/exe: the kernel changes the name in
/// both places if the program's file was replaced after the start.
static std::string mappedName(const UnitTable &table, ModuleId id, pid_t pid) {
  std::string program =
      id == ModuleId{} ? readProcessLink(pid, "exe") : std::string();
  return program.empty() ? table.module(id).path : program;
}

/// Finds where the file `name` is mapped. Returns an object with zeros if the
/// file is not loaded. The file can be mapped once more as data, without
/// permission to execute; that mapping does not count.
static LoadedModule placeOf(llvm::ArrayRef<Mapping> mappings,
                            llvm::StringRef name) {
  LoadedModule place;
  bool hasCode = false;
  for (const Mapping &mapping : mappings) {
    if (mapping.name != name)
      continue;
    if (mapping.offset == 0 && hasCode)
      break;
    if (mapping.offset == 0 || place.end == 0)
      place.begin = mapping.begin;
    place.end = mapping.end;
    hasCode |= mapping.permissions[2] == 'x';
  }
  return place;
}

llvm::Expected<LoadedModules> LoadedModules::find(const UnitTable &table,
                                                  pid_t pid) {
  std::vector<Mapping> mappings = readMappings(pid);
  LoadedModules result;
  for (size_t i = 0; i < table.modules.size(); ++i) {
    const TracedModule &module = table.modules[i];
    std::string name = mappedName(table, ModuleId(i), pid);
    LoadedModule loaded = placeOf(mappings, name);
    if (loaded.end == 0)
      return llvm::make_error<TargetError>(
          module.path +
          ": not loaded when the program starts; link it with "
          "the program, or give --env LD_PRELOAD=" +
          module.path);
    llvm::Expected<uint64_t> first = firstPage(module.path);
    if (!first)
      return first.takeError();
    loaded.bias = loaded.begin - *first;
    result.modules.push_back(loaded);
    result.bases.push_back(module.base);
  }
  return result;
}

uint64_t LoadedModules::toRunTime(uint64_t tableAddress) const {
  size_t next = llvm::upper_bound(bases, tableAddress) - bases.begin();
  assert(next > 0 && "modules of another table");
  return tableAddress - bases[next - 1] + modules[next - 1].bias;
}

std::optional<uint64_t> LoadedModules::toTable(uint64_t runTimeAddress) const {
  for (auto [module, base] : llvm::zip_equal(modules, bases))
    if (runTimeAddress >= module.begin && runTimeAddress < module.end)
      return runTimeAddress - module.bias + base;
  return std::nullopt;
}

std::string pinstripe::libraryAt(const UnitTable &table, uint64_t address,
                                 llvm::ArrayRef<Mapping> mappings) {
  // `address` is higher than any run-time address, so it is a table address in
  // a traced library. A table address is the address in the library's file plus
  // a large constant, which differs for each library.
  if (address >= moduleSpacing)
    return llvm::sys::path::filename(table.module(table.moduleOf(address)).path)
        .str();
  // The result names a library. So the mappings of the program's own file are
  // left out.
  for (const Mapping &mapping : mappings)
    if (address >= mapping.begin && address < mapping.end &&
        llvm::StringRef(mapping.name).starts_with("/") &&
        mapping.name != table.programPath())
      return llvm::sys::path::filename(mapping.name).str();
  return "";
}
