// Holds the known parts of a program's memory at one moment.
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

/// The parts of a program's memory that were read at one moment of a run. To
/// fill an image, a value is formatted again and again. Each time, the image
/// notes the parts that the value's pointers lead to but that are missing, and
/// these parts are then added.
class MemoryImage {
public:
  /// A range of run-time addresses.
  struct Part {
    uint64_t address = 0;
    uint32_t size = 0;
    auto operator<=>(const Part &) const = default;
  };
  enum class Knowledge : uint8_t { Known, Missing, Unreadable };
  struct Bytes {
    Knowledge knowledge = Knowledge::Missing;
    llvm::StringRef text; ///< The bytes of the part, if they are known.
  };

  /// Returns the bytes of a part. If the image does not know the part, it notes
  /// the part as missing.
  Bytes read(const Part &part);
  /// Adds the bytes of a part; nullopt means that they can't be read.
  void add(const Part &part, std::optional<std::string> bytes);
  /// Returns the parts that `read` was asked for and that were not added yet.
  const std::set<Part> &missing() const { return missingParts; }

private:
  std::map<Part, std::optional<std::string>> parts;
  std::set<Part> missingParts;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_MEMORYIMAGE_H
