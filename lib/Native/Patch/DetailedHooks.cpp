// Emits the hooks of detailed recordings, which record instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Patch/DetailedHooks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

using namespace pinstripe;
using namespace pinstripe::native;

static constexpr uint32_t savedRAXField = PROCESS_FIELD(savedRAX);
static constexpr uint32_t savedR10Field = PROCESS_FIELD(savedR10);
static constexpr uint32_t savedR11Field = PROCESS_FIELD(savedR11);
static constexpr uint32_t savedFlagsField = PROCESS_FIELD(savedFlags);

static const DetailedSite &siteOf(const HookInfo &info) {
  static const DetailedSite plain;
  return info.detail ? *info.detail : plain;
}

void DetailedHooks::assemble(uint32_t hook) {
  const DetailedSite &site = siteOf(hooks[hook]);
  bool isEntry = assembleEntry(hook);
  if (isEntry)
    resumes[hook] = here();
  saveRegisters(site);
  if (!isEntry)
    assembleStart(hook);
  assembleReferences(hook);
  if (site.isLibraryCall)
    assembleCall(hook);
  restoreRegisters(site);
}

// The following functions write code that saves registers and flags.

void DetailedHooks::saveRegisters(const DetailedSite &site) {
  if (site.keepsR10)
    mov(ptr[at(savedR10Field)], r10);
  if (site.keepsR11)
    mov(ptr[at(savedR11Field)], r11);
}

void DetailedHooks::restoreRegisters(const DetailedSite &site) {
  if (site.keepsR10)
    mov(r10, ptr[at(savedR10Field)]);
  if (site.keepsR11)
    mov(r11, ptr[at(savedR11Field)]);
}

void DetailedHooks::saveFlags() {
  mov(ptr[at(savedRAXField)], rax);
  lahf();
  seto(al);
}

void DetailedHooks::restoreFlags() {
  add(al, 127);
  sahf();
  mov(rax, ptr[at(savedRAXField)]);
}

// The following functions write code that jumps from a hook to the runtime and
// back. The runtime is the tool's code in the process.

void DetailedHooks::detour(uint32_t hook, ConditionCode condition,
                           uint32_t cell) {
  CodeBuffer &code = flush();
  Detour its{code.newLabel(), code.newLabel(), cell};
  jumpIf(condition, its.begin);
  bind(its.end);
  detours[hook].push_back(its);
}

void DetailedHooks::assembleRare(uint32_t hook) {
  auto found = detours.find(hook);
  if (found == detours.end())
    return;
  for (const Detour &each : found->second) {
    bind(each.begin);
    // The bytes of the instruction `lea r10, [rip + distance]`, which sets r10
    // to the address to which the runtime returns.
    flush().append({0x4c, 0x8d, 0x15});
    flush().appendDistance(each.end);
    jumpThrough(each.cell);
  }
  detours.erase(found);
}

// The following functions write the first part of a hook. In this part, the
// hook does not yet record the addresses that the hooked instruction accesses.

/// Writes the part of a hook that does not depend on the hooked instruction.
/// The code ends the run if a second thread executes it. If a library call can
/// return to the hooked address, the code calls the runtime (the tool's code in
/// the process). If a statement, a function exit or a basic block begins at the
/// hooked address, the code records that.
void DetailedHooks::assembleStart(uint32_t hook) {
  const HookInfo &info = hooks[hook];
  const DetailedSite &site = siteOf(info);
  bool isExit = (info.flags & hookIsExit) != 0;
  // If the hook just after a function's prologue belongs to no statement, it
  // records something only if a basic block begins there.
  bool records = isExit || info.entry != none || site.block;
  if (!records && !site.isReturnSite)
    return;
  if (site.keepsFlags)
    saveFlags();
  if (site.isUntracedEntry)
    checkThread(hook);
  if (site.isReturnSite) {
    cmp(dword[at(PROCESS_FIELD(pendingReturn))],
        site.isLandingSite ? 0 : hook + 1);
    // The runtime reads the library call's result from rax. The flags were
    // saved in rax, so rax first gets its old value back.
    if (site.keepsFlags) {
      mov(ptr[at(savedFlagsField)], rax);
      mov(rax, ptr[at(savedRAXField)]);
    }
    detour(hook,
           site.isLandingSite ? ConditionCode::NotEqual : ConditionCode::Equal,
           RUNTIME_CELL(libraryReturn));
    if (site.keepsFlags)
      mov(rax, ptr[at(savedFlagsField)]);
  }
  if (records)
    checkRoom(hook);
  if (site.keepsFlags)
    restoreFlags();
  if (records)
    appendRecord(hook, isExit);
}

