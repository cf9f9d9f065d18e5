//===- DetailedHooks.cpp - Hooks of detailed recordings -------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DetailedHooks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <array>

using namespace pinstripe;
using namespace pinstripe::native;

static constexpr uint32_t savedRAXField =
    processField(offsetof(ProcessState, savedRAX));
static constexpr uint32_t savedR10Field =
    processField(offsetof(ProcessState, savedR10));
static constexpr uint32_t savedR11Field =
    processField(offsetof(ProcessState, savedR11));
static constexpr uint32_t pendingReturnField =
    processField(offsetof(ProcessState, pendingReturn));

static constexpr uint32_t cell(size_t offset) {
  return static_cast<uint32_t>(runtimeBase + offset);
}
static constexpr uint32_t makeRoomCell = cell(offsetof(ImageHeader, makeRoom));
static constexpr uint32_t returnCell =
    cell(offsetof(ImageHeader, libraryReturn));
static constexpr uint32_t threadField =
    processField(offsetof(ProcessState, threadPointer));
static constexpr uint32_t threadCell =
    cell(offsetof(ImageHeader, compareThread));
static constexpr uint32_t callCell = cell(offsetof(ImageHeader, libraryCall));

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

namespace {

/// One with an absolute operand: the bytes before it.
constexpr std::array<uint8_t, 4> loadR10 = {0x4c, 0x8b, 0x14, 0x25};
constexpr std::array<uint8_t, 4> storeR10 = {0x4c, 0x89, 0x14, 0x25};
constexpr std::array<uint8_t, 4> loadR11 = {0x4c, 0x8b, 0x1c, 0x25};
constexpr std::array<uint8_t, 4> storeR11 = {0x4c, 0x89, 0x1c, 0x25};
constexpr std::array<uint8_t, 4> loadRAX = {0x48, 0x8b, 0x04, 0x25};
constexpr std::array<uint8_t, 4> storeRAX = {0x48, 0x89, 0x04, 0x25};

void withField(CodeBuffer &code, const std::array<uint8_t, 4> &instruction,
               uint32_t field) {
  code.append(instruction);
  code.append32(field);
}

void putRegistersAside(const DetailedSite &site, CodeBuffer &code) {
  if (site.keepsR10)
    withField(code, storeR10, savedR10Field);
  if (site.keepsR11)
    withField(code, storeR11, savedR11Field);
}

void bringRegistersBack(const DetailedSite &site, CodeBuffer &code) {
  if (site.keepsR10)
    withField(code, loadR10, savedR10Field);
  if (site.keepsR11)
    withField(code, loadR11, savedR11Field);
}

void putFlagsAside(CodeBuffer &code) {
  withField(code, storeRAX, savedRAXField);
  code.append({0x9f});             // lahf
  code.append({0x0f, 0x90, 0xc0}); // seto al
}

void bringFlagsBack(CodeBuffer &code) {
  code.append({0x04, 0x7f}); // add al, 127
  code.append({0x9e});       // sahf
  withField(code, loadRAX, savedRAXField);
}

/// lea r11, [base + index * scale + displacement]
void loadAddress(const AddressExpression &address, CodeBuffer &code) {
  constexpr uint8_t none = AddressExpression::noRegister;
  constexpr uint8_t indexBit = 2, baseBit = 1;
  uint8_t prefix = 0x4c; // 64 bits, upper half of registers
  uint8_t index = 4, base = 5;
  if (address.index != none) {
    prefix |= address.index >= 8 ? indexBit : 0;
    index = address.index & 7;
  }
  if (address.base != none) {
    prefix |= address.base >= 8 ? baseBit : 0;
    base = address.base & 7;
  }
  // Without a base: no displacement but the 32 bits that stand for it.
  uint8_t mode = address.base == none ? 0x1c : 0x9c;
  auto scale = static_cast<uint8_t>(llvm::Log2_32(address.scale) << 6);
  code.append(
      {prefix, 0x8d, mode, static_cast<uint8_t>(scale | index << 3 | base)});
  code.append32(static_cast<uint32_t>(address.displacement));
}

/// lea r11, [r11 + r10]
void addR10ToR11(CodeBuffer &code) { code.append({0x4f, 0x8d, 0x1c, 0x13}); }

/// Appends r11 to the raw trace.
void appendWord(CodeBuffer &code) {
  code.append({0x49, 0xba}); // mov r10, operandBias
  code.append32(static_cast<uint32_t>(operandBias));
  code.append32(static_cast<uint32_t>(operandBias >> 32));
  addR10ToR11(code);
  withField(code, loadR10, cursorField);
  code.append({0x4d, 0x89, 0x1a});       // mov [r10], r11
  code.append({0x4d, 0x8d, 0x52, 0x08}); // lea r10, [r10 + 8]
  withField(code, storeR10, cursorField);
}

} // namespace

