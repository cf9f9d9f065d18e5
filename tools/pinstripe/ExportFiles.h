// The files into which a case is exported for other tools.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_EXPORTFILES_H
#define PINSTRIPE_TOOLS_EXPORTFILES_H

#include "pinstripe/Report/Exports.h"
#include <string>
#include <vector>

namespace pinstripe {

/// A file, and the format in which a case is written to it.
struct ExportFile {
  ExportFormat format;
  std::string path; ///< The path of the file; "-" is standard output.
};

/// Returns the files that the user has named by arguments of `--export`, such
/// as `dot=graph.dot`. Returns a UsageError for an argument that is not of this
/// form, and a FileError for a file that can't be written. Call this function
/// before the work of a verb begins.
llvm::Expected<std::vector<ExportFile>>
findExportFiles(llvm::ArrayRef<std::string> words);

/// Returns the help text of an argument that names a format. The text lists all
/// formats, and what each is for.
std::string describeExportFormats();

/// Writes a case to a file, as a whole or not at all. Returns a UsageError if
/// the case lacks what the format shows.
llvm::Error writeExportFile(const CaseReport &report, const ExportFile &file);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_EXPORTFILES_H
