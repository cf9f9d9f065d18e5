// Writes places in the source as locations of SARIF.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_EXPORT_SARIFLOCATIONS_H
#define PINSTRIPE_LIB_REPORT_EXPORT_SARIFLOCATIONS_H

#include "Export/RankedLines.h"
#include "Export/ReportIndex.h"
#include "JSON/JSONWriter.h"

namespace pinstripe {

/// Writes a message of SARIF. `[a](b)` in `text` is escaped, since SARIF would
/// read it as a link.
void writeMessage(JSONWriter &json, llvm::StringRef name, llvm::StringRef text);

/// Writes files of the program and places in them in the form of SARIF. Both
/// arguments of the constructor must outlive this object.
class SARIFLocations {
public:
  SARIFLocations(const ReportIndex &index, JSONWriter &json)
      : index(index), json(json) {}

  /// Writes the folder to which the paths of the files are relative.
  void writeBase();
  /// Writes the list of all files of the program.
  void writeFiles();
  /// Writes where a file is. `path` is used only if `file` is nullopt.
  void writeFileLocation(std::optional<FileId> file, llvm::StringRef path);
  /// Writes the fields of a location that belongs to a result. `caption` says
  /// what happens at the location; viewers show it beside the location.
  void writePlace(const SourceRange &range, llvm::StringRef function,
                  llvm::StringRef caption);
  /// Writes the list with the location of a result.
  void writeResultPlace(const SourceRange &range, llvm::StringRef function);
  void writeLinePlace(const RankedLine &line);

  /// Returns the range of whole lines, without the blanks at its beginning and
  /// end.
  SourceRange wholeLine(FileId file, uint32_t line, uint32_t endLine) const;
  /// Converts a column from bytes to UTF-16 code units, as SARIF requires.
  /// Columns count from 1.
  uint32_t columnOf(FileId file, uint32_t line, uint32_t byteColumn) const;

private:
  void writeRegion(const SourceRange &range);
  void writeContext(const SourceRange &range);
  void writePhysical(const SourceRange &range, bool hasContext);
  void writeFunction(llvm::StringRef function);
  std::string uriOf(FileId file) const;
  const std::string &base() const {
    return index.table.userFolder.empty() ? index.table.sourceRoot
                                          : index.table.userFolder;
  }

  const ReportIndex &index;
  JSONWriter &json;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_EXPORT_SARIFLOCATIONS_H
