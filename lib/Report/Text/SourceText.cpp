// Lines as they stand in the source.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SourceText.h"
#include "SourceRegions.h"

using namespace pinstripe;

std::optional<std::string> SourceText::line(SourceLine place) {
  auto [found, isNew] = files.try_emplace(place.file);
  if (isNew)
    found->second = readLines(table.file(place.file));
  const auto &lines = found->second;
  if (!lines || place.number == 0 || place.number > lines->size())
    return std::nullopt;
  return llvm::StringRef((*lines)[place.number - 1]).trim().str();
}