/// Writes code that ends the run if a second thread executes the hook, since
/// only one thread can be recorded. The code changes r11 and the flags.
void DetailedHooks::checkThread(uint32_t hook) {
  putSeg(fs);
  mov(r11, ptr[at(0)]);
  cmp(r11, ptr[at(PROCESS_FIELD(threadPointer))]);
  detour(hook, ConditionCode::NotEqual, RUNTIME_CELL(compareThread));
}

/// Writes code that makes sure that the raw trace has room for the records of
/// the hook. The raw trace is the log of the recording. The code leaves the
/// address of the next record in r11, and changes the flags.
void DetailedHooks::checkRoom(uint32_t hook) {
  mov(r11, ptr[at(cursorField)]);
  cmp(r11, ptr[at(chunkEndField)]);
  detour(hook, ConditionCode::AboveOrEqual, RUNTIME_CELL(makeRoom));
}

// The following functions write code that records the addresses accessed by an
// instruction.

void DetailedHooks::assembleReferences(uint32_t hook) {
  const DetailedSite &site = siteOf(hooks[hook]);
  if (site.needsRoom) {
    saveFlags();
    checkRoom(hook);
    restoreFlags();
  }
  for (const MemoryReference &reference : site.references) {
    if (reference.place != MemoryReference::Place::Recorded)
      continue;
    restoreRegisters(site);
    assembleReference(reference);
    flush();
  }
}

void DetailedHooks::assembleReference(const MemoryReference &reference) {
  loadAddress(reference.expression);
  if (reference.expression.isThreadLocal) {
    putSeg(fs);
    mov(r10, ptr[at(0)]); // Loads the thread pointer, which is stored at fs:0.
    lea(r11, ptr[r11 + r10]);
  }
  appendWord();
  if (!reference.isRepeated)
    return;
  AddressExpression bytes;
  bytes.index = RCX;
  bytes.scale = static_cast<uint8_t>(reference.size);
  loadAddress(bytes);
  appendWord();
}

/// Writes code that computes an address and leaves it in r11. `address` says
/// how: base register + index register * scale + displacement.
void DetailedHooks::loadAddress(const AddressExpression &address) {
  auto displacement =
      static_cast<size_t>(static_cast<int64_t>(address.displacement));
  Xbyak::RegExp sum(displacement);
  if (address.base != AddressExpression::noRegister)
    sum = sum + Xbyak::Reg64(address.base);
  if (address.index != AddressExpression::noRegister)
    sum = sum + Xbyak::Reg64(address.index) * address.scale;
  lea(r11, ptr[sum]);
}

/// Writes code that appends the number in r11 to the raw trace, which is the
/// log of a recording. The code adds referenceBias to the number, so that no
/// number can be taken for a record. The code does not change the flags.
void DetailedHooks::appendWord() {
  mov(r10, referenceBias);
  lea(r11, ptr[r11 + r10]);
  mov(r10, ptr[at(cursorField)]);
  mov(ptr[r10], r11);
  lea(r10, ptr[r10 + 8]);
  mov(ptr[at(cursorField)], r10);
}

// Library calls

void DetailedHooks::assembleCall(uint32_t hook) {
  const DetailedSite &site = siteOf(hooks[hook]);
  restoreRegisters(site);
  if (site.isIndirect)
    loadCallee(site);
  goToRuntime(hook, RUNTIME_CELL(libraryCall));
  resumes[hook] = here();
}

/// Writes a `mov` that loads r11 with the target address of an indirect call.
/// The `mov` has the same operand as the call.
void DetailedHooks::loadCallee(const DetailedSite &site) {
  constexpr uint8_t rexForR11 = 0x4c;
  llvm::ArrayRef<uint8_t> rest = site.callBytes;
  llvm::SmallVector<uint8_t, 16> load;
  auto isRex = [](uint8_t byte) { return (byte & 0xf0) == 0x40; };
  for (; rest.size() > 2 && rest[0] != 0xff && !isRex(rest[0]);
       rest = rest.drop_front())
    // The `mov` that loads the target gets the prefixes of the call, except
    // `bnd` and `notrack`, which have no meaning for a `mov`.
    if (rest[0] != 0xf2 && rest[0] != 0x3e)
      load.push_back(rest[0]);
  bool hasRex = isRex(rest[0]);
  load.push_back(hasRex ? rest[0] | rexForR11 : rexForR11);
  rest = rest.drop_front(hasRex ? 2 : 1);
  load.push_back(0x8b);
  load.push_back((rest[0] & 0xc7) | (3 << 3));
  llvm::append_range(load, rest.drop_front());
  // If the `mov` addresses memory relative to rip, it ends with the distance
  // between rip and the memory. This distance is computed here: it differs from
  // that of the call, since the `mov` is at another place.
  if (site.dataAddress)
    llvm::support::endian::write32le(
        load.end() - 4,
        static_cast<uint32_t>(site.dataAddress - (here() + load.size())));
  flush().append(load);
}
