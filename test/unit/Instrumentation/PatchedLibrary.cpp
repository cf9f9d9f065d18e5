// Loads a library into the test's process, and patches it there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PatchedLibrary.h"
#include "pinstripe/Instrumentation/PatchVerifier.h"

#include "llvm/ADT/STLExtras.h"

#include <csignal>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <ucontext.h>

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

constexpr size_t pageSize = 4096;

/// The state that the signal handler needs. There is only one, since the tests
/// run one after the other.
struct TrapState {
  uint64_t bias = 0;
  /// Maps the address of each int3 to its trampoline.
  std::map<uint64_t, uint64_t> trampolines;
  Counts *steps = nullptr; ///< not null while single-stepping
};
TrapState traps;

void onTrap(int, siginfo_t *, void *context) {
  greg_t &pc = static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_RIP];
  uint64_t address = static_cast<uint64_t>(pc) - traps.bias;
  if (traps.steps) {
    if (auto count = traps.steps->find(address); count != traps.steps->end())
      ++count->second;
    return;
  }
  if (auto trampoline = traps.trampolines.find(address - 1);
      trampoline != traps.trampolines.end())
    pc = static_cast<greg_t>(trampoline->second + traps.bias);
}

class TrapHandler {
public:
  TrapHandler() {
    struct sigaction action = {};
    action.sa_sigaction = onTrap;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGTRAP, &action, &previous);
  }
  ~TrapHandler() { sigaction(SIGTRAP, &previous, nullptr); }

private:
  struct sigaction previous = {};
};

/// Emits code that adds 1 to the counter of the hook.
class CountingEmitter : public HookEmitter {
public:
  CountingEmitter(uint64_t counters) : counters(counters) {}
  void emit(uint32_t hook, CodeBuffer &code) override {
    uint64_t saved = counters, counter = counters + 8 * (hook + 1);
    access(code, 0x89, saved);          // mov [saved], r11
    access(code, 0x8b, counter);        // mov r11, [counter]
    code.append({0x4d, 0x8d, 0x5b, 1}); // lea r11, [r11 + 1]
    access(code, 0x89, counter);
    access(code, 0x8b, saved);
  }
  void emitRare(uint32_t hook, CodeBuffer &code) override {
    code.append({0x0f, 0x0b}); // control never gets here
  }

private:
  static void access(CodeBuffer &code, uint8_t opcode, uint64_t address) {
    code.append({0x4c, opcode, 0x1d});
    code.append32(static_cast<uint32_t>(address - (code.here() + 4)));
  }
  uint64_t counters;
};

void makeWritable(uint64_t address, size_t size) {
  uint64_t page = address & ~(pageSize - 1);
  REQUIRE(mprotect(reinterpret_cast<void *>(page), address + size - page,
                   PROT_READ | PROT_WRITE | PROT_EXEC) == 0);
}

} // namespace

std::vector<CodeRange> test::ownFunctions(const ModuleCode &code) {
  std::map<uint64_t, uint64_t> ends;
  for (const FunctionSymbol &symbol : code.functionSymbols)
    if (symbol.size && (symbol.name[0] != '_' || symbol.name[1] == 'Z') &&
        !llvm::StringRef(symbol.name).contains("clang_call_terminate"))
      ends[symbol.address] = symbol.address + symbol.size;
  std::vector<CodeRange> functions;
  for (auto [low, high] : ends)
    functions.push_back({low, high});
  return functions;
}

std::vector<uint64_t>
test::instructionsOf(const ModuleCode &code,
                     llvm::ArrayRef<CodeRange> functions) {
  auto decoder = Decoder::create();
  REQUIRE(bool(decoder));
  std::vector<uint64_t> addresses;
  for (CodeRange range : functions) {
    auto decoded = (*decoder)->decode(
        code.bytesAt(range.low, range.high - range.low), range.low);
    REQUIRE(decoded);
    for (const Instruction &instruction : *decoded)
      addresses.push_back(instruction.address);
  }
  return addresses;
}

