// Lines as they stand in the source.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_SOURCETEXT_H
#define PINSTRIPE_LIB_REPORT_SOURCETEXT_H

#include "pinstripe/Result/SourceLine.h"
#include <map>

namespace pinstripe {

/// Reads each file once.
class SourceText {
public:
  explicit SourceText(const UnitTable &table) : table(table) {}
  /// Without the blanks around it; none: the source is not there.
  std::optional<std::string> line(SourceLine place);

private:
  const UnitTable &table;
  std::map<FileId, std::optional<std::vector<std::string>>> files;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_SOURCETEXT_H
