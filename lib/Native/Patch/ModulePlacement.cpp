// Finds the program and its libraries in a process, and room for trampolines
// near them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Patch/ModulePlacement.h"
#include "Runtime/Layout.h"
#include "pinstripe/Native/NativeRefusal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include <sys/resource.h>

using namespace pinstripe;

/// How far a jump with a 32-bit distance may reach, in bytes. The number leaves
/// some room for the instructions at both ends of the jump.
static constexpr uint64_t reach = (uint64_t(1) << 31) - (1 << 16);
static constexpr uint64_t mebibyte = 1 << 20;
/// The lowest address for trampolines, since the system may forbid mappings at
/// lower addresses (vm.mmap_min_addr). A trampoline holds instructions that
/// were moved to make room for a patch.
static constexpr uint64_t lowestAddress = 0x10000;

llvm::Expected<const ModuleCode *> ModuleCache::get(const std::string &path) {
  auto known = modules.find(path);
  if (known == modules.end()) {
    llvm::Expected<ModuleCode> code = ModuleCode::read(path);
    if (!code)
      return code.takeError();
    known = modules.emplace(path, std::move(*code)).first;
  }
  return &known->second;
}

static llvm::Expected<ModuleCode>
readFunctions(const std::string &path, llvm::ArrayRef<llvm::StringRef> names) {
  auto opened = llvm::object::ObjectFile::createObjectFile(path);
  if (!opened)
    return opened.takeError();
  auto *elf =
      llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(opened->getBinary());
  if (!elf)
    return llvm::make_error<NativeRefusal>(path + ": not an x86-64 library");
  ModuleCode code;
  code.isRelocatable = true;
  auto headers = elf->getELFFile().program_headers();
  if (!headers)
    return headers.takeError();
  llvm::StringRef file = elf->getData();
  for (const auto &header : *headers) {
    if (header.p_type != llvm::ELF::PT_LOAD)
      continue;
    bool isCode = (header.p_flags & llvm::ELF::PF_X) != 0;
    code.segments.push_back({header.p_vaddr, isCode, {}});
    if (!isCode)
      continue;
    llvm::StringRef bytes = file.substr(header.p_offset, header.p_filesz);
    code.segments.back().bytes.assign(bytes.bytes_begin(), bytes.bytes_end());
    code.codeRanges.push_back({header.p_vaddr, header.p_vaddr + bytes.size()});
  }
  for (const llvm::object::ELFSymbolRef symbol :
       elf->getDynamicSymbolIterators()) {
    // A symbol whose name can't be read counts as nameless.
    auto text = llvm::expectedToOptional(symbol.getName()).value_or("");
    uint64_t address =
        llvm::expectedToOptional(symbol.getAddress()).value_or(0);
    llvm::StringRef name = text.split('@').first;
    if (address != 0 && llvm::is_contained(names, name))
      code.functionSymbols.push_back({name.str(), address, symbol.getSize()});
  }
  return code;
}

llvm::Expected<const ModuleCode *>
ModuleCache::getFunctions(const std::string &path,
                          llvm::ArrayRef<llvm::StringRef> names) {
  auto known = parts.find(path);
  if (known == parts.end()) {
    llvm::Expected<ModuleCode> code = readFunctions(path, names);
    if (!code)
      return code.takeError();
    known = parts.emplace(path, std::move(*code)).first;
  }
  return &known->second;
}

// Modules

/// Returns whether the name of the file at `path` is one that glibc or musl
/// gives to the C library.
static bool isLibcName(llvm::StringRef path) {
  llvm::StringRef name = llvm::sys::path::filename(path);
  return name == "libc.so.6" || name == "libc.so" ||
         name == "ld-musl-x86_64.so.1" || name.starts_with("libc-2.");
}

namespace {

/// Describes a sanitizer, such as ThreadSanitizer, whose programs the native
/// engine can't run.
struct Sanitizer {
  llvm::StringLiteral name;
  /// The name of a function by which the sanitizer is recognised: every program
  /// built with the sanitizer has this function.
  llvm::StringLiteral function;
  /// How the file names of the sanitizer's libraries begin. A program that
  /// loads such a library is built with the sanitizer.
  llvm::StringLiteral libraryOfGCC, libraryOfClang;
};

constexpr Sanitizer sanitizers[] = {
    {"ThreadSanitizer", "__tsan_init", "libtsan.", "libclang_rt.tsan"},
    {"MemorySanitizer", "__msan_init", "libmsan.", "libclang_rt.msan"},
    {"HWAddressSanitizer", "__hwasan_init", "libhwasan.", "libclang_rt.hwasan"},
    {"LeakSanitizer", "__lsan_init", "liblsan.", "libclang_rt.lsan"},
};

} // namespace

