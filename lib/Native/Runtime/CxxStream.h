// Finds the parts of a C++ stream in the memory of the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_CXXSTREAM_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_CXXSTREAM_H

#include "Library.h"

namespace pinstripe::native {

/// A C++ stream that is argument 0 of a library call, as libstdc++ lays it out.
class CxxStream {
public:
  /// Finds the std::basic_ios of the stream. The stream begins with the pointer
  /// to its virtual table. Three words before this table is the distance from
  /// the stream to the std::basic_ios.
  explicit CxxStream(const PendingCall &call) : stream(argument(call, 0)) {
    uint64_t table = 0, distance = 0;
    if (read(stream, table) && read(table - 24, distance))
      ios = stream + distance;
  }

  enum Place : uint64_t {
    Precision = 8,
    Width = 16,
    Flags = 24,
    State = 32,
    Fill = 224,
    Buffer = 232,
  };
  /// Returns the address of a part of the std::basic_ios.
  uint64_t at(Place place) const { return ios + place; }
  template <typename T> T value(Place place) const {
    T result = 0;
    return read(at(place), result) ? result : 0;
  }
  /// Returns the address that stands for the text that is in a stream, or for
  /// the position in it: that of its buffer. Returns 0 for a stream that has no
  /// buffer of its own, such as std::cin and std::cout. A buffer of its own is
  /// in the stream object, before the std::basic_ios.
  uint64_t text() const {
    auto buffer = value<uint64_t>(Buffer);
    return buffer - stream < ios - stream ? buffer : 0;
  }
  /// Returns the same as `text`, but the address of the stream in place of 0.
  uint64_t position() const {
    uint64_t own = text();
    return own != 0 ? own : stream;
  }
  /// Returns the flags that tell what has happened to the stream.
  uint32_t state() const { return value<uint32_t>(State); }
  static constexpr uint32_t atEndOfInput = 2, failed = 5;

private:
  uint64_t stream, ios = 0;
};

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_CXXSTREAM_H
