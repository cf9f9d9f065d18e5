// Holds copies of parts of a program's memory, from which values are formatted.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/MemoryImage.h"

using namespace pinstripe;

MemoryImage::Bytes MemoryImage::read(const Part &part) {
  if (part.size == 0)
    return {Knowledge::Known, ""};
  auto found = parts.find(part);
  if (found == parts.end()) {
    missingParts.insert(part);
    return {};
  }
  const std::optional<std::string> &bytes = found->second;
  if (!bytes || bytes->size() != part.size)
    return {Knowledge::Unreadable, ""};
  return {Knowledge::Known, *bytes};
}

void MemoryImage::add(const Part &part, std::optional<std::string> bytes) {
  missingParts.erase(part);
  parts[part] = std::move(bytes);
}