//===----------------------------------------------------------------------===//
// Hooks
//===----------------------------------------------------------------------===//

static const DetailedSite &siteOf(const HookInfo &info) {
  static const DetailedSite plain;
  return info.detail ? *info.detail : plain;
}

void DetailedHooks::emit(uint32_t hook, CodeBuffer &code) {
  const DetailedSite &site = siteOf(hooks[hook]);
  bool isEntry = emitEntry(hook, code);
  if (isEntry)
    resumes[hook] = code.here();
  putRegistersAside(site, code);
  if (!isEntry)
    emitStart(hook, code);
  emitOperands(hook, code);
  if (site.isLibraryCall)
    emitCall(hook, code);
  bringRegistersBack(site, code);
}

void DetailedHooks::detour(uint32_t hook, ConditionCode condition,
                           uint32_t cell, CodeBuffer &code) {
  Detour its{code.newLabel(), code.newLabel(), cell};
  code.jumpIf(condition, its.begin);
  code.bind(its.end);
  detours[hook].push_back(its);
}

void DetailedHooks::emitRare(uint32_t hook, CodeBuffer &code) {
  auto found = detours.find(hook);
  if (found == detours.end())
    return;
  for (const Detour &each : found->second) {
    code.bind(each.begin);
    code.append({0x4c, 0x8d, 0x15}); // lea r10, [end]
    code.appendDistance(each.end);
    jumpThrough(each.cell, code);
  }
  detours.erase(found);
}

/// What comes before anything that the instruction does.
void DetailedHooks::emitStart(uint32_t hook, CodeBuffer &code) {
  const HookInfo &info = hooks[hook];
  const DetailedSite &site = siteOf(info);
  // The start of a body is no event.
  bool records = (info.flags & hookIsExit) || info.entry != none || site.block;
  if (!records && !site.isReturnSite)
    return;
  if (site.keepsFlags)
    putFlagsAside(code);
  if (site.isUntracedEntry)
    emitThreadCheck(hook, code);
  if (site.isReturnSite) {
    code.append({0x81, 0x3c, 0x25}); // cmp dword [pendingReturn], hook + 1
    code.append32(pendingReturnField);
    code.append32(site.isLandingSite ? 0 : hook + 1);
    detour(hook,
           site.isLandingSite ? ConditionCode::NotEqual : ConditionCode::Equal,
           returnCell, code);
  }
  if (records)
    emitRoomCheck(hook, code);
  if (site.keepsFlags)
    bringFlagsBack(code);
  if (records)
    emitRecord(hook, code);
}

/// Changes flags.
void DetailedHooks::emitThreadCheck(uint32_t hook, CodeBuffer &code) {
  // mov r11, fs:[0]
  code.append({0x64, 0x4c, 0x8b, 0x1c, 0x25, 0, 0, 0, 0});
  withField(code, {0x4c, 0x3b, 0x1c, 0x25}, threadField); // cmp r11, [...]
  detour(hook, ConditionCode::NotEqual, threadCell, code);
}

