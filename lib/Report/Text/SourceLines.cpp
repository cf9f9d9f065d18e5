// Reads the lines of source files, to show them in text reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SourceLines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pinstripe;

const std::vector<std::string> *SourceLines::lines(FileId file) {
  auto [place, isNew] = files.try_emplace(file);
  auto &lines = place->second;
  if (isNew)
    if (auto buffer = llvm::MemoryBuffer::getFile(table.file(file),
                                                  /*IsText=*/true)) {
      lines.emplace();
      for (llvm::StringRef line : llvm::split((*buffer)->getBuffer(), '\n'))
        lines->push_back(line.rtrim('\r').str());
    }
  return lines ? &*lines : nullptr;
}

std::optional<std::string> SourceLines::line(SourceLine place) {
  const std::vector<std::string> *all = lines(place.file);
  if (!all || place.number == 0 || place.number > all->size())
    return std::nullopt;
  return llvm::StringRef((*all)[place.number - 1]).trim().str();
}
