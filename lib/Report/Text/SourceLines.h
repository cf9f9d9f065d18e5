// Reads the lines of source files, to show them in text reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_SOURCELINES_H
#define PINSTRIPE_LIB_REPORT_SOURCELINES_H

#include "pinstripe/Result/SourceLine.h"
#include <map>
#include <optional>

namespace pinstripe {

/// Reads lines of source files. Keeps the files in memory, so that each is read
/// only once.
class SourceLines {
public:
  explicit SourceLines(const UnitTable &table) : table(table) {}
  /// Returns all lines of a source file; null if the file can't be read.
  const std::vector<std::string> *lines(FileId file);
  /// Returns a line of source without the blanks around it. Returns nullopt if
  /// the file can't be read or does not have so many lines.
  std::optional<std::string> line(SourceLine place);

private:
  const UnitTable &table;
  std::map<FileId, std::optional<std::vector<std::string>>> files;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_SOURCELINES_H
