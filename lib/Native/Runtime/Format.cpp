// Finds the memory that a call of printf or scanf reads and writes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code reads the format as the C library does, and takes the arguments from
// where the System V ABI passes them: registers, the stack, or a va_list.

#include "Library.h"

namespace pinstripe::native {

namespace {

constexpr uint64_t maxFormatBytes = 1 << 16;
constexpr uint64_t unbounded = uint64_t(1) << 32;

/// Fetches the variable arguments of a call of printf or scanf, one after the
/// other.
class Arguments {
public:
  /// If `adds` is true, adds the memory that holds the arguments to the record
  /// of `call`, as memory that the call reads.
  Arguments(PendingCall &call, bool isList, uint32_t fixedIntegers, bool adds)
      : call(call), isList(isList), adds(adds) {
    if (isList) {
      integer = static_cast<uint32_t>(call.list[0]);
      vector = static_cast<uint32_t>(call.list[0] >> 32);
      stack = call.list[1];
    } else {
      integer = 8 * fixedIntegers;
      vector = integerBytes;
      stack = call.stackPointer;
    }
  }

  uint64_t nextInteger() {
    if (integer >= integerBytes)
      return nextOnStack(8);
    uint32_t offset = integer;
    integer += 8;
    if (isList)
      return load(call.list[2] + offset, 8);
    if (call.integers < integer / 8)
      call.integers = integer / 8;
    return call.arguments[offset / 8];
  }

  void nextVector() {
    if (vector >= vectorBytes) {
      nextOnStack(8);
      return;
    }
    uint32_t offset = vector;
    vector += 16;
    if (isList)
      load(call.list[2] + offset, 8);
    else if (call.vectors < (vector - integerBytes) / 16)
      call.vectors = (vector - integerBytes) / 16;
  }

  void nextLongDouble() {
    stack = (stack + 15) / 16 * 16;
    nextOnStack(16);
  }

private:
  static constexpr uint32_t integerBytes = 6 * 8;
  static constexpr uint32_t vectorBytes = integerBytes + 8 * 16;

  uint64_t nextOnStack(uint64_t size) {
    uint64_t place = stack;
    stack += size;
    return load(place, size);
  }
  uint64_t load(uint64_t place, uint64_t size) {
    if (adds)
      addRange(RangeKind::Read, place, size);
    uint64_t value = 0;
    return read(place, value) ? value : 0;
  }

  PendingCall &call;
  bool isList, adds;
  /// Offsets in the area where registers with arguments are saved. `integer` is
  /// the offset of the next argument in a general register, and `vector` is
  /// that of the next one in a vector register. They are the same as gp_offset
  /// and fp_offset in a va_list.
  uint32_t integer, vector;
  uint64_t stack;
};

bool isIn(char letter, const char *letters) {
  while (*letters != 0 && *letters != letter)
    ++letters;
  return *letters != 0;
}

/// One conversion of a format string, such as `%5d`.
struct Conversion {
  /// The last letter of the conversion, for example `d` in `%5d`. It is 0 at
  /// the end of the format, or if the conversion can't be parsed.
  char letter = 0;
  /// For scanf: true if the conversion has a `*`, which means that scanf does
  /// not store the value.
  bool isSuppressed = false;
  bool hasWidth = false;
  /// For printf: true if a `*` says that the width or the precision is passed
  /// as an argument.
  bool takesWidth = false, takesPrecision = false;
  bool hasPrecision = false;
  /// For scanf: true if an `m` says that scanf allocates the memory.
  bool isAllocated = false;
  uint64_t width = 0, precision = 0;
  /// The length modifier of the conversion. 'H' stands for `hh`. 'l' stands for
  /// each modifier that means 8 bytes: l, ll, q, j, z, t.
  char length = 0;
};

/// Parses the format string of printf or scanf. The string may lie in memory
/// that can't be read. It may also lack its final zero.
class Format {
public:
  Format(uint64_t address, uint64_t size) : at(address), end(address + size) {}

  Conversion next(bool isScan) {
    Conversion result;
    while (peek() != 0) {
      if (take() != '%')
        continue;
      if (peek() == '%') {
        take();
        continue;
      }
      parse(result, isScan);
      return result;
    }
    return result;
  }

private:
  char peek() const {
    char c = 0;
    if (at < end)
      read(at, c);
    return c;
  }
  char take() {
    char c = peek();
    ++at;
    return c;
  }
  bool isDigit() const { return peek() >= '0' && peek() <= '9'; }
  uint64_t number() {
    uint64_t value = 0;
    while (isDigit())
      value = value * 10 + static_cast<uint64_t>(take() - '0');
    return value;
  }

  void parse(Conversion &result, bool isScan) {
    while (isIn(peek(), "-+ #0'I"))
      take();
    if (peek() == '*') {
      take();
      (isScan ? result.isSuppressed : result.takesWidth) = true;
    }
    if (isDigit()) {
      result.hasWidth = true;
      result.width = number();
    }
    if (peek() == '.') {
      take();
      result.hasPrecision = true;
      if (peek() == '*') {
        take();
        result.takesPrecision = true;
      } else {
        result.precision = number();
      }
    }
    parseLength(result, isScan);
    result.letter = take();
    if (isScan && result.letter == '[')
      skipSet();
    // A conversion with a position, as in `%1$d`, is not supported: it ends the
    // parsing.
    if (result.letter == '$')
      result.letter = 0;
  }