PatchedLibrary::PatchedLibrary(const std::string &path) {
  code = orFail(ModuleCode::read(path));
  functions = ownFunctions(code);
  handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(handle);
  link_map *map = nullptr;
  REQUIRE(dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0);
  bias = map->l_addr;
}

PatchedLibrary::~PatchedLibrary() {
  dlclose(handle);
  if (nearby)
    munmap(nearby, nearbySize);
}

long PatchedLibrary::run(long argument) const {
  auto function = reinterpret_cast<long (*)(long)>(dlsym(handle, "run"));
  REQUIRE(function);
  TrapHandler handler;
  return function(argument);
}

long PatchedLibrary::runCounted(long argument,
                                llvm::ArrayRef<uint64_t> addresses,
                                Counts &counts) const {
  auto function = reinterpret_cast<long (*)(long)>(dlsym(handle, "run"));
  REQUIRE(function);
  counts.clear();
  for (uint64_t address : addresses)
    counts[address] = 0;
  traps.bias = bias;
  traps.steps = &counts;
  TrapHandler handler;
  asm volatile("pushfq; orq $0x100, (%%rsp); popfq" ::: "cc", "memory");
  long result = function(argument);
  asm volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::: "cc", "memory");
  traps.steps = nullptr;
  return result;
}

void PatchedLibrary::mapNearby(size_t size) {
  nearbySize = size;
  constexpr uint64_t step = 1 << 24;
  for (uint64_t at = bias - step; !nearby && at > bias - 64 * step;
       at -= step) {
    void *mapped =
        mmap(reinterpret_cast<void *>(at & ~(pageSize - 1)), size,
             PROT_READ | PROT_WRITE | PROT_EXEC,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (mapped != MAP_FAILED)
      nearby = static_cast<uint8_t *>(mapped);
  }
  REQUIRE(nearby);
}

void PatchedLibrary::patch(llvm::ArrayRef<uint64_t> addresses,
                           PatchOptions options) {
  for (uint64_t address : addresses)
    sites.push_back({address, static_cast<uint32_t>(sites.size())});
  size_t counters = (sites.size() + 1) * 8;
  size_t offset = (counters + pageSize - 1) / pageSize * pageSize;
  mapNearby(offset + 256 * sites.size() + pageSize);
  uint64_t base = reinterpret_cast<uint64_t>(nearby) - bias;
  CountingEmitter emitter(base);
  options.trampolineBase = base + offset;
  patched = orFail(patchModule(code, functions, sites, emitter, options));
  REQUIRE(patched.trampolines.size() <= nearbySize - offset);
  memcpy(nearby + offset, patched.trampolines.data(),
         patched.trampolines.size());
  traps.bias = bias;
  traps.trampolines.clear();
  if (patched.patches.empty())
    return;
  uint64_t first = patched.patches.front().address;
  makeWritable(first + bias, patched.patches.back().address + 16 - first);
  for (const Patch &patch : patched.patches) {
    auto *place = reinterpret_cast<uint8_t *>(patch.address + bias);
    REQUIRE(llvm::ArrayRef(place, patch.original.size()) ==
            llvm::ArrayRef<uint8_t>(patch.original));
    memcpy(place, patch.replacement.data(), patch.replacement.size());
    if (patch.kind == Patch::Kind::Trap)
      traps.trampolines[patch.address] = patch.target;
  }
}

Counts PatchedLibrary::takeCounts() {
  Counts counts;
  auto *counters = reinterpret_cast<uint64_t *>(nearby);
  for (const HookSite &site : sites) {
    counts[site.address] = counters[site.hook + 1];
    counters[site.hook + 1] = 0;
  }
  return counts;
}

std::vector<std::string> test::findingsOf(const PatchedLibrary &library) {
  auto findings = verifyPatches(library.code, library.functions, library.sites,
                                library.patched);
  REQUIRE(bool(findings));
  std::vector<std::string> texts;
  for (const PatchFinding &finding : *findings)
    texts.push_back(finding.text);
  return texts;
}
