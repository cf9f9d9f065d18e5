// Holds copies of parts of a program's memory, from which values are formatted.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_MEMORYIMAGE_H
#define PINSTRIPE_PROGRAM_MEMORYIMAGE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace pinstripe {

/// Holds copies of parts of a program's memory, made at one moment of a run.
/// These are the parts that are needed to format a value. While a value is
/// formatted, this object notes each part that is asked for but missing. The
/// caller adds the noted parts and formats the value again, until no part is
/// missing.
class MemoryImage {
public:
  /// A part of the program's memory, as a range of run-time addresses.
  struct Part {
    uint64_t address = 0;
    uint32_t size = 0;
    auto operator<=>(const Part &) const = default;
  };
  enum class Knowledge : uint8_t { Known, Missing, Unreadable };
  struct Bytes {
    Knowledge knowledge = Knowledge::Missing;
    /// The bytes of the requested part of the memory; empty if they are not
    /// known.
    llvm::StringRef text;
  };

  /// Returns the bytes of a part of the memory. If this part was not added yet,
  /// it is noted as missing (see missing()).
  Bytes read(const Part &part);
  /// Adds the bytes of a part of the memory; nullopt means that the part can't
  /// be read.
  void add(const Part &part, std::optional<std::string> bytes);
  /// Returns the parts of the memory for which read() was called, but which
  /// were not added yet.
  const std::set<Part> &missing() const { return missingParts; }

private:
  std::map<Part, std::optional<std::string>> parts;
  std::set<Part> missingParts;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_MEMORYIMAGE_H
