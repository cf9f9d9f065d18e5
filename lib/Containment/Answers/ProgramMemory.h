// Reads and writes the memory of programs that wait for an answer of the tool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CONTAINMENT_ANSWERS_PROGRAMMEMORY_H
#define PINSTRIPE_LIB_CONTAINMENT_ANSWERS_PROGRAMMEMORY_H

#include "Answers/SteadyCode.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <sys/types.h>

namespace pinstripe {

/// The following two functions copy `size` bytes: `readBytes` from the memory
/// of a program, `writeBytes` into it. They can access only memory that the
/// program itself can read or write. They return false if not all bytes were
/// copied.
bool readBytes(pid_t thread, uint64_t place, void *bytes, size_t size);
bool writeBytes(pid_t thread, uint64_t place, const void *bytes, size_t size);

template <typename T> std::optional<T> readAt(pid_t thread, uint64_t place) {
  T value;
  if (!readBytes(thread, place, &value, sizeof(value)))
    return std::nullopt;
  return value;
}

template <typename T>
bool writeAt(pid_t thread, uint64_t place, const T &value) {
  return writeBytes(thread, place, &value, sizeof(value));
}

/// Writes patches into the memory of a program, each at its offset from the
/// address `base`. Can also write to memory that the program itself can't
/// write, such as its code.
void patch(pid_t thread, uint64_t base, llvm::ArrayRef<CodePatch> patches);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_ANSWERS_PROGRAMMEMORY_H
