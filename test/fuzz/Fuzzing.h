//===- Fuzzing.h - What all fuzzers share -----------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fuzzer is one function, `LLVMFuzzerTestOneInput`. Where plain bytes would
// not get past a checksum or the form of a container, it has a
// `LLVMFuzzerCustomMutator` too.
//
//===----------------------------------------------------------------------===//

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

// The interface of libFuzzer; `seed` is all that a mutator may take chance
// from. Sizes come back, at most `most`.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t most, unsigned seed);

namespace pinstripe::fuzzing {

/// What must hold for every input.
inline void require(bool holds) {
  if (!holds)
    std::abort();
}

/// Whether there is a value. What is refused must say why.
template <typename Value> bool accepted(llvm::Expected<Value> &value) {
  if (value)
    return true;
  require(!llvm::toString(value.takeError()).empty());
  return false;
}

template <typename Value> bool accepted(const std::optional<Value> &value) {
  return value.has_value();
}

/// What `read` accepts comes back when `write` has written it and it is read
/// again. The value and what came back; none if it is refused.
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

/// Some bytes as a file, for what reads files: in memory, with a path.
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

/// Random numbers for mutators, from libFuzzer's seed (splitmix64).
class Chance {
public:
  explicit Chance(unsigned seed) : state(seed) {}
  /// Below `end`, which is not 0.
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

/// Lets libFuzzer mutate bytes of which there may then be more.
inline void mutate(std::vector<uint8_t> &bytes, size_t most) {
  size_t size = bytes.size();
  bytes.resize(std::max(most, size));
  bytes.resize(LLVMFuzzerMutate(bytes.data(), size, bytes.size()));
}

/// The same in place, so that all around stays where it is.
inline void mutateInPlace(llvm::MutableArrayRef<uint8_t> bytes) {
  if (bytes.empty())
    return;
  std::vector<uint8_t> copy(bytes.begin(), bytes.end());
  size_t size = LLVMFuzzerMutate(copy.data(), copy.size(), copy.size());
  std::memcpy(bytes.data(), copy.data(), size);
}

} // namespace pinstripe::fuzzing

#endif // PINSTRIPE_TEST_FUZZ_FUZZING_H