  void parseLength(Conversion &result, bool isScan) {
    for (;; take()) {
      char c = peek();
      if (c == 'h')
        result.length = result.length == 'h' ? 'H' : 'h';
      else if (isIn(c, "lqjzt"))
        result.length = 'l';
      else if (c == 'L')
        result.length = 'L';
      // Only scanf has the modifier m. For printf, %m is a conversion of its
      // own.
      else if (c == 'm' && isScan)
        result.isAllocated = true;
      else
        return;
    }
  }

  void skipSet() {
    if (peek() == '^')
      take();
    if (peek() == ']')
      take();
    while (peek() != 0 && take() != ']')
      ;
  }

  uint64_t at, end;
};

bool isFloating(char letter) { return isIn(letter, "aAeEfFgG"); }

// printf

/// Notes in the record of a call which memory one conversion of printf uses. If
/// `adds` is true, notes the memory that the conversion reads. Otherwise, notes
/// the memory that the conversion writes, as `%n` does.
void printOne(const Conversion &conversion, Arguments &arguments, bool adds) {
  Conversion each = conversion;
  if (each.takesWidth)
    arguments.nextInteger();
  if (each.takesPrecision) {
    auto precision = static_cast<int32_t>(arguments.nextInteger());
    each.hasPrecision = precision >= 0;
    each.precision = static_cast<uint64_t>(precision);
  }
  if (isFloating(each.letter)) {
    if (each.length == 'L')
      arguments.nextLongDouble();
    else
      arguments.nextVector();
    return;
  }
  uint64_t value = arguments.nextInteger();
  if (each.letter == 's' && adds)
    addRange(RangeKind::Read, value,
             stringSize(value, each.hasPrecision ? each.precision : unbounded));
  if (each.letter == 'n' && !adds)
    addRange(RangeKind::Write, value, each.length == 'l' ? 8 : 4);
}

void walkPrint(PendingCall &call, uint64_t format, bool isList, uint32_t fixed,
               bool adds) {
  Arguments arguments(call, isList, fixed, adds);
  Format text(format, maxFormatBytes);
  for (Conversion each = text.next(false); each.letter != 0;
       each = text.next(false)) {
    if (each.letter != 'm')
      printOne(each, arguments, adds);
  }
}

// scanf

uint64_t scannedSize(const Conversion &each, uint64_t place) {
  if (each.isAllocated)
    return 8;
  switch (each.letter) {
  case 's':
  case '[':
    return stringSize(place, unbounded);
  case 'c':
    return each.hasWidth ? each.width : 1;
  case 'p':
    return 8;
  default:
    break;
  }
  if (isFloating(each.letter))
    return each.length == 'L' ? 16 : each.length == 'l' ? 8 : 4;
  switch (each.length) {
  case 'H':
    return 1;
  case 'h':
    return 2;
  case 'l':
  case 'L':
    return 8;
  default:
    return 4;
  }
}

/// Notes in the record of a scanf call which memory the call uses. If `adds` is
/// true, notes the memory that holds the arguments. Otherwise, notes the memory
/// to which the call has written. `done` is the number of values that scanf has
/// stored.
void walkScan(PendingCall &call, uint64_t format, bool isList, uint32_t fixed,
              bool adds, int32_t done) {
  Arguments arguments(call, isList, fixed, adds);
  Format text(format, maxFormatBytes);
  int32_t count = 0;
  for (Conversion each = text.next(true); each.letter != 0;
       each = text.next(true)) {
    if (each.isSuppressed)
      continue;
    uint64_t place = arguments.nextInteger();
    bool isCounted = each.letter != 'n';
    if (!adds && (isCounted ? count < done : count <= done))
      addRange(RangeKind::Write, place, scannedSize(each, place));
    count += isCounted;
  }
}

bool isList(const EffectRecord &effect) {
  return effect.kind == EffectKind::PrintList ||
         effect.kind == EffectKind::ScanList;
}

bool isPrint(const EffectRecord &effect) {
  return effect.kind == EffectKind::Print ||
         effect.kind == EffectKind::PrintList;
}

} // namespace

void addFormatReads(PendingCall &call, const EffectRecord &effect) {
  uint64_t format = argument(call, effect.pointer);
  addRange(RangeKind::Read, format, stringSize(format, maxFormatBytes));
  if (isList(effect)) {
    uint64_t place = argument(call, effect.extra);
    if (copyGuarded(call.list, place, sizeof(call.list)) != sizeof(call.list))
      return;
    addRange(RangeKind::Read, place, sizeof(call.list));
  }
  if (isPrint(effect))
    walkPrint(call, format, isList(effect), call.integers, true);
  else
    walkScan(call, format, isList(effect), call.integers, true, 0);
}

void addFormatWrites(const PendingCall &call, const EffectRecord &effect) {
  uint64_t format = argument(call, effect.pointer);
  PendingCall again = call;
  const ModelRecord &model = libraryTables().models[call.model];
  if (isPrint(effect))
    walkPrint(again, format, isList(effect), model.integers, false);
  else
    walkScan(again, format, isList(effect), model.integers, false,
             static_cast<int32_t>(call.result));
}

} // namespace pinstripe::native