/// Loads r11 with the cursor; changes flags.
void DetailedHooks::emitRoomCheck(uint32_t hook, CodeBuffer &code) {
  withField(code, loadR11, cursorField);
  withField(code, {0x4c, 0x3b, 0x1c, 0x25}, chunkEndField); // cmp r11, [...]
  detour(hook, ConditionCode::AboveOrEqual, makeRoomCell, code);
}

void DetailedHooks::emitRecord(uint32_t hook, CodeBuffer &code) {
  bool isExit = (hooks[hook].flags & hookIsExit) != 0;
  // The tag last: the tool reads along.
  code.append({0x41, 0x89, 0x2b});       // mov [r11], ebp
  code.append({0x41, 0xc7, 0x43, 0x04}); // mov dword [r11 + 4], tag
  RecordTag tag = isExit ? RecordTag::Exit : RecordTag::Unit;
  code.append32(static_cast<uint32_t>(tag) | (hook + 1));
  code.append({0x4d, 0x8d, 0x5b, 0x08}); // lea r11, [r11 + 8]
  withField(code, storeR11, cursorField);
}

void DetailedHooks::emitOperands(uint32_t hook, CodeBuffer &code) {
  const DetailedSite &site = siteOf(hooks[hook]);
  if (site.needsRoom) {
    putFlagsAside(code);
    emitRoomCheck(hook, code);
    bringFlagsBack(code);
  }
  for (const MemoryOperand &operand : site.operands) {
    if (operand.place != MemoryOperand::Place::Recorded)
      continue;
    bringRegistersBack(site, code);
    emitOperand(operand, code);
  }
}

void DetailedHooks::emitOperand(const MemoryOperand &operand,
                                CodeBuffer &code) {
  loadAddress(operand.expression, code);
  if (operand.expression.isThreadLocal) {
    // mov r10, fs:[0]: the thread pointer
    code.append({0x64, 0x4c, 0x8b, 0x14, 0x25, 0, 0, 0, 0});
    addR10ToR11(code);
  }
  appendWord(code);
  if (!operand.isRepeated)
    return;
  AddressExpression bytes;
  bytes.index = RCX;
  bytes.scale = static_cast<uint8_t>(operand.size);
  loadAddress(bytes, code);
  appendWord(code);
}

/// mov r11, what the instruction calls
static void loadCallee(const DetailedSite &site, CodeBuffer &code) {
  constexpr uint8_t rexForR11 = 0x4c;
  llvm::ArrayRef<uint8_t> rest = site.callBytes;
  llvm::SmallVector<uint8_t, 16> load;
  auto isRex = [](uint8_t byte) { return (byte & 0xf0) == 0x40; };
  for (; rest.size() > 2 && rest[0] != 0xff && !isRex(rest[0]);
       rest = rest.drop_front())
    if (rest[0] != 0xf2 && rest[0] != 0x3e) // `bnd`, `notrack`
      load.push_back(rest[0]);
  bool hasRex = isRex(rest[0]);
  load.push_back(hasRex ? rest[0] | rexForR11 : rexForR11);
  rest = rest.drop_front(hasRex ? 2 : 1);
  load.push_back(0x8b);
  load.push_back((rest[0] & 0xc7) | (3 << 3));
  llvm::append_range(load, rest.drop_front());
  // A call has no immediate: the distance is last.
  if (site.dataAddress)
    llvm::support::endian::write32le(
        load.end() - 4,
        static_cast<uint32_t>(site.dataAddress - (code.here() + load.size())));
  code.append(load);
}

void DetailedHooks::emitCall(uint32_t hook, CodeBuffer &code) {
  const DetailedSite &site = siteOf(hooks[hook]);
  bringRegistersBack(site, code);
  if (site.isIndirect)
    loadCallee(site, code);
  goToRuntime(hook, callCell, code);
  resumes[hook] = code.here();
}
