// Computes the patches that put the code of SteadyCode.S into a program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With these patches a program reads a clock and random numbers that are the
// same in all runs.

#include "Answers/SteadyCode.h"
#include "llvm/Object/ELFObjectFile.h"
#include <cstring>
#include <elf.h>
#include <map>
#include <string>
#include <sys/auxv.h>
#include <sys/syscall.h>

using namespace pinstripe;

extern "C" {
extern const uint8_t pinstripe_steady_code_begin[];
extern const uint8_t pinstripe_steady_state[];
extern const uint8_t pinstripe_steady_calendar[];
extern const uint8_t pinstripe_steady_uptime[];
extern const uint8_t pinstripe_steady_clock_gettime[];
extern const uint8_t pinstripe_steady_gettimeofday[];
extern const uint8_t pinstripe_steady_time[];
extern const uint8_t pinstripe_steady_getrandom[];
extern const uint8_t pinstripe_steady_code_end[];
extern const uint8_t pinstripe_random_number_begin[];
extern const uint8_t pinstripe_random_number_end[];
}

namespace {

struct FunctionPlace {
  uint64_t offset = 0, size = 0;
};

/// A function of the vDSO, and the code of SteadyCode.S that replaces it.
/// `call` is the number of the system call that does the same as the function,
/// or 0 if the code always fails.
struct ClockFunction {
  const char *name;
  const uint8_t *code;
  uint32_t call;
};

} // namespace

static constexpr ClockFunction clockFunctions[] = {
    {"__vdso_clock_gettime", pinstripe_steady_clock_gettime, SYS_clock_gettime},
    {"__vdso_gettimeofday", pinstripe_steady_gettimeofday, SYS_gettimeofday},
    {"__vdso_time", pinstripe_steady_time, SYS_time},
    {"__vdso_getrandom", pinstripe_steady_getrandom, 0}};

/// Returns the functions in the dynamic symbol table of a 64-bit ELF file, by
/// name. Each offset is the distance from the beginning of the mapped file.
static std::map<std::string, FunctionPlace> functionsIn(llvm::StringRef file) {
  std::map<std::string, FunctionPlace> found;
  auto object = llvm::object::ELF64LEObjectFile::create(
      llvm::MemoryBufferRef(file, "functions"));
  if (!object) {
    // A file that is not a 64-bit ELF file counts as a file without functions.
    llvm::consumeError(object.takeError());
    return found;
  }
  for (const llvm::object::ELFSymbolRef symbol :
       object->getDynamicSymbolIterators()) {
    auto name = symbol.getName();
    auto address = symbol.getAddress();
    if (name && address && symbol.getELFType() == STT_FUNC)
      found[name->str()] = {*address, symbol.getSize()};
    // Symbols that can't be read are skipped.
    llvm::consumeError(name.takeError());
    llvm::consumeError(address.takeError());
  }
  return found;
}

/// Returns the functions of the vDSO, the code that the kernel maps into every
/// process. All processes have the same vDSO, so this process looks at its own.
static const std::map<std::string, FunctionPlace> &virtualFunctions() {
  static const std::map<std::string, FunctionPlace> functions = [] {
    const auto *image =
        reinterpret_cast<const char *>(::getauxval(AT_SYSINFO_EHDR));
    if (!image)
      return std::map<std::string, FunctionPlace>();
    // The section headers are the last part of the vDSO's file, and the kernel
    // maps the whole file. So the file ends where the headers end.
    const auto *header = reinterpret_cast<const Elf64_Ehdr *>(image);
    return functionsIn({image, header->e_shoff + size_t(header->e_shnum) *
                                                     header->e_shentsize});
  }();
  return functions;
}

static std::vector<uint8_t> bytesBetween(const uint8_t *begin,
                                         const uint8_t *end) {
  return {begin, end};
}

/// Returns a patch that puts a jump instruction at offset `from`. The jump
/// leads to offset `to`.
static CodePatch jump(uint64_t from, uint64_t to) {
  auto distance = static_cast<int32_t>(to - (from + 5));
  std::vector<uint8_t> bytes(5, 0xe9);
  std::memcpy(&bytes[1], &distance, sizeof(distance));
  return {from, std::move(bytes)};
}

std::vector<CodePatch> pinstripe::countingClock(const ClockStart &start,
                                                uint64_t state) {
  std::vector<uint8_t> code =
      bytesBetween(pinstripe_steady_code_begin, pinstripe_steady_code_end);
  auto fillIn = [&](const uint8_t *place, uint64_t value) {
    std::memcpy(&code[place - pinstripe_steady_code_begin], &value,
                sizeof(value));
  };
  fillIn(pinstripe_steady_state, state);
  fillIn(pinstripe_steady_calendar, start.calendar);
  fillIn(pinstripe_steady_uptime, start.uptime);
  // All the new code is written over one function of the vDSO, the longest of
  // the replaced functions, since no other function has enough room. The first
  // bytes of that function become a jump to the new code, which comes after
  // them. Later the tool can replace the jump by a system call (see
  // `askingClock`).
  constexpr uint64_t longestEntry = 8;
  FunctionPlace home;
  for (const ClockFunction &each : clockFunctions)
    if (auto found = virtualFunctions().find(each.name);
        found != virtualFunctions().end() && found->second.size > home.size)
      home = found->second;
  constexpr uint64_t alignment = 16;
  if (home.size < code.size() + alignment)
    return {};
  uint64_t place =
      (home.offset + longestEntry + alignment - 1) & ~(alignment - 1);
  if (place + code.size() > home.offset + home.size)
    return {};
  std::vector<CodePatch> patches;
  for (const ClockFunction &each : clockFunctions)
    if (auto found = virtualFunctions().find(each.name);
        found != virtualFunctions().end())
      patches.push_back(
          jump(found->second.offset,
               place + static_cast<uint64_t>(each.code -
                                             pinstripe_steady_code_begin)));
  patches.push_back({place, std::move(code)});
  return patches;
}

std::vector<CodePatch> pinstripe::askingClock() {
  std::vector<CodePatch> patches;
  for (const ClockFunction &each : clockFunctions) {
    auto found = virtualFunctions().find(each.name);
    if (found == virtualFunctions().end())
      continue;
    std::vector<uint8_t> bytes = {0xb8, 0, 0, 0, 0, 0x0f, 0x05, 0xc3};
    std::memcpy(&bytes[1], &each.call, sizeof(each.call));
    if (each.call == 0) // machine code of `mov rax, -ENOSYS; ret`
      bytes = {0x48, 0xc7, 0xc0, 0xda, 0xff, 0xff, 0xff, 0xc3};
    patches.push_back({found->second.offset, std::move(bytes)});
  }
  return patches;
}

std::vector<CodePatch> pinstripe::askingRandomDevice(llvm::StringRef file) {
  std::vector<uint8_t> code =
      bytesBetween(pinstripe_random_number_begin, pinstripe_random_number_end);
  std::map<std::string, FunctionPlace> functions = functionsIn(file);
  auto found = functions.find("_ZNSt13random_device9_M_getvalEv");
  if (found == functions.end() || found->second.size < code.size())
    return {};
  return {{found->second.offset, std::move(code)}};
}
