// Carries out the steps that lead to a value, in the tool or in the target.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Location.h says what a location is. The target is the program under test.
// This header needs no library, so code that runs inside the target can use it.

#ifndef PINSTRIPE_PROGRAM_LOCATIONREADER_H
#define PINSTRIPE_PROGRAM_LOCATIONREADER_H

#include <cstdint>

namespace pinstripe {

struct LocationStep {
  enum class Kind : uint8_t {
    /// The step pushes the word rbp + `number` onto the stack; rbp is the frame
    /// address.
    Frame,
    /// The step converts the table address `number` into a run-time address,
    /// and pushes the result. A table address is the address in the module's
    /// file plus a constant for each module (see UnitTable).
    Address,
    /// The step pops an address from the stack, and pushes the `size` bytes at
    /// that address.
    Load,
    /// The step pops an address from the stack, and pushes the `size` bytes at
    /// that address, with their sign extended to the whole word.
    LoadSigned,
    Add, ///< The step adds `number` to the word on top of the stack.
    /// The step pops a word w from the stack, and adds w * `number` to the word
    /// that is then on top.
    AddScaled,
    Push, ///< Pushes number.
  };
  Kind kind = Kind::Frame;
  /// For a step that loads a value, the number of bytes that the step reads: 1,
  /// 2, 4 or 8.
  uint8_t size = 0;
  int64_t number = 0;
  bool operator==(const LocationStep &) const = default;
};

/// The steps of a location compute a word. LocationExtent tells how to get the
/// value from this word.
enum class LocationExtent : uint8_t {
  Fixed, ///< The value is the `size` bytes at the computed address.
  Word,  ///< The computed word is the value itself, not an address.
  /// The value is a C string at the computed address, cut off after `size`
  /// bytes.
  Terminated,
  /// At the computed address is a pointer to a C string. The value is the
  /// string, cut off after `size` bytes. If the pointer is null, the value is a
  /// single zero byte.
  Pointed,
  /// At the computed address are a pointer to a text and the text's length, as
  /// in a std::string. The value is the text, cut off after `size` bytes.
  Counted,
};

/// Largest number of words that the steps of a location may have on their
/// stack.
constexpr uint32_t maxLocationDepth = 16;

/// Reads values as seen from one stack frame. `Memory` gives access to the
/// program. `read(to, from, size)` copies memory of the program, and returns
/// false if the memory is not readable. `toRunTime(address)` converts a table
/// address into a run-time address. A table address is the address in the
/// module's file plus a constant for each module (see UnitTable).
template <typename Memory> class LocationReader {
public:
  LocationReader(const Memory &memory, uint64_t frame)
      : memory(memory), frame(frame) {}

  /// Stores the value in `bytes` and its size in `size`. `bytes` must have room
  /// for `maxSize` bytes, and for at least 8 bytes (a word). Returns false if
  /// the value can't be read.
  bool readValue(const LocationStep *steps, uint32_t count,
                 LocationExtent extent, uint32_t maxSize, uint8_t *bytes,
                 uint32_t &size) const {
    uint64_t address = 0;
    if (!locate(steps, count, address))
      return false;
    switch (extent) {
    case LocationExtent::Fixed:
      size = maxSize;
      return memory.read(bytes, address, size);
    case LocationExtent::Word:
      for (size = 0; size < sizeof address; ++size)
        bytes[size] = static_cast<uint8_t>(address >> 8 * size);
      return true;
    case LocationExtent::Pointed:
      if (address != 0)
        return readText(address, maxSize, bytes, size);
      bytes[0] = 0;
      size = 1;
      return true;
    case LocationExtent::Terminated:
      return readText(address, maxSize, bytes, size);
    case LocationExtent::Counted:
      return readCounted(address, maxSize, bytes, size);
    }
    return false;
  }

private:
  bool load(const LocationStep &step, uint64_t &top) const {
    uint64_t word = 0;
    if (!memory.read(&word, top, step.size))
      return false;
    unsigned shift = 64 - 8 * step.size;
    if (step.kind == LocationStep::Kind::LoadSigned)
      word =
          static_cast<uint64_t>(static_cast<int64_t>(word << shift) >> shift);
    top = word;
    return true;
  }

  bool locate(const LocationStep *steps, uint32_t count,
              uint64_t &address) const {
    uint64_t stack[maxLocationDepth];
    uint64_t *top = stack - 1;
    for (uint32_t i = 0; i < count; ++i) {
      auto number = static_cast<uint64_t>(steps[i].number);
      switch (steps[i].kind) {
      case LocationStep::Kind::Frame:
        *++top = frame + number;
        break;
      case LocationStep::Kind::Address:
        *++top = memory.toRunTime(number);
        break;
      case LocationStep::Kind::Push:
        *++top = number;
        break;
      case LocationStep::Kind::Add:
        *top += number;
        break;
      case LocationStep::Kind::AddScaled:
        --top;
        *top += top[1] * number;
        break;
      case LocationStep::Kind::Load:
      case LocationStep::Kind::LoadSigned:
        if (!load(steps[i], *top))
          return false;
        break;
      }
    }
    address = *top;
    return true;
  }

  /// Reads a C string byte by byte, since the string may end just before
  /// unreadable memory.
  bool readText(uint64_t address, uint32_t maxSize, uint8_t *bytes,
                uint32_t &size) const {
    for (size = 0; size < maxSize; ++size) {
      if (!memory.read(bytes + size, address + size, 1))
        return false;
      if (bytes[size] == 0)
        break;
    }
    return true;
  }

  bool readCounted(uint64_t address, uint32_t maxSize, uint8_t *bytes,
                   uint32_t &size) const {
    uint64_t data = 0, length = 0;
    if (!memory.read(&data, address, sizeof data) ||
        !memory.read(&length, address + sizeof data, sizeof length))
      return false;
    size = length < maxSize ? static_cast<uint32_t>(length) : maxSize;
    return memory.read(bytes, data, size);
  }

  const Memory &memory;
  uint64_t frame;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_LOCATIONREADER_H
