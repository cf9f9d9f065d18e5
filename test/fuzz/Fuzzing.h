// Holds what the fuzzers share: checks, files in memory and random numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fuzzer consists of the function `LLVMFuzzerTestOneInput`. If its inputs
// have a checksum or a container format, it also has a function
// `LLVMFuzzerCustomMutator`, since random changes of bytes would always be
// refused.

#ifndef PINSTRIPE_TEST_FUZZ_FUZZING_H
#define PINSTRIPE_TEST_FUZZ_FUZZING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <type_traits>
#include <unistd.h>
#include <utility>
#include <vector>

// These functions are the interface of libFuzzer. A mutator must not use other
// random numbers than `seed`. It returns the new size of the input, which must
// be at most `most`.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t most, unsigned seed);

namespace pinstripe::fuzzing {

/// Aborts if a condition does not hold that must hold for every input.
inline void require(bool holds) {
  if (!holds)
    std::abort();
}

/// Returns true if there is a value. If there is an error, requires that it has
/// a message.
template <typename Value> bool accepted(llvm::Expected<Value> &value) {
  if (value)
    return true;
  require(!llvm::toString(value.takeError()).empty());
  return false;
}

template <typename Value> bool accepted(const std::optional<Value> &value) {
  return value.has_value();
}

/// Reads a value from the input by `read`, writes it by `write`, and reads it
/// again. Requires that both values are equal, and returns them. Returns
/// nullopt if the input is refused.
template <typename Bytes, typename Read, typename Write>
auto readTwice(Bytes bytes, Read read, Write write) {
  auto value = read(bytes);
  using Value = std::decay_t<decltype(*value)>;
  std::optional<std::pair<Value, Value>> both;
  if (!accepted(value))
    return both;
  auto written = write(*value);
  auto again = read(written);
  require(accepted(again) && write(*again) == written);
  both.emplace(std::move(*value), std::move(*again));
  return both;
}

inline llvm::StringRef textOf(const uint8_t *data, size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

/// A file in memory, with a path, for functions that read files.
class FileInMemory {
public:
  FileInMemory() : descriptor(memfd_create("fuzz", MFD_CLOEXEC)) {
    require(descriptor >= 0);
  }
  ~FileInMemory() { close(descriptor); }
  FileInMemory(const FileInMemory &) = delete;
  FileInMemory &operator=(const FileInMemory &) = delete;

  void write(llvm::StringRef bytes) const {
    require(ftruncate(descriptor, static_cast<off_t>(bytes.size())) == 0);
    require(pwrite(descriptor, bytes.data(), bytes.size(), 0) ==
            static_cast<ssize_t>(bytes.size()));
  }
  std::string path() const {
    return "/proc/self/fd/" + std::to_string(descriptor);
  }

private:
  int descriptor;
};

/// Random numbers for mutators, made from libFuzzer's seed (splitmix64).
class Chance {
public:
  explicit Chance(unsigned seed) : state(seed) {}
  /// Returns a random number below `end`. `end` must not be 0.
  size_t below(size_t end) {
    uint64_t mixed = state += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return (mixed ^ (mixed >> 31)) % end;
  }
  bool oneIn(size_t count) { return below(count) == 0; }

private:
  uint64_t state;
};

/// Lets libFuzzer change the bytes. Their number may grow up to `most`.
inline void mutate(std::vector<uint8_t> &bytes, size_t most) {
  size_t size = bytes.size();
  bytes.resize(std::max(most, size));
  bytes.resize(LLVMFuzzerMutate(bytes.data(), size, bytes.size()));
}

/// Lets libFuzzer change the bytes without changing their number, so that
/// everything after them stays in its place.
inline void mutateInPlace(llvm::MutableArrayRef<uint8_t> bytes) {
  if (bytes.empty())
    return;
  std::vector<uint8_t> copy(bytes.begin(), bytes.end());
  size_t size = LLVMFuzzerMutate(copy.data(), copy.size(), copy.size());
  std::memcpy(bytes.data(), copy.data(), size);
}

} // namespace pinstripe::fuzzing

#endif // PINSTRIPE_TEST_FUZZ_FUZZING_H