llvm::Error pinstripe::refuseSanitizers(const ModuleCode &program,
                                        llvm::ArrayRef<Mapping> mappings,
                                        const std::string &path) {
  for (const Sanitizer &each : sanitizers) {
    bool isLoaded = llvm::any_of(mappings, [&](const Mapping &mapping) {
      llvm::StringRef file = llvm::sys::path::filename(mapping.name);
      return file.starts_with(each.libraryOfGCC) ||
             file.starts_with(each.libraryOfClang);
    });
    if (isLoaded || program.findFunction(each.function))
      return llvm::make_error<NativeRefusal>(path + ": it is built with " +
                                             each.name +
                                             "; build it without -fsanitize");
  }
  return llvm::Error::success();
}

/// Sets the run-time addresses of a module to those at which the file
/// `mappedName` is mapped.
static void place(PlacedModule &module, llvm::StringRef mappedName,
                  llvm::ArrayRef<Mapping> mappings) {
  module.low = ~uint64_t(0);
  for (const Mapping &mapping : mappings) {
    if (mapping.name != mappedName)
      continue;
    module.low = std::min(module.low, mapping.begin);
    module.high = std::max(module.high, mapping.end);
  }
  uint64_t lowest = ~uint64_t(0);
  for (const ModuleCode::Segment &segment : module.code->segments)
    lowest = std::min(lowest, segment.address);
  module.bias = module.low - llvm::alignDown(lowest, native::pageSize);
}

/// Returns the name that the file at `path` has in the list of memory mappings.
/// Returns an empty text if the file is not loaded. Usually the name is `path`.
/// If the file is on a mount that only the program sees, the kernel lists its
/// path relative to this mount, which is the end of `path`.
static llvm::StringRef mappedNameOf(llvm::StringRef path,
                                    llvm::ArrayRef<Mapping> mappings) {
  llvm::StringRef inner;
  for (const Mapping &mapping : mappings) {
    llvm::StringRef name = mapping.name;
    if (name == path)
      return name;
    if (name.size() > 1 && name.starts_with("/") && path.ends_with(name))
      inner = name;
  }
  return inner;
}

static llvm::StringRef nameAt(uint64_t address,
                              llvm::ArrayRef<Mapping> mappings) {
  for (const Mapping &mapping : mappings)
    if (address >= mapping.begin && address < mapping.end)
      return mapping.name;
  return "";
}

static bool hasLoader(llvm::ArrayRef<Mapping> mappings,
                      llvm::StringRef program) {
  return llvm::any_of(mappings, [&](const Mapping &mapping) {
    return mapping.permissions[2] == 'x' &&
           llvm::StringRef(mapping.name).starts_with("/") &&
           mapping.name != program;
  });
}

