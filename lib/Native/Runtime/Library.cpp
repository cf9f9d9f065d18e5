// Records which memory is read and written by calls of library functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory that a call reads is recorded before the call, and the memory that
// it writes is recorded after the call. A longjmp or an exception may leave a
// call. The code notices this by the stack pointer when the next call begins,
// and forgets the call that was left.

#include "CxxStream.h"

namespace pinstripe::native {

/// Some functions, such as rand(), have a state at an address that the tool
/// does not know. This constant is used as the address of such a state. No
/// program maps memory at this address.
static constexpr uint64_t hiddenStateAddress = 0x1000;
static constexpr uint64_t pseudoSize = 8;
/// All strings and blocks of memory are assumed to have fewer bytes than this.
/// A larger size means that the arguments of the call make no sense.
static constexpr uint64_t longestString = uint64_t(1) << 32;

// Ranges

/// Returns whether memory of this address and size can exist. If a call fails,
/// its arguments may describe memory that can't exist. If `size` is large, the
/// last byte must be readable. A small `size` is always accepted.
static bool isMemory(uint64_t address, uint64_t size) {
  constexpr uint64_t large = uint64_t(1) << 24;
  char byte = 0;
  return size < large || (size < longestString &&
                          copyGuarded(&byte, address + size - 1, 1) == 1);
}

void addRange(RangeKind kind, uint64_t address, uint64_t size) {
  LibraryState &state = libraryState();
  bool isEmpty = size == 0 && kind != RangeKind::Release;
  if (address == 0 || isEmpty || state.ranges == maxRanges ||
      !isMemory(address, size))
    return;
  uint64_t *place = &state.words[3 + 2 * uint64_t(state.ranges++)];
  place[0] = address;
  place[1] = size << 8 >> 8 | uint64_t(kind) << 56;
}

uint64_t stringSize(uint64_t address, uint64_t maxSize) {
  uint64_t size = 0;
  while (size < maxSize) {
    char bytes[32];
    // The string is read in parts, each of which ends at an address that is a
    // multiple of the buffer's size. So no part reaches beyond the end of a
    // page: the next page may be unreadable.
    uint64_t wanted = sizeof(bytes) - (address + size) % sizeof(bytes);
    uint64_t there = copyGuarded(bytes, address + size, wanted);
    for (uint64_t i = 0; i < there; ++i)
      if (size + i == maxSize || bytes[i] == 0)
        return size + i == maxSize ? maxSize : size + i + 1;
    size += there;
    if (there != wanted)
      return size;
  }
  return maxSize;
}

uint64_t heapBlockSize(uint64_t address) {
  constexpr uint64_t flags = 7, header = 8;
  uint64_t size = 0;
  if (!read(address - header, size) || size < 2 * header)
    return 0;
  return (size & ~flags) - header;
}

static uint64_t pointerOf(const PendingCall &call, const EffectRecord &effect) {
  uint64_t pointer = effect.pointer == resultPointer
                         ? call.result
                         : argument(call, effect.pointer);
  if (!effect.isIndirect)
    return pointer;
  uint64_t value = 0;
  return read(pointer, value) ? value : 0;
}

static uint64_t sizeOf(const PendingCall &call, const EffectRecord &effect,
                       uint64_t address) {
  auto result = static_cast<int64_t>(call.result);
  uint64_t count = result > 0 ? call.result : 0;
  switch (effect.size) {
  case SizeKind::Constant:
    return effect.first;
  case SizeKind::Argument:
    return argument(call, effect.first);
  case SizeKind::Product:
    return argument(call, effect.first) * argument(call, effect.second);
  case SizeKind::Scaled:
    return argument(call, effect.first) * effect.second;
  case SizeKind::Between:
    return argument(call, effect.first) - argument(call, effect.second);
  case SizeKind::Result:
    return count;
  case SizeKind::ResultTimes:
    return count * argument(call, effect.first);
  case SizeKind::String:
    return stringSize(address, longestString);
  case SizeKind::BoundedString:
    return stringSize(address, argument(call, effect.first));
  case SizeKind::HeapBlock:
    return smaller(heapBlockSize(address), argument(call, effect.first));
  case SizeKind::HeapArray:
    return smaller(heapBlockSize(address), argument(call, effect.first) *
                                               argument(call, effect.second));
  case SizeKind::ToResult:
    return call.result != 0 ? call.result - address
                            : argument(call, effect.first);
  case SizeKind::StringObject:
    // A std::string is handled by addStringObject, so control never comes here.
    return 0;
  }
  return 0;
}

/// Adds the memory of a std::string object to the record of a call. Also adds
/// the memory of the string's characters from index `first` on. The object
/// consists of a pointer to the characters, their number, and room for a few
/// characters. If the characters are elsewhere, a part of this room holds the
/// capacity, and the rest is unused.
static void addStringObject(RangeKind kind, uint64_t address, uint64_t first) {
  constexpr uint64_t headSize = 16, sizeWithCapacity = 24, objectSize = 32;
  uint64_t fields[2];
  if (copyGuarded(fields, address, sizeof(fields)) != sizeof(fields))
    return;
  bool isInside = fields[0] - address < objectSize;
  char last = 1;
  // If the characters do not end with a zero, the std::string is not
  // constructed yet or is destroyed already. Its pointer to the characters is
  // then not followed.
  bool isString = fields[1] < longestString &&
                  copyGuarded(&last, fields[0] + fields[1], 1) == 1 &&
                  last == 0;
  if (!isString)
    return addRange(kind, address, objectSize);
  addRange(kind, address, isInside ? headSize : sizeWithCapacity);
  first = smaller(first, fields[1]);
  addRange(kind, fields[0] + first, fields[1] - first + 1);
}

static void addMemory(RangeKind kind, const PendingCall &call,
                      const EffectRecord &effect) {
  uint64_t address = pointerOf(call, effect);
  if (address == 0)
    return;
  if (effect.size == SizeKind::StringObject)
    addStringObject(
        kind, address,
        effect.second == noArgument ? 0 : argument(call, effect.second));
  else
    addRange(kind, address, sizeOf(call, effect, address));
}

// Effects

static const EffectRecord *effectsOf(const ModelRecord &model) {
  return libraryTables().effects + model.firstEffect;
}

static const ModelRecord &modelOf(const PendingCall &call) {
  return libraryTables().models[call.model];
}

/// No program has memory at this address. It stands for memory that a call does
/// not read because of the state of a stream, since the number of ranges in the
/// record of a call must not depend on this state.
static constexpr uint64_t nowhere = hiddenStateAddress + 0x800;

/// Adds the settings of a std::ostream on which the printed text depends. Where
/// a width is set, the flags tell on which side the text is filled up. Also
/// adds the earlier text, if the stream keeps it.
static void addFormat(const PendingCall &call, const EffectRecord &effect) {
  CxxStream stream(call);
  auto use = static_cast<FormatUse>(effect.first);
  bool hasWidth = stream.value<uint64_t>(CxxStream::Width) != 0;
  bool hasPrecision = use == FormatUse::FlagsAndPrecision;
  bool hasFlags = hasWidth || use != FormatUse::None;
  auto add = [](bool isRead, uint64_t address, uint64_t size) {
    addRange(RangeKind::Read, isRead ? address : nowhere, size);
  };
  add(hasPrecision, stream.at(CxxStream::Precision), 8);
  add(hasFlags, stream.at(hasWidth ? CxxStream::Width : CxxStream::Flags),
      hasWidth ? 12 : 4);
  add(hasWidth, stream.at(CxxStream::Fill), 1);
  add(stream.text() != 0, stream.text(), pseudoSize);
}

/// Adds a format setting of a stream that a call has changed.
static void addSetting(const PendingCall &call, CxxStream::Place place) {
  uint64_t size = place == CxxStream::Fill    ? 1
                  : place == CxxStream::Flags ? 4
                                              : 8;
  addRange(RangeKind::Write, CxxStream(call).at(place), size);
}

static bool readsStream(const PendingCall &call) {
  return effectsOf(modelOf(call))->kind == EffectKind::CxxInputStream;
}

/// Returns the first bytes of the memory that an effect writes.
static uint64_t firstBytes(const PendingCall &call,
                           const EffectRecord &effect) {
  uint64_t bytes = 0, wanted = sizeof(bytes);
  if (effect.size == SizeKind::Constant)
    wanted = smaller(wanted, uint64_t(effect.first));
  copyGuarded(&bytes, pointerOf(call, effect), wanted);
  return bytes;
}

/// Called before a call that may leave the memory of `effect` as it was.
static void noteOldState(PendingCall &call, const EffectRecord &effect) {
  if (!readsStream(call))
    return;
  call.old.streamState = CxxStream(call).state();
  call.old.bytes = firstBytes(call, effect);
}

/// Returns whether a call has failed and has left the memory of `effect` as it
/// was. A stream that had failed before reads nothing. If the stream fails
/// because the input has ended, nothing is written either. If it fails because
/// the input is not a number, it writes 0.
static bool isOmitted(const PendingCall &call, const EffectRecord &effect) {
  if (!effect.mayBeOmitted)
    return false;
  if (!readsStream(call))
    return static_cast<int32_t>(call.result) < 0;
  uint32_t state = CxxStream(call).state();
  if ((state & CxxStream::failed) == 0)
    return false;
  return call.old.streamState != 0 ||
         ((state & CxxStream::atEndOfInput) != 0 &&
          firstBytes(call, effect) == call.old.bytes);
}

static uint64_t standardInput() {
  uint64_t stream = libraryTables().standardInput;
  return stream != 0 ? stream : hiddenStateAddress;
}

static void addRead(PendingCall &call, const EffectRecord &effect) {
  switch (effect.kind) {
  case EffectKind::Read:
  case EffectKind::Update:
    return addMemory(RangeKind::Read, call, effect);
  case EffectKind::Release:
    return addRange(RangeKind::Release, pointerOf(call, effect), 0);
  case EffectKind::Print:
  case EffectKind::PrintList:
  case EffectKind::Scan:
  case EffectKind::ScanList:
    return addFormatReads(call, effect);
  case EffectKind::InputStream:
    return addRange(RangeKind::Read, pointerOf(call, effect), pseudoSize);
  case EffectKind::StandardInput:
    return addRange(RangeKind::Read, standardInput(), pseudoSize);
  case EffectKind::HiddenState:
    return addRange(RangeKind::Read,
                    hiddenStateAddress + pseudoSize * (effect.first + 1),
                    pseudoSize);
  case EffectKind::CxxFormat:
    return;
  case EffectKind::Restriction:
    if (call.arguments[0] == effect.first)
      libraryState().isRestricted = 1;
    return;
  case EffectKind::Write:
    if (effect.mayBeOmitted)
      noteOldState(call, effect);
    return;
  case EffectKind::CxxInputStream: {
    CxxStream stream(call);
    addRange(RangeKind::Read, stream.position(), pseudoSize);
    return addRange(RangeKind::Read, stream.at(CxxStream::Flags), 12);
  }
  case EffectKind::CxxOutputStream:
    return addFormat(call, effect);
  case EffectKind::Allocate:
  case EffectKind::OutputStream:
  case EffectKind::StandardOutput:
    return;
  }
}

static void addWrite(const PendingCall &call, const EffectRecord &effect) {
  switch (effect.kind) {
  case EffectKind::Write:
  case EffectKind::Update:
    if (!isOmitted(call, effect))
      addMemory(RangeKind::Write, call, effect);
    return;
  case EffectKind::Allocate:
    return addMemory(RangeKind::Allocate, call, effect);
  case EffectKind::Print:
  case EffectKind::PrintList:
  case EffectKind::Scan:
  case EffectKind::ScanList:
    return addFormatWrites(call, effect);
  case EffectKind::InputStream:
  case EffectKind::OutputStream:
    return addRange(RangeKind::Write, pointerOf(call, effect), pseudoSize);
  case EffectKind::CxxInputStream: {
    CxxStream stream(call);
    addRange(RangeKind::Write, stream.position(), pseudoSize);
    return addRange(RangeKind::Write, stream.at(CxxStream::State), 4);
  }
  case EffectKind::CxxFormat:
    return addSetting(call, static_cast<CxxStream::Place>(effect.first));
  case EffectKind::CxxOutputStream:
    return addRange(RangeKind::Write, CxxStream(call).text(), pseudoSize);
  case EffectKind::StandardInput:
    return addRange(RangeKind::Write, standardInput(), pseudoSize);
  case EffectKind::HiddenState:
    return addRange(RangeKind::Write,
                    hiddenStateAddress + pseudoSize * (effect.first + 1),
                    pseudoSize);
  case EffectKind::Read:
  case EffectKind::Release:
  case EffectKind::StandardOutput:
  case EffectKind::Restriction:
    return;
  }
}

static bool mayPrint(const PendingCall &call) {
  return call.model == none || modelOf(call).mayPrint;
}

void addReads(PendingCall &call) {
  const ModelRecord &model = modelOf(call);
  call.integers = model.integers;
  call.vectors = model.vectors;
  for (uint32_t i = 0; i < model.effects; ++i)
    addRead(call, effectsOf(model)[i]);
}

void addWrites(const PendingCall &call) {
  const ModelRecord &model = modelOf(call);
  for (uint32_t i = 0; i < model.effects; ++i)
    addWrite(call, effectsOf(model)[i]);
}

// The following functions find out whether a call leads to a library function.

/// In a table that is sorted by address, returns the last element that begins
/// at or before `address`; null if there is none.
template <typename T>
static const T *lastBefore(const T *table, uint32_t size, uint64_t address,
                           uint64_t T::*begin) {
  uint32_t next = partitionPoint(
      table, 0, size, [&](const T &each) { return each.*begin <= address; });
  return next == 0 ? nullptr : &table[next - 1];
}

static bool hasBlocks(uint64_t target) {
  LibraryTables tables = libraryTables();
  const auto *range = lastBefore(tables.codeRanges, tables.codeRangeCount,
                                 target, &RangeRecord::begin);
  return range && target < range->end;
}

static uint32_t modelAt(uint64_t target) {
  LibraryTables tables = libraryTables();
  const auto *found = lastBefore(tables.targets, tables.targetCount, target,
                                 &TargetRecord::address);
  return found && found->address == target ? found->model : none;
}

// Calls

static void topChanged() {
  const LibraryState &state = libraryState();
  setPendingReturn(
      state.pending == 0 ? 0 : state.calls[state.pending - 1].returnHook + 1);
}

static void popCall() {
  LibraryState &state = libraryState();
  const PendingCall &call = state.calls[--state.pending];
  state.snapshots = call.firstSnapshot;
  state.snapshotBytesUsed = call.firstByte;
}

/// Forgets the calls of library functions that will never return, because a
/// longjmp or an exception has left them.
static void dropLeftCalls(uint64_t sp) {
  LibraryState &state = libraryState();
  while (state.pending > 0 && state.calls[state.pending - 1].stackPointer <= sp)
    popCall();
}

static PendingCall &push(const GeneralRegisters &registers) {
  LibraryState &state = libraryState();
  uint64_t sp = registers.value[RSP];
  dropLeftCalls(sp);
  // If there is no room for another call, the innermost call on record is
  // dropped, and its end will not be recorded.
  if (state.pending == maxPendingCalls)
    popCall();
  PendingCall &call = state.calls[state.pending++];
  for (unsigned i = 0; i < 6; ++i)
    call.arguments[i] = registers.value[integerArguments[i]];
  call.stackPointer = sp;
  call.result = 0;
  call.integers = call.vectors = 0;
  call.firstSnapshot = state.snapshots;
  call.firstByte = state.snapshotBytesUsed;
  return call;
}

static LibraryWord wordOf(const PendingCall &call) {
  LibraryWord word;
  word.hook = call.hook;
  word.model = static_cast<uint16_t>(call.model);
  word.integers = static_cast<uint8_t>(call.integers);
  word.vectors = static_cast<uint8_t>(call.vectors);
  return word;
}

static void record(RawMark mark, const PendingCall &call, uint64_t first,
                   uint64_t second) {
  LibraryState &state = libraryState();
  state.words[0] = __builtin_bit_cast(uint64_t, wordOf(call));
  state.words[1] = first;
  state.words[2] = second;
  recordLibraryWords(mark, state.words, 3 + 2 * state.ranges);
}

void beginLibraryCall(const GeneralRegisters &registers, uint32_t hook,
                      uint64_t indirectTarget) {
  LibraryTables tables = libraryTables();
  const LibraryCallRecord &record =
      tables.calls[tables.hooks[hook].libraryCall];
  uint64_t target = record.isIndirect ? indirectTarget : 0;
  if (record.isIndirect && hasBlocks(target))
    return;
  PendingCall &call = push(registers);
  call.hook = hook;
  call.returnHook = record.returnHook;
  call.model = record.isIndirect ? modelAt(target) : record.model;
  libraryState().ranges = 0;
  if (call.model != none)
    addReads(call);
  else
    observeBefore(call, registers.value[RBP]);
  native::record(RawMark::LibraryBegin, call, target, 0);
  topChanged();
}

/// Returns whether the code address `place` is in the hook to which the library
/// call will return.
static bool returnsTo(const PendingCall &call, uint64_t place) {
  if (call.returnHook == none)
    return false;
  const HookRecord &hook = libraryTables().hooks[call.returnHook];
  return place >= hook.start && place <= hook.body;
}

void endLibraryCall(const GeneralRegisters &registers, uint64_t place) {
  LibraryState &state = libraryState();
  if (state.pending == 0)
    return;
  PendingCall &call = state.calls[state.pending - 1];
  uint64_t sp = registers.value[RSP];
  if (!returnsTo(call, place)) {
    // Control is not at the place to which the innermost library call on record
    // will return. This shows that a longjmp has come here. The calls that the
    // longjmp has left will never return, so they are dropped.
    dropLeftCalls(sp);
    topChanged();
    return;
  }
  // If the stack pointer is not the one from before the call, the library call
  // has not returned. Instead, the library function has called code of the
  // program, and this code has come to `place`.
  if (call.stackPointer != sp)
    return;
  call.result = registers.value[RAX];
  state.ranges = 0;
  if (call.model != none)
    addWrites(call);
  else
    observeAfter(call);
  uint64_t printed = state.output;
  if (mayPrint(call) && !state.isRestricted)
    state.output = outputSoFar();
  // After fclose(stdout), the amount of output is unknown, and outputSoFar
  // returns 0. Then the call counts as a call that has printed nothing.
  if (state.output < printed)
    printed = state.output;
  record(RawMark::LibraryEnd, call, printed, state.output);
  popCall();
  topChanged();
}

} // namespace pinstripe::native