static llvm::Error addLibc(std::vector<PlacedModule> &modules,
                           llvm::StringRef program,
                           llvm::ArrayRef<Mapping> mappings,
                           ModuleCache &cache) {
  if (!hasLoader(mappings, program)) {
    // A program without a dynamic loader is statically linked. It contains its
    // C library.
    modules.front().isLibc = true;
    return llvm::Error::success();
  }
  for (const Mapping &mapping : mappings) {
    if (!isLibcName(mapping.name))
      continue;
    PlacedModule libc;
    llvm::Expected<const ModuleCode *> code = cache.getFunctions(
        mapping.name, {"exit", "vfork", "getrandom", "fflush"});
    if (!code)
      return code.takeError();
    libc.code = *code;
    libc.isLibc = true;
    place(libc, mapping.name, mappings);
    modules.push_back(std::move(libc));
    return llvm::Error::success();
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<PlacedModule>>
pinstripe::placeModules(const UnitTable &table,
                        llvm::ArrayRef<Mapping> mappings, uint64_t entryPoint,
                        ModuleCache &cache) {
  std::vector<PlacedModule> modules;
  llvm::StringRef program = nameAt(entryPoint, mappings);
  for (const TracedModule &traced : table.modules) {
    PlacedModule module;
    llvm::Expected<const ModuleCode *> code = cache.get(traced.path);
    if (!code)
      return code.takeError();
    module.code = *code;
    if (!traced.buildHash.empty() && traced.buildHash != (*code)->hash)
      return llvm::make_error<TargetError>(
          traced.path + ": it has changed since it was analysed; try again");
    module.tableBase = traced.base;
    module.isTraced = true;
    llvm::StringRef name =
        modules.empty() ? program : mappedNameOf(traced.path, mappings);
    if (name.empty())
      return llvm::make_error<NativeRefusal>(
          traced.path + ": it is not loaded when the program starts");
    place(module, name, mappings);
    modules.push_back(std::move(module));
  }
  if (llvm::Error error = addLibc(modules, program, mappings, cache))
    return error;
  return modules;
}

// Trampolines

/// Returns an address above the libraries for trampolines, which hold
/// instructions that patches have moved. They go into the gap that the kernel
/// leaves for the stack, below the addresses to which the stack may grow.
/// Returns 0 if there is no such address.
static uint64_t gapBelowStack(uint64_t size, llvm::ArrayRef<Mapping> mappings) {
  struct rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return 0;
  uint64_t stack = 0, last = 0;
  for (const Mapping &mapping : mappings) {
    if (mapping.name == "[stack]") {
      stack = mapping.end;
      break;
    }
    last = mapping.end;
  }
  uint64_t room = std::max<uint64_t>(limit.rlim_cur, 8 * mebibyte);
  uint64_t begin = llvm::alignTo(last + mebibyte, native::pageSize);
  return begin + size + room + mebibyte <= stack ? begin : 0;
}

llvm::Expected<uint64_t>
pinstripe::placeTrampolines(const PlacedModule &module,
                            llvm::ArrayRef<PlacedModule> modules, uint64_t size,
                            llvm::ArrayRef<Mapping> mappings) {
  size = llvm::alignTo(size, native::pageSize);
  std::vector<CodeRange> taken = {
      {native::runtimeBase, native::runtimeBase + 256 * mebibyte}};
  for (const Mapping &mapping : mappings)
    taken.push_back({mapping.begin, mapping.end});
  for (const PlacedModule &other : modules) {
    if (other.recompiled.low != 0)
      taken.push_back(other.recompiled);
    if (other.trampolines != 0)
      taken.push_back(
          {other.trampolines,
           other.trampolines + llvm::alignTo(other.patched.trampolines.size(),
                                             native::pageSize)});
  }
  auto isUsable = [&](uint64_t begin) {
    uint64_t end = begin + size;
    return begin >= lowestAddress && end > begin &&
           std::max(end, module.high) - std::min(begin, module.low) < reach &&
           llvm::none_of(
               taken,
               [&](const CodeRange &other) {
                 return begin < other.high && other.low < end;
               });
  };
  uint64_t above = gapBelowStack(size, mappings);
  for (const CodeRange &other : taken)
    if (other.low >= above && other.high <= above + 64 * mebibyte)
      // Other modules may already have trampolines in the gap below the stack.
      // The new trampolines go above them.
      above = std::max(above, other.high);
  uint64_t below = module.low - size - 16 * native::pageSize;
  // If there is no room for the program's trampolines just below the program,
  // they go just below Pinstripe's own code in the process. The heap of a
  // program at a fixed address grows upwards from the program. It reaches these
  // trampolines only if it becomes very large.
  uint64_t belowRuntime = native::runtimeBase - size;
  uint64_t farBelow = module.low - reach / 2;
  for (const PlacedModule &other : modules) {
    // If another module has trampolines or recompiled functions at the address
    // that was chosen, the address moves to just below them.
    for (uint64_t *candidate : {&below, &belowRuntime, &farBelow})
      for (CodeRange its :
           {CodeRange{other.trampolines,
                      other.trampolines + other.patched.trampolines.size()},
            other.recompiled})
        if (its.low != 0 && *candidate < its.high &&
            its.low < *candidate + size)
          *candidate = its.low - size;
  }
  // The kernel places later mappings directly below the libraries. Trampolines
  // must not change the addresses of these mappings, so the trampolines of a
  // library go above the libraries, or far below them. The kernel maps nothing
  // below the program, so the program's trampolines can go there.
  bool isLibrary = &module != modules.data() || module.low > above / 4 * 3;
  for (uint64_t candidate : isLibrary
                                ? std::array{above, farBelow, farBelow}
                                : std::array{below, belowRuntime, farBelow})
    if (isUsable(llvm::alignDown(candidate, native::pageSize)))
      return llvm::alignDown(candidate, native::pageSize);
  return llvm::make_error<NativeRefusal>(
      "no room for hooks within reach of the code at 0x" +
      llvm::Twine::utohexstr(module.low));
}
